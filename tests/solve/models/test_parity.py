"""Counting arguments: what parity and sums forbid, and that they forbid no more."""

from __future__ import annotations

import pytest

from caladale.core.edges import Edge
from caladale.core.layout import Grass
from caladale.core.readings import Readings
from caladale.core.tiles import standard_tileset
from caladale.solve.all_tiles.problem import Challenge
from caladale.solve.models.castle_ends import Ends, count_ends
from caladale.solve.models.parity import Bound, Room, least_ground, perfect_obstacle
from caladale.solve.models.parity import obstacle_of as _obstacle_of

BOX = standard_tileset()


def _obstacle(gate: str, *tiles: str, columns: int = 4) -> Bound | None:
    offered = Challenge(gates=(gate,), tiles=tiles).offered()
    found = perfect_obstacle(BOX, offered, columns)
    return found.bound if found else None


def test_all_76_tiles_have_187_castle_ends() -> None:
    offered = Challenge().offered()
    fronts = count_ends([BOX.faces[name, "front"] for name in offered])
    assert (fronts.tiles, fronts.total) == (76, 187)
    assert fronts.by_theme == {Edge.STONE: 65, Edge.TREE: 61, Edge.TUDOR: 61}
    assert (fronts.least_ground, fronts.most_ground) == (5, 37)
    assert fronts.gates == {Edge.STONE: 2, Edge.TREE: 1, Edge.TUDOR: 1}
    assert fronts.towers == {Edge.STONE: 5, Edge.TREE: 5, Edge.TUDOR: 5}


@pytest.mark.parametrize(
    "rules",
    [
        Readings(),
        Readings(enchanted_a="opposite"),
        Readings(enchanted_a="two_sided"),
        Readings(gate_sides="sky"),
    ],
)
def test_five_columns_are_the_least_ground_thinkable(rules: Readings) -> None:
    box, offered = BOX.under(rules), Challenge().offered()
    assert least_ground(box, offered) == 5
    assert perfect_obstacle(box, offered, 5) is None
    found = perfect_obstacle(box, offered, 4)
    assert found is not None
    assert found.bound is Bound.GROUND
    assert "odd" in found.reason
    assert "4 gates alone" in found.reason


def test_gates_need_a_column_each() -> None:
    found = perfect_obstacle(BOX, Challenge().offered(), 3)
    assert found is not None
    assert found.reason == "4 gates stand on the ground, which has 3 columns."


def test_too_few_ends_to_hold_together() -> None:
    edges = ("stone-edge-1", "stone-edge-2", "stone-edge-3")
    assert _obstacle("gate-stone:front", *edges) is None
    assert _obstacle("gate-stone:front", *edges, "stone-tower-1") is Bound.JOINTS


def test_towers_need_tops_to_stand_on() -> None:
    towers = [f"stone-tower-{n}" for n in range(1, 4)]
    assert _obstacle("gate-stone:front", "stone-mid-1", *towers[:2], "stone-edge-1") is None
    assert _obstacle("gate-stone:front", "stone-mid-1", *towers) is Bound.TOWERS


def test_themes_need_a_tile_to_meet_in() -> None:
    edges = ("stone-edge-1", "stone-edge-2", "tree-edge-1")
    assert _obstacle("gate-stone:front", *edges) is Bound.MEETING
    assert _obstacle("gate-stone:back", *edges) is None
    assert _obstacle("gate-stone", *edges) is None


def test_parity_of_each_theme() -> None:
    # 10 ends of stone with one gate, and one end of tree: 2 and 1 columns, though 11 is odd.
    tiles = ("stone-tree-b-1", "stone-edge-1", "stone-edge-2", "stone-edge-3")
    offered = Challenge(gates=("gate-stone:front",), tiles=tiles).offered()
    assert perfect_obstacle(BOX, offered, 3) is None
    found = perfect_obstacle(BOX, offered, 2)
    assert found is not None
    assert found.bound is Bound.GROUND
    assert "tree has 1 castle edge and no gate" in found.reason


def test_gates_open_at_both_sides_need_neighbours() -> None:
    narrow = Challenge(grass=(Grass(0, 5),), within_columns=True)
    found = narrow.obstacle()
    assert found is not None
    assert found.bound is Bound.WIDTH
    assert found.is_absolute
    assert Challenge(grass=(Grass(0, 6),), within_columns=True).obstacle() is None
    closed = Readings(gate_sides="sky")
    assert Challenge(grass=(Grass(0, 5),), within_columns=True, rules=closed).obstacle() is None


def _told(tiles: str, columns: int, gates: tuple[str, ...] = ("gate-stone:front",)) -> str:
    offered = Challenge(gates=gates, tiles=tuple(tiles.split())).offered()
    found = perfect_obstacle(BOX, offered, columns)
    assert found is not None
    return found.reason


@pytest.mark.parametrize(
    ("tiles", "columns", "told"),
    [
        ("stone-tower-1", 0, "1 gate stands on the ground, which has no columns."),
        (
            "stone-four-1 stone-edge-1 stone-edge-2",
            1,
            (
                "so the number on the ground is even. The gate alone makes 1, so it is at least 2; "
                "the ground has 1 column."
            ),
        ),
        (
            "stone-tree-mid-1 stone-tower-1 tree-tower-1 tree-tower-2",
            4,
            (
                "5 tiles hold together by 4 joints or more, which take 8 castle edges, and at "
                "least 3 lie on the ground; the tiles have only 9."
            ),
        ),
    ],
)
def test_one_thing_is_told_as_one(tiles: str, columns: int, told: str) -> None:
    assert told in _told(tiles, columns)


def _ends(tiles: int, castle: int, towers: int = 0, carriers: int = 0) -> Ends:
    one = {Edge.STONE: 1}
    return Ends(
        tiles, {Edge.STONE: castle}, one, {Edge.STONE: towers}, {Edge.STONE: carriers}, frozenset()
    )


@pytest.mark.parametrize(
    ("ends", "reason"),
    [
        (
            _ends(2, 1),
            (
                "2 tiles hold together by 1 joint or more, which takes 2 castle edges, and at "
                "least 1 lies on the ground; the tiles have only 1."
            ),
        ),
        (
            _ends(3, 7, towers=1),
            (
                "There is 1 tower top of stone, which stands on the top edge of another tile of "
                "that theme, but no tiles could carry it."
            ),
        ),
        (
            _ends(4, 9, towers=2, carriers=1),
            (
                "There are 2 tower tops of stone, each of which stands on the top edge of another "
                "tile of that theme, but only 1 tile could carry one."
            ),
        ),
    ],
)
def test_the_words_fit_one_and_many(ends: Ends, reason: str) -> None:
    found = _obstacle_of(ends, Room(4, None, 4))
    assert found is not None
    assert found.reason == reason


@pytest.mark.parametrize(
    ("gates", "told"),
    [
        (
            ("gate-stone:front",),
            (
                "1 gate stands in the bottom row, and as it is castle at the right and left, "
                "another tile closes the row at either end: 3 columns, but the castle may span 2."
            ),
        ),
        (
            ("gate-stone:front", "gate-tree:front"),
            (
                "2 gates stand in the bottom row, and as all are castle at the right and left, "
                "another tile closes the row at either end: 4 columns, but the castle may span 2."
            ),
        ),
    ],
)
def test_one_gate_and_more_in_a_narrow_castle(gates: tuple[str, ...], told: str) -> None:
    found = Challenge(gates=gates, tiles=(), max_width=2).obstacle()
    assert found is not None
    assert found.reason == told


def test_the_other_side_of_one_gate_is_told_as_one() -> None:
    fares = "The other side of gate-stone fares no better."
    assert _told("tudor-edge-1", 4, ("gate-stone",)).endswith(fares)
