"""Damages logs of both games and sees what the referees say.

Run in this folder: ``python -m benchmarks.damaged_logs [NUMBER] [SEED]``. Some damage leaves a game
that keeps the rules: another age, say. That is counted apart, and such a log is damaged once more.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from benchmarks.damage import damaged
from benchmarks.random_castle_up import CARDS, random_game
from benchmarks.random_crush import random_log
from castle_companions.castle_up.record import Log as UpLog
from castle_companions.castle_up.referee import judge as judge_up
from castle_companions.crush.record import Log as CrushLog
from castle_companions.crush.referee import judge as judge_crush
from castle_companions.records import Plain, RecordError, parse_record, printable

LONGEST = 500
"""A message that is longer is not clear."""
_JARGON = ("pydantic", "Traceback", "validation error", "<class", "Input should", "object at 0x")


@dataclass
class Tally:
    """What became of damaged logs.

    Attributes:
        harmless: damage that left a game that keeps the rules.
        unclear: messages that are none, or not for people.
    """

    refused: int = 0
    harmless: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    unclear: list[str] = field(default_factory=list)


def crush_data(random: Random) -> Plain:
    """A random game of Castle Crush as plain data."""
    return json.loads(random_log(random).model_dump_json(exclude_defaults=True))


def read_crush(text: str) -> None:
    """Read and referee a log of Castle Crush.

    Raises:
        RecordError: for whatever is wrong with it.
    """
    judge_crush(parse_record(CrushLog, text, "log"), "log")


def up_data(random: Random) -> Plain:
    """A random game of Castle Up as plain data."""
    return json.loads(random_game(random).model_dump_json(exclude_defaults=True))


def read_up(text: str) -> None:
    """Read and referee a log of Castle Up.

    Raises:
        RecordError: for whatever is wrong with it.
    """
    judge_up(parse_record(UpLog, text, "log"), CARDS, "log")


def tally(
    make: Callable[[Random], Plain], read: Callable[[str], None], number: int, seed: int
) -> Tally:
    """Damage logs until so many are refused; twenty of each game."""
    random = Random(seed)
    found = Tally()
    while found.refused < number:
        data = make(random)
        for _ in range(20):
            try:
                read(damaged(data, random))
            except RecordError as error:
                found.refused += 1
                found.kinds[error.code.name] += 1
                found.unclear += [str(m) for m in error.mistakes if not _is_clear(str(m))]
            else:
                found.harmless += 1
            if found.refused == number:
                break
    return found


def _is_clear(message: str) -> bool:
    short = 0 < len(message) <= LONGEST and "\n" not in message
    return short and printable(message) == message and not any(j in message for j in _JARGON)


def main() -> None:
    """Print the table."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    print(f"{number} damaged logs of each game, seed {seed}")
    print(f"{'game':<14}{'unreadable':>11}{'against rules':>15}{'harmless':>10}{'unclear':>9}{'s':>8}")
    for name, make, read in (
        ("castle-crush", crush_data, read_crush),
        ("castle-up", up_data, read_up),
    ):
        start = time.perf_counter()
        found = tally(make, read, number, seed)
        kinds = found.kinds
        print(
            f"{name:<14}{kinds['BAD_INPUT']:>11}{kinds['BREAKS_RULES']:>15}{found.harmless:>10}"
            f"{len(found.unclear):>9}{time.perf_counter() - start:>8.1f}"
        )
        for message in found.unclear[:5]:
            print(f"  unclear: {message!r}")


if __name__ == "__main__":
    main()
