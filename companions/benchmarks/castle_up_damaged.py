"""Damage logs of Castle Up and see that each gets a clear error, at its place.

Run it as ``python -m benchmarks.castle_up_damaged --logs 5000 --seed 1``.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from dataclasses import dataclass, field

from benchmarks.castle_up_logs import KINDS, Damaged, damage, example_cards, random_log
from castle_companions.castle_up.cards import Cards
from castle_companions.castle_up.log import GameRecord
from castle_companions.castle_up.replay import replay
from castle_companions.records import Mistake, RecordError, parse_record

_PER_GAME = 20


@dataclass
class Tally:
    """How many logs of each kind were damaged, refused, and refused at the place of the damage."""

    tried: Counter[str] = field(default_factory=Counter)
    told: Counter[str] = field(default_factory=Counter)
    placed: Counter[str] = field(default_factory=Counter)


def mistakes_of(text: str, cards: Cards) -> tuple[Mistake, ...]:
    """What is wrong with a log; nothing when it is legal."""
    try:
        replay(parse_record(GameRecord, text, "log"), cards, "log")
    except RecordError as error:
        return error.mistakes
    return ()


def is_told(mistakes: tuple[Mistake, ...]) -> bool:
    """Whether there is an error whose every line can be printed and says something."""
    return bool(mistakes) and all(one.message and str(one).isprintable() for one in mistakes)


def is_placed(mistakes: tuple[Mistake, ...], damaged: Damaged) -> bool:
    """Whether one of the mistakes is told at the place of the damage."""
    return any(one.place.startswith(damaged.place) for one in mistakes)


def measure(logs: int, seed: int) -> Tally:
    """Damage so many logs, all kinds in turn."""
    rng = random.Random(seed)
    cards = example_cards()
    tally = Tally()
    log = random_log(rng, cards).log
    for number in range(logs):
        if number % _PER_GAME == 0:
            log = random_log(rng, cards).log
        damaged = damage(rng, log, KINDS[number % len(KINDS)])
        found = mistakes_of(damaged.text, cards)
        tally.tried[damaged.kind] += 1
        tally.told[damaged.kind] += is_told(found)
        tally.placed[damaged.kind] += is_placed(found, damaged)
    return tally


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--logs", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    tally = measure(asked.logs, asked.seed)
    print(f"seed {asked.seed}")
    print(f"{'damage':26} {'logs':>6} {'told':>6} {'at its place':>13}")
    for kind in KINDS:
        numbers = (tally.tried[kind], tally.told[kind], tally.placed[kind])
        print(f"{kind:26} {numbers[0]:6} {numbers[1]:6} {numbers[2]:13}")
    totals = (tally.tried.total(), tally.told.total(), tally.placed.total())
    print(f"{'all':26} {totals[0]:6} {totals[1]:6} {totals[2]:13}")


if __name__ == "__main__":
    main()
