"""From above: the ceiling is brought down score by score, and each score case by case.

A case that was not settled comes back with more work, once the others have had their turn
(`refutation`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from ortools.sat.python import cp_model

from caladale.solve.engine.budget import Act, Outcome, WorkBudget, feasibility_solver, second_solver
from caladale.solve.hand.bounds import Bounds
from caladale.solve.hand.case_queue import CaseQueue
from caladale.solve.hand.cases import Subproblem, WholeScore, cases
from caladale.solve.hand.incumbent import Incumbent
from caladale.solve.hand.problem import LARGEST, HandProblem, without_sides
from caladale.solve.models.arguments import is_stratified_but_for_a_pivot

_Solver: TypeAlias = Callable[[int], cp_model.CpSolver]
"""A configuration of CP-SAT, given a seed."""


class DualSteps:
    """Sorts the castles of a score into cases, and proves that there are none in a case.

    Args:
        problem: the castles that count.
        incumbent: where castles go that are found on the way.
        bounds: what hears of scores that are ruled out.
    """

    def __init__(self, problem: HandProblem, incumbent: Incumbent, bounds: Bounds) -> None:
        self._problem = problem
        self._incumbent = incumbent
        self._bounds = bounds
        self._begun: set[tuple[int, bool]] = set()
        self._cases: dict[tuple[int, bool], tuple[Subproblem, ...]] = {}
        self._refutations: dict[tuple[int, _Solver], CaseQueue] = {}

    def can_refute(self) -> bool:
        """Whether the model of a hand's castles knows all of them, and is of a size to be built.

        Several strips may lie apart, but are searched side by side only.
        """
        problem, tentative = self._problem, self._bounds.tentative
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
        """Steps that refute the score that is hoped for, each with its work; under the lock.

        What was refuted is confirmed when nothing else is left. Nobody else is put to a case that a
        worker is at.
        """
        target = self._bounds.target
        if target is not None:
            yield from self._asking(target, feasibility_solver)
        else:
            for points in self._bounds.unconfirmed:
                yield from self._asking(points, second_solver)

    def open_cases(self, points: int) -> tuple[Subproblem, ...]:
        """What may still have castles of a score: its cases, and what is not sorted into cases."""
        refutation = self._refutations.get((points, feasibility_solver))
        if refutation is not None:
            return refutation.open
        return tuple(
            question
            for complete in self._kinds(points)
            for question in self._cases.get((points, complete), (WholeScore(complete),))
        )

    def _kinds(self, points: int) -> list[bool]:
        """Whether complete castles may score so much, and others."""
        return [complete for complete, most in self._problem.kinds.items() if points <= most]

    def _is_sorted(self, points: int) -> bool:
        return all((points, complete) in self._cases for complete in self._kinds(points))

    def _asking(self, points: int, solver: _Solver) -> Iterator[tuple[Act, float]]:
        for complete in self._kinds(points):
            if (points, complete) not in self._begun:
                self._begun.add((points, complete))
                yield self._sorter(points, complete=complete), _SORTING
        if not self._is_sorted(points):
            return
        question = points, solver
        if question not in self._refutations:
            every = [case for kind in self._kinds(points) for case in self._cases[points, kind]]
            self._refutations[question] = CaseQueue(every, is_all_there_is=solver is second_solver)
        refutation = self._refutations[question]
        for _ in range(_CASES):
            taken = refutation.take()
            if taken is not None:
                case, work = taken
                yield self._asker(points, solver, case), work

    def _sorter(self, points: int, *, complete: bool) -> Act:
        """A step that sorts the castles of a score; counting may find that there are none."""

        def sort(_seed: int, effort: WorkBudget) -> None:
            found = cases(self._problem.sums, points, effort, complete=complete)
            with self._incumbent.lock:
                self._cases[points, complete] = (WholeScore(complete),) if found is None else found
                if self._is_sorted(points) and not self.open_cases(points):
                    self._bounds.rule_out(points)

        return sort

    def _asker(self, points: int, solver: _Solver, case: Subproblem) -> Act:
        """A step that proves that a case has no castle of so many points, or finds it."""

        def ask(seed: int, effort: WorkBudget) -> None:
            model = self._problem.castles_of(points, case)
            outcome, castle = model.solve(solver(seed), effort)
            if castle is not None:
                self._incumbent.keep(self._incumbent.found(without_sides(castle)))
            with self._incumbent.lock:
                if castle is not None:
                    self._bounds.take_back(points)
                refutation = self._refutations[points, solver]
                refutation.put_back(case, is_ruled_out=outcome is Outcome.IMPOSSIBLE)
                if refutation.open:
                    return
                if solver is second_solver:
                    self._bounds.confirm(points)
                else:
                    self._bounds.refute(points)

        return ask


_SORTING = 5.0
"""The work on sorting a score into cases."""
_CASES = 6
"""How many cases of a score are tried in a row."""
