"""What the parts of the hand solver have in common: the incumbent, and the bounds above it."""

from __future__ import annotations

import queue

import pytest

from caladale.core.hand import Hand
from caladale.core.layout import Layout
from caladale.errors import RefereeError
from caladale.notation import read_layout
from caladale.rules.score_sheet import score
from caladale.solve import Stop
from caladale.solve.engine.state import Incumbent
from caladale.solve.hand.problem import HandProblem
from caladale.solve.hand.state import EliteCastle, HandState

HAND = Hand(
    gates=("gate-stone:front",),
    tiles=("stone-tower-1", "stone-edge-1", "stone-edge-2", "stone-two-1"),
    wilds=0,
)
COMPLETE = read_layout(
    "caladale standard 0+4 - - gate-stone@1,0 stone-tower-1@1,1 stone-edge-1@0,0W stone-edge-2@2,0E"
)
OPEN = read_layout("caladale standard 0+4 - - gate-stone@1,0 stone-tower-1@1,1")
MOST = 2 * 4 + 3 + 2
"""All tiles, the gate among them, closed."""


def parts(*, complete_only: bool = False) -> tuple[HandProblem, HandState]:
    problem = HandProblem(HAND, fixed=None, complete_only=complete_only)
    state = HandState(problem)
    state.count()
    return problem, state


def test_a_score_counts_as_ruled_out_only_when_a_second_configuration_confirms_it() -> None:
    _, state = parts(complete_only=True)
    assert state.tentative == state.bound == state.target == MOST
    state.refute(MOST)
    assert state.tentative is not None
    assert state.tentative < MOST
    assert state.bound == MOST
    assert state.unconfirmed == [MOST]
    state.confirm(MOST)
    assert state.bound == state.tentative
    assert not state.unconfirmed
    assert "two configurations" in state.proof


def test_counting_needs_no_second_opinion() -> None:
    _, state = parts(complete_only=True)
    state.rule_out(MOST)
    assert state.bound == state.tentative != MOST
    assert not state.unconfirmed


def test_only_the_tentative_bound_itself_is_lowered() -> None:
    _, state = parts(complete_only=True)
    state.rule_out(MOST - 1)
    state.refute(MOST - 1)
    assert state.tentative == state.bound == MOST
    assert not state.unconfirmed


def test_the_search_is_over_when_nothing_better_is_left() -> None:
    problem, state = parts()
    state.found(problem.placing.pieces_of(COMPLETE))
    assert not state.settle()
    assert state.target == MOST
    state.close(state.points)
    assert state.stop is Stop.PROVED
    assert state.bound == state.points == score(COMPLETE).total
    state.end(Stop.INTERRUPTED)
    assert state.stop is Stop.PROVED


def test_a_search_that_is_over_takes_no_castle() -> None:
    problem, state = parts()
    state.end(Stop.INTERRUPTED)
    assert state.found(problem.placing.pieces_of(COMPLETE)) is not None
    assert state.layout is None


def test_only_complete_castles_are_bases_or_taken_where_only_these_count() -> None:
    for complete_only in (False, True):
        problem, state = parts(complete_only=complete_only)
        base = state.found(problem.placing.pieces_of(OPEN))
        assert (base is None) is complete_only
        assert (state.layout is None) is complete_only


def test_a_base_takes_the_place_of_the_one_it_came_from_and_the_worst_goes() -> None:
    _, state = parts()
    elite = [EliteCastle({}, points, complete=True) for points in (3, 9, 5, 7)]
    for base in elite:
        state.keep(base)
    assert points_of(state, complete=True) == [9, 7, 5, 3]
    state.keep(EliteCastle({}, 8, complete=True), instead=elite[1])
    assert points_of(state, complete=True) == [8, 7, 5, 3]
    state.keep(EliteCastle({}, 4, complete=True))
    assert points_of(state, complete=True) == [8, 7, 5, 4]
    state.keep(None)
    assert points_of(state, complete=True) == [8, 7, 5, 4]


def test_an_open_base_can_become_a_complete_one() -> None:
    _, state = parts()
    base = EliteCastle({}, 3, complete=False)
    state.keep(base)
    assert points_of(state, complete=False) == [3]
    assert points_of(state, complete=True) == []
    state.keep(EliteCastle({}, 9, complete=True), instead=base)
    assert points_of(state, complete=False) == []
    assert points_of(state, complete=True) == [9]


def points_of(state: HandState, *, complete: bool) -> list[int]:
    return [base.points for base in state.elite(complete=complete)]


def test_the_first_incumbent_has_a_score_above_the_lowest() -> None:
    problem, state = parts()
    assert state.least() == problem.lowest
    sheet = state.consider(problem.placing.pieces_of(OPEN), must_be_legal=True)
    assert sheet is not None
    assert sheet.total == state.points == state.least() - 1 >= problem.lowest


def relaid(problem: HandProblem, castle: Layout) -> Layout:
    return problem.placing.layout(problem.placing.pieces_of(castle))


def test_every_better_castle_is_told_with_its_flipped_tiles() -> None:
    hand = Hand(HAND.gates, HAND.tiles, wilds=0, flipped=3)
    problem = HandProblem(hand, fixed=None, complete_only=False)
    state = HandState(problem)
    for castle in (OPEN, COMPLETE, OPEN):
        state.found(problem.placing.pieces_of(castle))
    told = [state.hear(), state.hear()]
    with pytest.raises(queue.Empty):
        state.hear()
    assert [news.layout for news in told if isinstance(news, Incumbent)] == [
        relaid(problem, OPEN),
        relaid(problem, COMPLETE),
    ]
    for news in told:
        assert isinstance(news, Incumbent)
        assert news.score == score(news.layout).total == news.rank[0] + 3
    assert state.incumbent == told[-1]


def test_nothing_is_proved_before_it_is_counted() -> None:
    problem = HandProblem(HAND, fixed=None, complete_only=False)
    state = HandState(problem)
    assert not state.settle()
    state.found(problem.placing.pieces_of(COMPLETE))
    assert not state.settle()
    assert state.stop is None


FLOATING = read_layout("caladale standard 0+4 - - gate-stone@1,0 stone-tower-1@1,3")


def test_only_a_draft_may_be_illegal() -> None:
    problem, state = parts()
    pieces = problem.placing.pieces_of(FLOATING)
    assert state.consider(pieces, must_be_legal=False) is None
    with pytest.raises(RefereeError, match=r"stone-tower-1@1,3") as caught:
        state.consider(pieces, must_be_legal=True)
    assert read_layout(caught.value.line).tiles == relaid(problem, FLOATING).tiles
    assert state.layout is None
