"""The written forms."""
