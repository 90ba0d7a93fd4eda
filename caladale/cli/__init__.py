"""The command line. Each command lives in a module of its own, imported only when it is called."""

from __future__ import annotations

import contextlib
import errno
import importlib
import os
import sys
from typing import Any

import click

from caladale.cli.exits import FINE, INTERRUPTED, UNUSABLE
from caladale.errors import CaladaleError

COMMANDS = (
    "validate",
    "score",
    "render",
    "gallery",
    "convert",
    "deal",
    "solo",
    "simulate",
    "advise",
    "solve",
    "challenge",
    "dissolve",
    "repair",
    "rule",
    "tiles",
    "schema",
)
"""The commands in the order of the help page; each is a module with a command of that name."""


class _Commands(click.Group):
    """A group that imports a command's module when the command is looked up."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        del ctx
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"caladale.cli.{cmd_name}")
        command: click.Command = module.command
        return command


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="caladale", message="caladale %(version)s")
def cli() -> None:
    """Validate, score, draw and solve castles of the tile game Castles of Caladale.

    A layout (a castle on the table) is read from a file in either notation, JSON or one line; "-"
    reads standard input. Exit codes: 0 fine, 1 a layout breaks rules, 2 bad usage or unreadable
    input, 3 no castle was found.
    """


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and leave with its exit code."""
    _stand_in_for_closed_streams()
    sys.exit(run(arguments))


def _stand_in_for_closed_streams() -> None:
    """Put the null device in place of each standard stream that the caller closed."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode))


def _drop_output() -> None:
    """Forget what cannot be written: Python would try once more at exit, and complain then."""
    try:
        sys.stdout.flush()
    except OSError:
        with contextlib.suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def run(arguments: list[str] | None = None) -> int:
    """Run the command line and return its exit code; never raises on anybody's bad input."""
    try:
        result: Any = cli.main(arguments, prog_name="caladale", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        error.show()
        return UNUSABLE
    except click.Abort:
        return INTERRUPTED
    except CaladaleError as error:
        click.echo(f"Error: {error}", err=True)
        return UNUSABLE
    except OSError as error:
        _drop_output()
        if error.errno == errno.EPIPE:
            return FINE  # whoever read our output has seen enough
        click.echo(f"Error: {error.strerror or error}", err=True)
        return UNUSABLE
    return result if isinstance(result, int) else FINE
