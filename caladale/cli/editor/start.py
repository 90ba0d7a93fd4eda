"""The editor begun from the command line, and what it says when it cannot begin."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from caladale._io.atomic_files import is_stream
from caladale._io.sole_writer import FileTakenError
from caladale.cli import editor
from caladale.cli.editor.castle_file import open_castle
from caladale.cli.exits import FINE
from caladale.cli.options import unreadable
from caladale.cli.output import echo, shown
from caladale.core.layout import Layout
from caladale.core.tiles import TileSet
from caladale.errors import FormatError

ascii_option = click.option("--ascii", "ascii_only", is_flag=True, help="Use plain ASCII only.")


def edit_castle(path: Path, box: TileSet, blank: Layout, *, ascii_only: bool) -> int:
    """Edit the castle of a file until the player leaves; give back the exit code.

    Raises:
        click.ClickException: when the library that draws is missing, there is no terminal, or the
            file cannot be edited.
    """
    if is_stream(path):
        raise click.UsageError(f"{shown(path)} is no file that can be read again: name another")
    try:
        make = editor.EditorApp
    except ImportError:
        raise click.ClickException(
            "the editor needs the library textual, which is not installed: "
            "pip install 'caladale[edit]'"
        ) from None
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise click.ClickException("the editor needs a terminal to show the castle on")
    try:
        opening = open_castle(path, box, blank)
    except (FormatError, FileTakenError, OSError) as error:
        raise click.ClickException(unreadable(str(path), error)) from None
    unicode = not ascii_only and sys.stdout.encoding.lower().startswith("utf")
    told = make(opening, editor.Style(unicode)).run(mouse=False)
    if told:
        echo(told)
    return FINE
