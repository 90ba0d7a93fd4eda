"""What the exit code of every command means."""

from __future__ import annotations

from enum import IntEnum


class Exit(IntEnum):
    """The exit codes that all commands share."""

    FINE = 0
    BREAKS_RULES = 1
    """What was read is well-formed, but the rules of the game do not allow it."""
    BAD_INPUT = 2
    """Bad usage, or a file that cannot be read or written."""
    INTERRUPTED = 130
    """Stopped by Ctrl-C, as the shell counts it."""
