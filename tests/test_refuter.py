"""From above: scores are sorted into cases, refuted, and confirmed by another configuration."""

from __future__ import annotations

import pytest

from caladale.games.deal import deal_hand
from caladale.hand import Hand
from caladale.layout import Variant
from caladale.solve import Status, Stop, best_castle
from caladale.solve.cases import Case
from caladale.solve.ceiling import Ceiling
from caladale.solve.hand_problem import HandProblem
from caladale.solve.incumbent import Incumbent
from caladale.solve.refutation import Refutation
from caladale.solve.refuter import Refuter
from caladale.solve.shape_effort import Effort


def parts(hand: Hand) -> tuple[Incumbent, Ceiling, Refuter]:
    problem = HandProblem(hand, fixed=None, complete_only=True)
    incumbent = Incumbent(problem, None)
    ceiling = Ceiling(problem, incumbent)
    ceiling.count()
    return incumbent, ceiling, Refuter(problem, incumbent, ceiling)


def take_steps(refuter: Refuter) -> int:
    """Take the steps of a round; how many there were."""
    steps = list(refuter.steps())
    for seed, (act, work) in enumerate(steps):
        act(seed, Effort(work))
    return len(steps)


def test_a_perfect_castle_is_refuted_and_counts_as_ruled_out_once_that_is_confirmed() -> None:
    # Counting leaves this hand one case of a perfect castle, which a search rules out.
    incumbent, ceiling, refuter = parts(deal_hand(Variant.STANDARD, 18, own=25))
    perfect = ceiling.hope
    assert perfect == ceiling.bound == 60
    assert take_steps(refuter) == 1
    assert len(refuter.open_cases(perfect)) == 1
    assert take_steps(refuter) == 1
    assert refuter.open_cases(perfect) == ()
    assert (ceiling.hope, ceiling.bound, ceiling.unconfirmed) == (59, 60, [60])
    incumbent.score = 59  # as if such a castle had been found
    assert not ceiling.settle()
    assert take_steps(refuter) == 1
    assert not ceiling.unconfirmed
    assert ceiling.settle()
    assert ceiling.bound == 59
    assert incumbent.stop is Stop.PROVED


@pytest.mark.parametrize("seed", [1, 4, 7])
def test_a_castle_that_is_met_on_the_way_is_kept(seed: int) -> None:
    hand = deal_hand(Variant.STANDARD, seed, own=6)
    incumbent, ceiling, refuter = parts(hand)
    while not ceiling.settle():
        assert take_steps(refuter)
    best = best_castle(hand, complete_only=True, workers=1, time_limit=60)
    assert best.status is Status.OPTIMAL
    assert incumbent.score == best.score
    assert not take_steps(refuter)


def test_scores_that_counting_rules_out_case_by_case_need_no_search() -> None:
    incumbent, ceiling, refuter = parts(deal_hand(Variant.STANDARD, 29, own=25))
    assert ceiling.hope == ceiling.bound == 55
    assert take_steps(refuter) == 1
    assert ceiling.hope == ceiling.bound
    assert ceiling.hope is not None
    assert ceiling.hope < 55
    assert incumbent.score is None


def test_a_case_that_was_not_settled_waits_for_the_others_and_gets_more_work() -> None:
    easy, hard = (Case((("gate-stone", 1),), (n, 0, 0), ()) for n in (1, 2))
    refutation = Refutation([hard, easy])
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
    _, ceiling, _ = parts(deal_hand(Variant.STANDARD, 1, own=6))
    most = ceiling.hope
    assert most is not None
    ceiling.refute(most)
    assert ceiling.unconfirmed
    ceiling.take_back(most)
    assert ceiling.hope == ceiling.bound == most
    assert not ceiling.unconfirmed


@pytest.mark.parametrize("is_all_there_is", [False, True])
def test_while_castles_are_looked_for_one_worker_is_patient(is_all_there_is: bool) -> None:
    cases = [Case((("gate-stone", 1),), (n, 0, 0), ()) for n in (1, 2)]
    refutation = Refutation(cases, is_all_there_is=is_all_there_is)
    assert [taken[0] for taken in (refutation.take(), refutation.take()) if taken] == cases
    for case in cases:
        refutation.put_back(case, is_ruled_out=False)
    assert refutation.take() is not None
    assert (refutation.take() is not None) is is_all_there_is
