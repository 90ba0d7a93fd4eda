"""``castle-crush readings``: how what the rulebook leaves open can be read."""

from __future__ import annotations

import click

from castle_companions.crush.readings import OPEN, values_of
from castle_companions.records import echo


@click.command()
def readings() -> None:
    """Print the named readings, the default of each first; a log names those that differ."""
    for name, meaning in OPEN.items():
        echo(f"{name}: {meaning}")
        echo(f"  {', '.join(values_of(name))}")
