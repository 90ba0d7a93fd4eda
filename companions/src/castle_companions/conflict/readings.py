"""What the rulebook leaves open: every way to read it has a name, one of them is the default."""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import Enum
from typing import Any


class WeaponCards(Enum):
    """How many black cards arm a structure."""

    AS_STRUCTURE = "as-structure"
    ONE = "one"


class Arming(Enum):
    """When a segment of the wall is a completed structure that can be armed."""

    SEGMENT = "segment"
    WHOLE_WALL = "whole-wall"


class Foundation(Enum):
    """Whether what must be built before a tower or the keep must still stand."""

    STANDING = "standing"
    ONCE = "once"


class Rebuilding(Enum):
    """Whether a structure that was destroyed can be built again."""

    ALLOWED = "allowed"
    NEVER = "never"


class Exposure(Enum):
    """When a ruler can be attacked."""

    NOTHING_STANDS = "nothing-stands"
    DESTROYED = "destroyed"


class WeaponLoss(Enum):
    """What is captured when a weapon is beaten."""

    ALONE = "alone"
    WITH_LAYER = "with-layer"


class Reopening(Enum):
    """Whether a structure that has lost its weapon can be fortified again."""

    OPEN = "open"
    CLOSED = "closed"


class BallistaReroll(Enum):
    """How often a ballista rolls a die again that shows a 1."""

    ONCE = "once"
    UNTIL_NO_ONE = "until-no-one"


class CombinedTraits(Enum):
    """Which dice of a combined attack a ballista rolls again."""

    OWN = "own"
    SHARED = "shared"


class RulerCards(Enum):
    """Which cards of the ruler's rank fortify it."""

    ANY = "any"
    RED = "red"


class WallBar(Enum):
    """From what the ruler's rank is barred."""

    WHOLE_WALL = "whole-wall"
    SEGMENTS = "segments"


class Reshuffling(Enum):
    """When the discard pile can be shuffled back."""

    ANY_TIME = "any-time"
    WHEN_EMPTY = "when-empty"


class Passing(Enum):
    """When an action can be given up."""

    WHEN_STUCK = "when-stuck"
    ALLOWED = "allowed"


class WeaponReuse(Enum):
    """Whether a weapon can attack twice in a turn."""

    ALLOWED = "allowed"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class Readings:
    """One reading of the rules; a default for each."""

    weapon_cards: WeaponCards = WeaponCards.AS_STRUCTURE
    arming: Arming = Arming.SEGMENT
    foundation: Foundation = Foundation.STANDING
    rebuilding: Rebuilding = Rebuilding.ALLOWED
    exposure: Exposure = Exposure.NOTHING_STANDS
    weapon_loss: WeaponLoss = WeaponLoss.ALONE
    reopening: Reopening = Reopening.OPEN
    ballista_reroll: BallistaReroll = BallistaReroll.ONCE
    combined_traits: CombinedTraits = CombinedTraits.OWN
    ruler_cards: RulerCards = RulerCards.ANY
    wall_bar: WallBar = WallBar.WHOLE_WALL
    reshuffling: Reshuffling = Reshuffling.ANY_TIME
    passing: Passing = Passing.WHEN_STUCK
    weapon_reuse: WeaponReuse = WeaponReuse.ALLOWED


DEFAULT = Readings()

CHOICES: dict[str, type[Enum]] = {
    field.name.replace("_", "-"): type(getattr(DEFAULT, field.name)) for field in fields(Readings)
}
"""The names of the readings as people write them, each with what it can be."""

EXPLAINED: dict[str, dict[str, str]] = {
    "weapon-cards": {
        "as-structure": "a ram takes 1 black card, a ballista 2, a catapult 3",
        "one": "every weapon takes 1 black card",
    },
    "arming": {
        "segment": "a segment can be armed as soon as it is built",
        "whole-wall": "a segment can be armed only while all five stand",
    },
    "foundation": {
        "standing": "to build a tower all five segments must stand, to build the keep both towers",
        "once": "it is enough that they all stood at the same time once",
    },
    "rebuilding": {
        "allowed": "a structure that was destroyed can be built again",
        "never": "its place stays empty",
    },
    "exposure": {
        "nothing-stands": "a ruler can be attacked while no segment, at most one tower and no keep "
        "of its side stands, built before or not",
        "destroyed": "moreover, a segment, a tower and the keep of its side must have been "
        "destroyed",
    },
    "weapon-loss": {
        "alone": "a beaten weapon is captured alone; the next attack meets the red layer below",
        "with-layer": "the red layer below it is captured as well",
    },
    "reopening": {
        "open": "a structure that has lost its weapon can be fortified and armed again",
        "closed": "it can be armed again, but not fortified",
    },
    "ballista-reroll": {
        "once": "a 1 is rolled again once",
        "until-no-one": "it is rolled again until it is no 1",
    },
    "combined-traits": {
        "own": "in a combined attack a ballista rolls only its own dice again",
        "shared": "it rolls every 1 of the attack again",
    },
    "ruler-cards": {
        "any": "any card of the ruler's rank fortifies it",
        "red": "only a red one",
    },
    "wall-bar": {
        "whole-wall": "the ruler's rank is barred from segments and from what fortifies them",
        "segments": "it is barred only from building segments",
    },
    "reshuffling": {
        "any-time": "the discard pile can be shuffled back while the draw pile lasts",
        "when-empty": "only when the draw pile is empty",
    },
    "passing": {
        "when-stuck": "an action is given up only when no other is possible",
        "allowed": "an action can always be given up",
    },
    "weapon-reuse": {
        "allowed": "a weapon can attack with both actions of a turn",
        "never": "a weapon attacks once a turn",
    },
}
"""What every value of every reading means."""


def as_names(readings: Readings) -> dict[str, str]:
    """The readings as a dictionary of names."""
    return {name: getattr(readings, name.replace("-", "_")).value for name in CHOICES}


def from_names(names: dict[str, str]) -> Readings:
    """The readings of a dictionary of names; those that are missing have their default.

    Raises:
        KeyError: when there is no reading of such a name.
        ValueError: when it has no such value.
    """
    chosen: dict[str, Any] = {
        name.replace("-", "_"): CHOICES[name](value) for name, value in names.items()
    }
    return Readings(**chosen)
