"""The best castle of a small hand by brute force: all of them, judged by the referee.

A legal castle is connected through joints (rule D), so it can be read off outward from its gate:
take an empty cell that a castle edge faces and decide it, for a tile whose edges fit or for staying
empty for good. The cell to decide next depends on the decisions before and on nothing else, so this
meets every castle exactly once. No order of building has to be legal on the way: support, holes and
the rest are the referee's business, who judges the castle when no cell is left to decide. A branch
is left only when its points, with all that the tiles in hand could add, do not beat the best.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from caladale.core.edges import Cell, Direction, Edge, Edges, fits, neighbour
from caladale.core.hand import Hand
from caladale.core.layout import Grass, Layout, Placement
from caladale.core.tile_file import Group, Role
from caladale.core.tiles import Side
from caladale.rules.score_sheet import score

_S = Direction.S

Asked = tuple[Edge | None, Edge | None, Edge | None, Edge | None]
"""What the neighbours of a cell show to it, None where none lies."""


class Way(Struct, frozen=True, eq=False):
    """One way to lay a tile: identical tiles are one kind, and turns that look alike one way."""

    kind: str
    side: Side
    turn: int
    edges: Edges


class GaveUpError(Exception):
    """Brute force came to the end of its patience."""


class BruteForce:
    """The search for the best castle of one hand, decision by decision.

    Attributes:
        best: the best score so far; None before the first legal castle.
        decisions: how many states of the table were looked at.
        judged: how many castles the referee judged.
    """

    def __init__(self, hand: Hand, *, most_decisions: int | None = None) -> None:
        if hand.supply or len(hand.grass) != 1:
            message = "brute force exchanges nothing and lays one strip"
            raise ValueError(message)
        self._most_decisions = most_decisions
        self.hand = hand
        self.columns = hand.grass[0]
        self.best: int | None = None
        self.judged = 0
        self.decisions = 0
        self._ids: dict[str, list[str]] = {}
        self._ways: dict[str, list[Way]] = {}
        self._worth: dict[str, int] = {}
        wilds = [tile.id for tile in hand.tileset.wilds()][: hand.wilds]
        for name in (*hand.tiles, *wilds):
            self._take(name, ("front",))
        self._left = {kind: len(names) for kind, names in self._ids.items()}
        self._at: dict[Cell, Way] = {}
        self._empty: set[Cell] = set()
        self._fitting: dict[Asked, list[Way]] = {}

    def _take(self, name: str, sides: Sequence[Side]) -> None:
        tile = self.hand.tileset.tiles[name]
        self._ids.setdefault(tile.kind, []).append(name)
        faces = self.hand.tileset.under(self.hand.rules).faces
        self._ways[tile.kind] = [
            Way(tile.kind, side, turn, faces[name, side].turns[turn])
            for side in sides
            for turn in faces[name, side].orientations
        ]
        worth = 3 if tile.role is Role.TOWER else 2
        if tile.group is Group.WILD:
            worth = -1
        elif tile.group is Group.GATE and self.hand.rules.gate_counts == "no":
            worth = 0
        self._worth[tile.kind] = worth

    def search(self) -> int | None:
        """The best score, or None when there is no legal castle.

        Raises:
            GaveUpError: when that takes more decisions than allowed.
        """
        for gate, sides in self.hand.gate_sides().items():
            self._take(gate, sides)
            for way in self._ways[gate]:
                for x in range(self.columns):
                    self._at[x, 0] = way
                    self._decide(self._worth[gate], 0)
                    del self._at[x, 0]
        return self.best

    def _decide(self, points: int, open_edges: int) -> None:
        """Decide the next cell, with so many points for tiles and edges exposed for good."""
        self.decisions += 1
        if self._most_decisions is not None and self.decisions > self._most_decisions:
            raise GaveUpError
        undecided = self._undecided()
        choices = {cell: self._fill(asked) for cell, asked in undecided.items()}
        most = self._most(points, open_edges, undecided, choices)
        if self.best is not None and most <= self.best:
            return
        if not undecided:
            self._judge(points, open_edges)
            return
        # The cell with the fewest ways to fill it leaves the fewest branches.
        cell = min(choices, key=lambda cell: (len(choices[cell]), cell))
        ways = choices[cell]
        for way in ways:
            if cell[1] == 0 and not 0 <= cell[0] < self.columns and way.edges[_S].is_castle:
                continue  # rule E, whatever comes later
            self._left[way.kind] -= 1
            self._at[cell] = way
            wasted = sum(
                way.edges[side].is_castle and neighbour(cell, side) in self._empty
                for side in Direction
            )
            self._decide(points + self._worth[way.kind], open_edges + wasted)
            del self._at[cell]
            self._left[way.kind] += 1
        facing = sum(edge is not None and edge.is_castle for edge in undecided[cell])
        self._empty.add(cell)
        self._decide(points, open_edges + facing)
        self._empty.remove(cell)

    def _undecided(self) -> dict[Cell, Asked]:
        """The empty cells that castle edges face and that may yet be filled."""
        cells: dict[Cell, Asked] = {}
        for cell, way in self._at.items():
            for side in Direction:
                other = neighbour(cell, side)
                if (
                    way.edges[side].is_castle
                    and other[1] >= 0
                    and other not in self._at
                    and other not in self._empty
                    and other not in cells
                ):
                    north, east, south, west = (self._shown(other, side) for side in Direction)
                    cells[other] = north, east, south, west
        return cells

    def _shown(self, cell: Cell, side: Direction) -> Edge | None:
        way = self._at.get(neighbour(cell, side))
        return None if way is None else way.edges[side.opposite]

    def _fill(self, asked: Asked) -> list[Way]:
        """The ways to lay a tile that is left where neighbours show `asked`."""
        if asked not in self._fitting:
            self._fitting[asked] = [
                way
                for kind in self._left
                for way in self._ways[kind]
                if all(a is None or fits(a, e) for a, e in zip(asked, way.edges, strict=True))
            ]
        return [way for way in self._fitting[asked] if self._left[way.kind]]

    def _most(
        self,
        points: int,
        open_edges: int,
        undecided: dict[Cell, Asked],
        choices: dict[Cell, list[Way]],
    ) -> int:
        """No castle that keeps the decisions scores more than this."""
        themes = {edge for asked in undecided.values() for edge in asked if edge is not None}
        themes.discard(Edge.SKY)
        waiting = {kind for kind, number in self._left.items() if number}
        growing = bool(themes)
        while growing:  # a tile can be joined only where one of its themes has come before
            near = {kind for kind in waiting if self._meets(kind, themes)}
            waiting -= near
            for kind in near:
                themes.update(edge for edge in self._ways[kind][0].edges if edge.is_castle)
                points += max(0, self._worth[kind]) * self._left[kind]
            growing = bool(near)
        open_edges += self._unfillable(undecided, choices)
        return points - 2 * open_edges + (0 if open_edges else 2)

    def _unfillable(self, undecided: dict[Cell, Asked], choices: dict[Cell, list[Way]]) -> int:
        """At least so many more edges stay exposed: there are more cells to fill than tiles."""
        cells: Counter[Edge] = Counter()
        count = 0
        for cell, asked in undecided.items():
            theme = next(edge for edge in asked if edge is not None and edge.is_castle)
            if choices[cell]:
                cells[theme] += 1
            else:
                count += sum(edge is not None and edge.is_castle for edge in asked)
        for theme, wanted in cells.items():
            there = sum(n for kind, n in self._left.items() if n and self._meets(kind, {theme}))
            count += max(0, wanted - there)
        return count

    def _meets(self, kind: str, themes: set[Edge]) -> bool:
        return any(fits(edge, theme) for edge in self._ways[kind][0].edges for theme in themes)

    def _judge(self, points: int, open_edges: int) -> None:
        self.judged += 1
        ids = {kind: iter(names) for kind, names in self._ids.items()}
        layout = Layout(
            tiles=tuple(
                Placement(next(ids[way.kind]), *cell, way.turn, way.side)
                for cell, way in self._at.items()
            ),
            grass=(Grass(0, self.columns),),
            variant=self.hand.variant,
            rules=self.hand.rules,
            tileset=self.hand.tileset,
        )
        sheet = score(layout)
        if sheet.total is None:
            return
        expected = points - 2 * open_edges + (2 if sheet.verdict.complete else 0)
        if sheet.total != expected:
            message = f"the referee counts {sheet.total} points, brute force {expected}"
            raise AssertionError(message)
        if self.best is None or sheet.total > self.best:
            self.best = sheet.total
