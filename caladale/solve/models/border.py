"""Castles told by their borders: the model that most searches here start from.

In a complete castle each border between two cells is castle on both sides or on neither, so one
boolean a border states rule C and completeness at once (`BorderGrid`), and support needs no ranks
(`Support`). A castle with exposed edges is such a castle but for these few borders. What lies in
the cells is left open here: blanks without themes for the all-tiles challenge, tiles of a hand for
everything else.

What is seldom violated is added only when a castle violates it, as a cut: a part without a joint
to the rest (rule D), a hole where holes are forbidden, and support that goes round in a circle.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic

import networkx as nx
from ortools.sat.python import cp_model

from caladale.core.edges import Cell, Direction, neighbour
from caladale.core.readings import Readings
from caladale.solve.engine.budget import Outcome, StopToken, WorkBudget
from caladale.solve.engine.cp_sat import Value, Watcher
from caladale.solve.models.blanks import Sides, Stance, bit
from caladale.solve.models.border_grid import BorderGrid, What
from caladale.solve.models.border_support import Support
from caladale.solve.models.holes import holes_in
from caladale.solve.models.window import Window


class BorderModel(Generic[What]):
    """The castles within one window, complete ones unless edges may stay exposed.

    Args:
        window: where the castle lies.
        ways: everything that may lie in a cell, with each stance that it can take.
        rules: the readings.
        size: how many tiles the castle has at least.
        no_holes: whether no region of empty cells may be walled in.
        lenient: whether support may have faults (`Support`).
        open_ends: whether castle edges may stay exposed.
        token: what may end the stating of the model.

    Raises:
        StopRequested: when that is ended.

    Attributes:
        cuts: how many lazy cuts have been added.
    """

    def __init__(
        self,
        window: Window,
        ways: Sequence[tuple[What, Stance]],
        rules: Readings,
        *,
        size: int,
        no_holes: bool,
        lenient: bool = False,
        open_ends: bool = False,
        token: StopToken | None = None,
    ) -> None:
        self.cuts = 0
        self._token = token or StopToken()
        self._size = size
        self._no_holes = no_holes
        self._excuses: list[Any] = []
        self._grid: BorderGrid[What] = BorderGrid(
            window, ways, open_ends=open_ends, token=self._token
        )
        self._model = self._grid.model
        self._token.check()
        self._support = Support(self._grid, rules, lenient=lenient)
        self._token.check()
        if size > _LOW:
            self._no_lone_tower()
        if rules.overhang_in_every_row:
            self._sky_below_beyond_grass()
        if no_holes:
            self._no_small_holes()

    def _no_lone_tower(self) -> None:
        """Implied by D: a low stack topped by a tower has a joint at its side."""
        for cell in self._grid.window.cells():
            x, y = cell
            if y < _LOW:
                lids = self._grid.where(cell, lambda stance: stance.sides == bit(Direction.S))
                stack = {(x, row) for row in range(y + 1)}
                for lid in lids:
                    self._model.add_bool_or([lid.negated(), *self._grid.joins_leaving(stack)])

    def _sky_below_beyond_grass(self) -> None:
        for cell in self._grid.window.cells():
            if cell[0] not in self._grid.window.ground:
                for placed in self._grid.where(cell, lambda s: bool(s.sides & bit(Direction.S))):
                    self._model.add_bool_or([placed.negated()])

    def _no_small_holes(self) -> None:
        """Forbid holes of one and two cells at once: they are most of those that arise."""
        for cell in self._grid.window.cells():
            self._forbid_hole({cell})
            for side in (Direction.N, Direction.E):
                self._forbid_hole({cell, neighbour(cell, side)})

    def _forbid_holes_unless(self, excuse: Any) -> None:
        """From here on a hole is forbidden unless the literal `excuse` holds."""
        self._no_holes = True
        self._excuses = [excuse]
        self._no_small_holes()

    def _forbid_hole(self, cells: set[Cell]) -> None:
        """Some cell of the hole is filled, or some cell of its wall is empty."""
        occupied = self._grid.occupied
        wall = {
            around
            for cell in cells
            for side in Direction
            if (around := neighbour(cell, side)) not in cells and around[1] >= 0
        }
        if all(cell in occupied for cell in wall | cells):
            filled = [occupied[cell] for cell in sorted(cells)]
            opened = [occupied[cell].negated() for cell in sorted(wall)]
            self._model.add_bool_or([*filled, *opened, *self._excuses])

    def solve(
        self, solver: cp_model.CpSolver, effort: WorkBudget, watcher: Watcher | None = None
    ) -> tuple[Outcome, dict[Cell, tuple[What, Sides]] | None]:
        """Look for a castle, or the best where there is a goal, adding cuts until one is whole.

        What `watcher` hears of on the way may still lack a cut.
        """
        while True:
            outcome = effort.solve(solver, self._model, watcher)
            if outcome is not Outcome.FOUND:
                return outcome, None
            castle = self.castle(solver.boolean_value)
            is_excused = any(map(solver.boolean_value, self._excuses))
            is_refused = self._cut_off(castle, is_excused=is_excused)
            if not (is_refused or self._refuse_unfounded(solver.boolean_value)):
                return outcome, castle

    def _refuse_unfounded(self, value: Value) -> bool:
        """Forbid a castle in which tiles only hold each other up (rule F)."""
        if not self._support.unfounded(value):
            return False
        placed = [v for pieces in self._grid.pieces.values() for v in pieces.values() if value(v)]
        filled = [v for v in self._grid.occupied.values() if not value(v)]
        self._model.add_bool_or([*(~v for v in placed), *filled])
        self.cuts += 1
        return True

    def castle(self, value: Value) -> dict[Cell, tuple[What, Sides]]:
        """What lies in every occupied cell, where `value` tells a literal's truth."""
        return {
            cell: (what, stance.sides)
            for cell, pieces in self._grid.pieces.items()
            for (what, stance), placed in pieces.items()
            if value(placed)
        }

    def _cut_off(
        self, castle: Mapping[Cell, tuple[What, Sides]], *, is_excused: bool = False
    ) -> bool:
        """Add the cuts that `castle` violates, if any; one that is excused may have holes."""
        before = self.cuts
        parts = sorted(components(castle), key=lambda part: (len(part), sorted(part)))
        for part in parts[:-1]:
            leaving = self._grid.joins_leaving(part)
            if len(part) >= self._size:
                leaving.append(self._whole_castle_in(part))
            for cell in sorted(part):
                self._model.add_bool_or([self._grid.occupied[cell].negated(), *leaving])
            self.cuts += 1
        if self._no_holes and not is_excused:
            for hole in holes_in(castle):
                self._forbid_hole(hole)
                self.cuts += 1
        return self.cuts > before

    def _whole_castle_in(self, cells: set[Cell]) -> cp_model.IntVar:
        """A literal for the whole castle lying in some cells, its gate and all."""
        whole = self._model.new_bool_var("whole castle")
        gates = [
            placed
            for cell in sorted(cells)
            for (what, _), placed in self._grid.pieces[cell].items()
            if what.is_gate
        ]
        self._model.add_bool_or([*gates, whole.negated()])
        for cell, occupied in self._grid.occupied.items():
            if cell not in cells:
                self._model.add_implication(whole, occupied.negated())
        return whole


_LOW = 3
"""Stacks of up to so many tiles are kept from standing alone at once."""


def joined_cells(castle: Mapping[Cell, tuple[Any, Sides]]) -> nx.Graph[Cell]:
    """The cells of a castle, with an edge for every joint."""
    graph: nx.Graph[Cell] = nx.Graph()
    graph.add_nodes_from(castle)
    for cell, (_, sides) in castle.items():
        for side in (Direction.N, Direction.E):
            if sides & bit(side) and (beyond := neighbour(cell, side)) in castle:
                graph.add_edge(cell, beyond)
    return graph


def components(castle: Mapping[Cell, tuple[Any, Sides]]) -> list[set[Cell]]:
    """The parts of a castle that hang together by joints (rule D wants one)."""
    return list(nx.connected_components(joined_cells(castle)))
