"""The sheet that a picture is drawn on: its size, its name in words, and what is drawn often."""

from __future__ import annotations

import functools
from collections.abc import Callable

from caladale.render.svg.markup import Node, add, new, number
from caladale.render.svg.walls import pattern

MOST_PIXELS = 4000
"""No picture is wider or higher when it is opened by itself; a larger one is scaled down."""


def svg_root(width: float, height: float, pixels: float, **attributes: str | float) -> Node:
    """The root of a picture of so many units, each `pixels` wide unless that is too large."""
    scale = min(pixels, MOST_PIXELS / max(width, height))
    return new(
        "svg",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=max(1, round(width * scale)),
        height=max(1, round(height * scale)),
        **attributes,
    )


class Sheet:
    """A picture with a title, in which what is drawn often is defined once.

    Args:
        size: width and height, in units.
        pixels: the width of a unit, where the whole is not too large.
        prefix: what all ids begin with.
        title: what it shows, in a few words.
        desc: the same in full.

    Attributes:
        root: the element of the whole picture.
    """

    def __init__(
        self, size: tuple[float, float], pixels: float, *, prefix: str, title: str, desc: str
    ) -> None:
        labels = f"{prefix}-title {prefix}-desc"
        self.root = svg_root(*size, pixels, role="img", aria_labelledby=labels)
        add(self.root, "title", title, id=f"{prefix}-title")
        add(self.root, "desc", desc, id=f"{prefix}-desc")
        self._prefix = prefix
        self._definitions = add(self.root, "defs")
        self._defined: set[str] = set()

    def define(self, name: str, make: Callable[[str], Node]) -> str:
        """Put an element into the definitions unless it is there; return its id."""
        identifier = f"{self._prefix}-{name}"
        if name not in self._defined:
            self._defined.add(name)
            self._definitions.append(make(identifier))
        return identifier

    def paint(self, name: str) -> str:
        """What fills a shape with the pattern of a theme, which is defined if it is not yet."""
        return f"url(#{self.define(name, functools.partial(pattern, name))})"
