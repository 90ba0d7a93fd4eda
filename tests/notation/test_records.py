"""Records: flat, alike, and of one row a tile, so that any library makes a table of them."""

from __future__ import annotations

from hypothesis import given, settings

from caladale.core.layout import Layout, Variant
from caladale.core.readings import Readings
from caladale.games.deal import deal_hand
from caladale.notation.records import Record, to_records
from caladale.rules.board import Board
from tests.support.strategies import BOX, NEAR_COORDINATES, layouts


def check_flat(rows: list[Record]) -> None:
    assert len({tuple(row) for row in rows}) <= 1
    for row in rows:
        assert all(isinstance(value, str | int | bool | None) for value in row.values())


@settings(max_examples=40)
@given(layouts(NEAR_COORDINATES))
def test_a_castle_has_a_record_for_each_tile(layout: Layout) -> None:
    rows = to_records(layout)
    check_flat(rows)
    assert [(row["tile"], row["x"], row["y"]) for row in rows] == [
        (placed.tile, placed.x, placed.y) for placed in layout
    ]
    board = Board(layout)
    shown = [tuple(row[side] for side in ("north", "east", "south", "west")) for row in rows]
    assert shown == [tuple(edge.value for edge in edges) for edges in board.edges]
    if not board.crowded:
        assert sum(row["exposed"] for row in rows) == len(board.exposed)


def test_support_is_told_by_its_letters() -> None:
    line = "caladale standard 0+4 - - gate-stone@0,0 stone-mid-1@1,0E stone-two-1@2,0S"
    line += " stone-edge-1@-1,0W tree-edge-1@5,5"
    assert [row["support"] for row in to_records(Layout(line))] == ["B", "R", "BH", "H", ""]
    crowded = to_records(Layout(line + " tree-edge-2@5,5"))
    assert [row["support"] for row in crowded] == [None] * 6


def test_a_hand_and_a_box_have_records_too() -> None:
    hand = deal_hand(Variant.SOLO2, 1)
    rows = to_records(hand)
    check_flat(rows)
    owners = [row["owner"] for row in rows]
    assert (owners.count("gate"), owners.count("hand"), owners.count("supply")) == (1, 25, 9)
    box = to_records(BOX.under(Readings(wild="four_sides")))
    check_flat(box)
    assert len(box) == 84
    assert [row["east"] for row in box if row["group"] == "wild"] == ["wild"] * 4
