"""Printing: JSON for programs, tables and drawings for people, messages on standard error."""

from __future__ import annotations

import contextlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from caladale.files import is_standard_output, write_bytes, write_text
from caladale.notation.json_text import to_json

if TYPE_CHECKING:
    from rich.console import Console

_CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f]")


def print_json(data: Any) -> None:
    """Print an object, or a list of objects, as JSON."""
    if isinstance(data, dict):
        click.echo(to_json(data), nl=False)
    else:
        click.echo("[" + ",".join(to_json(item).rstrip() for item in data) + "]")


def print_text(text: str, path: Path | None) -> None:
    """Print `text`, or write it to `path` if there is one.

    Raises:
        click.ClickException: when the file cannot be written; it is then as it was.
    """
    if path is None:
        click.echo(text, nl=not text.endswith("\n"))
        return
    try:
        write_text(path, text)
    except OSError as error:
        raise unwritable(path, error) from None


def print_bytes(data: bytes, path: Path | None) -> None:
    """Write `data` to standard output, or to `path` if there is one.

    Raises:
        click.ClickException: when the file cannot be written; it is then as it was.
    """
    if path is None:
        sys.stdout.buffer.write(data)
        return
    try:
        write_bytes(path, data)
    except OSError as error:
        raise unwritable(path, error) from None


def unwritable(path: Path, error: OSError) -> Exception:
    """The error that says in one line why a file cannot be written.

    That nobody reads what is written to a pipe is no fault, and stays the error that it is.
    """
    if isinstance(error, BrokenPipeError):
        return error
    name = click.format_filename(path)
    return click.ClickException(f"cannot write {name}: {error.strerror or error}")


@contextlib.contextmanager
def report(*outputs: Path | None) -> Iterator[None]:
    """While it lasts, print to standard error where one of `outputs` takes standard output."""
    if any(path is not None and is_standard_output(path) for path in outputs):
        with contextlib.redirect_stdout(sys.stderr):
            yield
    else:
        yield


def printable(text: str) -> str:
    """`text` with control characters, and what standard output cannot encode, escaped.

    For what comes from files, and for their names, which may be odd. Line feeds stay.
    """
    text = _CONTROL.sub(lambda match: f"\\x{ord(match[0]):02x}", text)
    encoding = sys.stdout.encoding or "ascii"
    return text.encode(encoding, "backslashreplace").decode(encoding)


def console() -> Console:
    """A rich console on standard output: colour only where the terminal has it."""
    from rich.console import Console  # noqa: PLC0415 - rich takes longer to import than to validate

    found = Console(highlight=False, emoji=False, markup=False)
    if not found.is_terminal:
        found.width = 200  # a table is not cut to the width of a terminal that is not there
    return found
