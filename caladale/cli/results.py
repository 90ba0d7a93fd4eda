"""What the commands that search have in common: progress while they work, and the answer."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from caladale.cli.render import print_castle
from caladale.layout import Layout
from caladale.notation.data import layout_to_data

if TYPE_CHECKING:
    from caladale.solve import SolveResult


def castle_in_words(layout: Layout, total: int) -> str:
    """Tell of a castle in a few words."""
    count = len(layout.tiles)
    return f"a castle of {count} {'tile' if count == 1 else 'tiles'}, {total} points"


def result_to_data(result: SolveResult) -> dict[str, Any]:
    """The result of a search as plain data."""
    return {
        "status": result.status.value,
        "score": result.score,
        "bound": result.bound,
        "gap": result.gap,
        "proof": result.proof,
        "stop": result.stop.value,
        "seconds": result.seconds,
        "time_limit": result.time_limit,
        "seed": result.seed,
        "workers": result.workers,
        "versions": result.versions,
        "layout": None if result.layout is None else layout_to_data(result.layout),
    }


_MEANING = {
    "optimal": "This is the best castle there is.",
    "feasible": "This is the best castle found; a better one may exist.",
    "infeasible": "There is no such castle.",
    "unknown": "No castle was found, and none was ruled out.",
}


def print_result(result: SolveResult) -> None:
    """Draw the castle, say how sure the answer is, and tell what it takes to get it again."""
    if result.layout is not None:
        print_castle(result.layout)
    proof = f" {result.proof}" if result.proof else ""
    click.echo(f"\n{result.status.value}: {_MEANING[result.status.value]}{proof}")
    if result.bound is not None and result.gap:
        click.echo(f"No castle can score more than {result.bound}.")
    click.echo(circumstances(result))


def circumstances(result: SolveResult) -> str:
    """Time, seed, workers and versions in a line."""
    versions = ", ".join(f"{name} {number}" for name, number in result.versions.items())
    workers = "1 worker" if result.workers == 1 else f"{result.workers} workers"
    return (
        f"{result.seconds:.1f} s of {result.time_limit:g} s ({result.stop.value}), "
        f"seed {result.seed}, {workers}, {versions}"
    )


class Search:
    """What a person sees on standard error while a search works.

    On a terminal a live line; elsewhere a line for each improvement, and nothing in between.
    """

    def __init__(self) -> None:
        self._live: Any = None
        self._found = "looking for a castle"

    def __enter__(self) -> Search:
        if sys.stderr.isatty():
            from rich.console import Console  # noqa: PLC0415 - only where there is a terminal

            self._live = Console(stderr=True).status(f"{self._found}…")
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._live is not None:
            self._live.stop()

    def improved(self, found: str) -> None:
        """Tell of a better castle."""
        self._found = found
        if self._live is None:
            click.echo(found, err=True)
        else:
            self._live.update(f"{found}; looking for a better one…")

    def working(self, how_far: str) -> None:
        """Tell how far the search is, where that can be overwritten."""
        if self._live is not None:
            self._live.update(f"{self._found}; {how_far}…")
