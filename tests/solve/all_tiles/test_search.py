"""The challenge: every castle found is whole, closed, legal, and found again."""

from __future__ import annotations

import msgspec
import pytest

from caladale.core.layout import Grass, Layout
from caladale.core.readings import Readings
from caladale.core.tiles import standard_tileset
from caladale.rules.score_sheet import score
from caladale.solve import Challenge, ChallengeProgress, ChallengeResult, Status, Stop, challenge
from caladale.solve.all_tiles.problem import BOOK_GROUND
from caladale.solve.models.parity import Bound

TWO_PLAYERS = Challenge(
    tiles=tuple(tile.id for tile in standard_tileset().supply(plus=False)),
    gates=("gate-stone",),
    grass=(Grass(0, 4),),
)


def _search(problem: Challenge, *, seed: int = 0, attempts: int = 40) -> ChallengeResult:
    return challenge(problem, seed=seed, workers=1, time_limit=None, attempts=attempts)


def _castle(found: ChallengeResult) -> Layout:
    assert found.layout is not None
    return found.layout


def _columns(layout: Layout) -> set[int]:
    return {placed.x for placed in layout.tiles}


def test_all_76_tiles_make_a_castle_of_169_points() -> None:
    found = _search(Challenge())
    assert (found.placed, found.score, found.stop) == (76, 169, Stop.PROVED)
    assert (found.status, found.bound) == (Status.OPTIMAL, 169)
    assert found.is_perfect
    sheet = score(_castle(found))
    assert (sheet.total, sheet.verdict.complete) == (169, True)
    assert not sheet.verdict.nonstandard_ground


def test_a_seed_gives_the_same_castle_again() -> None:
    first, again = _search(Challenge(), seed=5), _search(Challenge(), seed=5)
    assert first.layout == again.layout
    assert first.attempts == again.attempts


def test_two_workers_find_one_too() -> None:
    assert challenge(Challenge(), seed=1, workers=2).score == 169


def _differences(rules: Readings) -> str:
    return " ".join(
        f"{name}={value}"
        for name, value in msgspec.structs.asdict(rules).items()
        if value != getattr(Readings(), name)
    )


@pytest.mark.parametrize(
    "rules",
    [
        Readings(mid_may_hang="yes"),
        Readings(corner_hangs_from_top="yes"),
        Readings(bridge_piers="unbroken_to_grass"),
        Readings(bridge_tile="mid_only"),
        Readings(overhang="whole_column"),
        Readings(grass_supports_sky="yes"),
        Readings(sky_stack_supports="yes"),
        Readings(hole_breaks_complete="yes"),
        Readings(enchanted_a="opposite"),
        Readings(enchanted_a="two_sided"),
        Readings(gate_sides="sky"),
    ],
    ids=_differences,
)
def test_other_readings(rules: Readings) -> None:
    assert _search(Challenge(rules=rules)).score == 169


def test_five_columns_of_ground_suffice() -> None:
    found = _search(Challenge(grass=(Grass(0, 4), Grass(4, 1))))
    assert (found.placed, found.score) == (76, 169)


def test_nothing_beyond_the_columns() -> None:
    found = _search(Challenge(within_columns=True))
    assert found.is_perfect
    assert _columns(_castle(found)) <= set(range(8))


def test_height_and_width_are_kept() -> None:
    found = _search(Challenge(max_width=11, max_height=7))
    assert found.is_perfect
    castle = _castle(found)
    assert len(_columns(castle)) <= 11
    assert max(placed.y for placed in castle.tiles) <= 6


def test_no_holes() -> None:
    castle = _castle(_search(Challenge(no_holes=True)))
    rules = Readings(hole_breaks_complete="yes")
    strict = Layout(castle.tiles, castle.grass, castle.variant, rules)
    assert score(strict).verdict.complete


def test_the_two_player_set_on_one_strip() -> None:
    found = _search(TWO_PLAYERS)
    assert (found.placed, found.score) == (49, 109)


def test_parity_leaves_one_tile_out_on_four_columns() -> None:
    found = _search(Challenge(grass=(Grass(0, 4),)))
    assert found.obstacle is not None
    assert found.obstacle.bound is Bound.GROUND
    # One tile that is no tower: 169 - 2.
    assert (found.placed, found.score, found.stop) == (75, 167, Stop.PROVED)
    assert (found.status, found.bound) == (Status.OPTIMAL, 167)
    assert "cannot be" in found.proof


def test_no_castle_at_all_is_told_at_once() -> None:
    found = _search(Challenge(max_width=2))
    assert (found.layout, found.attempts, found.stop) == (None, 0, Stop.PROVED)
    assert (found.status, found.bound) == (Status.INFEASIBLE, None)
    assert found.obstacle is not None
    assert found.obstacle.is_absolute
    assert "1 gate stands in the bottom row" in found.proof


def test_fewer_gates_are_an_answer_where_all_have_no_room() -> None:
    found = _search(Challenge(grass=(Grass(0, 3),)), seed=4)
    assert found.cannot_be == (
        "No complete castle has all 4 gates: 4 gates stand on the ground, which has 3 columns."
    )
    assert (found.status, found.placed, found.score) == (Status.OPTIMAL, 75, 167)
    assert "One tile less than all" in found.proof


def test_a_gate_that_scores_nothing_is_left_out_for_nothing() -> None:
    found = _search(Challenge(grass=(Grass(0, 4),), rules=Readings(gate_counts="no")), seed=3)
    assert (found.bound, found.status, found.score) == (161, Status.OPTIMAL, 161)
    assert found.placed == 75
    assert "A gate scores nothing" in found.proof


def test_fewer_tiles_are_an_answer() -> None:
    # Five rows are too few for 76 tiles on eight columns.
    found = _search(Challenge(max_height=5), attempts=16)
    assert 40 < found.placed < 76
    assert (found.status, found.bound) == (Status.FEASIBLE, 169)
    assert score(_castle(found)).verdict.complete


def test_a_search_ends_when_nothing_better_is_left() -> None:
    tiles = ("stone-mid-1", "stone-edge-1", "stone-edge-2", "stone-edge-3", "stone-tower-1")
    flat = Challenge(gates=("gate-stone:front",), tiles=tiles, grass=(Grass(0, 4),), max_height=1)
    found = _search(flat, attempts=200)
    assert (found.layout, found.stop) == (None, Stop.WINDOW)


def test_a_hint_is_kept() -> None:
    castle = _castle(_search(Challenge()))
    found = challenge(Challenge(), workers=1, hint=castle)
    assert (found.layout, found.attempts) == (castle, 0)


def test_progress_is_told() -> None:
    told: list[ChallengeProgress] = []
    castles: list[tuple[Layout, int]] = []
    found = challenge(
        Challenge(),
        workers=1,
        on_progress=told.append,
        on_castle=lambda *castle: castles.append(castle),
    )
    assert [progress.steps for progress in told] == list(range(1, found.attempts + 1))
    assert told[-1].placed == 76
    assert castles[-1] == (found.layout, found.score)
    assert (told[-1].score, told[-1].bound) == (found.score, found.bound)


def test_it_stops_when_asked() -> None:
    asked = 0

    def should_stop() -> bool:
        nonlocal asked
        asked += 1
        return asked > 3

    hard = Challenge(max_height=5)
    found = challenge(hard, workers=2, time_limit=None, should_stop=should_stop)
    assert found.stop is Stop.INTERRUPTED


def test_it_keeps_to_the_clock() -> None:
    found = challenge(Challenge(max_height=5), workers=1, time_limit=0.5)
    assert found.stop is Stop.TIME_LIMIT
    # Far from what it would take without a limit, and no promise about a busy machine.
    assert found.seconds < 60


def test_the_ground_of_the_book() -> None:
    assert Challenge().grass == BOOK_GROUND
    assert Challenge().ground() == frozenset(range(8))
