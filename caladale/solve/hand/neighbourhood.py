"""Large neighbourhood search: the castles that differ from a known one in one place only.

Most of what is wrong with a good castle is wrong in one corner of it. So the tiles around a cell,
the *destroy set*, are removed and placed anew by the exact model, together with those that were
left over, while all others stay: a question of a fraction of a second, asked again and again at
other places. Castles of the same score are taken too, as they lead elsewhere (Shaw, "Using
constraint programming and local search methods to solve vehicle routing problems", 1998).
"""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping

from msgspec import Struct

from caladale.core.edges import Cell
from caladale.solve.models.stock import Piece


class NeighbourhoodParams(Struct, frozen=True):
    """How large the neighbourhood is; by trial, on `benchmarks.hands`.

    Attributes:
        fewest: how many tiles are removed at least.
        most: and at most; of the numbers tried, fewer and more found less in the same time.
        part: no more than so much of what is loose, or it would be another castle.
        room: so many cells around what was removed are free as well.
    """

    fewest: int = 12
    most: int = 20
    part: float = 2 / 3
    room: int = 2


PARAMS = NeighbourhoodParams()


def destroy_set(
    castle: Mapping[Cell, Piece], fixed: Collection[Cell], chance: random.Random
) -> set[Cell]:
    """The destroy set of a castle: the cells that are nearest to one of them, chosen by lot."""
    loose = [cell for cell in sorted(castle) if cell not in fixed]
    if not loose:
        return set()
    middle = chance.choice(loose)
    number = min(chance.randint(PARAMS.fewest, PARAMS.most), round(len(loose) * PARAMS.part))
    nearest = sorted(loose, key=lambda cell: _distance(cell, middle) + chance.random())
    return set(nearest[:number])


def free_cells(castle: Collection[Cell], taken: Collection[Cell]) -> frozenset[Cell]:
    """Where the tiles may go: where the castle lies, and a little around what was removed."""
    beside = range(-PARAMS.room, PARAMS.room + 1)
    found = {
        (x + dx, y + dy)
        for x, y in taken
        for dx in beside
        for dy in beside
        if abs(dx) + abs(dy) <= PARAMS.room and y + dy >= 0
    }
    return frozenset(found.union(castle))


def _distance(one: Cell, other: Cell) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])
