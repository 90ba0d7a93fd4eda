"""Support in the plain model (rule F): an occupied cell has a reason to stay up.

Each fact that must be well founded is an *atom*, and each reason for it a *body*; an atom is true
exactly when one of its bodies is. That reasons do not go round in a circle is for `plain_cuts` to
see, where the readings let them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct

from caladale.core.edges import Cell, Direction, neighbour
from caladale.core.readings import Readings
from caladale.solve.engine.budget import StopToken
from caladale.solve.models.arguments import is_stratified
from caladale.solve.models.hanging import castle_sides, hanging_sides, may_bridge
from caladale.solve.models.logic import Literal, Logic
from caladale.solve.models.stock import Piece, Stock

N, E, S, W = Direction


class Atom(Struct, frozen=True):
    """A fact of support that must be well founded: ``held``, ``bottom``, ``carries`` in a cell."""

    what: str
    cell: Cell


class Body(Struct, frozen=True):
    """One reason for an atom: the literal that says it applies, and the atoms it rests on."""

    literal: Any
    rests_on: tuple[Atom, ...]


class Laid(Protocol):
    """What lies where, as the plain model has it."""

    @property
    def rules(self) -> Readings:
        """The readings."""

    @property
    def stock(self) -> Stock:
        """The tiles."""

    @property
    def pieces(self) -> Sequence[Piece]:
        """Every way to lay one of them."""

    @property
    def cells(self) -> Sequence[Cell]:
        """The cells, sorted."""

    @property
    def ground(self) -> Collection[int]:
        """The columns with grass."""

    @property
    def place(self) -> Mapping[Cell, Mapping[Piece, Literal]]:
        """The literal of each piece in each cell."""

    @property
    def occupied(self) -> Mapping[Cell, Literal]:
        """Whether a cell holds a tile."""

    @property
    def castle(self) -> Mapping[tuple[Cell, Direction], Literal]:
        """Whether a side shows castle."""

    @property
    def joint(self) -> Mapping[tuple[Cell, Direction], Literal]:
        """Whether two neighbours are joined."""


class PlainSupport:
    """States rule F on a model that says what lies where.

    Args:
        laid: says what lies where.
        logic: adds literals to it.
        token: what may end the stating.

    Attributes:
        atoms: for each atom its literal and its bodies.

    Raises:
        StopRequested: when `token` ends the stating.
    """

    def __init__(self, laid: Laid, logic: Logic, token: StopToken) -> None:
        self._laid = laid
        self._logic = logic
        self._token = token
        self.atoms: dict[Atom, tuple[Literal, list[Body]]] = {}
        self._carries: dict[Cell, Literal] = {}
        self._piers: dict[Cell, Literal] = {}
        self._is_stratified = is_stratified(laid.stock, laid.rules)
        self._hangs_by = {
            piece: set(hanging_sides(piece.face, laid.rules)).intersection(
                castle_sides(piece.edges)
            )
            for piece in laid.pieces
        }
        self._state()

    def _state(self) -> None:
        for cell in self._laid.cells:
            carries: Literal = self._laid.occupied[cell]
            if not self._laid.rules.hung_tiles_hold:
                carries = self._logic.new(f"carries@{cell}")
            self._carries[cell] = carries
        for cell in self._laid.cells:
            self._token.check()
            bodies = self._bottom_bodies(cell)
            literal = self._logic.any_of([body.literal for body in bodies], f"bottom@{cell}")
            self.atoms[Atom("bottom", cell)] = (literal, bodies)
        for cell in self._laid.cells:
            self._token.check()
            bottom = Atom("bottom", cell)
            firm = [Body(self.atoms[bottom][0], (bottom,)), *self._bridge_bodies(cell)]
            self._define(
                Atom("held", cell), self._laid.occupied[cell], firm + self._hanging_bodies(cell)
            )
            if not self._laid.rules.hung_tiles_hold:
                self._define(Atom("carries", cell), self._carries[cell], firm)

    def _define(self, atom: Atom, literal: Literal, bodies: list[Body]) -> None:
        """Make `literal` stand for `atom`, which is true exactly when one of its bodies is."""
        self.atoms[atom] = (literal, bodies)
        self._logic.model.add_bool_or([*(body.literal for body in bodies), ~literal])
        for body in bodies:
            self._logic.model.add_implication(body.literal, literal)

    def _bottom_bodies(self, cell: Cell) -> list[Body]:
        bodies = []
        castle, occupied = self._laid.castle[cell, S], self._laid.occupied[cell]
        if cell[1] == 0 and cell[0] in self._laid.ground:
            sky_too = self._laid.rules.grass_holds_sky
            bodies.append(Body(occupied if sky_too else castle, ()))
        below = neighbour(cell, S)
        if below not in self._laid.occupied:
            return bodies
        carries = self._carries[below]
        premise = Atom("held" if self._laid.rules.hung_tiles_hold else "carries", below)
        conditions = [self._laid.joint[below, N], carries]
        if self._is_stratified:
            conditions += [~literal for literal in self._dangling(below)]
        bodies.append(Body(self._logic.all_of(conditions, f"stands@{cell}"), (premise,)))
        if self._laid.rules.sky_stacks:
            sky = [
                occupied,
                ~castle,
                self._laid.occupied[below],
                ~self._laid.castle[below, N],
                carries,
            ]
            bodies.append(Body(self._logic.all_of(sky, f"stacked@{cell}"), (premise,)))
        return bodies

    def _dangling(self, cell: Cell) -> list[Literal]:
        """The placements in `cell` whose only castle edge is on top.

        Such a tile can only hang from the tile above it, so it never carries that tile.
        """
        return [
            literal
            for piece, literal in self._laid.place[cell].items()
            if castle_sides(piece.edges) == [N]
        ]

    def _hanging_bodies(self, cell: Cell) -> list[Body]:
        bodies = []
        for side in (E, W, N):
            other = neighbour(cell, side)
            hung = [
                literal
                for piece, literal in self._laid.place[cell].items()
                if side in self._hangs_by[piece]
            ]
            if other not in self._laid.occupied or not hung:
                continue
            held: tuple[Literal, Atom] = (self._laid.occupied[other], Atom("held", other))
            if self._is_stratified and side is not N:
                # Its one sideways joint is the one it hangs by, so no chain: the holder stands.
                atom = Atom("bottom", other)
                held = (self.atoms[atom][0], atom)
            hangs = self._logic.any_of(hung, f"may hang@{cell}{side.name}")
            literal = self._logic.all_of([hangs, held[0]], f"hangs@{cell}{side.name}")
            bodies.append(Body(literal, (held[1],)))
        return bodies

    def _bridge_bodies(self, cell: Cell) -> list[Body]:
        left, right = neighbour(cell, W), neighbour(cell, E)
        if left not in self._laid.occupied or right not in self._laid.occupied:
            return []
        piers = [Atom("bottom", left), Atom("bottom", right)]
        conditions = [self._laid.joint[left, E], self._laid.joint[cell, E]]
        conditions += [self.atoms[pier][0] for pier in piers]
        if not self._laid.rules.any_tile_bridges:
            here = self._laid.place[cell].items()
            mids = [literal for piece, literal in here if may_bridge(piece.face, self._laid.rules)]
            conditions.append(self._logic.any_of(mids, f"mid@{cell}"))
        if self._laid.rules.piers_reach_grass:
            conditions += [self._unbroken(left), self._unbroken(right)]
        return [Body(self._logic.all_of(conditions, f"bridge@{cell}"), tuple(piers))]

    def _unbroken(self, cell: Cell) -> Literal:
        """Whether `cell` is joined, tile by tile downwards, to a castle edge on the grass."""
        if cell not in self._piers:
            below = neighbour(cell, S)
            if cell[1] == 0:
                on_ground = cell[0] in self._laid.ground
                pier = self._laid.castle[cell, S] if on_ground else self._logic.never()
            elif below in self._laid.occupied:
                joined = [self._laid.joint[below, N], self._unbroken(below)]
                pier = self._logic.all_of(joined, f"unbroken@{cell}")
            else:
                pier = self._logic.never()
            self._piers[cell] = pier
        return self._piers[cell]
