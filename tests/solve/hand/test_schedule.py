"""The schedule of a search: finding and proving share the work."""

from __future__ import annotations

import itertools

import pytest

from caladale.core.hand import Hand
from caladale.core.layout import Variant
from caladale.core.readings import Readings
from caladale.games.deal import deal_hand
from caladale.notation import read_layout
from caladale.solve import Status, best_castle
from caladale.solve.engine.budget import WorkBudget
from caladale.solve.engine.driver import Idle
from caladale.solve.hand.problem import HandProblem
from caladale.solve.hand.schedule import Schedule, Stream
from caladale.solve.hand.state import HandState
from caladale.solve.hand.windows import boxes

CHAINS = Readings(sky_stack_supports="yes")
"""Under these readings only the plain model can prove."""


def parts(hand: Hand) -> tuple[HandState, Schedule]:
    problem = HandProblem(hand, fixed=None, complete_only=False)
    state = HandState(problem)
    state.count()
    return state, Schedule(problem, state, seed=1)


@pytest.mark.parametrize("rules", [Readings(), CHAINS], ids=["by cases", "plain"])
@pytest.mark.parametrize("seed", [0, 3])
def test_one_worker_comes_to_a_proof(seed: int, rules: Readings) -> None:
    dealt = deal_hand(Variant.STANDARD, seed, own=3)
    state, schedule = parts(Hand(dealt.gates, dealt.tiles, rules=rules))
    for step in schedule.steps():
        assert not isinstance(step, Idle)
        step.act(step.seed, WorkBudget(step.work))
        if state.settle():
            break
    assert state.points == state.bound
    assert state.layout is not None


def test_the_first_steps_look_for_castles_and_for_proofs() -> None:
    state, schedule = parts(deal_hand(Variant.STANDARD, 18, own=25))
    perfect = state.tentative
    assert perfect is not None
    for step in itertools.islice(schedule.steps(), 6):
        assert not isinstance(step, Idle)
        step.act(step.seed, WorkBudget(step.work))
    assert state.points is not None
    assert state.tentative is not None
    assert state.tentative < perfect


@pytest.mark.parametrize(("used", "charged"), [(3.0, 3.0), (5.5, 5.5), (0.0, 0.2)])
def test_a_step_is_charged_for_what_it_used_and_for_being_stated(
    used: float, charged: float
) -> None:
    def act(_seed: int, effort: WorkBudget) -> None:
        effort.left -= used

    stream = Stream(iter([]), share=0.5)
    charge = stream.charged(act, 5.0)
    assert stream.spent == 5.0
    charge(1, WorkBudget(5.0))
    assert stream.spent == pytest.approx(charged)


TOWER = "gate-stone@1,0 stone-four-1@1,1 stone-four-2@1,2 stone-four-3@1,3 stone-mid-1@1,4"
"""A fixed tower that is higher than the windows in which castles are built."""


def test_a_search_ends_though_no_window_holds_what_is_fixed() -> None:
    fixed = read_layout(f"caladale standard 0+4 - - {TOWER}")
    tiles = tuple(p.tile for p in fixed.tiles if not p.tile.startswith("gate"))
    hand = Hand(("gate-stone:front",), (*tiles, "stone-edge-1", "stone-edge-2"), wilds=0)
    problem = HandProblem(hand, fixed=fixed, complete_only=False)
    cells = set(problem.fixed)
    for box in boxes(problem.ground, problem.stock.most_tiles):
        assert not all(box.holds(cell) for cell in cells)
    result = best_castle(hand, fixed=fixed, time_limit=60, workers=1)
    assert result.status is Status.OPTIMAL
    assert result.layout is not None
    assert len(result.layout.tiles) == 7
