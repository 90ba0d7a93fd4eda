"""The number of changes between two castles, worked out another way."""

from __future__ import annotations

import networkx as nx

from caladale.core.layout import Layout
from tests.support.strategies import BOX


def recount(before: Layout, after: Layout) -> int:
    """The number of changes, worked out another way; no tile may lie in `before` twice."""
    olds = {p.tile: p for p in before.tiles}
    news = {p.tile: p for p in after.tiles}
    assert len(olds) == len(before.tiles)
    assert len(news) == len(after.tiles)
    faces = BOX.faces
    count = len(olds.keys() ^ news.keys())
    moves: nx.MultiDiGraph[tuple[int, int]] = nx.MultiDiGraph()
    for name in olds.keys() & news.keys():
        old, new = olds[name], news[name]
        face = faces[name, old.side]
        same_look = old.side == new.side and (
            old.turn == new.turn
            or (face.turns[old.turn] == face.turns[new.turn] and not face.upright_only)
        )
        if (old.cell, same_look) != (new.cell, True):
            count += 1
            if old.cell != new.cell:
                moves.add_edge(old.cell, new.cell)
    rings = [part for part in nx.strongly_connected_components(moves) if len(part) > 1]
    return count - len(rings)
