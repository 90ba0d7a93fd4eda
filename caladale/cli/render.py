"""``caladale render``: a castle as text or as a picture."""

from __future__ import annotations

from pathlib import Path

import click

from caladale.cli.options import file_argument, layout_or_exit, rule_option, tileset_option
from caladale.cli.output import console, print_text
from caladale.layout import Layout
from caladale.tiles import TileSet


def print_castle(layout: Layout, *, ascii_only: bool = False, coordinates: bool = False) -> None:
    """Draw a castle on the terminal, with its breaches and its verdict below it."""
    from caladale.render.text import render_text  # noqa: PLC0415 - drawing needs rich

    out = console()
    unicode = not (ascii_only or out.options.ascii_only)
    text = render_text(layout, unicode=unicode, coordinates=coordinates)
    # Soft wrap: a wide castle is neither broken into pieces nor cut.
    out.print(text, soft_wrap=True, end="")


@click.command("render", short_help="Draw a castle, as text or as SVG.")
@file_argument
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Draw into this file; its ending, .svg or .txt, says how.",
)
@click.option(
    "--format",
    "format_",
    type=click.Choice(["text", "svg"]),
    help="Text or SVG, where the name of the output does not say.",
)
@click.option("--title", help="A title for the picture.")
@click.option("--coordinates", is_flag=True, help="Number the columns and rows.")
@click.option("--ids", is_flag=True, help="Write the tile ids into the picture (SVG).")
@click.option(
    "--marks/--no-marks", default=True, help="Mark breaches and exposed edges (SVG); on by default."
)
@click.option("--ascii", "ascii_only", is_flag=True, help="Use plain ASCII characters (text).")
@rule_option
@tileset_option
def command(
    *,
    file: str,
    output: Path | None,
    format_: str | None,
    title: str | None,
    coordinates: bool,
    ids: bool,
    marks: bool,
    ascii_only: bool,
    chosen: dict[str, str],
    box: TileSet,
) -> int:
    """Draw a layout, legal or not; breaches and exposed edges are marked.

    Without -o the castle is drawn as text on the terminal, in colour where the terminal has it
    (NO_COLOR is honoured).
    """
    layout = layout_or_exit(file, box, chosen)
    endings = {".svg": "svg", ".txt": "text"}
    kind = format_ or ("text" if output is None else endings.get(output.suffix.lower(), ""))
    if not kind:
        raise click.UsageError(f"{output} ends neither in .svg nor in .txt; say --format")
    if kind == "text" and output is None:
        print_castle(layout, ascii_only=ascii_only, coordinates=coordinates)
        return 0
    if kind == "text":
        from caladale.render.text import render_text  # noqa: PLC0415

        text = render_text(layout, unicode=not ascii_only, coordinates=coordinates).plain
    else:
        from caladale.render.svg import render_svg  # noqa: PLC0415

        text = render_svg(
            layout, title=title, coordinates=coordinates, ids=ids, breaches=marks, exposed=marks
        )
    print_text(text, output)
    return 0
