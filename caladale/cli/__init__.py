"""The command line. Each command lives in a module of its own, imported only when it is called."""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
from collections.abc import Iterator
from typing import Any

import click

from caladale._io.suggestions import close_to
from caladale._version import __version__
from caladale.cli.ambient import prepared, quiet_option, told_where_it_was_said, use_settings
from caladale.cli.exits import FINE, INTERRUPTED, UNUSABLE
from caladale.cli.help_page import CommandContext
from caladale.cli.hints import in_words
from caladale.cli.output import Lines, shown
from caladale.cli.streams import drop_output, prepare_streams
from caladale.errors import CaladaleError

COMMANDS = (
    "validate",
    "score",
    "render",
    "gallery",
    "convert",
    "new",
    "edit",
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
    "config",
)
"""The commands in the order of the help page; each is a module with a command of that name."""


class _ClosedPipeError(Exception):
    """Nobody reads our output any more."""


@contextlib.contextmanager
def _closed_pipe_told() -> Iterator[None]:
    """Tell of a closed pipe by our own exception: click and rich would leave with exit code 1."""
    try:
        yield
    except BrokenPipeError:
        raise _ClosedPipeError from None
    except SystemExit as end:
        if isinstance(end.__context__, BrokenPipeError):
            raise _ClosedPipeError from None
        raise


class _Commands(click.Group):
    """A group that imports a command's module when the command is looked up.

    Each command then gets what all have: help pages in colour, ``--quiet``, and its settings from
    the environment and the configuration file.
    """

    context_class = CommandContext

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        with _closed_pipe_told():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:
        with _closed_pipe_told(), told_where_it_was_said(ctx):
            return super().invoke(ctx)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            name, command, rest = super().resolve_command(ctx, args)
        except click.UsageError as error:
            meant = close_to(args[0], COMMANDS) if args else ()
            if not meant:
                raise
            told = f"{error.message} Did you mean {' or '.join(map(repr, meant))}?"
            raise click.UsageError(told, ctx) from None
        if name is not None:
            use_settings(self, ctx, name, rest)
        return name, command, rest

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        del ctx
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"caladale.cli.commands.{cmd_name}")
        command: click.Command = module.command
        return prepared(command, cmd_name)


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="caladale %(version)s")
@quiet_option
def cli() -> None:
    """Validate, score, draw and solve castles of the tile game Castles of Caladale.

    A layout (a castle on the table) is read from a file in any notation, as JSON, on one line or
    drawn; "-" reads standard input, and as a file to write to it is standard output. Exit codes: 0
    fine, 1 a layout breaks rules, 2 bad usage or unreadable input, 3 no castle was found. What
    options are mostly to be can be said once in a file: see 'caladale config'.
    """


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and leave with its exit code."""
    prepare_streams()
    if "_CALADALE_COMPLETE" in os.environ:
        importlib.import_module("caladale.cli.completion")
    sys.exit(run(arguments))


def run(arguments: list[str] | None = None) -> int:
    """Run the command line and return its exit code; never raises on anybody's bad input.

    When whoever reads our output has seen enough and closes the pipe, that is a quiet end.
    """
    try:
        result: Any = cli.main(arguments, prog_name="caladale", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        return _unusable(error)
    except click.Abort:
        return INTERRUPTED
    except CaladaleError as error:
        return _unusable(click.ClickException(in_words(error)))
    except (_ClosedPipeError, BrokenPipeError):
        drop_output()
        return FINE
    except OSError as error:
        drop_output()
        return _unusable(click.ClickException(error.strerror or str(error)))
    return result if isinstance(result, int) else FINE


def _unusable(error: click.ClickException) -> int:
    """Show an error, if anybody still reads standard error; the exit code tells it anyhow."""
    # It may quote what was typed or what a file says.
    if not isinstance(error.message, Lines):
        error.message = shown(error.message)  # type: ignore[misc]
    try:
        error.show(file=sys.stderr)
    except OSError:
        drop_output()
    return UNUSABLE
