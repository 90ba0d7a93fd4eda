"""The window: the cells in which a model looks for a castle, and when they are enough."""

from __future__ import annotations

from collections.abc import Iterator

from caladale.edges import Cell


def reach(columns: range, tiles: int) -> Iterator[Cell]:
    """Every cell that a legal castle of at most `tiles` tiles can use, on ground `columns`.

    A castle is connected (rule D) and its gate stands on the ground (B1). A cell that is y rows
    above row 0 and d columns beside the ground is y + d steps from the nearest ground cell, so the
    chain of tiles that joins it to the gate has at least y + d + 1 tiles.
    """
    spare = tiles - 1
    for y in range(spare + 1):
        beside = spare - y
        for x in range(columns.start - beside, columns.stop + beside):
            yield x, y


def snug(columns: range, tiles: int) -> list[Cell]:
    """The cells of a box around the ground in which most good castles of `tiles` tiles fit."""
    beside = 2
    height = max(3, -(-tiles // len(columns)) + 2)
    box = {
        (x, y) for x in range(columns.start - beside, columns.stop + beside) for y in range(height)
    }
    return sorted(box.intersection(reach(columns, tiles)))
