"""Windows: the cells in which a model looks for a castle, and when they are enough."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from caladale.core.edges import Cell, Direction
from caladale.core.readings import Readings
from caladale.solve.models.hanging import hanging_sides
from caladale.solve.models.relaxation import CountingRelaxation, ShownTile
from caladale.solve.models.stock import Stock
from caladale.solve.models.window import Window

N, E, S, W = Direction


def overhang(stock: Stock, rules: Readings) -> int:
    """The most columns beyond the ground, left and right together, that a castle can reach.

    Think of support spreading from the ground (rule F). The first tile of a column beyond the
    ground to be supported does not stand, as nothing below it does, and is no bridge, as the column
    on its far side is reached later: so it hangs by a side. Each such column needs a tile of its
    own that can.
    """
    return sum(
        len(lot.names)
        for lot in stock.lots
        if any(not {E, W}.isdisjoint(hanging_sides(face, rules)) for face in lot.faces)
    )


def reach(columns: range, stock: Stock, rules: Readings) -> Iterator[Cell]:
    """Every cell that a legal castle of `stock` can use, on ground `columns`.

    A castle is connected (rule D) and its gate stands on the ground (B1). A cell that is y rows
    above row 0 and d columns beside the ground is y + d steps from the nearest ground cell, so the
    chain of tiles that joins it to the gate has at least y + d + 1 tiles.
    """
    spare = stock.most_tiles - 1
    widest = overhang(stock, rules)
    for y in range(spare + 1):
        beside = min(spare - y, widest)
        for x in range(columns.start - beside, columns.stop + beside):
            yield x, y


def is_reachable(cell: Cell, columns: range, stock: Stock, rules: Readings) -> bool:
    """Whether `reach` gives a cell, which may lie far away."""
    x, y = cell
    beside = max(columns.start - x, x - columns.stop + 1, 0)
    return 0 <= y < stock.most_tiles - beside and beside <= overhang(stock, rules)


def snug(columns: range, stock: Stock, rules: Readings) -> list[Cell]:
    """The cells of a box around the ground in which most good castles of `stock` fit."""
    beside = 2
    height = max(3, -(-stock.most_tiles // len(columns)) + 2)
    box = {
        (x, y) for x in range(columns.start - beside, columns.stop + beside) for y in range(height)
    }
    return sorted(box.intersection(reach(columns, stock, rules)))


def boxes(columns: range, tiles: int) -> list[Window]:
    """Windows worth a try for a complete castle of `tiles` tiles, the most promising first.

    A dense window is searched far faster than a roomy one, but a castle with many caps needs some
    room.
    """
    ground = frozenset(columns)
    found = [
        Window(columns.start - max(0, width - len(columns)) // 2, width, height, ground)
        for height in range(1, tiles + 1)
        for width in range(min(2, tiles), len(columns) + _BESIDE + 1)
        if _DENSEST * tiles <= width * height <= _ROOMIEST * tiles + width + height
    ]
    return sorted(found, key=lambda box: _unlikeliness(box, tiles))[:_BOXES]


_BESIDE = 12
_DENSEST, _BEST, _ROOMIEST = 1.0, 1.9, 2.8
_LOW = 0.95
_BOXES = 12


def _unlikeliness(box: Window, tiles: int) -> float:
    """The less, the better: some room, wide and low rather than high.

    Castles of hands were found soonest in such boxes: 10 x 5 for 26 tiles, say, and not 7 x 7.
    """
    return abs(box.area / tiles - _BEST) + abs(box.height - _LOW * math.sqrt(tiles)) / 2


def enough(
    columns: range, sums: CountingRelaxation, rules: Readings, points: int, *, complete: bool = True
) -> frozenset[Cell]:
    """Cells that hold every castle of `points` that `HandModel` knows.

    *Height.* A row with a joint from left to right in it begins with a tile that is castle on its
    right side and not on its left, or has an exposed edge there. A row without one consists of
    tiles that are castle on top and bottom at most, but for exposed edges at their sides; at least
    one goes on to the next row, or the castle ends there, which it can at the top only, as the gate
    stands in the bottom row. So every row but the topmost has a tile that starts it, a tile that
    goes straight up, or an edge exposed to the right or left.

    *Width.* As for `overhang`: every column beyond the ground has a tile that hangs by a side. If
    another column follows, the first tile there hangs from one that stands, so this column has a
    stack, and the stack rests on a tile that hangs and is castle on top. Or it hangs from a pivot
    (a wild with four castle sides), which is such a tile itself.

    *Slope.* A tile d columns beyond the ground hangs from one that stands on another tile of its
    column, so whatever lies there, but for a tile that hangs from above, is at least d - 1 rows up.
    Where it hangs from a pivot that itself hangs from above, that is two rows less from there on.

    How many tiles of these sorts there can be is counted by `caladale.solve.models.relaxation`.

    Args:
        columns: the ground.
        sums: what counting says about castles of the tiles.
        rules: the readings.
        points: what the castle scores.
        complete: whether complete castles are meant, or others.
    """

    def most(count: Any) -> int:
        return sums.most(count, points, complete=complete)

    def hangs(look: ShownTile) -> bool:
        return look.hangs_sideways(rules)

    goes_on = sums.count(lambda look: look.starts_row or look.is_straight)
    height = 1 + most(goes_on + sums.exposed(sides=[E, W]))
    carriers = sums.count(lambda look: hangs(look) and look.edges[N].is_castle)
    beside = min(most(sums.count(hangs)), most(carriers) + 2)
    has_pivot = any(look.lot.is_wild and look.ends == 4 and hangs(look) for look in sums.number)
    lower = 4 if has_pivot else 2
    return frozenset(
        (x, y)
        for x in range(columns.start - beside, columns.stop + beside)
        for y in range(height)
        if y >= max(columns.start - x, x - columns.stop + 1) - lower
    )


def around(cells: frozenset[Cell], columns: range) -> Window:
    """The smallest window that holds `cells`."""
    left, right = min(x for x, _ in cells), max(x for x, _ in cells)
    height = 1 + max(y for _, y in cells)
    return Window(left, right - left + 1, height, frozenset(columns))
