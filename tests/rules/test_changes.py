"""Changes between two castles: told in an order that can be played, and never more than needed."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caladale import Layout, Placement, Variant, read_layout
from caladale.rules.changes import CastleChange, ChangeKind, changes_between
from tests.support.changes_recounted import recount
from tests.support.strategies import NEAR_COORDINATES, placements

HEAD = "caladale solo2 0+4 - - "


def castle(tiles: str) -> Layout:
    return read_layout(HEAD + tiles)


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("gate-stone@1,0", "gate-stone@1,0", []),
        (
            "gate-stone@1,0 stone-tower-1@1,1",
            "gate-stone@1,0",
            ["Remove stone-tower-1 from column 1, row 1."],
        ),
        (
            "gate-stone@1,0",
            "gate-stone@1,0 stone-edge-1@2,0E",
            ["Add stone-edge-1 at column 2, row 0, turned a quarter turn clockwise."],
        ),
        (
            "gate-stone@1,0 stone-edge-1@2,0",
            "gate-stone@1,0 stone-edge-1@2,0E",
            ["Turn stone-edge-1 at column 2, row 0 a quarter turn clockwise."],
        ),
        (
            "gate-stone@1,0",
            "gate-stone:back@1,0",
            ["Turn gate-stone at column 1, row 0 over to its back."],
        ),
        (
            "gate-stone:back@1,0E",
            "gate-stone@2,0",
            [
                (
                    "Move gate-stone from column 1, row 0 to column 2, row 0 and turn it over to "
                    "its front and a quarter turn counterclockwise."
                )
            ],
        ),
        # A four that is turned looks the same, a gate too, but its turn matters.
        ("stone-four-1@1,1S", "stone-four-1@1,1", []),
        (
            "gate-stone@1,0S",
            "gate-stone@1,0",
            ["Turn gate-stone at column 1, row 0 a half turn."],
        ),
        (
            "stone-two-1@0,0 stone-edge-1@1,0E",
            "stone-two-1@1,0 stone-edge-1@0,0S",
            [
                (
                    "Swap stone-two-1 at column 0, row 0 with stone-edge-1 at column 1, row 0; "
                    "turn stone-edge-1 a quarter turn clockwise."
                )
            ],
        ),
        (
            "stone-two-1@0,0 stone-edge-1@1,0 stone-four-1@2,0",
            "stone-two-1@1,0 stone-edge-1@2,0 stone-four-1@0,0",
            [
                "Swap stone-two-1 at column 0, row 0 with stone-edge-1 at column 1, row 0.",
                "Swap stone-edge-1 at column 0, row 0 with stone-four-1 at column 2, row 0.",
            ],
        ),
        # What moves out of the way moves first.
        (
            "stone-two-1@0,0 stone-edge-1@1,0",
            "stone-two-1@1,0 stone-edge-1@2,0",
            [
                "Move stone-edge-1 from column 1, row 0 to column 2, row 0.",
                "Move stone-two-1 from column 0, row 0 to column 1, row 0.",
            ],
        ),
        # One copy of a tile that lies in two places stays, and the other is removed.
        (
            "stone-edge-1@0,0 stone-edge-1@1,0",
            "stone-edge-1@1,0",
            ["Remove stone-edge-1 from column 0, row 0."],
        ),
        # Of two copies the one is moved that makes a swap of it.
        (
            "stone-edge-1@0,0 stone-edge-1@3,0 stone-two-1@2,0",
            "stone-two-1@3,0 stone-edge-1@2,0",
            [
                "Remove stone-edge-1 from column 0, row 0.",
                "Swap stone-two-1 at column 2, row 0 with stone-edge-1 at column 3, row 0.",
            ],
        ),
    ],
)
def test_changes_in_words(before: str, after: str, expected: list[str]) -> None:
    told = changes_between(castle(before), castle(after))
    assert [change.sentence for change in told] == expected


def play(layout: Layout, changes: tuple[CastleChange, ...]) -> Counter[Placement]:
    """Make the changes one by one; each must find the tiles that it names."""
    tiles = Counter(layout.tiles)
    for change in changes:
        for old in change.before:
            assert tiles[old] > 0
            tiles[old] -= 1
        tiles.update(change.after)
    return +tiles


def play_on_a_table(layout: Layout, changes: tuple[CastleChange, ...]) -> Counter[Placement]:
    """The same; none may lay a tile in a cell that holds another."""
    tiles = Counter(layout.tiles)
    for change in changes:
        tiles.subtract(change.before)
        assert min(tiles.values(), default=0) >= 0
        taken = {placed.cell for placed in (+tiles)}
        assert taken.isdisjoint(new.cell for new in change.after), change.sentence
        tiles.update(change.after)
    return +tiles


def on_free_cells(tiles: list[Placement]) -> Layout:
    """A layout of these tiles without any that is there already or lies in a cell taken."""
    kept: dict[str, Placement] = {}
    cells = set()
    for placed in tiles:
        if placed.tile not in kept and placed.cell not in cells:
            kept[placed.tile] = placed
            cells.add(placed.cell)
    return Layout(tiles=tuple(kept.values()))


FEW = st.lists(placements(st.integers(0, 1) | NEAR_COORDINATES), max_size=8)


@given(FEW, st.randoms(use_true_random=False), FEW)
def test_changes_lead_from_one_castle_to_the_other(
    one: list[Placement], rng: random.Random, two: list[Placement]
) -> None:
    before = on_free_cells(one)
    cells = [placed.cell for placed in before.tiles]
    rng.shuffle(cells)
    shuffled = [
        Placement(placed.tile, *cell, rng.choice((placed.turn, 0)), placed.side)
        for placed, cell in zip(before.tiles, cells, strict=True)
        if rng.random() < 0.9
    ]
    after = on_free_cells(shuffled + two[:2])
    changes = changes_between(before, after)
    played = play(before, changes)
    # A tile that only looks unturned may lie as it did.
    assert Counter((p.tile, p.cell, p.side) for p in played.elements()) == Counter(
        (p.tile, p.cell, p.side) for p in after.tiles
    )
    assert changes_between(after.replace(tiles=played.elements()), after) == ()
    assert len(changes) == recount(before, after)
    assert all(change.cells for change in changes)
    assert sum(change.act is ChangeKind.ADDED for change in changes) == len(
        {p.tile for p in after.tiles} - {p.tile for p in before.tiles}
    )


CROWDED = st.lists(placements(st.integers(0, 2)), max_size=9)


@given(CROWDED, st.data(), CROWDED, st.sampled_from(Variant))
def test_changes_can_be_made_one_after_another(
    one: list[Placement], data: st.DataObject, two: list[Placement], variant: Variant
) -> None:
    """Also where tiles lie in one cell, or one tile in several, before."""
    again = data.draw(st.lists(st.sampled_from(one), max_size=2)) if one else []
    cells = [placed.cell for placed in one]
    copies = [Placement(p.tile, *data.draw(st.sampled_from(cells)), p.turn, p.side) for p in again]
    before = Layout(tiles=(*one, *copies), variant=variant)
    cells = data.draw(st.permutations(cells))
    moved = [
        Placement(placed.tile, *cell, data.draw(st.sampled_from((placed.turn, 0))), placed.side)
        for placed, cell in zip(one, cells, strict=True)
    ]
    after = on_free_cells(data.draw(st.permutations(moved)) + two[:1])
    played = play_on_a_table(before, changes_between(before, after))
    assert Counter((p.tile, p.cell, p.side) for p in played.elements()) == Counter(
        (p.tile, p.cell, p.side) for p in after.tiles
    )
    assert changes_between(after.replace(tiles=played.elements()), after) == ()


def test_where_two_tiles_lie_in_one_cell_one_leaves_before_the_other_is_swapped() -> None:
    before = castle("gate-stone@0,1 stone-two-1@0,1 stone-edge-1@-1,0")
    after = castle("gate-stone@0,0 stone-two-1@-1,0 stone-edge-1@0,1")
    assert [change.sentence for change in changes_between(before, after)] == [
        "Move gate-stone from column 0, row 1 to column 0, row 0.",
        "Swap stone-edge-1 at column -1, row 0 with stone-two-1 at column 0, row 1.",
    ]


@pytest.mark.parametrize(
    ("variant", "expected"),
    [
        (
            Variant.SPEED,
            [
                "Remove gate-stone from column 1, row 0.",
                "Move stone-edge-1 from column 2, row 0 to column 1, row 0.",
                "Move gate-stone from column 5, row 0 to column 2, row 0.",
            ],
        ),
        (
            Variant.SOLO2,
            [
                "Remove gate-stone from column 5, row 0.",
                (
                    "Swap gate-stone at column 1, row 0 with stone-edge-1 at column 2, row 0; "
                    "turn gate-stone over to its front."
                ),
            ],
        ),
    ],
)
def test_a_gate_of_settled_side_is_not_turned_over_to_save_a_change(
    variant: Variant, expected: list[str]
) -> None:
    before = castle("gate-stone@5,0 gate-stone:back@1,0 stone-edge-1@2,0")
    after = castle("gate-stone@2,0 stone-edge-1@1,0")
    changes = changes_between(Layout(tiles=before.tiles, variant=variant), after)
    assert [change.sentence for change in changes] == expected
