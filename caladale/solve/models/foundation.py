"""Rule F once more, of a castle that lies there: which of its stances are held up.

A model whose claims may run in a circle asks this of each castle that it finds. It is the least
fixed point of the rules page, word for word, on stances; tests hold it against the referee.
"""

from __future__ import annotations

from collections.abc import Mapping

from caladale.core.edges import Cell, Direction, neighbour
from caladale.core.readings import Readings
from caladale.solve.models.blanks import NORTH, SOUTH, Stance, bit
from caladale.solve.models.window import Window

N, E, S, W = Direction


def founded(lying: Mapping[Cell, Stance], window: Window, rules: Readings) -> set[Cell]:
    """The cells of a castle whose tiles are held up.

    Args:
        lying: the stance of the tile in each occupied cell.
        window: tells where the grass is.
        rules: the readings.
    """
    table = _Table(lying, window, rules)
    known = -1
    while known != table.known():
        known = table.known()
        table.spread()
    return table.held


class _Table:
    """A castle on the table, and what of it is known to be held up so far.

    Attributes:
        standing: the cells in mode B.
        firm: those in mode B or R.
        held: those in any mode.
    """

    def __init__(self, lying: Mapping[Cell, Stance], window: Window, rules: Readings) -> None:
        self._lying = lying
        self._window = window
        self._rules = rules
        self.standing: set[Cell] = set()
        self.firm: set[Cell] = set()
        self.held: set[Cell] = set()

    def known(self) -> int:
        """How much is known; it only grows."""
        return len(self.standing) + len(self.firm) + len(self.held)

    def spread(self) -> None:
        """One round of support: what rests on what was held up before."""
        self.standing |= {cell for cell in self._lying if self._stands(cell)}
        self.firm |= self.standing | {cell for cell in self._lying if self._bridges(cell)}
        self.held |= self.firm | {cell for cell in self._lying if self._hangs(cell)}

    def _joined(self, cell: Cell, side: Direction) -> bool:
        beyond = self._lying.get(neighbour(cell, side))
        if beyond is None or not self._lying[cell].sides & bit(side):
            return False
        return bool(beyond.sides & bit(side.opposite))

    def _stands(self, cell: Cell) -> bool:
        is_castle = bool(self._lying[cell].sides & SOUTH)
        if self._window.is_grassy(cell):
            return is_castle or self._rules.grass_holds_sky
        below = neighbour(cell, S)
        if below not in (self.held if self._rules.hung_tiles_hold else self.firm):
            return False
        is_stacked = not (is_castle or self._lying[below].sides & NORTH)
        return self._joined(cell, S) or (self._rules.sky_stacks and is_stacked)

    def _bridges(self, cell: Cell) -> bool:
        piers = [neighbour(cell, W), neighbour(cell, E)]
        return (
            self._lying[cell].bridges
            and self._joined(cell, W)
            and self._joined(cell, E)
            and self.standing.issuperset(piers)
            and (not self._rules.piers_reach_grass or all(map(self._is_unbroken, piers)))
        )

    def _is_unbroken(self, cell: Cell) -> bool:
        """Whether each tile is joined to the one below it, down to a castle edge on the grass."""
        while not self._window.is_grassy(cell):
            if not self._joined(cell, S):
                return False
            cell = neighbour(cell, S)
        return bool(self._lying[cell].sides & SOUTH)

    def _hangs(self, cell: Cell) -> bool:
        return any(
            self._lying[cell].hangs & bit(side)
            and self._joined(cell, side)
            and neighbour(cell, side) in self.held
            for side in (E, W, N)
        )
