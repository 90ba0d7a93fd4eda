"""How fast the all-tiles challenge is solved: one row a seed, then the median and the worst.

Run it as ``python -m benchmarks.challenge``; ``--rule NAME=VALUE`` chooses another reading, and
``--every-reading`` takes each that can change the answer. ``--flat SECONDS`` gives the plain model
(`caladale.solve.hand`) so long for the same castle.
"""

from __future__ import annotations

import argparse
import statistics
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from benchmarks.answers import Answers
from benchmarks.report import Report, Series, search_settings, times_to_proof
from benchmarks.timing import machine
from caladale.core.layout import Variant
from caladale.core.readings import Readings
from caladale.games.deal import deal_hand
from caladale.solve import Challenge, ChallengeResult, best_castle, challenge
from caladale.solve.all_tiles.readings_survey import readings_to_try


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=20, help="how many seeds, from 0")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--time-limit", type=float, default=60.0, help="seconds a seed")
    parser.add_argument("--rule", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--every-reading", action="store_true")
    parser.add_argument("--flat", type=float, metavar="SECONDS")
    return parser.parse_args()


def _row(seed: int, found: ChallengeResult) -> str:
    return (
        f"{seed:4} {found.placed:6}/{found.wanted} {found.score or 0:6} {found.attempts:9}"
        f" {found.patterns:9} {found.seconds:8.2f}  {found.stop.value}"
    )


def all_tiles(seeds: range, *, time_limit: float, workers: int, log: Path | None = None) -> Report:
    """All tiles in one complete castle under the default readings, a line for each seed."""
    answers = Answers(log)
    rows = []
    for seed in seeds:
        row = answers.ask(
            f"seed {seed}, {time_limit:g} s, {workers} workers",
            partial(_solved, seed, time_limit, workers),
        )
        rows.append(row)
        print(
            f"seed {seed}: {row['placed']} of {row['wanted']} tiles, {row['seconds']:.2f} s",
            flush=True,
        )
    perfect = [row["perfect"] for row in rows]
    times = times_to_proof(rows, perfect, time_limit)
    note = f"{sum(perfect)} of {len(rows)} solved"
    return Report(
        part="all-tiles",
        title="All 76 tiles in one complete castle",
        unit="s",
        settings=search_settings(seeds, time_limit=time_limit, workers=workers),
        rows=rows,
        series=[Series("all tiles", times, note)],
        limit=time_limit,
    )


def _solved(seed: int, time_limit: float, workers: int) -> dict[str, Any]:
    found = challenge(Challenge(), seed=seed, workers=workers, time_limit=time_limit)
    return {
        "seed": seed,
        "placed": found.placed,
        "wanted": found.wanted,
        "score": found.score,
        "perfect": found.is_perfect,
        "attempts": found.attempts,
        "patterns": found.patterns,
        "seconds": round(found.seconds, 3),
    }


def main() -> None:
    """Solve the challenge for each seed and print the times."""
    options = _options()
    rules = msgspec.convert(dict(rule.split("=", 1) for rule in options.rule), Readings)
    print(machine(), vars(options))
    if options.every_reading:
        print("solved  median s  worst s  readings")
        for name, changed in readings_to_try(Challenge(rules=rules)):
            print(_summary(_runs(options, changed)), name, flush=True)
    else:
        print("seed    placed  score  attempts  patterns  seconds  end")
        print(_summary(_runs(options, rules, tell=True)), "solved, median s, worst s")
    if options.flat:
        flat(options.flat, options.workers, rules)


def _runs(
    options: argparse.Namespace, rules: Readings, *, tell: bool = False
) -> list[ChallengeResult]:
    runs = []
    for seed in range(options.seeds):
        found = challenge(
            Challenge(rules=rules),
            seed=seed,
            workers=options.workers,
            time_limit=options.time_limit,
        )
        runs.append(found)
        if tell:
            print(_row(seed, found), flush=True)
    return runs


def _summary(runs: list[ChallengeResult]) -> str:
    seconds = [found.seconds for found in runs]
    perfect = sum(found.is_perfect for found in runs)
    return f"{perfect:3}/{len(runs):2} {statistics.median(seconds):9.2f} {max(seconds):8.2f} "


def flat(seconds: float, workers: int, rules: Readings) -> None:
    """Give the plain model the same tiles, and ask it for a complete castle too."""
    hand = msgspec.structs.replace(deal_hand(Variant.ALL_TILES, 0), rules=rules)
    result = best_castle(hand, time_limit=seconds, workers=workers, complete_only=True)
    placed = 0 if result.layout is None else len(result.layout.tiles)
    print(
        f"plain model: {result.status.value}, {placed} tiles, score {result.score}, "
        f"{result.seconds:.1f} s"
    )


if __name__ == "__main__":
    main()
