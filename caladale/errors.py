"""What can go wrong, as exceptions that carry what a person needs to mend it."""

from __future__ import annotations

from typing import Self


class CaladaleError(Exception):
    """The parent of every error that caladale raises on purpose."""


class ArgumentError(CaladaleError, ValueError):
    """A number, a limit or a choice that makes no sense: a seed below 0, no such policy."""


class FormatError(CaladaleError, ValueError):
    """A text, or a value made by hand, that is not what its format asks for.

    Attributes:
        message: what is wrong, in one sentence without a full stop.
        place: where in the text, such as ``tiles[3].turn`` or ``line 2 column 7``; empty when it is
            the text as a whole.
        topic: what it is about, for whoever knows a remedy: the name of the format that was found
            in place of another, `SEVERAL_CASTLES` or `ANOTHER_BOX`; mostly empty.
    """

    def __init__(self, message: str, place: str = "", topic: str = "") -> None:
        super().__init__(f"{place}: {message}" if place else message)
        self.message = message
        self.place = place
        self.topic = topic

    def at(self, place: str) -> Self:
        """The same error at another place, as seen from outside."""
        return type(self)(self.message, place, self.topic)

    def __reduce__(self) -> tuple[type[FormatError], tuple[str, str, str]]:
        return type(self), (self.message, self.place, self.topic)


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
