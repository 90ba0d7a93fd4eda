"""A text as words, each with the line and the column where it stands, without what is passed over.

Passed over are comments, from a ``#`` to the end of its line, commas and semicolons at the end of
a word, and the colour codes of a terminal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from caladale._io.strict_json import quoted
from caladale.errors import TextMistake

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_COMMENT = re.compile(r"(?:^|(?<=\s))#.*")


class Word(NamedTuple):
    """A word of a text.

    Attributes:
        text: the word as it is written.
        line, column: where it begins, from 1.
    """

    text: str
    line: int
    column: int

    @property
    def low(self) -> str:
        """The word in small letters."""
        return self.text.lower()

    def mistake(self, message: str, suggestions: Iterable[str] = ()) -> TextMistake:
        """What is wrong with the word; the message is what it is not, or whole without a word."""
        place = f"line {self.line}, column {self.column}"
        told = f"{quoted(self.text)} {message}"
        token = self.text if self.text.isprintable() and len(self.text) <= 40 else ""
        return TextMistake(told, place, self.line, self.column, token, tuple(suggestions))

    def parts(self) -> list[Word]:
        """The parts between commas; none of them empty."""
        return [
            Word(found[0], self.line, self.column + found.start())
            for found in re.finditer(r"[^,]+", self.text)
        ]


def lines_of(text: str) -> list[str]:
    """The lines of a text without the colour codes of a terminal."""
    return _COLOUR.sub("", text).splitlines()


def words_of(line: str, number: int) -> list[Word]:
    """The words of a line, which is the line of that number."""
    bare = _COMMENT.sub("", line)
    found = [
        Word(match[0].rstrip(",;"), number, match.start() + 1)
        for match in re.finditer(r"\S+", bare)
    ]
    return [word for word in found if word.text]
