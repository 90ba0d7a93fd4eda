"""Advice: what to do next in a game, and why, in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct

from caladale.games.move import Move
from caladale.games.record import GameRecord


class AdvisedMoves(Struct, frozen=True):
    """One thing that could be done next.

    Attributes:
        moves: the moves, one or several that belong together (draw, then keep).
        value: what the adviser expects of it, in points; it says in `Advice.how` of what.
        why: the reasons, in a sentence or two.
    """

    moves: tuple[Move, ...]
    value: float
    why: str


class Advice(Struct, frozen=True):
    """What an adviser says of a game as it stands.

    Attributes:
        options: what could be done, the best first; empty when nothing is left to do.
        how: how the values came about, with everything that they depend on (seeds, limits).
        may_be_bettered: whether a search may find a better castle than the one to be built.
    """

    options: tuple[AdvisedMoves, ...]
    how: str
    may_be_bettered: bool = False


Adviser: TypeAlias = Callable[[GameRecord, int], Advice]
"""Looks at a game; the integer is the seed of whatever chance the adviser uses."""
