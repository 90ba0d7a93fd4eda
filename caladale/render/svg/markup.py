"""SVG elements, built as a tree and never as text, so that no title can become markup."""

from __future__ import annotations

import re
from typing import TypeAlias
from xml.etree import ElementTree as ET

Node: TypeAlias = ET.Element
"""An element of the picture."""

_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def harmless(text: str) -> str:
    """Return `text` on one line, with U+FFFD for each character that XML 1.0 forbids."""
    return _FORBIDDEN.sub("\ufffd", " ".join(text.split()))


def number(value: float) -> str:
    """Write a length with two decimals at most, and without needless zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def new(tag: str, text: str = "", /, **attributes: str | float) -> Node:
    """Make an element; an underscore in an attribute's name stands for a hyphen.

    A trailing underscore is dropped, so that ``class_`` and ``id_`` can be written.
    """
    node = ET.Element(tag)
    for name, value in attributes.items():
        written = harmless(value) if isinstance(value, str) else number(value)
        node.set(name.rstrip("_").replace("_", "-"), written)
    if text:
        node.text = harmless(text)
    return node


def add(parent: Node, tag: str, text: str = "", /, **attributes: str | float) -> Node:
    """Make an element inside `parent`; see `new`."""
    node = new(tag, text, **attributes)
    parent.append(node)
    return node


def written(root: Node) -> str:
    """Write the tree as ASCII, which reads the same in whatever encoding it is saved."""
    raw: bytes = ET.tostring(root, encoding="us-ascii")
    return raw.decode("ascii") + "\n"


Point: TypeAlias = tuple[float, float]


def point(at: Point) -> str:
    """Write a point for path data."""
    return f"{number(at[0])},{number(at[1])}"


def trace(*points: Point, close: bool = False) -> str:
    """Write straight lines from point to point as path data."""
    return "M" + "L".join(map(point, points)) + ("Z" if close else "")
