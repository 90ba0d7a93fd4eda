"""``caladale render``: a castle as text, as a picture or as a page."""

from __future__ import annotations

import sys
from pathlib import Path

import click
from click.core import ParameterSource

from caladale import render
from caladale.cli.castles import castles_or_exit, seat_option, steps_or_exit
from caladale.cli.drawing import print_castle
from caladale.cli.exits import FINE
from caladale.cli.options import (
    files_argument,
    output_option,
    rule_option,
    tileset_option,
)
from caladale.cli.output import print_bytes, print_text, shown
from caladale.core.layout import Layout
from caladale.core.tiles import TileSet
from caladale.render.svg.png import MOST_WIDTH

_ENDINGS = {".svg": "svg", ".txt": "text", ".html": "html", ".htm": "html", ".png": "png"}

_ONLY_PAGES = "several castles are drawn into a page only: -o NAME.html"
_NO_STEPS = "the steps of a game are drawn into a page only: -o NAME.html"


_FITTING = {
    "title": ("svg", "png", "html"),
    "coordinates": ("text", "svg", "png"),
    "ids": ("svg", "png"),
    "support": ("svg", "png"),
    "marks": ("svg", "png"),
    "width": ("png",),
    "ascii_only": ("text",),
    "names": ("text",),
}
"""The kinds of drawing that each option is for, by its parameter."""


def _kind(format_: str | None, output: Path | None) -> str:
    """What is to be drawn.

    Raises:
        click.UsageError: when that is not clear, or does not go with the other options.
    """
    kind = format_ or ("text" if output is None else _ENDINGS.get(output.suffix.lower(), ""))
    if not kind:
        name = shown(output or "")
        raise click.UsageError(f"{name} does not end in .svg, .png, .html or .txt; say --format")
    _refuse_unfit(kind)
    if kind == "png" and output is None and sys.stdout.isatty():
        raise click.UsageError("a PNG image is not for a terminal; name a file with -o")
    return kind


def _refuse_unfit(kind: str) -> None:
    """Refuse options that were given and do nothing for such a drawing."""
    ctx = click.get_current_context()
    for param in ctx.command.params:
        kinds = _FITTING.get(param.name or "", (kind,))
        is_given = ctx.get_parameter_source(param.name or "") is ParameterSource.COMMANDLINE
        if is_given and kind not in kinds:
            *others, last = kinds
            told = f"{', '.join(others)} and {last}" if others else last
            flags = "/".join([*param.opts, *param.secondary_opts])
            raise click.UsageError(f"{flags} is for {told}, not for {kind}")


@click.command("render", short_help="Draw a castle as text, as a picture or as a page.")
@files_argument
@output_option("Draw into this file; its ending, .svg, .png, .html or .txt, says how.")
@click.option(
    "--format",
    "format_",
    type=click.Choice(["text", "svg", "png", "html"]),
    help="What to draw, where the name of the output does not say.",
)
@click.option("--title", help="A title for the picture or the page.")
@click.option("--coordinates", is_flag=True, help="Number the columns and rows.")
@click.option("--ids", is_flag=True, help="Write the tile ids into the picture.")
@click.option("--support", is_flag=True, help="Draw what holds up what into the picture.")
@click.option(
    "--marks/--no-marks",
    default=True,
    help="Mark breaches and exposed edges in the picture; on by default.",
)
@click.option("--width", type=click.IntRange(1, MOST_WIDTH), help="So many pixels wide (PNG).")
@click.option(
    "--names",
    is_flag=True,
    help="Write the short names of the tiles into the text, which can then be read as a castle.",
)
@click.option("--ascii", "ascii_only", is_flag=True, help="Use plain ASCII characters (text).")
@click.option(
    "--steps", is_flag=True, help="Draw a game from its log move by move, to go through (HTML)."
)
@seat_option
@rule_option
@tileset_option
def command(
    *,
    files: tuple[str, ...],
    output: Path | None,
    format_: str | None,
    title: str | None,
    coordinates: bool,
    ids: bool,
    support: bool,
    marks: bool,
    width: int | None,
    names: bool,
    ascii_only: bool,
    steps: bool,
    seat: int | None,
    chosen: dict[str, str],
    box: TileSet,
) -> int:
    """Draw a layout, legal or not; breaches and exposed edges are marked.

    Without -o the castle is drawn as text on the terminal, in colour where the terminal has it
    (NO_COLOR is honoured). An HTML page shows the castle with its score sheet, to zoom, to point
    at, and with switches for all marks. It takes several castles too, from several files or from
    one with a castle on each line, such as --steps of 'caladale solve' writes, and goes through
    them step by step. Of the log of a game the castle is drawn as it stands after the last move, or
    with --steps from move to move. PNG needs an extra: pip install 'caladale[png]'.
    """
    kind = _kind(format_, output)
    castles = _castles(files, kind, box, chosen, steps=steps, seat=seat)
    if kind == "html":
        print_text(render.render_html(castles, title=title), output)
        return FINE
    layout = castles[0]
    if kind == "text" and output is None:
        print_castle(layout, ascii_only=ascii_only, coordinates=coordinates, names=names)
        return FINE
    if kind == "text":
        text = render.render_text(
            layout, unicode=not ascii_only, coordinates=coordinates, names=names
        )
        print_text(text.plain, output)
        return FINE
    picture = render.render_svg(
        layout,
        title=title,
        coordinates=coordinates,
        ids=ids,
        breaches=marks,
        exposed=marks,
        support=support,
    )
    if kind == "svg":
        print_text(picture, output)
        return FINE
    print_bytes(render.render_png(picture, width=width), output)
    return FINE


def _castles(
    files: tuple[str, ...],
    kind: str,
    box: TileSet,
    chosen: dict[str, str],
    *,
    steps: bool,
    seat: int | None,
) -> list[Layout]:
    """The castles of some files, or of a game move by move; one, unless a page is drawn."""
    if kind != "html":
        if steps:
            raise click.UsageError(_NO_STEPS)
        if len(files) > 1:
            raise click.UsageError(_ONLY_PAGES)
    read = steps_or_exit if steps else castles_or_exit
    castles = [one for name in files for one in read(name, box, chosen, seat)]
    if kind != "html" and len(castles) > 1:
        name = shown(files[0])
        hint = f"{_ONLY_PAGES}; --seat chooses one of the log of a game"
        raise click.ClickException(f"{name}: there are {len(castles)} castles here; {hint}")
    return castles
