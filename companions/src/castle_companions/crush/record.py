"""The log of a game as it is written to files: ``castle-crush/1``."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from castle_companions.crush.pieces import (
    KINDS,
    MOST_PLAYERS,
    ROOF,
    ROUNDS,
    Character,
    Expansion,
    Kingdom,
    Member,
    Stand,
    Treasure,
)
from castle_companions.crush.readings import Readings
from castle_companions.records import Record

MOST_COUNT = 999
"""A number of blocks or cubes that no box reaches; so with the numbers below."""
MOST_AGE = 150
MOST_MM = 9999
MOST_LEVELS = 60
MOST_NAME = 40
"""Characters of a name."""
Name = Annotated[str, Field(min_length=1, max_length=MOST_NAME)]
Count = Annotated[int, Field(ge=0, le=MOST_COUNT)]
Points = Annotated[int, Field(ge=-9999, le=9999)]
Blocks = dict[Name, Count]
"""Numbers of blocks by kind."""
Treasures = dict[Treasure, Count]
BOX: dict[str, int] = dict.fromkeys((ROOF, "second", "third", "fourth", "fifth", "sixth"), 5)
"""The smallest box of equal numbers from which blocks are left over for the supply."""


class Player(Record):
    """A player; the log has them clockwise as they sit.

    Attributes:
        age: in years, for the first banner and for ties.
        kingdom: the family, when families are played.
        extra: the two blocks of any kind that each has more in a game of three.
        treasure: the cubes dealt in a game of two.
    """

    name: Name
    age: Annotated[int, Field(ge=0, le=MOST_AGE)] | None = None
    kingdom: Kingdom | None = None
    extra: Blocks = Field(default_factory=dict)
    treasure: Treasures | None = None


class Building(Record):
    """What a player does before and while building a castle.

    Attributes:
        king: whether he found a place on a castle.
        member: the member of the family; the blue one is revealed when scoring.
        host: who guards the King of the Rat.
    """

    player: Name
    king: Literal["placed", "left-out"] = "placed"
    member: Member | None = None
    host: Name | None = None


class Fall(Record):
    """What fell from one castle onto the table.

    Attributes:
        castle: whose castle it is.
        sub_castle: blocks of the Alchemist's castle at the side.
        treasure: cubes that the attacker takes; of the attacker's own: that lie on the table.
        pinned: cubes on the table that still bear a block, so that nobody takes them.
        curses_paid: for how many of the curses the owner wants points.
    """

    castle: Name
    blocks: Blocks = Field(default_factory=dict)
    sub_castle: Blocks = Field(default_factory=dict)
    treasure: Treasures = Field(default_factory=dict)
    pinned: Treasures = Field(default_factory=dict)
    curses_paid: Count = 0


class CharacterFall(Record):
    """A character that was knocked down.

    Attributes:
        pinned: whether a block that does not touch the table lies on it.
        imprison: whether the attacker puts the King onto a prison.
        mole: whether the Mole saves it.
    """

    who: Character
    of: Name
    pinned: bool = False
    imprison: bool = False
    mole: bool = False


class Reaction(Record):
    """What one of the yellow family does after being attacked.

    Attributes:
        blocks: taken from the table, or by the Wizard from the castle of the attacker.
    """

    by: Name
    does: Member
    blocks: Blocks


class Attack(Record):
    """One fall of the hammer.

    Attributes:
        at: toward whose castle; nobody's when there is none that may be attacked.
        stand: what the hammer stood on.
        hammer: whether George uses his ability for this attack.
        occupy: whether the General moves onto the stronghold of this attack.
        points: what the table noted for it, to be compared.
    """

    attacker: Name
    at: Name | None
    stand: Stand = Stand.HAMMER_BASE
    falls: Annotated[tuple[Fall, ...], Field(max_length=MOST_PLAYERS)] = ()
    characters: Annotated[tuple[CharacterFall, ...], Field(max_length=2 * MOST_PLAYERS)] = ()
    hammer: bool = False
    occupy: bool = False
    reactions: Annotated[tuple[Reaction, ...], Field(max_length=MOST_PLAYERS)] = ()
    points: Points | None = None


class Trade(Record):
    """Curses traded for points with another player."""

    to: Name
    curses: Count


Levels = Annotated[tuple[Count, ...], Field(max_length=MOST_LEVELS)]
"""The numbers of blocks that stand upright, from level 1 upward."""


class Scoring(Record):
    """A castle after the attacks, and what its owner decides.

    Attributes:
        lying: blocks that do not stand upright, at whatever level.
        height_mm: the height of the castle in millimetres, if it was measured.
        member: the blue member, revealed now.
        windows: those that face the hammer base, for the Builder.
        jewels: how many are exchanged for points.
        points: what the table noted for castle and characters, to be compared.
    """

    player: Name
    upright: Levels = ()
    lying: Count = 0
    sub_upright: Levels = ()
    sub_lying: Count = 0
    height_mm: Annotated[int, Field(ge=0, le=MOST_MM)] | None = None
    member: Member | None = None
    windows: Count = 0
    trade: Trade | None = None
    jewels: Count = 0
    points: Points | None = None


class Pick(Record):
    """What a player takes from the supply: a kind of block, ``jewel`` or ``stronghold``."""

    player: Name
    takes: Name


class Round(Record):
    """A round, or as much of it as has been played."""

    building: Annotated[tuple[Building, ...], Field(max_length=MOST_PLAYERS)] | None = None
    attacks: Annotated[tuple[Attack, ...], Field(max_length=4 * MOST_PLAYERS)] = ()
    scoring: Annotated[tuple[Scoring, ...], Field(max_length=MOST_PLAYERS)] = ()
    allocation: Annotated[tuple[Pick, ...], Field(max_length=999)] = ()


class Log(Record):
    """A game.

    Attributes:
        players: two to four, clockwise.
        box: the blocks of the box by kind; the rulebook does not number them.
        banner: who has the banner first; without it, the youngest.
    """

    format: Literal["castle-crush/1"]
    players: Annotated[tuple[Player, ...], Field(min_length=2, max_length=MOST_PLAYERS)]
    expansions: Annotated[tuple[Expansion, ...], Field(max_length=3)] = ()
    box: Annotated[Blocks, Field(min_length=KINDS, max_length=KINDS)] = BOX
    readings: Readings = Readings()
    banner: Name | None = None
    rounds: Annotated[tuple[Round, ...], Field(max_length=ROUNDS)] = ()
