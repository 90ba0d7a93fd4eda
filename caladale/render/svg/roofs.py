"""What ends a wall at the top, by theme: battlements, a leafy crown, shingles, or a starry dome.

Lengths in hundredths of a tile, y downward.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct

from caladale.core.edges import Edge
from caladale.render.svg import palette as c
from caladale.render.svg.markup import Node, Point, add, number, trace
from caladale.render.svg.walls import Paint, star

LINE = 2.4
"""The width of outlines."""


class Eaves(Struct, frozen=True):
    """Where a roof sits on its wall.

    Attributes:
        left: where the wall begins.
        right: where the wall ends.
        top: the y of the wall's upper end.
        runs_on_left: whether more follows at the left, so that nothing overhangs there.
        runs_on_right: the same at the right.
    """

    left: float
    right: float
    top: float
    runs_on_left: bool = False
    runs_on_right: bool = False

    def ends(self, overhang: float) -> tuple[float, float]:
        """The ends of a roof that overhangs by so much wherever it does not run on."""
        return (
            self.left - (0 if self.runs_on_left else overhang),
            self.right + (0 if self.runs_on_right else overhang),
        )


Puff: TypeAlias = tuple[float, float, float]
"""A round of leaves: x, y, radius."""


def roof(parent: Node, theme: Edge, eaves: Eaves, paint: Paint) -> None:
    """Draw the roof of `theme` along the top of a wall."""
    _ROOFS[theme](parent, eaves, paint)


def banded(parent: Node, eaves: Eaves, upper: Point, lower: Point, fill: str) -> None:
    """Draw a band that may lean inward: `upper` and `lower` are (overhang, y) of its long sides."""
    (up_left, up_right), (low_left, low_right) = eaves.ends(upper[0]), eaves.ends(lower[0])
    corners = (
        (low_left, lower[1]),
        (up_left, upper[1]),
        (up_right, upper[1]),
        (low_right, lower[1]),
    )
    add(parent, "path", d=trace(*corners, close=True), fill=fill)
    outline = trace(corners[1], corners[2]) + trace(corners[0], corners[3])
    if not eaves.runs_on_left:
        outline += trace(corners[0], corners[1])
    if not eaves.runs_on_right:
        outline += trace(corners[2], corners[3])
    add(parent, "path", d=outline, stroke=c.INK, stroke_width=LINE, stroke_linecap="round")


def _battlements(parent: Node, eaves: Eaves, paint: Paint) -> None:  # noqa: ARG001
    start, end = eaves.ends(5)
    top = eaves.top
    # Teeth keep to a grid of four a tile, so that they run on evenly from tile to tile.
    for x in (6.25, 31.25, 56.25, 81.25):
        if start - 1 <= x and x + 12.5 <= end + 1:
            tooth = trace((x, top - 4), (x, top - 16), (x + 12.5, top - 16), (x + 12.5, top - 4))
            add(parent, "path", d=tooth, fill=c.STONE_LIGHT, stroke=c.INK, stroke_width=LINE)
    banded(parent, eaves, (5, top - 5), (5, top + 3), c.STONE_LIGHT)


def _crown(parent: Node, eaves: Eaves, paint: Paint) -> None:  # noqa: ARG001
    # A crown that runs on has a whole round of leaves on the border, half of it on either tile.
    start, end = eaves.ends(-1)
    count = max(2, round((end - start) / 16))
    step = (end - start) / count
    low = count % 2 if eaves.runs_on_right else 0
    foliage(
        parent,
        [(start + step * n, eaves.top - (3 if n % 2 == low else 10), 12) for n in range(count + 1)],
    )


def foliage(parent: Node, puffs: list[Puff]) -> None:
    """Draw rounds of leaves, outlined as one shape."""
    rim = add(parent, "g", stroke=c.INK, stroke_width=2 * LINE)
    leaves = add(parent, "g", fill=c.LEAF)
    light, dark = "", ""
    for x, y, r in puffs:
        add(rim, "circle", cx=x, cy=y, r=r)
        add(leaves, "circle", cx=x, cy=y, r=r)
        bow = number(r * 0.7)
        light += f"M{number(x - r * 0.6)},{number(y - r * 0.1)}a{bow},{bow} 0 0 1 {bow},-{bow}"
        dark += f"M{number(x - r * 0.2)},{number(y + r * 0.7)}a{bow},{bow} 0 0 0 {bow},-{bow}"
    add(parent, "path", d=dark, fill="none", stroke=c.LEAF_DARK, stroke_width=2)
    add(parent, "path", d=light, fill="none", stroke=c.LEAF_LIGHT, stroke_width=3)


def _shingles(parent: Node, eaves: Eaves, paint: Paint) -> None:
    banded(parent, eaves, (-8, eaves.top - 22), (8, eaves.top + 4), paint("shingle"))


def _dome(parent: Node, eaves: Eaves, paint: Paint) -> None:  # noqa: ARG001
    start, end = eaves.ends(5)
    base, middle = eaves.top + 3, (start + end) / 2
    apex = max(13, base - (end - start) * 0.4)
    shoulder = number(apex + 10)
    half = (
        f"M{number(start)},{number(base)}C{number(start - 4)},{shoulder} {number(middle - 5)},"
        f"{shoulder} {number(middle)},{number(apex)}C{number(middle + 5)},{shoulder} "
        f"{number(end + 4)},{shoulder} {number(end)},{number(base)}Z"
    )
    add(parent, "path", d=half, fill=c.NIGHT_LIGHT, stroke=c.INK, stroke_width=LINE)
    add(parent, "path", d=star(middle, apex, 11), fill=c.STAR, stroke=c.INK, stroke_width=1.5)


_ROOFS: dict[Edge, Callable[[Node, Eaves, Paint], None]] = {
    Edge.STONE: _battlements,
    Edge.TREE: _crown,
    Edge.TUDOR: _shingles,
    Edge.WILD: _dome,
}
