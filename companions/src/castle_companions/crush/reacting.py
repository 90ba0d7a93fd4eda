"""What the yellow family does after being attacked."""

from __future__ import annotations

from dataclasses import replace

from castle_companions.crush.building import known_player
from castle_companions.crush.faults import Faults
from castle_companions.crush.pieces import ALCHEMIST_BLOCKS, WIZARD_LIMIT, Kingdom, Member
from castle_companions.crush.pile import Pile
from castle_companions.crush.record import Attack, Reaction
from castle_companions.crush.setup import known_blocks
from castle_companions.crush.state import Table


def attacked(before: Table, entry: Attack, name: str) -> bool:
    """Whether an attack was aimed at a player, or something of his or on his castle fell.

    Args:
        before: how the game stood when the hammer fell.
        entry: the attack.
        name: of the player.
    """
    return name != entry.attacker and (
        entry.at == name
        or any(fall.castle == name for fall in entry.falls)
        or any(
            name in (fall.of, before.seat(fall.of).place_of(fall.who).by)
            for fall in entry.characters
        )
    )


def fallen_blocks(entry: Attack) -> int:
    """How many blocks an attack knocked down, whosever they were."""
    return sum(sum(fall.blocks.values()) + sum(fall.sub_castle.values()) for fall in entry.falls)


def react(
    table: Table, entry: Attack, reaction: Reaction, faults: Faults, place: str, *, before: Table
) -> Table:
    """Carry out what a player of the yellow family does after an attack.

    Args:
        table: after the attack.
        entry: the attack.
        reaction: one of its reactions.
        faults: collects what is wrong.
        place: of the reaction in the attack.
        before: how the game stood before the attack.

    Raises:
        BrokenRulesError: when he may not.
    """
    if not known_player(reaction.by, table, faults, f"{place}.by"):
        faults.stop_if_any()
    seat = table.seat(reaction.by)
    blocks = known_blocks(reaction.blocks, table.kinds, f"{place}.blocks", faults)
    is_yellow = reaction.does.kingdom is Kingdom.YELLOW
    faults.unless(is_yellow, "only the yellow family does so", f"{place}.does")
    faults.stop_if_any()
    is_member = seat.member is reaction.does
    message = f"{seat.name} has not chosen {reaction.does.title}"
    if faults.unless(is_member, message, f"{place}.does"):
        faults.unless(attacked(before, entry, seat.name), f"{seat.name} was not attacked", place)
        once = [other for other in entry.reactions if other.by == seat.name]
        faults.unless(len(once) == 1, f"{seat.name} reacts once to an attack", place)
    place += ".blocks"
    message = f"there are {table.down} on the table"
    if reaction.does is Member.LEOPOLD:
        thief = table.seat(entry.attacker)
        faults.unless(blocks.total == 1, "the Wizard takes one block", place)
        faults.unless(thief.castle.holds(blocks), f"{thief.name} has {thief.castle}", place)
        few = fallen_blocks(entry) <= WIZARD_LIMIT
        faults.unless(few, "the attack knocked down too many blocks for that", place)
    elif reaction.does is Member.FRANZ:
        faults.unless(blocks.total == 1, "the Grimoire takes one block", place)
        faults.unless(table.down.holds(blocks), message, place)
    else:
        number = min(ALCHEMIST_BLOCKS, table.down.total)
        enough = blocks.total == number > 0
        faults.unless(enough, f"the Alchemist can take {number} blocks now", place)
        faults.unless(table.down.holds(blocks), message, place)
    faults.stop_if_any()
    return _moved(table, reaction, blocks, entry.attacker)


def _moved(table: Table, reaction: Reaction, blocks: Pile, attacker: str) -> Table:
    if reaction.does is Member.LEOPOLD:
        thief = table.seat(attacker)
        table = table.put(replace(thief, castle=thief.castle - blocks))
    else:
        table = replace(table, down=table.down - blocks)
    seat = table.seat(reaction.by)
    if reaction.does is Member.KARL:
        return table.put(replace(seat, sub_castle=seat.sub_castle + blocks))
    return table.put(replace(seat, castle=seat.castle + blocks))
