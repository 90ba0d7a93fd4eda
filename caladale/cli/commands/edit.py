"""``caladale edit``: change a castle on the terminal."""

from __future__ import annotations

from pathlib import Path

import click

from caladale._io.atomic_files import is_stream
from caladale.cli.editor.castle_file import Recovery
from caladale.cli.editor.start import ascii_option, edit_castle
from caladale.cli.options import OutputFile, tileset_option
from caladale.cli.output import shown
from caladale.core.layout import Layout
from caladale.core.tiles import TileSet


@click.command("edit", short_help="Change a castle on the terminal, with its verdict and score.")
@click.argument("file", type=OutputFile())
@ascii_option
@tileset_option
def command(*, file: Path, ascii_only: bool, box: TileSet) -> int:
    """Lay, take up, turn and move the tiles of a castle at a cursor, by the keyboard alone.

    The whole screen shows the castle, its verdict and score as they are at every moment, and what
    is left of each kind of tile; '?' lists the keys. A castle is saved in the notation that it is
    in. What is not saved outlives a kill, and is asked for before it is lost. It needs an extra:
    pip install 'caladale[edit]'.
    """
    if not is_stream(file) and not file.exists() and not Recovery.path_for(file).exists():
        raise click.ClickException(
            f"{shown(file)}: there is no such file; 'caladale new' begins one"
        )
    return edit_castle(file, box, Layout(tileset=box), ascii_only=ascii_only)
