"""All benchmarks as one command: ``python -m benchmarks [PART...] [--quick] [--out DIR]``.

Each part prints its table, with medians, quartiles and ratios, versions, machine, seeds and date,
and writes PART.txt, PART.csv and PART.svg. Without a PART all are run, one after the other. With
``--quick`` hands are few and small and time is short, meant to take less than 5 minutes on 2
cores. Answers are kept in PART.jsonl as they come, and ``--resume`` goes on from there.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

from benchmarks.challenge import all_tiles
from benchmarks.contest import contest
from benchmarks.growth import SIZES, growth
from benchmarks.referee import start_up, verdicts
from benchmarks.repair import mended
from benchmarks.report import Report, require_plots
from benchmarks.solo1 import solo1

Part: TypeAlias = Callable[[bool, int, Path], Report]
"""Measures: whether quickly, with so many workers, keeping its answers in this file."""


def _referee(quick: bool, _workers: int, _log: Path) -> Report:
    return verdicts(100, 3) if quick else verdicts()


def _start_up(quick: bool, _workers: int, _log: Path) -> Report:
    return start_up(7 if quick else 15)


def _all_tiles(quick: bool, workers: int, log: Path) -> Report:
    seeds, limit = (3, 15) if quick else (20, 60)
    return all_tiles(range(seeds), time_limit=limit, workers=workers, log=log)


def _hands(quick: bool, workers: int, log: Path) -> Report:
    tiles, hands, limit = (10, 3, 3) if quick else (25, 30, 30)
    return contest(tiles, range(hands), time_limit=limit, workers=workers, log=log)


def _growth(quick: bool, workers: int, log: Path) -> Report:
    sizes, hands, limit = (SIZES[:3], 2, 5) if quick else (SIZES, 10, 60)
    return growth(sizes, range(hands), time_limit=limit, workers=workers, log=log)


def _repair(quick: bool, workers: int, log: Path) -> Report:
    small, large, limit = (5, 6, 5) if quick else (200, 60, 10)
    return mended(range(small), range(large), time_limit=limit, workers=workers, log=log)


def _solo1(quick: bool, workers: int, log: Path) -> Report:
    return solo1(range(2 if quick else 200), jobs=workers, log=log)


PARTS: dict[str, Part] = {
    "referee": _referee,
    "start-up": _start_up,
    "all-tiles": _all_tiles,
    "hands": _hands,
    "growth": _growth,
    "repair": _repair,
    "solo1": _solo1,
}
"""What can be measured, by name, in the order in which it is."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the parts; 0 when all are done, 2 for bad usage, 130 after Ctrl-C."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}")
    parser.add_argument("--quick", action="store_true", help="few and small hands, short limits")
    parser.add_argument("--out", type=Path, metavar="DIR", default=Path("build/benchmarks"))
    parser.add_argument("--workers", type=int, default=2, help="threads, or games side by side")
    parser.add_argument(
        "--resume", action="store_true", help="take answers that are in DIR already"
    )
    options = parser.parse_args(arguments)
    unknown = [part for part in options.parts if part not in PARTS]
    if unknown:
        parser.error(f"there is no part {unknown[0]}, only {', '.join(PARTS)}")
    if options.workers < 1:
        parser.error("at least one worker is needed")
    require_plots()
    try:
        options.out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        parser.error(f"cannot write to {options.out}: {error.strerror}")
    try:
        for name in options.parts or PARTS:
            log = options.out / f"{name}{'-quick' if options.quick else ''}.jsonl"
            if not options.resume:
                log.unlink(missing_ok=True)
            report = PARTS[name](options.quick, options.workers, log)
            paths = report.write(options.out)
            print(f"\n{report.text()}written: {', '.join(map(str, paths))}\n", flush=True)
    except KeyboardInterrupt:
        print("stopped; --resume goes on from here", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
