"""The keeper: asks, lets the referee check, writes the file, and asks on."""

from __future__ import annotations

from pathlib import Path

from castle_companions.crush.keeping.attacks import ask_attack
from castle_companions.crush.keeping.heading import ask_head
from castle_companions.crush.keeping.phases import ask_building, ask_castle, ask_decisions, ask_pick
from castle_companions.crush.keeping.talk import LeaveError, TakeBackError, Talk
from castle_companions.crush.record import Attack, Log, Pick, Round
from castle_companions.crush.referee import judge
from castle_companions.crush.sheet import print_sheet, sheet_of
from castle_companions.crush.state import Phase, Table
from castle_companions.records import RecordError, echo, one_line, record_text, write_text

_NOTHING = "There is nothing to take back."


def keep_game(path: Path, log: Log | None) -> None:
    """Keep a game in a file until it is over, or somebody leaves.

    Args:
        path: the file, written after every entry.
        log: the game so far; None for a new one.

    Raises:
        RecordError: when the file cannot be written.
        BrokenRulesError: when the game so far breaks the rules.
    """
    source = one_line(str(path))
    talk = Talk(lambda: echo("There is no sheet yet."))
    echo("Type help for what can be typed at every question.")
    try:
        if log is None:
            log = _begun(talk)
            write_text(path, record_text(log))
        _go_on(path, source, log, talk)
    except LeaveError:
        _tell_where(source, log)
    except KeyboardInterrupt:
        echo()
        _tell_where(source, log)
        raise


def _tell_where(source: str, log: Log | None) -> None:
    echo("Nothing was written." if log is None else f"{source} has every entry so far.")


def _begun(talk: Talk) -> Log:
    while True:
        try:
            log = ask_head(talk)
            judge(log, "the game")
        except RecordError as error:
            _tell(error)
            talk.step_back()
        except TakeBackError:
            if not talk.step_back():
                echo(_NOTHING)
        else:
            return log


def _go_on(path: Path, source: str, log: Log, talk: Talk) -> None:
    table = judge(log, source).table
    talk.show = lambda: print_sheet(sheet_of(table))
    talk.begin()
    while table.phase is not Phase.OVER:
        try:
            after = _with_entry(log, table, talk)
            new = judge(after, source).table
        except TakeBackError:
            if talk.step_back():
                continue
            after = without_last(log)
            new = judge(after, source).table
            echo(_NOTHING if after is log else "Taken back.")
        except RecordError as error:
            talk.begin()
            _tell(error)
            continue
        talk.begin()
        _tell_points(table, new)
        log, table = after, new
        write_text(path, record_text(log))
    print_sheet(sheet_of(table))


def _with_entry(log: Log, table: Table, talk: Talk) -> Log:
    """The log with one entry more, whatever is due."""
    part: str
    entry: Attack | Pick
    match table.phase:
        case Phase.BUILDING:
            begun = Round(building=ask_building(table, talk))
            played = [one for one in log.rounds if one != Round()]
            return log.model_copy(update={"rounds": (*played, begun)})
        case Phase.ATTACK:
            part, entry = "attacks", ask_attack(table, talk)
        case Phase.SCORING:
            return _with_castle(log, table, talk)
        case _:
            part, entry = "allocation", ask_pick(table, talk)
    last = log.rounds[-1]
    last = last.model_copy(update={part: (*getattr(last, part), entry)})
    return log.model_copy(update={"rounds": (*log.rounds[:-1], last)})


def _with_castle(log: Log, table: Table, talk: Talk) -> Log:
    """The log with one castle more; after the last one everybody decides on curses and jewels."""
    last = log.rounds[-1]
    entries = (*last.scoring, ask_castle(table, talk))
    if len(entries) == len(table.seats):
        entries = ask_decisions(table, entries, talk)
    last = last.model_copy(update={"scoring": entries})
    return log.model_copy(update={"rounds": (*log.rounds[:-1], last)})


def without_last(log: Log) -> Log:
    """The log without its last entry; the same one when there is none."""
    if not log.rounds:
        return log
    last = log.rounds[-1]
    for part in ("allocation", "scoring", "attacks"):
        entries = getattr(last, part)
        if entries:
            last = last.model_copy(update={part: entries[:-1]})
            return log.model_copy(update={"rounds": (*log.rounds[:-1], last)})
    return log.model_copy(update={"rounds": log.rounds[:-1]})


def _tell(error: RecordError) -> None:
    echo("That cannot stand:")
    for mistake in error.mistakes:
        echo(f"  {mistake.message}")


def _tell_points(before: Table, after: Table) -> None:
    """Tell what the new lines of the sheet are."""
    for line in after.lines[len(before.lines) :]:
        won = f"{line.points:+d}"
        echo(f"  {line.player} {won} ({line.why.value}): {after.seat(line.player).points}")
