"""Several hands at once: read them, solve them side by side, tell what each is worth."""

from __future__ import annotations

import contextlib
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click
import msgspec

from caladale import batch, solve
from caladale._io.atomic_files import read_text
from caladale._io.formats import HAND, TABLE, read_as
from caladale._io.plural import counted
from caladale._io.strict_json import load_json
from caladale.cli import terminal
from caladale.cli.exits import FINE, NO_CASTLE, UNUSABLE
from caladale.cli.options import unreadable, with_readings
from caladale.cli.output import (
    cell,
    console,
    echo,
    note,
    print_json,
    print_json_lines,
    report,
    shown,
    unwritable,
)
from caladale.cli.progress import Bar
from caladale.cli.results import castle_in_words
from caladale.core.hand import Hand
from caladale.core.tiles import TileSet
from caladale.errors import FormatError
from caladale.notation.data import hand_from_data, table_from_data
from caladale.notation.hand_words import read_hand_words

if TYPE_CHECKING:
    from caladale.batch import ResultLog
    from caladale.solve.result_data import Castle


class Found(NamedTuple):
    """What a file holds under a name: a hand, or none and why."""

    name: str
    hand: Hand | None
    error: str = ""


def read_hands(names: Iterable[str], box: TileSet, chosen: dict[str, str]) -> list[Found]:
    """Read the hands of files; what cannot be read is told at once.

    A hand has the name of its file; those of a dealt table are ``FILE[0]``, ``FILE[1]`` and so on.
    """
    found = []
    for name in names:
        try:
            for where, hand in _hands_in(name, box):
                rules = with_readings(hand.rules, chosen)
                found.append(Found(where, msgspec.structs.replace(hand, rules=rules)))
        except (FormatError, OSError) as error:
            message = unreadable(name, error)
            echo(f"Error: {message}", err=True)
            found.append(Found(name, None, message))
    return found


def _hands_in(name: str, box: TileSet) -> list[tuple[str, Hand]]:
    text = read_text(name)
    with read_as(text, HAND, TABLE):
        if text.lstrip()[:1] not in ("{", "["):
            return [(name, read_hand_words(text, box))]
        data = load_json(text)
        if isinstance(data, dict) and data.get("format") == TABLE.name:
            hands = table_from_data(data, box).hands
            return [(f"{name}[{i}]", hand) for i, hand in enumerate(hands)]
        return [(name, hand_from_data(data, box))]


def solve_several(
    found: Sequence[Found],
    output: Path | None,
    format_: str,
    settings: dict[str, Any],
    *,
    jobs: int,
    cluster: str | None,
) -> int:
    """Solve the hands of `found`, all with the same settings, and print what they are worth.

    With an output, each result is in that file as soon as it is known, and what the file holds of
    an earlier run is not searched for again.
    """
    with _log(output) as log:
        answers = _answers(found, log, settings, jobs=jobs, cluster=cluster)
        with report(output):
            if format_ == "json":
                print_json(answers)
            elif format_ == "jsonl":
                print_json_lines(answers)
            else:
                _print_table(answers)
                own = "1 job" if jobs == 1 else f"{jobs} jobs"
                place = own if cluster is None else f"cluster {shown(cluster)}"
                echo(_circumstances(settings, place))
        if log is not None and output is not None:
            try:
                log.flush()
            except OSError as error:
                raise unwritable(output, error) from None
    if any("error" in answer for answer in answers):
        return UNUSABLE
    return NO_CASTLE if any(answer["layout"] is None for answer in answers) else FINE


@contextlib.contextmanager
def _log(output: Path | None) -> Iterator[ResultLog | None]:
    if output is None:
        yield None
        return
    try:
        log = batch.ResultLog(output)
    except FormatError as error:
        raise click.ClickException(unreadable(str(output), error)) from None
    except OSError as error:
        raise unwritable(output, error) from None
    if log.torn:
        name = shown(output)
        note(f"the last line of {name} is torn; its hand is solved again")
    with log:
        yield log


def _answers(
    found: Sequence[Found],
    log: ResultLog | None,
    settings: dict[str, Any],
    *,
    jobs: int,
    cluster: str | None,
) -> list[dict[str, Any]]:
    """The result of each hand in the order of `found`, from the log or from a search."""
    answers: list[dict[str, Any]] = [{"file": one.name, "error": one.error} for one in found]
    tasks = {
        i: batch.task_of(one.hand, settings) for i, one in enumerate(found) if one.hand is not None
    }
    if log is not None:
        known = {i: log.find(found[i].name, task) for i, task in tasks.items()}
        for i, result in known.items():
            if result is not None:
                answers[i] = {"file": found[i].name} | result
                del tasks[i]
        if known and len(tasks) < len(known):
            done = f"{len(known) - len(tasks)} of {len(known)} hands"
            note(f"{done} are already in {shown(log.name)}")
    places, todo = list(tasks), list(tasks.values())
    with Bar(len(todo)) as bar:

        def better(i: int, castle: Castle) -> None:
            _tell_castle(bar, found[places[i]].name, castle)

        results = (
            batch.solve_hands(todo, jobs=jobs, on_castle=better)
            if cluster is None
            else batch.solve_on_cluster(todo, cluster, on_castle=better)
        )
        with contextlib.closing(results):
            for i, result in results:
                name = found[places[i]].name
                answers[places[i]] = {"file": name} | result
                if result["stop"] == "interrupted" and result["layout"] is None:
                    continue  # there is nothing to tell, least of all of those never begun
                if log is not None:
                    try:
                        log.add(name, todo[i], result)
                    except OSError as error:
                        bar.tell(f"cannot write {shown(log.name)}: {error.strerror or error}")
                _tell_result(bar, name, result)
    return answers


def _tell_castle(bar: Bar, name: str, castle: Castle) -> None:
    """Tell of a better castle, where that can be overwritten."""
    words = castle_in_words(len(castle["layout"]["tiles"]), castle["score"])
    bar.describe(f"{shown(name)}: {words}")


def _tell_result(bar: Bar, name: str, result: dict[str, Any]) -> None:
    """Tell that a hand is done: by the bar, or in a line where there is none."""
    bar.advance()
    fault = result.get("error")
    if fault:
        bar.tell(f"{shown(name)}: {shown(fault)}")
    elif not bar.is_live:
        score = result["score"]
        points = "no castle" if score is None else counted(score, "point", "points")
        bar.tell(f"{shown(name)}: {_status(result)}, {points}, {result['seconds']:.1f} s")


def _status(answer: dict[str, Any]) -> str:
    """The status of an answer, with why its search did not come to an end, if it did not."""
    if "status" not in answer:
        return "unreadable"
    status: str = answer["status"]
    return status if batch.is_finished(answer) else f"{status} ({answer['stop']})"


def _print_table(answers: list[dict[str, Any]]) -> None:
    table = terminal.Table(box=None, pad_edge=False)
    table.add_column("Hand", overflow="fold")
    table.add_column("Status")
    for name in ("Score", "Bound", "Seconds"):
        table.add_column(name, justify="right")
    for answer in answers:
        numbers = [answer.get(key) for key in ("score", "bound")]
        seconds = f"{answer['seconds']:.1f}" if "seconds" in answer else "-"
        cells = ["-" if number is None else str(number) for number in numbers]
        table.add_row(cell(answer["file"]), _status(answer), *cells, seconds)
    console(table).print(table)
    counts = Counter(answer.get("status", "unreadable") for answer in answers)
    hands = "1 hand" if len(answers) == 1 else f"{len(answers)} hands"
    told = ", ".join(f"{number} {status}" for status, number in sorted(counts.items()))
    echo(f"\n{hands}: {told}" if told else f"\n{hands}")


def _circumstances(settings: dict[str, Any], place: str) -> str:
    """Time, seed, workers, place and versions in a line."""
    number = settings["workers"] or os.cpu_count() or 1
    workers = "1 worker" if number == 1 else f"{number} workers"
    told = ", ".join(f"{name} {version}" for name, version in solve.versions().items())
    return (
        f"{settings['time_limit']:g} s a hand, seed {settings['seed']}, {workers}, {place}, {told}"
    )
