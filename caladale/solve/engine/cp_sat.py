"""CP-SAT as every search here uses it: silent, leaving Ctrl-C alone, telling of what it finds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ortools.sat.python import cp_model

Value = Callable[[Any], bool]
"""Tells whether a literal of the model is true in a solution."""


class Watcher(cp_model.CpSolverSolutionCallback):
    """Hands every improving solution on; an error in there ends the run and is raised after it."""

    def __init__(self, on_solution: Callable[[Value], object]) -> None:
        super().__init__()
        self._on_solution = on_solution
        self.error: BaseException | None = None

    def on_solution_callback(self) -> None:
        """Called by CP-SAT with each improving solution."""
        try:
            self._on_solution(lambda literal: bool(self.boolean_value(literal)))
        except BaseException as error:  # noqa: BLE001 - it must not cross into the solver's C++
            self.error = error
            self.stop_search()


def quiet_solver(
    *, seconds: float | None = None, seed: int = 0, workers: int = 1
) -> cp_model.CpSolver:
    """A solver that leaves Ctrl-C to Python.

    CP-SAT's own handler would swallow it, and take Python's away for good once it is done.
    """
    solver = cp_model.CpSolver()
    if seconds is not None:
        solver.parameters.max_time_in_seconds = max(seconds, 0.01)
    solver.parameters.random_seed = seed
    solver.parameters.num_workers = workers
    solver.parameters.catch_sigint_signal = False
    return solver
