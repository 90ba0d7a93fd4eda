"""Holes: regions of empty cells that are walled in, for the models that must avoid them."""

from __future__ import annotations

from collections.abc import Iterable

import networkx as nx

from caladale.core.edges import Cell


def holes_in(filled: Iterable[Cell]) -> list[set[Cell]]:
    """The regions of empty cells in y >= 0 that do not reach out of the bounding box."""
    filled = set(filled)
    left, right = min(x for x, _ in filled), max(x for x, _ in filled)
    top = max(y for _, y in filled)
    grid = nx.grid_2d_graph(range(left - 1, right + 2), range(top + 2))
    grid.remove_nodes_from(filled)
    return [
        region
        for region in sorted(nx.connected_components(grid), key=min)
        if all(left <= x <= right and y <= top for x, y in region)
    ]
