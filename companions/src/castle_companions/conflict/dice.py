"""The dice of an attack: how they are thrown, and what they come to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from types import MappingProxyType

from castle_companions.conflict.places import Weapon
from castle_companions.conflict.readings import BallistaReroll, CombinedTraits, Readings

FACES = range(1, 7)
RAM_BONUS = 1
"""What a ram adds to the total of its attack."""
REROLLED = 1
"""The face that a ballista does not let lie."""


@dataclass(frozen=True, slots=True)
class Throw:
    """What weapons bring to an attack.

    Attributes:
        kept: the number of dice that lie as they fall.
        rerolled: the number of dice of which a 1 is rolled again.
        bonus: what is added to the total.
    """

    kept: int
    rerolled: int
    bonus: int


def throw_of(weapons: tuple[Weapon, ...], readings: Readings) -> Throw:
    """The dice and the bonus of one weapon, or of two that are combined."""
    dice = sum(weapons)
    own = Weapon.BALLISTA * weapons.count(Weapon.BALLISTA)
    if own and readings.combined_traits is CombinedTraits.SHARED:
        own = dice
    return Throw(dice - own, own, RAM_BONUS * weapons.count(Weapon.RAM))


def attack_total(weapons: tuple[Weapon, ...], readings: Readings, die: Callable[[], int]) -> int:
    """Throw the dice of an attack; `die` gives each roll, the rolls of rerolled dice last.

    Returns:
        The total, bonus included.
    """
    throw = throw_of(weapons, readings)
    total = throw.bonus + sum(die() for _ in range(throw.kept))
    for _ in range(throw.rerolled):
        face = die()
        if face == REROLLED:
            face = die()
            while face == REROLLED and readings.ballista_reroll is BallistaReroll.UNTIL_NO_ONE:
                face = die()
        total += face
    return total


# ---- exact chances


def face_chances(reroll: BallistaReroll | None) -> Mapping[int, Fraction]:
    """The chance of every face of one die, that is rolled again as `reroll` says, or not at all."""
    sixth = Fraction(1, 6)
    if reroll is None:
        return dict.fromkeys(FACES, sixth)
    if reroll is BallistaReroll.UNTIL_NO_ONE:
        return {face: Fraction(1, 5) for face in FACES if face != REROLLED}
    # All 36 pairs of a roll and the one that may have to stand in for it.
    finals = Counter(
        again if first == REROLLED else first for first, again in product(FACES, FACES)
    )
    return {face: Fraction(count, 36) for face, count in finals.items()}


@cache
def total_chances(weapons: tuple[Weapon, ...], readings: Readings) -> Mapping[int, Fraction]:
    """The exact chance of every total of an attack."""
    throw = throw_of(weapons, readings)
    faces = [face_chances(None)] * throw.kept
    faces += [face_chances(readings.ballista_reroll)] * throw.rerolled
    sums: dict[int, Fraction] = {throw.bonus: Fraction(1)}
    for die in faces:
        longer: dict[int, Fraction] = {}
        for so_far, chance in sums.items():
            for face, share in die.items():
                longer[so_far + face] = longer.get(so_far + face, Fraction(0)) + chance * share
        sums = longer
    return MappingProxyType(sums)


@cache
def chance_to_beat(weapons: tuple[Weapon, ...], target: int, readings: Readings) -> Fraction:
    """The exact chance that an attack comes to more than `target`."""
    chances = total_chances(weapons, readings)
    return sum((chance for total, chance in chances.items() if total > target), Fraction(0))
