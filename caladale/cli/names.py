"""Names for files that a command makes without having been told one."""

from __future__ import annotations

from pathlib import Path


def free_name(path: Path) -> Path:
    """A name for a new file: `path`, or the same with a number from 2."""
    found, number = path, 1
    while found.exists():
        number += 1
        found = path.with_stem(f"{path.stem}-{number}")
    return found
