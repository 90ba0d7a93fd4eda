"""The package as a whole."""
