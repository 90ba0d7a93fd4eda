"""``caladale convert``: from one notation to another."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from caladale.cli.castles import castles_or_exit, seat_option
from caladale.cli.exits import FINE
from caladale.cli.options import (
    WRITE_TO,
    file_argument,
    output_option,
    rule_option,
    tileset_option,
)
from caladale.cli.output import print_text, shown
from caladale.core.layout import Layout
from caladale.core.tiles import TileSet
from caladale.notation import write_drawn, write_json, write_line

_WRITERS: dict[str, Callable[[Layout], str]] = {
    "json": write_json,
    "line": lambda layout: write_line(layout) + "\n",
    "drawn": write_drawn,
}

_ONE = "such a file holds one: write them with --to line, or choose one of a log with --seat"


@click.command("convert", short_help="Write a layout as JSON, on one line, or drawn.")
@file_argument
@click.option(
    "--to",
    "notation",
    type=click.Choice(list(_WRITERS)),
    required=True,
    help="The notation to write.",
)
@output_option(WRITE_TO)
@seat_option
@rule_option
@tileset_option
def command(
    *,
    file: str,
    notation: str,
    output: Path | None,
    seat: int | None,
    chosen: dict[str, str],
    box: TileSet,
) -> int:
    """Write a layout in another notation (or, tidied, in the same).

    Nothing is lost: whatever the file says, each notation can say; only the order of the tiles in
    the drawn one is that of the drawing. Readings chosen with --rule are written into the layout.
    Of the log of a game the castle is written as it stands after the last move; several castles go
    on a line each.
    """
    castles = castles_or_exit(file, box, chosen, seat)
    if notation == "line" or len(castles) == 1:
        print_text("".join(map(_WRITERS[notation], castles)), output)
    else:
        name = shown(file)
        raise click.ClickException(f"{name}: there are {len(castles)} castles here; {_ONE}")
    return FINE
