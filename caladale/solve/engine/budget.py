"""The work budget: what a step of a search may spend, and how it is stopped from outside.

Work is CP-SAT's deterministic time, a count of steps that comes out the same on every run, so
that a seed always gives the same castle; the clock is a second, coarser limit that a person sets.
"""

from __future__ import annotations

import enum
import threading
import time
from collections.abc import Callable
from typing import TypeAlias

from ortools.sat.python import cp_model

from caladale.solve.engine.cp_sat import Watcher, quiet_solver


class Outcome(enum.Enum):
    """How a step of the search ended."""

    FOUND = "found"
    IMPOSSIBLE = "impossible"
    LIMIT = "limit"


class StopRequested(Exception):  # noqa: N818 - it tells of no error
    """Raised by `StopToken.check`, out of work that cannot be done in parts."""


class StopToken:
    """Stops every solver that runs under it: at a time on the clock, or when it is pulled.

    Args:
        seconds: how long until it stops all work by itself; None for never.
    """

    def __init__(self, seconds: float | None = None) -> None:
        self._began = time.monotonic()
        self._deadline = float("inf") if seconds is None else self._began + seconds
        self._pulled = threading.Event()
        self._lock = threading.Lock()
        self._running: set[cp_model.CpSolver] = set()

    @property
    def seconds_left(self) -> float:
        """The time until it stops all work by itself."""
        return self._deadline - time.monotonic()

    @property
    def seconds_spent(self) -> float:
        """The time since it was made."""
        return time.monotonic() - self._began

    @property
    def is_on(self) -> bool:
        """Whether all work should end now."""
        return self._pulled.is_set() or self.seconds_left <= 0

    def check(self) -> None:
        """Leave off work that is of no use unless it is finished, such as stating a model.

        Raises:
            StopRequested: when all work should end now.
        """
        if self.is_on:
            raise StopRequested

    def pull(self) -> None:
        """End all work; call it again until it has ended, as a solver may just be starting."""
        self._pulled.set()
        with self._lock:
            for solver in self._running:
                solver.stop_search()

    def solve(
        self, solver: cp_model.CpSolver, model: cp_model.CpModel, watcher: Watcher | None = None
    ) -> cp_model.CpSolverStatus:
        """Solve `model` under this token; `watcher` hears of every improving solution."""
        if self.seconds_left < float("inf"):
            solver.parameters.max_time_in_seconds = max(self.seconds_left, 0.0)
        with self._lock:
            self._running.add(solver)
        try:
            status = solver.solve(model, watcher)
        finally:
            with self._lock:
                self._running.remove(solver)
        if watcher is not None and watcher.error is not None:
            raise watcher.error
        return status


class WorkBudget:
    """A budget of work under a stop token.

    Args:
        work: the deterministic time that may be spent.
        token: what else may end the work.

    Attributes:
        left: the work that is left.
    """

    def __init__(self, work: float, token: StopToken | None = None) -> None:
        self.left = work
        self.token = token or StopToken()

    @property
    def is_spent(self) -> bool:
        """Whether no work is left, or the token is set."""
        return self.left <= 0 or self.token.is_on

    def solve(
        self, solver: cp_model.CpSolver, model: cp_model.CpModel, watcher: Watcher | None = None
    ) -> Outcome:
        """Solve `model` within what is left, and take off what it cost.

        With an objective, "found" means the best solution; what is found on the way goes to
        `watcher`, and then there is no other than that.
        """
        if self.is_spent:
            return Outcome.LIMIT
        solver.parameters.max_deterministic_time = self.left
        status = self.token.solve(solver, model, watcher)
        self.left -= solver.response_proto.deterministic_time
        if status == cp_model.OPTIMAL or (status == cp_model.FEASIBLE and watcher is None):
            return Outcome.FOUND
        return Outcome.IMPOSSIBLE if status == cp_model.INFEASIBLE else Outcome.LIMIT


Act: TypeAlias = Callable[[int, WorkBudget], None]
"""What a step of the search does, with a seed and an effort."""


def feasibility_solver(seed: int) -> cp_model.CpSolver:
    """A single-threaded CP-SAT solver without linear relaxation, searching as a SAT solver would.

    To use more threads, run several of them with different seeds.
    """
    solver = quiet_solver(seed=seed)
    solver.parameters.linearization_level = 0
    solver.parameters.randomize_search = True
    solver.parameters.max_presolve_iterations = 1
    return solver


def second_solver(seed: int) -> cp_model.CpSolver:
    """A configuration unlike `feasibility_solver`: without what works on the clauses themselves."""
    solver = feasibility_solver(seed + 1)
    solver.parameters.cp_model_probing_level = 0
    solver.parameters.symmetry_level = 0
    solver.parameters.inprocessing_dtime_ratio = 0.0
    return solver
