"""What an attack may not be: every entry of the attack phase is checked before it counts."""

from __future__ import annotations

from castle_companions.crush.building import known_player
from castle_companions.crush.faults import Faults
from castle_companions.crush.pieces import Character, Member, Stand, Treasure
from castle_companions.crush.pile import NOTHING
from castle_companions.crush.readings import RatHits
from castle_companions.crush.record import Attack, CharacterFall, Fall
from castle_companions.crush.setup import known_blocks, treasure_pile
from castle_companions.crush.state import Table, Where


def counts(table: Table, attacker: str, owner: str) -> bool:
    """Whether an attacker gains by what falls of an owner's castle or of his characters.

    He does not by his own, and as the Rat not by his host's while his King is there.
    """
    return attacker != owner and not is_host(table, attacker, owner)


def is_host(table: Table, attacker: str, owner: str) -> bool:
    """Whether the attacker is the Rat whose King stands on the owner's castle."""
    king = table.seat(attacker).king
    return king.where is Where.GUEST and king.by == owner


def targets(table: Table, attacker: str) -> tuple[str, ...]:
    """Those whom a player may attack."""
    return tuple(name for name in table.names if counts(table, attacker, name))


def check_attack(table: Table, entry: Attack, faults: Faults) -> None:
    """Note everything in an attack that the rules do not allow; reactions are checked apart."""
    due = table.seats[table.attackers[0]].name
    if not faults.unless(entry.attacker == due, f"it is {due} who attacks now", "attacker"):
        return
    _check_target(table, entry, faults)
    _check_stand(table, entry, faults)
    seen: set[str] = set()
    for i, fall in enumerate(entry.falls):
        place = f"falls[{i}]"
        if known_player(fall.castle, table, faults, f"{place}.castle"):
            faults.unless(fall.castle not in seen, "this castle is here twice", f"{place}.castle")
            seen.add(fall.castle)
            _check_fall(table, entry, fall, faults, place)
    _check_characters(table, entry, faults)
    seat = table.seat(entry.attacker)
    if entry.hammer:
        may = seat.member is Member.GEORGE and not seat.ability_used
        faults.unless(may, "only George may, for one attack of a round", "hammer")


def _check_target(table: Table, entry: Attack, faults: Faults) -> None:
    allowed = targets(table, entry.attacker)
    if entry.at is None:
        message = "name whom the attack is aimed at; " + " or ".join(allowed)
        faults.unless(not allowed, message, "at")
        nothing = not entry.falls and not entry.characters and not entry.occupy
        faults.unless(nothing, "without an attack nothing falls", "")
        message = "without an attack no stronghold is used"
        faults.unless(entry.stand is Stand.HAMMER_BASE, message, "stand")
    elif known_player(entry.at, table, faults, "at"):
        if entry.at == entry.attacker:
            faults.note("nobody attacks himself", "at")
        elif entry.at not in allowed:
            faults.note(f"the Rat cannot attack {entry.at}, who has his King", "at")


def _check_stand(table: Table, entry: Attack, faults: Faults) -> None:
    seat = table.seat(entry.attacker)
    if entry.stand is not Stand.HAMMER_BASE:
        faults.unless(table.has_buildings, "there are no strongholds in this game", "stand")
    match entry.stand:
        case Stand.NEW_STRONGHOLD:
            message = f"{seat.name} has no stronghold to place"
            faults.unless(seat.strongholds > 0, message, "stand")
        case Stand.EMPTY_STRONGHOLD:
            message = "there is no empty stronghold on the table"
            faults.unless(table.empty_strongholds > 0, message, "stand")
        case Stand.OWN_STRONGHOLD:
            message = f"{seat.name}'s General occupies no stronghold"
            faults.unless(seat.general.where is Where.STRONGHOLD, message, "stand")
        case Stand.HAMMER_BASE:
            message = "only after an attack from a stronghold can the General move onto it"
            faults.unless(not entry.occupy, message, "occupy")
    if entry.occupy:
        hit = any(f.who is Character.GENERAL and f.of == seat.name for f in entry.characters)
        message = f"{seat.name}'s General was knocked down"
        faults.unless(seat.general.stands and not hit, message, "occupy")


def _check_fall(table: Table, entry: Attack, fall: Fall, faults: Faults, place: str) -> None:
    seat = table.seat(fall.castle)
    refused = table.readings.rat_hits is RatHits.REFUSED
    if refused and is_host(table, entry.attacker, fall.castle):
        faults.note(f"the Rat cannot attack {fall.castle}, who has his King", place)
    blocks = known_blocks(fall.blocks, table.kinds, f"{place}.blocks", faults)
    message = f"{seat.name}'s castle has {seat.castle}, not {blocks}"
    faults.unless(seat.castle.holds(blocks), message, f"{place}.blocks")
    sub = known_blocks(fall.sub_castle, table.kinds, f"{place}.sub_castle", faults)
    message = f"{seat.name}'s sub-castle has {seat.sub_castle}, not {sub}"
    faults.unless(seat.sub_castle.holds(sub), message, f"{place}.sub_castle")
    cubes = treasure_pile(fall.treasure) + treasure_pile(fall.pinned)
    if cubes != NOTHING:
        message = f"there are the cubes {seat.built} on {seat.name}'s castle, not {cubes}"
        faults.unless(seat.built.holds(cubes), message, f"{place}.treasure")
    curses = cubes[Treasure.CURSE.value] if counts(table, entry.attacker, fall.castle) else 0
    message = f"{curses} curses were knocked down by an opponent"
    faults.unless(fall.curses_paid <= curses, message, f"{place}.curses_paid")


def _check_characters(table: Table, entry: Attack, faults: Faults) -> None:
    seen: set[tuple[Character, str]] = set()
    prisons = table.seat(entry.attacker).prisons
    moles = 0
    for i, fall in enumerate(entry.characters):
        place = f"characters[{i}]"
        if not known_player(fall.of, table, faults, f"{place}.of"):
            continue
        faults.unless((fall.who, fall.of) not in seen, "this character is here twice", place)
        seen.add((fall.who, fall.of))
        was = table.seat(fall.of).place_of(fall.who)
        message = f"{fall.of}'s {fall.who.value.capitalize()} does not stand any more"
        faults.unless(was.stands, message, place)
        refused = table.readings.rat_hits is RatHits.REFUSED
        if refused and is_host(table, entry.attacker, fall.of):
            faults.note(f"the Rat cannot attack {fall.of}, who has his King", place)
        prisons -= fall.imprison
        moles += fall.mole
        if fall.imprison:
            _check_prison(table, entry, fall, faults, f"{place}.imprison")
            message = f"{entry.attacker} has no prison for him"
            faults.unless(prisons >= 0, message, f"{place}.imprison")
        if fall.mole:
            _check_mole(table, fall, faults, f"{place}.mole")
            faults.unless(moles == 1, "the Mole does so once in a round", f"{place}.mole")


def _check_prison(
    table: Table, entry: Attack, fall: CharacterFall, faults: Faults, place: str
) -> None:
    was = table.seat(fall.of).place_of(fall.who)
    faults.unless(table.has_buildings, "there are no prisons in this game", place)
    faults.unless(fall.who is Character.KING, "only Kings are imprisoned", place)
    message = f"{entry.attacker} gains nothing here and cannot imprison him"
    faults.unless(counts(table, entry.attacker, fall.of), message, place)
    faults.unless(not fall.pinned, "a block lies on him, so that he cannot be taken", place)
    faults.unless(not fall.mole, "the Mole has saved him", place)
    faults.unless(
        was.where is not Where.PRISON,
        "he is a prisoner already: his prison moves with him, without being entered",
        place,
    )


def _check_mole(table: Table, fall: CharacterFall, faults: Faults, place: str) -> None:
    seat = table.seat(fall.of)
    faults.unless(seat.member is Member.MICHAEL, f"{seat.name} has not the Mole", place)
    faults.unless(not seat.ability_used, "the Mole does so once in a round", place)
    in_prison = seat.place_of(fall.who).where is Where.PRISON
    faults.unless(not in_prison, "the Mole does not free prisoners", place)
