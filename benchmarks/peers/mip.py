"""A solver of mixed integer programs: HiGHS on the flat model, clauses as linear constraints.

The objective and the bound by counting are those of the flat model. A castle in several parts is
cut off, and HiGHS starts again with what is left of the time.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import highspy

from benchmarks.peers.answer import Answer, Problem, Terms
from benchmarks.peers.flat import Constraint, ExactlyOne, FlatModel, Sum
from caladale.core.hand import Hand


def solve(hand: Hand, terms: Terms) -> Answer:
    """The best castle in the window of the flat model."""
    problem = Problem(hand, terms)
    flat = FlatModel(hand, problem)
    constraints = list(flat.new_constraints())
    while problem.left > 0:
        highs = _stated(flat, constraints)
        if problem.left <= 0:  # stating it takes seconds on large hands
            break
        highs.setOptionValue("threads", terms.workers)
        highs.setOptionValue("random_seed", terms.seed)
        highs.setOptionValue("time_limit", problem.left)
        highs.run()
        if highs.getInfo().primal_solution_status != _FEASIBLE:
            break
        values = highs.getSolution().col_value

        def is_true(number: int, values: list[float] = values) -> bool:
            return values[number - 1] > 0.5

        if not flat.cut(is_true):
            return problem.answer(problem.judged(flat.pieces(is_true)))
        constraints += flat.new_constraints()
    return problem.answer(None)


_FEASIBLE = 2
"""What HiGHS says of a solution that keeps all constraints."""

_FAR = 10**9
"""A sum that no weights of a castle reach."""


@contextmanager
def _no_output() -> Iterator[None]:
    """Nothing reaches the standard output, not even from a library that is not Python."""
    kept = os.dup(1)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    try:
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nowhere)


def _stated(flat: FlatModel, constraints: Iterable[Constraint]) -> highspy.Highs:
    with _no_output():  # HiGHS says who it is before it can be told to be silent
        highs = highspy.Highs()
    highs.silent()
    # Scores are whole numbers, so less than a point is no gap.
    highs.setOptionValue("mip_rel_gap", 0.0)
    highs.setOptionValue("mip_abs_gap", 0.99)
    fixed, weights = flat.fixed(), flat.objective()
    for number in range(1, flat.variables + 1):
        low, high = (0, 1) if number not in fixed else (int(fixed[number]),) * 2
        highs.addCol(weights.get(number, 0), low, high, 0, [], [])
        highs.changeColIntegrality(number - 1, highspy.HighsVarType.kInteger)
    highs.changeObjectiveSense(highspy.ObjSense.kMaximize)
    for constraint in constraints:
        _add(highs, constraint)
    return highs


def _add(highs: highspy.Highs, constraint: Constraint) -> None:
    if isinstance(constraint, Sum):
        low, high = max(constraint.low, -_FAR), min(constraint.high, _FAR)
        weights = constraint.weights
    else:
        # A false literal counts 1 less its variable.
        negative = sum(literal < 0 for literal in constraint.literals)
        low = 1 - negative
        high = low if isinstance(constraint, ExactlyOne) else _FAR
        weights = {}
        for literal in constraint.literals:
            number = abs(literal)
            weights[number] = weights.get(number, 0) + (1 if literal > 0 else -1)
    columns = [number - 1 for number in weights]
    least = -highspy.kHighsInf if low <= -_FAR else low
    most = highspy.kHighsInf if high >= _FAR else high
    highs.addRow(least, most, len(columns), columns, [float(w) for w in weights.values()])
