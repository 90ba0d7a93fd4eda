"""The chances of all attacks against all target numbers, and how thrown dice agree with them."""

from __future__ import annotations

import math
import random
from collections import Counter
from fractions import Fraction
from typing import TypeAlias

from castle_companions.conflict.dice import attack_total, chance_to_beat
from castle_companions.conflict.places import Weapon
from castle_companions.conflict.readings import Readings
from castle_companions.conflict.setup import SeededChance

Armed: TypeAlias = tuple[Weapon, ...]

ATTACKS: tuple[Armed, ...] = (
    (Weapon.RAM,),
    (Weapon.BALLISTA,),
    (Weapon.CATAPULT,),
    (Weapon.RAM, Weapon.RAM),
    (Weapon.RAM, Weapon.BALLISTA),
    (Weapon.RAM, Weapon.CATAPULT),
    (Weapon.BALLISTA, Weapon.BALLISTA),
    (Weapon.BALLISTA, Weapon.CATAPULT),
)
"""Every weapon, and every pair that a castle with one keep can have."""
TARGETS = range(1, 31)
"""All target numbers: from an ace to three tens on a keep."""


def attack_name(attack: Armed) -> str:
    """The weapons of an attack in words, such as ``ram + ballista``."""
    return " + ".join(weapon.label for weapon in attack)


def odds_table(readings: Readings) -> dict[Armed, dict[int, Fraction]]:
    """The exact chance of every attack to beat every target number."""
    return {
        attack: {target: chance_to_beat(attack, target, readings) for target in TARGETS}
        for attack in ATTACKS
    }


def deviations(
    table: dict[Armed, dict[int, Fraction]], readings: Readings, throws: int, rng: random.Random
) -> dict[Armed, tuple[int, float]]:
    """Throw every attack `throws` times with the dice of the game.

    Returns:
        For every attack the target number at which the share of hits lies farthest from the chance,
        and how far in standard errors; infinitely far where what is certain fails to happen.
    """
    chance = SeededChance(rng)
    found = {}
    for attack in ATTACKS:
        totals = Counter(attack_total(attack, readings, chance.die) for _ in range(throws))
        off = {
            target: _standard_errors(
                sum(count for total, count in totals.items() if total > target),
                throws,
                table[attack][target],
            )
            for target in TARGETS
        }
        worst = max(off, key=lambda target: abs(off[target]))
        found[attack] = (worst, off[worst])
    return found


def _standard_errors(hits: int, throws: int, chance: Fraction) -> float:
    difference = hits - float(throws * chance)
    error = math.sqrt(throws * float(chance * (1 - chance)))
    if error == 0:
        return math.copysign(math.inf, difference) if difference else 0.0
    return difference / error
