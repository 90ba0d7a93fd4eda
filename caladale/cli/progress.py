"""A bar on standard error that shows how many things are done, where there is a terminal."""

from __future__ import annotations

import sys
from typing import Any

from caladale.cli import terminal
from caladale.cli.output import echo, printable


class Bar:
    """A live bar while the `with` block lasts; without a terminal only what is told to stay."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._live: Any = None
        self._bar: Any = None

    def __enter__(self) -> Bar:
        if sys.stderr.isatty():
            self._live = terminal.Progress(
                terminal.BarColumn(),
                terminal.MofNCompleteColumn(),
                terminal.TimeElapsedColumn(),
                terminal.TextColumn("{task.description}", markup=False),
                console=terminal.Console(stderr=True),
            )
            self._bar = self._live.add_task("", total=self._total)
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._live is not None:
            self._live.stop()

    @property
    def is_live(self) -> bool:
        """Whether there is a terminal, and so something that can be overwritten."""
        return self._live is not None

    def advance(self) -> None:
        """Show that one more is done."""
        if self._live is not None:
            self._live.advance(self._bar)

    def describe(self, words: str) -> None:
        """Show a few words beside the bar."""
        if self._live is not None:
            self._live.update(self._bar, description=printable(words))

    def tell(self, message: str) -> None:
        """Tell something that is to stay."""
        if self._live is None:
            echo(message, err=True)
        else:
            self._live.console.print(printable(message), markup=False, highlight=False, emoji=False)
