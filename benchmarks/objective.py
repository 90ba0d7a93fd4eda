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

from benchmarks.peers.answer import Problem, Terms
from benchmarks.peers.flat import flat_castle, maximized
from benchmarks.timing import machine
from caladale.core.hand import Hand
from caladale.core.layout import Variant
from caladale.games.deal import deal_hand


def model_of(hand: Hand, terms: Terms, *, through_goal: bool) -> cp_model.CpModel:
    """The plain model of a hand with the objective in one form or the other."""
    problem = Problem(hand, terms)
    castle = flat_castle(hand, problem)
    if not through_goal:
        return maximized(castle, problem).model
    goal = castle.model.new_int_var(-10 * problem.stock.most_tiles, problem.bound, "goal")
    castle.model.add(goal <= castle.score)
    castle.model.maximize(goal)
    return castle.model


def prove(model: cp_model.CpModel, terms: Terms) -> tuple[float, bool]:
    """The seconds that a solve takes, and whether it ends with a proof."""
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = terms.workers
    solver.parameters.max_time_in_seconds = terms.time_limit
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
    terms = Terms(options.time_limit, options.workers)
    seconds: dict[bool, list[float]] = {False: [], True: []}
    for seed in range(options.hands):
        hand = deal_hand(Variant.SOLO2, seed, own=options.tiles)
        line = f"seed {seed:3}"
        for through_goal in (False, True):
            model = model_of(hand, terms, through_goal=through_goal)
            took, proved = prove(model, terms)
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
