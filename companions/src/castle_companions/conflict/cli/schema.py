"""``castle-conflict schema``: the JSON Schema of game records."""

from __future__ import annotations

import click

from castle_companions.conflict.record import FORMAT, GameRecord
from castle_companions.records import print_data, schema_text


@click.command()
def schema() -> None:
    """Print the JSON Schema of the game record castle-conflict/1."""
    print_data(schema_text(GameRecord, FORMAT))
