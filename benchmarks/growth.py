"""Time to proof against the number of tiles: ``python -m benchmarks.growth --hands 5``.

Standard deals of one gate, a wild and ever more tiles, seeds from 0. A hand that is not proved
within the time limit counts as the limit, in medians, quartiles and plot; how many were proved is
told beside them. Of 48 tiles no player of the book has that many; they are dealt all the same, to
see how the solver grows.

With ``--log FILE`` each answer is kept as a line of JSON, and the same command goes on from there.
With ``--out DIR`` the rows are written as growth.csv, the plot as growth.svg.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.answers import Answers
from benchmarks.report import Report, Series, require_plots, search_settings, times_to_proof
from benchmarks.stopping import run, whole
from caladale.core.layout import Variant
from caladale.games.deal import deal_hand
from caladale.solve import best_castle

SIZES = (8, 12, 18, 25, 36, 48)
"""The numbers of tiles, gate and wild apart."""


def solved(tiles: int, seed: int, time_limit: float, workers: int) -> dict[str, Any]:
    """One hand: a row of the report."""
    hand = deal_hand(Variant.STANDARD, seed, own=tiles)
    result = whole(best_castle(hand, time_limit=time_limit, seed=seed, workers=workers))
    return {
        "tiles": tiles,
        "seed": seed,
        "status": result.status.value,
        "score": result.score,
        "bound": result.bound,
        "seconds": round(result.seconds, 3),
    }


def growth(
    sizes: Sequence[int],
    seeds: range,
    *,
    time_limit: float,
    workers: int,
    log: Path | None = None,
) -> Report:
    """Solve so many hands of each size, a line each as they are done."""
    answers = Answers(log)
    rows, series = [], []
    for tiles in sizes:
        own = []
        for seed in seeds:
            row = answers.ask(
                f"{tiles} tiles, seed {seed}, {time_limit:g} s, {workers} workers",
                partial(solved, tiles, seed, time_limit, workers),
            )
            own.append(row)
            print(
                f"{tiles} tiles, seed {seed}: {row['score']} of at most {row['bound']}, "
                f"{row['status']}, {row['seconds']:.1f} s",
                flush=True,
            )
        rows += own
        proved = [row["status"] in ("optimal", "infeasible") for row in own]
        times = times_to_proof(own, proved, time_limit)
        note = f"{sum(proved)} of {len(own)} proved"
        series.append(Series(f"{tiles} tiles", times, note, tiles))
    return Report(
        part="growth",
        title="Time to the proved best castle, by tiles in hand",
        unit="s",
        settings=search_settings(seeds, time_limit=time_limit, workers=workers),
        rows=rows,
        series=series,
        limit=time_limit,
        axis="tiles in hand, without gate and wild",
    )


def main() -> None:
    """Print a line a hand and the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tiles", type=int, nargs="+", default=SIZES, metavar="N")
    parser.add_argument("--hands", type=int, default=5, help="hands of each size")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--time-limit", type=float, default=60.0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--log", type=Path)
    parser.add_argument("--out", type=Path, metavar="DIR")
    options = parser.parse_args()
    if options.out is not None:
        require_plots()
    report = growth(
        options.tiles,
        range(options.first, options.first + options.hands),
        time_limit=options.time_limit,
        workers=options.workers,
        log=options.log,
    )
    print(report.text(), end="")
    if options.out is not None:
        print("written:", *report.write(options.out))


if __name__ == "__main__":
    sys.exit(run(main))
