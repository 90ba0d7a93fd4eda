"""What an action can lead to, with the chance of each outcome."""

from __future__ import annotations

from collections.abc import Iterator

from castle_companions.conflict.actions import Action, Attack, FreshHand, Reshuffle
from castle_companions.conflict.dice import FACES, chance_to_beat
from castle_companions.conflict.play import (
    after_attack,
    after_certain,
    after_fresh_hand,
    after_reshuffle,
    weapons_of,
)
from castle_companions.conflict.state import State


def prospects(state: State, action: Action) -> Iterator[tuple[float, State]]:
    """Every outcome of a legal action with its chance, in an imagined game.

    The hidden cards are taken to lie as in `state`, which must be imagined for this to be fair; a
    reshuffled pile is left in order, since any order is as good as another.
    """
    match action:
        case Attack():
            chance = hit_chance(state, action)
            if chance > 0:
                yield chance, after_attack(state, action, hit=True)
            if chance < 1:
                yield 1 - chance, after_attack(state, action, hit=False)
        case FreshHand():
            for die in FACES:
                yield 1 / len(FACES), after_fresh_hand(state, die)
        case Reshuffle():
            own = state.own
            yield 1.0, after_reshuffle(state, own.draw + own.discard)
        case _:
            yield 1.0, after_certain(state, action)


def hit_chance(state: State, attack: Attack) -> float:
    """The chance that an attack of the mover beats its target."""
    target = state.enemy.target_number(attack.target)
    return float(chance_to_beat(weapons_of(attack), target, state.readings))
