"""``caladale convert``: from one notation to the other."""

from __future__ import annotations

from pathlib import Path

import click

from caladale.cli.exits import FINE
from caladale.cli.options import (
    WRITE_TO,
    file_argument,
    layout_or_exit,
    output_option,
    rule_option,
    tileset_option,
)
from caladale.cli.output import print_text
from caladale.core.tiles import TileSet
from caladale.notation import write_json, write_line


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
@rule_option
@tileset_option
def command(
    *, file: str, notation: str, output: Path | None, chosen: dict[str, str], box: TileSet
) -> int:
    """Write a layout in the other notation (or, tidied, in the same).

    Nothing is lost: whatever the file says, both notations can say. Readings chosen with --rule are
    written into the layout.
    """
    layout = layout_or_exit(file, box, chosen)
    print_text(write_json(layout) if notation == "json" else write_line(layout) + "\n", output)
    return FINE
