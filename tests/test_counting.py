"""Counting arguments: what parity and sums forbid, and that they forbid no more."""

from __future__ import annotations

import pytest

from caladale.edges import Edge
from caladale.layout import Grass
from caladale.readings import Readings
from caladale.solve.counting import Bound, count_ends, least_ground, perfect_obstacle
from caladale.solve.problem import Challenge
from caladale.tiles import standard_tileset

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
