"""What a turn of attacks costs the attacked side on average, by what lies open on the table."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations

from castle_companions.conflict.dice import chance_to_beat
from castle_companions.conflict.places import (
    KIND_AT,
    RULER_VALUE,
    STRUCTURES,
    TOWERS,
    WALL,
    Place,
    Weapon,
)
from castle_companions.conflict.players.worth import VICTORY, Weights, layer_worth
from castle_companions.conflict.readings import Readings
from castle_companions.conflict.refusals import is_exposed
from castle_companions.conflict.state import Side

_HIGHEST = 31
"""A target number that no attack beats: five dice come to 30."""


def danger(attacker: Side, attacked: Side, readings: Readings, weights: Weights) -> float:
    """What the next turn of `attacker` costs `attacked` on average, if it attacks at its best.

    Two attacks of one weapon each, or one of two weapons, are reckoned; what the first attack
    changes for the second is left out, except where it opens the way to the ruler.
    """
    weapons = _weapons_on(attacker)
    if not weapons:
        return 0.0
    odds = _odds(weapons, readings)
    single = pair = 0.0
    for place in STRUCTURES:
        if attacked.structures[place]:
            number = attacked.target_number(place)
            loss = _loss(attacked, place, weights)
            single = max(single, odds.single(number) * loss)
            pair = max(pair, odds.pair(number) * loss)
    return max(2 * single, pair, VICTORY * _fatal(attacked, readings, odds))


@dataclass(frozen=True, slots=True)
class _Odds:
    """The best chances that some weapons have, by target number."""

    singles: tuple[float, ...]
    pairs: tuple[float, ...]

    def single(self, number: int) -> float:
        return self.singles[min(number, _HIGHEST)]

    def pair(self, number: int) -> float:
        return self.pairs[min(number, _HIGHEST)]


def _weapons_on(side: Side) -> tuple[Weapon, ...]:
    """The weapons of a side, each kind twice at most, since no attack needs more."""
    found: list[Weapon] = []
    for place in STRUCTURES:
        structure = side.structures[place]
        if structure and structure.weapon and found.count(KIND_AT[place].weapon) < 2:
            found.append(KIND_AT[place].weapon)
    return tuple(found)


@cache
def _odds(weapons: tuple[Weapon, ...], readings: Readings) -> _Odds:
    def best(attacks: list[tuple[Weapon, ...]]) -> tuple[float, ...]:
        return tuple(
            max((float(chance_to_beat(attack, n, readings)) for attack in attacks), default=0.0)
            for n in range(_HIGHEST + 1)
        )

    return _Odds(best([(weapon,) for weapon in weapons]), best(list(combinations(weapons, 2))))


def _loss(side: Side, place: Place, weights: Weights) -> float:
    """What a side loses with the top of a structure."""
    structure = side.structures[place]
    if structure is None:
        return 0.0
    loss = layer_worth(structure.top, weights)
    if structure.weapon:
        return loss + weights.weapons[KIND_AT[place].weapon]
    if len(structure.layers) > 1:
        return loss + weights.fortification
    return loss + weights.structures[len(structure.layers[0])]


def _fatal(side: Side, readings: Readings, odds: _Odds) -> float:
    """The chance that a side's ruler falls in one turn."""
    single, pair = odds.single(RULER_VALUE), odds.pair(RULER_VALUE)
    guards = len(side.throne) - 1
    if is_exposed(side, readings):
        if guards:
            return single**2 if guards == 1 else 0.0
        return max(pair, 1 - (1 - single) ** 2)
    last = None if guards else _last_obstacle(side)
    return 0.0 if last is None else odds.single(side.target_number(last)) * single


def _last_obstacle(side: Side) -> Place | None:
    """The one structure that keeps attacks from the ruler, if a single hit can remove it."""
    blocking = [place for place in (*WALL, Place.KEEP) if side.structures[place]]
    if all(side.structures[place] for place in TOWERS):
        blocking.append(min(TOWERS, key=side.target_number))
    if len(blocking) != 1:
        return None
    structure = side.structures[blocking[0]]
    bare = structure is not None and len(structure.layers) == 1 and not structure.weapon
    return blocking[0] if bare else None
