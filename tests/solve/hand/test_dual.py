"""From above: scores are sorted into cases, refuted, and confirmed by another configuration."""

from __future__ import annotations

import pytest

from caladale.core.hand import Hand
from caladale.core.layout import Layout, Variant
from caladale.games.deal import deal_hand
from caladale.solve import Status, Stop, best_castle
from caladale.solve.engine.budget import WorkBudget
from caladale.solve.hand.case_queue import CaseQueue
from caladale.solve.hand.cases import Case
from caladale.solve.hand.dual import DualSteps
from caladale.solve.hand.problem import HandProblem
from caladale.solve.hand.state import HandState


def parts(hand: Hand) -> tuple[HandState, DualSteps]:
    problem = HandProblem(hand, fixed=None, complete_only=True)
    state = HandState(problem)
    state.count()
    return state, DualSteps(problem, state)


def take_steps(dual: DualSteps) -> int:
    """Take the steps of a round; how many there were."""
    steps = list(dual.steps())
    for seed, (act, work) in enumerate(steps):
        act(seed, WorkBudget(work))
    return len(steps)


def test_a_perfect_castle_is_refuted_and_counts_as_ruled_out_once_that_is_confirmed() -> None:
    # Counting leaves this hand one case of a perfect castle, which a search rules out.
    state, dual = parts(deal_hand(Variant.STANDARD, 18, own=25))
    perfect = state.tentative
    assert perfect == state.bound == 60
    assert take_steps(dual) == 1
    assert len(dual.open_cases(perfect)) == 1
    assert take_steps(dual) == 1
    assert dual.open_cases(perfect) == ()
    assert (state.tentative, state.bound, state.unconfirmed) == (59, 60, [60])
    state.take(Layout(), 59, (59,))  # as if such a castle had been found
    assert not state.settle()
    assert take_steps(dual) == 1
    assert not state.unconfirmed
    assert state.settle()
    assert state.bound == 59
    assert state.stop is Stop.PROVED


@pytest.mark.parametrize("seed", [1, 4, 7])
def test_a_castle_that_is_met_on_the_way_is_kept(seed: int) -> None:
    hand = deal_hand(Variant.STANDARD, seed, own=6)
    state, dual = parts(hand)
    while not state.settle():
        assert take_steps(dual)
    best = best_castle(hand, complete_only=True, workers=1, time_limit=60)
    assert best.status is Status.OPTIMAL
    assert state.points == best.score
    assert not take_steps(dual)


def test_scores_that_counting_rules_out_case_by_case_need_no_search() -> None:
    state, dual = parts(deal_hand(Variant.STANDARD, 29, own=25))
    assert state.tentative == state.bound == 55
    assert take_steps(dual) == 1
    assert state.tentative == state.bound
    assert state.tentative is not None
    assert state.tentative < 55
    assert state.points is None


def test_a_case_that_was_not_settled_waits_for_the_others_and_gets_more_work() -> None:
    easy, hard = (Case((("gate-stone", 1),), (n, 0, 0), ()) for n in (1, 2))
    cases_left = CaseQueue([hard, easy])
    taken = cases_left.take()
    assert taken is not None
    assert taken[0] == hard
    other = cases_left.take()
    assert other == (easy, taken[1])
    assert cases_left.take() is None
    cases_left.put_back(hard, is_ruled_out=False)
    cases_left.put_back(easy, is_ruled_out=True)
    again = cases_left.take()
    assert again is not None
    assert again[0] == hard
    assert again[1] > taken[1]
    assert cases_left.open == (hard,)


def test_a_castle_takes_back_what_was_refuted_in_error() -> None:
    state, _ = parts(deal_hand(Variant.STANDARD, 1, own=6))
    most = state.tentative
    assert most is not None
    state.refute(most)
    assert state.unconfirmed
    state.take_back(most)
    assert state.tentative == state.bound == most
    assert not state.unconfirmed


@pytest.mark.parametrize("is_all_there_is", [False, True])
def test_while_castles_are_looked_for_one_worker_is_patient(is_all_there_is: bool) -> None:
    cases = [Case((("gate-stone", 1),), (n, 0, 0), ()) for n in (1, 2)]
    cases_left = CaseQueue(cases, is_all_there_is=is_all_there_is)
    assert [taken[0] for taken in (cases_left.take(), cases_left.take()) if taken] == cases
    for case in cases:
        cases_left.put_back(case, is_ruled_out=False)
    assert cases_left.take() is not None
    assert (cases_left.take() is not None) is is_all_there_is
