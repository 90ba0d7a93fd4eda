"""``caladale solve``: the best castle from a hand."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from caladale.cli.exits import FINE, NO_CASTLE
from caladale.cli.options import (
    format_option,
    rule_option,
    seed_option,
    tileset_option,
    time_limit_option,
    unreadable,
    with_readings,
    workers_option,
)
from caladale.cli.output import print_json, print_text
from caladale.cli.results import Search, castle_in_words, print_result, result_to_data
from caladale.errors import FormatError
from caladale.files import read_text
from caladale.hand import Hand
from caladale.notation import write_json
from caladale.notation.data import hand_from_data
from caladale.strict import load_json
from caladale.tiles import TileSet


def _load_hand(name: str, box: TileSet, chosen: dict[str, str]) -> Hand:
    try:
        hand = hand_from_data(load_json(read_text(name)), box)
    except (FormatError, OSError) as error:
        raise click.ClickException(unreadable(name, error)) from None
    return msgspec.structs.replace(hand, rules=with_readings(hand.rules, chosen))


@click.command("solve", short_help="Find the best castle from a hand.")
@click.argument("hand_file", metavar="HAND")
@time_limit_option(60.0)
@seed_option
@workers_option
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

    with Search() as search:
        result = best_castle(
            hand,
            time_limit=time_limit,
            seed=seed,
            workers=workers,
            complete_only=complete_only,
            on_improvement=lambda layout, total: search.improved(castle_in_words(layout, total)),
        )
    if output is not None and result.layout is not None:
        print_text(write_json(result.layout), output)
    if format_ == "json":
        print_json(result_to_data(result))
    else:
        print_result(result)
    return NO_CASTLE if result.layout is None else FINE
