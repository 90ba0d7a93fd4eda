"""The questions about an attack."""

from __future__ import annotations

from dataclasses import dataclass

from castle_companions.crush.attacking import attack
from castle_companions.crush.checking import counts, targets
from castle_companions.crush.faults import Faults
from castle_companions.crush.keeping.phrases import Fallen, parse_blocks, parse_falls
from castle_companions.crush.keeping.talk import PhraseError, Talk
from castle_companions.crush.pieces import WIZARD_LIMIT, Character, Member, Stand, Treasure
from castle_companions.crush.reacting import attacked, fallen_blocks
from castle_companions.crush.record import Attack, CharacterFall, Fall, Reaction
from castle_companions.crush.state import Seat, Table, Where
from castle_companions.records import BrokenRulesError, echo


def ask_attack(table: Table, talk: Talk) -> Attack:
    """Ask for everything that one attack needs, and for nothing that it cannot have."""
    seat = table.seats[table.attackers[0]]
    left = len(table.attackers)
    echo(f"{seat.name} attacks ({left} attack{'s' * (left > 1)} left in this round).")
    allowed = targets(table, seat.name)
    if not allowed:
        echo(f"There is nobody whom {seat.name} may attack.")
        return Attack(attacker=seat.name, at=None)
    at = talk.choose("At whom?", allowed)
    stand = _ask_stand(table, seat, talk)
    aimed = Attack(attacker=seat.name, at=at, stand=stand)
    question = "What fell? (owner: things; help explains)"
    fallen = talk.read(question, lambda line: _possible_falls(line, table, aimed))
    entry = Attack(
        attacker=seat.name,
        at=at,
        stand=stand,
        falls=tuple(_fall(table, seat, one, talk) for one in fallen),
        characters=_characters(table, seat, fallen, talk),
    )
    update: dict[str, object] = {}
    if seat.member is Member.GEORGE and not seat.ability_used:
        update["hammer"] = talk.agrees("Does the Hammer count for this attack?")
    if _may_occupy(seat, entry):
        update["occupy"] = talk.agrees(f"Does {seat.name}'s General move onto the stronghold?")
    entry = entry.model_copy(update=update)
    return entry.model_copy(update={"reactions": _reactions(table, entry, talk)})


def _ask_stand(table: Table, seat: Seat, talk: Talk) -> Stand:
    options = [Stand.HAMMER_BASE]
    if seat.strongholds:
        options.append(Stand.NEW_STRONGHOLD)
    if table.empty_strongholds:
        options.append(Stand.EMPTY_STRONGHOLD)
    if seat.general.where is Where.STRONGHOLD:
        options.append(Stand.OWN_STRONGHOLD)
    words = [option.value for option in options]
    return Stand(talk.choose("The hammer stands on what?", words, Stand.HAMMER_BASE.value))


def _possible_falls(line: str, table: Table, aimed: Attack) -> list[Fallen]:
    """What a line says that fell, if it can have fallen.

    Raises:
        PhraseError: when it says nothing, or what is not there.
    """
    fallen = parse_falls(line, table)
    entry = aimed.model_copy(
        update={
            "falls": tuple(
                Fall(
                    castle=one.castle,
                    blocks=one.blocks,
                    sub_castle=one.sub_castle,
                    treasure=one.treasure,
                    pinned=one.pinned,
                )
                for one in fallen
            ),
            "characters": tuple(
                CharacterFall(who=who, of=one.castle, pinned=pinned)
                for one in fallen
                for who, pinned in one.characters
            ),
        }
    )
    _refuse(table, entry)
    return fallen


def _refuse(table: Table, entry: Attack) -> None:
    """Refuse an attack that cannot be, as far as it has been told.

    Raises:
        PhraseError: with every reason.
    """
    try:
        attack(table, entry, Faults("the attack"))
    except BrokenRulesError as error:
        raise PhraseError("; ".join(one.message for one in error.mistakes)) from None


def _fall(table: Table, attacker: Seat, fallen: Fallen, talk: Talk) -> Fall:
    curse = Treasure.CURSE
    curses = fallen.treasure.get(curse, 0) + fallen.pinned.get(curse, 0)
    paid = 0
    if curses and counts(table, attacker.name, fallen.castle):
        question = f"For how many curses does {fallen.castle} take points?"
        paid = talk.number(question, curses, curses)
    return Fall(
        castle=fallen.castle,
        blocks=fallen.blocks,
        sub_castle=fallen.sub_castle,
        treasure=fallen.treasure,
        pinned=fallen.pinned,
        curses_paid=paid,
    )


def _characters(
    table: Table, attacker: Seat, fallen: list[Fallen], talk: Talk
) -> tuple[CharacterFall, ...]:
    found = []
    prisons = attacker.prisons
    for one in fallen:
        seat = table.seat(one.castle)
        for who, pinned in one.characters:
            free = seat.place_of(who).where is not Where.PRISON
            title = f"{seat.name}'s {who.value.capitalize()}"
            mole = free and seat.member is Member.MICHAEL and not seat.ability_used
            mole = mole and talk.agrees(f"Does the Mole save {title}?")
            caught = who is Character.KING and free and not (mole or pinned) and prisons > 0
            caught = caught and counts(table, attacker.name, seat.name)
            caught = caught and talk.agrees(f"Does {attacker.name} imprison {title}?")
            prisons -= caught
            found.append(
                CharacterFall(who=who, of=seat.name, pinned=pinned, imprison=caught, mole=mole)
            )
    return tuple(found)


def _may_occupy(seat: Seat, entry: Attack) -> bool:
    hit = any(f.who is Character.GENERAL and f.of == seat.name for f in entry.characters)
    moves = entry.stand in (Stand.NEW_STRONGHOLD, Stand.EMPTY_STRONGHOLD)
    return moves and seat.general.stands and not hit


def _reactions(table: Table, entry: Attack, talk: Talk) -> tuple[Reaction, ...]:
    for seat in table.seats:
        few = fallen_blocks(entry) <= WIZARD_LIMIT
        if not attacked(table, entry, seat.name):
            continue
        match seat.member:
            case Member.KARL:
                question = "Which 2 blocks from the table for the sub-castle?"
                if seat.sub_castle.total:
                    echo("They are set without moving those that stand in it.")
            case Member.FRANZ:
                question = "Which block from the table?"
            case Member.LEOPOLD if few:
                question = f"Which block from {entry.attacker}'s castle?"
            case _:
                continue
        return _ask_reaction(table, entry, _Asked(seat.name, seat.member, question), talk)
    return ()


@dataclass(frozen=True)
class _Asked:
    """A reaction that may be: of whom, what he does, and what he is asked."""

    by: str
    does: Member
    question: str


def _ask_reaction(table: Table, entry: Attack, asked: _Asked, talk: Talk) -> tuple[Reaction, ...]:
    def parse(line: str) -> tuple[Reaction, ...]:
        blocks = parse_blocks(line, table.kinds)
        if not blocks.total:
            return ()
        reactions = (Reaction(by=asked.by, does=asked.does, blocks=dict(blocks.counts)),)
        _refuse(table, entry.model_copy(update={"reactions": reactions}))
        return reactions

    return talk.read(f"{asked.by}: {asked.question} (or nothing)", parse)
