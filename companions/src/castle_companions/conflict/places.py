"""The places of a castle, and what the rules say of each kind of structure."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from castle_companions.conflict.readings import Readings, WeaponCards


class Place(IntEnum):
    """Where cards lie: five segments of the wall, two towers, the keep, and the ruler."""

    WALL_1 = 0
    WALL_2 = 1
    WALL_3 = 2
    WALL_4 = 3
    WALL_5 = 4
    TOWER_1 = 5
    TOWER_2 = 6
    KEEP = 7
    RULER = 8

    @property
    def label(self) -> str:
        """Its name in words, such as ``wall 1`` or ``keep``."""
        return self.name.lower().replace("_", " ")

    @property
    def short(self) -> str:
        """Its name as it is typed, such as ``w1`` or ``k``."""
        word, _, number = self.name.lower().partition("_")
        return word[0] + number


WALL = (Place.WALL_1, Place.WALL_2, Place.WALL_3, Place.WALL_4, Place.WALL_5)
TOWERS = (Place.TOWER_1, Place.TOWER_2)
STRUCTURES = (*WALL, *TOWERS, Place.KEEP)
BY_LABEL = {place.label: place for place in Place}
BY_SHORT = {place.short: place for place in Place}


class Weapon(IntEnum):
    """The weapons, by the number of their dice."""

    RAM = 1
    BALLISTA = 2
    CATAPULT = 3

    @property
    def label(self) -> str:
        """Its name in words."""
        return self.name.lower()


@dataclass(frozen=True, slots=True)
class Kind:
    """What holds for all structures of a kind.

    Attributes:
        label: its name in words.
        places: where they stand.
        layer: the number of red cards of a layer, whether it builds or fortifies.
        weapon: the weapon that they can be armed with.
    """

    label: str
    places: tuple[Place, ...]
    layer: int
    weapon: Weapon

    def weapon_cards(self, readings: Readings) -> int:
        """The number of black cards of its weapon."""
        return self.layer if readings.weapon_cards is WeaponCards.AS_STRUCTURE else 1


WALL_KIND = Kind("wall", WALL, 1, Weapon.RAM)
TOWER_KIND = Kind("tower", TOWERS, 2, Weapon.BALLISTA)
KEEP_KIND = Kind("keep", (Place.KEEP,), 3, Weapon.CATAPULT)
KINDS = (WALL_KIND, TOWER_KIND, KEEP_KIND)
KIND_AT = {place: kind for kind in KINDS for place in kind.places}
"""The kind of structure at every place but the ruler's."""

RULER_VALUE = 10
"""The target number of a ruler, and of every card that fortifies one."""
HAND_SIZE = 6
ACTIONS = 2
