"""A whole game between two players."""

from __future__ import annotations

import random

from castle_companions.conflict.cards import Seat
from castle_companions.conflict.play import play
from castle_companions.conflict.players.player import Player
from castle_companions.conflict.readings import Readings
from castle_companions.conflict.setup import SeededChance, deal, initial
from castle_companions.conflict.state import State
from castle_companions.conflict.view import view_of


def play_match(
    players: tuple[Player, Player],
    rng: random.Random,
    first: Seat,
    readings: Readings,
    most_turns: int,
) -> State:
    """Let two players play a dealt game.

    Returns:
        The game at its end; without a winner when `most_turns` turns, of both sides together, were
        not enough.
    """
    state = initial(deal(rng, first), readings)
    chance = SeededChance(rng)
    while state.winner is None and state.turn <= most_turns:
        action = players[state.mover].choose(view_of(state), rng)
        state = play(state, action, chance)
    return state
