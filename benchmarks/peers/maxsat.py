"""A MaxSAT solver: RC2 of python-sat on the clauses of the flat model.

The objective is the deficit, what a castle misses of the most that its tiles could score, for that
is what core-guided solvers are good at: a soft clause for each tile that may be left out, each edge
that may be exposed, the wild that may be used, and for being complete. Tiles that are the same are
counted in unary, and those soft clauses are the digits. RC2 runs with all that its authors
recommend: stratification, at-most-one constraints found, cores minimised and exhausted.

A castle in several parts is no answer: it is cut off, and RC2 goes on. Soft clauses are therefore
never made hard on the way, for that relies on a castle that a cut may rule out. RC2 has no castle
to show before the best one.
"""

from __future__ import annotations

import threading

from pysat.card import CardEnc, EncType
from pysat.examples.rc2 import RC2Stratified
from pysat.formula import WCNF

from benchmarks.peers.answer import Answer, Problem, Terms
from benchmarks.peers.flat import Clause, ExactlyOne, FlatModel
from caladale.core.hand import Hand

_SOLVER = "g3"


def solve(hand: Hand, terms: Terms) -> Answer:
    """The castle with the least deficit in the window of the flat model."""
    problem = Problem(hand, terms)
    flat = FlatModel(hand, problem)
    formula = _formula(hand, flat)
    with RC2Stratified(
        formula, solver=_SOLVER, adapt=True, exhaust=True, minz=True, nohard=True
    ) as rc2:
        while problem.left > 0:
            clock = threading.Timer(problem.left, rc2.interrupt)
            clock.start()
            try:
                model = rc2.compute(expect_interrupt=True)
            finally:
                clock.cancel()
                clock.join()
            if model is None:
                break
            true = {literal for literal in model if literal > 0}
            if not flat.cut(true.__contains__):
                return problem.answer(problem.judged(flat.pieces(true.__contains__)))
            for cut in flat.new_constraints():
                if isinstance(cut, Clause):
                    rc2.add_clause(list(cut.literals))
    return problem.answer(None)


def _formula(hand: Hand, flat: FlatModel) -> WCNF:
    formula = WCNF()
    top = flat.variables
    for number, is_true in flat.fixed().items():
        formula.append([number if is_true else -number])
    for constraint in flat.new_constraints():
        # Sums say how many tiles there are, which the totalizers do, and what follows anyway.
        if isinstance(constraint, Clause):
            formula.append(list(constraint.literals))
        elif isinstance(constraint, ExactlyOne):
            one = CardEnc.equals(
                lits=list(constraint.literals), bound=1, top_id=top, encoding=EncType.ladder
            )
            top = max(top, one.nv)
            formula.extend(one.clauses)
    castle = flat.castle
    for lot in castle.stock.lots:
        placed = [
            flat.literal(literal)
            for here in castle.place.values()
            for piece, literal in here.items()
            if piece.lot is lot
        ]
        have = len(lot.own)
        digits, top = _count(formula, placed, have + 1, top)
        formula.append([-digits[have]])
        if lot.is_gate:
            formula.append([digits[0]])
        points = lot.points(hand.rules)
        for digit in digits[:have]:
            if points:
                formula.append([digit if points > 0 else -digit], weight=abs(points))
    for literal in castle.exposed:
        formula.append([-flat.literal(literal)], weight=2)
    formula.append([flat.literal(castle.complete)], weight=2)
    return formula


def _count(formula: WCNF, literals: list[int], most: int, top: int) -> tuple[list[int], int]:
    """Count literals in unary, up to `most`: digit k is true exactly when more than k are.

    Returns:
        The digits, and the last variable in use.
    """
    before: list[int] = []
    for literal in literals:
        digits = list(range(top + 1, top + 1 + min(most, len(before) + 1)))
        top += len(digits)
        for k, digit in enumerate(digits):
            reached = before[k] if k < len(before) else None
            lower = before[k - 1] if k else None
            # digit <=> reached or (literal and lower)
            formula.append([-digit, literal] if reached is None else [-digit, reached, literal])
            if lower is not None:
                formula.append([-digit, lower] if reached is None else [-digit, reached, lower])
                formula.append([digit, -literal, -lower])
            else:
                formula.append([digit, -literal])
            if reached is not None:
                formula.append([digit, -reached])
        before = digits
    while len(before) < most:
        top += 1
        formula.append([-top])
        before.append(top)
    return before, top
