"""``castle-conflict readings``: what the rulebook leaves open."""

from __future__ import annotations

import json

import click

from castle_companions.conflict.readings import DEFAULT, EXPLAINED, as_names
from castle_companions.records import Form, echo, format_option, print_data


@click.command()
@format_option
def readings(form: Form) -> None:
    """List the ways to read what the rulebook leaves open; a star marks the default."""
    default = as_names(DEFAULT)
    if form is Form.JSON:
        data = {
            name: {"default": default[name], "values": values} for name, values in EXPLAINED.items()
        }
        print_data(json.dumps(data, indent=2) + "\n")
        return
    for name, values in EXPLAINED.items():
        for value, meaning in values.items():
            star = "*" if value == default[name] else " "
            echo(f"{star} {name}={value}: {meaning}")
