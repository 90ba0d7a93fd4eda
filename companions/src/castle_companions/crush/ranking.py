"""Who has won, and in which order the others follow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from castle_companions.crush.castles import is_higher
from castle_companions.crush.state import Seat, Table


@dataclass(frozen=True)
class Rank:
    """A place in the ranking.

    Attributes:
        place: from 1; players who cannot be told apart share it.
        why: what decided against the player before, in words; empty where points did.
    """

    place: int
    player: str
    points: int
    why: str


def ranking(table: Table) -> tuple[Rank, ...]:
    """Rank the players: crowns, points, the highest castle at the last scoring, the younger.

    A castle is compared by millimetres where both were measured, otherwise by levels; of players
    whose age is not known nobody is the younger.
    """
    left = sorted(table.seats, key=lambda seat: -seat.points)
    if table.crowned is not None:
        left.sort(key=lambda seat: seat.name != table.crowned)
    ranks: list[Rank] = []
    while left:
        best, why = _best(left, table)
        place = len(ranks) + 1
        ranks += [Rank(place, seat.name, seat.points, why) for seat in best]
        left = [seat for seat in left if seat not in best]
    return tuple(ranks)


def _best(left: Sequence[Seat], table: Table) -> tuple[list[Seat], str]:
    """Those of the best place among the players left, and what decided."""
    crowned = [seat for seat in left if seat.name == table.crowned]
    if crowned:
        return crowned, "three crowns"
    most = max(seat.points for seat in left)
    tied = [seat for seat in left if seat.points == most]
    if len(tied) == 1:
        return tied, ""
    if table.crowned is None:
        highest = [s for s in tied if not any(is_higher(o.height, s.height) for o in tied)]
        if len(highest) == 1:
            return highest, "the highest castle"
        tied = highest or tied
    ages = [seat.age for seat in tied if seat.age is not None]
    if len(ages) == len(tied):
        youngest = [seat for seat in tied if seat.age == min(ages)]
        if len(youngest) < len(tied):
            return youngest, "the younger"
        tied = youngest
    return tied, "shared"
