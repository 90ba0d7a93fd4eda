"""``castle-crush keep``: asks at the table what happened, and keeps the sheet."""

from __future__ import annotations

from pathlib import Path

import click

from castle_companions.crush.keeping.keeper import keep_game
from castle_companions.crush.record import Log
from castle_companions.records import read_record


@click.command()
@click.argument("log", type=click.Path(dir_okay=False))
def keep(log: str) -> None:
    """Ask what happens in a game and keep it in the file LOG.

    The file is written after every entry, so that a game can be left at any time and taken up again
    with the same command. Type help for what else can be typed.
    """
    path = Path(log)
    keep_game(path, read_record(Log, path) if path.exists() else None)
