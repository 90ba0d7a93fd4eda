"""What must hold in every state of every game: a check on the rules themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from castle_companions.conflict.cards import ALL_CARDS, Seat
from castle_companions.conflict.places import ACTIONS, HAND_SIZE, KIND_AT, STRUCTURES, WALL
from castle_companions.conflict.readings import Readings, RulerCards, WallBar
from castle_companions.conflict.state import Side, State


def breaches(state: State) -> tuple[str, ...]:
    """Everything about a state that cannot be; nothing where all is well."""
    return (*_cards(state), *_turn(state), *_sides(state))


def _cards(state: State) -> Iterator[str]:
    seen = Counter(card for side in state.sides for card in side.cards())
    doubled = [card.name for card, count in seen.items() if count > 1]
    lost = [card.name for card in ALL_CARDS if card not in seen]
    if doubled:
        yield f"doubled: {', '.join(doubled)}"
    if lost:
        yield f"lost: {', '.join(lost)}"


def _turn(state: State) -> Iterator[str]:
    fallen = [seat for seat in Seat if not state.sides[seat].throne]
    if state.winner is None:
        if fallen:
            yield "a ruler is captured and nobody has won"
        if not 1 <= state.actions_left <= ACTIONS:
            yield f"{state.actions_left} actions are left"
    elif fallen != [state.winner.other]:
        yield "somebody has won whose enemy has a ruler, or who has none"


def _sides(state: State) -> Iterator[str]:
    for seat in Seat:
        for breach in (
            *_ruler(state.sides[seat], state.readings),
            *_structures(state.sides[seat], state.readings),
        ):
            yield f"side {seat.number}: {breach}"


def _ruler(side: Side, readings: Readings) -> Iterator[str]:
    if len(side.hand) > HAND_SIZE:
        yield f"{len(side.hand)} cards in hand"
    if side.throne and side.throne[0] is not side.ruler:
        yield "the ruler does not lie lowest"
    for card in side.throne[1:]:
        if card.rank != side.ruler.rank:
            yield f"{card.name} fortifies {side.ruler.name}"
        if not card.red and readings.ruler_cards is RulerCards.RED:
            yield f"black {card.name} fortifies the ruler"


def _structures(side: Side, readings: Readings) -> Iterator[str]:
    for place in STRUCTURES:
        structure = side.structures[place]
        if structure is None:
            continue
        kind = KIND_AT[place]
        if not structure.layers or any(len(layer) != kind.layer for layer in structure.layers):
            yield f"{place.label} has a layer of a wrong size"
        if not all(card.red for layer in structure.layers for card in layer):
            yield f"{place.label} is built with a black card"
        if len(structure.weapon) not in (0, kind.weapon_cards(readings)):
            yield f"{place.label} has a weapon of a wrong size"
        if any(card.red for card in structure.weapon):
            yield f"{place.label} is armed with a red card"
        barred = (
            structure.layers if readings.wall_bar is WallBar.WHOLE_WALL else structure.layers[:1]
        )
        if place in WALL and any(
            card.rank == side.ruler.rank for layer in barred for card in layer
        ):
            yield f"{place.label} holds a card of the ruler's rank"
