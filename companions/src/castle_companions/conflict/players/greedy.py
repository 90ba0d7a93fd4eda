"""The player that looks one action ahead."""

from __future__ import annotations

import random

from castle_companions.conflict.actions import Action
from castle_companions.conflict.legal import legal_actions
from castle_companions.conflict.players.prospects import prospects
from castle_companions.conflict.players.worth import WEIGHTS, Weights, enemy_worth, own_worth
from castle_companions.conflict.state import State
from castle_companions.conflict.view import View, imagined


class GreedyPlayer:
    """Takes the action after which its side is worth most at once, on average."""

    def __init__(self, weights: Weights = WEIGHTS) -> None:
        self._weights = weights

    def choose(self, view: View, rng: random.Random) -> Action:
        """The action with the best average worth; the first of several."""
        return ranked(imagined(view, rng), self._weights)[0][1]


def ranked(state: State, weights: Weights) -> list[tuple[float, Action]]:
    """All legal actions of an imagined game with what they are worth on average, the best first."""
    seat, readings = state.mover, state.readings
    own = own_worth(state.own, readings, weights)
    enemy = enemy_worth(state.enemy, readings, weights)
    found = []
    for action in legal_actions(state):
        average = 0.0
        for chance, after in prospects(state, action):
            mine, theirs = after.sides[seat], after.sides[seat.other]
            # A side that has not changed need not be counted again.
            gained = own if mine is state.own else own_worth(mine, readings, weights)
            lost = enemy if theirs is state.enemy else enemy_worth(theirs, readings, weights)
            average += chance * (gained - lost)
        found.append((average, action))
    return sorted(found, key=lambda pair: -pair[0])
