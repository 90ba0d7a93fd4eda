"""Do the models that prove know the best castle? ``python -m benchmarks.oracle_models``.

A model that has lost a castle makes a false claim only when the search has not met that castle by
other ways, which it mostly has. So this asks the models themselves: an exact solver that shares
nothing (`tests.oracle`) finds the best complete castle of a drawn hand and the best other one, and
then counting must allow so many points, and each model must have a castle that makes them. Every
argument of the solver that takes a castle out of a model is put to the test here.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from benchmarks.oracle import CYCLE, box_of
from benchmarks.timing import machine
from caladale.notation.data import hand_from_data
from caladale.solve.engine.budget import Outcome, WorkBudget, feasibility_solver
from caladale.solve.hand.cases import WholeScore, sorted_into_cases
from caladale.solve.hand.problem import HandProblem
from caladale.solve.hand.windows import reach
from caladale.solve.models.arguments import is_stratified_but_for_a_pivot
from caladale.solve.models.plain import CastleModel
from caladale.solve.models.plain_cuts import add_cuts
from tests.oracle.draws import SORTS, draw
from tests.oracle.exact import Castles

ASKED = ("counting", "borders", "cases", "plain")
"""What is asked: the bound by counting, the model by borders as a whole and case by case, and the
plain model."""

UNDECIDED = "undecided"


def lost(drawn: tuple[str, int], *, work: float = 5.0, seconds: float = 3.0) -> dict[str, str]:
    """What each of `ASKED` says of the best castles of a hand: "known", "lost" or "undecided".

    Args:
        drawn: the sort of hand and its seed.
        work: CP-SAT's deterministic time for each question.
        seconds: the time for each question of the exact solver.

    Returns:
        The answers by what was asked and of which castles; none where strips may lie apart.
    """
    problem = draw(*drawn)
    if len(problem.hand.get("grass", [4])) != 1:
        return {}
    here = HandProblem(hand_from_data(problem.hand, box_of(problem.text)))
    castles = Castles(problem.hand, problem.text)
    told: dict[str, str] = {}
    for complete in (True, False):
        try:
            best = castles.best(complete=complete, seconds=seconds)
        except TimeoutError:
            continue
        if best is not None:
            points = best - here.placing.flipped
            for asked, answer in _answers(here, points, work, complete=complete):
                told[f"{asked}, {'complete' if complete else 'open'}"] = answer
    return told


def _answers(
    here: HandProblem, points: int, work: float, *, complete: bool
) -> Iterator[tuple[str, str]]:
    yield "counting", "known" if complete in here.most_points.reaching(points) else "lost"
    if is_stratified_but_for_a_pivot(here.stock, here.hand.rules):
        whole = here.castles_of(points, WholeScore(complete))
        yield "borders", _word([whole.solve(feasibility_solver(0), WorkBudget(work))[0]])
        found = sorted_into_cases(here.sums, points, WorkBudget(work), complete=complete)
        if found is not None:
            models = (here.castles_of(points, case) for case in found)
            outcomes = (model.solve(feasibility_solver(0), WorkBudget(work))[0] for model in models)
            yield "cases", _word(_until_found(outcomes))
    yield "plain", _word([_plain(here, points, WorkBudget(work), complete=complete)])


def _until_found(outcomes: Iterator[Outcome]) -> list[Outcome]:
    seen = []
    for outcome in outcomes:
        seen.append(outcome)
        if outcome is Outcome.FOUND:
            break
    return seen


def _word(outcomes: Sequence[Outcome]) -> str:
    if Outcome.FOUND in outcomes:
        return "known"
    return UNDECIDED if Outcome.LIMIT in outcomes else "lost"


def _plain(here: HandProblem, points: int, effort: WorkBudget, *, complete: bool) -> Outcome:
    cells = set(reach(here.ground, here.stock, here.hand.rules))
    castle = CastleModel(
        here.stock, cells, here.ground, here.hand.rules, one_gate=here.placing.one_gate
    )
    castle.model.add(castle.score == points)
    castle.model.add(castle.complete == int(complete))
    while True:
        solver = feasibility_solver(0)
        outcome = effort.solve(solver, castle.model)
        if outcome is not Outcome.FOUND or not add_cuts(castle, solver.boolean_value):
            return outcome


def main() -> int:
    """Print each castle that a model has lost, and how often each knew one; 1 if any was lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=400)
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--sorts", nargs="+", choices=SORTS, metavar="SORT", default=list(CYCLE))
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    print(machine(), f"{options.hands} hands from {options.first_seed}")
    seeds = range(options.first_seed, options.first_seed + options.hands)
    drawn = [(options.sorts[seed % len(options.sorts)], seed) for seed in seeds]
    rows = {asked: Counter[str]() for asked in ASKED}
    with ProcessPoolExecutor(options.jobs) as pool:
        for (sort, seed), told in zip(drawn, pool.map(partial(lost), drawn), strict=True):
            for asked, answer in told.items():
                rows[asked.partition(",")[0]][answer] += 1
                if answer == "lost":
                    print(f"LOST {sort} seed {seed}: {asked}", flush=True)
    print("asked      known  undecided   lost")
    for asked, row in rows.items():
        print(f"{asked:9} {row['known']:6} {row[UNDECIDED]:10} {row['lost']:6}")
    return 1 if any(row["lost"] for row in rows.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
