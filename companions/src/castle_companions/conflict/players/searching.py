"""The player that thinks its whole turn through, and fears the enemy's next one.

It is an expectimax over both actions of the turn: every outcome of dice counts by its exact chance.
Where the turn ends, what the table is worth is corrected by what the enemy's attacks cost on
average and by what its own will cost the enemy later. Cards that it cannot see lie as chance will
have it, in several imagined games whose values are averaged.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from castle_companions.conflict.actions import Action
from castle_companions.conflict.cards import Seat
from castle_companions.conflict.players.danger import danger
from castle_companions.conflict.players.greedy import ranked
from castle_companions.conflict.players.prospects import prospects
from castle_companions.conflict.players.worth import (
    VICTORY,
    WEIGHTS,
    Weights,
    enemy_worth,
    own_worth,
)
from castle_companions.conflict.state import State
from castle_companions.conflict.view import View, imagined


@dataclass(frozen=True, slots=True)
class Effort:
    """How far the search goes, and how it weighs the next turns.

    Attributes:
        games: how many games are imagined for a decision.
        first: how many actions are thought through, the best at first sight.
        second: how many of the actions that can follow.
        fear: the share of what the enemy's next attacks cost that counts.
        hope: the share of what its own next attacks cost the enemy that counts.
    """

    games: int = 2
    first: int = 8
    second: int = 4
    fear: float = 1.0
    hope: float = 0.5


EFFORT = Effort()


@dataclass(frozen=True, slots=True)
class Judged:
    """An action and what the player expects of it.

    Attributes:
        action: the action.
        value: what the game is worth after it on average; a won one is worth `VICTORY`.
    """

    action: Action
    value: float


class SearchingPlayer:
    """Takes the action with the best expectation over its turn and the enemy's attacks."""

    def __init__(self, weights: Weights = WEIGHTS, effort: Effort = EFFORT) -> None:
        self._weights = weights
        self._effort = effort

    def choose(self, view: View, rng: random.Random) -> Action:
        """The action with the best expectation."""
        return self.judged(view, rng)[0].action

    def judged(self, view: View, rng: random.Random) -> tuple[Judged, ...]:
        """The actions that were thought through with what is expected of them, the best first."""
        games = [imagined(view, rng) for _ in range(self._effort.games)]
        first = [action for _, action in ranked(games[0], self._weights)[: self._effort.first]]
        found = []
        for action in first:
            expected = [self._expected(game, action, view.seat) for game in games]
            found.append(Judged(action, sum(expected) / len(expected)))
        return tuple(sorted(found, key=lambda judged: -judged.value))

    def _expected(self, state: State, action: Action, seat: Seat) -> float:
        return sum(chance * self._value(after, seat) for chance, after in prospects(state, action))

    def _value(self, state: State, seat: Seat) -> float:
        """What a game is worth to `seat`, whose turn may go on or may be over."""
        if state.winner is not None:
            return VICTORY if state.winner is seat else -VICTORY
        if state.mover is not seat:
            return self._at_end_of_turn(state, seat)
        second = ranked(state, self._weights)[: self._effort.second]
        return max(self._expected(state, action, seat) for _, action in second)

    def _at_end_of_turn(self, state: State, seat: Seat) -> float:
        own, enemy = state.sides[seat], state.sides[seat.other]
        readings, weights = state.readings, self._weights
        value = own_worth(own, readings, weights) - enemy_worth(enemy, readings, weights)
        value -= self._effort.fear * danger(enemy, own, readings, weights)
        return value + self._effort.hope * danger(own, enemy, readings, weights)
