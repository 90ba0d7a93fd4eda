"""A castle drawn on the terminal."""

from __future__ import annotations

from caladale import render
from caladale.cli.output import console
from caladale.core.layout import Layout


def print_castle(
    layout: Layout, *, ascii_only: bool = False, coordinates: bool = False, names: bool = False
) -> None:
    """Draw a castle on the terminal, with its breaches and its verdict below it."""
    out = console()
    unicode = not (ascii_only or out.options.ascii_only)
    text = render.render_text(layout, unicode=unicode, coordinates=coordinates, names=names)
    # Soft wrap: a wide castle is neither broken into pieces nor cut.
    out.print(text, soft_wrap=True, end="")
