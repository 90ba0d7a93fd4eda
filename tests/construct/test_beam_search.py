"""Castles built quickly: always legal, of the seat's own tiles, and the same every time."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caladale.construct.beam_search import BeamEffort, build_castle
from caladale.core.layout import Placement, Variant
from caladale.core.readings import Readings
from caladale.games.deal import deal_hand
from caladale.games.seat import SeatState, builders_at
from caladale.games.setup import Setup
from caladale.players.policies import polished
from caladale.rules.score_sheet import score
from caladale.rules.verdict import validate
from tests.support.strategies import readings

DEFAULT = Readings()


def dealt(seed: int, own: int, rules: Readings = DEFAULT, seat: int = 0) -> SeatState:
    """A seat of a table for four with so many tiles."""
    setup = Setup(variant=Variant.STANDARD, players=4, seed=seed, rules=rules)
    builder = builders_at(setup.deal())[seat]
    return msgspec.structs.replace(builder, tiles=deal_hand(Variant.SOLO1, seed, own=own).tiles)


def total(builder: SeatState, effort: BeamEffort, seed: int = 0) -> int:
    points = score(build_castle(builder, effort, seed)).total
    assert points is not None
    return points


@settings(max_examples=25)
@given(
    seed=st.integers(0, 10**6),
    own=st.integers(0, 36),
    rules=st.just(DEFAULT) | readings(),
    seat=st.integers(0, 3),
)
def test_what_is_built_is_legal_and_of_own_tiles(
    seed: int, own: int, rules: Readings, seat: int
) -> None:
    builder = dealt(seed, own, rules, seat)
    castle = build_castle(builder, BeamEffort(4, 2), seed)
    assert validate(castle).valid
    assert castle.has_book_ground
    # The builder takes it, so the tiles are its own and the gate shows the right side.
    assert builder.building(castle.tiles).castle == castle
    assert build_castle(builder, BeamEffort(4, 2), seed) == castle
    assert (score(castle).total or 0) >= (score(builder.castle).total or 0)


def test_with_no_tiles_the_wild_is_weighed_too() -> None:
    # The gate has three open edges: closing one with the wild saves 2 and costs 1.
    assert total(dealt(0, 0), BeamEffort(1, 1)) == -3


def test_a_castle_that_is_better_already_is_kept() -> None:
    builder = dealt(3, 20)
    best = build_castle(builder, BeamEffort(20, 4), 0)
    better = msgspec.structs.replace(builder, castle=best)
    assert build_castle(better, BeamEffort(1, 1), 5) == best


def test_a_castle_of_0_points_is_a_castle_like_any_other() -> None:
    builder = dealt(0, 0)
    gate = builder.castle.tiles[0]
    for name in ("tree-four-1", "tree-four-2", "tree-four-3"):
        builder = builder.flipping(name)
    builder = builder.building((gate, Placement(builder.wild, 1, 1)))
    assert builder.points == 0
    assert build_castle(builder, BeamEffort(2, 2), 0) == builder.castle


def test_flipped_tiles_count_on_both_sides() -> None:
    builder = dealt(3, 20)
    flipped = builder.flipping("none-of-the-hand")
    castle = build_castle(flipped, BeamEffort(4, 2), 0)
    assert castle.flipped == 1
    assert castle.tiles == build_castle(builder, BeamEffort(4, 2), 0).tiles


def test_more_work_builds_better_castles() -> None:
    builders = [dealt(seed, 18) for seed in range(8)]
    one, some, many = (
        sum(total(builder, effort) for builder in builders)
        for effort in (BeamEffort(1, 1), BeamEffort(8, 1), BeamEffort(8, 8))
    )
    assert one < some < many


@pytest.mark.parametrize("seat", [0, 2])
def test_the_solver_goes_on_from_what_is_built(seat: int) -> None:
    builder = dealt(1, 5, seat=seat)
    gate = builder.castle.tiles[0]
    start = builder.building((gate, Placement(builder.wild, 1, 1)))
    best = polished(start, 5.0, seed=0)
    assert validate(best.castle).valid
    assert (score(best.castle).total or 0) >= total(builder, BeamEffort(20, 10))
    assert best.in_castle() <= {builder.gate.partition(":")[0], builder.wild, *builder.tiles}
