"""What the rulebook leaves open: every way to read it has a name, the first is the default."""

from __future__ import annotations

from enum import Enum

from castle_companions.records import Record


class Half(Enum):
    """How the cost of a building is halved, for compensation and damaged refurbishing."""

    TOTAL = "total"
    EACH = "each"


class Cheapest(Enum):
    """What makes one payment cheaper than another."""

    WORTH = "worth"
    TOKENS = "tokens"


class InitiativeInEraTwo(Enum):
    """What the initiative costs in the second era."""

    TWO_RESOURCES = "two-resources"
    GOLD = "gold"


class EraBegins(Enum):
    """Which card begins an era in a game of two."""

    ROW = "row"
    DEALT = "dealt"


class PromotedCondition(Enum):
    """In which condition a building can be promoted."""

    NOT_EXHAUSTED = "not-exhausted"
    READY = "ready"
    ANY = "any"


class GoldenTie(Enum):
    """Which golden cards break a tie at the end."""

    HELD = "held"
    UNDAMAGED = "undamaged"


class AttackDirection(Enum):
    """Whom players attack in a game of three or four."""

    ONE_WAY = "one-way"
    FREE = "free"


class Readings(Record):
    """One reading of the rules; a default for each."""

    half: Half = Half.TOTAL
    cheapest: Cheapest = Cheapest.WORTH
    initiative_in_era_two: InitiativeInEraTwo = InitiativeInEraTwo.TWO_RESOURCES
    era_begins: EraBegins = EraBegins.ROW
    promoted_condition: PromotedCondition = PromotedCondition.NOT_EXHAUSTED
    golden_tie: GoldenTie = GoldenTie.HELD
    attack_direction: AttackDirection = AttackDirection.ONE_WAY


DEFAULT = Readings()

EXPLAINED: dict[str, dict[str, str]] = {
    "half": {
        "total": "half of all tokens of a cost, the owner choosing which",
        "each": "half of each kind of token",
    },
    "cheapest": {
        "worth": "a gold weighs as much as three resources",
        "tokens": "a gold weighs as much as one resource",
    },
    "initiative_in_era_two": {
        "two-resources": "two resources of free choice, unless a file of cards gives the cost",
        "gold": "one gold, unless a file of cards gives the cost",
    },
    "era_begins": {
        "row": "with a card of the trade row",
        "dealt": "also with the fourth card of a game of two",
    },
    "promoted_condition": {
        "not-exhausted": "a building that is ready or damaged",
        "ready": "a building that is ready",
        "any": "any building",
    },
    "golden_tie": {
        "held": "all golden cards break a tie",
        "undamaged": "only the golden cards that are not damaged break a tie",
    },
    "attack_direction": {
        "one-way": "three and four players attack in one direction",
        "free": "anybody may attack anybody",
    },
}
"""What each value of each reading means, the default first."""
