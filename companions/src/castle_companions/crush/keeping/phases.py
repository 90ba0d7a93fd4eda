"""The questions about building, scoring and the supply."""

from __future__ import annotations

from castle_companions.crush import points
from castle_companions.crush.allocating import choices, next_picker
from castle_companions.crush.castles import miscounts
from castle_companions.crush.faults import Faults
from castle_companions.crush.keeping.phrases import parse_levels
from castle_companions.crush.keeping.talk import PhraseError, Talk
from castle_companions.crush.pieces import Kingdom, Member, Treasure
from castle_companions.crush.readings import CurseTrade, MemberAgain
from castle_companions.crush.record import MOST_MM, Building, Pick, Scoring, Trade
from castle_companions.crush.scoring import with_castles
from castle_companions.crush.setup import members_of
from castle_companions.crush.state import Seat, Table
from castle_companions.records import echo


def ask_building(table: Table, talk: Talk) -> tuple[Building, ...]:
    """Ask for the members of the families, and whose King found no place."""
    echo(f"Round {table.round}: the castles. The banner is with {table.names[table.banner]}.")
    members: dict[str, Member] = {}
    hosts: dict[str, str] = {}
    for seat in table.seats:
        if seat.kingdom in (None, Kingdom.BLUE):
            continue
        members[seat.name] = _ask_member(table, seat, talk)
        if members[seat.name] is Member.ROBERT:
            others = [name for name in table.names if name != seat.name]
            hosts[seat.name] = talk.choose(f"Who takes {seat.name}'s King?", others)
    nobody = "nobody's"
    out: list[str] = []
    while len(out) < len(table.names):
        left = [name for name in table.names if name not in out]
        name = talk.choose("Whose King found no place?", [*left, nobody], nobody)
        if name == nobody:
            break
        out.append(name)
    return tuple(
        Building(
            player=name,
            king="left-out" if name in out else "placed",
            member=members.get(name),
            host=hosts.get(name),
        )
        for name in table.names
    )


def _ask_member(table: Table, seat: Seat, talk: Talk) -> Member:
    once = table.readings.member_again is MemberAgain.ONCE
    gone = seat.members_used if once else frozenset()
    words = [member.value for member in members_of(seat) if member not in gone]
    return Member(talk.choose(f"{seat.name}'s member of the family?", words))


def ask_castle(table: Table, talk: Talk) -> Scoring:
    """Ask for the castle of the next player, counted from the banner, before curses and jewels."""
    order = [table.seats[index] for index in table.from_banner()]
    seat = next(seat for seat in order if seat.name not in table.scored)
    upright, lying = _ask_levels(f"{seat.name}'s castle", seat.castle.total, talk)
    sub_upright, sub_lying = _ask_levels(f"{seat.name}'s sub-castle", seat.sub_castle.total, talk)
    height = None
    if seat.castle.total:
        height = talk.number_if_told("How many mm high? (nothing: not measured)", MOST_MM)
    member = _ask_member(table, seat, talk) if seat.kingdom is Kingdom.BLUE else None
    windows = 0
    if member is Member.JOSEPH:
        windows = talk.number("How many windows face the hammer base?", 99)
    return Scoring(
        player=seat.name,
        upright=upright,
        lying=lying,
        sub_upright=sub_upright,
        sub_lying=sub_lying,
        height_mm=height,
        member=member,
        windows=windows,
    )


def _ask_levels(whose: str, total: int, talk: Talk) -> tuple[tuple[int, ...], int]:
    if not total:
        return (), 0

    def parse(line: str) -> tuple[int, ...]:
        levels = parse_levels(line, total)
        for message in miscounts("castle", levels, total - sum(levels), total):
            raise PhraseError(message)
        return levels

    many = f"{total} block{'s' * (total > 1)}"
    levels = talk.read(
        f"{whose} has {many} off the table. How many stand upright at level 1, 2, 3, ...? "
        "(such as: 2 1 1)",
        parse,
    )
    return levels, total - sum(levels)


def ask_decisions(table: Table, entries: tuple[Scoring, ...], talk: Talk) -> tuple[Scoring, ...]:
    """Ask who trades curses and exchanges jewels, once all castles are known.

    Args:
        table: in the scoring phase.
        entries: of the castles, of all players.
        talk: asks.

    Returns:
        The same entries with what the players decided.
    """
    curses = {seat.name: seat.treasure(Treasure.CURSE) for seat in table.seats}
    jewels = {seat.name: seat.treasure(Treasure.JEWEL) for seat in table.seats}
    if any(jewels.values()) or max(curses.values()) >= min(points.CURSE_TRADE):
        so_far = with_castles(table, entries, Faults("the scoring"))
        sums = (f"{seat.name} {seat.points}" for seat in so_far.seats)
        echo(f"With castles and characters: {', '.join(sums)}.")
    order = [table.names[index] for index in table.from_banner()]
    trades = {name: _ask_trade(table, name, curses, talk) for name in order}
    exchanged = {name: _ask_jewels(name, jewels[name], talk) for name in order}
    return tuple(
        entry.model_copy(
            update={"trade": trades[entry.player], "jewels": exchanged[entry.player]},
        )
        for entry in entries
    )


def _ask_trade(table: Table, name: str, curses: dict[str, int], talk: Talk) -> Trade | None:
    """Ask for a trade; `curses`, what everybody has, is kept up to date."""
    numbers = [str(number) for number in points.CURSE_TRADE if number <= curses[name]]
    if not numbers or not talk.agrees(f"Does {name} trade curses?"):
        return None
    number = int(talk.choose("How many?", numbers))
    to = talk.choose("With whom?", [other for other in table.names if other != name])
    curses[name] -= number
    if table.readings.curse_trade is CurseTrade.CUBES:
        curses[to] += number
    return Trade(to=to, curses=number)


def _ask_jewels(name: str, has: int, talk: Talk) -> int:
    if not has:
        return 0
    return talk.number(f"How many jewels does {name} exchange?", has, 0)


def ask_pick(table: Table, talk: Talk) -> Pick:
    """Ask what the next player takes from the supply."""
    name = next_picker(table)
    if name is None:
        raise ValueError("nobody can take anything")
    return Pick(player=name, takes=talk.choose(f"{name} takes?", choices(table, name)))
