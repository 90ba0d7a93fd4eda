"""Do brute force, clingo and CP-SAT agree? ``python -m benchmarks.agreement --hands 300``.

Standard deals, seeds from 0, of one tile, two, … up to `--tiles` and then from one again, each with
its gate and the wild, under the default and five other readings that change support, the wild and
holes. The three ways to the best score share little: `benchmarks.brute_force` asks the referee,
`benchmarks.peers.answer_set` is a logic program, and `caladale.solve.best_castle` runs CP-SAT.

The solvers look in every cell that a castle of the hand can reach, so what they prove holds on any
table. An answer without a proof within the time limit is counted apart, not as an agreement, and so
is a hand on which brute force gives up. The exit code is 1 when any two answers differ.

``--oracle 20000`` draws so many small problems of all sorts instead and has every claim about them
checked by an oracle that shares nothing; see `benchmarks.oracle`.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import msgspec
from msgspec import Struct

from benchmarks.brute_force import BruteForce, GaveUpError
from benchmarks.oracle import SORTS, at_length
from benchmarks.peers.answer_set import AnswerSet
from benchmarks.timing import machine
from caladale.core.hand import Hand
from caladale.core.layout import Variant
from caladale.core.readings import Readings
from caladale.games.deal import deal_hand
from caladale.solve import Status, best_castle
from caladale.solve.hand.counting import counting_bound
from caladale.solve.hand.windows import reach
from caladale.solve.models.stock import stock_of

READINGS_TO_TRY = {
    "default": Readings(),
    "wild on four sides": Readings(wild="four_sides"),
    "hung tiles carry nothing, only mids are bridges": Readings(
        hung_tiles_carry="no", bridge_tile="mid_only"
    ),
    "corners hang from the top, mids by a side": Readings(
        corner_hangs_from_top="yes", mid_may_hang="yes"
    ),
    "sky stands on sky and on grass, overhang in every row": Readings(
        sky_stack_supports="yes", grass_supports_sky="yes", overhang="whole_column"
    ),
    "holes count, piers reach the grass, no wild hangs": Readings(
        hole_breaks_complete="yes", bridge_piers="unbroken_to_grass", wild_may_hang="no"
    ),
}

NOT_PROVED = "not proved"
NONE = "no castle"

Best = int | str
"""A score, or why there is none."""


def hand_of(seed: int, tiles: int, rules: Readings) -> Hand:
    """The hand of a seed: from one tile to `tiles` of them."""
    hand = deal_hand(Variant.STANDARD, seed, own=1 + seed % tiles)
    return msgspec.structs.replace(hand, rules=rules)


def by_brute_force(hand: Hand, most_decisions: int) -> Best:
    """The best score of all castles."""
    try:
        best = BruteForce(hand, most_decisions=most_decisions).search()
    except GaveUpError:
        return NOT_PROVED
    return NONE if best is None else best


def by_clingo(hand: Hand, seconds: float) -> Best:
    """The best score according to the logic program."""
    stock, ground = stock_of(hand), range(sum(hand.grass))
    castles = AnswerSet(stock, list(reach(ground, stock, hand.rules)), ground, hand.rules)
    most = counting_bound(stock, len(ground), hand.rules)
    outcome = castles.solve(most=most, seconds=seconds)
    if not outcome.is_proved:
        return NOT_PROVED
    return NONE if outcome.score is None else outcome.score


def by_cp_sat(hand: Hand, seconds: float) -> Best:
    """The best score according to the solver of hands."""
    result = best_castle(hand, time_limit=seconds, workers=1)
    if result.status is Status.INFEASIBLE:
        return NONE
    if result.status is not Status.OPTIMAL or result.score is None:
        return NOT_PROVED
    return result.score


class Told(Struct, frozen=True):
    """What the three ways say of one hand.

    Attributes:
        seed, tiles: the hand.
        answers: the best score by each way.
        seconds: the time that each took.
    """

    seed: int
    tiles: int
    answers: dict[str, Best]
    seconds: dict[str, float]


def ask(seed: int, tiles: int, rules: Readings, *, decisions: int, time_limit: float) -> Told:
    """Ask all three ways about one hand."""
    hand = hand_of(seed, tiles, rules)
    answers: dict[str, Best] = {}
    seconds: dict[str, float] = {}
    for way, best in (
        ("brute force", partial(by_brute_force, hand, decisions)),
        ("clingo", partial(by_clingo, hand, time_limit)),
        ("CP-SAT", partial(by_cp_sat, hand, time_limit)),
    ):
        began = time.perf_counter()
        answers[way] = best()
        seconds[way] = time.perf_counter() - began
    return Told(seed, len(hand.tiles), answers, seconds)


def main() -> int:
    """Print a line a hand that is not agreed on, and a row for each set of readings."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=300)
    parser.add_argument("--tiles", type=int, default=7)
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument(
        "--time-limit", type=float, help="seconds for a solver: 120, and 0.4 with --oracle"
    )
    parser.add_argument("--decisions", type=int, default=2_000_000, help="of brute force")
    parser.add_argument(
        "--readings",
        nargs="+",
        choices=READINGS_TO_TRY,
        default=list(READINGS_TO_TRY),
        metavar="NAME",
        help=f"some of: {'; '.join(READINGS_TO_TRY)}",
    )
    parser.add_argument("--jobs", type=int, default=1, help="hands at a time, one thread each")
    parser.add_argument(
        "--oracle", type=int, metavar="N", help="check every claim about N problems"
    )
    parser.add_argument("--sorts", nargs="+", choices=SORTS, metavar="SORT", help="of --oracle")
    parser.add_argument(
        "--patience", type=float, default=1.0, help="seconds for a check of --oracle"
    )
    parser.add_argument("--log", type=Path, help="where --oracle keeps what came out")
    options = parser.parse_args()
    print(machine(), vars(options))
    if options.oracle is not None:
        return at_length(
            options.oracle,
            first=options.first_seed,
            sorts=options.sorts or (),
            jobs=options.jobs,
            time_limit=options.time_limit or 0.4,
            patience=options.patience,
            log=options.log,
        )
    seeds = range(options.first_seed, options.first_seed + options.hands)
    print(
        "hands   agree  differ  two agree  open  brute force  clingo  CP-SAT  readings", flush=True
    )
    differ = 0
    with ProcessPoolExecutor(options.jobs) as pool:
        for name in options.readings:
            rules = READINGS_TO_TRY[name]
            question = partial(
                ask,
                tiles=options.tiles,
                rules=rules,
                decisions=options.decisions,
                time_limit=options.time_limit or 120.0,
            )
            seconds: Counter[str] = Counter()
            verdicts: Counter[str] = Counter()
            for told in pool.map(question, seeds):
                seconds.update(told.seconds)
                verdict = verdict_on(told.answers)
                verdicts[verdict] += 1
                if verdict != "agree":
                    which = f"{name}, seed {told.seed}, {told.tiles} tiles"
                    print(f"{which}: {verdict}, {told.answers}", flush=True)
                progress(f"{name}: {verdicts.total()} of {options.hands}, {dict(verdicts)}")
            progress("")
            differ += verdicts["differ"]
            print(
                f"{options.hands:5}  {verdicts['agree']:6}  {verdicts['differ']:6}"
                f"  {verdicts['two agree']:9}  {verdicts['open']:4}"
                f"  {seconds['brute force']:11.1f}  {seconds['clingo']:6.1f}"
                f"  {seconds['CP-SAT']:6.1f}  {name}",
                flush=True,
            )
    return 1 if differ else 0


def verdict_on(answers: dict[str, Best]) -> str:
    """All agree; two do and the third has no proof; two differ; or fewer than two have a proof."""
    proved = [answer for answer in answers.values() if answer != NOT_PROVED]
    if len(set(proved)) > 1:
        return "differ"
    return {3: "agree", 2: "two agree"}.get(len(proved), "open")


def progress(line: str) -> None:
    """Show how far it is, on one line of a terminal."""
    if sys.stderr.isatty():
        print(f"\r\033[K{line}", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
