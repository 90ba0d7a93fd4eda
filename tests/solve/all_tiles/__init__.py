"""The all-tiles challenge."""
