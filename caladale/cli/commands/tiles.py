"""``caladale tiles``: what is in the box, and how we know."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import msgspec

from caladale import render
from caladale.cli import terminal
from caladale.cli.exits import FINE
from caladale.cli.options import (
    OutputFile,
    rule_option,
    tile_file_text,
    tileset_option,
    with_readings,
)
from caladale.cli.output import cell, console, echo, print_bytes, print_json, print_text, shown
from caladale.core.edges import Edges
from caladale.core.readings import Readings
from caladale.core.tile_file import Entry, tile_ids
from caladale.core.tile_names import names_of
from caladale.core.tiles import TileSet


def _kind_to_data(entry: Entry, box: TileSet) -> dict[str, Any]:
    ids = tile_ids(entry)
    sides = {
        side: [edge.value for edge in box.faces[ids[0], side].edges]
        for side in box.tiles[ids[0]].sides
    }
    return {
        "kind": entry.id,
        "short": names_of(box.file).short.get(entry.id),
        "group": entry.group.value,
        "role": entry.role.value,
        "count": len(ids),
        "without_plus": len(ids) - entry.plus,
        "edges": sides,
        "provenance": entry.provenance.value,
        "note": entry.note,
        "tiles": ids,
    }


def _ids_to_text(entry: Entry) -> str:
    ids = tile_ids(entry)
    return ids[0] if len(ids) == 1 else f"{ids[0]}..{len(ids)}"


def _draw(box: TileSet, rules: Readings, path: Path) -> None:
    """Draw the box into a file, as its ending says."""
    ending = path.suffix.lower()
    if ending not in (".svg", ".png"):
        raise click.UsageError(f"{shown(path)} does not end in .svg or .png")
    picture = render.render_box(box, rules)
    if ending == ".svg":
        print_text(picture, path)
    else:
        print_bytes(render.render_png(picture), path)


def _edges_to_text(edges: Edges) -> str:
    return " ".join(f"{'-' if not edge.is_castle else edge.value:5}" for edge in edges)


@click.command("tiles", short_help="List the tiles of the box.")
@click.option(
    "--picture",
    metavar="FILE",
    type=OutputFile(),
    help="Draw the box as a chart into this file, which ends in .svg or .png.",
)
@click.option(
    "--format",
    "format_",
    type=click.Choice(["text", "json", "toml"]),
    default="text",
    show_default=True,
    help="How to print the tiles; toml is the tile file itself, to be corrected in a copy.",
)
@rule_option
@tileset_option
def command(*, picture: Path | None, format_: str, chosen: dict[str, str], box: TileSet) -> int:
    """List the tiles with their names, how many there are, their printed edges, and how we know.

    Whatever reads a castle or a hand knows a tile by its id, such as stone-four-2, and by its kind,
    such as stone-four or for short s4: then it is one that is not named otherwise.

    Provenance tells whether an edge is named in the rulebook, inferred from it, or assumed; a copy
    of the tile file with a corrected edge can be given to every command with --tileset.
    """
    rules = with_readings(Readings(), chosen)
    read = box.under(rules)
    if picture is not None:
        _draw(box, rules, picture)
    if format_ == "toml":
        print_text(tile_file_text(click.get_current_context()), None)
        return FINE
    entries = box.file.tile
    if format_ == "json":
        kinds = [_kind_to_data(entry, read) for entry in entries]
        counts = msgspec.to_builtins(box.file.counts)
        print_json({"tileset": box.name, "counts": counts, "kinds": kinds})
        return FINE
    short = names_of(box.file).short
    table = terminal.Table("Ids", "Short", box=None, pad_edge=False)
    table.add_column("Tiles", justify="right")
    table.add_column("Without +", justify="right")
    for name in ("Edges N E S W", "Provenance", "Note"):
        table.add_column(name)
    for entry in entries:
        first = tile_ids(entry)[0]
        for side in box.tiles[first].sides:
            count = len(tile_ids(entry))
            table.add_row(
                _ids_to_text(entry) if side == "front" else "  back",
                short.get(entry.id, "") if side == "front" else "",
                str(count) if side == "front" else "",
                str(count - entry.plus) if side == "front" else "",
                _edges_to_text(read.faces[first, side].edges),
                entry.provenance.value,
                cell(entry.note) if side == "front" else "",
            )
    console().print(table)
    counts = box.file.counts
    echo(
        f"\n{len(box.tiles)} tiles: {counts.standard} standard, {counts.enchanted} enchanted, "
        f"{counts.gate} gates, {counts.wild} wilds. {counts.supply} are drawn in play, "
        f"{counts.supply_without_plus} with two players."
    )
    return FINE
