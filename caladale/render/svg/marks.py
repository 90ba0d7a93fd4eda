"""The referee's marks on the picture: breaches, clashes, exposed edges and support.

Each has a shape of its own, so that none depends on colour: a hatched frame with the rule's code, a
crossed circle on the border of two tiles that do not match, a zigzag along an open edge, an arrow
with a letter from a tile to one that it holds up.
"""

from __future__ import annotations

from caladale.core.edges import Direction
from caladale.render.svg import palette as c
from caladale.render.svg.markup import Node, add, new, number, trace
from caladale.rules.support_rule import Mode

FONT = "Georgia, 'DejaVu Serif', serif"
_LETTER = 8.6


def hatching(identifier: str) -> Node:
    """Return the pattern of slanted lines that covers a breach."""
    node = new("pattern", id=identifier, width=25, height=25, patternUnits="userSpaceOnUse")
    lines = "M-5,5L5,-5M-5,30L30,-5M20,30L30,20"
    add(node, "path", d=lines, stroke=c.PAPER, stroke_width=3.4, stroke_opacity=0.5)
    add(node, "path", d=lines, stroke=c.MARK, stroke_width=1.4)
    return node


def breach_frame(identifier: str, hatch: str) -> Node:
    """Return the frame around a cell that is part of a breach, to be used."""
    node = new("g", id=identifier)
    box: dict[str, str | float] = {"x": 3, "y": 3, "width": 94, "height": 94, "rx": 6}
    add(node, "rect", **box, fill=f"url(#{hatch})")
    add(node, "rect", **box, fill="none", stroke=c.PAPER, stroke_width=6)
    add(node, "rect", **box, fill="none", stroke=c.MARK, stroke_width=4)
    add(node, "rect", **box, fill="none", stroke=c.INK, stroke_width=4, stroke_dasharray="7 11")
    return node


def breach_tag(parent: Node, words: str, x: float, y: float) -> None:
    """Write the codes of a breach on a tag at the cell's upper left corner, (x, y)."""
    width = 11 + _LETTER * len(words)
    box: dict[str, str | float] = {"x": x + 1, "y": y + 1, "width": width, "height": 20, "rx": 5}
    add(parent, "rect", **box, fill=c.PAPER, stroke=c.INK, stroke_width=2.4)
    add(parent, "text", words, x=x + 1 + width / 2, y=y + 16, **lettering(14, bold=True))


def lettering(size: float, *, bold: bool = False, anchor: str = "middle") -> dict[str, str | float]:
    """The attributes of a piece of text of so many units."""
    style: dict[str, str | float] = {
        "font_family": FONT,
        "font_size": size,
        "fill": c.INK,
        "text_anchor": anchor,
    }
    if bold:
        style["font_weight"] = "bold"
    return style


def clash_sign(identifier: str) -> Node:
    """Return the sign for facing edges that do not match, centred on the origin, to be used."""
    node = new("g", id=identifier)
    add(node, "circle", r=11, fill=c.PAPER, stroke=c.MARK, stroke_width=3.5)
    strokes = "M-6,-3H6M-6,3H6M4,-7L-4,7"
    add(node, "path", d=strokes, stroke=c.INK, stroke_width=2.4, stroke_linecap="round")
    return node


def zigzag(identifier: str) -> Node:
    """Return the ragged line for an exposed top edge of the cell at the origin, to be used."""
    node = new("g", id=identifier, fill="none", stroke_linejoin="round", stroke_linecap="round")
    teeth = "M4,-3" + "".join(f"l5.75,{-9 if n % 2 == 0 else 9}" for n in range(16))
    add(node, "path", d=teeth, stroke=c.PAPER, stroke_width=8)
    add(node, "path", d=teeth, stroke=c.MARK, stroke_width=4)
    return node


def across(side: Direction, x: float, y: float) -> str:
    """The transformation that turns a mark for the top of a cell to one of its sides.

    The cell's corner is (x, y); the mark is drawn for a cell at the origin.
    """
    move = f"translate({number(x)} {number(y)})"
    return move if side is Direction.N else f"{move} rotate({90 * side} 50 50)"


MODE_LETTERS = {Mode.BOTTOM: "B", Mode.HANGING: "H", Mode.BRIDGE: "R"}
"""The modes of support by the letters of the rules page."""


def support_arrow(identifier: str) -> Node:
    """Return the arrow into the cell at the origin across its top edge, to be used."""
    node = new("g", id=identifier, fill="none", stroke_linejoin="round", stroke_linecap="round")
    shaft = trace((50, -25), (50, 20))
    head = trace((42, 18), (50, 30), (58, 18), close=True)
    add(node, "path", d=shaft + head, stroke=c.PAPER, stroke_width=11)
    add(node, "path", d=shaft + head, stroke=c.HOLD, stroke_width=5, fill=c.HOLD)
    return node


def support_badge(parent: Node, letter: str, side: Direction, x: float, y: float) -> None:
    """Write the letter of a mode at the tail of the arrow into the cell whose corner is (x, y)."""
    right, up = side.step
    at = {"cx": x + 50 + 76 * right, "cy": y + 50 - 76 * up}
    add(parent, "circle", **at, r=10.5, fill=c.PAPER, stroke=c.HOLD, stroke_width=2.5)
    style = lettering(14, bold=True)
    add(parent, "text", letter, x=at["cx"], y=at["cy"] + 5, **style)


def name_plate(parent: Node, words: str, x: float, y: float) -> None:
    """Write a tile's id at the foot of the cell whose upper left corner is (x, y)."""
    size = min(11.0, 150 / len(words))
    width = len(words) * size * 0.56 + 6
    box: dict[str, str | float] = {"y": y + 78, "width": width, "height": 14, "rx": 3}
    add(parent, "rect", x=x + 50 - width / 2, **box, fill=c.PAPER, fill_opacity=0.9)
    add(parent, "text", words, x=x + 50, y=y + 88.5, **lettering(size))


def badge(parent: Node, words: str, x: float, y: float) -> None:
    """Write a few characters on a badge at the lower right of the cell with corner (x, y)."""
    width = max(34.0, 16 + 12 * len(words))
    box: dict[str, str | float] = {"width": width, "height": 34, "rx": 17}
    group = add(parent, "g", class_="caladale-badge")
    place: dict[str, str | float] = {"x": x + 96 - width, "y": y + 62}
    add(group, "rect", **place, **box, fill=c.FLAG, stroke=c.INK, stroke_width=3)
    add(group, "text", words, x=x + 96 - width / 2, y=y + 86, **lettering(21, bold=True))
