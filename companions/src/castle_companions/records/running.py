"""How a command starts and how it ends: errors in words, Ctrl-C, a reader that has gone."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import NoReturn

import click

from castle_companions.records.errors import RecordError
from castle_companions.records.exits import Exit
from castle_companions.records.printing import echo, one_line

_MOST_SHOWN = 50
"""So many mistakes of a record are printed; who has more mends these first."""


def run(command: click.Command, name: str) -> NoReturn:
    """Run a command as the program `name` and leave with its exit code.

    A `RecordError` becomes one line per mistake on standard error and the exit code that it asks
    for.
    """
    try:
        # Not `main`, which would answer a reader that has gone with exit code 1.
        with command.make_context(name, sys.argv[1:]) as context:
            command.invoke(context)
        sys.stdout.flush()
    except RecordError as error:
        lines = str(error).splitlines()
        echo("\n".join(lines[:_MOST_SHOWN]), err=True)
        if len(lines) > _MOST_SHOWN:
            echo(f"{error.source}: and {len(lines) - _MOST_SHOWN} mistakes more", err=True)
        sys.exit(error.code)
    except click.exceptions.Exit as done:  # after --help and --version, and with a code of its own
        sys.exit(done.exit_code)
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        sys.exit(Exit.BAD_INPUT)
    except click.ClickException as error:
        echo(f"{_usage(error)}Error: {one_line(error.format_message())}", err=True)
        sys.exit(Exit.BAD_INPUT)
    except (click.Abort, KeyboardInterrupt):
        echo("stopped", err=True)
        sys.exit(Exit.INTERRUPTED)
    except BrokenPipeError:
        # Nobody reads any more, which is no fault; the interpreter must not flush into the pipe.
        with contextlib.suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(Exit.FINE)
    sys.exit(Exit.FINE)


def _usage(error: click.ClickException) -> str:
    if isinstance(error, click.UsageError) and error.ctx is not None:
        return error.ctx.get_usage() + "\n"
    return ""
