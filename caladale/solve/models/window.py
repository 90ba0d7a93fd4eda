"""The window: the part of the table that a search looks at, and the borders between its cells."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import TypeAlias

import msgspec
from msgspec import Struct

from caladale.core.edges import Cell, Direction, neighbour
from caladale.core.readings import Readings


class WindowParams(Struct, frozen=True):
    """Which windows come first; the weights come from timing the published box.

    Attributes:
        roomiest: the most cells for each tile, a row and a column more left aside.
        area: as many cells for each tile as are best.
        area_for_repair: the same where hung tiles carry nothing, so that shapes are repaired.
        slender: what a window costs that is all width or all height.
        too_wide: what each column costs from the fourth beyond the ground on.
        too_narrow: where hung tiles carry nothing, what each column costs that is missing to one
            beyond the ground on both sides.
    """

    roomiest: float = 1.5
    area: float = 1.06
    area_for_repair: float = 1.25
    slender: float = 0.3
    too_wide: float = 0.1
    too_narrow: float = 0.05


PARAMS = WindowParams()

Border: TypeAlias = tuple[int, int, Direction]
"""A border between two cells, named by the cell below it or at its left: (x, y, N) or (x, y, E).

The border (x, -1, N) lies between the ground and the cell (x, 0).
"""


def border(cell: Cell, side: Direction) -> Border:
    """The border at one side of `cell`: both cells that share it name it alike."""
    x, y = cell
    if side is Direction.S:
        return x, y - 1, Direction.N
    if side is Direction.W:
        return x - 1, y, Direction.E
    return x, y, side


class Window(Struct, frozen=True):
    """A rectangle of cells standing on row 0, with the columns of it that have grass.

    Attributes:
        left: its first column.
        width: how many columns it has.
        height: how many rows it has, from row 0 up.
        ground: the columns with grass; those outside the rectangle do not matter.
    """

    left: int
    width: int
    height: int
    ground: frozenset[int]

    @property
    def area(self) -> int:
        """How many cells the window has."""
        return self.width * self.height

    def cells(self) -> Iterator[Cell]:
        """Every cell of the window, column by column, from the bottom up."""
        for x in range(self.left, self.left + self.width):
            for y in range(self.height):
                yield x, y

    def holds(self, cell: Cell) -> bool:
        """Whether `cell` lies in the window."""
        x, y = cell
        return self.left <= x < self.left + self.width and 0 <= y < self.height

    def is_grassy(self, cell: Cell) -> bool:
        """Whether `cell` stands on grass."""
        return cell[1] == 0 and cell[0] in self.ground

    def may_join(self, cell: Cell, side: Direction) -> bool:
        """Whether a castle edge on this side of `cell` could be closed: by a tile, or by grass."""
        if side is Direction.S and self.is_grassy(cell):
            return True
        return self.holds(neighbour(cell, side))


def windows_by_density(
    ground: frozenset[int],
    size: int,
    rules: Readings,
    *,
    within_columns: bool = False,
    max_width: int | None = None,
    max_height: int | None = None,
) -> list[Window]:
    """Every window worth a try for a castle of `size` tiles, the most promising first.

    A dense window is found shapes for far sooner than a roomy one, so the order goes by how near
    the area is to a little more than the castle needs, then by how near the window is to a square.
    A window wider than the ground reaches beyond it on both sides alike, or at the right by a
    column more; a narrower one starts where the ground does. Last come the same windows elsewhere:
    a column farther left, or on another part of the ground.
    """
    first, last = min(ground), max(ground)
    span = last - first + 1
    widest = span if within_columns else span + 2 * size
    if span > size:  # the castle cannot use all of it
        widest = size
    if max_width is not None:
        widest = min(widest, max_width)
    tallest = min(size, max_height if max_height is not None else size)
    windows = [
        Window(first - max(0, width - span) // 2, width, height, ground)
        for height in range(1, tallest + 1)
        for width in range(-(-size // height), min(widest, span + 2 * _reach(height, rules)) + 1)
        if width * height <= PARAMS.roomiest * size + width + height or height == max_height
    ]
    order = _unlikeliness if rules.hung_tiles_hold else _unlikeliness_for_repair
    windows.sort(key=lambda window: order(window, size, span))
    later = ((at, window) for window in windows for at in _other_places(window, span))
    return windows + [msgspec.structs.replace(window, left=at) for at, window in later]


def _other_places(window: Window, span: int) -> Iterator[int]:
    """Where else a window may begin: a column farther left, or where another strip does."""
    if window.width > span and (window.width - span) % 2:
        yield window.left - 1
    if window.width < span:
        ground = sorted(window.ground)
        yield from (right for left, right in itertools.pairwise(ground) if right > left + 1)


def _reach(height: int, rules: Readings) -> int:
    """How many columns beyond the ground are worth a look.

    What hangs there may carry a tile, from which the next may hang in the row above, and an edge
    tile may hang head down from the last. Where it may carry nothing, the first column is the last.
    """
    if not rules.hung_tiles_hold or rules.overhang_in_every_row:
        return 1
    return height + 1


def _unlikeliness(window: Window, size: int, span: int, area: float = PARAMS.area) -> float:
    """The less, the better."""
    too_wide = max(0, window.width - span - 3)
    slender = abs(window.width - window.height) / (window.width + window.height)
    return abs(window.area / size - area) + PARAMS.slender * slender + PARAMS.too_wide * too_wide


def _unlikeliness_for_repair(window: Window, size: int, span: int) -> float:
    """The same where hung tiles carry nothing: a little room, and a fringe on both sides, help."""
    too_narrow = max(0, span + 2 - window.width)
    fringe = PARAMS.too_narrow * too_narrow
    return _unlikeliness(window, size, span, PARAMS.area_for_repair) + fringe
