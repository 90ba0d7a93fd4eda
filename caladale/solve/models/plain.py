"""The plain CP-SAT model: a boolean for each cell and each way to lay a tile there.

It states the rules a second time, as constraints, and shares no code with the referee's checks, so
that each can be held against the other. Rules B1, B2, E, T1, T2, T3 and T4 are built into the
variables and counts; C (edges match) is clauses; F (support) is stated as a completion, "an
occupied cell has a reason to stay up", where each *body* is one such reason.

Two rules speak of the castle as a whole and are enforced by cuts when a solution breaks them, see
`plain_cuts`: D (one structure), and F where reasons may go round in a circle. Under the default
readings they cannot: B rests on the row below, and H and R on B in their own row, once tiles that
can only hang by their top edge are kept from carrying what they hang from.

Colours are booleans per side and theme, tied together by clauses; that propagates much better than
sums over the placements.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from typing import Any

from ortools.sat.python import cp_model

from caladale.core.edges import Cell, Direction, Edge, neighbour
from caladale.core.readings import Readings
from caladale.solve.engine.budget import StopToken
from caladale.solve.models.limits import add_limits, tile_points
from caladale.solve.models.logic import Literal, Logic
from caladale.solve.models.plain_support import PlainSupport
from caladale.solve.models.points import COMPLETE, EXPOSED
from caladale.solve.models.stock import Piece, Stock

N, E, S, W = Direction


class CastleModel:
    """All legal castles of a stock within a set of cells, as a CP-SAT model.

    It has more than a dozen attributes: the five that it is asked with, and a family of variables
    for each fact of a castle that others read.

    Args:
        stock: what castles may be made of.
        cells: where tiles may lie.
        ground: the columns that have grass.
        rules: the readings.
        one_gate: whether a castle has exactly one gate.
        token: what may end the stating of the model.

    Attributes:
        model: the model, for solving or for more constraints.
        place: the boolean of each piece in each cell.
        occupied: whether each cell holds a tile.
        joint: whether two neighbouring cells are joined, by (cell, N or E).
        complete: whether no castle edge is exposed.
        score: the score as a linear expression.
        atoms: for each support atom its literal and its bodies.

    Raises:
        StopRequested: when `token` ends the stating of the model.
    """

    def __init__(
        self,
        stock: Stock,
        cells: Collection[Cell],
        ground: Collection[int],
        rules: Readings,
        *,
        one_gate: bool = True,
        token: StopToken | None = None,
    ) -> None:
        self._token = token or StopToken()
        self.stock = stock
        self.pieces = stock.pieces()
        self.cells = sorted(cells)
        self.ground = frozenset(ground)
        self.rules = rules
        self.one_gate = one_gate
        self.model = cp_model.CpModel()
        self._logic = Logic(self.model)
        self.place: dict[Cell, dict[Piece, cp_model.IntVar]] = {}
        self.occupied: dict[Cell, cp_model.IntVar] = {}
        self.castle: dict[tuple[Cell, Direction], Literal] = {}
        self._colour: dict[tuple[Cell, Direction, Edge], Literal] = {}
        self.joint: dict[tuple[Cell, Direction], Literal] = {}
        self.exposed: list[Literal] = []
        self._placements()
        used = self._used()
        add_limits(self.model, self.stock, used, one_gate=self.one_gate)
        tiles = tile_points(self.model, self.stock, used, self.rules)
        self.complete = self._logic.new("complete")
        self._matching()
        self.score: Any = tiles
        self._exposure()
        self.atoms = PlainSupport(self, self._logic, self._token).atoms
        self._implied()

    # --- where tiles may lie: T1, T2, B1, B2, E -------------------------------------------------

    def _may_lie(self, piece: Piece, cell: Cell) -> bool:
        """Whether the rules about a single tile allow `piece` in `cell`."""
        on_ground = cell[0] in self.ground
        if piece.lot.is_gate and not (cell[1] == 0 and on_ground):
            return False
        bottom_needs_grass = cell[1] == 0 or self.rules.overhang_in_every_row
        return on_ground or not bottom_needs_grass or piece.edges[S] is Edge.SKY

    def _placements(self) -> None:
        for cell in self.cells:
            self._token.check()
            options = [piece for piece in self.pieces if self._may_lie(piece, cell)]
            here = {
                piece: self._logic.new(f"{piece.face.kind}/{piece.face.side}/{piece.turn}@{cell}")
                for piece in options
            }
            self.place[cell] = here
            occupied = self.occupied[cell] = self._logic.new(f"occupied@{cell}")
            self.model.add_exactly_one([*here.values(), ~occupied])
            for side in Direction:
                self._side(cell, side)

    def _side(self, cell: Cell, side: Direction) -> None:
        showing: dict[Edge, list[Literal]] = defaultdict(list)
        for piece, literal in self.place[cell].items():
            showing[piece.edges[side]].append(literal)
        colours = []
        for edge, literals in showing.items():
            if edge is not Edge.SKY:
                colour = self._logic.any_of(literals, f"{edge.value}@{cell}{side.name}")
                self._colour[cell, side, edge] = colour
                colours.append(colour)
        self.castle[cell, side] = self._logic.any_of(colours, f"castle@{cell}{side.name}")

    # --- what the box and the game allow: T3, T4, exchanges -------------------------------------

    def _used(self) -> dict[str, Any]:
        """How many tiles of each lot lie in the castle, as a linear expression."""
        placed: dict[str, list[Literal]] = {lot.kind: [] for lot in self.stock.lots}
        for here in self.place.values():
            for piece, literal in here.items():
                placed[piece.lot.kind].append(literal)
        return {kind: cp_model.LinearExpr.sum(literals) for kind, literals in placed.items()}

    # --- facing edges: C -----------------------------------------------------------------------

    def _matching(self) -> None:
        for cell in self.cells:
            self._token.check()
            for side in (N, E):
                other = neighbour(cell, side)
                if other not in self.occupied:
                    continue
                self._match(cell, side, other)
                self._match(other, side.opposite, cell)
                both = [self.castle[cell, side], self.occupied[other]]
                self.joint[cell, side] = self._logic.all_of(both, f"joint@{cell}{side.name}")

    def _match(self, cell: Cell, side: Direction, other: Cell) -> None:
        """What `cell` shows on `side` is answered by `other`, if a tile lies there."""
        back = side.opposite
        for edge in Edge:
            mine = self._colour.get((cell, side, edge))
            if mine is None:
                continue
            if edge is Edge.WILD:
                answers = [self.castle[other, back]]
            else:
                answers = [
                    self._colour[other, back, answer]
                    for answer in (edge, Edge.WILD)
                    if (other, back, answer) in self._colour
                ]
            self.model.add_bool_or([~mine, ~self.occupied[other], *answers])

    def joint_between(self, cell: Cell, side: Direction) -> Literal | None:
        """The literal of the joint on a side of a cell; None at the border of the window."""
        if side in (N, E):
            return self.joint.get((cell, side))
        return self.joint.get((neighbour(cell, side), side.opposite))

    # --- exposed edges and the complete castle --------------------------------------------------

    def _exposure(self) -> None:
        for cell in self.cells:
            for side in Direction:
                if side is S and cell[1] == 0:
                    continue  # on the grass; beyond it no castle bottom may lie in row 0
                castle = self.castle[cell, side]
                other = self.occupied.get(neighbour(cell, side))
                if other is None:
                    self.exposed.append(castle)
                else:
                    both = [castle, ~other]
                    self.exposed.append(self._logic.all_of(both, f"open@{cell}{side.name}"))
        self.model.add_bool_or([*self.exposed, self.complete])
        for literal in self.exposed:
            self.model.add_implication(self.complete, ~literal)
        open_edges = cp_model.LinearExpr.sum(self.exposed)
        self.score = self.score + COMPLETE * self.complete + EXPOSED * open_edges
        if self.rules.holes_spoil:
            # A castle with a hole may be closed and yet not complete.
            closed = self.complete
            self.complete = self._logic.new("complete, no hole")
            self.model.add_implication(self.complete, closed)
            self.score = self.score + COMPLETE * (self.complete - closed)

    # --- facts that follow, told to the solver all the same -------------------------------------

    def _implied(self) -> None:
        joints = list(self.joint.values())
        occupied = cp_model.LinearExpr.sum(list(self.occupied.values()))
        self.model.add(cp_model.LinearExpr.sum(joints) >= occupied - 1)

    def fix(self, cell: Cell, piece: Piece) -> None:
        """Keep a piece where it lies."""
        self.model.add_bool_or(
            [v for other, v in self.place[cell].items() if other.looks_like(piece)]
        )

    # --- reading a solution ---------------------------------------------------------------------

    def pieces_of(self, value: Any) -> dict[Cell, Piece]:
        """The pieces that a solution lays, where `value` tells a literal's truth."""
        return {
            cell: piece
            for cell, here in self.place.items()
            for piece, literal in here.items()
            if value(literal)
        }
