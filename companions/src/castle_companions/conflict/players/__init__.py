"""The computer players: they see what their side sees, and nothing else."""
