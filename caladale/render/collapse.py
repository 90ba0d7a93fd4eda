"""Long runs of empty columns or rows, folded into one marked gap, so that far is not wide."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from msgspec import Struct

LONGEST_RUN = 3
"""So many empty columns or rows in a row are drawn as they are; more become a gap."""


class Gap(Struct, frozen=True):
    """A run of empty columns or rows that is drawn as a mark with their number.

    Attributes:
        first: the least column or row of the run.
        count: how many they are, more than `LONGEST_RUN`.
    """

    first: int
    count: int


Slot: TypeAlias = int | Gap
"""One place along an axis of a drawing: a column (or row) by its number, or a gap."""


def collapsed(used: Iterable[int]) -> tuple[Slot, ...]:
    """Lay out an axis from the least to the greatest of `used`, with long empty runs folded.

    The result has at most ``1 + LONGEST_RUN`` slots for each number used, however far apart.
    """
    slots: list[Slot] = []
    last: int | None = None
    for number in sorted(set(used)):
        if last is not None:
            empty = number - last - 1
            if empty > LONGEST_RUN:
                slots.append(Gap(last + 1, empty))
            else:
                slots += range(last + 1, number)
        slots.append(number)
        last = number
    return tuple(slots)
