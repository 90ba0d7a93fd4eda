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
from caladale.errors import FormatError, TextMistake
from caladale.notation import castle_words, drawn, hand_words, line
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
    """Read a layout: JSON when the text starts with a brace, else a castle in words.

    Args:
        text: a layout as JSON, drawn in rows or in frames, or on one line.
        tileset: the box; the published one by default.

    Raises:
        FormatError: with every mistake, each with line and column, and for JSON a path such as
            ``tiles[3].turn``.
    """
    wants(text, str, "pathlib.Path(name).read_text() gives that of a file")
    with read_as(text, LAYOUT):
        if text.lstrip()[:1] in ("{", "["):
            return layout_from_data(load_json(text), tileset)
        return castle_words.read_words(text, tileset)


def read_layouts(text: str, tileset: TileSet | None = None) -> list[Layout]:
    """Read a layout in any notation, or several castles in words, each beginning with a whole head.

    Args:
        text: JSON when it starts with a brace, else words.
        tileset: the box; the published one by default.

    Returns:
        One layout or more.

    Raises:
        FormatError: with every mistake of all castles.
    """
    wants(text, str, "pathlib.Path(name).read_text() gives that of a file")
    if text.lstrip()[:1] in ("{", "["):
        return [read_layout(text, tileset)]
    found: list[Layout] = []
    mistakes: list[TextMistake] = []
    topic = ""
    with read_as(text, LAYOUT):
        for lines in castle_words.castles(text):
            try:
                found.append(castle_words.read_castle(lines, tileset))
            except FormatError as error:
                mistakes += error.mistakes
                topic = topic or error.topic
        if mistakes:
            raise FormatError.of(mistakes, topic)
    return found


def read_hand(text: str, tileset: TileSet | None = None) -> Hand:
    """Read a hand from JSON or words.

    Args:
        text: a hand in the format ``caladale-hand/1``, or its tiles by name.
        tileset: the box; the published one by default.

    Raises:
        FormatError: with every mistake, each with line and column, and for JSON a path such as
            ``tiles[3]``.
    """
    wants(text, str, "pathlib.Path(name).read_text() gives that of a file")
    with read_as(text, HAND):
        if text.lstrip()[:1] in ("{", "["):
            return hand_from_data(load_json(text), tileset)
        return hand_words.read_hand_words(text, tileset)


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


def write_line(value: Layout | Hand) -> str:
    """Write a layout in one-line notation, or a hand in words, without a line feed."""
    if isinstance(value, Hand):
        return hand_words.write_hand_line(value)
    wants_layout(value)
    return line.write_line(value)


def write_drawn(layout: Layout) -> str:
    """Write `layout` as it lies on the table, a row a line, ending in a line feed.

    It is read again as the same castle; the tiles then stand in the order of the drawing.
    """
    wants_layout(layout)
    return drawn.write_drawn(layout)
