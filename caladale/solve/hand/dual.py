"""From above: the bound is brought down score by score, and each score case by case.

A case that was not settled comes back with more work, once the others have had their turn
(`case_queue`).
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import TypeAlias

from ortools.sat.python import cp_model

from caladale.solve.engine.budget import Act, Outcome, WorkBudget, feasibility_solver, second_solver
from caladale.solve.hand.case_queue import CaseQueue
from caladale.solve.hand.cases import Subproblem, WholeScore, sorted_into_cases
from caladale.solve.hand.problem import LARGEST, HandProblem, without_sides
from caladale.solve.hand.state import HandState
from caladale.solve.models.arguments import is_stratified_but_for_a_pivot

_Solver: TypeAlias = Callable[[int], cp_model.CpSolver]
"""A configuration of CP-SAT, given a seed."""


class DualSteps:
    """Sorts the castles of a score into cases, and proves that there are none in a case.

    Args:
        problem: the castles that count.
        state: where castles go that are found on the way, and what hears of scores that are ruled
            out.
    """

    def __init__(self, problem: HandProblem, state: HandState) -> None:
        self._problem = problem
        self._state = state
        self._lock = threading.RLock()
        self._begun: set[tuple[int, bool]] = set()
        self._cases: dict[tuple[int, bool], tuple[Subproblem, ...]] = {}
        self._queues: dict[tuple[int, _Solver], CaseQueue] = {}

    def can_refute(self) -> bool:
        """Whether the model of a hand's castles knows all of them, and is of a size to be built.

        Several strips may lie apart, but are searched side by side only.
        """
        problem, tentative = self._problem, self._state.tentative
        if len(problem.hand.grass) > 1:
            return False
        if not is_stratified_but_for_a_pivot(problem.stock, problem.hand.rules):
            return False
        if tentative is None:
            return True
        widest = max(
            len(problem.enough(tentative, question)) for question in self.open_cases(tentative)
        )
        return widest * len(problem.stock.pieces()) < LARGEST

    def steps(self) -> Iterator[tuple[Act, float]]:
        """Steps that refute the tentative bound, each with its work.

        What was refuted is confirmed when nothing else is left. Nobody else is put to a case that a
        worker is at.
        """
        target = self._state.target
        if target is not None:
            yield from self._asking(target, feasibility_solver)
        else:
            for points in self._state.unconfirmed:
                yield from self._asking(points, second_solver)

    def open_cases(self, points: int) -> tuple[Subproblem, ...]:
        """What may still have castles of a score: its cases, and what is not sorted into cases."""
        with self._lock:
            queue = self._queues.get((points, feasibility_solver))
            if queue is not None:
                return queue.open
            return tuple(
                question
                for complete in self._kinds(points)
                for question in self._cases.get((points, complete), (WholeScore(complete),))
            )

    def _kinds(self, points: int) -> list[bool]:
        """Whether complete castles may score so much, and others."""
        return self._problem.most_points.reaching(points)

    def _is_sorted(self, points: int) -> bool:
        return all((points, complete) in self._cases for complete in self._kinds(points))

    def _asking(self, points: int, solver: _Solver) -> Iterator[tuple[Act, float]]:
        for complete in self._kinds(points):
            if (points, complete) not in self._begun:
                self._begun.add((points, complete))
                yield self._sorter(points, complete=complete), _SORTING
        for _ in range(_CASES):
            taken = self._take_case(points, solver)
            if taken is not None:
                case, work = taken
                yield self._asker(points, solver, case), work

    def _take_case(self, points: int, solver: _Solver) -> tuple[Subproblem, float] | None:
        """The next case of a score for a configuration, once the score is sorted into cases."""
        with self._lock:
            if not self._is_sorted(points):
                return None
            key = points, solver
            if key not in self._queues:
                every = [case for kind in self._kinds(points) for case in self._cases[points, kind]]
                self._queues[key] = CaseQueue(every, is_all_there_is=solver is second_solver)
            return self._queues[key].take()

    def _sorter(self, points: int, *, complete: bool) -> Act:
        """A step that sorts the castles of a score; counting may find that there are none."""

        def sort(_seed: int, effort: WorkBudget) -> None:
            found = sorted_into_cases(self._problem.sums, points, effort, complete=complete)
            with self._lock:
                self._cases[points, complete] = (WholeScore(complete),) if found is None else found
                if self._is_sorted(points) and not self.open_cases(points):
                    self._state.rule_out(points)

        return sort

    def _asker(self, points: int, solver: _Solver, case: Subproblem) -> Act:
        """A step that proves that a case has no castle of so many points, or finds it."""

        def ask(seed: int, effort: WorkBudget) -> None:
            model = self._problem.castles_of(points, case)
            outcome, castle = model.solve(solver(seed), effort)
            if castle is not None:
                self._state.keep(self._state.found(without_sides(castle)))
            with self._lock:
                if castle is not None:
                    self._state.take_back(points)
                queue = self._queues[points, solver]
                queue.put_back(case, is_ruled_out=outcome is Outcome.IMPOSSIBLE)
                if queue.open:
                    return
                if solver is second_solver:
                    self._state.confirm(points)
                else:
                    self._state.refute(points)

        return ask


_SORTING = 5.0
"""The work on sorting a score into cases."""
_CASES = 6
"""How many cases of a score are tried in a row."""
