"""Many hands."""
