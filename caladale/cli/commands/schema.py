"""``caladale schema``: the file formats as JSON Schemas."""

from __future__ import annotations

import click

from caladale.cli.exits import FINE
from caladale.cli.output import print_json
from caladale.games.record import GameFile
from caladale.notation.json_schema import SCHEMAS, schema_of

KINDS = SCHEMAS | {"game": GameFile}
"""What each format is parsed against."""


@click.command("schema", short_help="Print the JSON Schema of a file format.")
@click.argument("name", metavar="NAME", type=click.Choice(sorted(KINDS)))
def command(*, name: str) -> int:
    """Print the JSON Schema (draft 2020-12) of the file format called NAME.

    NAME is one of game, hand, layout, table and tiles. "tiles" describes a tile file, which is
    TOML: the schema is for what its text says.
    """
    print_json(schema_of(KINDS[name]))
    return FINE
