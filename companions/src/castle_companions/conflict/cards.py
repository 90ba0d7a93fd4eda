"""The two decks of 52 cards, told apart by their backs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import TypeAlias


class Seat(IntEnum):
    """The two sides of a game; ``ONE`` is called side 1."""

    ONE = 0
    TWO = 1

    @property
    def other(self) -> Seat:
        """The enemy of this side."""
        return Seat(1 - self)

    @property
    def number(self) -> int:
        """1 or 2, as people count."""
        return self + 1


class Suit(Enum):
    """The suits; hearts and diamonds are red."""

    HEARTS = "H"
    DIAMONDS = "D"
    SPADES = "S"
    CLUBS = "C"


RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
"""The ranks by their short names."""
RULER_RANKS = ("Q", "K")
_RED = (Suit.HEARTS, Suit.DIAMONDS)
_FACE_VALUE = 6
_SYMBOLS = {Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.SPADES: "♠", Suit.CLUBS: "♣"}


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """One of the 104 cards; there is one object of each, so that cards are compared fast.

    Attributes:
        code: its place among all cards, 0 to 103.
        deck: the side whose deck it came from, wherever it is now.
        suit: its suit.
        rank: its rank by its short name, such as ``10`` or ``K``.
        red: whether it builds; black cards arm.
        value: what it counts as a part of a layer: an ace 1, a face card 6, others their number.
    """

    code: int
    deck: Seat
    suit: Suit
    rank: str
    red: bool
    value: int

    @property
    def short(self) -> str:
        """Rank and suit, such as ``10H``."""
        return self.rank + self.suit.value

    @property
    def symbol(self) -> str:
        """Rank and suit as on the card, such as ``10♥``."""
        return self.rank + _SYMBOLS[self.suit]

    @property
    def name(self) -> str:
        """Rank, suit and deck, such as ``10H/1``: no other card has this name."""
        return f"{self.short}/{self.deck.number}"

    def __repr__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[Callable[[str], Card], tuple[str]]:
        return card_named, (self.name,)


Cards: TypeAlias = tuple[Card, ...]


def _value(rank: str) -> int:
    if rank == "A":
        return 1
    return int(rank) if rank.isdecimal() else _FACE_VALUE


def _all() -> Cards:
    kinds = [(deck, suit, rank) for deck in Seat for suit in Suit for rank in RANKS]
    return tuple(
        Card(code, deck, suit, rank, suit in _RED, _value(rank))
        for code, (deck, suit, rank) in enumerate(kinds)
    )


ALL_CARDS = _all()
"""The 104 cards of both decks."""
BY_NAME = {card.name: card for card in ALL_CARDS}


def card_named(name: str) -> Card:
    """The card of a name such as ``10H/1``.

    Raises:
        KeyError: when no card has this name.
    """
    return BY_NAME[name]


def deck_of(seat: Seat) -> Cards:
    """The 52 cards of a side's deck, in order."""
    return tuple(card for card in ALL_CARDS if card.deck is seat)


def in_order(cards: Iterable[Card]) -> Cards:
    """The same cards, ordered by deck, suit and rank."""
    return tuple(sorted(cards, key=lambda card: card.code))


def total(cards: Iterable[Card]) -> int:
    """What cards count together, in points."""
    return sum(card.value for card in cards)
