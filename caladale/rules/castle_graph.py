"""A castle as a graph of networkx: what is joined to what, and what holds up what."""

from __future__ import annotations

import networkx as nx

from caladale.core.edges import Cell, Direction
from caladale.core.layout import Layout
from caladale.rules.support_rule import Mode, holds, support_modes, uncrowded


def to_networkx(layout: Layout) -> nx.DiGraph[Cell]:
    """The graph of joints and holds of `layout`, legal or not.

    Nodes are cells, as (x, y), with what lies there: ``tile``, ``kind``, ``side``, ``turn``,
    ``mode`` (a `Mode`: how it is held up) and ``on_grass`` (whether the grass holds it). An arrow
    goes from each tile to every one that it is joined to or holds up: ``joint`` tells the former,
    so that there is another arrow back, and ``holds`` the latter, as a `Mode`. A joint is a pair of
    facing castle edges, even where their themes clash, which ``clash`` tells.

    Raises:
        LayoutError: when two tiles lie in one cell.
    """
    board = uncrowded(layout)
    graph: nx.DiGraph[Cell] = nx.DiGraph()
    support = holds(layout)
    on_grass = {hold.cell for hold in support if hold.by is None}
    for placed, mode in zip(layout.tiles, support_modes(board), strict=True):
        graph.add_node(
            placed.cell,
            tile=placed.tile,
            kind=layout.tileset.tiles[placed.tile].kind,
            side=placed.side,
            turn=placed.turn,
            mode=Mode(mode),
            on_grass=placed.cell in on_grass,
        )
    cells = [placed.cell for placed in layout.tiles]
    clashes = {pair for i, other in board.clashes for pair in ((i, other), (other, i))}
    for i, joints in enumerate(board.joints):
        for side in Direction:
            other = joints[side]
            if other >= 0:
                clash = (i, other) in clashes
                graph.add_edge(cells[i], cells[other], joint=True, holds=Mode(0), clash=clash)
    for hold in support:
        if hold.by is None:
            continue
        if not graph.has_edge(hold.by, hold.cell):  # readings let sky carry sky
            graph.add_edge(hold.by, hold.cell, joint=False, holds=Mode(0), clash=False)
        graph.edges[hold.by, hold.cell]["holds"] |= hold.mode
    return graph
