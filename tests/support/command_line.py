"""The command line, as tests in the same process call it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Call: TypeAlias = Callable[..., tuple[int, str, str]]
"""Runs the command line with some arguments: exit code, standard output, standard error."""
