"""Games to test with, set up in a line or two."""

from __future__ import annotations

from dataclasses import replace

from castle_companions.crush.attacking import attack
from castle_companions.crush.building import build
from castle_companions.crush.faults import Faults
from castle_companions.crush.pieces import Character, Expansion, Kingdom, Member, Treasure
from castle_companions.crush.readings import Readings
from castle_companions.crush.record import (
    BOX,
    Attack,
    Building,
    CharacterFall,
    Fall,
    Log,
    Player,
    Scoring,
)
from castle_companions.crush.scoring import score
from castle_companions.crush.setup import set_up
from castle_companions.crush.state import Phase, Table
from castle_companions.records.plain import Plain

NAMES = ("Ann", "Bob", "Cat", "Dan")
TREASURE = {Treasure.CROWN: 1, Treasure.JEWEL: 2, Treasure.CURSE: 1}
OTHER_TREASURE = {Treasure.CROWN: 2, Treasure.JEWEL: 1, Treasure.CURSE: 1}


def head(
    number: int,
    *expansions: Expansion,
    kingdoms: tuple[Kingdom, ...] = tuple(Kingdom),
    readings: Readings | None = None,
) -> Log:
    """The head of a log; Ann is the youngest and sits first."""
    families = Expansion.FAMILIES in expansions
    kinds = tuple(BOX)
    deals = (TREASURE, OTHER_TREASURE) if Expansion.TREASURE in expansions else (None, None)
    return Log(
        format="castle-crush/1",
        players=tuple(
            Player(
                name=NAMES[i],
                age=10 + i,
                kingdom=kingdoms[i] if families else None,
                extra=dict.fromkeys(kinds[2 * i : 2 * i + 2], 1) if number == 3 else {},
                treasure=deals[i] if number == 2 else None,
            )
            for i in range(number)
        ),
        expansions=expansions,
        readings=readings or Readings(),
    )


def built(
    log: Log, *, hosts: dict[str, str] | None = None, points: int = 0, **members: Member
) -> Table:
    """The table after the building phase, with points for everybody."""
    table = set_up(log, "log")
    table = replace(table, seats=tuple(replace(seat, points=points) for seat in table.seats))
    entries = tuple(
        Building(player=name, member=members.get(name), host=(hosts or {}).get(name))
        for name in table.names
    )
    return build(table, entries, Faults("log"))


def hit(
    table: Table,
    attacker: str,
    at: str | None,
    *falls: Fall,
    characters: tuple[CharacterFall, ...] = (),
    **more: Plain,
) -> Table:
    """The table after an attack, whoever's turn it would be."""
    index = table.names.index(attacker)
    table = replace(table, attackers=(index, *table.attackers))
    entry = Attack(attacker=attacker, at=at, falls=falls, characters=characters, **more)
    return attack(table, entry, Faults("log"))


def king(of: str, **more: bool) -> CharacterFall:
    """A King who falls."""
    return CharacterFall(who=Character.KING, of=of, **more)


def general(of: str, **more: bool) -> CharacterFall:
    """A General who falls."""
    return CharacterFall(who=Character.GENERAL, of=of, **more)


def scored(table: Table, **told: dict[str, Plain]) -> Table:
    """The table after the scoring phase; a castle of which nothing is told lies on its base."""
    table = replace(table, phase=Phase.SCORING, attackers=())
    entries = []
    for seat in table.seats:
        more = told.get(seat.name, {})
        standing = sum(more.get("upright", ()))
        lying: dict[str, Plain] = {
            "lying": seat.castle.total - standing,
            "sub_lying": seat.sub_castle.total,
        }
        entries.append(Scoring(player=seat.name, **(lying | more)))
    return score(table, tuple(entries), Faults("log"))


def points(table: Table) -> tuple[int, ...]:
    """The points of the players, clockwise."""
    return tuple(seat.points for seat in table.seats)
