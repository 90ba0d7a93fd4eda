"""Reach: the cells of every castle that so few changes make of another.

A change fills one cell at most that held no tile before, and empties one at most: a swap does
neither. From this follows how far a castle can go that takes so many changes, on a table of any
size; docs/proofs.md has the argument.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable

from caladale.core.edges import Cell, Direction, neighbour
from caladale.core.layout import FAR, Layout
from caladale.errors import LayoutError
from caladale.rules.board import Ground


class Reach:
    """How far castles go that so many changes make of `layout`.

    Args:
        layout: the castle before.
        most_tiles: how many tiles a castle can have.
    """

    def __init__(self, layout: Layout, most_tiles: int) -> None:
        self._lying = [placed.cell for placed in layout.tiles]
        self._before = {cell for cell in self._lying if cell[1] >= 0}
        self._ground = Ground(layout.grass)
        self._most_tiles = most_tiles

    def needed(self, changes: int, room: int) -> frozenset[Cell] | None:
        """The cells that hold every legal castle which so many changes make; None if over `room`.

        Two facts bound them. A chain of the castle's tiles leads from a gate on the grass to each
        of them, and only so many of these cells were empty before. And as long as there are fewer
        changes than tiles, some cell of the castle held a tile before: a chain leads from there,
        through cells that did not.
        """
        if self._all_may_leave(changes):
            width = sum(end - start for start, end in self._ground.runs)
            if width > room:
                return None
            columns = [x for start, end in self._ground.runs for x in range(start, end)]
            return self._reached(columns, changes, room)
        found = self._reached(self._columns_near(changes), changes, _SLACK * room)
        if found is None:
            return None
        found = _within(found, self._before & found, min(changes, self._most_tiles))
        return found if len(found) <= room else None

    def covers(self, changes: int, cells: Collection[Cell]) -> bool:
        """Whether every legal castle that so many changes make lies in `cells`."""
        needed = self.needed(changes, len(cells))
        return needed is not None and needed.issubset(cells)

    def too_few(self, changes: int, room: int) -> bool:
        """Whether so many changes cannot do, since more tiles lie where no such castle goes."""
        needed = self.needed(changes, room)
        return needed is not None and sum(cell not in needed for cell in self._lying) > changes

    def _all_may_leave(self, changes: int) -> bool:
        return changes >= len(self._lying)

    def _columns_near(self, changes: int) -> list[int]:
        """The columns of grass that so many steps lead to from where tiles lay."""
        found: set[int] = set()
        for x, y in self._before:
            found.update(range(x - changes + y, x + changes - y + 1))
        return [x for x in found if self._ground.covers(x)]

    def _reached(self, columns: Iterable[int], changes: int, room: int) -> frozenset[Cell] | None:
        """The cells to which a chain leads from the grass, so many cells of it empty before."""
        most = min(changes, self._most_tiles)
        cost: dict[Cell, int] = {}
        queue: deque[tuple[int, Cell]] = deque()

        def reach(cell: Cell, so_far: int) -> None:
            is_new = cell not in self._before
            total = so_far + is_new
            if total <= most and total < cost.get(cell, most + 1):
                cost[cell] = total
                (queue.append if is_new else queue.appendleft)((total, cell))

        for x in columns:
            reach((x, 0), 0)
        while queue:
            so_far, cell = queue.popleft()
            if len(cost) > room:
                return None
            if so_far == cost[cell]:
                for side in Direction:
                    other = neighbour(cell, side)
                    if other[1] >= 0:
                        reach(other, so_far)
        return frozenset(cost)


_SLACK = 4
"""So many times more cells are looked at than may be needed in the end."""


def on_a_table(cells: Iterable[Cell]) -> frozenset[Cell]:
    """The cells that a layout can name."""
    return frozenset((x, y) for x, y in cells if abs(x) <= FAR and y <= FAR)


def box_around(layout: Layout, margin: int, room: int) -> frozenset[Cell]:
    """The cells of the box around the tiles and its margin, and a cell on the grass for the gate.

    Raises:
        LayoutError: when there are more than `room`.
    """
    above = [placed.cell for placed in layout.tiles if placed.y >= 0]
    found: set[Cell] = set()
    if above:
        left, right = min(x for x, _ in above) - margin, max(x for x, _ in above) + margin
        top = max(y for _, y in above) + margin
        if (right - left + 1) * (top + 1) > room:
            raise LayoutError(f"the box around the tiles has more than {room} cells", "tiles")
        found = {(x, y) for x in range(left, right + 1) for y in range(top + 1)}
    ground = Ground(layout.grass)
    if ground.runs and not any(y == 0 and ground.covers(x) for x, y in found):
        ends = [x for start, end in ground.runs for x in (start, end - 1)]
        columns = {x for x, _ in found} or {0}
        x = min(ends, key=lambda end: (min(abs(end - x) for x in columns), end))
        found.add((x, 0))
    return frozenset(found)


def _within(cells: frozenset[Cell], start: Collection[Cell], steps: int) -> frozenset[Cell]:
    """Those of `cells` to which so many steps lead from `start`, without leaving `cells`."""
    found, edge = set(start), set(start)
    for _ in range(steps):
        edge = {neighbour(cell, side) for cell in edge for side in Direction} & cells - found
        if not edge:
            break
        found |= edge
    return frozenset(found)
