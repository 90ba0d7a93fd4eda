"""What the rules say no to, and numbers that are asked for and that no card file gives."""

from __future__ import annotations

from typing import TypeVar

from castle_companions.castle_up.cards import Building, Cards
from castle_companions.records import did_you_mean, quoted

T = TypeVar("T")


class RefusedError(Exception):
    """The rules do not allow an entry; `place` is the key of the entry that is wrong, or empty."""

    def __init__(self, message: str, place: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.place = place


class UnknownError(RefusedError):
    """An entry that cannot be judged: something is named or needed that no card file gives."""


def known(value: T | None, what: str) -> T:
    """The value, if it is known.

    Raises:
        UnknownError: when it is None; `what` says what it would be.
    """
    if value is None:
        raise UnknownError(f"no card file gives {what}; put it into a file for --cards")
    return value


def building_named(cards: Cards, name: str, place: str = "") -> Building:
    """The building of a name; a ``#2`` behind it, for a second copy, is passed over.

    Raises:
        UnknownError: when there is none, or not so many copies.
    """
    plain, _, copy = name.partition("#")
    building = cards.buildings.get(plain)
    if building is None:
        near = did_you_mean(plain, cards.buildings)
        raise UnknownError(f"no card file has a building {quoted(plain)}{near}", place)
    if copy or "#" in name:
        number = int(copy) if copy.isdecimal() and len(copy) <= 2 else 0
        if number < 2 or copy != str(number):
            raise UnknownError("behind the # stands the number of the copy, 2 to 99", place)
        if building.copies is not None and number > building.copies:
            raise UnknownError(f"{quoted(plain)} has {building.copies} copies", place)
    return building
