"""The grid: which blank lies where in a window, with castle meeting castle and sky meeting sky.

Each border between two cells has one boolean, true where castle meets castle. Sharing it is rule
C, as far as blanks can break it, and a complete castle as well: no border is castle on one side
only. Each piece (a blank in a stance) settles the four borders of its cell, and each castle
border asks for a piece on either side, so that either way of thinking propagates.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, Protocol, TypeAlias, TypeVar

from ortools.sat.python import cp_model

from caladale.edges import Cell, Direction, neighbour
from caladale.solve.shape_blanks import Stance, bit
from caladale.solve.shape_window import Border, Window, border

Literal: TypeAlias = cp_model.BoolVarT


class Layable(Protocol):
    """What can lie in a cell: a blank, or a tile with its themes."""

    @property
    def is_gate(self) -> bool:
        """Whether it must stand in row 0 on the grass (rule B1)."""


What = TypeVar("What", bound=Layable)


class Grid(Generic[What]):
    """The variables of a closed castle, with the constraints that hold between neighbours.

    Args:
        window: the cells.
        ways: everything that may lie in a cell, with each stance that it can take.

    Attributes:
        model: the model that all constraints go to.
        window: the cells.
        stances: every stance that occurs.
        borders: for each border that may be castle, whether it is.
        pieces: for each cell, whether a piece lies there, for each piece that may.
        occupied: for each cell, whether a tile lies there.
    """

    def __init__(self, window: Window, ways: Sequence[tuple[What, Stance]]) -> None:
        self.model = cp_model.CpModel()
        self.window = window
        self.stances = {stance for _, stance in ways}
        self.borders: dict[Border, cp_model.IntVar] = {}
        self.pieces: dict[Cell, dict[tuple[What, Stance], cp_model.IntVar]] = {}
        self.occupied: dict[Cell, cp_model.IntVar] = {}
        for cell in window.cells():
            self._make_borders(cell)
        for cell in window.cells():
            self._make_pieces(cell, ways)

    def _make_borders(self, cell: Cell) -> None:
        for side in Direction:
            name = border(cell, side)
            if self.window.may_join(cell, side) and name not in self.borders:
                self.borders[name] = self.model.new_bool_var(f"castle {name}")

    def _make_pieces(self, cell: Cell, ways: Sequence[tuple[What, Stance]]) -> None:
        closable = sum(bit(side) for side in Direction if self.window.may_join(cell, side))
        pieces = {
            (what, stance): self.model.new_bool_var(f"{stance.sides} at {cell}")
            for what, stance in ways
            if not what.is_gate or self.window.is_grassy(cell)
            if not stance.sides & ~closable
        }
        occupied = self.model.new_bool_var(f"occupied {cell}")
        self.model.add_exactly_one([*pieces.values(), occupied.negated()])
        for side in Direction:
            castle = self.borders.get(border(cell, side))
            if castle is None:
                continue
            showing = []
            for (_, stance), placed in pieces.items():
                if stance.sides & bit(side):
                    showing.append(placed)
                    self.model.add_implication(placed, castle)
                else:
                    self.model.add_implication(placed, castle.negated())
            self.model.add_bool_or([castle.negated(), *showing])
        self.pieces[cell] = pieces
        self.occupied[cell] = occupied

    def border(self, cell: Cell, side: Direction) -> cp_model.IntVar:
        """Whether this side of `cell` is castle; the border must be one that may be."""
        return self.borders[border(cell, side)]

    def where(self, cell: Cell, allows: Callable[[Stance], bool]) -> list[cp_model.IntVar]:
        """The literals of the pieces at `cell` whose stance `allows`."""
        return [placed for (_, stance), placed in self.pieces[cell].items() if allows(stance)]

    def joins_leaving(self, cells: set[Cell]) -> list[cp_model.IntVar]:
        """The borders by which `cells` may be joined to cells beyond them."""
        return [
            self.borders[name]
            for cell in sorted(cells)
            for side in Direction
            if (beyond := neighbour(cell, side)) not in cells
            and self.window.holds(beyond)
            and (name := border(cell, side)) in self.borders
        ]
