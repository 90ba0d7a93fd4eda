"""Two castles side by side, before and after, with numbered badges and what the numbers mean."""

from __future__ import annotations

import textwrap
from collections import defaultdict
from collections.abc import Mapping, Sequence

from caladale.core.edges import Cell
from caladale.core.layout import Layout
from caladale.render.svg import palette as c
from caladale.render.svg.identifiers import Identifiers
from caladale.render.svg.marks import lettering
from caladale.render.svg.markup import Node, add, number, written
from caladale.render.svg.picture import draw_svg
from caladale.render.svg.sheet import svg_root
from caladale.rules.changes import CastleChange

_GAP, _MARGIN, _LETTER, _LINE = 30.0, 40.0, 20.0, 28.0
_PIXELS = 0.8
"""Pixels for each unit of the drawing, where that makes no giant."""


def render_before_after(
    before: Layout,
    after: Layout,
    notes: Sequence[str] = (),
    *,
    badges_before: Mapping[Cell, str] | None = None,
    badges_after: Mapping[Cell, str] | None = None,
    titles: tuple[str, str] = ("Before", "After"),
) -> str:
    """Draw two castles side by side as one SVG picture, with notes below them.

    Args:
        before: the castle at the left, with its breaches marked.
        after: the castle at the right.
        notes: what to write below the two.
        badges_before: a few characters to write in cells of the left castle.
        badges_after: the same for the right one.
        titles: the headings of the two.

    Returns:
        The text of an SVG file, as of `caladale.render.svg.picture.render_svg`.
    """
    both = Identifiers()
    left = draw_svg(before, title=titles[0], coordinates=True, badges=badges_before, among=both)
    right = draw_svg(after, title=titles[1], coordinates=True, badges=badges_after, among=both)
    sizes = [_size(panel) for panel in (left, right)]
    width = sum(size[0] for size in sizes) + _GAP
    tallest = max(size[1] for size in sizes)
    letters = max(12, int((width - 2 * _MARGIN) / (0.52 * _LETTER)))
    lines = [line for note in notes for line in textwrap.wrap(note, letters)]
    height = tallest + (len(lines) * _LINE + _MARGIN if lines else 0)
    root = svg_root(width, height, _PIXELS)
    add(root, "title", f"{titles[0]}, {titles[1]}")
    add(root, "rect", width=width, height=height, fill=c.PAPER)
    x = 0.0
    for panel, size in zip((left, right), sizes, strict=True):
        for name, value in (("x", x), ("y", tallest - size[1])):
            panel.set(name, number(value))
        for name, value in (("width", size[0]), ("height", size[1])):
            panel.set(name, number(value))
        root.append(panel)
        x += size[0] + _GAP
    for n, line in enumerate(lines):
        y = tallest + (n + 1) * _LINE + _LINE / 3
        add(root, "text", line, x=_MARGIN, y=y, **lettering(_LETTER, anchor="start"))
    return written(root)


def render_changes(before: Layout, after: Layout, changes: Sequence[CastleChange]) -> str:
    """Draw a castle before and after some changes, each with its number where it takes place."""
    left: dict[Cell, list[str]] = defaultdict(list)
    right: dict[Cell, list[str]] = defaultdict(list)
    for n, change in enumerate(changes, start=1):
        for badges, touched in ((left, change.before), (right, change.after)):
            for cell in {placed.cell for placed in touched}:
                badges[cell].append(str(n))
    return render_before_after(
        before,
        after,
        [f"{n}. {change.sentence}" for n, change in enumerate(changes, start=1)],
        badges_before={cell: ",".join(numbers) for cell, numbers in left.items()},
        badges_after={cell: ",".join(numbers) for cell, numbers in right.items()},
    )


def _size(panel: Node) -> tuple[float, float]:
    """The width and height of a drawing in its own units."""
    _, _, width, height = panel.get("viewBox", "0 0 0 0").split()
    return float(width), float(height)
