"""The committed castles prove what docs/challenge.md claims of them: the referee looks at each."""

from __future__ import annotations

from pathlib import Path

import pytest

from caladale.core.layout import Layout, Variant
from caladale.core.readings import READINGS
from caladale.notation import read_layout
from caladale.rules.board import Board
from caladale.rules.score_sheet import score
from caladale.solve.all_tiles.readings_survey import WITHOUT_EFFECT
from tests.support.places import DOCS

FOLDER = DOCS / "certificates"

# name: tiles, points, most columns, most rows, columns of grass, may lie beyond it, may have holes
GOALS = {
    "ground-3": (75, 167, 99, 99, 3, True, True),
    "ground-4": (75, 167, 99, 99, 4, True, True),
    "ground-5": (76, 169, 99, 99, 5, True, True),
    "ground-5-no-holes": (76, 169, 99, 99, 5, True, False),
    "ground-6-within": (76, 169, 6, 99, 6, False, True),
    "gate_sides-sky-ground-5-within": (76, 169, 5, 99, 5, False, True),
    "within-columns": (76, 169, 8, 99, 8, False, True),
    "within-columns-no-holes": (76, 169, 8, 99, 8, False, False),
    "no-holes": (76, 169, 99, 99, 8, True, False),
    "box-7x11": (76, 169, 7, 11, 8, True, True),
    "box-11x7": (76, 169, 11, 7, 8, True, True),
    "height-6": (76, 169, 99, 6, 8, True, True),
    "height-5": (71, 159, 99, 5, 8, True, True),
    "height-5-strips-apart": (76, 169, 99, 5, 8, True, True),
    "two-player-48": (49, 109, 99, 99, 4, True, True),
    "two-player-48-within": (49, 109, 4, 99, 4, False, True),
    "two-player-48-no-holes": (49, 109, 99, 99, 4, True, False),
}


def castle(path: Path) -> Layout:
    return read_layout(path.read_text(encoding="utf-8"))


def check(layout: Layout, tiles: int, points: int) -> None:
    sheet = score(layout)
    assert sheet.verdict.valid
    assert sheet.verdict.complete
    assert layout.variant is Variant.ALL_TILES
    assert (len(layout.tiles), sheet.total) == (tiles, points)


def reading_names() -> set[str]:
    names = {
        f"{reading.name}-{value}"
        for reading in READINGS
        if reading.name not in WITHOUT_EFFECT
        for value in reading.values[1:]
    }
    return names | {"default"}


def test_every_reading_and_goal_has_its_certificate() -> None:
    assert {path.stem for path in (FOLDER / "readings").glob("*.txt")} == reading_names()
    assert {path.stem for path in (FOLDER / "goals").glob("*.txt")} == set(GOALS)


@pytest.mark.parametrize("name", sorted(reading_names()))
def test_all_76_tiles_under_each_reading(name: str) -> None:
    layout = castle(FOLDER / "readings" / f"{name}.txt")
    check(layout, 76, 169)
    assert not score(layout).verdict.nonstandard_ground
    different = [
        f"{reading.name}-{getattr(layout.rules, reading.name)}"
        for reading in READINGS
        if getattr(layout.rules, reading.name) != reading.values[0]
    ]
    assert different == ([] if name == "default" else [name])


@pytest.mark.parametrize("name", sorted(GOALS))
def test_each_goal_is_kept(name: str) -> None:
    tiles, points, width, height, grass, beyond, holes = GOALS[name]
    layout = castle(FOLDER / "goals" / f"{name}.txt")
    check(layout, tiles, points)
    columns = {placed.x for placed in layout.tiles}
    ground = {x for strip in layout.grass for x in range(strip.x, strip.x + strip.width)}
    assert len(ground) == grass
    assert max(columns) - min(columns) < width
    assert max(placed.y for placed in layout.tiles) < height
    assert beyond or columns <= ground
    assert holes or Board(layout).holes() == 0


def test_the_two_player_castles_use_the_tiles_without_a_plus_and_one_gate() -> None:
    for name in ("two-player-48", "two-player-48-within", "two-player-48-no-holes"):
        layout = castle(FOLDER / "goals" / f"{name}.txt")
        used = {placed.tile for placed in layout.tiles}
        allowed = {tile.id for tile in layout.tileset.supply(plus=False)}
        assert allowed < used
        assert len(used - allowed) == 1
