"""What the game is played with."""

from __future__ import annotations

from enum import Enum

ROUNDS = 3
KINDS = 6
"""So many kinds of blocks there are; the rulebook names one of them."""
ROOF = "roof"
MOST_PLAYERS = 4
FEWEST_BLOCKS = 3
"""Whoever has fewer after an attack is compensated."""
CROWNS_TO_WIN = 3
CHARLES_BLOCKS = 5
ALCHEMIST_BLOCKS = 2
WIZARD_LIMIT = 1
"""The wizard steals after an attack that knocked down no more blocks than this."""


class Expansion(Enum):
    """What can be added to the basic game."""

    TREASURE = "treasure-cubes"
    TREASURE_FIRST_GAME = "treasure-cubes-without-jewels"
    """As recommended for the first time: crowns and curses only."""
    BUILDINGS = "mini-buildings"
    FAMILIES = "families"


class Treasure(Enum):
    """The treasure cubes."""

    CROWN = "crown"
    JEWEL = "jewel"
    CURSE = "curse"


class Cube(Enum):
    """The cubes that can lie in the supply and be picked from it."""

    JEWEL = "jewel"
    STRONGHOLD = "stronghold"


class Character(Enum):
    """The two characters of every player."""

    KING = "king"
    GENERAL = "general"


class Kingdom(Enum):
    """The families."""

    RED = "red"
    BLUE = "blue"
    GREEN = "green"
    YELLOW = "yellow"


class Member(Enum):
    """The members of the families."""

    HENRY = "henry"
    WILLIAMS = "williams"
    GEORGE = "george"
    JOSEPH = "joseph"
    LOUIS = "louis"
    CHARLES = "charles"
    ROBERT = "robert"
    CRAIG = "craig"
    MICHAEL = "michael"
    KARL = "karl"
    FRANZ = "franz"
    LEOPOLD = "leopold"

    @property
    def kingdom(self) -> Kingdom:
        """The family of this member."""
        return _KINGDOM_OF[self]

    @property
    def title(self) -> str:
        """Name and byname, as on the card."""
        return f"{self.value.capitalize()} “{_BYNAMES[self]}”"


_KINGDOM_OF = {
    member: kingdom
    for kingdom, members in {
        Kingdom.RED: (Member.HENRY, Member.WILLIAMS, Member.GEORGE),
        Kingdom.BLUE: (Member.JOSEPH, Member.LOUIS, Member.CHARLES),
        Kingdom.GREEN: (Member.ROBERT, Member.CRAIG, Member.MICHAEL),
        Kingdom.YELLOW: (Member.KARL, Member.FRANZ, Member.LEOPOLD),
    }.items()
    for member in members
}
_BYNAMES = {
    Member.HENRY: "Destroyer",
    Member.WILLIAMS: "Raider",
    Member.GEORGE: "Hammer",
    Member.JOSEPH: "Builder",
    Member.LOUIS: "Tower",
    Member.CHARLES: "Mountain",
    Member.ROBERT: "Rat",
    Member.CRAIG: "Crow",
    Member.MICHAEL: "Mole",
    Member.KARL: "Alchemist",
    Member.FRANZ: "Grimoire",
    Member.LEOPOLD: "Wizard",
}


class Stand(Enum):
    """What the hammer stands on."""

    HAMMER_BASE = "hammer-base"
    NEW_STRONGHOLD = "new-stronghold"
    """A stronghold of the attacker's, put on the table for this attack."""
    EMPTY_STRONGHOLD = "empty-stronghold"
    """One that is on the table and that no General occupies."""
    OWN_STRONGHOLD = "own-stronghold"
    """The one that the attacker's General occupies."""
