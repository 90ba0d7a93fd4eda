"""What the models state a second time is what the referee says: rule F and its words."""

from __future__ import annotations

import random

import msgspec
import pytest

from caladale.core.layout import Grass, Layout, Placement
from caladale.core.readings import READINGS, Readings
from caladale.core.tiles import standard_tileset
from caladale.rules import support_rule as referee
from caladale.solve.models import hanging
from caladale.solve.models.blanks import stance
from caladale.solve.models.foundation import founded
from caladale.solve.models.window import Window

BOX = standard_tileset()
GRASS = range(3)
WINDOW = Window(-1, 6, 4, frozenset(GRASS))
KINDS = ("stone-two", "stone-edge", "stone-mid", "stone-three", "stone-four", "stone-tower")
SINGLE = ("stone-tree-a", "stone-tree-mid", "wild")


def some_readings(chance: random.Random) -> Readings:
    """The defaults but for a few readings."""
    switched = chance.sample(READINGS, chance.randrange(5))
    chosen = {reading.name: chance.choice(reading.values) for reading in switched}
    return msgspec.structs.replace(Readings(), **chosen)


def crowd(chance: random.Random) -> Layout:
    """Tiles packed so densely that joints, bridges and hung chains abound; mostly illegal."""
    tiles = []
    for x, y in WINDOW.cells():
        if chance.random() < 0.7:
            tile = f"{chance.choice(KINDS)}-1" if chance.random() < 0.8 else chance.choice(SINGLE)
            name = f"{tile}-1" if tile in SINGLE else tile
            tiles.append(Placement(name, x, y, chance.randrange(4)))
    return Layout(tuple(tiles), (Grass(0, len(GRASS)),), rules=some_readings(chance))


@pytest.mark.parametrize("seed", range(30))
def test_the_same_tiles_may_hang_and_bridge(seed: int) -> None:
    rules = some_readings(random.Random(seed))
    for face in BOX.under(rules).faces.values():
        assert hanging.hanging_sides(face, rules) == referee.hanging_sides(face, rules)
        assert hanging.may_bridge(face, rules) == referee.may_bridge(face, rules)


@pytest.mark.parametrize("seed", range(300))
def test_the_same_tiles_are_held_up(seed: int) -> None:
    layout = crowd(random.Random(seed))
    lying = {
        placed.cell: stance(face, placed.turn, layout.rules)
        for face, placed in zip(layout.faces(), layout.tiles, strict=True)
    }
    held = {cell for cell, mode in referee.support(layout).items() if mode}
    assert founded(lying, WINDOW, layout.rules) == held


def test_the_crowds_have_something_to_say() -> None:
    parts = [referee.support(crowd(random.Random(seed))) for seed in range(300)]
    for mode in referee.Mode:
        assert any(mode in found for modes in parts for found in modes.values())
    assert any(not found for modes in parts for found in modes.values())
