"""A layout made ready for the rules: cells, neighbours, joints, clashes and exposed edges."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

from caladale.core.edges import Cell, Direction, Edge, Edges, fits
from caladale.core.layout import Grass, Layout

_SKY = Edge.SKY
_N, _E, _S, _W = Direction


class Ground:
    """The union of the grass strips, asked column by column."""

    def __init__(self, strips: Iterable[Grass]) -> None:
        self.runs: list[tuple[int, int]] = []
        """The ground as disjoint runs of columns (first, last + 1), from left to right."""
        for start, end in sorted((strip.x, strip.x + strip.width) for strip in strips):
            if self.runs and start <= self.runs[-1][1]:
                self.runs[-1] = (self.runs[-1][0], max(end, self.runs[-1][1]))
            else:
                self.runs.append((start, end))
        self._starts = [start for start, _ in self.runs]

    def covers(self, x: int) -> bool:
        """Whether column `x` has grass."""
        run = bisect_right(self._starts, x) - 1
        return run >= 0 and x < self.runs[run][1]


class Board:
    """What the rule checks ask of a layout, worked out once.

    Tiles are named by their index in ``layout.tiles``. When two tiles lie in one cell (`crowded`),
    edges have no meaning and the lists of contacts stay empty.

    Attributes:
        at: the tile in each occupied cell.
        crowded: the cells with more than one tile, sorted.
        edges: the edges N, E, S, W of each tile as it lies.
        near: for each tile the neighbours N, E, S, W, with -1 for none.
        joints: the same, but only across a joint, a pair of facing castle edges.
        on_grass: whether each tile lies in row 0 on the ground.
        clashes: the pairs of neighbours whose facing edges do not match (rule C).
        exposed: the exposed castle edges as (x, y, side).
    """

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.faces = layout.faces()
        self.ground = Ground(layout.grass)
        self.at: dict[Cell, int] = {}
        crowded: set[Cell] = set()
        for i, placed in enumerate(layout.tiles):
            if self.at.setdefault((placed.x, placed.y), i) != i:
                crowded.add(placed.cell)
        self.crowded = sorted(crowded)
        self.edges: list[Edges] = [
            face.turns[placed.turn] for face, placed in zip(self.faces, layout.tiles, strict=True)
        ]
        self.on_grass = [placed.y == 0 and self.ground.covers(placed.x) for placed in layout.tiles]
        self.near: list[tuple[int, int, int, int]] = []
        self.joints: list[tuple[int, int, int, int]] = []
        self.clashes: list[tuple[int, int]] = []
        self.exposed: list[tuple[int, int, Direction]] = []
        if not crowded:
            self._find_contacts()

    def _find_contacts(self) -> None:
        look = self.at.get
        edges = self.edges
        for i, placed in enumerate(self.layout.tiles):
            x, y = placed.x, placed.y
            north, east, south, west = edges[i]
            up = look((x, y + 1), -1)
            right = look((x + 1, y), -1)
            down = look((x, y - 1), -1)
            left = look((x - 1, y), -1)
            self.near.append((up, right, down, left))
            self.joints.append(
                (
                    -1 if north is _SKY or up < 0 or edges[up][2] is _SKY else up,
                    -1 if east is _SKY or right < 0 or edges[right][3] is _SKY else right,
                    -1 if south is _SKY or down < 0 or edges[down][0] is _SKY else down,
                    -1 if west is _SKY or left < 0 or edges[left][1] is _SKY else left,
                )
            )
            if up >= 0 and not fits(north, edges[up][2]):
                self.clashes.append((i, up))
            if right >= 0 and not fits(east, edges[right][3]):
                self.clashes.append((i, right))
            if up < 0 and north is not _SKY:
                self.exposed.append((x, y, _N))
            if right < 0 and east is not _SKY:
                self.exposed.append((x, y, _E))
            if down < 0 and south is not _SKY and not self.on_grass[i]:
                self.exposed.append((x, y, _S))
            if left < 0 and west is not _SKY:
                self.exposed.append((x, y, _W))

    @property
    def is_complete(self) -> bool:
        """Whether no castle edge is exposed (and, where the readings say so, there is no hole).

        The bare fact, told of illegal layouts too; false for an empty or a crowded one.
        """
        if not self.at or self.crowded or self.exposed:
            return False
        return not self.layout.rules.holes_spoil or not self.holes()

    def holes(self) -> int:
        """The number of holes: regions of empty cells above the ground that are walled in.

        Cells are neighbours by their sides, so walls may touch by their corners. The count comes
        from Euler's formula for the union of the closed squares and the half-plane below row 0,
        parts - holes = vertices - edges + faces, so no empty cell is ever visited: a ring may be a
        million cells wide.
        """
        cells = {cell for cell in self.at if cell[1] >= 0}
        corners = {(x + i, y + j) for x, y in cells for i in (0, 1) for j in (0, 1)}
        flat = {(x, y + j) for x, y in cells for j in (0, 1)}
        tall = {(x + i, y) for x, y in cells for i in (0, 1)}
        # The half-plane counts as one face; whatever lies in its border is in it already.
        vertices = sum(y > 0 for _, y in corners)
        edges = sum(y > 0 for _, y in flat) + len(tall)
        return self._parts(cells) - (vertices - edges + len(cells) + 1)

    def _parts(self, cells: set[Cell]) -> int:
        """The connected parts of `cells` (by sides and corners) together with the ground."""
        unseen = set(cells)
        parts = 1
        seeds = [cell for cell in cells if cell[1] == 0]
        while True:
            stack = [cell for cell in seeds if cell in unseen]
            unseen.difference_update(stack)
            while stack:
                x, y = stack.pop()
                around = {(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1)} & unseen
                unseen -= around
                stack += around
            if not unseen:
                return parts
            parts += 1
            seeds = [next(iter(unseen))]

    def joined_to(self, root: int) -> set[int]:
        """The tiles that can be reached from tile `root` through joints, itself included."""
        reached = {root}
        stack = [root]
        while stack:
            for other in self.joints[stack.pop()]:
                if other >= 0 and other not in reached:
                    reached.add(other)
                    stack.append(other)
        return reached
