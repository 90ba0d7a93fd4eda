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
from caladale.solve.hand.bounds import Bounds
from caladale.solve.hand.incumbent import Incumbent
from caladale.solve.hand.plain_dual import PlainSearch
from caladale.solve.hand.problem import HandProblem

TILES = ("stone-tower-1", "stone-edge-1", "stone-edge-2")
HAND = Hand(("gate-stone:front",), TILES, wilds=0)
OPEN = Hand(("gate-stone:front",), TILES[:2], wilds=0)
"""Its gate cannot be closed."""
GATE = read_layout("caladale standard 0+4 - - gate-stone@1,0")


def parts(hand: Hand = HAND) -> tuple[HandProblem, Incumbent, Bounds, PlainSearch]:
    problem = HandProblem(hand, fixed=None, complete_only=False)
    incumbent = Incumbent(problem, None)
    bounds = Bounds(problem, incumbent)
    bounds.count()
    return problem, incumbent, bounds, PlainSearch(problem, incumbent, bounds)


def test_what_counting_does_not_prove_is_searched_in_a_wide_window_twice() -> None:
    problem, incumbent, bounds, plain = parts(OPEN)
    best = 2 * 3 + 1 - 2 * 1
    bounds.bound = best + 1  # as if counting were not sharp
    for _ in range(2):
        assert not bounds.settle()
        assert plain.is_wanted()
        plain.improve(seed=1, effort=WorkBudget(20))
    assert plain.is_exhausted
    assert incumbent.stop is Stop.PROVED
    assert bounds.bound == incumbent.score == best
    assert "two configurations" in bounds.proof
    assert not problem.fixed


def test_without_work_nothing_is_found() -> None:
    _, incumbent, _, plain = parts()
    plain.improve(seed=1, effort=WorkBudget(0))
    patience = plain.patience
    plain.improve(seed=1, effort=WorkBudget(1e-9))
    assert incumbent.layout is None
    assert plain.is_wanted()
    assert plain.patience > patience


def test_only_one_worker_at_a_time_is_at_the_plain_model() -> None:
    _, incumbent, _, plain = parts()
    with plain._is_busy:
        assert not plain.is_wanted()
        plain.improve(seed=1, effort=WorkBudget(20))
    assert incumbent.layout is None
    assert plain.is_wanted()


def test_with_many_tiles_it_is_only_asked_for_a_first_castle() -> None:
    problem, incumbent, _, plain = parts(deal_hand(Variant.STANDARD, 0, own=25))
    assert plain.is_wanted()
    incumbent.found(problem.placing.pieces_of(GATE))
    assert not plain.is_wanted()


def test_a_step_ends_when_nothing_better_can_be() -> None:
    problem, incumbent, bounds, plain = parts()
    incumbent.found(problem.placing.pieces_of(GATE))
    castle = incumbent.layout
    bounds.bound = incumbent.score
    plain.improve(seed=1, effort=WorkBudget(20))
    assert incumbent.layout is castle


def test_what_is_too_large_is_not_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain_module, "LARGEST", 10)
    _, incumbent, _, plain = parts()
    plain.improve(seed=1, effort=WorkBudget(20))
    assert plain.is_exhausted
    assert not plain.is_wanted()
    assert incumbent.layout is None
