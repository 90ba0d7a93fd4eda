"""The end of a game: points of cards, control of suits, and the ranking with its ties."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum

from castle_companions.castle_up.readings import GoldenTie


class Suit(Enum):
    """The suits of buildings."""

    RED = "red"
    GREEN = "green"
    BLUE = "blue"
    GOLDEN = "golden"


BASE_SUITS = (Suit.RED, Suit.GREEN, Suit.BLUE)
"""The suits that can be controlled."""
CONTROL_POINTS = 3
SHARED_POINTS = 1
GOLDEN_EXTRA = 1
"""A golden card counts so much more than another one of its era."""


class Era(IntEnum):
    """The three eras."""

    ONE = 1
    TWO = 2
    THREE = 3


@dataclass(frozen=True, slots=True)
class Counted:
    """A building as it counts at the end.

    Attributes:
        suit: its own suit, None for a castle without one.
        era: its era, None for a castle without one.
        counted_as: the suit for which it counts in the control of suits.
        bonus: the points that the card gives beyond its era, in points.
        damaged: whether it is damaged, and so counts for nothing.
    """

    suit: Suit | None
    era: Era | None
    counted_as: Suit | None
    bonus: int = 0
    damaged: bool = False


@dataclass(frozen=True, slots=True)
class Score:
    """What a player has at the end, in points; `rank` is 1 for the winner or winners."""

    cards: int
    bonus: int
    control: Mapping[Suit, int]
    golden: int
    rank: int

    @property
    def total(self) -> int:
        """All points."""
        return self.cards + self.bonus + sum(self.control.values())


def card_points(suit: Suit, era: Era) -> int:
    """The points of an undamaged building: its era, one more when it is golden."""
    return era + (GOLDEN_EXTRA if suit is Suit.GOLDEN else 0)


def control(cities: Sequence[Sequence[Counted]], suit: Suit) -> tuple[int, ...]:
    """The points for the control of a suit, for each city.

    The most undamaged buildings count, then the most of era III, then of era II; who is even in all
    three shares the control. Nobody controls a suit without a building of it.
    """
    keys = [_strength(city, suit) for city in cities]
    best = max(keys)
    if best[0] == 0:
        return (0,) * len(cities)
    points = CONTROL_POINTS if keys.count(best) == 1 else SHARED_POINTS
    return tuple(points if key == best else 0 for key in keys)


def _strength(city: Sequence[Counted], suit: Suit) -> tuple[int, int, int]:
    eras = [card.era for card in city if card.counted_as is suit and not card.damaged]
    return (len(eras), eras.count(Era.THREE), eras.count(Era.TWO))


def final_scores(cities: Sequence[Sequence[Counted]], tie: GoldenTie) -> tuple[Score, ...]:
    """The scores of all cities, in their order; the most golden cards break a tie."""
    controlled = {suit: control(cities, suit) for suit in BASE_SUITS}
    unranked = [
        Score(
            cards=sum(_points(card) for card in city),
            bonus=sum(card.bonus for card in city if not card.damaged),
            control={suit: points[seat] for suit, points in controlled.items()},
            golden=_golden(city, tie),
            rank=0,
        )
        for seat, city in enumerate(cities)
    ]
    keys = [(score.total, score.golden) for score in unranked]
    return tuple(
        Score(score.cards, score.bonus, score.control, score.golden, 1 + sum(k > key for k in keys))
        for score, key in zip(unranked, keys, strict=True)
    )


def _points(card: Counted) -> int:
    if card.damaged or card.suit is None or card.era is None:
        return 0
    return card_points(card.suit, card.era)


def _golden(city: Sequence[Counted], tie: GoldenTie) -> int:
    return sum(
        card.suit is Suit.GOLDEN and not (card.damaged and tie is GoldenTie.UNDAMAGED)
        for card in city
    )
