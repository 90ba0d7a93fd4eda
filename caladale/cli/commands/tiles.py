"""``caladale tiles``: what is in the box, and how we know."""

from __future__ import annotations

from typing import Any

import click
import msgspec

from caladale.cli import terminal
from caladale.cli.exits import FINE
from caladale.cli.options import rule_option, tile_file_text, tileset_option, with_readings
from caladale.cli.output import cell, console, echo, print_json, print_text
from caladale.core.edges import Edges
from caladale.core.readings import Readings
from caladale.core.tile_file import Entry, tile_ids
from caladale.core.tiles import TileSet


def _kind_to_data(entry: Entry, box: TileSet) -> dict[str, Any]:
    ids = tile_ids(entry)
    sides = {
        side: [edge.value for edge in box.faces[ids[0], side].edges]
        for side in box.tiles[ids[0]].sides
    }
    return {
        "kind": entry.id,
        "group": entry.group.value,
        "role": entry.role.value,
        "count": len(ids),
        "without_plus": len(ids) - entry.plus,
        "edges": sides,
        "provenance": entry.provenance.value,
        "note": entry.note,
        "tiles": ids,
    }


def _edges_to_text(edges: Edges) -> str:
    return " ".join(f"{'-' if not edge.is_castle else edge.value:5}" for edge in edges)


@click.command("tiles", short_help="List the tiles of the box.")
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
def command(*, format_: str, chosen: dict[str, str], box: TileSet) -> int:
    """List the tiles with their printed edges, how many there are, and how we know.

    Provenance tells whether an edge is named in the rulebook, inferred from it, or assumed; a copy
    of the tile file with a corrected edge can be given to every command with --tileset.
    """
    if format_ == "toml":
        print_text(tile_file_text(click.get_current_context()), None)
        return FINE
    read = box.under(with_readings(Readings(), chosen))
    entries = box.file.tile
    if format_ == "json":
        kinds = [_kind_to_data(entry, read) for entry in entries]
        counts = msgspec.to_builtins(box.file.counts)
        print_json({"tileset": box.name, "counts": counts, "kinds": kinds})
        return FINE
    table = terminal.Table("Kind", box=None, pad_edge=False)
    table.add_column("Tiles", justify="right")
    table.add_column("Without +", justify="right")
    for name in ("Edges N E S W", "Provenance", "Note"):
        table.add_column(name)
    for entry in entries:
        first = tile_ids(entry)[0]
        for side in box.tiles[first].sides:
            count = len(tile_ids(entry))
            table.add_row(
                entry.id if side == "front" else "  back",
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
