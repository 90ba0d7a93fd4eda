"""The hand solver."""
