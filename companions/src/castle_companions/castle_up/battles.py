"""One battle: attack against defence, damage against endurance."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

DESTROYED_BY = 2
"""Damage of so many times the endurance destroys a building that was whole."""


class Outcome(Enum):
    """What a battle does to its target."""

    NOTHING = "nothing"
    DAMAGED = "damaged"
    DESTROYED = "destroyed"


@dataclass(frozen=True, slots=True)
class Battle:
    """How a battle went.

    Attributes:
        damage: attack points that the defence did not stop.
        wasted: defence points that stopped nothing.
        outcome: what became of the target.
    """

    damage: int
    wasted: int
    outcome: Outcome


def fight(attack: int, defence: int, endurance: int, *, damaged: bool) -> Battle:
    """Settle one battle; nothing carries over to another one.

    A building is damaged by as much damage as its endurance, destroyed by twice as much, or by as
    much if it is damaged already.
    """
    damage = max(0, attack - defence)
    return Battle(damage, max(0, defence - attack), _outcome(damage, endurance, damaged=damaged))


def _outcome(damage: int, endurance: int, *, damaged: bool) -> Outcome:
    if damage < endurance:
        return Outcome.NOTHING
    if damaged or damage >= DESTROYED_BY * endurance:
        return Outcome.DESTROYED
    return Outcome.DAMAGED
