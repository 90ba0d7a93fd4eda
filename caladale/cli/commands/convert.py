"""``caladale convert``: from one notation to the other."""

from __future__ import annotations

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
from caladale.core.tiles import TileSet
from caladale.notation import write_json, write_line

_ONE = "a JSON file holds one: write them with --to line, or choose one of a log with --seat"


@click.command("convert", short_help="Write a layout as JSON or on one line.")
@file_argument
@click.option(
    "--to",
    "notation",
    type=click.Choice(["json", "line"]),
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
    """Write a layout in the other notation (or, tidied, in the same).

    Nothing is lost: whatever the file says, both notations can say. Readings chosen with --rule are
    written into the layout. Of the log of a game the castle is written as it stands after the last
    move; several castles go on a line each.
    """
    castles = castles_or_exit(file, box, chosen, seat)
    if notation == "line":
        print_text("".join(f"{write_line(castle)}\n" for castle in castles), output)
    elif len(castles) == 1:
        print_text(write_json(castles[0]), output)
    else:
        name = shown(file)
        raise click.ClickException(f"{name}: there are {len(castles)} castles here; {_ONE}")
    return FINE
