"""From above: the ceiling is brought down score by score, and each score case by case.

A case that was not settled comes back with more work, once the others have had their turn
(`refutation`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from ortools.sat.python import cp_model

from caladale.solve.cases import Case, cases
from caladale.solve.ceiling import Ceiling
from caladale.solve.hand_problem import LARGEST, HandProblem, without_sides
from caladale.solve.incumbent import Incumbent
from caladale.solve.model import is_stratified
from caladale.solve.refutation import Refutation
from caladale.solve.shape_effort import Act, Effort, Outcome, feasibility_solver, second_solver

_Solver: TypeAlias = Callable[[int], cp_model.CpSolver]
"""A configuration of CP-SAT, given a seed."""


class Refuter:
    """Sorts the complete castles of a score into cases, and proves that there are none in a case.

    Args:
        problem: the castles that count.
        incumbent: where castles go that are found on the way.
        ceiling: what hears of scores that are ruled out.
    """

    def __init__(self, problem: HandProblem, incumbent: Incumbent, ceiling: Ceiling) -> None:
        self._problem = problem
        self._incumbent = incumbent
        self._ceiling = ceiling
        self._begun: set[int] = set()
        self._cases: dict[int, tuple[Case | None, ...]] = {}
        self._refutations: dict[tuple[int, _Solver], Refutation] = {}

    def can_refute(self) -> bool:
        """Whether the model of closed castles knows all of them, and is of a size to be built.

        Several strips may lie apart, but are searched side by side only.
        """
        problem, hope = self._problem, self._ceiling.hope
        if len(problem.hand.grass) > 1 or not is_stratified(problem.stock, problem.hand.rules):
            return False
        cells = () if hope is None else problem.enough(hope)
        return len(cells) * len(problem.stock.pieces()) < LARGEST

    def steps(self) -> Iterator[tuple[Act, float]]:
        """Steps that refute the score that is hoped for, each with its work; under the lock.

        What was refuted is confirmed when nothing else is left. Nobody else is put to a case that a
        worker is at.
        """
        target = self._ceiling.target
        if target is not None:
            yield from self._asking(target, feasibility_solver)
        elif self._ceiling.is_hopeless:
            for points in self._ceiling.unconfirmed:
                yield from self._asking(points, second_solver)

    def open_cases(self, points: int) -> tuple[Case | None, ...]:
        """The cases of a score that are not ruled out; None stands for castles of any case."""
        refutation = self._refutations.get((points, feasibility_solver))
        return self._cases.get(points, (None,)) if refutation is None else refutation.open

    def _asking(self, points: int, solver: _Solver) -> Iterator[tuple[Act, float]]:
        if points not in self._cases:
            if points not in self._begun:
                self._begun.add(points)
                yield self._sorter(points), _SORTING
            return
        question = points, solver
        if question not in self._refutations:
            self._refutations[question] = Refutation(
                self._cases[points], is_all_there_is=solver is second_solver
            )
        refutation = self._refutations[question]
        for _ in range(_CASES):
            taken = refutation.take()
            if taken is not None:
                case, work = taken
                yield self._asker(points, solver, case), work

    def _sorter(self, points: int) -> Act:
        """A step that sorts the castles of a score; counting may find that there are none."""

        def sort(_seed: int, effort: Effort) -> None:
            found = cases(self._problem.sums, points, effort)
            with self._incumbent.lock:
                self._cases[points] = (None,) if found is None else found
                if found == ():
                    self._ceiling.rule_out(points)

        return sort

    def _asker(self, points: int, solver: _Solver, case: Case | None) -> Act:
        """A step that proves that a case has no complete castle of so many points, or finds it."""

        def ask(seed: int, effort: Effort) -> None:
            model = self._problem.castles_of(points, case)
            outcome, castle = model.solve(solver(seed), effort)
            if castle is not None:
                self._incumbent.keep(self._incumbent.found(without_sides(castle)))
            with self._incumbent.lock:
                if castle is not None:
                    self._ceiling.take_back(points)
                refutation = self._refutations[points, solver]
                refutation.put_back(case, is_ruled_out=outcome is Outcome.IMPOSSIBLE)
                if refutation.open:
                    return
                if solver is second_solver:
                    self._ceiling.confirm(points)
                else:
                    self._ceiling.refute(points)

        return ask


_SORTING = 5.0
"""The work on sorting a score into cases."""
_CASES = 6
"""How many cases of a score are tried in a row."""
