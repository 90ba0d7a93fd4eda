"""One run of CP-SAT that can be stopped: by the clock, by Ctrl-C, or by what it finds."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from ortools.sat.python import cp_model

Value = Callable[[Any], bool]
"""Tells whether a literal of the model is true in a solution."""


class _Watcher(cp_model.CpSolverSolutionCallback):
    """Hands every improving solution on; an error in there ends the run and is raised after it."""

    def __init__(self, on_solution: Callable[[Value], None]) -> None:
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


class Run:
    """The outcome of `run`.

    Attributes:
        status: CP-SAT's own status.
        interrupted: whether Ctrl-C ended the run.
        bound: CP-SAT's bound on the objective.
    """

    def __init__(self, solver: cp_model.CpSolver, status: Any, *, interrupted: bool) -> None:
        self._solver = solver
        self.status = status
        self.interrupted = interrupted
        self.bound = solver.best_objective_bound

    @property
    def found(self) -> bool:
        """Whether there is a solution."""
        return self.status in (cp_model.OPTIMAL, cp_model.FEASIBLE)

    @property
    def is_proved(self) -> bool:
        """Whether the solution is the model's best, or the model has none."""
        return self.status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)

    def value(self, literal: Any) -> bool:
        """Whether a literal is true in the last solution."""
        return bool(self._solver.boolean_value(literal))


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


def run(
    model: cp_model.CpModel,
    *,
    seconds: float,
    seed: int,
    workers: int,
    on_solution: Callable[[Value], None],
) -> Run:
    """Solve `model` for at most `seconds`.

    The solver works in a thread of its own so that the main thread stays able to hear Ctrl-C, which
    ends the run in good order instead of losing what was found.
    """
    solver = quiet_solver(seconds=seconds, seed=seed, workers=workers)
    watcher = _Watcher(on_solution)
    outcome: list[Any] = []
    # Not Thread.join: in Python 3.11 an interrupted join takes the thread for finished.
    done = threading.Event()

    def work() -> None:
        try:
            outcome.append(solver.solve(model, watcher))
        finally:
            done.set()

    thread = threading.Thread(target=work)
    thread.start()
    interrupted = False
    while not done.is_set():
        try:
            done.wait(0.2)
        except KeyboardInterrupt:
            interrupted = True
            watcher.stop_search()
            solver.stop_search()
    thread.join()
    if watcher.error is not None:
        raise watcher.error
    if not outcome:
        message = "CP-SAT ended without an answer"
        raise RuntimeError(message)
    return Run(solver, outcome[0], interrupted=interrupted)
