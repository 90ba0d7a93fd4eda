"""The engine of all searches."""
