"""Printing for people: nothing that a file says acts on the terminal."""

from __future__ import annotations

import json
import re
import sys
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

_ODD = re.compile("[^\n -~]")
_LONGEST_QUOTE = 40


def printable(text: str) -> str:
    """Escape what is no character to be read; line feeds stay.

    That is what would act on a terminal or make a line look like another: control characters, marks
    of direction and other unseen ones, halves of surrogate pairs.
    """
    return _ODD.sub(_readable, text)


def one_line(text: str) -> str:
    """`text` made `printable`, its line feeds escaped as well."""
    return printable(text).replace("\n", "\\n")


def quoted(text: str) -> str:
    """Quote a piece of somebody's file for a message: short, on one line, plain ASCII."""
    short = text if len(text) <= _LONGEST_QUOTE else text[: _LONGEST_QUOTE - 3] + "..."
    return json.dumps(short).replace("\x7f", "\\u007f")  # which JSON lets stand


def echo(text: str = "", *, err: bool = False, nl: bool = True) -> None:
    """Print `text`, made `printable`, on standard output or standard error.

    What the stream's encoding cannot say is escaped.
    """
    stream = sys.stderr if err else sys.stdout
    encoding = stream.encoding or "ascii"
    plain = printable(text).encode(encoding, "backslashreplace").decode(encoding)
    stream.write(plain + ("\n" if nl else ""))
    stream.flush()


def console() -> Console:
    """Make a rich console on standard output that takes text for text: no markup, no emoji codes.

    Where there is no terminal it is 200 columns wide, so that tables are not cut.
    """
    from rich.console import Console  # noqa: PLC0415 - takes longer to import than most commands run

    found = Console(highlight=False, emoji=False, markup=False)
    if not found.is_terminal:
        found.width = 200
    return found


def _readable(found: re.Match[str]) -> str:
    character = found[0]
    is_text = character.isprintable() or unicodedata.category(character) == "Zs"
    return character if is_text else _escaped(character)


def _escaped(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")
