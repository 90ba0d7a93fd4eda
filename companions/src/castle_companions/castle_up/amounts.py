"""Resources and gold: what players hold and what cards cost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum


class Kind(Enum):
    """The kinds of tokens; gold is wild."""

    MANPOWER = "manpower"
    SUPPLIES = "supplies"
    FOOD = "food"
    GOLD = "gold"


BASE = (Kind.MANPOWER, Kind.SUPPLIES, Kind.FOOD)
"""The three main resources."""
EXCHANGE = 3
"""So many resources of a kind make one gold."""


@dataclass(frozen=True, slots=True)
class Amount:
    """A number of tokens of each kind; `any` stands for resources that may be chosen freely."""

    manpower: int = 0
    supplies: int = 0
    food: int = 0
    any: int = 0
    gold: int = 0

    @property
    def base(self) -> tuple[int, int, int]:
        """Manpower, supplies and food."""
        return (self.manpower, self.supplies, self.food)

    @property
    def total(self) -> int:
        """The number of all tokens."""
        return sum(self.base) + self.any + self.gold

    def __add__(self, other: Amount) -> Amount:
        return Amount(
            self.manpower + other.manpower,
            self.supplies + other.supplies,
            self.food + other.food,
            self.any + other.any,
            self.gold + other.gold,
        )

    def times(self, factor: int) -> Amount:
        """Every number `factor` times."""
        return Amount(
            self.manpower * factor,
            self.supplies * factor,
            self.food * factor,
            self.any * factor,
            self.gold * factor,
        )

    def minus(self, other: Amount) -> Amount:
        """What is left when `other` is taken away.

        Raises:
            ValueError: when there is not so much.
        """
        left = self + other.times(-1)
        if min(*left.base, left.any, left.gold) < 0:
            raise ValueError(f"{other.words} cannot be taken from {self.words}")
        return left

    @property
    def numbers(self) -> Mapping[str, int]:
        """What is not zero, by name."""
        names = ("manpower", "supplies", "food", "any", "gold")
        numbers = (*self.base, self.any, self.gold)
        return {name: number for name, number in zip(names, numbers, strict=True) if number}

    @property
    def words(self) -> str:
        """The amount as people say it, such as ``5 supplies, 1 manpower``."""
        said = [
            f"{number} {'of any kind' if name == 'any' else name}"
            for name, number in self.numbers.items()
        ]
        return ", ".join(said) or "nothing"


NOTHING = Amount()


def of_kind(kind: Kind, number: int = 1) -> Amount:
    """So many tokens of one kind."""
    return Amount(**{kind.value: number})
