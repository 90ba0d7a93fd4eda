"""A pile of things of several kinds, of which only the numbers count."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Pile:
    """How many there are of each kind; kinds of which there are none are left out.

    Attributes:
        counts: kinds with their numbers, sorted by kind.
    """

    counts: tuple[tuple[str, int], ...] = ()

    @staticmethod
    def of(counts: Mapping[str, int]) -> Pile:
        """Make a pile.

        Raises:
            ValueError: for a negative number.
        """
        if any(number < 0 for number in counts.values()):
            raise ValueError("a pile cannot hold fewer than nothing")
        return Pile(tuple(sorted((kind, number) for kind, number in counts.items() if number)))

    @property
    def total(self) -> int:
        """How many things there are in all."""
        return sum(number for _, number in self.counts)

    def __getitem__(self, kind: str) -> int:
        return next((number for name, number in self.counts if name == kind), 0)

    def __iter__(self) -> Iterator[str]:
        return (kind for kind, _ in self.counts)

    def __add__(self, other: Pile) -> Pile:
        return Pile.of({kind: self[kind] + other[kind] for kind in {*self, *other}})

    def __sub__(self, other: Pile) -> Pile:
        return Pile.of({kind: self[kind] - other[kind] for kind in {*self, *other}})

    def holds(self, other: Pile) -> bool:
        """Whether all of `other` is in this pile."""
        return all(self[kind] >= number for kind, number in other.counts)

    def __str__(self) -> str:
        return ", ".join(f"{number} {kind}" for kind, number in self.counts) or "nothing"


NOTHING = Pile()
