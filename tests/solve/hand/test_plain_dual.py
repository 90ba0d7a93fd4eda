"""The plain model as steps: when it is wanted, and how a step ends."""

from __future__ import annotations

import pytest

from caladale.core.hand import Hand
from caladale.core.layout import Variant
from caladale.games.deal import deal_hand
from caladale.notation import read_layout
from caladale.solve import Stop
from caladale.solve.engine.budget import WorkBudget
from caladale.solve.hand import plain_dual as plain_module
from caladale.solve.hand.plain_dual import PlainSearch
from caladale.solve.hand.problem import HandProblem
from caladale.solve.hand.state import HandState

TILES = ("stone-tower-1", "stone-edge-1", "stone-edge-2")
HAND = Hand(("gate-stone:front",), TILES, wilds=0)
OPEN = Hand(("gate-stone:front",), TILES[:2], wilds=0)
"""Its gate cannot be closed."""
GATE = read_layout("caladale standard 0+4 - - gate-stone@1,0")


def parts(hand: Hand = HAND) -> tuple[HandProblem, HandState, PlainSearch]:
    problem = HandProblem(hand, fixed=None, complete_only=False)
    state = HandState(problem)
    state.count()
    return problem, state, PlainSearch(problem, state)


def test_what_counting_does_not_prove_is_searched_in_a_wide_window_twice() -> None:
    problem, state, plain = parts(OPEN)
    best = 2 * 3 + 1 - 2 * 1
    state._bounds.bound = best + 1  # as if counting were not sharp
    for _ in range(2):
        assert not state.settle()
        assert plain.is_wanted()
        plain.improve(seed=1, effort=WorkBudget(20))
    assert plain.is_exhausted
    assert state.stop is Stop.PROVED
    assert state.bound == state.points == best
    assert "two configurations" in state.proof
    assert not problem.fixed


def test_without_work_nothing_is_found() -> None:
    _, state, plain = parts()
    plain.improve(seed=1, effort=WorkBudget(0))
    patience = plain.patience
    plain.improve(seed=1, effort=WorkBudget(1e-9))
    assert state.layout is None
    assert plain.is_wanted()
    assert plain.patience > patience


def test_only_one_worker_at_a_time_is_at_the_plain_model() -> None:
    _, state, plain = parts()
    with plain._is_busy:
        assert not plain.is_wanted()
        plain.improve(seed=1, effort=WorkBudget(20))
    assert state.layout is None
    assert plain.is_wanted()


def test_with_many_tiles_it_is_only_asked_for_a_first_castle() -> None:
    problem, state, plain = parts(deal_hand(Variant.STANDARD, 0, own=25))
    assert plain.is_wanted()
    state.found(problem.placing.pieces_of(GATE))
    assert not plain.is_wanted()


def test_a_step_ends_when_nothing_better_can_be() -> None:
    problem, state, plain = parts()
    state.found(problem.placing.pieces_of(GATE))
    castle = state.layout
    state._bounds.bound = state.points
    plain.improve(seed=1, effort=WorkBudget(20))
    assert state.layout is castle


def test_what_is_too_large_is_not_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain_module, "LARGEST", 10)
    _, state, plain = parts()
    plain.improve(seed=1, effort=WorkBudget(20))
    assert plain.is_exhausted
    assert not plain.is_wanted()
    assert state.layout is None
