"""How a game begins, and the chance that it goes on with."""

from __future__ import annotations

import random
from dataclasses import dataclass

from castle_companions.conflict.cards import RULER_RANKS, Card, Cards, Seat, deck_of
from castle_companions.conflict.dice import FACES
from castle_companions.conflict.places import HAND_SIZE
from castle_companions.conflict.readings import Readings
from castle_companions.conflict.state import Side, State


@dataclass(frozen=True, slots=True)
class Start:
    """How the cards of both sides lie at first.

    Attributes:
        rulers: the rulers of both sides, a king or queen of their own decks.
        decks: the other 51 cards of each side in their order, the starting hand first.
        first: the side that begins.
    """

    rulers: tuple[Card, Card]
    decks: tuple[Cards, Cards]
    first: Seat


class SeededChance:
    """Dice and shuffled piles from a random number generator."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def die(self) -> int:
        """Roll a die: 1 to 6."""
        return self._rng.choice(FACES)

    def shuffled(self, cards: Cards) -> Cards:
        """Put cards into a random order."""
        return tuple(self._rng.sample(cards, len(cards)))


def possible_rulers(seat: Seat) -> Cards:
    """The kings and queens of a side's deck."""
    return tuple(card for card in deck_of(seat) if card.rank in RULER_RANKS)


def deal(rng: random.Random, first: Seat, ruler: Card | None = None) -> Start:
    """Set a ruler aside for each side, by chance where `ruler` is not that side's, and shuffle."""
    rulers = tuple(
        ruler if ruler is not None and ruler.deck is seat else rng.choice(possible_rulers(seat))
        for seat in Seat
    )
    decks = []
    for seat in Seat:
        rest = [card for card in deck_of(seat) if card is not rulers[seat]]
        rng.shuffle(rest)
        decks.append(tuple(rest))
    return Start((rulers[0], rulers[1]), (decks[0], decks[1]), first)


def initial(start: Start, readings: Readings) -> State:
    """The game before its first action: each side has a ruler and a hand of six."""
    one, two = (
        Side(ruler=ruler, throne=(ruler,), hand=deck[:HAND_SIZE], draw=deck[HAND_SIZE:])
        for ruler, deck in zip(start.rulers, start.decks, strict=True)
    )
    return State((one, two), mover=start.first, readings=readings)
