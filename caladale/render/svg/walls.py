"""What the walls of each theme are made of: one repeating pattern a theme.

Every pattern repeats after a whole number of times per tile, so walls run on from tile to tile.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from caladale.core.edges import Edge
from caladale.render.svg import palette as c
from caladale.render.svg.markup import Node, add, new, trace

Paint: TypeAlias = Callable[[str], str]
"""Gives the reference to a pattern by its name, for a fill, and notes that it is used."""


def pattern(name: str, identifier: str) -> Node:
    """Return the ``<pattern>`` called `name`: a theme's walls by the theme's value, or a roofing.

    Its sides, 50 or 25 units, go into a tile a whole number of times.
    """
    side, painter = _PATTERNS[name]
    node = new("pattern", id=identifier, width=side, height=side, patternUnits="userSpaceOnUse")
    painter(node)
    return node


def _masonry(node: Node) -> None:
    """Squared stones in courses, a few of them lighter or darker."""
    add(node, "rect", width=50, height=50, fill=c.STONE)
    for x, y, shade in (
        (0, 0, c.STONE_LIGHT),
        (12.5, 12.5, c.STONE_DARK),
        (25, 25, c.STONE_DARK),
        (-12.5, 37.5, c.STONE_LIGHT),
        (37.5, 37.5, c.STONE_LIGHT),
    ):
        add(node, "rect", x=x, y=y, width=25, height=12.5, fill=shade)
    courses = "M0,0H50M0,12.5H50M0,25H50M0,37.5H50M0,50H50"
    joints = "M0,0V12.5M25,0V12.5M50,0V12.5M12.5,12.5V25M37.5,12.5V25"
    more = "M0,25V37.5M25,25V37.5M50,25V37.5M12.5,37.5V50M37.5,37.5V50"
    add(node, "path", d=courses + joints + more, fill="none", stroke=c.MORTAR, stroke_width=1.6)


def _bark(node: Node) -> None:
    """Bark with an upright grain, a knot, and ivy."""
    add(node, "rect", width=50, height=50, fill=c.BARK)
    light = "M6,0C3,14 10,26 6,50M31,0C35,18 28,30 31,50"
    add(node, "path", d=light, fill="none", stroke=c.BARK_LIGHT, stroke_width=4)
    grain = (
        "M0,0C4,12 -3,34 0,50M50,0C54,12 47,34 50,50M12,0C8,16 17,30 12,50"
        "M24,0C28,12 20,20 22,30C24,40 26,44 24,50M38,0C34,20 42,34 38,50"
    )
    add(node, "path", d=grain, fill="none", stroke=c.BARK_LINE, stroke_width=2)
    add(node, "ellipse", cx=31, cy=15, rx=3, ry=5, fill=c.BARK_LINE)
    for x, y, turn in ((14, 38, 40), (20, 34, -35), (43, 24, -30), (44, 44, 45), (6, 10, -40)):
        leaf = "M0,0C-5,-4 -4,-10 0,-13C4,-10 5,-4 0,0Z"
        move = f"translate({x} {y}) rotate({turn})"
        add(node, "path", d=leaf, transform=move, fill=c.LEAF_LIGHT, stroke=c.LEAF_DARK)


def _half_timber(node: Node) -> None:
    """White plaster between dark beams, with a brace across each panel."""
    add(node, "rect", width=50, height=50, fill=c.PLASTER)
    add(node, "path", d="M0,50H50V44H0Z", fill=c.PLASTER_SHADE)
    brace = "M0,50L25,0M25,0L50,50"
    add(node, "path", d=brace, fill="none", stroke=c.BEAM, stroke_width=3.5)
    frame = "M0,0H50M0,50H50M0,0V50M50,0V50"
    add(node, "path", d=frame, fill="none", stroke=c.BEAM, stroke_width=7)


def star(x: float, y: float, size: float) -> str:
    """A four-pointed star as SVG path data."""
    near = size * 0.28
    rays = ((0, -size), (near, -near), (size, 0), (near, near))
    points = [(x + i, y + j) for i, j in rays] + [(x - i, y - j) for i, j in rays]
    return trace(*points, close=True)


def _starry_night(node: Node) -> None:
    """A night of stars, with swirls."""
    add(node, "rect", width=50, height=50, fill=c.NIGHT)
    swirls = "M0,34C12,22 22,22 25,34S40,46 50,34M0,8C10,-2 18,0 25,8S42,20 50,8"
    add(node, "path", d=swirls, fill="none", stroke=c.NIGHT_LIGHT, stroke_width=4)
    add(node, "path", d=star(13, 14, 8) + star(37, 26, 10) + star(14, 41, 5), fill=c.STAR)
    for x, y in ((28, 6), (44, 44), (25, 46), (4, 28)):
        add(node, "circle", cx=x, cy=y, r=1.5, fill=c.STAR)


def _scales(node: Node, fill: str, line: str) -> None:
    add(node, "rect", width=25, height=25, fill=fill)
    scales = "M0,0A6.25,9 0 0 0 12.5,0A6.25,9 0 0 0 25,0"
    between = "M-6.25,12.5A6.25,9 0 0 0 6.25,12.5A6.25,9 0 0 0 18.75,12.5A6.25,9 0 0 0 31.25,12.5"
    add(node, "path", d=scales + between, fill="none", stroke=line, stroke_width=1.8)


def _shingles(node: Node) -> None:
    _scales(node, c.SHINGLE, c.SHINGLE_LINE)


def _slates(node: Node) -> None:
    _scales(node, c.SLATE, c.SLATE_LINE)


_PATTERNS: dict[str, tuple[int, Callable[[Node], None]]] = {
    Edge.STONE.value: (50, _masonry),
    Edge.TREE.value: (50, _bark),
    Edge.TUDOR.value: (50, _half_timber),
    Edge.WILD.value: (50, _starry_night),
    "shingle": (25, _shingles),
    "slate": (25, _slates),
}
