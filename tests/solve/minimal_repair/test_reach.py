"""Reach: no castle that so many changes make goes beyond the cells that are searched for it."""

from __future__ import annotations

import random

import pytest

from benchmarks.castles import grown
from caladale import Grass, Layout, LayoutError, Placement, read_layout
from caladale.core.edges import Cell
from caladale.core.layout import FAR
from caladale.rules.changes import changes_between
from caladale.solve.minimal_repair.reach import Reach, box_around, on_a_table

HEAD = "caladale standard 0+4 - - "
ROOM = 10**6


def needed(layout: Layout, changes: int, most_tiles: int = 80) -> frozenset[Cell]:
    cells = Reach(layout, most_tiles).needed(changes, ROOM)
    assert cells is not None
    return cells


@pytest.mark.parametrize("seed", range(60))
def test_every_castle_lies_in_the_cells_of_as_many_changes(seed: int) -> None:
    """The castle before is the one after, spoiled at random; some of it lies far away."""
    rng = random.Random(seed)
    after = grown(rng, rng.randint(2, 12), Layout(grass=(Grass(0, rng.randint(2, 9)),)))
    right, up = rng.choice(((0, 0), (0, 1), (rng.randint(1, 9), 0)))
    lying = []
    for placed in after.tiles:
        x, y, lot = placed.x + right, placed.y + up, rng.random()
        if lot < 0.3:
            x, y = rng.randint(-9, 15), rng.randint(-2, 9)
        if lot > 0.1:
            lying.append(Placement(placed.tile, x, y, placed.turn, placed.side))
    before = after.replace(tiles=lying)
    changes = len(changes_between(before, after))
    cells = {placed.cell for placed in after.tiles}
    assert cells <= needed(before, changes, len(after.tiles))
    assert Reach(before, 80).covers(changes, needed(before, changes))
    assert not Reach(before, 80).too_few(changes, ROOM)


def test_with_fewer_changes_than_tiles_it_goes_where_tiles_lie() -> None:
    castle = read_layout(HEAD + "gate-stone@1,0 stone-tower-1@1,1")
    assert needed(castle, 0) == {(1, 0), (1, 1)}
    assert needed(castle, 1) == {(1, 0), (1, 1), (0, 0), (2, 0), (0, 1), (2, 1), (1, 2)}


def test_with_as_many_it_goes_anywhere_on_the_grass() -> None:
    far = read_layout(HEAD + "gate-stone@9,0 stone-tower-1@9,1")
    assert needed(far, 1) == set()
    assert needed(far, 2) == {
        *((x, 0) for x in range(-1, 5)),
        *((x, 1) for x in range(4)),
    }
    assert needed(far, 5, most_tiles=2) == needed(far, 2)


def test_tiles_that_a_castle_cannot_go_to_leave() -> None:
    lying = " ".join(f"stone-edge-{n}@{10 * n},9" for n in (1, 2, 3))
    reach = Reach(read_layout(HEAD + f"gate-stone@1,0 {lying}"), 80)
    assert [reach.too_few(changes, ROOM) for changes in range(5)] == [
        True, True, True, False, False,
    ]  # fmt: skip


def test_more_cells_than_there_is_room_for_are_not_told() -> None:
    castle = read_layout("caladale standard 0+1000,5000+1000 - - gate-stone@-9,0 stone-edge-1@9,9")
    assert Reach(castle, 80).needed(2, 1999) is None
    assert Reach(castle, 80).needed(2, 9000) is not None
    assert not Reach(castle, 80).covers(2, {(0, 0)})
    assert not Reach(castle, 80).too_few(2, 10)


def test_a_box_has_room_for_the_gate() -> None:
    assert box_around(read_layout(HEAD + "gate-stone@7,3"), 0, 100) == {
        *((7, y) for y in range(4)),
        (3, 0),
    }
    assert box_around(read_layout(HEAD + "gate-stone@7,-3"), 5, 100) == {(0, 0)}
    with pytest.raises(LayoutError, match="more than 100 cells"):
        box_around(read_layout(HEAD + "gate-stone@1,0 stone-edge-1@99,0"), 1, 100)


def test_no_cell_lies_beyond_the_last_column() -> None:
    assert on_a_table({(FAR, 0), (FAR + 1, 0), (-FAR - 1, 0), (0, FAR + 1)}) == {(FAR, 0)}
