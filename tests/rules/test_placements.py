"""Legal placements: held against every placement there is."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from benchmarks.castles import grown
from caladale import legal_placements, load_tileset, read_layout, validate
from caladale.core.hand import Hand
from caladale.core.layout import Layout, Placement, Variant
from caladale.core.readings import Readings
from caladale.errors import HandError, LayoutError
from tests.support.places import CASES
from tests.support.strategies import BOX

READINGS = (
    Readings(),
    Readings(wild="four_sides", gate_sides="sky"),
    Readings(enchanted_a="opposite", mid_may_hang="yes"),
    Readings(enchanted_a="two_sided", sky_stack_supports="yes", grass_supports_sky="yes"),
    Readings(overhang="whole_column", bridge_tile="mid_only", hung_tiles_carry="no"),
)


def every_placement(layout: Layout, tile: str) -> list[Placement]:
    """All legal placements of `tile` in a box around castle and grass, one of each look."""
    edges = layout.tileset.under(layout.rules).faces
    columns = [0, *(placed.x for placed in layout.tiles)]
    columns += [strip.x for strip in layout.grass]
    columns += [strip.x + strip.width for strip in layout.grass]
    rows = [0, *(placed.y for placed in layout.tiles)]
    found: dict[object, Placement] = {}
    for x in range(min(columns) - 2, max(columns) + 3):
        for y in range(min(rows) - 2, max(rows) + 3):
            for side in layout.tileset.tiles[tile].sides:
                for turn in range(4):
                    placed = Placement(tile, x, y, turn, side)
                    look = (x, y, side, edges[tile, side].turns[turn])
                    if look not in found and validate(layout.placing(placed)).valid:
                        found[look] = placed
    return sorted(found.values(), key=lambda p: (p.x, p.y, p.side == "back", p.turn))


@pytest.mark.parametrize("seed", range(20))
def test_legal_placements_are_those_that_the_referee_passes(seed: int) -> None:
    rng = random.Random(seed)
    variant = rng.choice((Variant.STANDARD, Variant.SOLO2, Variant.ALL_TILES))
    table = Layout(variant=variant, rules=READINGS[seed % len(READINGS)])
    castle = grown(rng, rng.randint(1, 8), table)
    assert validate(castle).valid
    unused = [tile.id for tile in castle.remaining()]
    for tile in [*rng.sample(unused, 3), rng.choice(("wild-2", "gate-tree", "gate-apprentice"))]:
        assert legal_placements(castle, tile) == every_placement(castle, tile)


@pytest.mark.parametrize("line", [
    "caladale standard 0+4 - - -",
    "caladale standard - - - -",
    "caladale standard -2+1,5+2 - - -",
    "caladale all-tiles 0+2,2+1 - - -",
    "caladale standard 0+4 - - gate-stone@1,1",
    "caladale standard 0+4 - - gate-stone@1,0 stone-tower-1@3,0",
    "caladale standard 0+4 - - stone-four-1@1,0",
    "caladale standard 0+4 - - gate-stone@1,0 stone-four-1@1,0",
    "caladale standard 0+4 - - gate-stone@1,0 stone-edge-1@1,2",
])  # fmt: skip
@pytest.mark.parametrize(
    "tile", ["gate-stone", "gate-tree", "stone-mid-1", "stone-two-1", "wild-1"]
)
def test_castles_not_begun_or_broken_are_mended_where_one_tile_can(line: str, tile: str) -> None:
    layout = read_layout(line)
    assert legal_placements(layout, tile) == every_placement(layout, tile)


def test_the_first_gate_goes_anywhere_on_the_grass_either_side_up() -> None:
    placed = legal_placements(read_layout("caladale standard 0+2 - - -"), "gate-tree")
    assert [(p.x, p.y, p.turn, p.side) for p in placed] == [
        (0, 0, 0, "front"),
        (0, 0, 0, "back"),
        (1, 0, 0, "front"),
        (1, 0, 0, "back"),
    ]


def test_a_tile_that_is_in_the_castle_already_goes_nowhere() -> None:
    castle = read_layout("caladale standard 0+4 - - gate-stone@1,0 stone-tower-1@1,1")
    for tile in ("gate-stone", "stone-tower-1"):
        assert legal_placements(castle, tile) == []


@given(st.sampled_from([tile for tile in BOX.tiles if tile.startswith(("stone", "wild"))]))
def test_every_placement_listed_is_legal_and_listed_once(tile: str) -> None:
    castle = read_layout("caladale standard 0+4 - - gate-stone@1,0")
    listed = legal_placements(castle, tile)
    assert len(set(listed)) == len(listed)
    assert all(validate(castle.placing(placed)).valid for placed in listed)


def test_a_tile_that_the_box_does_not_hold_is_an_error() -> None:
    with pytest.raises(LayoutError, match="no tile") as caught:
        legal_placements(Layout(), "stone-four-4")
    assert caught.value.place == "tile"


@pytest.mark.parametrize("seed", range(5))
def test_a_grown_castle_is_legal_at_every_step(seed: int) -> None:
    castle = grown(random.Random(100 + seed), 15, Layout(variant=Variant.SOLO1))
    assert len(castle.tiles) > 3
    for size in range(1, len(castle.tiles) + 1):
        assert validate(castle.replace(tiles=castle.tiles[:size])).valid


@pytest.mark.parametrize("seed", range(6))
def test_those_of_a_whole_hand_are_those_of_its_tiles(seed: int) -> None:
    rng = random.Random(seed)
    variant = rng.choice((Variant.STANDARD, Variant.SOLO2))
    castle = grown(rng, rng.randint(1, 6), Layout(variant=variant))
    unused = [tile.id for tile in castle.remaining() if tile in BOX.supply()]
    tiles = rng.sample(unused, 6)
    hand = Hand(["gate-stone:back"], tiles, variant)
    wilds = [] if "wild-1" in castle else ["wild-1"]
    expected = [one for tile in [*tiles, *wilds] for one in legal_placements(castle, tile)]
    assert legal_placements(castle, hand) == expected
    assert legal_placements(castle, [*tiles, *wilds]) == expected
    assert legal_placements(castle, replace(hand, wilds=0)) == [
        one for one in expected if one.tile != "wild-1"
    ]


def test_a_hand_lays_its_gate_with_the_side_that_it_allows() -> None:
    free = legal_placements(Layout(), "gate-stone")
    assert len(free) == 8
    settled = Hand(["gate-stone:back"], [])
    assert legal_placements(Layout(), settled) == [one for one in free if one.side == "back"]


def test_a_hand_of_another_box_is_refused() -> None:
    box = load_tileset(CASES / "five-gates.toml")
    with pytest.raises(HandError, match="not the same"):
        legal_placements(Layout(), Hand(["gate-stone-1"], [], tileset=box))
    with pytest.raises(ValueError, match="the id of a tile, a number of ids, or a Hand"):
        legal_placements(Layout(), [3])  # type: ignore[list-item]
