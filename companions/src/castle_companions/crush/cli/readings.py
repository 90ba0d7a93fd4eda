"""``castle-crush readings``: how what the rulebook leaves open can be read."""

from __future__ import annotations

from enum import Enum
from typing import cast

import click
from rich.table import Table

from castle_companions.crush.readings import Readings
from castle_companions.records import console


@click.command()
def readings() -> None:
    """Print the named readings, their default first; a log names those that differ."""
    grid = Table(box=None, pad_edge=False)
    for title in ("reading", "default", "others"):
        grid.add_column(title)
    for name, default in Readings():
        others = [one.value for one in cast("type[Enum]", type(default)) if one is not default]
        grid.add_row(name, default.value, ", ".join(others))
    console().print(grid)
