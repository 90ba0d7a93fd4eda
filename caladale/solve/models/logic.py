"""Literals that stand for others: small pieces of logic that models are written with."""

from __future__ import annotations

from collections.abc import Sequence

from ortools.sat.python import cp_model

Literal = cp_model.LiteralT


class Logic:
    """Adds literals that stand for combinations of others to a model.

    Args:
        model: the model.
    """

    def __init__(self, model: cp_model.CpModel) -> None:
        self.model = model

    def new(self, name: str) -> cp_model.IntVar:
        """A literal that stands for nothing yet."""
        return self.model.new_bool_var(name)

    def never(self) -> cp_model.IntVar:
        """A literal that is false."""
        return self.model.new_constant(0)

    def any_of(self, literals: Sequence[Literal], name: str) -> Literal:
        """A literal that is true exactly when one of `literals` is."""
        if len(literals) == 1:
            return literals[0]
        if not literals:
            return self.never()
        result = self.new(name)
        self.model.add_bool_or([*literals, ~result])
        for literal in literals:
            self.model.add_implication(literal, result)
        return result

    def all_of(self, literals: Sequence[Literal], name: str) -> Literal:
        """A literal that is true exactly when all of `literals` are."""
        if len(literals) == 1:
            return literals[0]
        result = self.new(name)
        self.model.add_bool_or([*(~literal for literal in literals), result])
        for literal in literals:
            self.model.add_implication(result, literal)
        return result
