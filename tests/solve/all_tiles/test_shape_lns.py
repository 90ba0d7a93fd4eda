"""Repair: where hung tiles carry nothing, castles are mended until they stand."""

from __future__ import annotations

from caladale.core.layout import Grass
from caladale.core.readings import Readings
from caladale.core.tiles import standard_tileset
from caladale.rules.score_sheet import score
from caladale.solve.all_tiles.problem import Challenge
from caladale.solve.all_tiles.search import challenge

TWO_PLAYERS = Challenge(
    rules=Readings(hung_tiles_carry="no"),
    tiles=tuple(tile.id for tile in standard_tileset().supply(plus=False)),
    gates=("gate-stone",),
    grass=(Grass(0, 4), Grass(4, 4)),
)


def test_a_mended_castle_stands_and_is_found_again() -> None:
    first, again = (
        challenge(TWO_PLAYERS, seed=1, workers=1, time_limit=None, attempts=20) for _ in range(2)
    )
    assert first.layout is not None
    assert first.placed == 49
    sheet = score(first.layout)
    assert (sheet.verdict.valid, sheet.verdict.complete) == (True, True)
    assert (first.layout, first.attempts) == (again.layout, again.attempts)


def test_a_window_that_is_too_small_is_proved_so() -> None:
    flat = Challenge(
        rules=Readings(hung_tiles_carry="no"),
        gates=("gate-stone:front",),
        tiles=("stone-mid-1", "stone-edge-1", "stone-edge-2", "stone-edge-3", "stone-tower-1"),
        grass=(Grass(0, 4),),
        max_height=1,
    )
    assert challenge(flat, workers=1, attempts=200).layout is None
