"""The grid: which blank lies where in a window, with castle meeting castle and sky meeting sky.

Each border between two cells has one boolean, true where it is castle. Sharing it is rule C, as far
as blanks can break it, and a complete castle as well: no border is castle on one side only. Each
piece (a blank in a stance) settles the four borders of its cell, and each castle border asks for a
piece on either side, so that either way of thinking propagates.

Where edges may stay exposed, a castle border is one of three things: a joint, or an exposed edge of
the cell on the one side or on the other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, Protocol, TypeAlias, TypeVar

from ortools.sat.python import cp_model

from caladale.core.edges import Cell, Direction, neighbour
from caladale.solve.engine.budget import StopToken
from caladale.solve.models.blanks import Stance, bit
from caladale.solve.models.window import Border, Window, border

Literal: TypeAlias = cp_model.BoolVarT


class Layable(Protocol):
    """What can lie in a cell: a blank, or a tile with its themes."""

    @property
    def is_gate(self) -> bool:
        """Whether it must stand in row 0 on the grass (rule B1)."""


What = TypeVar("What", bound=Layable)


class BorderGrid(Generic[What]):
    """The variables of a closed castle, with the constraints that hold between neighbours.

    Args:
        window: the cells.
        ways: everything that may lie in a cell, with each stance that it can take.
        open_ends: whether castle edges may stay exposed.
        token: what may end the making.

    Attributes:
        model: the model that all constraints go to.
        window: the cells.
        stances: every stance that occurs.
        borders: for each border that may be castle, whether it is.
        joints: for each border that may be a joint, or stand on the grass, whether it does; where
            no edge may stay exposed, these are the borders.
        exposed: for each edge of a cell that may stay exposed, whether it does.
        pieces: for each cell, whether a piece lies there, for each piece that may.
        occupied: for each cell, whether a tile lies there.
    """

    def __init__(
        self,
        window: Window,
        ways: Sequence[tuple[What, Stance]],
        *,
        open_ends: bool = False,
        token: StopToken | None = None,
    ) -> None:
        token = token or StopToken()
        self.model = cp_model.CpModel()
        self.window = window
        self.stances = {stance for _, stance in ways}
        self._open_ends = open_ends
        self.borders: dict[Border, cp_model.IntVar] = {}
        self.joints = self.borders
        self.exposed: dict[tuple[Cell, Direction], cp_model.IntVar] = {}
        self.pieces: dict[Cell, dict[tuple[What, Stance], cp_model.IntVar]] = {}
        self.occupied: dict[Cell, cp_model.IntVar] = {}
        for cell in window.cells():
            self._make_borders(cell)
        if open_ends:
            self.joints = {}
            for cell in window.cells():
                self._make_ends(cell)
        for cell in window.cells():
            token.check()
            self._make_pieces(cell, ways)

    def _may_be_castle(self, cell: Cell, side: Direction) -> bool:
        """Whether a castle edge may lie on this side of `cell`."""
        if self._open_ends and (side is not Direction.S or cell[1] > 0):
            return True
        return self.window.may_join(cell, side)

    def _make_borders(self, cell: Cell) -> None:
        for side in Direction:
            name = border(cell, side)
            if self._may_be_castle(cell, side) and name not in self.borders:
                self.borders[name] = self.model.new_bool_var(f"castle {name}")

    def _make_ends(self, cell: Cell) -> None:
        """Tell joints from exposed edges on the borders of `cell`."""
        for side in Direction:
            name, beyond = border(cell, side), neighbour(cell, side)
            castle = self.borders.get(name)
            if castle is None or name in self.joints:
                continue
            if side is Direction.S and self.window.is_grassy(cell):
                self.joints[name] = castle
                continue
            if not self.window.holds(beyond):
                self.exposed[cell, side] = castle
                continue
            ends = [(cell, side), (beyond, side.opposite)]
            for end in ends:
                self.exposed[end] = self.model.new_bool_var(f"exposed {end}")
            self.joints[name] = self.model.new_bool_var(f"joint {name}")
            either = [self.exposed[end] for end in ends]
            self.model.add_exactly_one([self.joints[name], *either, castle.negated()])

    def _make_pieces(self, cell: Cell, ways: Sequence[tuple[What, Stance]]) -> None:
        closable = sum(bit(side) for side in Direction if self._may_be_castle(cell, side))
        pieces = {
            (what, stance): self.model.new_bool_var(f"{stance.sides} at {cell}")
            for what, stance in ways
            if not what.is_gate or self.window.is_grassy(cell)
            if not stance.sides & ~closable
        }
        occupied = self.model.new_bool_var(f"occupied {cell}")
        self.model.add_exactly_one([*pieces.values(), occupied.negated()])
        castles = {
            side: castle
            for side in Direction
            if (castle := self.borders.get(border(cell, side))) is not None
        }
        for (_, stance), placed in pieces.items():
            shown = [v if stance.sides & bit(side) else ~v for side, v in castles.items()]
            self.model.add_bool_and(shown).only_enforce_if(placed)
        for side, castle in castles.items():
            reasons = [v for (_, stance), v in pieces.items() if stance.sides & bit(side)]
            end = self.exposed.get((neighbour(cell, side), side.opposite))
            if end is not None:
                self.model.add_implication(end, ~occupied)
                reasons.append(end)
            self.model.add_bool_or([~castle, *reasons])
        self.pieces[cell] = pieces
        self.occupied[cell] = occupied

    def joint(self, cell: Cell, side: Direction) -> cp_model.IntVar:
        """Whether this side of `cell` is joined, or stands on the grass; it must be able to."""
        return self.joints[border(cell, side)]

    def where(self, cell: Cell, allows: Callable[[Stance], bool]) -> list[cp_model.IntVar]:
        """The literals of the pieces at `cell` whose stance `allows`."""
        return [placed for (_, stance), placed in self.pieces[cell].items() if allows(stance)]

    def joins_leaving(self, cells: set[Cell]) -> list[cp_model.IntVar]:
        """The joints by which `cells` may be joined to cells beyond them."""
        return [
            self.joints[name]
            for cell in sorted(cells)
            for side in Direction
            if (beyond := neighbour(cell, side)) not in cells
            and self.window.holds(beyond)
            and (name := border(cell, side)) in self.joints
        ]
