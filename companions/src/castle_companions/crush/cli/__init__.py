"""The command line ``castle-crush``."""

from __future__ import annotations

from typing import NoReturn

import click

from castle_companions import __version__
from castle_companions.crush.cli.keep import keep
from castle_companions.crush.cli.readings import readings
from castle_companions.crush.cli.schema import schema
from castle_companions.crush.cli.score import score
from castle_companions.records import run


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="castle-crush")
def cli() -> None:
    """Keep the sheet of Castle Crush! Cubes & Cards, and see to the rules.

    Exit codes: 0 fine, 1 a game record breaks rules, 2 bad usage or unreadable input, 130 stopped
    by Ctrl-C.
    """


for _command in (keep, score, readings, schema):
    cli.add_command(_command)


def main() -> NoReturn:
    """Run the command line and leave with its exit code."""
    run(cli, "castle-crush")
