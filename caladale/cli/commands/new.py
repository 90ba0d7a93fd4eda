"""``caladale new``: lay a castle on the terminal."""

from __future__ import annotations

from pathlib import Path

import click

from caladale.cli.editor.start import ascii_option, edit_castle
from caladale.cli.names import free_name
from caladale.cli.options import OutputFile, rule_option, tileset_option, with_readings
from caladale.cli.output import shown
from caladale.core.layout import Grass, Layout, Variant
from caladale.core.readings import Readings
from caladale.core.tiles import TileSet


@click.command("new", short_help="Lay a castle on the terminal.")
@click.argument("file", type=OutputFile(), required=False)
@click.option(
    "--variant",
    type=click.Choice([variant.value for variant in Variant]),
    default=Variant.STANDARD.value,
    show_default=True,
    help="The game that the castle is built in.",
)
@ascii_option
@rule_option
@tileset_option
def command(
    *, file: Path | None, variant: str, ascii_only: bool, chosen: dict[str, str], box: TileSet
) -> int:
    """Lay a new castle at a cursor, as 'caladale edit' changes one.

    It is saved in FILE, by default in castle.json, or castle-2.json if that is there; an ending of
    .json asks for JSON, .txt for the notation on one line.
    """
    if file is not None and file.exists():
        raise click.ClickException(
            f"{shown(file)} is there already; 'caladale edit' changes the castle in it"
        )
    game = Variant(variant)
    grass, x = [], 0
    for width in game.book_ground:
        grass.append(Grass(x, width))
        x += width
    blank = Layout(
        grass=tuple(grass), variant=game, rules=with_readings(Readings(), chosen), tileset=box
    )
    path = file or free_name(Path("castle.json"))
    return edit_castle(path, box, blank, ascii_only=ascii_only)
