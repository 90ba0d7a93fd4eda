"""Many games between two computer players, and what they prove about who is better."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass

from castle_companions.conflict.actions import Action
from castle_companions.conflict.cards import Seat
from castle_companions.conflict.match import play_match
from castle_companions.conflict.players.player import Player
from castle_companions.conflict.readings import Readings
from castle_companions.conflict.view import View

MOST_TURNS = 1000
"""After so many turns of both sides together a game counts as drawn."""
_Z95 = 1.959963984540054
"""The normal quantile of a two-sided interval of 95 %."""


@dataclass(frozen=True, slots=True)
class Result:
    """How one game ended.

    Attributes:
        winner: 0 for the first named player, 1 for the second, None when the game was drawn.
        turns: how many turns it took.
    """

    winner: int | None
    turns: int


@dataclass(frozen=True, slots=True)
class Interval:
    """A share with its interval of confidence, all from 0 to 1."""

    share: float
    low: float
    high: float


def games(
    players: tuple[Player, Player], count: int, seed: int, readings: Readings, most_turns: int
) -> Iterator[Result]:
    """Play games; the players change seats from game to game, and seat 1 always begins.

    Each game has a seed of its own, made of `seed` and its number, so that the same call gives the
    same games.
    """
    for number in range(count):
        swapped = number % 2 == 1
        seated = (players[1], players[0]) if swapped else players
        rng = random.Random(f"{seed}:{number}")
        state = play_match(seated, rng, Seat.ONE, readings, most_turns)
        winner = None if state.winner is None else int(state.winner) ^ swapped
        yield Result(winner, state.turn)


def wilson(wins: int, count: int) -> Interval:
    """The share of wins with its 95 % interval after Wilson."""
    if count == 0:
        return Interval(0.0, 0.0, 1.0)
    share = wins / count
    spread = _Z95**2 / count
    middle = (share + spread / 2) / (1 + spread)
    half = _Z95 * math.sqrt(share * (1 - share) / count + spread / (4 * count)) / (1 + spread)
    return Interval(share, max(0.0, middle - half), min(1.0, middle + half))


class Timed:
    """A player whose decisions are timed.

    Attributes:
        decisions: how many it has made.
        total: the seconds that they took.
        longest: the seconds that the longest took.
    """

    def __init__(self, player: Player) -> None:
        self._player = player
        self.decisions = 0
        self.total = 0.0
        self.longest = 0.0

    def choose(self, view: View, rng: random.Random) -> Action:
        """What the player chooses."""
        start = time.perf_counter()
        action = self._player.choose(view, rng)
        taken = time.perf_counter() - start
        self.decisions += 1
        self.total += taken
        self.longest = max(self.longest, taken)
        return action
