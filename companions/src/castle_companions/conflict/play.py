"""What an action does to a game."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from castle_companions.conflict.actions import (
    Action,
    Arm,
    Attack,
    Build,
    Discard,
    Draw,
    Fortify,
    FreshHand,
    Pass,
    Reshuffle,
    cost,
)
from castle_companions.conflict.cards import Cards
from castle_companions.conflict.dice import attack_total
from castle_companions.conflict.legal import why_not
from castle_companions.conflict.places import (
    ACTIONS,
    HAND_SIZE,
    KIND_AT,
    TOWERS,
    WALL,
    Place,
    Weapon,
)
from castle_companions.conflict.readings import WeaponLoss
from castle_companions.conflict.state import Fallen, Side, State, Structure


class Chance(Protocol):
    """Where dice and shuffled piles come from."""

    def die(self) -> int:
        """Roll a die: 1 to 6."""

    def shuffled(self, cards: Cards) -> Cards:
        """Put cards into a random order."""


class IllegalActionError(ValueError):
    """An action that the rules do not allow, with the reason."""


def play(state: State, action: Action, chance: Chance) -> State:
    """Let the mover take an action.

    Returns:
        The game after it; after the last action of a turn it is the enemy's turn.

    Raises:
        IllegalActionError: when the rules do not allow it.
    """
    reason = why_not(state, action)
    if reason:
        raise IllegalActionError(reason)
    match action:
        case Attack():
            total = attack_total(weapons_of(action), state.readings, chance.die)
            hit = total > state.enemy.target_number(action.target)
            return after_attack(state, action, hit=hit)
        case FreshHand():
            return after_fresh_hand(state, chance.die())
        case Reshuffle():
            own = state.own
            return after_reshuffle(state, chance.shuffled(own.draw + own.discard))
        case _:
            return after_certain(state, action)


def weapons_of(attack: Attack) -> tuple[Weapon, ...]:
    """The weapons of an attack."""
    return tuple(KIND_AT[place].weapon for place in attack.weapons)


# ---- what chance has decided; the actions must be legal


def after_attack(state: State, attack: Attack, *, hit: bool) -> State:
    """The game after an attack that has beaten its target or not."""
    used = state.used.union(attack.weapons)
    if not hit:
        return _spent(replace(state, used=used), attack)
    own, enemy = state.own, state.enemy
    if attack.target is Place.RULER:
        captured, enemy = enemy.throne[-1:], replace(enemy, throne=enemy.throne[:-1])
    else:
        captured, enemy = _beaten(enemy, attack.target, state.readings.weapon_loss)
    after = replace(state, used=used).with_both(replace(own, discard=own.discard + captured), enemy)
    if not enemy.throne:
        return replace(after, winner=state.mover, actions_left=0)
    return _spent(after, attack)


def after_fresh_hand(state: State, die: int) -> State:
    """The game after the hand was discarded and `die` cards, or what there is, were drawn."""
    own = state.own
    after = replace(own, hand=own.draw[:die], draw=own.draw[die:], discard=own.discard + own.hand)
    return _spent(state.with_own(after), FreshHand())


def after_reshuffle(state: State, pile: Cards) -> State:
    """The game after draw pile and discard pile were shuffled into `pile`."""
    return _spent(state.with_own(replace(state.own, draw=pile, discard=())), Reshuffle())


def after_certain(state: State, action: Action) -> State:
    """The game after an action that leaves nothing to chance but the order of the draw pile."""
    own = state.own
    match action:
        case Build(place, cards):
            after = _built(_without(own, cards), place, cards)
        case Fortify(Place.RULER, cards):
            after = _without(own, cards)
            after = replace(after, throne=after.throne + cards)
        case Fortify(place, cards):
            structure = _standing(own, place)
            higher = replace(structure, layers=(*structure.layers, cards))
            after = _without(own, cards).with_structure(place, higher)
        case Arm(place, cards):
            armed = replace(_standing(own, place), weapon=cards, sealed=True)
            after = _without(own, cards).with_structure(place, armed)
        case Draw():
            count = HAND_SIZE - len(own.hand)
            after = replace(own, hand=own.hand + own.draw[:count], draw=own.draw[count:])
        case Discard(card):
            after = _without(own, (card,))
            after = replace(after, discard=(*after.discard, card))
        case Pass():
            after = own
        case _:
            raise TypeError(f"chance decides {action}")
    return _spent(state.with_own(after), action)


def _spent(state: State, action: Action) -> State:
    left = state.actions_left - cost(action)
    if left:
        return replace(state, actions_left=left)
    return replace(
        state,
        mover=state.mover.other,
        actions_left=ACTIONS,
        turn=state.turn + 1,
        used=frozenset(),
    )


def _without(own: Side, cards: Cards) -> Side:
    return replace(own, hand=tuple(card for card in own.hand if card not in cards))


def _standing(side: Side, place: Place) -> Structure:
    structure = side.at(place)
    if structure is None:
        raise IllegalActionError(f"{place.label} is not built")
    return structure


def _built(own: Side, place: Place, cards: Cards) -> Side:
    after = own.with_structure(place, Structure((cards,)))
    fallen = after.fallen
    if place in WALL and not fallen.wall_stood and all(after.at(other) for other in WALL):
        return replace(after, fallen=replace(fallen, wall_stood=True))
    if place in TOWERS and not fallen.towers_stood and all(after.at(other) for other in TOWERS):
        return replace(after, fallen=replace(fallen, towers_stood=True))
    return after


def _beaten(enemy: Side, target: Place, loss: WeaponLoss) -> tuple[Cards, Side]:
    """What is captured from the top of a structure, and the side that it leaves."""
    structure = _standing(enemy, target)
    captured = structure.top
    layers = structure.layers
    if not structure.weapon:
        layers = layers[:-1]
    elif loss is WeaponLoss.WITH_LAYER:
        captured, layers = layers[-1] + captured, layers[:-1]
    if layers:
        rest = Structure(layers, weapon=(), sealed=structure.sealed)
        return captured, enemy.with_structure(target, rest)
    fallen: Fallen = enemy.fallen
    after = replace(enemy, fallen=replace(fallen, lost=fallen.lost | {target}))
    return captured, after.with_structure(target, None)
