"""The allocation phase: compensation, then one piece at a time until nothing is left."""

from __future__ import annotations

from dataclasses import replace

from castle_companions.crush.faults import Faults
from castle_companions.crush.pieces import FEWEST_BLOCKS, Cube, Kingdom
from castle_companions.crush.pile import Pile
from castle_companions.crush.readings import AllocationEnds
from castle_companions.crush.record import Pick
from castle_companions.crush.state import Phase, Seat, Table
from castle_companions.records import did_you_mean, quoted


def next_picker(table: Table) -> str | None:
    """Whose pick it is, or None when nobody can take anything more."""
    short = _short(table)
    if short is not None:
        return short
    ends = table.readings.allocation_ends
    if ends is AllocationEnds.BLOCKS_TAKEN and not table.supply_blocks():
        return None
    for step in range(len(table.seats)):
        seat = table.seats[(table.banner + table.turn + step) % len(table.seats)]
        if choices(table, seat.name):
            return seat.name
    return None


def choices(table: Table, name: str) -> tuple[str, ...]:
    """What a player may take from the supply; whoever has fewer than 3 blocks takes only blocks."""
    cubes = {cube.value for cube in Cube}
    poor = table.seat(name).castle.total < FEWEST_BLOCKS
    return tuple(kind for kind in table.supply if kind not in cubes or not poor)


def _short(table: Table) -> str | None:
    """Who is to be compensated next."""
    if not table.supply_blocks():
        return None
    order = (table.seats[index] for index in table.from_banner())
    return next((seat.name for seat in order if seat.castle.total < FEWEST_BLOCKS), None)


def pick(table: Table, entry: Pick, faults: Faults) -> Table:
    """Let a player take a piece.

    Raises:
        BrokenRulesError: when it is not his turn, or the piece is not to be had.
    """
    due = next_picker(table)
    faults.unless(entry.player == due, f"it is {due} who takes a piece now", "player")
    faults.stop_if_any()
    allowed = choices(table, entry.player)
    if entry.takes not in allowed:
        known = ", ".join(quoted(kind) for kind in allowed)
        hint = did_you_mean(entry.takes, allowed)
        message = f"{entry.player} cannot take {quoted(entry.takes)} but {known}{hint}"
        faults.note(message, "takes")
        faults.stop_if_any()
    compensating = _short(table) is not None
    seat = table.seat(entry.player)
    piece = Pile.of({entry.takes: 1})
    table = replace(table.put(_given(seat, piece)), supply=table.supply - piece)
    return settled(table if compensating else _advanced(table, seat))


def settled(table: Table) -> Table:
    """The game with the next round begun as soon as nobody can take anything."""
    if table.phase is not Phase.ALLOCATION or next_picker(table) is not None:
        return table
    return replace(table, phase=Phase.BUILDING, round=table.round + 1)


def _given(seat: Seat, piece: Pile) -> Seat:
    if piece[Cube.STRONGHOLD.value]:
        return replace(seat, strongholds=seat.strongholds + 1)
    if piece[Cube.JEWEL.value]:
        return replace(seat, looted=seat.looted + piece)
    return replace(seat, castle=seat.castle + piece)


def _advanced(table: Table, seat: Seat) -> Table:
    """The turn passed on, unless one of the yellow family may take another piece."""
    index = next(i for i, other in enumerate(table.seats) if other.name == seat.name)
    turn = (index - table.banner) % len(table.seats)
    taken = table.taken + 1 if turn == table.turn else 1
    if seat.kingdom is Kingdom.YELLOW and taken < 2 and choices(table, seat.name):
        return replace(table, turn=turn, taken=taken)
    return replace(table, turn=(turn + 1) % len(table.seats), taken=0)
