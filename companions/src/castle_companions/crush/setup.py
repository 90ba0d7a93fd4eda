"""From the head of a log to the table before the first round."""

from __future__ import annotations

from dataclasses import replace

from castle_companions.crush.faults import Faults
from castle_companions.crush.pieces import ROOF, Character, Cube, Expansion, Member, Treasure
from castle_companions.crush.pile import NOTHING, Pile
from castle_companions.crush.record import Blocks, Log, Player, Treasures
from castle_companions.crush.state import Seat, Table
from castle_companions.records import quoted

EXTRA_OF_THREE = 2
"""Blocks of any kind that each of three players takes besides."""
_PAIR_OF_TWO = 2
TREASURE_OF_TWO = {Treasure.CROWN: 3, Treasure.JEWEL: 3, Treasure.CURSE: 2}
"""The cubes of a game of two, dealt evenly; in a first game without the jewels."""


def treasure_pile(treasures: Treasures) -> Pile:
    """Treasure cubes as a pile by the names of their kinds."""
    return Pile.of({kind.value: number for kind, number in treasures.items()})


def set_up(log: Log, source: str) -> Table:
    """Set up the game of a log.

    Args:
        log: of which the rounds are left alone.
        source: what messages call the log.

    Raises:
        BrokenRulesError: when the setup is none that the rules allow.
    """
    faults = Faults(source)
    _check_names(log, faults)
    faults.stop_if_any()
    expansions = frozenset(log.expansions)
    table = Table(
        seats=(),
        expansions=expansions,
        readings=log.readings,
        kinds=tuple(log.box),
        banner=0,
        supply=NOTHING,
    )
    seats = tuple(
        Seat(
            player.name,
            player.age,
            player.kingdom,
            castle=_blocks_of(log, player, f"players[{i}].extra", faults),
            looted=_treasure_of(log, table, player, f"players[{i}].treasure", faults),
            prisons=int(table.has_buildings),
            strongholds=int(table.has_buildings),
        )
        for i, player in enumerate(log.players)
    )
    table = replace(table, seats=seats)
    taken = sum((seat.castle for seat in seats), NOTHING)
    box = Pile.of(log.box)
    faults.unless(box.holds(taken), f"the box does not hold what the players take: {taken}", "box")
    if log.players[0].treasure is not None and len(seats) == _PAIR_OF_TWO:
        _check_deal(table, faults)
    banner = _first_banner(log, faults)
    faults.stop_if_any()
    return replace(table, banner=banner, supply=box - taken)


def can_name_blocks(kind: str) -> bool:
    """Whether a word can name a kind of blocks: it is no name of something else, and readable."""
    taken = {one.value for one in (*Cube, *Treasure, *Character)}
    return kind.casefold() not in taken and kind == kind.strip() and kind.isprintable()


def _check_names(log: Log, faults: Faults) -> None:
    seen: set[str] = set()
    for i, player in enumerate(log.players):
        folded = player.name.casefold()
        faults.unless(
            folded not in seen and player.name == player.name.strip() and player.name.isprintable(),
            "players need different names, without spaces around them and unseen characters",
            f"players[{i}].name",
        )
        seen.add(folded)
    for kind in log.box:
        message = f"{quoted(kind)} cannot be the name of a kind of blocks"
        faults.unless(can_name_blocks(kind), message, "box")
    both = {Expansion.TREASURE, Expansion.TREASURE_FIRST_GAME} <= set(log.expansions)
    faults.unless(
        not both and len(set(log.expansions)) == len(log.expansions),
        "an expansion is named twice",
        "expansions",
    )
    families = Expansion.FAMILIES in log.expansions
    kingdoms = [player.kingdom for player in log.players]
    for i, kingdom in enumerate(kingdoms):
        place = f"players[{i}].kingdom"
        if not families:
            faults.unless(kingdom is None, "there are no families in this game", place)
        elif kingdom is None:
            faults.note("with families every player has a kingdom", place)
        else:
            faults.unless(kingdom not in kingdoms[:i], "somebody else has this kingdom", place)
    if families:
        faults.unless(ROOF in log.box, f"one of the kinds must be {quoted(ROOF)}", "box")


def blocks_each(players: int) -> int:
    """How many blocks of each kind everybody takes in a game of so many."""
    return 2 if players == _PAIR_OF_TWO else 1


def _blocks_of(log: Log, player: Player, place: str, faults: Faults) -> Pile:
    """What a player takes at the start."""
    each = blocks_each(len(log.players))
    extra = EXTRA_OF_THREE if len(log.players) == 3 else 0
    given = known_blocks(player.extra, tuple(log.box), place, faults)
    if given.total != extra:
        message = f"in a game of {len(log.players)} each player has {extra} extra blocks"
        faults.note(message, place)
    return Pile.of(dict.fromkeys(log.box, each)) + given


def known_blocks(blocks: Blocks, kinds: tuple[str, ...], place: str, faults: Faults) -> Pile:
    """Blocks of a log as a pile; kinds that are none are noted and left out."""
    for kind in blocks:
        if kind not in kinds:
            known = ", ".join(quoted(name) for name in kinds)
            faults.note(f"there are no such blocks as {quoted(kind)}; there are {known}", place)
    return Pile.of({kind: number for kind, number in blocks.items() if kind in kinds})


def _treasure_of(log: Log, table: Table, player: Player, place: str, faults: Faults) -> Pile:
    of_two = len(log.players) == _PAIR_OF_TWO
    if not (table.has_treasure and of_two):
        message = "treasure is dealt in a game of two with treasure cubes only"
        faults.unless(player.treasure is None, message, place)
    if not table.has_treasure:
        return NOTHING
    if of_two:
        if player.treasure is None:
            faults.note("in a game of two the treasure dealt to each player must be told", place)
            return NOTHING
        return treasure_pile(player.treasure)
    kinds = [kind for kind in Treasure if kind is not Treasure.JEWEL or _jewels(table)]
    return Pile.of({kind.value: 1 for kind in kinds})


def _jewels(table: Table) -> bool:
    return Expansion.TREASURE in table.expansions


def _check_deal(table: Table, faults: Faults) -> None:
    """Each of two has a crown; the other cubes are dealt as evenly as they go."""
    first, second = (seat.looted for seat in table.seats)
    whole = {
        kind.value: number
        for kind, number in TREASURE_OF_TWO.items()
        if kind is not Treasure.JEWEL or _jewels(table)
    }
    faults.unless(
        first + second == Pile.of(whole),
        f"both players together must have {Pile.of(whole)}",
        "players",
    )
    faults.unless(
        min(first[Treasure.CROWN.value], second[Treasure.CROWN.value]) >= 1,
        "each player has at least one crown",
        "players",
    )
    faults.unless(
        abs(first.total - second.total) <= sum(whole.values()) % 2,
        "the cubes are dealt evenly",
        "players",
    )


def _first_banner(log: Log, faults: Faults) -> int:
    """The index of the youngest, who has the banner first."""
    names = [player.name for player in log.players]
    ages = [player.age for player in log.players if player.age is not None]
    youngest = [p.name for p in log.players if p.age is not None and p.age == min(ages)]
    if log.banner is None:
        if len(ages) < len(names) or len(youngest) > 1:
            message = "name who has the banner, since the ages do not tell who is youngest"
            faults.note(message, "banner")
            return 0
        return names.index(youngest[0])
    if log.banner not in names:
        faults.note(f"there is no player {quoted(log.banner)}", "banner")
        return 0
    if len(ages) == len(names):
        message = "by their ages the youngest is " + " or ".join(youngest)
        faults.unless(log.banner in youngest, message, "banner")
    return names.index(log.banner)


def members_of(seat: Seat) -> tuple[Member, ...]:
    """The members of a player's family."""
    return tuple(member for member in Member if member.kingdom is seat.kingdom)
