"""Hypothesis strategies and small helpers that several test modules share."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from caladale.core.hand import Hand
from caladale.core.layout import FAR, Grass, Layout, Placement, Variant
from caladale.core.readings import READINGS, Readings
from caladale.core.tiles import TileSet, standard_tileset

BOX = standard_tileset()
TILE_IDS = tuple(BOX.tiles)

NEAR_COORDINATES = st.integers(-6, 6)
COORDINATES = st.one_of(
    NEAR_COORDINATES, st.integers(-FAR, FAR), st.sampled_from((-FAR, -FAR + 1, FAR - 1, FAR))
)
WIDTHS = st.one_of(st.integers(1, 8), st.integers(1, 1000), st.sampled_from((1, 1000)))


@st.composite
def placements(
    draw: st.DrawFn, coordinates: st.SearchStrategy[int] = COORDINATES, box: TileSet = BOX
) -> Placement:
    """Any tile of the box, lying on any side that it has, anyhow and anywhere."""
    tile = draw(st.sampled_from(tuple(box.tiles)))
    return Placement(
        tile,
        draw(coordinates),
        draw(coordinates),
        draw(st.integers(0, 3)),
        draw(st.sampled_from(box.tiles[tile].sides)),
    )


@st.composite
def readings(draw: st.DrawFn) -> Readings:
    """Any choice of the readings, with the defaults well represented."""
    changed = draw(st.lists(st.sampled_from(READINGS), unique_by=lambda r: r.name, max_size=5))
    chosen: dict[str, Any] = {
        reading.name: draw(st.sampled_from(reading.values)) for reading in changed
    }
    return Readings(**chosen)


@st.composite
def layouts(
    draw: st.DrawFn, coordinates: st.SearchStrategy[int] = COORDINATES, box: TileSet = BOX
) -> Layout:
    """Any layout that a file can hold, most of them illegal: tiles may be doubled and overlap."""
    strips = st.builds(Grass, coordinates, WIDTHS)
    return Layout(
        tiles=tuple(draw(st.lists(placements(coordinates, box), max_size=12))),
        grass=draw(st.just((Grass(0, 4),)) | st.lists(strips, max_size=4).map(tuple)),
        variant=draw(st.sampled_from(Variant)),
        rules=draw(readings()),
        flipped=draw(st.just(0) | st.integers(0, 80)),
        timer=draw(st.booleans()),
        exchanges=draw(st.just(0) | st.integers(0, 10**6)),
        tileset=box,
    )


@st.composite
def hands(draw: st.DrawFn) -> Hand:
    """Any hand that a file can hold."""
    variant = draw(st.sampled_from(Variant))
    challenge = variant is Variant.ALL_TILES
    names = [tile.id for tile in BOX.gates()]
    gates = draw(
        st.lists(st.sampled_from(names), unique=True, min_size=1, max_size=4 if challenge else 1)
    )
    sides = [draw(st.sampled_from(("", ":front", ":back"))) for _ in gates]
    tiles = draw(
        st.lists(st.sampled_from([tile.id for tile in BOX.supply()]), unique=True, max_size=30)
    )
    owned = draw(st.integers(0, len(tiles)))
    return Hand(
        gates=tuple(name + side for name, side in zip(gates, sides, strict=True)),
        tiles=tuple(tiles[:owned]),
        variant=variant,
        rules=draw(readings()),
        wilds=0 if challenge else draw(st.integers(0, 1)),
        grass=tuple(draw(st.lists(WIDTHS, max_size=3))),
        flipped=draw(st.integers(0, 80)),
        supply=tuple(tiles[owned:]),
    )
