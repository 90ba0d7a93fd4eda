"""Random games of Castle Crush! Cubes & Cards that keep the rules, whatever the expansions."""

from __future__ import annotations

from enum import Enum
from random import Random
from typing import Any, cast

from castle_companions.crush.allocating import choices, next_picker, pick, settled
from castle_companions.crush.attacking import attack
from castle_companions.crush.building import build
from castle_companions.crush.checking import counts, targets
from castle_companions.crush.faults import Faults
from castle_companions.crush.pieces import (
    ALCHEMIST_BLOCKS,
    WIZARD_LIMIT,
    Character,
    Expansion,
    Kingdom,
    Member,
    Stand,
    Treasure,
)
from castle_companions.crush.pile import Pile
from castle_companions.crush.reacting import attacked, fallen_blocks
from castle_companions.crush.readings import RatHits, Readings
from castle_companions.crush.record import (
    BOX,
    Attack,
    Building,
    CharacterFall,
    Fall,
    Log,
    Pick,
    Player,
    Reaction,
    Round,
    Scoring,
    Trade,
)
from castle_companions.crush.scoring import score
from castle_companions.crush.setup import members_of, set_up
from castle_companions.crush.state import Phase, Seat, Table, Where

_NAMES = ("Ann", "Bob", "Cat", "Dan")


def random_log(random: Random) -> Log:
    """Play a whole game by chance; every log that comes of it keeps the rules."""
    log = _head(random)
    table = set_up(log, "random")
    rounds: list[Round] = []
    while table.phase is not Phase.OVER:
        played, table = _round(table, random)
        rounds.append(played)
    return log.model_copy(update={"rounds": tuple(rounds)})


def _round(table: Table, random: Random) -> tuple[Round, Table]:
    faults = Faults("random")
    building = _building(table, random)
    table = build(table, building, faults)
    attacks, scoring, allocation = [], [], []
    while table.phase is Phase.ATTACK:
        attacks.append(_attack(table, random))
        table = attack(table, attacks[-1], faults)
    if table.phase is Phase.SCORING:
        scoring = _scoring(table, random)
        table = settled(score(table, tuple(scoring), faults))
    while table.phase is Phase.ALLOCATION:
        allocation.append(_pick(table, random))
        table = pick(table, allocation[-1], faults)
    played = Round(
        building=building,
        attacks=tuple(attacks),
        scoring=tuple(scoring),
        allocation=tuple(allocation),
    )
    return played, table


def _head(random: Random) -> Log:
    number = random.randint(2, 4)
    expansions = [e for e in (Expansion.BUILDINGS, Expansion.FAMILIES) if random.random() < 0.6]
    if random.random() < 0.7:
        treasure = random.choice((Expansion.TREASURE, Expansion.TREASURE_FIRST_GAME))
        expansions.append(treasure)
    kingdoms = random.sample(list(Kingdom), number)
    deals = _deals(expansions, random) if number == 2 else [None] * number
    kinds = random.sample(list(BOX), len(BOX))
    players = tuple(
        Player(
            name=_NAMES[i],
            age=30 - i,
            kingdom=kingdoms[i] if Expansion.FAMILIES in expansions else None,
            extra=dict.fromkeys(kinds[2 * i : 2 * i + 2], 1) if number == 3 else {},
            treasure=deals[i],
        )
        for i in range(number)
    )
    return Log(
        format="castle-crush/1",
        players=players,
        expansions=tuple(expansions),
        readings=_readings(random),
    )


def _readings(random: Random) -> Readings:
    """Any reading at all, but that members may be chosen again, which `_building` does."""
    chosen: dict[str, Any] = {}
    for name, default in Readings():
        others = list(cast("type[Enum]", type(default)))
        chosen[name] = default if name == "member_again" else random.choice(others)
    return Readings(**chosen)


def _deals(expansions: list[Expansion], random: Random) -> list[dict[Treasure, int] | None]:
    if Expansion.TREASURE in expansions:
        rest = [Treasure.CROWN, *3 * [Treasure.JEWEL], *2 * [Treasure.CURSE]]
    elif Expansion.TREASURE_FIRST_GAME in expansions:
        rest = [Treasure.CROWN, *2 * [Treasure.CURSE]]
    else:
        return [None, None]
    random.shuffle(rest)
    half = len(rest) // 2
    hands = ([Treasure.CROWN, *rest[:half]], [Treasure.CROWN, *rest[half:]])
    return [{kind: hand.count(kind) for kind in set(hand)} for hand in hands]


def _some(pile: Pile, number: int, random: Random) -> dict[str, int]:
    """So many things of a pile, by kind."""
    things = [kind for kind, count in pile.counts for _ in range(count)]
    chosen = random.sample(things, min(number, len(things)))
    return {kind: chosen.count(kind) for kind in sorted(set(chosen))}


def _building(table: Table, random: Random) -> tuple[Building, ...]:
    entries = []
    for seat in table.seats:
        member = None
        if seat.kingdom not in (None, Kingdom.BLUE):
            member = random.choice(members_of(seat))
        others = [name for name in table.names if name != seat.name]
        host = random.choice(others) if member is Member.ROBERT else None
        king = random.choice(("placed", "placed", "placed", "left-out"))
        entries.append(
            Building.model_validate(
                {"player": seat.name, "king": king, "member": member, "host": host}
            )
        )
    return tuple(entries)


def _attack(table: Table, random: Random) -> Attack:
    seat = table.seats[table.attackers[0]]
    allowed = targets(table, seat.name)
    if not allowed:
        return Attack(attacker=seat.name, at=None)
    can_fall = [
        name
        for name in table.names
        if name in (*allowed, seat.name) or table.readings.rat_hits is RatHits.NO_POINTS
    ]
    stand = _stand(table, seat, random)
    characters = _characters(table, seat, can_fall, random)
    hit = any(fall.who is Character.GENERAL and fall.of == seat.name for fall in characters)
    may_occupy = stand is not Stand.HAMMER_BASE and seat.general.stands and not hit
    entry = Attack(
        attacker=seat.name,
        at=random.choice(allowed),
        stand=stand,
        falls=tuple(_fall(table, seat, name, random) for name in can_fall if random.random() < 0.5),
        characters=characters,
        hammer=seat.member is Member.GEORGE and not seat.ability_used and random.random() < 0.5,
        occupy=may_occupy and random.random() < 0.7,
    )
    return entry.model_copy(update={"reactions": _reactions(table, entry, random)})


def _stand(table: Table, seat: Seat, random: Random) -> Stand:
    allowed = [Stand.HAMMER_BASE]
    if seat.strongholds:
        allowed.append(Stand.NEW_STRONGHOLD)
    if table.empty_strongholds:
        allowed.append(Stand.EMPTY_STRONGHOLD)
    if seat.general.where is Where.STRONGHOLD:
        allowed.append(Stand.OWN_STRONGHOLD)
    return random.choice(allowed)


def _fall(table: Table, attacker: Seat, name: str, random: Random) -> Fall:
    seat = table.seat(name)
    cubes = _some(seat.built, random.choice((0, 0, 1, 2)), random)
    lying = {Treasure(kind): number for kind, number in cubes.items()}
    pinned = random.random() < 0.2
    curses = lying.get(Treasure.CURSE, 0) if counts(table, attacker.name, name) else 0
    return Fall(
        castle=name,
        blocks=_some(seat.castle, random.choice((0, 0, 1, 1, 2, 3, 5, 9)), random),
        sub_castle=_some(seat.sub_castle, random.randint(0, 1), random),
        treasure={} if pinned else lying,
        pinned=lying if pinned else {},
        curses_paid=random.randint(0, curses),
    )


def _characters(
    table: Table, seat: Seat, can_fall: list[str], random: Random
) -> tuple[CharacterFall, ...]:
    found: list[CharacterFall] = []
    prisons, mole = seat.prisons, False
    for name in can_fall:
        for who in Character:
            of = table.seat(name)
            place = of.place_of(who)
            if not place.stands or random.random() < 0.7:
                continue
            free = place.where is not Where.PRISON
            saved = free and of.member is Member.MICHAEL and not (of.ability_used or mole)
            saved = saved and random.random() < 0.7
            mole = mole or saved
            pinned = random.random() < 0.2
            caught = who is Character.KING and free and not saved and not pinned and prisons > 0
            caught = caught and counts(table, seat.name, name) and random.random() < 0.8
            prisons -= caught
            found.append(
                CharacterFall(who=who, of=name, pinned=pinned, imprison=caught, mole=saved)
            )
    return tuple(found)


def _reactions(table: Table, entry: Attack, random: Random) -> tuple[Reaction, ...]:
    down = table.down
    thief = table.seat(entry.attacker).castle
    for fall in entry.falls:
        down = down + Pile.of(fall.blocks) + Pile.of(fall.sub_castle)
        if fall.castle == entry.attacker:
            thief -= Pile.of(fall.blocks)
    for seat in table.seats:
        if not attacked(table, entry, seat.name) or random.random() < 0.2:
            continue
        blocks: dict[str, int] = {}
        if seat.member is Member.KARL:
            blocks = _some(down, ALCHEMIST_BLOCKS, random)
        elif seat.member is Member.FRANZ:
            blocks = _some(down, 1, random)
        elif seat.member is Member.LEOPOLD and fallen_blocks(entry) <= WIZARD_LIMIT:
            blocks = _some(thief, 1, random)
        if blocks:
            return (
                Reaction.model_validate({"by": seat.name, "does": seat.member, "blocks": blocks}),
            )
    return ()


def _levels(blocks: int, random: Random) -> tuple[tuple[int, ...], int]:
    """Blocks that stand, level by level, and how many lie."""
    lying = random.randint(0, blocks)
    levels: list[int] = []
    left = blocks - lying
    while left:
        levels.append(random.randint(1, left))
        left -= levels[-1]
    return tuple(levels), lying


def _scoring(table: Table, random: Random) -> list[Scoring]:
    entries = []
    curses = {seat.name: seat.treasure(Treasure.CURSE) for seat in table.seats}
    for index in table.from_banner():
        seat = table.seats[index]
        upright, lying = _levels(seat.castle.total, random)
        sub_upright, sub_lying = _levels(seat.sub_castle.total, random)
        member = random.choice(members_of(seat)) if seat.kingdom is Kingdom.BLUE else None
        trade = None
        if curses[seat.name] >= 3 and random.random() < 0.9:
            other = random.choice([name for name in table.names if name != seat.name])
            trade = Trade(to=other, curses=3)
            curses[seat.name] -= 3
        windows = random.randint(0, 5) if member is Member.JOSEPH and seat.castle.total else 0
        entries.append(
            Scoring(
                player=seat.name,
                upright=upright,
                lying=lying,
                sub_upright=sub_upright,
                sub_lying=sub_lying,
                height_mm=random.choice((None, random.randint(20, 400)))
                if seat.castle.total
                else None,
                member=member,
                windows=windows,
                trade=trade,
                jewels=random.randint(0, seat.treasure(Treasure.JEWEL)),
            )
        )
    return entries


def _pick(table: Table, random: Random) -> Pick:
    name = next_picker(table)
    if name is None:
        raise ValueError("nobody can take anything")
    return Pick(player=name, takes=random.choice(choices(table, name)))
