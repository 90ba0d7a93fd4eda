"""The attack phase: what fell, who gains by it, and who is caught."""

from __future__ import annotations

from dataclasses import dataclass, replace

from castle_companions.crush import points
from castle_companions.crush.checking import check_attack, counts
from castle_companions.crush.faults import Faults
from castle_companions.crush.pieces import CROWNS_TO_WIN, Character, Member, Stand, Treasure
from castle_companions.crush.pile import NOTHING, Pile
from castle_companions.crush.reacting import react
from castle_companions.crush.readings import CrowHit, PrisonerHit, SeveralCastles
from castle_companions.crush.record import Attack, CharacterFall
from castle_companions.crush.setup import treasure_pile
from castle_companions.crush.state import Phase, Place, Seat, Table, Where, Why


@dataclass(frozen=True)
class _Spoils:
    """What of an attack counts: not one's own things, and nothing that a rule protects."""

    blocks: tuple[int, ...]
    characters: tuple[CharacterFall, ...]


def attack(table: Table, entry: Attack, faults: Faults) -> Table:
    """Carry out one attack.

    Raises:
        BrokenRulesError: when something is wrong with the entry.
    """
    check_attack(table, entry, faults)
    faults.stop_if_any()
    before = table
    gained = attack_points(table, entry)
    if entry.points is not None:
        message = f"the attack is worth {gained} points, not {entry.points}"
        faults.unless(entry.points == gained, message, "points")
        faults.stop_if_any()
    table = table.award(entry.attacker, gained, Why.ATTACK)
    if entry.hammer:
        table = table.put(replace(table.seat(entry.attacker), ability_used=True))
    table = _blocks_fall(table, entry)
    table = _stronghold_on_table(table, entry)
    for fall in entry.characters:
        table = _character_falls(table, entry.attacker, fall)
    table = _curses(table, entry)
    table = _occupy(table, entry)
    for i, reaction in enumerate(entry.reactions):
        table = react(table, entry, reaction, faults, f"reactions[{i}]", before=before)
    table = replace(table, attackers=table.attackers[1:])
    return table if table.attackers else _end(table)


def attack_points(table: Table, entry: Attack) -> int:
    """The points that an attack is worth to the attacker, without curses and losses."""
    spoils = _spoils(table, entry)
    sums = spoils.blocks
    if table.readings.several_castles is SeveralCastles.TOGETHER:
        sums = (sum(spoils.blocks),)
    gained = sum(points.knocked_blocks(number) for number in sums)
    gained += sum(points.KNOCKED[fall.who] for fall in spoils.characters if _paid(table, fall))
    if table.seat(entry.attacker).member is Member.HENRY:
        gained += points.HENRY_BLOCK * sum(spoils.blocks)
    if entry.hammer:
        gained += points.george(len(spoils.characters), len(table.seats))
    return gained


def _spoils(table: Table, entry: Attack) -> _Spoils:
    def gains_by(owner: str) -> bool:
        return counts(table, entry.attacker, owner)

    return _Spoils(
        tuple(sum(fall.blocks.values()) for fall in entry.falls if gains_by(fall.castle)),
        tuple(
            fall
            for fall in entry.characters
            if gains_by(fall.of)
            and table.seat(fall.of).place_of(fall.who) != Place(Where.PRISON, entry.attacker)
        ),
    )


def _paid(table: Table, fall: CharacterFall) -> bool:
    """Whether the usual points are won by a character, as the readings have it."""
    prisoner = table.seat(fall.of).place_of(fall.who).where is Where.PRISON
    if prisoner and table.readings.prisoner_hit is PrisonerHit.NO_POINTS:
        return False
    is_crow = table.seat(fall.of).member is Member.CRAIG and fall.who is Character.GENERAL
    return not is_crow or table.readings.crow_hit is CrowHit.SCORES


def _blocks_fall(table: Table, entry: Attack) -> Table:
    for fall in entry.falls:
        blocks, sub = Pile.of(fall.blocks), Pile.of(fall.sub_castle)
        loot, pinned = treasure_pile(fall.treasure), treasure_pile(fall.pinned)
        seat = table.seat(fall.castle)
        taken = counts(table, entry.attacker, fall.castle)
        seat = replace(
            seat,
            castle=seat.castle - blocks,
            sub_castle=seat.sub_castle - sub,
            built=seat.built - loot - pinned,
            aside=seat.aside + pinned + (NOTHING if taken else loot),
        )
        table = replace(table.put(seat), down=table.down + blocks + sub)
        if taken:
            attacker = table.seat(entry.attacker)
            table = table.put(replace(attacker, looted=attacker.looted + loot))
    return table


def _stronghold_on_table(table: Table, entry: Attack) -> Table:
    if entry.stand is not Stand.NEW_STRONGHOLD:
        return table
    seat = table.seat(entry.attacker)
    table = table.put(replace(seat, strongholds=seat.strongholds - 1))
    return replace(table, empty_strongholds=table.empty_strongholds + 1)


def _character_falls(table: Table, attacker: str, fall: CharacterFall) -> Table:
    seat = table.seat(fall.of)
    was = seat.place_of(fall.who)
    seat = replace(seat, fallen=seat.fallen | {fall.who})
    if was.where is Where.STRONGHOLD:
        table = replace(table, empty_strongholds=table.empty_strongholds + 1)
    if fall.mole:
        return table.put(replace(_moved(seat, fall.who, Place()), ability_used=True))
    if was.where is Where.PRISON:
        return _prisoner_falls(table, attacker, seat)
    table = _losses(table, attacker, fall, was)
    place = Place(Where.DOWN)
    if fall.imprison:
        captor = table.seat(attacker)
        table = table.put(replace(captor, prisons=captor.prisons - 1))
        place = Place(Where.PRISON, attacker)
    return table.put(_moved(seat, fall.who, place))


def _prisoner_falls(table: Table, attacker: str, seat: Seat) -> Table:
    """Freed by his own player, who gains the prison, or taken over by somebody else with it."""
    if attacker == seat.name:
        return table.put(replace(seat, king=Place(), prisons=seat.prisons + 1))
    return table.put(replace(seat, king=Place(Where.PRISON, attacker)))


def _losses(table: Table, attacker: str, fall: CharacterFall, was: Place) -> Table:
    """What the Rat's host and whoever hits the Crow lose."""
    if attacker == fall.of:
        return table
    member = table.seat(fall.of).member
    if was.where is Where.GUEST and was.by is not None:
        return table.award(was.by, -points.ROBERT_HOST_LOSES, Why.FAMILY)
    if member is Member.CRAIG and fall.who is Character.GENERAL:
        return table.award(attacker, -points.CRAIG_HIT_LOSES, Why.FAMILY)
    return table


def _moved(seat: Seat, who: Character, place: Place) -> Seat:
    if who is Character.KING:
        return replace(seat, king=place)
    return replace(seat, general=place)


def _curses(table: Table, entry: Attack) -> Table:
    """After the points: owners of curses that fell take points from the attacker."""
    for fall in entry.falls:
        for _ in range(fall.curses_paid):
            before = table.seat(entry.attacker).points
            table = table.award(entry.attacker, -points.CURSE_HIT, Why.CURSES)
            paid = before - table.seat(entry.attacker).points
            table = table.award(fall.castle, paid, Why.CURSES)
    return table


def _occupy(table: Table, entry: Attack) -> Table:
    if not entry.occupy or entry.stand is Stand.OWN_STRONGHOLD:
        return table
    seat = table.seat(entry.attacker)
    left = int(seat.general.where is Where.STRONGHOLD)
    table = table.put(replace(seat, general=Place(Where.STRONGHOLD)))
    return replace(table, empty_strongholds=table.empty_strongholds - 1 + left)


def _end(table: Table) -> Table:
    """The end of the attack phase, where three crowns win at once."""
    for seat in table.seats:
        if seat.treasure(Treasure.CROWN) >= CROWNS_TO_WIN:
            return replace(table, phase=Phase.OVER, crowned=seat.name)
    return replace(table, phase=Phase.SCORING)
