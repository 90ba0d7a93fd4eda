"""Help pages: in colour where the terminal has it, as `NO_COLOR` and ``TERM`` say."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable

import click


def has_colour() -> bool:
    """Whether standard output is a terminal that shows colours, and nobody asks for none."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return sys.stdout.isatty()


class HelpPage(click.HelpFormatter):
    """A help page whose headings, options and commands stand out."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Write the line of usage."""
        heading = _heading("Usage:") + " " if prefix is None else prefix
        super().write_usage(prog, args, heading)

    def write_heading(self, heading: str) -> None:
        """Write a heading."""
        self.write(f"{'':>{self.current_indent}}{_heading(f'{heading}:')}\n")

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        """Write options or commands, each with what it does."""
        rows = list(rows)
        if has_colour():
            rows = [(click.style(name, fg="cyan"), words) for name, words in rows]
        super().write_dl(rows, col_max, col_spacing)


def _heading(text: str) -> str:
    return click.style(text, bold=True) if has_colour() else text


class CommandContext(click.Context):
    """The context of every command; its help is such a page."""

    formatter_class = HelpPage
