"""Tiles as a list that leaves room for the castle: in columns with their names, or edges alone."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from caladale.core.edges import Edge
from caladale.core.tile_file import Role
from caladale.core.tiles import Face
from caladale.render.text import ASCII, UNICODE

_SKY = "."
_BETWEEN = 2


class Listed(Struct, frozen=True):
    """A tile of a list.

    Attributes:
        label: what the player types for it.
        name: its id.
        face: what it shows.
    """

    label: str
    name: str
    face: Face


def _short(one: Listed) -> str:
    """The label in as few characters as it may be typed."""
    return "w" if one.label == "wild" else one.label


def signs_of(face: Face, *, unicode: bool) -> str:
    """The castle edges by the signs of the drawing, such as ``#NE %SW``; a tower top has a flag."""
    signs = UNICODE if unicode else ASCII
    sides: dict[Edge, str] = {}
    for name, edge in zip("NESW", face.edges, strict=True):
        if edge.is_castle:
            sides[edge] = sides.get(edge, "") + name
    words = [f"{signs.patterns[edge]}{names}" for edge, names in sides.items()]
    return " ".join([*words, *([signs.flag] if face.role is Role.TOWER else [])])


def named_columns(tiles: Sequence[Listed], width: int, *, unicode: bool) -> list[str]:
    """The tiles in columns from the top down, each with label, id and edges."""
    if not tiles:
        return []
    label = max(len(_short(one)) for one in tiles)
    name = max(len(one.name) for one in tiles)
    cells = [
        f"{_short(one):>{label}} {one.name:{name}} {signs_of(one.face, unicode=unicode)}"
        for one in tiles
    ]
    broad = max(map(len, cells))
    columns = max(1, (width + _BETWEEN) // (broad + _BETWEEN))
    rows = -(-len(cells) // columns)
    gap = " " * _BETWEEN
    return [
        gap.join(cell.ljust(broad) for cell in cells[row::rows]).rstrip() for row in range(rows)
    ]


def edge_rows(tiles: Sequence[Listed], width: int, *, unicode: bool) -> list[str]:
    """The tiles in rows, each with its label and a sign for each edge: top, right, bottom, left."""
    if not tiles:
        return []
    signs = UNICODE if unicode else ASCII
    label = max(len(_short(one)) for one in tiles)
    cells = [
        f"{_short(one):>{label}} "
        + "".join(signs.patterns.get(edge, _SKY) for edge in one.face.edges)
        + (signs.flag if one.face.role is Role.TOWER else " ")
        for one in tiles
    ]
    columns = max(1, (width + 1) // (len(cells[0]) + 1))
    return [" ".join(cells[i : i + columns]).rstrip() for i in range(0, len(cells), columns)]


def legend(*, unicode: bool) -> str:
    """What the signs of a castle mean, on a line of less than 60 characters."""
    signs = UNICODE if unicode else ASCII
    themes = " ".join(f"{signs.patterns[edge]} {edge.value}" for edge in signs.patterns)
    return f"{themes} {signs.flag} tower {signs.door} gate {signs.exposed} exposed"


def edges_in_words(face: Face, turn: int = 0) -> str:
    """The castle edges of a tile as it lies, such as ``stone N E, tree S W``."""
    sides: dict[str, list[str]] = {}
    for name, edge in zip("NESW", face.turns[turn], strict=True):
        if edge.is_castle:
            sides.setdefault(edge.value, []).append(name)
    return ", ".join(f"{theme} {' '.join(names)}" for theme, names in sides.items())
