"""The best castle from dealt hands: ``python -m benchmarks.hands --tiles 25 --hands 100``.

Dealt hands of one gate, a wild and so many tiles, seeds from 0, each solver with the same time and
threads. ``--peers`` adds, hand by hand in the same run, the flat CP-SAT model (its own score as the
objective, in a snug window) and clingo (``benchmarks.answer_set``, in its best configuration and
window). All know the bound by counting, so reaching it is a proof. Every castle is put before the
referee. A line a hand, then the hands proved, the quartiles of the times, their geometric means
with time-outs counted as the limit, and the ratios to ours.

With ``--log FILE`` each answer is kept as a line of JSON, and the same command goes on from there.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from ortools.sat.python import cp_model

from benchmarks.answer_set import AnswerSet
from benchmarks.answers import Answers
from benchmarks.timing import machine
from caladale.games.deal import deal_hand
from caladale.hand import Hand
from caladale.layout import Variant
from caladale.score import score
from caladale.solve import best_castle
from caladale.solve.bound import score_bound
from caladale.solve.lay import Laying
from caladale.solve.model import CastleModel
from caladale.solve.stock import Stock, stock_of
from caladale.solve.window import snug

Answer = tuple[int | None, bool, float]
"""The best score found, whether it is proved, and the seconds that it took."""


def ours(hand: Hand, seed: int, options: argparse.Namespace) -> Answer:
    """The solver of hands."""
    result = best_castle(hand, time_limit=options.time_limit, seed=seed, workers=options.workers)
    return result.score, result.status.value in ("optimal", "infeasible"), result.seconds


def _bound(hand: Hand, stock: Stock) -> int:
    bound = score_bound(stock, sum(hand.grass), hand.rules)
    if bound is None:
        raise SystemExit("counting allows no castle of this hand")
    return bound


def flat(hand: Hand, seed: int, options: argparse.Namespace) -> Answer:
    """The flat CP-SAT model with its score as the objective."""
    began = time.monotonic()
    stock, ground = stock_of(hand), range(sum(hand.grass))
    bound = _bound(hand, stock)
    castle = CastleModel(stock, snug(ground, stock, hand.rules), ground, hand.rules)
    castle.model.add(castle.score <= bound)
    castle.model.maximize(castle.score)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = options.workers
    solver.parameters.random_seed = seed
    solver.parameters.max_time_in_seconds = options.time_limit - (time.monotonic() - began)
    status = solver.solve(castle.model)
    seconds = time.monotonic() - began
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None, False, seconds
    laid = Laying(hand, stock).layout(castle.pieces_of(solver.boolean_value))
    points = score(laid).total
    return points, points == bound, seconds


def clingo(hand: Hand, seed: int, options: argparse.Namespace) -> Answer:
    """The answer-set model in a box of six columns, where it does best."""
    began = time.monotonic()
    stock, ground = stock_of(hand), range(sum(hand.grass))
    bound = _bound(hand, stock)
    rows = max(3, -(-stock.most_tiles // 6) + 2)
    cells = [(x, y) for x in range(-1, len(ground) + 1) for y in range(rows)]
    outcome = AnswerSet(stock, cells, ground, hand.rules).solve(
        most=bound,
        seconds=options.time_limit - (time.monotonic() - began),
        seed=seed,
        threads=options.workers,
    )
    seconds = time.monotonic() - began
    if outcome.pieces is None:
        return None, False, seconds
    points = score(Laying(hand, stock).layout(outcome.pieces)).total
    return points, points == bound, seconds


SOLVERS: dict[str, Callable[[Hand, int, argparse.Namespace], Answer]] = {
    "ours": ours,
    "flat": flat,
    "clingo": clingo,
}


def _summary(name: str, answers: list[Answer], limit: float, own_mean: float) -> float:
    """Print a line about a solver; the geometric mean of its times to proof."""
    times = [seconds if proved else limit for _, proved, seconds in answers]
    mean = statistics.geometric_mean([max(seconds, 1e-3) for seconds in times])
    low, middle, high = statistics.quantiles(times, n=4, method="inclusive")
    proved = sum(done for _, done, _ in answers)
    ratio = f", {mean / own_mean:.1f}x ours" if own_mean else ""
    print(
        f"{name}: {proved} of {len(answers)} proved; median {middle:.1f} s (quartiles {low:.1f} to "
        f"{high:.1f}), geometric mean {mean:.2f} s{ratio}"
    )
    return mean


def main() -> None:
    """Print a line a hand and a summary."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=10)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--tiles", type=int, default=25)
    parser.add_argument("--variant", choices=["standard", "solo2"], default="standard")
    parser.add_argument("--time-limit", type=float, default=30.0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--peers", action="store_true", help="also the flat model and clingo")
    parser.add_argument("--log", type=Path)
    options = parser.parse_args()
    print(machine(), {key: str(value) for key, value in vars(options).items()})
    names = list(SOLVERS) if options.peers else ["ours"]
    kept = Answers(options.log)
    answers: dict[str, list[Answer]] = {name: [] for name in names}
    for seed in range(options.first, options.first + options.hands):
        hand = deal_hand(Variant(options.variant), seed, own=options.tiles)
        told = f"seed {seed:3}"
        for name in names:
            settings = (options.variant, options.tiles, options.time_limit, options.workers)
            key = f"{name} {seed} {settings}"
            points, proved, seconds = kept.ask(key, partial(SOLVERS[name], hand, seed, options))
            answers[name].append((points, proved, seconds))
            told += f"   {name}: {points} {'proved' if proved else 'open'} {seconds:.1f} s"
        print(told, flush=True)
    mean = _summary("ours", answers["ours"], options.time_limit, 0.0)
    for name in names[1:]:
        _summary(name, answers[name], options.time_limit, mean)


if __name__ == "__main__":
    main()
