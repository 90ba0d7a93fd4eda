"""What one castle is worth when it is scored, with its family, and whether its entry can be."""

from __future__ import annotations

from collections.abc import Iterator

from castle_companions.crush import points
from castle_companions.crush.building import check_member, known_player
from castle_companions.crush.faults import Faults
from castle_companions.crush.pieces import CHARLES_BLOCKS, ROOF, Kingdom, Member
from castle_companions.crush.readings import Five, HighestTie
from castle_companions.crush.record import Levels, Scoring
from castle_companions.crush.state import Table

_MOST_WINDOWS = 20
"""Windows on one side of a block; more are a slip of the pen."""

Height = tuple[int | None, int]
"""Millimetres, if they were measured, and the highest level with a block."""


def check_castle(table: Table, entry: Scoring, faults: Faults, place: str) -> bool:
    """Note what is wrong with the entry of a castle; returns whether its player is known."""
    if not known_player(entry.player, table, faults, f"{place}.player"):
        return False
    seat = table.seat(entry.player)
    for message in (
        *miscounts("castle", entry.upright, entry.lying, seat.castle.total),
        *miscounts("sub-castle", entry.sub_upright, entry.sub_lying, seat.sub_castle.total),
    ):
        faults.note(message, place)
    if not seat.castle.total:
        message = "a castle without blocks has no height"
        faults.unless(not entry.height_mm, message, f"{place}.height_mm")
    if seat.kingdom is Kingdom.BLUE:
        message = "the blue family shows its member now"
        if faults.unless(entry.member is not None, message, f"{place}.member") and entry.member:
            check_member(seat, entry.member, table, faults, f"{place}.member")
    else:
        message = "only the blue family shows its member when scoring"
        faults.unless(entry.member is None, message, f"{place}.member")
    if entry.member is Member.JOSEPH:
        most = _MOST_WINDOWS * seat.castle.total
        message = f"{seat.castle.total} blocks do not have so many windows"
        faults.unless(entry.windows <= most, message, f"{place}.windows")
    else:
        faults.unless(not entry.windows, "only Joseph counts windows", f"{place}.windows")
    return True


def miscounts(what: str, upright: Levels, lying: int, total: int) -> Iterator[str]:
    """What is wrong with the numbers of blocks of a castle that has so many in all."""
    entered = sum(upright) + lying
    if entered != total:
        yield f"the {what} has {total} blocks that do not lie on the table, not {entered}"
    gaps = sum(not number for number in upright[: _highest(upright)])
    if gaps > lying:
        yield f"the {what} has blocks above a level at which there can be none"


def castle_points(entry: Scoring) -> int:
    """Points for the blocks of a castle and, in the same manner, of its sub-castle."""
    main = points.castle(entry.upright, entry.lying)
    return main + points.castle(entry.sub_upright, entry.sub_lying)


def height_of(entry: Scoring) -> Height:
    """How high a castle is."""
    return entry.height_mm, _highest(entry.upright) or int(entry.lying > 0)


def _highest(upright: Levels) -> int:
    return max((level for level, number in enumerate(upright, start=1) if number), default=0)


def is_higher(one: Height, other: Height) -> bool:
    """Whether a castle is higher: by millimetres if both were measured, otherwise by levels."""
    if one[0] is not None and other[0] is not None:
        return one[0] > other[0]
    return one[1] > other[1]


def family_points(table: Table, entry: Scoring) -> int:
    """What the blue family earns extra; nothing for others."""
    seat = table.seat(entry.player)
    if seat.kingdom is not Kingdom.BLUE:
        return 0
    gained = points.BLUE_ROOF * seat.castle[ROOF]
    if seat.member is Member.JOSEPH:
        gained += points.JOSEPH_WINDOW * entry.windows
    if seat.member is Member.LOUIS and _is_highest(table, entry.player):
        gained += points.LOUIS_HIGHEST
    if seat.member is Member.CHARLES and _has_five(table, seat.castle.total):
        gained += points.CHARLES_FIVE
    return gained


def _is_highest(table: Table, name: str) -> bool:
    mine = table.seat(name).height
    others = [seat.height for seat in table.seats if seat.name != name]
    if not mine[1]:
        return False
    if table.readings.highest_tie is HighestTie.ALONE:
        return all(is_higher(mine, other) for other in others)
    return not any(is_higher(other, mine) for other in others)


def _has_five(table: Table, blocks: int) -> bool:
    if table.readings.five is Five.EXACTLY:
        return blocks == CHARLES_BLOCKS
    return blocks >= CHARLES_BLOCKS
