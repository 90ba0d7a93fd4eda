"""The formats of files, in a player's words: what lies where something else is wanted."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator

from msgspec import Struct

from caladale._io.strict_json import load_json
from caladale._io.text_places import located
from caladale.errors import FormatError


class Format(Struct, frozen=True):
    """What a file can be.

    Attributes:
        name: how the file names its format.
        words: what it is, with an article.
    """

    name: str
    words: str


LAYOUT = Format("caladale-layout/1", "a layout")
HAND = Format("caladale-hand/1", "a hand")
TABLE = Format("caladale-table/1", "a dealt table")
GAME = Format("caladale-game/1", "the log of a game")
RESULTS = Format("caladale-results/1", "a log of the results of several hands")
TILES = Format("caladale-tiles/1", "a tile file")

_FORMATS = {one.name: one for one in (LAYOUT, HAND, TABLE, GAME, RESULTS, TILES)}

_CASTLE_LINE = re.compile(r"\s*\S+\s+[a-z0-9-]+\s+(?:-|-?\d+\+\d+\S*)\s+\S+\s+\S+\s+[^\s@]+@\S+")
_TILES_HEAD = re.compile(rf'^format\s*=\s*"{TILES.name}"', re.MULTILINE)


def spot(text: str) -> tuple[Format, str] | None:
    """Which format a text is in, right or not otherwise, and where that shows; None if unknown."""
    if text.lstrip().startswith("{"):
        with contextlib.suppress(FormatError):
            return _spot_object(text, "format")
        with contextlib.suppress(FormatError):  # an object on each line
            return _spot_object(text.lstrip().splitlines()[0], "line 1")
        return None
    if is_castle_line(text):
        return LAYOUT, "line 1"
    head = _TILES_HEAD.search(text)
    if head:
        return TILES, f"line {text.count(chr(10), 0, head.start()) + 1}"
    return None


def is_game(text: str) -> bool:
    """Whether a text is the log of a game, right or not otherwise."""
    found = spot(text) if GAME.name in text else None  # to read it whole takes its time
    return found is not None and found[0] is GAME


def is_castle_line(text: str) -> bool:
    """Whether a text looks like a castle in one-line notation, or begins with one."""
    return bool(_CASTLE_LINE.match(text))


def _spot_object(text: str, place: str) -> tuple[Format, str] | None:
    name = load_json(text).get("format")
    found = _FORMATS.get(name) if isinstance(name, str) else None
    return None if found is None else (found, place)


def refuse_others(text: str, *wanted: Format) -> None:
    """Refuse a text that is in another format than those wanted; one in no known format passes.

    Raises:
        FormatError: what the text is and what is wanted; its topic is the format of the text.
    """
    found, place = spot(text) or (None, "")
    if found is not None and found not in wanted:
        words = " or ".join(one.words for one in wanted)
        message = f"this is {found.words}, but {words} is wanted here"
        raise FormatError(message, place, found.name)


@contextlib.contextmanager
def read_as(text: str, *wanted: Format) -> Iterator[None]:
    """While `text` is read as `wanted`: what goes wrong is told by `refuse_others` if it can tell.

    Raises:
        FormatError: the error of `refuse_others`, or that of reading, with line and column of each
            mistake where they can be found.
    """
    try:
        yield
    except FormatError as error:
        try:
            refuse_others(text, *wanted)
        except FormatError as other:
            raise type(error)(other.message, other.place, other.topic) from None
        raise type(error).of(located(error.mistakes, text), error.topic) from None
