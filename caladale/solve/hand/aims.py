"""Aims: which castles of a hand a model is to find, or to prove impossible."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from typing import TypeAlias

from msgspec import Struct

from caladale.solve.hand.cases import Case


class Kind(enum.Enum):
    """Which castles are meant, by completeness."""

    COMPLETE = "complete"
    OPEN = "open"
    """Those that are not complete: with an exposed edge, or a hole where a hole spoils a castle."""
    ANY = "any"

    @staticmethod
    def of(complete: bool) -> Kind:
        """The complete castles, or the others."""
        return Kind.COMPLETE if complete else Kind.OPEN


class ScoreRange(Struct, frozen=True):
    """The castles of a kind that score within a range.

    Attributes:
        points: the least and the most points to make with tiles, towers, wild, exchanges, exposed
            edges and completeness; where they differ, the most that can be had is looked for. None
            for any score.
        kind: which castles are meant. Where holes spoil a castle, a complete one may be taken for
            one that is not.
    """

    points: tuple[int, int] | None = None
    kind: Kind = Kind.COMPLETE


Aim: TypeAlias = Case | ScoreRange


class MostPoints(Struct, frozen=True):
    """The most points that counting allows to either sort of castle; None where it allows none.

    Attributes:
        complete: to complete castles.
        open: to the others.
    """

    complete: int | None
    open: int | None

    def __iter__(self) -> Iterator[tuple[bool, int]]:
        """Each sort that may exist: whether it is complete, and its most points."""
        if self.complete is not None:
            yield True, self.complete
        if self.open is not None:
            yield False, self.open

    @property
    def highest(self) -> int | None:
        """The most of any castle; None when there is none."""
        return max((points for _, points in self), default=None)

    def reaching(self, points: int) -> list[bool]:
        """Which sorts may score so much: complete castles (True), others (False)."""
        return [complete for complete, most in self if points <= most]
