"""``castle-crush keep``: asks at the table what happened, and keeps the sheet."""

from __future__ import annotations

from pathlib import Path

import click

from castle_companions.crush.keeping.keeper import keep_game
from castle_companions.crush.record import Log
from castle_companions.records import one_line, read_record


@click.command()
@click.argument("log", type=click.Path(dir_okay=False))
@click.pass_context
def keep(context: click.Context, log: str) -> None:
    """Ask what happens in a game and keep it in the file LOG, as JSON.

    The file is written after every entry, so that a game can be left at any time and taken up again
    with the same command. Type help for what else can be typed.
    """
    path = Path(log)
    if log == "-":
        raise click.UsageError("a game is kept in a file, which - is not", context)
    if path.suffix.casefold() == ".toml":
        raise click.UsageError("a game is kept as JSON; name the file .json, say", context)
    if not path.parent.is_dir():
        raise click.UsageError(f"there is no folder {one_line(str(path.parent))}", context)
    keep_game(path, read_record(Log, path) if path.exists() else None)
