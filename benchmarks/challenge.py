"""How fast the all-tiles challenge is solved: one row a seed, then the median and the worst.

Run it as ``python -m benchmarks.challenge``; ``--rule NAME=VALUE`` chooses another reading.
"""

from __future__ import annotations

import argparse
import statistics

import msgspec

from caladale.readings import Readings
from caladale.solve import Challenge, ChallengeResult, challenge


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=20, help="how many seeds, from 0")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--time-limit", type=float, default=60.0, help="seconds a seed")
    parser.add_argument("--rule", action="append", default=[], metavar="NAME=VALUE")
    return parser.parse_args()


def _row(seed: int, found: ChallengeResult) -> str:
    return (
        f"{seed:4} {found.placed:6}/{found.wanted} {found.score or 0:6} {found.attempts:9}"
        f" {found.patterns:9} {found.seconds:8.2f}  {found.stop.value}"
    )


def main() -> None:
    """Solve the challenge for each seed and print the times."""
    options = _options()
    rules = msgspec.convert(dict(rule.split("=", 1) for rule in options.rule), Readings)
    print("seed    placed  score  attempts  patterns  seconds  end")
    runs = []
    for seed in range(options.seeds):
        found = challenge(
            Challenge(rules=rules),
            seed=seed,
            workers=options.workers,
            time_limit=options.time_limit,
        )
        runs.append(found)
        print(_row(seed, found), flush=True)
    seconds = [found.seconds for found in runs]
    perfect = sum(found.is_perfect for found in runs)
    print(
        f"{perfect} of {len(runs)} perfect; median {statistics.median(seconds):.2f} s, "
        f"worst {max(seconds):.2f} s"
    )


if __name__ == "__main__":
    main()
