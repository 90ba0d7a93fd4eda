"""Is a score refuted sooner case by case? ``python -m benchmarks.cases --seeds 7 18 27``.

For dealt Standard hands, the scores from the bound by counting downwards: whether a complete castle
(or, with ``--exposed``, one that is not) makes just so many points, asked about as a whole and case
by case (`caladale.solve.hand.cases`), in the cells that are enough for each. The work is told in
CP-SAT's deterministic time, which is the same however busy the machine is; what takes more than the
limit is cut off there.
"""

from __future__ import annotations

import argparse

from benchmarks.timing import machine
from caladale.core.layout import Variant
from caladale.games.deal import deal_hand
from caladale.solve.engine.budget import Outcome, WorkBudget, feasibility_solver
from caladale.solve.hand.cases import Subproblem, WholeScore, sorted_into_cases
from caladale.solve.hand.problem import HandProblem


def _asked(
    problem: HandProblem, points: int, question: Subproblem, limit: float
) -> tuple[str, float]:
    """The answer, and the work that it took."""
    effort = WorkBudget(limit)
    outcome, _ = problem.castles_of(points, question).solve(feasibility_solver(0), effort)
    words = {Outcome.FOUND: "found", Outcome.IMPOSSIBLE: "refuted", Outcome.LIMIT: "open"}
    return words[outcome], limit - effort.left


def as_a_whole(
    problem: HandProblem, points: int, limit: float, *, complete: bool = True
) -> tuple[str, float]:
    """The answer for all castles of a score at once, and the work that it took."""
    return _asked(problem, points, WholeScore(complete), limit)


def case_by_case(problem: HandProblem, points: int, limit: float, *, complete: bool = True) -> str:
    """The answer case by case, until a castle is found."""
    sorting = WorkBudget(limit)
    found = sorted_into_cases(problem.sums, points, sorting, complete=complete)
    if found is None:
        return "too many cases"
    work, answer = limit - sorting.left, "refuted"
    for case in found:
        here, spent = _asked(problem, points, case, limit)
        work += spent
        if here != "refuted":
            answer = here
        if here == "found":
            break
    return f"{answer} {work:.1f} in {len(found)} cases"


def main() -> None:
    """Print a line a score."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, nargs="+", default=[7, 18, 27])
    parser.add_argument("--tiles", type=int, default=25)
    parser.add_argument(
        "--exposed", action="store_true", help="ask for castles that are not complete"
    )
    parser.add_argument("--scores", type=int, default=2, help="how many scores, from the bound")
    parser.add_argument("--limit", type=float, default=60.0, help="work on each question")
    options = parser.parse_args()
    print(machine(), vars(options))
    for seed in options.seeds:
        hand = deal_hand(Variant.STANDARD, seed, own=options.tiles)
        problem = HandProblem(hand, fixed=None, complete_only=False)
        complete = not options.exposed
        bound = dict(problem.most_points).get(complete)
        for points in [] if bound is None else range(bound, bound - options.scores, -1):
            whole, work = as_a_whole(problem, points, options.limit, complete=complete)
            cut = case_by_case(problem, points, options.limit, complete=complete)
            print(f"seed {seed}, {points} points: whole {whole} {work:.1f}; {cut}", flush=True)


if __name__ == "__main__":
    main()
