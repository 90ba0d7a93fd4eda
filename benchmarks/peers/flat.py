"""The flat model, for CP-SAT as it is and for others read back as clauses and sums.

`caladale.solve.models.plain` states every castle as booleans, in a snug window. Constraints are
read from the finished model, so that every peer gets what CP-SAT gets, cuts included.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct

from benchmarks.peers.answer import Problem
from caladale.core.edges import Cell
from caladale.core.hand import Hand
from caladale.solve.hand.windows import snug
from caladale.solve.models.plain import CastleModel
from caladale.solve.models.plain_cuts import add_cuts
from caladale.solve.models.stock import Piece


class Clause(Struct, frozen=True):
    """At least one of these literals is true.

    A literal is the number of a variable, from 1, negative where it must be false.
    """

    literals: tuple[int, ...]


class ExactlyOne(Struct, frozen=True):
    """Exactly one of these literals is true."""

    literals: tuple[int, ...]


class Sum(Struct, frozen=True):
    """A sum of variables (numbered from 1) with weights lies between two numbers."""

    weights: dict[int, int]
    low: int
    high: int


Constraint = Clause | ExactlyOne | Sum


def flat_castle(hand: Hand, problem: Problem) -> CastleModel:
    """Every castle of a hand in a snug window, still without an objective."""
    cells = snug(problem.ground, problem.stock, hand.rules)
    return CastleModel(problem.stock, cells, problem.ground, hand.rules)


def maximized(castle: CastleModel, problem: Problem) -> CastleModel:
    """The model with its score as the objective, and as a row of it the bound by counting."""
    castle.model.add(castle.score <= problem.bound)
    castle.model.maximize(castle.score)
    return castle


class FlatModel:
    """The flat model of a hand, read back.

    Attributes:
        castle: the model.
        variables: how many variables it has.

    Raises:
        ValueError: when the hand may exchange tiles, which takes numbers that are no booleans.
    """

    def __init__(self, hand: Hand, problem: Problem) -> None:
        if any(lot.spare for lot in problem.stock.lots):
            message = "this peer exchanges nothing"
            raise ValueError(message)
        self.castle = maximized(flat_castle(hand, problem), problem)
        self.variables = len(self.castle.model.proto.variables)
        self._read = 0

    def fixed(self) -> dict[int, bool]:
        """The variables that are constants."""
        return {
            number: bool(variable.domain[0])
            for number, variable in enumerate(self.castle.model.proto.variables, 1)
            if variable.domain[0] == variable.domain[1]
        }

    def objective(self) -> dict[int, int]:
        """What each variable adds to the score, constants left aside."""
        goal = self.castle.model.proto.objective
        weights: dict[int, int] = defaultdict(int)
        for literal, weight in zip(goal.vars, goal.coeffs, strict=True):
            sign = 1 if literal >= 0 else -1
            weights[_number(literal)] += round(weight * sign * goal.scaling_factor)
        return weights

    def new_constraints(self) -> Iterator[Constraint]:
        """The constraints that were not given before: at first all, then the cuts."""
        constraints = self.castle.model.proto.constraints
        while self._read < len(constraints):
            yield _constraint(constraints[self._read])
            self._read += 1

    def cut(self, is_true: Callable[[int], bool]) -> int:
        """Add the cuts that a solution calls for; 0 when it is a legal castle."""
        return add_cuts(self.castle, self._value(is_true))

    def pieces(self, is_true: Callable[[int], bool]) -> dict[Cell, Piece]:
        """The castle of a solution, which tells of each variable whether it is true."""
        return self.castle.pieces_of(self._value(is_true))

    def literal(self, literal: Any) -> int:
        """A literal of the model, as a number."""
        return _literal(literal.index)

    def _value(self, is_true: Callable[[int], bool]) -> Callable[[Any], bool]:
        def value(literal: Any) -> bool:
            number = self.literal(literal)
            return is_true(abs(number)) == (number > 0)

        return value


def _number(index: int) -> int:
    return index + 1 if index >= 0 else -index


def _literal(index: int) -> int:
    return index + 1 if index >= 0 else index


def _constraint(constraint: Any) -> Constraint:
    """One constraint of CP-SAT.

    Raises:
        ValueError: when it is of a sort that the flat model did not use when this was written.
    """
    conditions = tuple(-_literal(index) for index in constraint.enforcement_literal)
    if constraint.has_bool_or():
        return Clause((*conditions, *map(_literal, constraint.bool_or.literals)))
    if constraint.has_bool_and() and len(constraint.bool_and.literals) == 1:
        return Clause((*conditions, _literal(constraint.bool_and.literals[0])))
    if constraint.has_exactly_one() and not conditions:
        return ExactlyOne(tuple(map(_literal, constraint.exactly_one.literals)))
    if constraint.has_linear() and not conditions and len(constraint.linear.domain) == 2:
        return _sum(constraint.linear)
    message = f"the flat model has a constraint that no peer knows: {constraint}"
    raise ValueError(message)


def _sum(linear: Any) -> Sum:
    weights: dict[int, int] = defaultdict(int)
    low, high = linear.domain
    for index, weight in zip(linear.vars, linear.coeffs, strict=True):
        if index < 0:  # the negation of a boolean is 1 minus it
            weights[_number(index)] -= weight
            low, high = low - weight, high - weight
        else:
            weights[_number(index)] += weight
    return Sum(dict(weights), low, high)
