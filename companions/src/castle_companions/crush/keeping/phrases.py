"""What fell, as people type it: ``Bob: 2 roof, king; Cat: pinned crown``."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from castle_companions.crush.keeping.talk import PhraseError, fitting, whole
from castle_companions.crush.pieces import Character, Treasure
from castle_companions.crush.pile import NOTHING, Pile
from castle_companions.crush.record import MOST_COUNT, MOST_LEVELS
from castle_companions.crush.state import Table
from castle_companions.records import did_you_mean, quoted

_ITEM = re.compile(r"(?:(\d{1,2})\s*(?:x\s+)?)?(?:(pinned|sub)\s+)?(\S.*)")


@dataclass
class Fallen:
    """What somebody typed that fell of one castle."""

    castle: str
    blocks: dict[str, int] = field(default_factory=dict)
    sub_castle: dict[str, int] = field(default_factory=dict)
    treasure: dict[Treasure, int] = field(default_factory=dict)
    pinned: dict[Treasure, int] = field(default_factory=dict)
    characters: list[tuple[Character, bool]] = field(default_factory=list)
    """With whether a block lies on it."""


_MOST_ITEMS = 10
"""So many things of one castle can be typed in a line, which bounds the sum of their numbers."""


def parse_falls(line: str, table: Table) -> list[Fallen]:
    """Understand what fell; who is named twice has fallen what both times say.

    Raises:
        PhraseError: for words that are no player, block, cube or character.
    """
    found: dict[str, Fallen] = {}
    for part in filter(None, (part.strip() for part in line.split(";"))):
        name, colon, things = part.partition(":")
        player = fitting(name.strip(), table.names)
        if not colon or player is None:
            raise PhraseError(
                f"begin with a player and a colon, not {quoted(name)}"
                f"{did_you_mean(name.strip(), table.names)}"
            )
        fallen = found.setdefault(player, Fallen(player))
        for item in _items(things):
            _add(fallen, item, table)
    return list(found.values())


def parse_blocks(line: str, kinds: tuple[str, ...]) -> Pile:
    """Understand blocks with their numbers, such as ``2 roof, second``.

    Raises:
        PhraseError: for a word that is no kind of block.
    """
    pile = NOTHING
    for item in _items(line):
        number, mark, word = _parts(item)
        kind = fitting(word, kinds)
        if kind is None or mark:
            message = f"there are no blocks {quoted(item)}{did_you_mean(word, kinds)}"
            raise PhraseError(message)
        pile += Pile.of({kind: number})
    return pile


def parse_levels(line: str, total: int) -> tuple[int, ...]:
    """Understand how many blocks stand upright at level 1, 2, 3 and so on.

    Raises:
        PhraseError: for words that are no numbers, and for more than `total` blocks.
    """
    words = line.replace(",", " ").split()
    levels = [whole(word, MOST_COUNT) for word in words]
    numbers = tuple(level for level in levels if level is not None)
    if not 0 < len(words) <= MOST_LEVELS or len(numbers) < len(words):
        raise PhraseError("numbers with spaces between them, please; 0 if none stands upright")
    if sum(numbers) > total:
        raise PhraseError(f"these are {sum(numbers)} blocks, and there are {total}")
    return numbers


def _items(things: str) -> list[str]:
    """The things between the commas."""
    found = [item.strip() for item in things.split(",") if item.strip()]
    if len(found) > _MOST_ITEMS:
        raise PhraseError(f"that is too much at once: {_MOST_ITEMS} things of a castle at most")
    return found


def _parts(item: str) -> tuple[int, str, str]:
    match = _ITEM.fullmatch(item)
    if match is None:
        raise PhraseError(f"what is {quoted(item)}?")
    return int(match[1] or 1), match[2] or "", match[3]


def _add(fallen: Fallen, item: str, table: Table) -> None:
    number, mark, word = _parts(item)
    characters = {who.value: who for who in Character}
    cubes = {kind.value: kind for kind in Treasure}
    known = (*table.kinds, *characters, *cubes)
    name = fitting(word, known)
    if name is None:
        raise PhraseError(f"there is no {quoted(word)} to fall{did_you_mean(word, known)}")
    if name in characters and number == 1 and mark != "sub":
        fallen.characters.append((characters[name], mark == "pinned"))
    elif name in cubes and mark != "sub":
        pile = fallen.pinned if mark else fallen.treasure
        pile[cubes[name]] = pile.get(cubes[name], 0) + number
    elif name in table.kinds and mark != "pinned":
        blocks = fallen.sub_castle if mark else fallen.blocks
        blocks[name] = blocks.get(name, 0) + number
    else:
        raise PhraseError(f"{quoted(item)} cannot be")
