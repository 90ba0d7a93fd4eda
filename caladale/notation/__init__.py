"""The written forms of layouts, hands and tables: JSON, and for layouts one line too.

Both forms of a layout say the same *plain data* (dicts, lists, strings, integers), and only the
step between plain data and values checks it; so neither form accepts what the other refuses.
"""

from __future__ import annotations

from caladale.layout import Layout
from caladale.notation import line
from caladale.notation.data import layout_from_data, layout_to_data
from caladale.notation.json_text import to_json
from caladale.strict import load_json
from caladale.tiles import TileSet


def read_layout(text: str, tileset: TileSet | None = None) -> Layout:
    """Read a layout from either notation, told apart by the first character.

    Args:
        text: JSON when it starts with a brace, else one line.
        tileset: the box; the published one by default.

    Raises:
        FormatError: one error with its place: a path such as ``tiles[3].turn`` for JSON, a column
            for one line.
    """
    if text.lstrip()[:1] in ("{", "["):
        return layout_from_data(load_json(text), tileset)
    return line.read_line(text, tileset)


def write_json(layout: Layout) -> str:
    """Write `layout` as JSON, ending in a line feed; what is at its default is left out."""
    return to_json(layout_to_data(layout))


def write_line(layout: Layout) -> str:
    """Write `layout` in one-line notation, without a line feed."""
    return line.write_line(layout)
