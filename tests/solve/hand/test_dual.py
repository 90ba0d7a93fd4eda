"""From above: scores are sorted into cases, refuted, and confirmed by another configuration."""

from __future__ import annotations

import pytest

from caladale.core.hand import Hand
from caladale.core.layout import Variant
from caladale.games.deal import deal_hand
from caladale.solve import Status, Stop, best_castle
from caladale.solve.engine.budget import WorkBudget
from caladale.solve.hand.bounds import Bounds
from caladale.solve.hand.case_queue import CaseQueue
from caladale.solve.hand.cases import Case
from caladale.solve.hand.dual import DualSteps
from caladale.solve.hand.incumbent import Incumbent
from caladale.solve.hand.problem import HandProblem


def parts(hand: Hand) -> tuple[Incumbent, Bounds, DualSteps]:
    problem = HandProblem(hand, fixed=None, complete_only=True)
    incumbent = Incumbent(problem, None)
    bounds = Bounds(problem, incumbent)
    bounds.count()
    return incumbent, bounds, DualSteps(problem, incumbent, bounds)


def take_steps(dual: DualSteps) -> int:
    """Take the steps of a round; how many there were."""
    steps = list(dual.steps())
    for seed, (act, work) in enumerate(steps):
        act(seed, WorkBudget(work))
    return len(steps)


def test_a_perfect_castle_is_refuted_and_counts_as_ruled_out_once_that_is_confirmed() -> None:
    # Counting leaves this hand one case of a perfect castle, which a search rules out.
    incumbent, bounds, dual = parts(deal_hand(Variant.STANDARD, 18, own=25))
    perfect = bounds.tentative
    assert perfect == bounds.bound == 60
    assert take_steps(dual) == 1
    assert len(dual.open_cases(perfect)) == 1
    assert take_steps(dual) == 1
    assert dual.open_cases(perfect) == ()
    assert (bounds.tentative, bounds.bound, bounds.unconfirmed) == (59, 60, [60])
    incumbent.score = 59  # as if such a castle had been found
    assert not bounds.settle()
    assert take_steps(dual) == 1
    assert not bounds.unconfirmed
    assert bounds.settle()
    assert bounds.bound == 59
    assert incumbent.stop is Stop.PROVED


@pytest.mark.parametrize("seed", [1, 4, 7])
def test_a_castle_that_is_met_on_the_way_is_kept(seed: int) -> None:
    hand = deal_hand(Variant.STANDARD, seed, own=6)
    incumbent, bounds, dual = parts(hand)
    while not bounds.settle():
        assert take_steps(dual)
    best = best_castle(hand, complete_only=True, workers=1, time_limit=60)
    assert best.status is Status.OPTIMAL
    assert incumbent.score == best.score
    assert not take_steps(dual)


def test_scores_that_counting_rules_out_case_by_case_need_no_search() -> None:
    incumbent, bounds, dual = parts(deal_hand(Variant.STANDARD, 29, own=25))
    assert bounds.tentative == bounds.bound == 55
    assert take_steps(dual) == 1
    assert bounds.tentative == bounds.bound
    assert bounds.tentative is not None
    assert bounds.tentative < 55
    assert incumbent.score is None


def test_a_case_that_was_not_settled_waits_for_the_others_and_gets_more_work() -> None:
    easy, hard = (Case((("gate-stone", 1),), (n, 0, 0), ()) for n in (1, 2))
    refutation = CaseQueue([hard, easy])
    taken = refutation.take()
    assert taken is not None
    assert taken[0] == hard
    other = refutation.take()
    assert other == (easy, taken[1])
    assert refutation.take() is None
    refutation.put_back(hard, is_ruled_out=False)
    refutation.put_back(easy, is_ruled_out=True)
    again = refutation.take()
    assert again is not None
    assert again[0] == hard
    assert again[1] > taken[1]
    assert refutation.open == (hard,)


def test_a_castle_takes_back_what_was_refuted_in_error() -> None:
    _, bounds, _ = parts(deal_hand(Variant.STANDARD, 1, own=6))
    most = bounds.tentative
    assert most is not None
    bounds.refute(most)
    assert bounds.unconfirmed
    bounds.take_back(most)
    assert bounds.tentative == bounds.bound == most
    assert not bounds.unconfirmed


@pytest.mark.parametrize("is_all_there_is", [False, True])
def test_while_castles_are_looked_for_one_worker_is_patient(is_all_there_is: bool) -> None:
    cases = [Case((("gate-stone", 1),), (n, 0, 0), ()) for n in (1, 2)]
    refutation = CaseQueue(cases, is_all_there_is=is_all_there_is)
    assert [taken[0] for taken in (refutation.take(), refutation.take()) if taken] == cases
    for case in cases:
        refutation.put_back(case, is_ruled_out=False)
    assert refutation.take() is not None
    assert (refutation.take() is not None) is is_all_there_is
