"""``castle-crush schema``: the JSON Schema of what is read and printed."""

from __future__ import annotations

import click

from castle_companions.crush.record import Log
from castle_companions.crush.sheet import Sheet
from castle_companions.records import print_data, schema_text


@click.command()
@click.argument("kind", type=click.Choice(["log", "sheet"]), default="log")
def schema(kind: str) -> None:
    """Print the JSON Schema of a log, or of the sheet that score prints as JSON."""
    if kind == "log":
        print_data(schema_text(Log, "castle-crush/1"))
    else:
        print_data(schema_text(Sheet, "castle-crush-sheet/1"))
