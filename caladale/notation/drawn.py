"""The drawn notation: a castle as it lies on the table, a row a line, the grass below.

What cannot stand in rows is placed below them by its cell: a second tile in a cell, one below the
ground, and one that lies far from the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from caladale.core.edges import Cell
from caladale.core.layout import Layout, Placement
from caladale.core.tile_names import names_of, needs_numbers
from caladale.core.tiles import standard_tileset
from caladale.notation.data import layout_to_data

WIDEST, HIGHEST = 60, 60
"""So many columns beside the first one with grass, and so many rows, are drawn."""

SHOWN_GRASS = 16
"""A strip of up to so many columns is shown by the ground line."""


def write_drawn(layout: Layout) -> str:
    """Write a layout in the drawn notation, ending in a line feed.

    Nothing is lost but the order of the tiles: they are read again from the top row down.
    """
    start = min((strip.x for strip in layout.grass), default=0)
    drawn = dict[Cell, Placement]()
    for placed in layout.tiles:
        near = abs(placed.x - start) <= WIDEST and 0 <= placed.y <= HIGHEST
        if near and (layout.grass or placed.x >= 0):
            drawn.setdefault(placed.cell, placed)
    in_rows = sorted(drawn.values(), key=lambda placed: (-placed.y, placed.x))
    others = [placed for placed in layout.tiles if drawn.get(placed.cell) is not placed]
    words = spelled([*in_rows, *others], layout)
    left = min([start, *(x for x, _ in drawn)])
    lines = [" ".join(head_words(layout, is_ground_shown=_shows_ground(layout)))]
    lines += _rows(dict(zip((p.cell for p in in_rows), words, strict=False)), left)
    if left < start or not has_book_strip(layout):
        signs = _ground_line(layout) if _shows_ground(layout) else "="
        lines.append("." * (start - left) + signs if layout.grass else "")
    placed_words = words[len(in_rows) :]
    lines += [at_cell(word, p) for word, p in zip(placed_words, others, strict=True)]
    return "\n".join(line for line in lines if line) + "\n"


def spelled(tiles: Iterable[Placement], layout: Layout) -> list[str]:
    """A word for each tile, without its place, when they are written in this order.

    Tiles have their numbers where they would be given others.
    """
    tiles = list(tiles)
    names = names_of(layout.tileset.file)
    numbered = needs_numbers((placed.tile for placed in tiles), names)
    return [
        names.spell(placed, numbered=names.known[placed.tile].entry.id in numbered)
        for placed in tiles
    ]


def at_cell(word: str, placed: Placement) -> str:
    """A tile with its cell: the turn of its word comes last."""
    turn = "NESW"[placed.turn]
    name = word.removesuffix(f"/{turn}")
    if name == word and placed.turn:
        name = word.removesuffix(turn)
    return f"{name}@{placed.x},{placed.y}{turn if placed.turn else ''}"


def has_book_strip(layout: Layout) -> bool:
    """Whether the grass is what it is when nothing is said of it."""
    return [(strip.x, strip.width) for strip in layout.grass] == [(0, 4)]


def head_words(layout: Layout, *, is_ground_shown: bool) -> list[str]:
    """The settings that are not at their default, and the grass where no drawing shows it."""
    data: Mapping[str, Any] = layout_to_data(layout)
    words = []
    if layout.tileset.name != standard_tileset().name:
        words.append(f"box={layout.tileset.name}")
    words += [data["variant"]] if "variant" in data else []
    if not layout.grass:
        words.append("grass=none")
    elif not (is_ground_shown or has_book_strip(layout)):
        words.append(",".join(f"{strip.x}+{strip.width}" for strip in layout.grass))
    words += [f"flipped={layout.flipped}"] if layout.flipped else []
    words += ["timer"] if layout.timer else []
    words += [f"exchanges={layout.exchanges}"] if layout.exchanges else []
    return words + [f"{name}={value}" for name, value in data.get("rules", {}).items()]


def _shows_ground(layout: Layout) -> bool:
    """Whether a ground line says all of the grass: strips from column 0 on, in their order."""
    end = 0
    for i, strip in enumerate(layout.grass):
        if strip.x < end or (i == 0 and strip.x) or strip.x + strip.width > SHOWN_GRASS:
            return False
        end = strip.x + strip.width
    return bool(layout.grass)


def _ground_line(layout: Layout) -> str:
    signs, end = "", 0
    for i, strip in enumerate(layout.grass):
        touches = i > 0 and strip.x == end
        signs += "|" if touches else "." * (strip.x - end)
        signs += "=" * strip.width
        end = strip.x + strip.width
    return signs


def _rows(words: Mapping[Cell, str], left: int) -> list[str]:
    """The rows of a drawing from the top down, in columns; a dot alone where no tile is drawn."""
    if not words:
        return ["."]
    right, top = max(x for x, _ in words), max(y for _, y in words)
    columns = range(left, right + 1)
    rows = range(top, -1, -1)
    width = {x: max([1, *(len(words[x, y]) for y in rows if (x, y) in words)]) for x in columns}
    lines = []
    for y in rows:
        cells = [words.get((x, y), ".").ljust(width[x]) for x in columns]
        line = " ".join(cells).rstrip(" .")
        lines.append(line or ".")
    return lines
