"""All actions that the rules allow, in a fixed order."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

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
)
from castle_companions.conflict.cards import Card
from castle_companions.conflict.places import KIND_AT, KINDS, STRUCTURES, Place
from castle_companions.conflict.readings import Passing, WeaponReuse
from castle_companions.conflict.refusals import (
    bar_refusal,
    guards_ruler,
    is_exposed,
    mount_refusal,
    pile_refusal,
    refusal,
    site_free,
    site_refusal,
    standing,
    top_refusal,
)
from castle_companions.conflict.state import State


def legal_actions(state: State) -> tuple[Action, ...]:
    """Every action that the mover can take; none once the game is over.

    Cards that are played together are named in the order of the deck. While the game lasts there is
    always one: who can do nothing else passes.
    """
    if state.winner is not None:
        return ()
    found = (*_plays(state), *_piles(state), *_attacks(state))
    if not found or state.readings.passing is Passing.ALLOWED:
        return (*found, Pass())
    return found


def why_not(state: State, action: Action) -> str:
    """Say why the mover cannot take `action`; empty when it is legal."""
    reason = refusal(state, action)
    if reason or not isinstance(action, Pass):
        return reason
    return (
        "" if action in legal_actions(state) else "an action is given up only for want of another"
    )


def _plays(state: State) -> Iterator[Action]:
    hand = sorted(state.own.hand, key=lambda card: card.code)
    red = [card for card in hand if card.red]
    black = [card for card in hand if not card.red]
    yield from _builds(state, red)
    for place in standing(state.own):
        yield from _fortifications(state, place, red)
        if not mount_refusal(state.own, place, state.readings):
            for cards in combinations(black, KIND_AT[place].weapon_cards(state.readings)):
                yield Arm(place, cards)
    for card in hand:
        if guards_ruler(state.own, card, state.readings):
            yield Fortify(Place.RULER, (card,))


def _builds(state: State, red: list[Card]) -> Iterator[Build]:
    own, readings = state.own, state.readings
    for kind in KINDS:
        site = next((place for place in kind.places if site_free(own, place, readings)), None)
        if site is not None and not site_refusal(own, site, readings):
            for cards in combinations(red, kind.layer):
                if not bar_refusal(own, site, cards, building=True, readings=readings):
                    yield Build(site, cards)


def _fortifications(state: State, place: Place, red: list[Card]) -> Iterator[Fortify]:
    own, readings = state.own, state.readings
    if not top_refusal(own, place, readings):
        for cards in combinations(red, KIND_AT[place].layer):
            if not bar_refusal(own, place, cards, building=False, readings=readings):
                yield Fortify(place, cards)


def _piles(state: State) -> Iterator[Action]:
    for action in (Draw(), FreshHand(), Reshuffle()):
        if not pile_refusal(state.own, action, state.readings):
            yield action
    for card in sorted(state.own.hand, key=lambda card: card.code):
        yield Discard(card)


def _attacks(state: State) -> Iterator[Attack]:
    barred = state.used if state.readings.weapon_reuse is WeaponReuse.NEVER else frozenset()
    own, enemy = state.own, state.enemy
    armed = [
        place
        for place in STRUCTURES
        if (structure := own.structures[place]) and structure.weapon and place not in barred
    ]
    if not armed:
        return
    targets = standing(enemy)
    if is_exposed(enemy, state.readings):
        targets = (*targets, Place.RULER)
    for target in targets:
        for weapon in armed:
            yield Attack((weapon,), target)
        if state.actions_left > 1:
            for pair in combinations(armed, 2):
                yield Attack(pair, target)
