"""``caladale config``: what is set outside the command line, and where."""

from __future__ import annotations

from typing import Any

import click

from caladale.cli import terminal
from caladale.cli.exits import FINE
from caladale.cli.options import format_option
from caladale.cli.output import cell, console, echo, print_json, shown
from caladale.cli.settings import (
    Settings,
    is_setting,
    load_settings,
    option_name,
    place_of,
    set_variable,
)

ENVIRONMENT = "environment"


def _settings(commands: dict[str, click.Command], said: Settings) -> list[dict[str, Any]]:
    """What is set, each setting with its value and where that was said."""
    file = "" if said.path is None else str(said.path)
    found: list[dict[str, Any]] = [
        {"setting": f"rules.{name}", "value": value, "from": file, "place": f"rules.{name}"}
        for name, value in said.readings.items()
    ]
    for command, one in commands.items():
        values = said.common | said.commands.get(command, {})
        for param in filter(is_setting, one.params):
            name = option_name(param)
            variable = set_variable(command, param)
            told: dict[str, Any] = {"setting": f"{command}.{name}"}
            if variable:
                value = param.resolve_envvar_value(click.Context(one, info_name=command))
                found.append(told | {"value": value, "from": ENVIRONMENT, "place": variable})
            elif name in values:
                place = place_of(said, command, name)
                found.append(told | {"value": values[name], "from": file, "place": place})
    return found


def _once(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What one place says for several commands, told once."""
    seen: dict[tuple[str, str], dict[str, Any]] = {}
    for one in found:
        key = one["from"], one["place"]
        if key in seen:
            name = one["setting"].partition(".")[2]
            seen[key] = one | {"setting": f"{name}, of every command that has it"}
        else:
            seen[key] = one
    return list(seen.values())


def _in_words(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


@click.command("config", short_help="Tell what is set outside the command line, and where.")
@format_option()
@click.pass_context
def command(ctx: click.Context, *, format_: str) -> int:
    """Tell which options have a value without being given, and where that was said.

    An option goes before the environment, the environment before a file, and a file before the
    default. The file is the nearest caladale.toml, or pyproject.toml with a table [tool.caladale],
    in the working directory or above it; the variable CALADALE_CONFIG names another, or, empty,
    none. It may say tileset, quiet, readings in a table [rules], and the options of a command in a
    table of its name, such as time-limit in [solve]. A variable is called after command and option,
    such as CALADALE_SOLVE_TIME_LIMIT; CALADALE_TILESET, CALADALE_RULE and CALADALE_QUIET are for
    all commands.
    """
    group = ctx.find_root().command
    names = group.list_commands(ctx) if isinstance(group, click.Group) else []
    looked_up = {name: group.get_command(ctx, name) for name in names}  # type: ignore[attr-defined]
    commands = {name: one for name, one in looked_up.items() if one is not None}
    said = load_settings(names, commands)
    found = _settings(commands, said)
    file = None if said.path is None else str(said.path)
    if format_ == "json":
        print_json({"file": file, "settings": found})
        return FINE
    echo(f"Configuration file: {'none' if file is None else shown(file)}")
    if not found:
        echo("Nothing is set; every option has its default.")
        return FINE
    table = terminal.Table("Setting", "Value", "Said by", box=None, pad_edge=False)
    for one in _once(found):
        by = one["place"] if one["from"] == ENVIRONMENT else f"the file, {one['place']}"
        table.add_row(cell(one["setting"]), cell(_in_words(one["value"])), cell(by))
    console(table).print(table)
    return FINE
