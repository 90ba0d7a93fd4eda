"""What every drawing of a castle shows, worked out once: the axes, the tiles, and the marks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from caladale.core.edges import Cell, Direction, Edges
from caladale.core.layout import Layout, Placement, wants_layout
from caladale.core.tiles import Face
from caladale.render.captions import caption
from caladale.render.collapse import Slot, collapsed
from caladale.rules.board import Board
from caladale.rules.checks import Violation, cell_name, tile_name
from caladale.rules.score_sheet import tally
from caladale.rules.support_rule import Hold, holds


class Scene:
    """A castle ready to be drawn.

    Attributes:
        board: the castle's tiles, neighbours, clashes and ground.
        columns: the columns of the drawing from left to right. Within a gap the ground is the same
            all along: every end of a strip is a column of its own.
        rows: the rows of the drawing from the bottom up; row 0 is always one of them.
        count: how many tiles lie in each occupied cell.
        codes: the rules broken in each cell, in the referee's order, each once.
        violations: every breach.
        homeless: the breaches that no cell of the drawing can show (a missing gate, say).
        caption: the castle and its verdict in a sentence or two.
    """

    def __init__(self, layout: Layout) -> None:
        wants_layout(layout)
        self.layout = layout
        self.board = Board(layout)
        sheet = tally(self.board)
        self.violations = sheet.verdict.violations
        self.caption = caption(sheet, len(layout.tiles), len(self.board.exposed))
        ends = [x for start, end in self.board.ground.runs for x in (start, end - 1)]
        self.columns: tuple[Slot, ...] = collapsed([*ends, *(x for x, _ in self.board.at)])
        self.rows: tuple[Slot, ...] = collapsed([0, *(y for _, y in self.board.at)])
        self.count = Counter(placed.cell for placed in layout.tiles)
        codes: dict[Cell, dict[str, None]] = {}
        for breach in self.violations:
            for cell in breach.cells:
                codes.setdefault(cell, {})[breach.code] = None
        self.codes = {cell: tuple(found) for cell, found in codes.items()}
        self.homeless: list[Violation] = [v for v in self.violations if not v.cells]

    @property
    def exposed(self) -> set[tuple[int, int, Direction]]:
        """The exposed castle edges as (x, y, side)."""
        return set(self.board.exposed)

    def named(self, cell: Cell) -> str:
        """What lies in a cell and where that is, in words; the cell alone unless it is one tile."""
        if self.count[cell] == 1:
            return tile_name(self.layout.tiles[self.board.at[cell]])
        return cell_name(cell)

    def holds(self) -> tuple[Hold, ...]:
        """What holds up what; nothing where two tiles lie in one cell."""
        return () if self.board.crowded else holds(self.layout)

    def tiles(self) -> Iterator[tuple[Placement, Face, Edges]]:
        """The tile drawn in each occupied cell, the first of several: (placed, face, edges)."""
        board = self.board
        for i in board.at.values():
            yield self.layout.tiles[i], board.faces[i], board.edges[i]
