"""The written forms of layouts, hands and tables: JSON, and for layouts one line too.

A file of several layouts, such as the steps of a search, has one on each line.

Both forms of a layout say the same *plain data* (dicts, lists, strings, integers), and only the
step between plain data and values checks it; so neither form accepts what the other refuses.

Reading order: `data`, `json_text` and `line` (the two notations), `results` (what the referee says,
as plain data), `json_schema`. Imports the referee.
"""

from __future__ import annotations

from caladale._io.formats import HAND, LAYOUT, TABLE, read_as
from caladale._io.strict_json import load_json
from caladale.core.hand import Hand, Table
from caladale.core.layout import Layout, wants_layout
from caladale.core.soundness import wants
from caladale.core.tiles import TileSet
from caladale.errors import FormatError
from caladale.notation import line
from caladale.notation.data import (
    hand_from_data,
    hand_to_data,
    layout_from_data,
    layout_to_data,
    table_from_data,
    table_to_data,
)
from caladale.notation.json_text import to_json


def read_layout(text: str, tileset: TileSet | None = None) -> Layout:
    """Read a layout from either notation, told apart by the first character.

    Args:
        text: JSON when it starts with a brace, else one line.
        tileset: the box; the published one by default.

    Raises:
        FormatError: one error with its place: a path such as ``tiles[3].turn`` for JSON, a column
            for one line.
    """
    wants(text, str, "pathlib.Path(name).read_text() gives that of a file")
    with read_as(text, LAYOUT):
        if text.lstrip()[:1] in ("{", "["):
            return layout_from_data(load_json(text), tileset)
        return line.read_line(text, tileset)


def read_layouts(text: str, tileset: TileSet | None = None) -> list[Layout]:
    """Read a layout in either notation, or several of them in one-line notation, one on a line.

    Args:
        text: JSON when it starts with a brace, else lines; blank ones are passed over.
        tileset: the box; the published one by default.

    Returns:
        One layout or more.

    Raises:
        FormatError: with its place, which for several lines starts with the number of the line.
    """
    wants(text, str, "pathlib.Path(name).read_text() gives that of a file")
    lines = [(n, one) for n, one in enumerate(text.splitlines(), start=1) if one.strip()]
    if len(lines) < 2 or text.lstrip()[:1] in ("{", "["):
        return [read_layout(text, tileset)]
    found = []
    with read_as(text, LAYOUT):
        for number, one in lines:
            try:
                found.append(line.read_line(one, tileset))
            except FormatError as error:
                raise error.at(f"line {number}, {error.place}") from None
    return found


def read_hand(text: str, tileset: TileSet | None = None) -> Hand:
    """Read a hand from JSON.

    Args:
        text: a hand in the format ``caladale-hand/1``.
        tileset: the box; the published one by default.

    Raises:
        FormatError: one error with its place, a path such as ``tiles[3]``.
    """
    wants(text, str, "pathlib.Path(name).read_text() gives that of a file")
    with read_as(text, HAND):
        return hand_from_data(load_json(text), tileset)


def read_table(text: str, tileset: TileSet | None = None) -> Table:
    """Read a dealt table from JSON.

    Args:
        text: a table in the format ``caladale-table/1``.
        tileset: the box; the published one by default.

    Raises:
        FormatError: one error with its place, a path such as ``hands[1].tiles[3]``.
    """
    wants(text, str, "pathlib.Path(name).read_text() gives that of a file")
    with read_as(text, TABLE):
        return table_from_data(load_json(text), tileset)


def write_json(value: Layout | Hand | Table) -> str:
    """Write a layout, a hand or a table as JSON, ending in a line feed.

    What is at its default is left out.
    """
    if isinstance(value, Layout):
        return to_json(layout_to_data(value))
    if isinstance(value, Hand):
        return to_json(hand_to_data(value))
    wants(value, Table, "or a Layout or a Hand; caladale.write_game writes games")
    return to_json(table_to_data(value))


def write_line(layout: Layout) -> str:
    """Write `layout` in one-line notation, without a line feed."""
    wants_layout(layout)
    return line.write_line(layout)
