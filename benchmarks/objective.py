"""Two ways to state one objective: ``python -m benchmarks.objective``.

The plain model with its score as the objective, against the same model with a number that is at
most the score (and at most the bound by counting). Same hands, same window, same parameters, taking
turns. Each line tells the seconds until the castle was proved the best in its window.
"""

from __future__ import annotations

import argparse
import statistics
import time

from ortools.sat.python import cp_model

from benchmarks.timing import machine
from caladale.games.deal import deal_hand
from caladale.layout import Variant
from caladale.readings import Readings
from caladale.solve.bound import score_bound
from caladale.solve.model import CastleModel
from caladale.solve.stock import Stock, stock_of
from caladale.solve.window import snug

GROUND = range(4)


def model_of(stock: Stock, *, through_goal: bool) -> cp_model.CpModel:
    """The plain model of a Solo 2 hand with the objective in one form or the other."""
    hand = CastleModel(stock, snug(GROUND, stock, Readings()), GROUND, Readings())
    bound = score_bound(stock, len(GROUND), Readings())
    if bound is None:
        raise SystemExit("counting allows no castle of this hand")
    if through_goal:
        goal = hand.model.new_int_var(-10 * stock.most_tiles, bound, "goal")
        hand.model.add(goal <= hand.score)
        hand.model.maximize(goal)
    else:
        hand.model.add(hand.score <= bound)
        hand.model.maximize(hand.score)
    return hand.model


def prove(model: cp_model.CpModel, workers: int, time_limit: float) -> tuple[float, bool]:
    """The seconds that a solve takes, and whether it ends with a proof."""
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = workers
    solver.parameters.max_time_in_seconds = time_limit
    began = time.perf_counter()
    status = solver.solve(model)
    return time.perf_counter() - began, status == cp_model.OPTIMAL


def main() -> None:
    """Print a line a hand, then medians and their ratio."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=6)
    parser.add_argument("--tiles", type=int, default=6)
    parser.add_argument("--time-limit", type=float, default=30.0)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    print(machine(), vars(options))
    seconds: dict[bool, list[float]] = {False: [], True: []}
    for seed in range(options.hands):
        stock = stock_of(deal_hand(Variant.SOLO2, seed, own=options.tiles))
        line = f"seed {seed:3}"
        for through_goal in (False, True):
            model = model_of(stock, through_goal=through_goal)
            took, proved = prove(model, options.workers, options.time_limit)
            seconds[through_goal].append(took)
            name = "goal" if through_goal else "score"
            line += f"   {name}: {took:5.1f} s {'proved' if proved else 'not proved'}"
        print(line, flush=True)
    plain, goal = (statistics.median(seconds[form]) for form in (False, True))
    print(
        f"median {plain:.1f} s through the score, {goal:.1f} s through a goal, {plain / goal:.1f}x"
    )


if __name__ == "__main__":
    main()
