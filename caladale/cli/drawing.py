"""A castle drawn on the terminal, or into a file."""

from __future__ import annotations

from pathlib import Path

import click

from caladale import render
from caladale.cli.output import console, print_bytes, print_text, shown
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


def draw_into(path: Path, layout: Layout) -> None:
    """Draw a castle into a file, in the way that its ending asks for.

    Raises:
        click.ClickException: when it asks for none that is known, or the file cannot be written.
        PngError: when no PNG image can be made.
    """
    match path.suffix.lower():
        case ".svg":
            print_text(render.render_svg(layout), path)
        case ".png":
            print_bytes(render.render_png(render.render_svg(layout)), path)
        case ".html" | ".htm":
            print_text(render.render_html([layout]), path)
        case ".txt":
            print_text(render.render_text(layout).plain, path)
        case _:
            raise click.ClickException(f"{shown(path)} does not end in .svg, .png, .html or .txt")
