"""Printing: JSON for programs, tables and drawings for people, messages on standard error."""

from __future__ import annotations

import contextlib
import json
import re
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from caladale._io.atomic_files import is_standard_output, write_bytes, write_text
from caladale.cli import terminal
from caladale.cli.streams import PLAIN, escaped
from caladale.notation.json_text import to_json

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table


QUIET = "caladale.quiet"
"""Where a context keeps that nobody wants to hear of what goes well."""


def is_quiet() -> bool:
    """Whether only errors are wanted on standard error."""
    ctx = click.get_current_context(silent=True)
    return ctx is not None and QUIET in ctx.meta


def note(text: str) -> None:
    """Tell something on standard error that is no error, unless nobody wants to hear it."""
    if not is_quiet():
        echo(text, err=True)


def echo(text: str = "", *, nl: bool = True, err: bool = False) -> None:
    """Print `text` on standard output or standard error; it may hold what a file says.

    What a terminal would act on is escaped (see `printable`), and what the stream's encoding cannot
    say is said plainly.
    """
    # The stream is named, since click would put its own in place of one that says only ASCII.
    stream = sys.stderr if err else sys.stdout
    click.echo(printable(text), file=stream, nl=nl)  # noqa: TID251


def _print(text: str) -> None:
    """Print data on standard output as it is."""
    click.echo(text, file=sys.stdout, nl=False)  # noqa: TID251 - `echo` would escape a part


def print_json(data: Any) -> None:
    """Print an object, or a list of objects, as JSON."""
    if isinstance(data, dict):
        text = to_json(data)
    else:
        text = "[" + ",".join(to_json(item).rstrip() for item in data) + "]\n"
    _print(text.replace("\x7f", "\\u007f"))  # the one control character that JSON lets stand


def print_json_lines(answers: Iterable[dict[str, Any]]) -> None:
    """Print each object on a line of its own, the shape that does not depend on how many."""
    for answer in answers:
        _print(json.dumps(answer).replace("\x7f", "\\u007f") + "\n")


def print_text(text: str, path: Path | None) -> None:
    """Print `text`, or write it to `path` if there is one.

    Raises:
        click.ClickException: when the file cannot be written; it is then as it was.
    """
    if path is None:
        _print(text if text.endswith("\n") else text + "\n")
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
    return click.ClickException(f"cannot write {shown(path)}: {error.strerror or error}")


@contextlib.contextmanager
def report(*outputs: Path | None) -> Iterator[None]:
    """While it lasts, print to standard error where one of `outputs` takes standard output."""
    if any(path is not None and is_standard_output(path) for path in outputs):
        with contextlib.redirect_stdout(sys.stderr):
            yield
    else:
        yield


def printable(text: str) -> str:
    """`text` with escapes for what is no character to be read; line feeds stay.

    That is what would act on a terminal or make a line look like another: control characters, marks
    of direction and other unseen ones, halves of surrogate pairs.
    """
    return _ODD.sub(_readable, text)


_ODD = re.compile("[^\n -~]")


def _readable(found: re.Match[str]) -> str:
    character = found[0]
    is_text = character.isprintable() or unicodedata.category(character) == "Zs"
    return character if is_text else escaped(character)


def shown(name: str | Path) -> str:
    """A name, such as that of a file, `printable` and on one line."""
    return printable(str(name)).replace("\n", "\\n")


class Lines(str):
    """A message whose line feeds are meant, as each of its lines has been `shown`."""

    __slots__ = ()


def cell(text: str) -> str:
    """A text for a table: on one line, and as wide as standard output will make it."""
    encoding = sys.stdout.encoding or "ascii"
    return shown(text).encode(encoding, PLAIN).decode(encoding)


def console(whole: Table | None = None) -> Console:
    """A rich console on standard output: colour only where the terminal has it.

    Where there is no terminal it is as wide as the table `whole` needs, and 200 columns at least.
    """
    found = terminal.Console(highlight=False, emoji=False, markup=False)
    if not found.is_terminal:
        found.width = 200  # a table is not cut to the width of a terminal that is not there
        if whole is not None:
            found.width = max(found.width, whole_width(whole, found))
    return found


def whole_width(table: Table, on: Console) -> int:
    """How many columns a table takes in which no cell is folded."""
    return on.measure(table, options=on.options.update(max_width=sys.maxsize)).maximum
