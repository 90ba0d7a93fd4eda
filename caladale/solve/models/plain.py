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
from collections.abc import Collection, Sequence
from typing import Any

from msgspec import Struct
from ortools.sat.python import cp_model

from caladale.core.edges import Cell, Direction, Edge, neighbour
from caladale.core.readings import Readings
from caladale.core.tile_file import Role
from caladale.solve.engine.budget import StopToken
from caladale.solve.models.arguments import is_stratified
from caladale.solve.models.hanging import castle_sides, hanging_sides
from caladale.solve.models.limits import add_limits, tile_points
from caladale.solve.models.points import COMPLETE, EXPOSED
from caladale.solve.models.stock import Piece, Stock

Literal = cp_model.LiteralT
N, E, S, W = Direction


class Atom(Struct, frozen=True):
    """A fact of support that must be well founded: ``held``, ``bottom``, ``carries`` in a cell."""

    what: str
    cell: Cell


class Body(Struct, frozen=True):
    """One reason for an atom: the literal that says it applies, and the atoms it rests on."""

    literal: Any
    rests_on: tuple[Atom, ...]


class CastleModel:
    """All legal castles of a stock within a set of cells, as a CP-SAT model.

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
        BrakeIsOn: when `token` ends the stating of the model.
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
        self.cells = sorted(cells)
        self.ground = frozenset(ground)
        self.rules = rules
        self.one_gate = one_gate
        self.model = cp_model.CpModel()
        self.place: dict[Cell, dict[Piece, cp_model.IntVar]] = {}
        self.occupied: dict[Cell, cp_model.IntVar] = {}
        self.castle: dict[tuple[Cell, Direction], Literal] = {}
        self.colour: dict[tuple[Cell, Direction, Edge], Literal] = {}
        self.joint: dict[tuple[Cell, Direction], Literal] = {}
        self.exposed: list[Literal] = []
        self.atoms: dict[Atom, tuple[Literal, list[Body]]] = {}
        self._carries: dict[Cell, Literal] = {}
        self._piers: dict[Cell, Literal] = {}
        self.is_stratified = is_stratified(stock, rules)
        self._pieces = stock.pieces()
        self._hangs_by = {
            piece: set(hanging_sides(piece.face, rules)).intersection(castle_sides(piece.edges))
            for piece in self._pieces
        }
        self._placements()
        self._counts()
        self._matching()
        self._exposure()
        self._support()
        self._implied()

    # --- small pieces of logic ------------------------------------------------------------------

    def _new(self, name: str) -> cp_model.IntVar:
        return self.model.new_bool_var(name)

    def _or(self, literals: Sequence[Literal], name: str) -> Literal:
        """A literal that is true exactly when one of `literals` is."""
        if len(literals) == 1:
            return literals[0]
        if not literals:
            return self.model.new_constant(0)
        result = self._new(name)
        self.model.add_bool_or([*literals, ~result])
        for literal in literals:
            self.model.add_implication(literal, result)
        return result

    def _and(self, literals: Sequence[Literal], name: str) -> Literal:
        """A literal that is true exactly when all of `literals` are."""
        if len(literals) == 1:
            return literals[0]
        result = self._new(name)
        self.model.add_bool_or([*(~literal for literal in literals), result])
        for literal in literals:
            self.model.add_implication(result, literal)
        return result

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
            options = [piece for piece in self._pieces if self._may_lie(piece, cell)]
            here = {
                piece: self._new(f"{piece.face.kind}/{piece.face.side}/{piece.turn}@{cell}")
                for piece in options
            }
            self.place[cell] = here
            occupied = self.occupied[cell] = self._new(f"occupied@{cell}")
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
                colour = self._or(literals, f"{edge.value}@{cell}{side.name}")
                self.colour[cell, side, edge] = colour
                colours.append(colour)
        self.castle[cell, side] = self._or(colours, f"castle@{cell}{side.name}")

    # --- what the box and the game allow: T3, T4, exchanges -------------------------------------

    def _counts(self) -> None:
        used = self._used()
        add_limits(self.model, self.stock, used, one_gate=self.one_gate)
        self._tile_points = tile_points(self.model, self.stock, used, self.rules)
        self.complete = self._new("complete")

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
                self.joint[cell, side] = self._and(both, f"joint@{cell}{side.name}")

    def _match(self, cell: Cell, side: Direction, other: Cell) -> None:
        """What `cell` shows on `side` is answered by `other`, if a tile lies there."""
        back = side.opposite
        for edge in Edge:
            mine = self.colour.get((cell, side, edge))
            if mine is None:
                continue
            if edge is Edge.WILD:
                answers = [self.castle[other, back]]
            else:
                answers = [
                    self.colour[other, back, answer]
                    for answer in (edge, Edge.WILD)
                    if (other, back, answer) in self.colour
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
                    self.exposed.append(self._and([castle, ~other], f"open@{cell}{side.name}"))
        self.model.add_bool_or([*self.exposed, self.complete])
        for literal in self.exposed:
            self.model.add_implication(self.complete, ~literal)
        open_edges = cp_model.LinearExpr.sum(self.exposed)
        self.score = self._tile_points + COMPLETE * self.complete + EXPOSED * open_edges
        if self.rules.holes_spoil:
            # A castle with a hole may be closed and yet not complete.
            closed = self.complete
            self.complete = self._new("complete, no hole")
            self.model.add_implication(self.complete, closed)
            self.score = self.score + COMPLETE * (self.complete - closed)

    # --- support: F -----------------------------------------------------------------------------

    def _support(self) -> None:
        for cell in self.cells:
            carries: Literal = self.occupied[cell]
            if not self.rules.hung_tiles_hold:
                carries = self._new(f"carries@{cell}")
            self._carries[cell] = carries
        for cell in self.cells:
            self._token.check()
            bodies = self._bottom_bodies(cell)
            literal = self._or([body.literal for body in bodies], f"bottom@{cell}")
            self.atoms[Atom("bottom", cell)] = (literal, bodies)
        for cell in self.cells:
            self._token.check()
            bottom = Atom("bottom", cell)
            firm = [Body(self.atoms[bottom][0], (bottom,)), *self._bridge_bodies(cell)]
            self._define(Atom("held", cell), self.occupied[cell], firm + self._hanging_bodies(cell))
            if not self.rules.hung_tiles_hold:
                self._define(Atom("carries", cell), self._carries[cell], firm)

    def _define(self, atom: Atom, literal: Literal, bodies: list[Body]) -> None:
        """Make `literal` stand for `atom`, which is true exactly when one of its bodies is."""
        self.atoms[atom] = (literal, bodies)
        self.model.add_bool_or([*(body.literal for body in bodies), ~literal])
        for body in bodies:
            self.model.add_implication(body.literal, literal)

    def _bottom_bodies(self, cell: Cell) -> list[Body]:
        bodies = []
        castle, occupied = self.castle[cell, S], self.occupied[cell]
        if cell[1] == 0 and cell[0] in self.ground:
            sky_too = self.rules.grass_holds_sky
            bodies.append(Body(occupied if sky_too else castle, ()))
        below = neighbour(cell, S)
        if below not in self.occupied:
            return bodies
        carries = self._carries[below]
        premise = Atom("held" if self.rules.hung_tiles_hold else "carries", below)
        conditions = [self.joint[below, N], carries]
        if self.is_stratified:
            conditions += [~literal for literal in self._dangling(below)]
        bodies.append(Body(self._and(conditions, f"stands@{cell}"), (premise,)))
        if self.rules.sky_stacks:
            sky = [occupied, ~castle, self.occupied[below], ~self.castle[below, N], carries]
            bodies.append(Body(self._and(sky, f"stacked@{cell}"), (premise,)))
        return bodies

    def _dangling(self, cell: Cell) -> list[Literal]:
        """The placements in `cell` whose only castle edge is on top.

        Such a tile can only hang from the tile above it, so it never carries that tile.
        """
        return [
            literal
            for piece, literal in self.place[cell].items()
            if castle_sides(piece.edges) == [N]
        ]

    def _hanging_bodies(self, cell: Cell) -> list[Body]:
        bodies = []
        for side in (E, W, N):
            other = neighbour(cell, side)
            hung = [
                literal
                for piece, literal in self.place[cell].items()
                if side in self._hangs_by[piece]
            ]
            if other not in self.occupied or not hung:
                continue
            held: tuple[Literal, Atom] = (self.occupied[other], Atom("held", other))
            if self.is_stratified and side is not N:
                # Its one sideways joint is the one it hangs by, so no chain: the holder stands.
                atom = Atom("bottom", other)
                held = (self.atoms[atom][0], atom)
            hangs = self._or(hung, f"may hang@{cell}{side.name}")
            literal = self._and([hangs, held[0]], f"hangs@{cell}{side.name}")
            bodies.append(Body(literal, (held[1],)))
        return bodies

    def _bridge_bodies(self, cell: Cell) -> list[Body]:
        left, right = neighbour(cell, W), neighbour(cell, E)
        if left not in self.occupied or right not in self.occupied:
            return []
        piers = [Atom("bottom", left), Atom("bottom", right)]
        conditions = [self.joint[left, E], self.joint[cell, E]]
        conditions += [self.atoms[pier][0] for pier in piers]
        if not self.rules.any_tile_bridges:
            mids = [v for p, v in self.place[cell].items() if p.face.role is Role.MID]
            conditions.append(self._or(mids, f"mid@{cell}"))
        if self.rules.piers_reach_grass:
            conditions += [self._unbroken(left), self._unbroken(right)]
        return [Body(self._and(conditions, f"bridge@{cell}"), tuple(piers))]

    def _unbroken(self, cell: Cell) -> Literal:
        """Whether `cell` is joined, tile by tile downwards, to a castle edge on the grass."""
        if cell not in self._piers:
            below = neighbour(cell, S)
            if cell[1] == 0:
                on_ground = cell[0] in self.ground
                pier = self.castle[cell, S] if on_ground else self.model.new_constant(0)
            elif below in self.occupied:
                joined = [self.joint[below, N], self._unbroken(below)]
                pier = self._and(joined, f"unbroken@{cell}")
            else:
                pier = self.model.new_constant(0)
            self._piers[cell] = pier
        return self._piers[cell]

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
