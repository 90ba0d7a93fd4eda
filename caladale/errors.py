"""What can go wrong, as exceptions that carry what a person needs to mend it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, Self


class CaladaleError(Exception):
    """The parent of every error that caladale raises on purpose."""


class ArgumentError(CaladaleError, ValueError):
    """A number, a limit or a choice that makes no sense: a seed below 0, no such policy."""


class TextMistake(NamedTuple):
    """One thing that is wrong in a text.

    Attributes:
        message: what is wrong, in one sentence without a full stop.
        place: where it is seen from inside, such as ``tiles[3].turn``, or the line and the column;
            empty when it is the text as a whole.
        line, column: where it stands in the text, from 1; 0 when that is not known.
        token: what stands there, as it is written.
        suggestions: what may have been meant instead.
    """

    message: str
    place: str = ""
    line: int = 0
    column: int = 0
    token: str = ""
    suggestions: tuple[str, ...] = ()

    @property
    def where(self) -> str:
        """The whole place in words: line, column, and the path in a file of JSON or TOML."""
        if not self.line:
            return self.place
        spot = f"line {self.line}, column {self.column}"
        is_path = bool(self.place) and not self.place.startswith("line ")
        return f"{spot}, {self.place}" if is_path else spot

    def __str__(self) -> str:
        # An opening bracket alone says nothing of what it opens.
        is_told = any(self.token in known for known in (self.message, self.place, "{["))
        token = "" if is_told else self.token
        told = f"{token}: {self.message}" if token else self.message
        if self.suggestions:
            *others, last = self.suggestions
            told += f"; did you mean {', '.join(others)}{' or ' if others else ''}{last}?"
        return f"{self.where}: {told}" if self.where else told


class FormatError(CaladaleError, ValueError):
    """A text, or a value made by hand, that is not what its format asks for.

    As a string it tells every mistake, each on a line where there are several.

    Attributes:
        mistakes: all that is wrong, in the order of the text.
        message: what is wrong first, in one sentence without a full stop.
        place: where that is, such as ``tiles[3].turn`` or ``line 2, column 7``; empty when it is
            the text as a whole.
        topic: what it is about, for whoever knows a remedy: the name of the format that was found
            in place of another, `SEVERAL_CASTLES` or `ANOTHER_BOX`; mostly empty.
    """

    def __init__(
        self, message: str, place: str = "", topic: str = "", mistakes: tuple[TextMistake, ...] = ()
    ) -> None:
        self.mistakes = mistakes or (TextMistake(message, place),)
        super().__init__(_told(self.mistakes))
        self.message = message
        self.place = place
        self.topic = topic

    @classmethod
    def of(cls, mistakes: Iterable[TextMistake], topic: str = "") -> Self:
        """The error of one or more mistakes."""
        found = tuple(mistakes)
        return cls(found[0].message, found[0].place, topic, found)

    def __reduce__(self) -> tuple[type[FormatError], tuple[object, ...]]:
        return type(self), (self.message, self.place, self.topic, self.mistakes)


def _told(mistakes: tuple[TextMistake, ...]) -> str:
    if len(mistakes) == 1:
        return str(mistakes[0])
    shown = mistakes[:MOST_MISTAKES]
    more = [f"and {len(mistakes) - len(shown)} more"] if len(mistakes) > len(shown) else []
    return "\n  ".join([f"{len(mistakes)} mistakes", *map(str, shown), *more])


MOST_MISTAKES = 50
"""So many mistakes are told in words; more are counted."""

SEVERAL_CASTLES = "several castles"
ANOTHER_BOX = "another box"


class TileSetError(FormatError):
    """A tile file that cannot be used: a wrong count, an unknown edge, a tile named twice."""


class LayoutError(FormatError):
    """A layout that cannot exist on any table: an unknown tile, a back side where there is none."""


class HandError(FormatError):
    """A hand that cannot have been dealt: a tile twice, a gate among the castle tiles."""


class ClusterError(CaladaleError):
    """No cluster to solve hands on: dask is not installed, or nobody answers."""


class RefereeError(CaladaleError):
    """The referee refused a castle that a solver had built: a fault in caladale itself.

    Attributes:
        line: the castle in one-line notation, so that the fault can be reproduced.
    """

    def __init__(self, message: str, line: str) -> None:
        super().__init__(f"{message}; the castle was: {line}")
        self.line = line
        self._message = message

    def __reduce__(self) -> tuple[type[RefereeError], tuple[str, str]]:
        return type(self), (self._message, self.line)
