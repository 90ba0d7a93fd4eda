"""The best castle from dealt hands: ``python -m benchmarks.hands --tiles 25 --hands 100``.

Dealt hands of one gate, a wild and so many tiles, seeds from 0, each solver with the same time and
threads. ``--peers`` adds, hand by hand in the same run, the flat CP-SAT model and clingo, ``--peers
NAME...`` any others of the field, and ``--peers all`` all of them. A line a hand, then the hands
proved, the quartiles of the times, their geometric means with time-outs counted as the limit, and
the ratios to ours.

With ``--log FILE`` each answer is kept as a line of JSON, and the same command goes on from there.
With ``--out DIR`` the rows are written as hands.csv, the plot as hands.svg.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.contest import contest
from benchmarks.peers.field import PEERS
from benchmarks.report import require_plots
from benchmarks.stopping import run
from caladale.core.layout import Variant

USUAL = ("flat", "clingo")
"""The peers that ``--peers`` alone asks for."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a line a hand and the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=10)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--tiles", type=int, default=25)
    parser.add_argument("--variant", choices=["standard", "solo2"], default="standard")
    parser.add_argument("--time-limit", type=float, default=30.0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument(
        "--peers",
        nargs="*",
        default=None,
        choices=[*PEERS, "all"],
        metavar="NAME",
        help=f"also these: {', '.join(PEERS)}, or all (without a name {' and '.join(USUAL)})",
    )
    parser.add_argument("--log", type=Path)
    parser.add_argument("--out", type=Path, metavar="DIR")
    options = parser.parse_args(arguments)
    if options.hands < 1 or options.workers < 1:
        parser.error("at least one hand and one worker are needed")
    if options.out is not None:
        require_plots()
    peers = options.peers
    if peers is not None:
        peers = PEERS if "all" in peers else peers or USUAL
    report = contest(
        options.tiles,
        range(options.first, options.first + options.hands),
        time_limit=options.time_limit,
        workers=options.workers,
        peers=peers or (),
        variant=Variant(options.variant),
        log=options.log,
    )
    print(report.text(), end="")
    if options.out is not None:
        print("written:", *report.write(options.out))


if __name__ == "__main__":
    sys.exit(run(main))
