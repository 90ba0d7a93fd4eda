"""What stands in for options that are not given: environment variables and configuration files.

An option goes before the environment, the environment before a file, and a file before the default.
The file is the nearest ``caladale.toml``, or ``pyproject.toml`` with a table ``[tool.caladale]``,
in the working directory or above it. Click does the looking up; here is what it is to find.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click
from msgspec import Struct

from caladale._io.formats import spot
from caladale._io.strict_json import decode_utf8, quoted
from caladale._io.suggestions import close_to
from caladale.cli.output import shown
from caladale.core.readings import READINGS
from caladale.errors import FormatError

SETTINGS = "caladale.settings"
"""Where a context keeps what the configuration file says."""

PREFIX = "CALADALE"
COMMON = {"tileset": "box", "quiet": "quiet"}
"""Settings that stand for the option of any command that has it, with the option's parameter."""

NOT_FROM_A_FILE = frozenset(
    {"output", "log", "steps", "picture", "resume", "fixed", "hint", "cluster", "rule"}
)
"""Options that say where to write, read or connect in one run: no file may choose that for others.

Readings have a table of their own.
"""


class Settings(Struct, frozen=True):
    """What a configuration file says.

    Attributes:
        path: the file; None where there is none.
        readings: the readings that stand in for the defaults.
        common: the settings for every command, by name.
        commands: for each command its options, by name.
    """

    path: Path | None = None
    readings: dict[str, str] = {}
    common: dict[str, Any] = {}
    commands: dict[str, dict[str, Any]] = {}


def option_name(param: click.Parameter) -> str:
    """An option's name in a file: its long flag without the dashes."""
    return next(flag for flag in param.opts if flag.startswith("--")).removeprefix("--")


def is_setting(param: click.Parameter) -> bool:
    """Whether a parameter is an option that can be set from outside, not one such as ``--help``."""
    return isinstance(param, click.Option) and (param.expose_value or param.name == "quiet")


def set_variable(command: str, param: click.Parameter) -> str:
    """The environment variable that says an option; empty when none does."""
    return next((name for name in variables(command, param) if os.environ.get(name)), "")


def variables(command: str, param: click.Parameter) -> list[str]:
    """The environment variables of an option, the narrowest first."""
    name = option_name(param).upper().replace("-", "_")
    common = [f"{PREFIX}_{name}"] if option_name(param) in (*COMMON, "rule") else []
    return [f"{PREFIX}_{command.upper()}_{name}", *common]


def configuration_file() -> tuple[Path, dict[str, Any]] | None:
    """The nearest configuration file, and what it says; None where there is none.

    `CALADALE_CONFIG` names another, or, empty, none.

    Raises:
        FormatError: when a file cannot be read as TOML.
        OSError: when a file that was named cannot be read.
    """
    named = os.environ.get(f"{PREFIX}_CONFIG")
    if named is not None:
        return (Path(named), _said(Path(named)) or {}) if named else None
    here = Path.cwd()
    for folder in (here, *here.parents):
        for name in ("caladale.toml", "pyproject.toml"):
            path = folder / name
            if path.is_file():
                data = _said(path)
                if data is not None:
                    return path, data
    return None


def _said(path: Path) -> dict[str, Any] | None:
    """What a file says of caladale; None when that is not what it is for."""
    try:
        text = decode_utf8(path.read_bytes())
        is_project = path.name == "pyproject.toml"
        if is_project and "tool.caladale" not in text:
            return None
        if not is_project and spot(text) is not None:
            return None  # a tile file has that name, too
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, FormatError, RecursionError) as error:
        raise FormatError(f"this is not TOML: {error}", shown(path)) from None
    if is_project:
        data = data.get("tool", {}).get("caladale")
        if data is not None and not isinstance(data, dict):
            raise FormatError("a table is wanted", f"{shown(path)}: tool.caladale")
    return data


def load_settings(names: Iterable[str], commands: dict[str, click.Command]) -> Settings:
    """Read the configuration file, if there is one.

    Args:
        names: the names of all commands.
        commands: those of them whose options are looked at.

    Raises:
        FormatError: with the file and the place of what is off.
        OSError: when a file that was named cannot be read.
    """
    found = configuration_file()
    if found is None:
        return Settings()
    path, data = found
    readings = _readings(path, data.pop("rules", {}))
    common: dict[str, Any] = {}
    sections: dict[str, dict[str, Any]] = {}
    for key, value in data.items():
        if key in COMMON:
            common[key] = value
        elif key in commands:
            sections[key] = _section(path, key, commands[key], value)
        elif key not in names:
            raise _unknown(path, key, [*COMMON, "rules", *names])
    _check_common(path, common)
    return Settings(path, readings, common, sections)


def _at(path: Path, place: str, message: str) -> FormatError:
    return FormatError(message, f"{shown(path)}: {place}")


def _unknown(path: Path, place: str, known: list[str]) -> FormatError:
    """There is no such setting; one that is nearly so spelt is named."""
    name = place.rpartition(".")[2]
    close = close_to(name, known)
    hint = f"; did you mean {close[0]}?" if close else f", only {', '.join(known)}"
    return _at(path, shown(place), f"there is no such setting{hint}")


def _readings(path: Path, rules: Any) -> dict[str, str]:
    if not isinstance(rules, dict):
        raise _at(path, "rules", "a table of readings is wanted, such as wild = 'four_sides'")
    values = {reading.name: reading.values for reading in READINGS}
    for name, value in rules.items():
        if name not in values:
            raise _unknown(path, f"rules.{name}", list(values))
        if value not in values[name]:
            message = f"{name} is one of {', '.join(values[name])}, not {quoted(str(value))}"
            raise _at(path, f"rules.{name}", message)
    return dict(rules)


def _check_common(path: Path, common: dict[str, Any]) -> None:
    if not isinstance(common.get("tileset", ""), str):
        raise _at(path, "tileset", "the path of a tile file is wanted")
    if "tileset" in common:
        common["tileset"] = str(path.parent / common["tileset"])  # as seen from that file
    if not isinstance(common.get("quiet", False), bool):
        raise _at(path, "quiet", "true or false is wanted")


def _section(path: Path, name: str, command: click.Command, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _at(path, name, "a table of options is wanted, such as time-limit = 30")
    options = {option_name(param): param for param in command.params if is_setting(param)}
    known = [key for key in options if key not in NOT_FROM_A_FILE]
    for key, one in value.items():
        place = f"{name}.{key}"
        if key in NOT_FROM_A_FILE and key in options:
            message = "this option is not taken from a file: give it on the command line"
            raise _at(path, place, message)
        if key not in known:
            raise _unknown(path, place, known)
        _check_sort(path, place, options[key], one)
    return dict(value)


def _check_sort(path: Path, place: str, param: click.Parameter, value: Any) -> None:
    """Refuse a list or a table for an option that takes one value, and text for a switch."""
    if isinstance(param, click.Option) and param.is_flag and not isinstance(value, bool):
        raise _at(path, place, "true or false is wanted")
    for one in value if param.multiple and isinstance(value, list) else [value]:
        if not isinstance(one, str | int | float):
            raise _at(path, place, "a text or a number is wanted")


def defaults(settings: Settings, command: str, params: list[click.Parameter]) -> dict[str, Any]:
    """What click is to take for the default of each parameter of a command."""
    found: dict[str, Any] = {}
    said = settings.common | settings.commands.get(command, {})
    for param in params:
        if param.name and is_setting(param) and option_name(param) in said:
            value = said[option_name(param)]
            wants_list = param.multiple and not isinstance(value, list)
            found[param.name] = [value] if wants_list else value
    return found


def place_of(settings: Settings, command: str, name: str) -> str:
    """Where a file says an option of a command."""
    return f"{command}.{name}" if name in settings.commands.get(command, {}) else name
