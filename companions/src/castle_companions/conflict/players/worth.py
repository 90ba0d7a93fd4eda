"""What a side of the table is worth, as far as it can be seen, in points of our own making.

A point is about what a good card in hand is worth. The weights were chosen by letting players with
different weights play against each other.
"""

from __future__ import annotations

from dataclasses import dataclass

from castle_companions.conflict.cards import Cards, total
from castle_companions.conflict.places import KIND_AT, STRUCTURES, Place
from castle_companions.conflict.readings import Readings
from castle_companions.conflict.refusals import is_exposed
from castle_companions.conflict.state import Side, Structure

VICTORY = 200.0
"""What it is worth to have won."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What the parts of a side are worth.

    Attributes:
        structures: a structure that stands, by the number of cards of its layers.
        fortification: a layer that fortifies, whatever its number.
        pip: every point of a target number.
        ceiling: the target number beyond which more points are worth nothing.
        weapons: each weapon, by the number of its dice, besides what it adds in defence.
        second_tower: the share of the second tower that counts, since it may stand to the end.
        guard: the ruler and each card that fortifies it.
        card: a card in hand, whatever its number.
        card_pip: every point of a card in hand.
        enemy_card: a card in the enemy's hand, of which nothing is known.
        pile: a card of the draw pile, of which `pile_ceiling` count.
        exposed: what is lost where the ruler can be attacked.
    """

    structures: tuple[float, ...] = (0.0, 3.0, 5.0, 9.0)
    fortification: float = 0.7
    pip: float = 0.15
    ceiling: int = 18
    weapons: tuple[float, ...] = (0.0, 1.0, 4.0, 9.0)
    second_tower: float = 0.6
    guard: float = 4.0
    card: float = 0.3
    card_pip: float = 0.06
    enemy_card: float = 0.6
    pile: float = 0.1
    pile_ceiling: int = 12
    exposed: float = 6.0


WEIGHTS = Weights()


def own_worth(side: Side, readings: Readings, weights: Weights = WEIGHTS) -> float:
    """What a side is worth that sees its own hand."""
    hand = sum(weights.card + weights.card_pip * card.value for card in side.hand)
    return hand + table_worth(side, readings, weights)


def enemy_worth(side: Side, readings: Readings, weights: Weights = WEIGHTS) -> float:
    """What a side is worth whose hand is not seen."""
    return weights.enemy_card * len(side.hand) + table_worth(side, readings, weights)


def table_worth(side: Side, readings: Readings, weights: Weights = WEIGHTS) -> float:
    """What a side is worth without its hand; a side without its ruler has lost."""
    if not side.throne:
        return -VICTORY
    found = weights.guard * len(side.throne)
    found += weights.pile * min(len(side.draw), weights.pile_ceiling)
    for place in STRUCTURES:
        structure = side.structures[place]
        if structure:
            is_second = place is Place.TOWER_2 and side.structures[Place.TOWER_1] is not None
            share = weights.second_tower if is_second else 1.0
            found += share * _defence(structure, weights)
            if structure.weapon:
                found += weights.weapons[KIND_AT[place].weapon]
    if is_exposed(side, readings):
        found -= weights.exposed
    return found


def layer_worth(cards: Cards, weights: Weights) -> float:
    """What the target number of a layer or a weapon is worth."""
    return weights.pip * min(total(cards), weights.ceiling)


def _defence(structure: Structure, weights: Weights) -> float:
    found = weights.structures[len(structure.layers[0])]
    found += weights.fortification * (len(structure.layers) - 1)
    found += sum(layer_worth(layer, weights) for layer in structure.layers)
    return found + layer_worth(structure.weapon, weights)
