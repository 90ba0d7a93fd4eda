"""What the tiles of a box may be called: ids, kinds and short names, each with number and turn.

A short name has a character for each word of the kind: ``stone-tower`` is ``st``. Each word of a
tile file is given its character once, in the order of the file: a word of one letter is that
letter, a number from one to nine is its digit, and any other word is the first of its letters that
no other word has. So two kinds never share a short name; a kind has none where a word of it finds
no character free, or where something else is called so.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from caladale._io.suggestions import closest
from caladale.core.layout import Placement, Variant
from caladale.core.tile_file import Entry, TileFile, tile_ids
from caladale.core.tiles import Side

_DIGITS = {
    word: str(number)
    for number, word in enumerate(
        ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine"), start=1
    )
}
_HEADINGS = "NESW"
_SIDES: dict[str, Side] = {"": "front", ":front": "front", ":f": "front", ":back": "back"}
_SIDES[":b"] = "back"

_ASIDE = re.compile("(?::b(?:ack)?|:f(?:ront)?)?(?:/?[nesw])?")

SETTINGS = frozenset({"timer", "supply", *(variant.value for variant in Variant)})
"""Words that say something about a whole castle or hand, and so are no names of tiles."""


class TileName(NamedTuple):
    """What a name stands for: a kind, or with a number one tile of it.

    Attributes:
        entry: the kind.
        number: which tile of it, from 1; 0 for any.
    """

    entry: Entry
    number: int


class Spelling(NamedTuple):
    """A tile as it lies, in words: a name with its side and turn.

    Attributes:
        name: the kind or tile.
        side: which side lies up.
        turn: quarter turns clockwise.
    """

    name: TileName
    side: Side
    turn: int


class TileNames:
    """The names of the tiles of a box.

    Args:
        file: the tile file of the box.

    Attributes:
        short: the short name of each kind that has one.
        known: what each name stands for, in small letters.
    """

    def __init__(self, file: TileFile) -> None:
        self._box = file.name
        entries = {entry.id: entry for entry in file.tile}
        self.known: dict[str, TileName] = {}
        for entry in file.tile:
            self.known[entry.id] = TileName(entry, 0)
            if tile_ids(entry) != [entry.id]:
                for number, name in enumerate(tile_ids(entry), start=1):
                    self.known[name] = TileName(entry, number)
        self.short: dict[str, str] = {}
        for kind, short in _short_names(entries).items():
            entry = entries[kind]
            spelt = {short: TileName(entry, 0)}
            if tile_ids(entry) != [kind]:
                numbers = range(1, len(tile_ids(entry)) + 1)
                spelt |= {f"{short}-{number}": TileName(entry, number) for number in numbers}
            taken = self.known.keys() | SETTINGS | {self._box}
            if taken.isdisjoint(spelt.keys() - {kind}):
                self.short[kind] = short
                self.known |= spelt

    def spellings(self, word: str) -> list[Spelling]:
        """All that a word can mean as a tile as it lies; more than one thing is ambiguous."""
        low = word.lower()
        name, slash, heading = low.partition("/")
        splits = [(name, heading)] if slash else [(low, "n"), (low[:-1], low[-1:])]
        found = []
        for body, turned in splits:
            name, colon, side = body.partition(":")
            is_turn = len(turned) == 1 and turned in "nesw"
            if is_turn and name in self.known and colon + side in _SIDES:
                turn = _HEADINGS.index(turned.upper())
                found.append(Spelling(self.known[name], _SIDES[colon + side], turn))
        return found

    def spell(self, placed: Placement, *, numbered: bool, short: bool = True) -> str:
        """A word for a tile as it lies that means only that, and that is no setting.

        Args:
            placed: the tile.
            numbered: whether to say which tile of its kind it is.
            short: whether to use the short name where there is one.
        """
        name = self.known[placed.tile]
        word = self.short.get(name.entry.id, name.entry.id) if short else name.entry.id
        if numbered and name.number:
            word += f"-{name.number}"
        word += ":b" if placed.side == "back" else ""
        turned = word + (_HEADINGS[placed.turn] if placed.turn else "")
        if len(self.spellings(turned)) == 1 and turned.lower() not in SETTINGS | {self._box}:
            return turned
        return f"{word}/{_HEADINGS[placed.turn]}"

    def close_to(self, word: str) -> tuple[str, ...]:
        """The words that somebody may have meant by one that is no tile, turn and side included."""
        low = word.lower()
        if not low:
            return ()
        name = re.split("[/:]", low, maxsplit=1)[0]
        least, near = closest(name, self.known)
        rest = low[len(name) :]
        if rest:
            rest = rest if _ASIDE.fullmatch(rest) else ""
            return tuple(f"{one}{rest}" for one in near)
        if low[-1] in ("n", "e", "s", "w"):
            bare_least, bare_near = closest(low[:-1], self.known)
            # A name alone lies to the north.
            turned = tuple(one + low[-1].upper() for one in bare_near if low[-1] != "n")
            if turned and bare_least <= least:
                near = turned if bare_least < least else (turned + near)[:3]
        return near


def _short_names(kinds: Iterable[str]) -> Mapping[str, str]:
    """A character for each word of each kind; kinds of which a word found none are left out."""
    words = list(dict.fromkeys(word for kind in kinds for word in kind.split("-")))
    sign = {word: word for word in words if len(word) == 1}
    for word in words:
        if word in _DIGITS and _DIGITS[word] not in sign.values():
            sign[word] = _DIGITS[word]
    for word in words:
        free = [one for one in word if one.isalpha() and one not in sign.values()]
        if word not in sign and free:
            sign[word] = free[0]
    return {
        kind: "".join(sign[word] for word in kind.split("-"))
        for kind in kinds
        if all(word in sign for word in kind.split("-")) and sign[kind.split("-")[0]].isalpha()
    }


@functools.lru_cache(maxsize=32)
def names_of(file: TileFile) -> TileNames:
    """The names of the tiles of a box, worked out once."""
    return TileNames(file)


class Numbering:
    """Numbers the tiles that are named by their kind alone: the lowest number still free.

    Args:
        names: every name that is given, in the order of the text.
    """

    def __init__(self, names: Iterable[TileName]) -> None:
        self._taken = {(name.entry.id, name.number) for name in names if name.number}

    def tile(self, name: TileName) -> str | None:
        """The id of the tile that a name means; None when the box holds no more of the kind."""
        ids = tile_ids(name.entry)
        if name.number or ids == [name.entry.id]:
            return ids[max(0, name.number - 1)]
        for number, one in enumerate(ids, start=1):
            if (name.entry.id, number) not in self._taken:
                self._taken.add((name.entry.id, number))
                return one
        return None


def needs_numbers(tiles: Iterable[str], names: TileNames) -> set[str]:
    """The kinds of which some tile would be given another number than it has.

    Args:
        tiles: the ids of all tiles, in the order in which they are written.
        names: the names of their box.
    """
    tiles = list(tiles)
    numbering = Numbering(())
    wanted = ((one, names.known[one].entry) for one in tiles)
    return {entry.id for one, entry in wanted if numbering.tile(TileName(entry, 0)) != one}
