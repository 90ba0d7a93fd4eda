"""The scoring phase: castles and characters, curses, jewels, the green family, the banner."""

from __future__ import annotations

from dataclasses import replace

from castle_companions.crush import points
from castle_companions.crush.castles import castle_points, check_castle, family_points, height_of
from castle_companions.crush.faults import Faults
from castle_companions.crush.pieces import (
    ROUNDS,
    Character,
    Cube,
    Kingdom,
    Member,
    Treasure,
)
from castle_companions.crush.pile import NOTHING, Pile
from castle_companions.crush.readings import BannerTie, CurseTrade, FallenCubes, GreenCounts
from castle_companions.crush.record import Scoring
from castle_companions.crush.state import Phase, Place, Seat, Table, Where, Why


def score(table: Table, entries: tuple[Scoring, ...], faults: Faults) -> Table:
    """Carry out the scoring phase, as soon as the entries of all players are there.

    Args:
        table: at the start of the phase.
        entries: of some or all players, in any order.
        faults: collects what is wrong.

    Returns:
        The game after the phase, or, while entries are missing, with the names of those scored.

    Raises:
        BrokenRulesError: when something is wrong with the entries.
    """
    told: dict[str, Scoring] = {}
    for i, entry in enumerate(entries):
        twice = entry.player in told
        faults.unless(not twice, "this player is here twice", f"[{i}].player")
        if check_castle(table, entry, faults, f"[{i}]"):
            told.setdefault(entry.player, entry)
    faults.stop_if_any()
    if len(told) < len(table.seats):
        return replace(table, scored=tuple(told))
    indices = {entry.player: i for i, entry in enumerate(entries)}
    table = with_castles(table, entries, faults)
    if table.readings.green_counts is GreenCounts.AFTER_CASTLES:
        table = _green(table)
    for index in table.from_banner():
        entry = told[table.names[index]]
        table = _trade(table, entry, faults, f"[{indices[entry.player]}].trade")
    for index in table.from_banner():
        entry = told[table.names[index]]
        table = _jewels(table, entry, faults, f"[{indices[entry.player]}].jewels")
    faults.stop_if_any()
    if table.readings.green_counts is GreenCounts.BEFORE_ANNOUNCING:
        table = _green(table)
    return _clear(replace(table, banner=_banner(table)))


def with_castles(table: Table, entries: tuple[Scoring, ...], faults: Faults) -> Table:
    """The game once castles and characters are scored, before curses and jewels.

    Args:
        table: at the start of the phase.
        entries: of all players, in any order.
        faults: collects what is noted wrong in the entries.
    """
    indices = {entry.player: i for i, entry in enumerate(entries)}
    for entry in entries:
        seat = table.seat(entry.player)
        member = entry.member or seat.member
        shown = seat.members_used | ({member} if member else frozenset())
        height = height_of(entry)
        table = table.put(replace(seat, member=member, members_used=shown, height=height))
    for name in table.names:
        index = indices[name]
        table = _castle_and_characters(table, entries[index], faults, f"[{index}]")
    return table


def _castle_and_characters(table: Table, entry: Scoring, faults: Faults, place: str) -> Table:
    before = table.seat(entry.player).points
    seat = table.seat(entry.player)
    if seat.kingdom is not Kingdom.RED:
        table = table.award(seat.name, castle_points(entry), Why.CASTLE)
    standing = {
        who: seat.place_of(who).stands and seat.place_of(who).where is not Where.PRISON
        for who in Character
    }
    surviving = sum(points.SURVIVING[who] for who in Character if standing[who])
    table = table.award(seat.name, surviving, Why.CHARACTERS)
    prisoners = sum(s.king == Place(Where.PRISON, seat.name) for s in table.seats)
    table = table.award(seat.name, prisoners * points.PRISONER, Why.PRISONERS)
    table = table.award(seat.name, family_points(table, entry), Why.FAMILY)
    table = _guests(table, seat)
    own = table.seat(entry.player).points - before
    if entry.points is not None:
        message = f"castle and characters are worth {own} points, not {entry.points}"
        faults.unless(entry.points == own, message, f"{place}.points")
    return table


def _guests(table: Table, seat: Seat) -> Table:
    """What others earn by the Rat's King and the Crow's General who were never knocked down."""
    if seat.member is Member.ROBERT and seat.king.where is Where.GUEST and seat.king.by is not None:
        return table.award(seat.king.by, points.ROBERT_HOST_GAINS, Why.FAMILY)
    if seat.member is Member.CRAIG and Character.GENERAL not in seat.fallen:
        for other in table.names:
            if other != seat.name:
                table = table.award(other, points.CRAIG_OTHERS_GAIN, Why.FAMILY)
    return table


def _green(table: Table) -> Table:
    for seat in table.seats:
        if seat.kingdom is Kingdom.GREEN:
            ahead = sum(other.points > seat.points for other in table.seats)
            return table.award(seat.name, points.GREEN_BEHIND[ahead], Why.FAMILY)
    return table


def _trade(table: Table, entry: Scoring, faults: Faults, place: str) -> Table:
    """Curses for points of another player, who must accept."""
    if entry.trade is None:
        return table
    number, to = entry.trade.curses, entry.trade.to
    seat = table.seat(entry.player)
    if to not in table.names or to == seat.name:
        faults.note("curses are traded with another player", f"{place}.to")
        return table
    has = seat.treasure(Treasure.CURSE)
    allowed = number in points.CURSE_TRADE
    if not faults.unless(allowed, "3 or 4 curses can be traded", f"{place}.curses"):
        return table
    if not faults.unless(has >= number, f"{seat.name} has {has} curses", f"{place}.curses"):
        return table
    table = table.put(_without(seat, Treasure.CURSE, number))
    if table.readings.curse_trade is CurseTrade.CUBES:
        other = table.seat(to)
        gained = Pile.of({Treasure.CURSE.value: number})
        table = table.put(replace(other, looted=other.looted + gained))
    before = table.seat(to).points
    table = table.award(to, -points.CURSE_TRADE[number], Why.CURSES)
    return table.award(seat.name, before - table.seat(to).points, Why.CURSES)


def _jewels(table: Table, entry: Scoring, faults: Faults, place: str) -> Table:
    seat = table.seat(entry.player)
    has = seat.treasure(Treasure.JEWEL)
    if not faults.unless(entry.jewels <= has, f"{seat.name} has {has} jewels", place):
        return table
    if not entry.jewels:
        return table
    table = table.put(_without(seat, Treasure.JEWEL, entry.jewels))
    gained = Pile.of({Cube.JEWEL.value: entry.jewels})
    table = replace(table, supply=table.supply + gained)
    return table.award(seat.name, points.JEWELS[entry.jewels], Why.JEWELS)


def _without(seat: Seat, kind: Treasure, number: int) -> Seat:
    """Cubes given away: first those that were looted, then those on the castle."""
    looted = min(number, seat.looted[kind.value])
    return replace(
        seat,
        looted=seat.looted - Pile.of({kind.value: looted}),
        built=seat.built - Pile.of({kind.value: number - looted}),
    )


def _banner(table: Table) -> int:
    """The index of the player with the fewest points, who gets the banner."""
    fewest = min(seat.points for seat in table.seats)
    tied = [index for index in table.from_banner() if table.seats[index].points == fewest]
    if table.readings.banner_tie is BannerTie.YOUNGEST:
        # Of those without an age nobody knows; clockwise order decides among equals.
        return min(tied, key=lambda index: _age(table.seats[index]))
    return tied[0]


def _age(seat: Seat) -> float:
    return float("inf") if seat.age is None else seat.age


def _clear(table: Table) -> Table:
    """Everybody takes back what is his; what lies on the table goes to the supply."""
    supply = table.supply + table.down
    for name in table.names:
        seat = table.seat(name)
        supply += seat.sub_castle
        prisoners = sum(s.king == Place(Where.PRISON, name) for s in table.seats)
        garrison = int(seat.general.where is Where.STRONGHOLD)
        looted = seat.looted
        if table.readings.fallen_cubes is FallenCubes.OWNER:
            looted += seat.aside
        else:
            supply += Pile.of({Cube.JEWEL.value: seat.aside[Treasure.JEWEL.value]})
        table = table.put(
            replace(
                seat,
                sub_castle=NOTHING,
                looted=looted,
                aside=NOTHING,
                prisons=seat.prisons + prisoners,
                strongholds=seat.strongholds + garrison,
                general=Place() if garrison else seat.general,
            )
        )
    for seat in table.seats:
        if seat.king.where is Where.PRISON:
            table = table.put(replace(seat, king=Place()))
    supply += Pile.of({Cube.STRONGHOLD.value: table.empty_strongholds})
    last = table.round == ROUNDS
    return replace(
        table,
        phase=Phase.OVER if last else Phase.ALLOCATION,
        scored=(),
        down=NOTHING,
        supply=supply,
        empty_strongholds=0,
        turn=0,
        taken=0,
    )
