"""What a player can do with an action."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from castle_companions.conflict.cards import Card, Cards
from castle_companions.conflict.places import Place


@dataclass(frozen=True, slots=True)
class Build:
    """Build a structure with red cards."""

    place: Place
    cards: Cards


@dataclass(frozen=True, slots=True)
class Fortify:
    """Put a layer of red cards on a structure, or a card of its rank on the ruler."""

    place: Place
    cards: Cards


@dataclass(frozen=True, slots=True)
class Arm:
    """Arm a structure with black cards, which closes it."""

    place: Place
    cards: Cards


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw up to a hand of six."""


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard one card."""

    card: Card


@dataclass(frozen=True, slots=True)
class FreshHand:
    """Discard the whole hand and draw as many cards as a die shows."""


@dataclass(frozen=True, slots=True)
class Reshuffle:
    """Shuffle the discard pile into the draw pile."""


@dataclass(frozen=True, slots=True)
class Attack:
    """Attack with one weapon, or with two for both actions of the turn."""

    weapons: tuple[Place, ...]
    target: Place


@dataclass(frozen=True, slots=True)
class Pass:
    """Give the action up."""


Action: TypeAlias = Build | Fortify | Arm | Draw | Discard | FreshHand | Reshuffle | Attack | Pass


def cost(action: Action) -> int:
    """The number of actions that it takes: 2 for a combined attack, otherwise 1."""
    return len(action.weapons) if isinstance(action, Attack) else 1
