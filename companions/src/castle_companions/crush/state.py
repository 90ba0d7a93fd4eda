"""How a game stands. States never change; every step makes a new one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import Enum

from castle_companions.crush.pieces import Character, Cube, Expansion, Kingdom, Member, Treasure
from castle_companions.crush.pile import NOTHING, Pile
from castle_companions.crush.readings import Debt, Readings


class Phase(Enum):
    """What is to be entered next."""

    BUILDING = "building"
    ATTACK = "attack"
    SCORING = "scoring"
    ALLOCATION = "allocation"
    OVER = "over"


class Why(Enum):
    """What points are for, in the order of the sheet."""

    ATTACK = "attacks"
    CASTLE = "castle"
    CHARACTERS = "characters"
    PRISONERS = "prisoners"
    FAMILY = "family"
    CURSES = "curses"
    JEWELS = "jewels"


class Where(Enum):
    """Where a character is."""

    AT_HOME = "at-home"
    """On the castle or its base."""
    GUEST = "guest"
    """The Rat's King, on the castle of his host."""
    PRISON = "prison"
    HAMMER_BASE = "hammer-base"
    STRONGHOLD = "stronghold"
    DOWN = "down"
    LEFT_OUT = "left-out"


@dataclass(frozen=True)
class Place:
    """Where a character is, and with whom if he is a guest or a prisoner."""

    where: Where = Where.AT_HOME
    by: str | None = None

    @property
    def stands(self) -> bool:
        """Whether the character does not touch the table."""
        return self.where not in (Where.DOWN, Where.LEFT_OUT)


@dataclass(frozen=True)
class Seat:
    """A player's things.

    Attributes:
        castle: the blocks that belong to the castle.
        built: treasure on the castle; `looted`: in front of the player; `aside`: lying on the table
            without anybody who may take it.
        prisons: cubes in the personal supply; so with `strongholds`.
        fallen: characters that were knocked down in this round, the Mole's ones too.
        height: of the castle when it was last scored: millimetres, if they were measured, and the
            highest level.
    """

    name: str
    age: int | None
    kingdom: Kingdom | None
    castle: Pile
    points: int = 0
    sub_castle: Pile = NOTHING
    built: Pile = NOTHING
    looted: Pile = NOTHING
    aside: Pile = NOTHING
    prisons: int = 0
    strongholds: int = 0
    king: Place = Place()
    general: Place = Place()
    member: Member | None = None
    members_used: frozenset[Member] = frozenset()
    ability_used: bool = False
    """Whether the Mole or the Hammer has done his one deed of this round."""
    fallen: frozenset[Character] = frozenset()
    height: tuple[int | None, int] = (None, 0)

    def place_of(self, who: Character) -> Place:
        """Where a character of this player is."""
        return self.king if who is Character.KING else self.general

    def treasure(self, kind: Treasure) -> int:
        """How many cubes the player has for its ability: built or looted."""
        return self.built[kind.value] + self.looted[kind.value]


@dataclass(frozen=True)
class Line:
    """Points that somebody won or, below zero, lost."""

    round: int
    player: str
    why: Why
    points: int


@dataclass(frozen=True)
class Table:
    """A whole game.

    Attributes:
        seats: the players, clockwise.
        round: from 1.
        banner: the index of whoever has the banner.
        attackers: the indices of those who still attack in this round, in order.
        scored: entries of the scoring phase so far; only the last one moves the game on.
        down: blocks on the table.
        supply: blocks and cubes that can be picked.
        empty_strongholds: those on the table that no General occupies.
        turn: whose turn it is in the allocation, as steps from the banner.
        taken: what has been taken in that turn.
        crowned: who won by crowns.
    """

    seats: tuple[Seat, ...]
    expansions: frozenset[Expansion]
    readings: Readings
    kinds: tuple[str, ...]
    banner: int
    supply: Pile
    round: int = 1
    phase: Phase = Phase.BUILDING
    attackers: tuple[int, ...] = ()
    scored: tuple[str, ...] = ()
    down: Pile = NOTHING
    empty_strongholds: int = 0
    turn: int = 0
    taken: int = 0
    crowned: str | None = None
    lines: tuple[Line, ...] = field(default=(), repr=False)

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, clockwise."""
        return tuple(seat.name for seat in self.seats)

    @property
    def has_treasure(self) -> bool:
        """Whether treasure cubes are played with, jewels or not."""
        return bool(self.expansions & {Expansion.TREASURE, Expansion.TREASURE_FIRST_GAME})

    @property
    def has_buildings(self) -> bool:
        """Whether prisons and strongholds are played with."""
        return Expansion.BUILDINGS in self.expansions

    @property
    def has_families(self) -> bool:
        """Whether families are played with."""
        return Expansion.FAMILIES in self.expansions

    def seat(self, name: str) -> Seat:
        """The seat of a player.

        Raises:
            KeyError: when there is no such player.
        """
        for seat in self.seats:
            if seat.name == name:
                return seat
        raise KeyError(name)

    def put(self, seat: Seat) -> Table:
        """The game with a player's things replaced."""
        return replace(self, seats=tuple(seat if s.name == seat.name else s for s in self.seats))

    def from_banner(self) -> Iterator[int]:
        """The indices of the players in their order of play."""
        return ((self.banner + step) % len(self.seats) for step in range(len(self.seats)))

    def award(self, name: str, points: int, why: Why) -> Table:
        """The game with points won or lost; losses stop at zero unless the reading lets them be."""
        seat = self.seat(name)
        if points < 0 and self.readings.debt is Debt.NONE:
            points = -min(-points, max(0, seat.points))
        if not points:
            return self
        table = self.put(replace(seat, points=seat.points + points))
        return replace(table, lines=(*table.lines, Line(self.round, name, why, points)))

    def supply_blocks(self) -> int:
        """How many of the things in the supply are blocks."""
        return self.supply.total - self.supply_cubes()

    def supply_cubes(self) -> int:
        """How many of the things in the supply are cubes that can be picked."""
        return sum(self.supply[cube.value] for cube in Cube)
