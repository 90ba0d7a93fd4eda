"""Damages logs of Castle Crush and sees what the referee says, and of which place.

Run in this folder: ``python -m benchmarks.crush_damaged [NUMBER] [SEED]``. Some damage leaves a
game that keeps the rules: another age, say. That is counted apart, and does not count as damaged.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from benchmarks.crush_damage import damaged
from benchmarks.crush_logs import random_log
from benchmarks.crush_places import Whereabouts, whereabouts
from castle_companions.crush.record import Log as CrushLog
from castle_companions.crush.referee import judge as judge_crush
from castle_companions.records import RecordError, parse_record, printable
from castle_companions.records.plain import Plain

LONGEST = 500
"""A message that is longer is not clear."""
_JARGON = ("pydantic", "Traceback", "validation error", "<class", "Input should", "object at 0x")


@dataclass
class Tally:
    """What became of damaged logs.

    Attributes:
        harmless: damage that left a game that keeps the rules.
        kinds: how many are unreadable and how many against the rules.
        places: where the messages of each kind point.
        astray: messages that point elsewhere.
        unclear: messages that are none, or not for people.
    """

    refused: int = 0
    harmless: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    places: Counter[tuple[str, Whereabouts]] = field(default_factory=Counter)
    astray: list[str] = field(default_factory=list)
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


def tally(
    make: Callable[[Random], Plain], read: Callable[[str], None], number: int, seed: int
) -> Tally:
    """Damage logs until so many are refused; twenty of each game."""
    random = Random(seed)
    found = Tally()
    while found.refused < number:
        data = make(random)
        for _ in range(20):
            text = damaged(data, random)
            try:
                read(text)
            except RecordError as error:
                found.refused += 1
                found.kinds[error.code.name] += 1
                where = whereabouts(data, text, error.mistakes)
                found.places[error.code.name, where] += 1
                if where is Whereabouts.ELSEWHERE:
                    found.astray.append(str(error))
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
    start = time.perf_counter()
    found = tally(crush_data, read_crush, number, seed)
    print(f"{number} damaged logs refused, seed {seed}, {time.perf_counter() - start:.0f} s")
    print(f"{'':<18}" + "".join(f"{one.value:>17}" for one in Whereabouts))
    for kind, name in (("BAD_INPUT", "unreadable"), ("BREAKS_RULES", "against the rules")):
        print(f"{name:<18}" + "".join(f"{found.places[kind, one]:>17}" for one in Whereabouts))
    print(f"unclear messages: {len(found.unclear)}; damage without harm: {found.harmless}")
    for message in found.astray[:5]:
        print(f"  elsewhere: {message!r}")
    for message in found.unclear[:5]:
        print(f"  unclear: {message!r}")


if __name__ == "__main__":
    main()
