"""The values of the game."""
