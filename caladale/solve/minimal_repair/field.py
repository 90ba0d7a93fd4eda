"""Fields: the castles within some cells that a castle can be changed into, to be asked about."""

from __future__ import annotations

import enum
import threading
from collections.abc import Callable

from msgspec import Struct
from ortools.sat.python import cp_model

from caladale.core.edges import Cell
from caladale.core.layout import Layout
from caladale.rules.board import Ground
from caladale.rules.score_sheet import score
from caladale.solve.engine.budget import Outcome, StopToken, WorkBudget, feasibility_solver
from caladale.solve.minimal_repair.change_count import ChangeCount
from caladale.solve.minimal_repair.laid_tiles import laid, most_tiles, placed_tiles_of
from caladale.solve.minimal_repair.reach import Reach, box_around, on_a_table
from caladale.solve.models.plain import CastleModel
from caladale.solve.models.plain_cuts import add_cuts
from caladale.solve.models.stock import Stock

Configuration = Callable[[int], cp_model.CpSolver]
"""Makes a solver with a seed."""


class Goal(enum.Enum):
    """What is wanted of a castle that is looked for, beyond what is demanded of it."""

    NOTHING = "nothing"
    HIGH_SCORE = "high score"
    FEW_CHANGES = "few changes"


class Answer(Struct, frozen=True):
    """The answer to a question.

    Attributes:
        outcome: whether there is such a castle.
        layout: one, if one was found.
        is_best: whether no other comes nearer to the goal.
    """

    outcome: Outcome
    layout: Layout | None = None
    is_best: bool = False


class Field:
    """The legal castles that lie within some cells, as a model of CP-SAT.

    Questions may be asked from several threads at once.

    Args:
        layout: the castle before.
        stock: its tiles and the spares.
        cells: the cells.
        token: ends all work.

    Raises:
        StopRequested: when it does so before the model is built.
    """

    def __init__(
        self, layout: Layout, stock: Stock, cells: frozenset[Cell], token: StopToken
    ) -> None:
        self.cells = cells
        self._extra = sum(item.points for item in score(layout.replace(tiles=())).items)
        self._layout = layout
        self._token = token
        self._lock = threading.Lock()
        ground = Ground(layout.grass)
        self._castle = CastleModel(
            stock,
            cells,
            {x for x, _ in cells if ground.covers(x)},
            layout.rules,
            one_gate=layout.variant.has_one_gate,
            token=token,
        )
        wilds = [
            literal
            for here in self._castle.place.values()
            for piece, literal in here.items()
            if piece.lot.is_wild
        ]
        self._castle.model.add(sum(wilds) <= layout.variant.most_wilds)
        self._lain = placed_tiles_of(layout, self._castle)
        # The castle as it lies is near to the one that is looked for.
        lying = {tile.cell: tile.piece for tile in self._lain}
        for cell, here in self._castle.place.items():
            for piece, literal in here.items():
                self._castle.model.add_hint(literal, lying.get(cell) is piece)

    def ask(
        self,
        solver_with: Configuration,
        seed: int,
        effort: WorkBudget,
        *,
        most: int | None = None,
        points: int | None = None,
        goal: Goal = Goal.NOTHING,
    ) -> Answer:
        """Look for a castle.

        Args:
            solver_with: makes the solver.
            seed: its seed.
            effort: the work that may be done.
            most: how many changes it may take; any number by default.
            points: what it must score at least.
            goal: what is wanted beyond that.

        Raises:
            StopRequested: when the token is set before the question is stated.
        """
        castle = self._castle
        while True:
            with self._lock:
                model = castle.model.clone()
            count = None if most is None else self._counted(model, most, goal)
            if points is not None:
                # Flipped tiles, the timer and exchanges score without being built with.
                model.add(castle.score >= points - self._extra)
            if goal is Goal.HIGH_SCORE:
                model.maximize(castle.score)
            elif goal is Goal.FEW_CHANGES and count is not None:
                model.minimize(count.total)
            solver = solver_with(seed)
            outcome = effort.solve(solver, model)
            if outcome is not Outcome.FOUND:
                return Answer(outcome)
            with self._lock:
                if add_cuts(castle, solver.boolean_value):
                    continue
            pieces = castle.pieces_of(solver.boolean_value)
            origins = count.origins(solver.boolean_value) if count is not None else {}
            return Answer(
                outcome,
                laid(self._layout, self._lain, pieces, origins),
                solver.response_proto.status == cp_model.OPTIMAL,
            )

    def _counted(self, model: cp_model.CpModel, most: int, goal: Goal) -> ChangeCount:
        rings = _FEW_RINGS if goal is Goal.FEW_CHANGES else None
        return ChangeCount(
            self._castle, model, self._lain, least=1, most=most, rings=rings, token=self._token
        )


class Fields:
    """The fields of castles that take so many changes, made when they are asked for.

    Args:
        layout: the castle before.
        stock: its tiles and the spares.
        margin: how many cells beyond the box around the tiles are searched, whatever the changes;
            None for as many cells as so many changes can reach.
        token: ends all work.

    Attributes:
        last: the field that was made last; None if there is none yet.
        lacks_room: whether a field was too large to be made.

    Raises:
        LayoutError: when a margin is given and the box is too large.
    """

    def __init__(self, layout: Layout, stock: Stock, margin: int | None, token: StopToken) -> None:
        self._layout = layout
        self._stock = stock
        self._token = token
        self._reach = Reach(layout, most_tiles(layout, stock))
        self._box = None if margin is None else box_around(layout, margin, _MOST_CELLS)
        self._room = _LARGEST // max(1, len(stock.pieces()))
        self.last: Field | None = None
        self.lacks_room = False

    def reached_with(self, changes: int) -> Field | None:
        """The castles that so many changes can reach; None if those are too many.

        Raises:
            StopRequested: when there is no time to make it.
        """
        cells = self._box or self._reach.needed(changes, self._room)
        if cells is None or len(cells) > self._room:
            self.lacks_room = True
            return None
        cells = on_a_table(cells)
        if self.last is None or self.last.cells != cells:
            self.last = Field(self._layout, self._stock, cells, self._token)
        return self.last

    def first_worth_asking(self, most: int) -> int:
        """So many changes, fewer than `most`, are too few, as can be told by counting; or 1.

        Raises:
            StopRequested: when there is no time to tell.
        """
        found = 1
        while found + 1 < most and self._reach.too_few(found + 1, self._room):
            self._token.check()
            found += 1
        return found

    def covers(self, changes: int, cells: frozenset[Cell]) -> bool:
        """Whether no castle that takes so many changes goes beyond `cells`."""
        return self._reach.covers(changes, cells)


def first_solver(seed: int) -> cp_model.CpSolver:
    """A configuration that spends little on presolve, as few changes leave few cells open."""
    solver = feasibility_solver(seed)
    solver.parameters.max_presolve_iterations = 1
    solver.parameters.cp_model_probing_level = 0
    solver.parameters.presolve_bve_threshold = 0
    return solver


_FEW_RINGS = 3
"""So many rings are looked for where nothing is to be proved."""

_MOST_CELLS = 2000
"""Larger boxes are not searched."""

_LARGEST = 100_000
"""Models with more placements than this take too long to build."""
