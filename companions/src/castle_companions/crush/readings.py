"""What the rulebook leaves open: every way to read it has a name, one of them is the default."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from castle_companions.records import Record


class SeveralCastles(Enum):
    """How the blocks count that one attack knocks down from several castles."""

    TOGETHER = "together"
    EACH = "each-castle"


class Debt(Enum):
    """What happens to a loss that is larger than what a player has."""

    NONE = "stops-at-zero"
    OWED = "below-zero"


class RatHits(Enum):
    """What happens when the Rat knocks something from the castle that guards his King."""

    NO_POINTS = "no-points"
    REFUSED = "refused"


class CrowHit(Enum):
    """Whether the Crow's General is worth points to whoever knocks him down and loses 5."""

    SCORES = "scores"
    NO_POINTS = "no-points"


class BannerTie(Enum):
    """Who gets the banner when several have the fewest points."""

    NEXT = "next-clockwise"
    """The first of them clockwise, beginning with whoever has the banner."""
    YOUNGEST = "youngest"


class FallenCubes(Enum):
    """Where treasure goes that lies on the table and that nobody may loot."""

    OWNER = "owner"
    SUPPLY = "supply"


class GreenCounts(Enum):
    """When the green family is compared with the others."""

    BEFORE_ANNOUNCING = "before-announcing"
    AFTER_CASTLES = "after-castles"


class Five(Enum):
    """How many blocks the Mountain needs."""

    AT_LEAST = "at-least"
    EXACTLY = "exactly"


class HighestTie(Enum):
    """Whether the Tower earns points when another castle is as high."""

    SHARED = "shared"
    ALONE = "alone"


class MemberAgain(Enum):
    """Whether a member of the family can be chosen in more than one round."""

    ALLOWED = "allowed"
    ONCE = "once"


class CurseTrade(Enum):
    """What passes to the other player of a trade of curses."""

    CUBES = "cubes"
    """The curses; their owner gets the points."""
    NOTHING = "supply"
    """The curses go to the supply, out of the game."""


class PrisonerHit(Enum):
    """Whether a prisoner who falls is worth the points of a King to somebody else's attack."""

    SCORES = "scores"
    NO_POINTS = "no-points"


class AllocationEnds(Enum):
    """When the allocation is over: some cubes may be left when the blocks are not."""

    ALL_TAKEN = "all-taken"
    BLOCKS_TAKEN = "blocks-taken"
    """Cubes that nobody took stay in the supply for the next allocation."""


class Readings(Record):
    """One way to read the rulebook; what is not named is the default."""

    several_castles: SeveralCastles = SeveralCastles.TOGETHER
    debt: Debt = Debt.NONE
    rat_hits: RatHits = RatHits.NO_POINTS
    crow_hit: CrowHit = CrowHit.SCORES
    banner_tie: BannerTie = BannerTie.NEXT
    fallen_cubes: FallenCubes = FallenCubes.OWNER
    green_counts: GreenCounts = GreenCounts.BEFORE_ANNOUNCING
    five: Five = Five.AT_LEAST
    highest_tie: HighestTie = HighestTie.SHARED
    member_again: MemberAgain = MemberAgain.ALLOWED
    curse_trade: CurseTrade = CurseTrade.CUBES
    prisoner_hit: PrisonerHit = PrisonerHit.SCORES
    allocation_ends: AllocationEnds = AllocationEnds.ALL_TAKEN


OPEN: Mapping[str, str] = {
    "several_castles": "how blocks count that one attack knocks down from several castles",
    "debt": "what happens to a loss that is larger than what a player has",
    "rat_hits": "what the Rat gets who knocks something from his host's castle by chance",
    "crow_hit": "whether whoever knocks down the Crow's General also wins the usual 3",
    "banner_tie": "who gets the banner when several have the fewest points",
    "fallen_cubes": "where treasure goes that lies on the table and that nobody may take",
    "green_counts": "when the green family is compared with the others",
    "five": "how many blocks the Mountain needs",
    "highest_tie": "whether the Tower earns points when another castle is as high",
    "member_again": "whether a member of the family can be chosen in more than one round",
    "curse_trade": "where the curses go that are traded for points",
    "prisoner_hit": "whether another one's prisoner who falls is worth the points of a King",
    "allocation_ends": "whether cubes must be taken when there are no blocks any more",
}
"""What each reading settles, in words."""


def values_of(name: str) -> tuple[str, ...]:
    """The values of a reading, its default first."""
    default: Enum = getattr(Readings(), name)
    others = [one.value for one in type(default) if one is not default]
    return (default.value, *others)
