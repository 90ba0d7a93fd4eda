"""The command line ``castle-conflict``."""

from __future__ import annotations

from typing import NoReturn

import click

from castle_companions import __version__
from castle_companions.conflict.cli.odds import odds
from castle_companions.conflict.cli.play import play
from castle_companions.conflict.cli.readings import readings
from castle_companions.conflict.cli.schema import schema
from castle_companions.conflict.cli.show import show
from castle_companions.conflict.cli.simulate import simulate
from castle_companions.records import run


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="castle-conflict")
def cli() -> None:
    """Castle Conflict: tear down the castle of the enemy, and keep your own.

    Exit codes: 0 fine, 1 a game record breaks rules, 2 bad usage or unreadable input, 130 stopped
    by Ctrl-C.
    """


for _command in (play, odds, simulate, show, readings, schema):
    cli.add_command(_command)


def main() -> NoReturn:
    """Run the command line and leave with its exit code."""
    run(cli, "castle-conflict")
