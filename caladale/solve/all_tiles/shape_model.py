"""Shape first: where blanks can stand so that the castle is whole, closed, and held up.

The shape is the larger half of the search and knows no themes. Its model is small: it is that of
closed castles, and identical blanks are counts and never copies. Patterns that could not be given
themes are ruled out as they are learned.

A dense window finds shapes far faster than a roomy one: 76 tiles close in 81 cells in a third of a
second, and in 120 cells in ten times that.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from msgspec import Struct

from caladale.core.edges import Cell
from caladale.core.readings import Readings
from caladale.solve.engine.budget import StopToken
from caladale.solve.models.blanks import Blank, Sides
from caladale.solve.models.border import BorderModel
from caladale.solve.models.window import Window

ThemeNogood: TypeAlias = frozenset[tuple[int, int, Blank, Sides]]
"""Blanks lying together, as (columns right, rows up, blank, castle sides) from any one cell."""

Shape: TypeAlias = dict[Cell, tuple[Blank, Sides]]
"""What stands in every occupied cell: a blank, and its castle sides as it lies."""


class Demand(Struct, frozen=True):
    """What a shape must be made of, and which goals it must meet.

    Attributes:
        stock: how many blanks of each sort there are.
        size: how many tiles the castle has.
        all_used: the blanks of which none may be left out.
        no_holes: no region of empty cells is walled in.
        gates: how many of the tiles are gates; None where that is not asked.
    """

    stock: tuple[tuple[Blank, int], ...]
    size: int
    all_used: frozenset[Blank] = frozenset()
    no_holes: bool = False
    gates: int | None = None


class ShapeModel(BorderModel[Blank]):
    """The shapes that meet a demand within one window.

    Args:
        window: where the shape lies.
        demand: what it is made of.
        rules: the readings.
        lenient: whether support may have faults (`Support`).
        token: what may end the stating of the model.

    Raises:
        StopRequested: when that is ended.
    """

    def __init__(
        self,
        window: Window,
        demand: Demand,
        rules: Readings,
        *,
        lenient: bool = False,
        token: StopToken | None = None,
    ) -> None:
        ways = [(blank, stance) for blank, _ in demand.stock for stance in blank.stances]
        super().__init__(
            window,
            ways,
            rules,
            size=demand.size,
            no_holes=demand.no_holes,
            lenient=lenient,
            token=token,
        )
        self._count_blanks(demand)

    def _count_blanks(self, demand: Demand) -> None:
        leaves_out = sum(count for _, count in demand.stock) - demand.size
        for blank, count in demand.stock:
            used = sum(
                placed
                for pieces in self._grid.pieces.values()
                for (other, _), placed in pieces.items()
                if other == blank
            )
            if leaves_out and blank not in demand.all_used:
                self._model.add_linear_constraint(used, max(0, count - leaves_out), count)
            else:
                self._model.add(used == count)
        if demand.gates is not None:
            gates = [
                placed
                for pieces in self._grid.pieces.values()
                for (blank, _), placed in pieces.items()
                if blank.is_gate
            ]
            self._model.add(sum(gates) == demand.gates)
        self._model.add(sum(self._grid.occupied.values()) == demand.size)

    def forbid(self, pattern: ThemeNogood) -> None:
        """Rule out `pattern` everywhere in the window: no themes fit it, wherever it lies."""
        for cell in self._grid.window.cells():
            self.forbid_at(pattern, cell)

    def forbid_at(self, pattern: ThemeNogood, cell: Cell) -> None:
        """Rule out `pattern` where it starts from `cell`, if it lies within the window there."""
        literals = []
        for right, up, blank, sides in sorted(pattern):
            pieces = self._grid.pieces.get((cell[0] + right, cell[1] + up), {})
            placed = [
                literal.negated()
                for (other, stance), literal in pieces.items()
                if other == blank and stance.sides == sides
            ]
            if not placed:
                return
            literals += placed
        self._model.add_bool_or(literals)
        self.cuts += 1


def nogood_of(shape: Shape, cells: Iterable[Cell]) -> ThemeNogood:
    """Part of `shape` as a pattern, so that it can be recognised elsewhere."""
    chosen = sorted(cells)
    x, y = chosen[0]
    return frozenset((cell[0] - x, cell[1] - y, *shape[cell]) for cell in chosen)
