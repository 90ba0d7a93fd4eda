"""What the parts of the hand solver have in common: the incumbent, and the ceiling above it."""

from __future__ import annotations

import pytest

from caladale.core.hand import Hand
from caladale.core.layout import Layout
from caladale.errors import RefereeError
from caladale.notation import read_layout
from caladale.rules.score_sheet import score
from caladale.solve import Stop
from caladale.solve.hand.bounds import Bounds
from caladale.solve.hand.incumbent import EliteCastle, Incumbent
from caladale.solve.hand.problem import HandProblem

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


def parts(*, complete_only: bool = False) -> tuple[HandProblem, Incumbent, Bounds]:
    problem = HandProblem(HAND, fixed=None, complete_only=complete_only)
    incumbent = Incumbent(problem, None)
    bounds = Bounds(problem, incumbent)
    bounds.count()
    return problem, incumbent, bounds


def test_a_score_counts_as_ruled_out_only_when_a_second_configuration_confirms_it() -> None:
    _, _, bounds = parts(complete_only=True)
    assert bounds.tentative == bounds.bound == bounds.target == MOST
    bounds.refute(MOST)
    assert bounds.tentative is not None
    assert bounds.tentative < MOST
    assert bounds.bound == MOST
    assert bounds.unconfirmed == [MOST]
    bounds.confirm(MOST)
    assert bounds.bound == bounds.tentative
    assert not bounds.unconfirmed
    assert "two configurations" in bounds.proof


def test_counting_needs_no_second_opinion() -> None:
    _, _, bounds = parts(complete_only=True)
    bounds.rule_out(MOST)
    assert bounds.bound == bounds.tentative != MOST
    assert not bounds.unconfirmed


def test_only_the_score_that_is_hoped_for_lowers_the_ceiling() -> None:
    _, _, bounds = parts(complete_only=True)
    bounds.rule_out(MOST - 1)
    bounds.refute(MOST - 1)
    assert bounds.tentative == bounds.bound == MOST
    assert not bounds.unconfirmed


def test_the_search_is_over_when_nothing_better_is_left() -> None:
    problem, incumbent, bounds = parts()
    incumbent.found(problem.placing.pieces_of(COMPLETE))
    assert not bounds.settle()
    assert bounds.target == MOST
    bounds.close()
    assert incumbent.stop is Stop.PROVED
    assert bounds.bound == incumbent.score == score(COMPLETE).total
    incumbent.end(Stop.INTERRUPTED)
    assert incumbent.stop is Stop.PROVED


def test_a_search_that_is_over_takes_no_castle() -> None:
    problem, incumbent, _ = parts()
    incumbent.end(Stop.INTERRUPTED)
    assert incumbent.found(problem.placing.pieces_of(COMPLETE)) is not None
    assert incumbent.layout is None


def test_only_complete_castles_are_bases_or_taken_where_only_these_count() -> None:
    for complete_only in (False, True):
        problem, incumbent, _ = parts(complete_only=complete_only)
        base = incumbent.found(problem.placing.pieces_of(OPEN))
        assert (base is None) is complete_only
        assert (incumbent.layout is None) is complete_only


def test_a_base_takes_the_place_of_the_one_it_came_from_and_the_worst_goes() -> None:
    _, incumbent, _ = parts()
    elite = [EliteCastle({}, points, complete=True) for points in (3, 9, 5, 7)]
    for base in elite:
        incumbent.keep(base)
    assert points_of(incumbent, complete=True) == [9, 7, 5, 3]
    incumbent.keep(EliteCastle({}, 8, complete=True), instead=elite[1])
    assert points_of(incumbent, complete=True) == [8, 7, 5, 3]
    incumbent.keep(EliteCastle({}, 4, complete=True))
    assert points_of(incumbent, complete=True) == [8, 7, 5, 4]
    incumbent.keep(None)
    assert points_of(incumbent, complete=True) == [8, 7, 5, 4]


def test_an_open_base_can_become_a_complete_one() -> None:
    _, incumbent, _ = parts()
    base = EliteCastle({}, 3, complete=False)
    incumbent.keep(base)
    assert points_of(incumbent, complete=False) == [3]
    assert points_of(incumbent, complete=True) == []
    incumbent.keep(EliteCastle({}, 9, complete=True), instead=base)
    assert points_of(incumbent, complete=False) == []
    assert points_of(incumbent, complete=True) == [9]


def points_of(incumbent: Incumbent, *, complete: bool) -> list[int]:
    return [base.points for base in incumbent.elite[complete]]


def test_the_first_incumbent_has_a_score_above_the_lowest() -> None:
    problem, incumbent, _ = parts()
    assert incumbent.least() == problem.lowest
    sheet = incumbent.consider(problem.placing.pieces_of(OPEN), must_be_legal=True)
    assert sheet is not None
    assert sheet.total == incumbent.score == incumbent.least() - 1 >= problem.lowest


def relaid(problem: HandProblem, castle: Layout) -> Layout:
    return problem.placing.layout(problem.placing.pieces_of(castle))


def test_every_better_castle_is_told_with_its_flipped_tiles() -> None:
    hand = Hand(HAND.gates, HAND.tiles, wilds=0, flipped=3)
    problem = HandProblem(hand, fixed=None, complete_only=False)
    told: list[tuple[Layout, int]] = []
    incumbent = Incumbent(problem, lambda layout, total: told.append((layout, total)))
    for castle in (OPEN, COMPLETE, OPEN):
        incumbent.found(problem.placing.pieces_of(castle))
    assert [layout for layout, _ in told] == [relaid(problem, OPEN), relaid(problem, COMPLETE)]
    assert [total for _, total in told] == [score(layout).total for layout, _ in told]
    assert incumbent.score == told[-1][1] - 3


FLOATING = read_layout("caladale standard 0+4 - - gate-stone@1,0 stone-tower-1@1,3")


def test_only_a_draft_may_be_illegal() -> None:
    problem, incumbent, _ = parts()
    pieces = problem.placing.pieces_of(FLOATING)
    assert incumbent.consider(pieces, must_be_legal=False) is None
    with pytest.raises(RefereeError, match=r"stone-tower-1@1,3") as caught:
        incumbent.consider(pieces, must_be_legal=True)
    assert read_layout(caught.value.line).tiles == relaid(problem, FLOATING).tiles
    assert incumbent.layout is None
