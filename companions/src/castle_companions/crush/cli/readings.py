"""``castle-crush readings``: how what the rulebook leaves open can be read."""

from __future__ import annotations

import json

import click

from castle_companions.crush.readings import OPEN, values_of
from castle_companions.records import Form, echo, format_option, print_data


@click.command()
@format_option
def readings(form: Form) -> None:
    """Print the named readings, the default of each first; a log names those that differ."""
    if form is Form.JSON:
        data = {
            name: {"meaning": meaning, "default": values_of(name)[0], "values": values_of(name)}
            for name, meaning in OPEN.items()
        }
        print_data(json.dumps(data, indent=2) + "\n")
        return
    for name, meaning in OPEN.items():
        echo(f"{name}: {meaning}")
        echo(f"  {', '.join(values_of(name))}")
