"""The best castle from dealt hands: ``python -m benchmarks.hands --tiles 12 --hands 10``.

Solo 2 deals (one gate, wild, 9 tiles to exchange), seeds from 0. A line a hand, then how many were
proved and the quartiles of the time to the end.
"""

from __future__ import annotations

import argparse
from collections import Counter

from benchmarks.timing import machine, summary
from caladale.games.deal import deal_hand
from caladale.layout import Variant
from caladale.solve import best_castle


def main() -> None:
    """Print a line a hand and a summary."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=10)
    parser.add_argument("--tiles", type=int, default=12)
    parser.add_argument("--time-limit", type=float, default=30.0)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    print(machine(), vars(options))
    statuses: Counter[str] = Counter()
    seconds = []
    for seed in range(options.hands):
        hand = deal_hand(Variant.SOLO2, seed, own=options.tiles)
        result = best_castle(
            hand, time_limit=options.time_limit, seed=seed, workers=options.workers
        )
        statuses[result.status.value] += 1
        seconds.append(result.seconds)
        print(
            f"seed {seed:3}  {result.status.value:9} score {result.score}, bound {result.bound}, "
            f"{result.seconds:.1f} s  {result.proof}",
            flush=True,
        )
    print(dict(statuses), summary(seconds))


if __name__ == "__main__":
    main()
