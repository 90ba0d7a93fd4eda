"""Castles that need no search, to answer with when nothing better is found in time."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from caladale.core.layout import Layout, Placement
from caladale.core.tile_file import Role
from caladale.rules.board import Ground
from caladale.rules.verdict import validate
from caladale.solve.models.stock import Stock


def castles_at_hand(layout: Layout, stock: Stock) -> Iterator[Layout]:
    """Legal castles that `layout` can be changed into: a gate alone, and the whole moved as it is.

    There may be none: a gate with sky below does not stand alone on the grass.
    """
    gates = (layout.replace(tiles=(gate,)) for gate in _gates(layout, stock))
    yield from (castle for castle in islice(gates, _MOST_GATES) if validate(castle).valid)
    number = max(1, _MOST_MOVED // max(1, len(layout.tiles)))
    for castle in islice(_moved(layout), number):
        if validate(castle).valid:
            yield castle
            return


def _gates(layout: Layout, stock: Stock) -> Iterator[Placement]:
    """Each gate alone: where it lies if it lies on the grass, else on the nearest column of it."""
    ground = Ground(layout.grass)
    lying = {placed.tile: placed for placed in layout.tiles}
    for lot in stock.lots:
        if not lot.is_gate:
            continue
        for name in lot.names:
            x, y = lying[name].cell if name in lying else (0, 0)
            if y or not ground.covers(x):
                x = _nearest(ground, x)[0]
            for face in lot.faces:
                yield Placement(name, x, 0, 0, face.side)


def _nearest(ground: Ground, x: int) -> list[int]:
    """Columns of grass, those nearest to column `x` first."""
    found: set[int] = set()
    for start, end in ground.runs:
        middle = min(max(x, start), end - 1)
        found.update(range(max(start, middle - _COLUMNS), min(end, middle + _COLUMNS)))
    return sorted(found, key=lambda column: (abs(column - x), column))


def _moved(layout: Layout) -> Iterator[Layout]:
    """The castle moved as it is, so that its first gate stands on the grass, the nearest first."""
    gates = [p for p in layout.tiles if layout.tileset.tiles[p.tile].role is Role.GATE]
    if not gates:
        return
    gate = min(gates, key=lambda placed: placed.cell)
    for column in _nearest(Ground(layout.grass), gate.x):
        right, up = column - gate.x, -gate.y
        yield layout.replace(
            tiles=(Placement(p.tile, p.x + right, p.y + up, p.turn, p.side) for p in layout.tiles)
        )


_MOST_GATES = 40
"""So many gates are tried; the box has four."""
_MOST_MOVED = 20_000
"""So many tiles are moved in all, which takes a fraction of a second."""
_COLUMNS = 40
"""Of each piece of grass so many columns are looked at, to the left and to the right."""
