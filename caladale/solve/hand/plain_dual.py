"""The plain model as steps: proofs for small hands where `HandModel` does not know every castle."""

from __future__ import annotations

import threading

from ortools.sat.python import cp_model

from caladale.solve.engine.budget import Outcome, WorkBudget, feasibility_solver, second_solver
from caladale.solve.engine.cp_sat import Watcher
from caladale.solve.hand.problem import LARGEST, HandProblem
from caladale.solve.hand.state import HandState
from caladale.solve.hand.windows import reach, snug
from caladale.solve.models.plain import CastleModel
from caladale.solve.models.plain_cuts import add_cuts


class PlainSearch:
    """The plain model in a snug window, then in one that is proved wide enough.

    Args:
        problem: the castles that count.
        state: the best of them so far, and what none of them can score.

    Attributes:
        is_exhausted: whether it has nothing more to give.
        patience: the work to spend on the next step. It grows fast, as every step begins anew.
    """

    def __init__(self, problem: HandProblem, state: HandState) -> None:
        self._problem = problem
        self._state = state
        self._model: tuple[CastleModel, cp_model.IntVar] | None = None
        self._is_wide = False
        self._is_busy = threading.Lock()
        self._refuted: int | None = None
        self.is_exhausted = False
        self.patience = _PATIENCE

    def is_wanted(self) -> bool:
        """Whether there is something left that it has a chance to do, and nobody at it."""
        if self.is_exhausted or self._is_busy.locked():
            return False
        return self._state.incumbent is None or self._problem.stock.most_tiles <= _SMALL

    def improve(self, seed: int, effort: WorkBudget) -> None:
        """Look for better castles; when there are none, in the wide window, twice, it is proved."""
        if not self._is_busy.acquire(blocking=False):
            return
        try:
            self._improve(seed, effort)
        finally:
            self._is_busy.release()

    def _improve(self, seed: int, effort: WorkBudget) -> None:
        state = self._state
        if self._model is None:
            self._model = self._build()
        if self._model is None:
            return
        castle, goal = self._model
        while not effort.is_spent:
            least = state.least()
            if state.bound is None or least > state.bound:
                return
            domain = castle.model.proto.variables[goal.index].domain
            domain[0], domain[1] = least, state.bound
            is_second = self._refuted == least
            solver = second_solver(seed) if is_second else feasibility_solver(seed)
            watcher = Watcher(
                lambda value: state.consider(castle.pieces_of(value), must_be_legal=False)
            )
            outcome = effort.solve(solver, castle.model, watcher)
            if outcome is Outcome.LIMIT:
                self.patience *= _MORE_PATIENCE
                return
            if outcome is Outcome.FOUND:
                is_whole = not add_cuts(castle, solver.boolean_value)
                state.consider(castle.pieces_of(solver.boolean_value), must_be_legal=is_whole)
                continue
            if not self._is_wide:
                self._model = None
                self._is_wide = True
                return
            if is_second:
                self.is_exhausted = True
                # Several strips may lie apart, but are searched side by side only.
                if len(self._problem.hand.grass) == 1:
                    state.close(None if state.incumbent is None else least - 1)
                return
            self._refuted = least

    def _build(self) -> tuple[CastleModel, cp_model.IntVar] | None:
        """The model and its goal; None when it would be too large."""
        problem = self._problem
        cells_of = reach if self._is_wide else snug
        cells = {*cells_of(problem.ground, problem.stock, problem.hand.rules), *problem.fixed}
        if len(cells) * len(problem.stock.pieces()) > LARGEST:
            self.is_exhausted = True
            return None
        castle = CastleModel(
            problem.stock,
            cells,
            problem.ground,
            problem.hand.rules,
            one_gate=problem.placing.one_gate,
            token=problem.token,
        )
        if problem.complete_only:
            castle.model.add(castle.complete == 1)
        for cell, piece in problem.fixed.items():
            castle.fix(cell, piece)
        # Maximising a number that is at most the score, instead of the score itself, starts from
        # the bound by counting and took proofs from time-outs to seconds (docs/solver.md).
        goal = castle.model.new_int_var(0, 0, "goal")
        castle.model.add(goal <= castle.score)
        castle.model.maximize(goal)
        return castle, goal


_PATIENCE, _MORE_PATIENCE = 1.5, 3.0
"""The work on a step, in CP-SAT's deterministic time, and how much more the next time."""
_SMALL = 14
"""With more tiles it has no chance to prove anything."""
