"""What the commands that search have in common: the files that they keep, and the answer."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from caladale._io.atomic_files import check_writable, is_stream, open_stream, write_all, write_text
from caladale._io.plural import counted
from caladale.cli.drawing import print_castle
from caladale.cli.output import echo, unwritable
from caladale.core.layout import Layout
from caladale.notation import write_json, write_line

if TYPE_CHECKING:
    from caladale.solve import RepairResult, SolveResult


def castle_in_words(count: int, total: int) -> str:
    """Tell of a castle of `count` tiles in a few words."""
    return f"a castle of {counted(count, 'tile', 'tiles')}, {counted(total, 'point', 'points')}"


_MEANING = {
    "optimal": "This is the best castle there is.",
    "feasible": "This is the best castle found; a better one may exist.",
    "infeasible": "There is no such castle.",
    "unknown": "No castle was found, and it is not proved that there is none.",
}


def print_result(result: SolveResult) -> None:
    """Draw the castle, say how sure the answer is, and tell what it takes to get it again."""
    if result.layout is not None:
        print_castle(result.layout)
    for number, exchange in enumerate(result.exchanges, start=1):
        echo(f"Exchange {number}: give {exchange.give}, take {exchange.take}")
    proof = f" {result.proof}" if result.proof else ""
    echo(f"\n{result.status.value}: {_MEANING[result.status.value]}{proof}")
    if result.bound is not None and result.gap:
        echo(f"No castle can score more than {result.bound}.")
    echo(circumstances(result))


def print_reasons(reasons: Sequence[str]) -> None:
    """Tell why a castle is not perfect, if anything is known of it."""
    if reasons:
        echo("\nWhy:")
        for reason in reasons:
            echo(f"  {reason}")


def circumstances(result: SolveResult | RepairResult) -> str:
    """Time, seed, workers and versions in a line."""
    versions = ", ".join(f"{name} {number}" for name, number in result.versions.items())
    workers = "1 worker" if result.workers == 1 else f"{result.workers} workers"
    return (
        f"{result.seconds:.1f} s of {result.time_limit:g} s ({result.stop.value}), "
        f"seed {result.seed}, {workers}, {versions}"
    )


class StepsFile:
    """The file that keeps every better castle of a search, one on a line, in the order found.

    Raises:
        click.ClickException: when it can be seen before the search that nothing can be written.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._lines = ""
        self._error: OSError | None = None
        self._is_stream = path is not None and is_stream(path)
        self._stream: BinaryIO | None = None
        if path is not None:
            try:
                check_writable(path)
            except OSError as error:
                raise unwritable(path, error) from None

    def add(self, layout: Layout) -> None:
        """Write one castle more."""
        if self._path is None:
            return
        line = write_line(layout) + "\n"
        self._lines += line
        try:
            if self._is_stream:
                self._add_to_stream(self._path, line)
            else:
                write_text(self._path, self._lines)
        except OSError as error:
            self._error = error
        else:
            self._error = None

    def _add_to_stream(self, path: Path, line: str) -> None:
        # A pipe stays open, or who reads it would take the first castle for the last.
        if self._stream is None:
            self._stream = open_stream(path)
        write_all(self._stream, line.encode())

    def close(self) -> None:
        """End; the castles are printed or written elsewhere by now.

        Raises:
            click.ClickException: when the last castle could not be written.
        """
        if self._stream is not None:
            self._stream.close()
        if self._path is not None and self._error is not None:
            raise unwritable(self._path, self._error)


class CastleFile:
    """The file that keeps the best castle so far, whole at any moment of a search.

    A disk that fills up must not cost the castle: `close` complains once the castle is printed. A
    stream, which cannot be written anew, gets the last castle only.

    Raises:
        click.ClickException: when it can be seen before the search that nothing can be written.
    """

    def __init__(self, path: Path | None, holding: Layout | None = None) -> None:
        self._path = path
        self._is_stream = path is not None and is_stream(path)
        self._kept = holding
        self._error: OSError | None = None
        if path is not None:
            try:
                check_writable(path)
            except OSError as error:
                raise unwritable(path, error) from None

    def keep(self, layout: Layout) -> None:
        """Write a better castle."""
        if not self._is_stream:
            self._write(layout)

    def _write(self, layout: Layout) -> None:
        if self._path is None or layout == self._kept:
            return
        try:
            write_text(self._path, write_json(layout))
        except OSError as error:
            self._error = error
        else:
            self._kept, self._error = layout, None

    def close(self, layout: Layout | None, *, printed: bool) -> None:
        """End with the castle that the search ended with, or with none.

        Raises:
            click.ClickException: when it could not be written; unless it is `printed` already, it
                is printed on one line first.
        """
        if layout is not None:
            self._write(layout)
        if self._path is not None and self._error is not None:
            if layout is not None and not printed:
                echo(write_line(layout))
            raise unwritable(self._path, self._error)
