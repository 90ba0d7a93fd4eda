"""An HTML page that stands alone: its style and its script are inside, and nothing is loaded."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from importlib import resources
from xml.etree import ElementTree as ET

from caladale.render.svg.markup import Node, add, new

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"
"""What a browser is told: this page asks for nothing from anywhere."""


@functools.cache
def asset(name: str) -> str:
    """The text of a style sheet or script of the package."""
    return (
        resources.files("caladale.render.html").joinpath("pages", name).read_text(encoding="ascii")
    )


class Document:
    """A page under construction.

    Attributes:
        main: the element that holds what the page shows.
    """

    def __init__(self, title: str, *, styles: Iterable[str], script: str) -> None:
        self._root = new("html", lang="en")
        head = add(self._root, "head")
        add(head, "meta", charset="utf-8")
        add(head, "meta", name="viewport", content="width=device-width, initial-scale=1")
        add(head, "meta", http_equiv="Content-Security-Policy", content=_POLICY)
        add(head, "title", title)
        # Set as they are: `add` would put them on one line.
        add(head, "style").text = "\n" + "\n".join(map(asset, styles))
        body = add(self._root, "body")
        self.main: Node = add(body, "main")
        add(self.main, "h1", title)
        add(body, "footer", "Drawn by caladale, for the tile game Castles of Caladale.")
        add(body, "script").text = "\n" + asset(script)

    def written(self) -> str:
        """The page as ASCII text, ending in a line feed."""
        raw: bytes = ET.tostring(self._root, encoding="us-ascii", method="html")
        return "<!DOCTYPE html>\n" + raw.decode("ascii") + "\n"
