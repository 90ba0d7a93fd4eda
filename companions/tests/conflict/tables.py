"""Tables laid out by hand for the tests: cards are named as in `10H`, of the deck of their side."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from castle_companions.conflict.cards import BY_NAME, Card, Cards, Seat, deck_of
from castle_companions.conflict.places import BY_SHORT, STRUCTURES
from castle_companions.conflict.readings import DEFAULT, Readings
from castle_companions.conflict.state import Side, State, Structure


@dataclass
class Dice:
    """Dice that fall as told; a pile is shuffled into its reverse."""

    rolls: list[int] = field(default_factory=list)

    def die(self) -> int:
        return self.rolls.pop(0)

    def shuffled(self, cards: Cards) -> Cards:
        return cards[::-1]


def card(name: str, seat: Seat = Seat.ONE) -> Card:
    return BY_NAME[name if "/" in name else f"{name}/{seat.number}"]


def cards(names: str, seat: Seat = Seat.ONE) -> Cards:
    return tuple(card(name, seat) for name in names.split())


def side(
    seat: Seat, *, throne: str = "KS", hand: str = "", discard: str = "", **castle: str
) -> Side:
    """A side with structures such as ``w1="7H, 5D : KC"``: layers, then a weapon.

    The cards that are not named lie in the draw pile, in order.
    """
    structures: list[Structure | None] = [None] * len(STRUCTURES)
    for place, text in castle.items():
        layers, _, weapon = text.partition(":")
        structures[BY_SHORT[place]] = Structure(
            tuple(cards(layer, seat) for layer in layers.split(",")),
            cards(weapon, seat),
            bool(weapon),
        )
    found = Side(
        ruler=card(throne.split(maxsplit=1)[0], seat),
        throne=cards(throne, seat),
        structures=tuple(structures),
        hand=cards(hand, seat),
        discard=cards(discard, seat),
    )
    used = set(found.cards())
    return replace(found, draw=tuple(one for one in deck_of(seat) if one not in used))


def table(own: Side, enemy: Side | None = None, readings: Readings = DEFAULT) -> State:
    """A game in which side 1 is to move with both actions."""
    return State((own, enemy or side(Seat.TWO)), readings=readings)


WALLED = {"w1": "2H", "w2": "3H", "w3": "4H", "w4": "5H", "w5": "6H"}
"""A wall of five segments."""
