"""What a person sees on standard error while the program works.

On a terminal it moves and is overwritten; elsewhere only what is to stay is told, line by line.
"""

from __future__ import annotations

import sys
from types import TracebackType
from typing import TYPE_CHECKING, Generic, Self, TypeVar

from caladale.cli import terminal
from caladale.cli.output import is_quiet, note, printable

if TYPE_CHECKING:
    from rich.progress import Progress as ProgressBar
    from rich.status import Status

    from caladale.solve import Progress

Live = TypeVar("Live", "ProgressBar", "Status")
"""What rich moves."""


class _Display(Generic[Live]):
    """Shown while the `with` block lasts."""

    def __init__(self) -> None:
        self._live: Live | None = None

    def __enter__(self) -> Self:
        if sys.stderr.isatty() and not is_quiet():
            self._live = self._made()
            self._live.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._live is not None:
            self._live.stop()

    def _made(self) -> Live:
        raise NotImplementedError

    @property
    def is_live(self) -> bool:
        """Whether there is a terminal, and so something that can be overwritten."""
        return self._live is not None


class Bar(_Display["ProgressBar"]):
    """How many things are done."""

    def __init__(self, total: int) -> None:
        super().__init__()
        self._total = total

    def _made(self) -> ProgressBar:
        bar = terminal.Progress(
            terminal.BarColumn(),
            terminal.MofNCompleteColumn(),
            terminal.TimeElapsedColumn(),
            terminal.TextColumn("{task.description}", markup=False),
            console=terminal.Console(stderr=True),
        )
        bar.add_task("", total=self._total)
        return bar

    def advance(self) -> None:
        """Show that one more is done."""
        if self._live is not None:
            self._live.advance(self._live.task_ids[0])

    def describe(self, words: str) -> None:
        """Show a few words beside the bar."""
        if self._live is not None:
            self._live.update(self._live.task_ids[0], description=printable(words))

    def tell(self, message: str) -> None:
        """Tell something that is to stay."""
        if self._live is None:
            note(message)
        else:
            self._live.console.print(printable(message), markup=False, highlight=False, emoji=False)


class SearchDisplay(_Display["Status"]):
    """What a search has found, and that it goes on.

    On a terminal a live line; elsewhere a line for each improvement, and nothing in between.
    """

    def __init__(self, looking: str = "looking for a castle") -> None:
        super().__init__()
        self._found = looking

    def _made(self) -> Status:
        console = terminal.Console(stderr=True)
        spinner = "line" if console.options.ascii_only else "dots"
        return console.status(f"{self._found}…", spinner=spinner)

    def improved(self, found: str) -> None:
        """Tell of a better castle."""
        self._found = found
        if self._live is None:
            note(found)
        else:
            self._live.update(f"{found}; looking for a better one…")

    def progress(self, how_far: Progress) -> None:
        """Tell how long a search has worked, and what no castle can score more than."""
        bound = "" if how_far.bound is None else f"none can score more than {how_far.bound}, "
        self.working(f"{bound}{how_far.seconds:.0f} s")

    def working(self, how_far: str) -> None:
        """Tell how far the search is, where that can be overwritten."""
        if self._live is not None:
            self._live.update(f"{self._found}; {how_far}…")
