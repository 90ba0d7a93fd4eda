"""The written forms of layouts, hands and tables: JSON, and for layouts one line too.

A file of several layouts, such as the steps of a search, has one on each line.

Both forms of a layout say the same *plain data* (dicts, lists, strings, integers), and only the
step between plain data and values checks it; so neither form accepts what the other refuses.
"""

from __future__ import annotations

from caladale._io.formats import LAYOUT, read_as
from caladale._io.strict_json import load_json
from caladale.core.layout import Layout
from caladale.core.tiles import TileSet
from caladale.errors import FormatError
from caladale.notation import line
from caladale.notation.data import layout_from_data, layout_to_data
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


def write_json(layout: Layout) -> str:
    """Write `layout` as JSON, ending in a line feed; what is at its default is left out."""
    return to_json(layout_to_data(layout))


def write_line(layout: Layout) -> str:
    """Write `layout` in one-line notation, without a line feed."""
    return line.write_line(layout)
