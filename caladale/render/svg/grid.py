"""Where cells, gaps and the ground lie in the picture, in hundredths of a tile, y downward."""

from __future__ import annotations

from caladale.render.collapse import Gap, Slot
from caladale.render.svg.landscape import GAP, GROUND
from caladale.render.svg.silhouette import SIZE

LEAST = 4
"""A picture is never narrower than so many tiles."""


class Axes:
    """The places of columns and rows.

    Attributes:
        x: the left end of every column.
        y: the upper end of every row.
        column_gaps: each gap with its left end.
        row_gaps: each gap with its upper end.
        left: where the columns begin; right: where they end.
        top: where the rows begin; bottom: where they end.
        ground: the y of the ground, below row 0.
    """

    def __init__(
        self, columns: tuple[Slot, ...], rows: tuple[Slot, ...], left: float, top: float
    ) -> None:
        self.x: dict[int, float] = {}
        self.y: dict[int, float] = {}
        self.column_gaps: list[tuple[Gap, float]] = []
        self.row_gaps: list[tuple[Gap, float]] = []
        least = LEAST * SIZE
        span = sum(GAP if isinstance(slot, Gap) else SIZE for slot in columns)
        self.left, self.right = left, left + max(least, span)
        self.top = top
        at = left + max(0, least - span) / 2
        for slot in columns:
            if isinstance(slot, Gap):
                self.column_gaps.append((slot, at))
                at += GAP
            else:
                self.x[slot] = at
                at += SIZE
        at = top
        self.ground = top
        for slot in reversed(rows):
            if isinstance(slot, Gap):
                self.row_gaps.append((slot, at))
                at += GAP
                continue
            self.y[slot] = at
            at += SIZE
            if slot == 0:
                self.ground = at
                at += GROUND
        self.bottom = at
