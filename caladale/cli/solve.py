"""``caladale solve``: the best castle from a hand."""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from caladale.cli.exits import FINE, NO_CASTLE
from caladale.cli.options import (
    format_option,
    rule_option,
    tileset_option,
    unreadable,
    with_readings,
)
from caladale.cli.output import print_json, print_text
from caladale.cli.render import print_castle
from caladale.errors import FormatError
from caladale.files import read_text
from caladale.hand import Hand
from caladale.layout import Layout
from caladale.notation import write_json
from caladale.notation.data import hand_from_data, layout_to_data
from caladale.strict import load_json
from caladale.tiles import TileSet

if TYPE_CHECKING:
    from caladale.solve import SolveResult


def _load_hand(name: str, box: TileSet, chosen: dict[str, str]) -> Hand:
    try:
        hand = hand_from_data(load_json(read_text(name)), box)
    except (FormatError, OSError) as error:
        raise click.ClickException(unreadable(name, error)) from None
    return msgspec.structs.replace(hand, rules=with_readings(hand.rules, chosen))


def result_to_data(result: SolveResult) -> dict[str, Any]:
    """The result of a solve as plain data."""
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


def _print_result(result: SolveResult) -> None:
    if result.layout is not None:
        print_castle(result.layout)
    proof = f" {result.proof}" if result.proof else ""
    click.echo(f"\n{result.status.value}: {_MEANING[result.status.value]}{proof}")
    if result.bound is not None and result.gap:
        click.echo(f"No castle can score more than {result.bound}.")
    versions = ", ".join(f"{name} {number}" for name, number in result.versions.items())
    click.echo(
        f"{result.seconds:.1f} s of {result.time_limit:g} s ({result.stop.value}), "
        f"seed {result.seed}, {result.workers} workers, {versions}"
    )


class _Progress:
    """What a person sees while the solver works; only improvements where there is no terminal."""

    def __init__(self) -> None:
        self._spinner: Any = None
        if sys.stderr.isatty():
            from rich.console import Console  # noqa: PLC0415

            self._spinner = Console(stderr=True).status("looking for a castle…")

    def __enter__(self) -> _Progress:
        if self._spinner is not None:
            self._spinner.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._spinner is not None:
            self._spinner.stop()

    def improved(self, layout: Layout, total: int) -> None:
        """Tell of a better castle."""
        count = len(layout.tiles)
        text = f"a castle of {count} {'tile' if count == 1 else 'tiles'}, {total} points"
        if self._spinner is None:
            click.echo(text, err=True)
        else:
            self._spinner.update(f"{text}; looking for a better one…")


def _seconds(ctx: click.Context, param: click.Parameter, value: float) -> float:
    del ctx
    if not (math.isfinite(value) and value > 0):
        raise click.BadParameter("a number of seconds above 0", param=param)
    return value


@click.command("solve", short_help="Find the best castle from a hand.")
@click.argument("hand_file", metavar="HAND")
@click.option(
    "--time-limit",
    type=float,
    default=60.0,
    show_default=True,
    callback=_seconds,
    help="Seconds to search.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**31 - 1),
    default=0,
    show_default=True,
    help="Seed of the search; with --workers 1, the same seed finds the same castle.",
)
@click.option(
    "--workers", type=click.IntRange(1, 256), help="Threads to search with; all cores by default."
)
@click.option("--complete-only", is_flag=True, help="Look for complete castles only.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Also write the castle to this file, as a layout in JSON.",
)
@format_option()
@rule_option
@tileset_option
def command(
    *,
    hand_file: str,
    time_limit: float,
    seed: int,
    workers: int | None,
    complete_only: bool,
    output: Path | None,
    format_: str,
    chosen: dict[str, str],
    box: TileSet,
) -> int:
    """Find the castle with the highest score that the tiles of HAND can make.

    "optimal" is only said when it is proved. Ctrl-C ends the search and prints the best castle so
    far. Exit code 3 means that there is no castle to show.
    """
    hand = _load_hand(hand_file, box, chosen)
    # OR-Tools is the slowest import of all, so bad input is answered without it.
    from caladale.solve import best_castle  # noqa: PLC0415

    with _Progress() as progress:
        result = best_castle(
            hand,
            time_limit=time_limit,
            seed=seed,
            workers=workers,
            complete_only=complete_only,
            on_improvement=progress.improved,
        )
    if output is not None and result.layout is not None:
        print_text(write_json(result.layout), output)
    if format_ == "json":
        print_json(result_to_data(result))
    else:
        _print_result(result)
    return NO_CASTLE if result.layout is None else FINE
