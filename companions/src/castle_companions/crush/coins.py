"""The coins of the box: whether they suffice, and who gets which."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

COINS: tuple[tuple[int, int], ...] = ((50, 4), (10, 10), (5, 30), (1, 30))
"""Values with their numbers, 480 in all."""


@dataclass(frozen=True)
class Split:
    """How points can be laid out in coins.

    Attributes:
        coins: for every player the numbers of the coins of 50, 10, 5 and 1.
        short: for every player the points for which there is no coin left.
    """

    coins: tuple[tuple[int, ...], ...]
    short: tuple[int, ...]


def split(points: Sequence[int]) -> Split:
    """Lay out the points of all players in coins of the box, large ones first.

    Every value divides the next larger one, so that no other way leaves fewer points without a coin
    when each player may hold any coins: a large coin always saves smaller ones. Points below zero
    need no coins.
    """
    rest = [max(0, number) for number in points]
    given: list[list[int]] = [[] for _ in points]
    for value, number in COINS:
        left = number
        for player, due in enumerate(rest):
            used = min(left, due // value)
            given[player].append(used)
            rest[player] -= used * value
            left -= used
    return Split(tuple(tuple(row) for row in given), tuple(rest))
