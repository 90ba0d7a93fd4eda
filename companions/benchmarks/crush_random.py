"""Plays random games of Castle Crush and sees that what always holds does so.

Run in this folder: ``python -m benchmarks.crush_random [NUMBER] [SEED]``.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from random import Random

from benchmarks.crush_logs import random_log
from castle_companions.crush.invariants import broken
from castle_companions.crush.referee import judge
from castle_companions.crush.setup import set_up


def main() -> None:
    """Print the table."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    start = time.perf_counter()
    random = Random(seed)
    count: Counter[str] = Counter()
    for _ in range(number):
        log = random_log(random)
        begun = set_up(log, "log")
        for played in range(1, len(log.rounds) + 1):
            table = judge(log.model_copy(update={"rounds": log.rounds[:played]})).table
            count["broken"] += len(broken(begun, table))
        count[f"{len(log.players)} players"] += 1
        count["crowned"] += table.crowned is not None
        count["attacks"] += sum(len(played.attacks) for played in log.rounds)
        for expansion in log.expansions:
            count[expansion.value] += 1
    print(f"{number} games, seed {seed}, {time.perf_counter() - start:.0f} s")
    for name in sorted(count):
        print(f"{name:<30}{count[name]:>7}")


if __name__ == "__main__":
    main()
