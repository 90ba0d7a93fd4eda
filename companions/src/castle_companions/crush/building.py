"""The building phase: members chosen, treasure built in, characters placed."""

from __future__ import annotations

from dataclasses import replace

from castle_companions.crush.faults import Faults
from castle_companions.crush.pieces import Kingdom, Member
from castle_companions.crush.pile import NOTHING
from castle_companions.crush.readings import MemberAgain
from castle_companions.crush.record import Building
from castle_companions.crush.setup import members_of
from castle_companions.crush.state import Phase, Place, Seat, Table, Where
from castle_companions.records import did_you_mean, quoted

_TURNS_OF_TWO = 3
_TURNS_OF_MORE = 2


def turns(table: Table) -> int:
    """How many turns of attacks a round has."""
    return _TURNS_OF_TWO if len(table.seats) == 2 else _TURNS_OF_MORE


def needs_entries(table: Table) -> bool:
    """Whether the phase cannot be passed over, since members must be named."""
    return any(seat.kingdom not in (None, Kingdom.BLUE) for seat in table.seats)


def known_player(name: str, table: Table, faults: Faults, place: str) -> bool:
    """Note a name that no player has; returns whether one has it."""
    message = f"there is no player {quoted(name)}{did_you_mean(name, table.names)}"
    return faults.unless(name in table.names, message, place)


def check_member(seat: Seat, member: Member, table: Table, faults: Faults, place: str) -> None:
    """Note a member who is not of the player's family or may not be chosen again."""
    if member.kingdom is not seat.kingdom:
        family = " or ".join(quoted(one.value) for one in members_of(seat))
        faults.note(f"this is none of {seat.name}'s family; that is {family}", place)
    elif table.readings.member_again is MemberAgain.ONCE:
        message = f"{seat.name} has chosen {member.title} before"
        faults.unless(member not in seat.members_used, message, place)


def build(table: Table, entries: tuple[Building, ...], faults: Faults) -> Table:
    """Build the castles of a round.

    Args:
        table: in the building phase.
        entries: at most one for each player, in any order; those without one build as usual.
        faults: collects what is wrong.

    Raises:
        BrokenRulesError: when something is.
    """
    told: dict[str, Building] = {}
    for i, entry in enumerate(entries):
        if known_player(entry.player, table, faults, f"[{i}].player"):
            faults.unless(entry.player not in told, "this player is here twice", f"[{i}].player")
            told.setdefault(entry.player, entry)
            _check(table, entry, faults, f"[{i}]")
    for seat in table.seats:
        if seat.name not in told and seat.kingdom not in (None, Kingdom.BLUE):
            faults.note(f"{seat.name} must choose a member of the family")
    faults.stop_if_any()
    for seat in table.seats:
        entry = told.get(seat.name, Building(player=seat.name))
        table = table.put(_built(seat, entry))
    order = [
        index
        for _ in range(turns(table))
        for index in table.from_banner()
        for _ in range(2 if table.seats[index].member is Member.WILLIAMS else 1)
    ]
    return replace(table, phase=Phase.ATTACK, attackers=tuple(order))


def _check(table: Table, entry: Building, faults: Faults, place: str) -> None:
    seat = table.seat(entry.player)
    is_rat = entry.member is Member.ROBERT
    if seat.kingdom is None:
        faults.unless(entry.member is None, "there are no families here", f"{place}.member")
    elif seat.kingdom is Kingdom.BLUE:
        message = "the blue family shows its member when scoring"
        faults.unless(entry.member is None, message, f"{place}.member")
    elif entry.member is None:
        faults.note(f"{seat.name} must choose a member of the family", f"{place}.member")
    else:
        check_member(seat, entry.member, table, faults, f"{place}.member")
    if not is_rat:
        message = "only the Rat hands his King to somebody"
        faults.unless(entry.host is None, message, f"{place}.host")
    elif entry.host is None:
        faults.note("the Rat hands his King to an opponent", f"{place}.host")
    elif known_player(entry.host, table, faults, f"{place}.host"):
        message = "the Rat hands his King to an opponent, not to himself"
        faults.unless(entry.host != entry.player, message, f"{place}.host")


def _built(seat: Seat, entry: Building) -> Seat:
    king = Place()
    if entry.king == "left-out":
        king = Place(Where.LEFT_OUT)
    elif entry.host is not None:
        king = Place(Where.GUEST, entry.host)
    crow = entry.member is Member.CRAIG
    chosen = frozenset() if entry.member is None else frozenset({entry.member})
    return replace(
        seat,
        built=seat.built + seat.looted,
        looted=NOTHING,
        king=king,
        general=Place(Where.HAMMER_BASE) if crow else Place(),
        member=entry.member,
        members_used=seat.members_used | chosen,
        ability_used=False,
        fallen=frozenset(),
    )
