"""What holds in every state of a game."""

from __future__ import annotations

from castle_companions.crush.pieces import Cube, Treasure
from castle_companions.crush.pile import NOTHING, Pile
from castle_companions.crush.readings import Debt, FallenCubes
from castle_companions.crush.state import Table, Where
from castle_companions.records import one_line


def broken(start: Table, table: Table) -> list[str]:
    """What does not hold, in words.

    Args:
        start: the game before its first round.
        table: the same game at any later time.
    """
    found = []
    if _blocks(start) != _blocks(table):
        found.append(f"blocks were {_blocks(start)} and are {_blocks(table)}")
    for kind in Treasure:
        was, now = _treasure(start, kind), _treasure(table, kind)
        lost = table.readings.fallen_cubes is FallenCubes.SUPPLY or kind is Treasure.CURSE
        if now > was or (now < was and not lost):
            found.append(f"there were {was} {kind.value}s and are {now}")
    if _prisons(start) != _prisons(table):
        found.append(f"there were {_prisons(start)} prisons and are {_prisons(table)}")
    if _strongholds(start) != _strongholds(table):
        found.append(f"there were {_strongholds(start)} strongholds and are {_strongholds(table)}")
    for seat in table.seats:
        lines = sum(line.points for line in table.lines if line.player == seat.name)
        if lines != seat.points:
            found.append(f"{one_line(seat.name)} has {seat.points} points, and lines for {lines}")
        if seat.points < 0 and table.readings.debt is Debt.NONE:
            found.append(f"{one_line(seat.name)} owes points")
    return found


def _blocks(table: Table) -> Pile:
    pile = table.down + table.supply
    for seat in table.seats:
        pile += seat.castle + seat.sub_castle
    return Pile.of({kind: pile[kind] for kind in table.kinds})


def _treasure(table: Table, kind: Treasure) -> int:
    piles = [NOTHING, table.supply] if kind is Treasure.JEWEL else [NOTHING]
    for seat in table.seats:
        piles += [seat.built, seat.looted, seat.aside]
    return sum(pile[kind.value] for pile in piles)


def _prisons(table: Table) -> int:
    free = sum(seat.prisons for seat in table.seats)
    return free + sum(seat.king.where is Where.PRISON for seat in table.seats)


def _strongholds(table: Table) -> int:
    count = table.empty_strongholds + table.supply[Cube.STRONGHOLD.value]
    for seat in table.seats:
        count += seat.strongholds + (seat.general.where is Where.STRONGHOLD)
    return count
