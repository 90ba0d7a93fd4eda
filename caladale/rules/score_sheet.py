"""The referee's second question: what is this castle worth?"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from caladale.core.edges import Cell, Direction
from caladale.core.layout import Layout, wants_layout
from caladale.core.tile_file import Group, Role
from caladale.rules import points
from caladale.rules.board import Board
from caladale.rules.verdict import Verdict, judge

ITEM_LABELS = {
    "tiles": "Tiles in the castle, without the wild",
    "complete": "Complete castle",
    "towers": "Tower tops",
    "flipped": "Flipped tiles",
    "timer": "Sand timer flipped",
    "exposed": "Exposed castle edges",
    "wild": "Wild used",
    "exchanges": "Exchanges",
}
"""The items of the score sheet in the words of the game."""


class Item(Struct, frozen=True):
    """One line of the score sheet.

    Attributes:
        name: one of `ITEM_LABELS`: ``tiles``, ``complete`` and so on.
        count: how many there are.
        each: points for each of them.
        cells: the tiles behind the item, sorted; empty where it is not about single tiles.
        edges: the exposed castle edges behind the item, as (x, y, side), sorted.
    """

    name: str
    count: int
    each: int
    cells: tuple[Cell, ...] = ()
    edges: tuple[tuple[int, int, Direction], ...] = ()

    @property
    def points(self) -> int:
        """What the item adds to the total."""
        return self.count * self.each


class Score(Struct, frozen=True):
    """A castle's verdict and score sheet.

    Attributes:
        verdict: the referee's verdict; an illegal castle has no score.
        items: the score sheet, which an illegal castle has too unless two tiles share a cell.
    """

    verdict: Verdict
    items: tuple[Item, ...]

    def __str__(self) -> str:
        width = max(map(len, ITEM_LABELS.values()))
        lines = [
            f"{ITEM_LABELS[item.name]:{width}} {item.count:4} {item.points:5}"
            for item in self.items
        ]
        points = self.total if self.verdict.valid else self.would_score
        told = "Score" if self.verdict.valid else "Would score, if it were legal"
        last = f"{told:{width}} {'':4} {'none' if points is None else points:>5}"
        return "\n".join([str(self.verdict), *lines, last])

    @property
    def total(self) -> int | None:
        """The castle's score, or None when it is illegal."""
        return sum(item.points for item in self.items) if self.verdict.valid else None

    @property
    def would_score(self) -> int | None:
        """What an illegal castle would score as it stands; None if legal, or crowded."""
        if self.verdict.valid or not self.items:
            return None
        return sum(item.points for item in self.items)

    def points(self) -> dict[str, int]:
        """The points of every item by name."""
        return {item.name: item.points for item in self.items}


def score(layout: Layout) -> Score:
    """Judge `layout` and fill in its score sheet by the rulebook's table."""
    wants_layout(layout)
    return tally(Board(layout))


def tally(board: Board) -> Score:
    """Judge and score a board that is already made; see `score`."""
    verdict = judge(board)
    return Score(verdict, () if board.crowded else _sheet(board, verdict.complete))


def _sheet(board: Board, complete: bool) -> tuple[Item, ...]:
    layout = board.layout
    gates_count = layout.rules.gates_score
    scoring, towers, wilds = [], [], []
    for face, placed in zip(board.faces, layout.tiles, strict=True):
        if face.group is Group.WILD:
            wilds.append(placed.cell)
            continue
        if gates_count or face.group is not Group.GATE:
            scoring.append(placed.cell)
        if face.role is Role.TOWER:
            towers.append(placed.cell)
    exposed = tuple(sorted(board.exposed, key=lambda edge: (edge[0], edge[1], edge[2].name)))
    # What is foreign to the variant may stand in a file, and scores nothing.
    flipped = layout.flipped if layout.variant.scores_flipped else 0
    timer = layout.timer and layout.variant.scores_timer
    exchanges = layout.exchanges if layout.variant.scores_exchanges else 0
    return (
        Item("tiles", len(scoring), points.TILE, tuple(sorted(scoring))),
        Item("complete", int(complete), points.COMPLETE),
        Item("towers", len(towers), points.TOWER_TOP, tuple(sorted(towers))),
        Item("flipped", flipped, points.FLIPPED),
        Item("timer", int(timer), points.TIMER),
        Item("exposed", len(exposed), points.EXPOSED, edges=exposed),
        Item("wild", len(wilds), points.WILD, tuple(sorted(wilds))),
        Item("exchanges", exchanges, points.EXCHANGE),
    )


def ranking(totals: Sequence[int | None]) -> list[int | None]:
    """The rank of each total, the highest first; equal totals share a rank, as in 1, 2, 2, 4.

    The tie-breakers are printed on a score track whose text is not known, so ties stay ties. A
    castle without a score has no rank.
    """
    scored = [total for total in totals if total is not None]
    return [
        None if total is None else 1 + sum(other > total for other in scored) for total in totals
    ]
