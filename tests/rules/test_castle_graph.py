"""The graph of a castle says what board and referee say."""

from __future__ import annotations

from typing import Any

import networkx as nx
import pytest
from hypothesis import given, settings

from caladale.core.layout import Layout
from caladale.errors import LayoutError
from caladale.rules.board import Board
from caladale.rules.castle_graph import to_networkx
from caladale.rules.support_rule import Mode, holds, support
from tests.support.strategies import NEAR_COORDINATES, layouts

CASTLE = Layout("caladale standard 0+4 - - gate-stone@1,0 stone-tower-1@1,1 stone-edge-1@2,0E")


def test_arrows_go_from_what_holds_to_what_is_held() -> None:
    graph: Any = to_networkx(CASTLE)
    assert graph.nodes[1, 0] == {
        "tile": "gate-stone",
        "kind": "gate-stone",
        "side": "front",
        "turn": 0,
        "mode": Mode.BOTTOM,
        "on_grass": True,
    }
    held = {(one, other): how for one, other, how in graph.edges(data="holds") if how}
    assert held == {((1, 0), (1, 1)): Mode.BOTTOM, ((1, 0), (2, 0)): Mode.HANGING}
    assert graph.edges[(2, 0), (1, 0)] == {"joint": True, "holds": Mode(0), "clash": False}


def test_sky_that_holds_sky_is_an_arrow_without_a_joint() -> None:
    line = "caladale standard 0+4 - sky_stack_supports=yes gate-stone@1,0 stone-tower-1@1,1 "
    graph: Any = to_networkx(Layout(line + "stone-edge-1@1,2S"))
    told = {"joint": False, "holds": Mode.BOTTOM, "clash": False}
    assert graph.edges[(1, 1), (1, 2)] == told
    assert not graph.has_edge((1, 2), (1, 1))


@settings(max_examples=60)
@given(layouts(NEAR_COORDINATES))
def test_joints_and_holds_are_those_of_the_board(layout: Layout) -> None:
    board = Board(layout)
    if board.crowded:
        with pytest.raises(LayoutError, match="two tiles lie in cell"):
            to_networkx(layout)
        return
    graph: Any = to_networkx(layout)
    cells = [placed.cell for placed in layout.tiles]
    joined = {(cells[i], cells[j]) for i, js in enumerate(board.joints) for j in js if j >= 0}
    assert {(a, b) for a, b, joint in graph.edges(data="joint") if joint} == joined
    held = {(hold.by, hold.cell) for hold in holds(layout) if hold.by is not None}
    assert {(a, b) for a, b, how in graph.edges(data="holds") if how} == held
    assert dict(graph.nodes(data="mode")) == support(layout)
    for part in nx.weakly_connected_components(graph.edge_subgraph(joined)):
        start = next(iter(part))
        assert {cells[i] for i in board.joined_to(cells.index(start))} == part
