"""A log played through: every entry is checked in its turn."""

from __future__ import annotations

from dataclasses import dataclass

from castle_companions.crush.allocating import pick, settled
from castle_companions.crush.attacking import attack
from castle_companions.crush.building import build, needs_entries
from castle_companions.crush.faults import Faults
from castle_companions.crush.record import Log, Round
from castle_companions.crush.scoring import score
from castle_companions.crush.setup import set_up
from castle_companions.crush.state import Phase, Table


@dataclass(frozen=True)
class Game:
    """A log that keeps the rules.

    Attributes:
        table: how the game stands after its last entry.
    """

    log: Log
    table: Table


def judge(log: Log, source: str = "log") -> Game:
    """Play a log through; it may stop anywhere.

    Args:
        log: the game.
        source: what messages call it.

    Raises:
        BrokenRulesError: at the first step that the rules do not allow, with all of its mistakes.
    """
    table = set_up(log, source)
    for number, played in enumerate(log.rounds):
        place = f"rounds[{number}]"
        faults = Faults(source, place)
        if table.phase is not Phase.BUILDING:
            faults.note(f"no round can begin: {_due(table)} is not done")
            faults.stop_if_any()
        table = _round(table, played, source, place)
    return Game(log, table)


def _round(table: Table, played: Round, source: str, place: str) -> Table:
    started = bool(played.attacks or played.scoring or played.allocation)
    if played.building is not None or (started and not needs_entries(table)):
        faults = Faults(source, f"{place}.building")
        table = build(table, played.building or (), faults)
    for i, entry in enumerate(played.attacks):
        faults = Faults(source, f"{place}.attacks[{i}]")
        _expect(table, Phase.ATTACK, faults)
        table = attack(table, entry, faults)
    if played.scoring:
        faults = Faults(source, f"{place}.scoring")
        _expect(table, Phase.SCORING, faults)
        table = settled(score(table, played.scoring, faults))
    for i, taken in enumerate(played.allocation):
        faults = Faults(source, f"{place}.allocation[{i}]")
        _expect(table, Phase.ALLOCATION, faults)
        table = pick(table, taken, faults)
    return table


def _expect(table: Table, phase: Phase, faults: Faults) -> None:
    if table.phase is not phase:
        faults.note(f"this cannot be now: {_due(table)} is next")
        faults.stop_if_any()


def _due(table: Table) -> str:
    """What is to be entered next, in words."""
    match table.phase:
        case Phase.ATTACK:
            return f"the attack of {table.seats[table.attackers[0]].name} in round {table.round}"
        case Phase.OVER:
            return "nothing, since the game is over,"
        case phase:
            return f"the {phase.value} of round {table.round}"
