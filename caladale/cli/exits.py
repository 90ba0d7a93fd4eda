"""The exit codes of every command."""

FINE = 0
BROKEN_RULES = 1
"""A layout breaks rules."""
UNUSABLE = 2
"""Bad usage or unreadable input; outranks a broken rule."""
NO_CASTLE = 3
"""No castle: proved impossible, or none found."""
INTERRUPTED = 130
"""Ctrl-C where there was nothing to show for it."""
