"""Hands in words: the tiles by name, one after the other, with the settings of the game.

    solo2 gs:back 3*s4 s3 st stone-edge-2 supply r4 r3

The gate is one of the tiles; a number and a star stand for several of a kind. After the word
``supply`` come the tiles that can be exchanged for. Settings are those of a castle in words, and
``wilds=N``; ``grass=4,4`` lists the widths of the strips.
"""

from __future__ import annotations

import re
from typing import Any

from caladale._io.formats import HAND, LAYOUT
from caladale._io.suggestions import close_to
from caladale.core.hand import Hand
from caladale.core.readings import READINGS
from caladale.core.tile_file import Group
from caladale.core.tile_names import SETTINGS, TileName, names_of, needs_numbers
from caladale.core.tiles import TileSet, standard_tileset
from caladale.errors import FormatError
from caladale.notation.data import hand_from_data, hand_to_data
from caladale.notation.settings import INTEGER, WrittenSettings
from caladale.notation.words import Word, lines_of, words_of

_SUPPLY = "supply"
_WIDTHS = re.compile(rf"grass=({INTEGER}(?:,{INTEGER})*|none)", re.IGNORECASE)
_TILE = re.compile(r"(?:(?P<count>[1-9][0-9]{0,2})\*)?(?P<name>[^:*]+)(?P<side>:\w+)?")


def read_hand_words(text: str, tileset: TileSet | None = None) -> Hand:
    """Read a hand in words.

    Raises:
        FormatError: with every mistake, each with its line, column and word.
    """
    box = standard_tileset() if tileset is None else tileset
    settings = WrittenSettings(box.name, ("flipped", "wilds"))
    lists: dict[str, list[str]] = {"gates": [], "tiles": [], _SUPPLY: []}
    words = [
        word
        for number, line in enumerate(lines_of(text), start=1)
        for word in words_of(line, number)
    ]
    if not words:
        raise FormatError("there is nothing to read: the text is empty")
    _refuse_places(words)
    now = "tiles"
    for word in words:
        widths = _WIDTHS.fullmatch(word.text)
        if word.low.rstrip(":") == _SUPPLY:
            now = _SUPPLY
        elif widths:
            numbers = [] if widths[1].lower() == "none" else map(int, widths[1].split(","))
            settings.put("grass", list(numbers), word)
        elif settings.is_one(word):
            settings.add(word)
        else:
            _add_tile(word, now, lists, settings, box)
    if not (lists["gates"] or settings.mistakes):
        message = f"this hand has no gate; name one, such as {box.gates()[0].id}"
        settings.mistakes.append(words[-1].mistake(f"is the last word, and {message}"))
    data: dict[str, Any] = {"format": "caladale-hand/1", **settings.data, **lists}
    topic = ""
    if lists["gates"]:
        try:
            hand = hand_from_data(data, box)
        except FormatError as error:
            settings.mistakes += settings.placed(error)
            topic = error.topic
    if settings.mistakes:
        found = {(one.line, one.column): one for one in reversed(settings.mistakes)}
        raise FormatError.of((found[place] for place in sorted(found)), topic)
    return hand


def _refuse_places(words: list[Word]) -> None:
    """Refuse a castle, whose tiles have places.

    Raises:
        FormatError: with the first such tile; its topic is the format of layouts.
    """
    for word in words:
        if "@" in word.text:
            told = f"this is {LAYOUT.words}, but {HAND.words} is wanted here"
            one = word.mistake("")._replace(message=told, token="")
            raise FormatError.of([one], LAYOUT.name)


def _add_tile(
    word: Word, now: str, lists: dict[str, list[str]], settings: WrittenSettings, box: TileSet
) -> None:
    """Put a tile into its list."""
    names = names_of(box.file)
    match = _TILE.fullmatch(word.low)
    name = names.known.get(match["name"]) if match else None
    if match is None or name is None:
        if names.spellings(word.text):
            settings.mistakes.append(word.mistake("is a turned tile, but a hand has no turns"))
        elif re.fullmatch(r"\.+|[=.|]+", word.text):
            settings.mistakes.append(word.mistake("is a cell or grass, but a hand has no places"))
        else:
            near = names.close_to(word.text) or close_to(word.text, _other_words())
            settings.mistakes.append(word.mistake("is the name of no tile", near))
        return
    group = name.entry.group
    if group is Group.WILD:
        settings.put("wilds", int(match["count"] or 1), word)
        return
    where = "gates" if group is Group.GATE else now
    settings.words[f"{where}[{len(lists[where])}]"] = word
    lists[where].append(word.text)


def _other_words() -> list[str]:
    return [*SETTINGS, *(reading.name for reading in READINGS)]


def write_hand_line(hand: Hand) -> str:
    """Write a hand in words on one line, without a line feed; nothing is lost."""
    data = hand_to_data(hand)
    names = names_of(hand.tileset.file)
    numbered = needs_numbers((*hand.tiles, *hand.supply), names)

    def told(tile: str) -> str:
        name: TileName = names.known[tile]
        kind = name.entry.id
        word = tile if kind in numbered else names.short.get(kind, kind)
        is_setting = word in SETTINGS or word == hand.tileset.name
        return f"1*{word}" if is_setting else word

    words = [f"box={hand.tileset.name}"] if hand.tileset != standard_tileset() else []
    words.append(hand.variant.value)
    words += [f"wilds={hand.wilds}"] if hand.wilds != hand.variant.most_wilds else []
    if hand.grass != (4,):
        words.append(f"grass={','.join(map(str, hand.grass)) or 'none'}")
    words += [f"flipped={hand.flipped}"] if hand.flipped else []
    words += [f"{name}={value}" for name, value in data.get("rules", {}).items()]
    for gate in hand.gates:
        name, colon, side = gate.partition(":")
        words.append(f"{told(name)}{colon}{side}")
    words += map(told, hand.tiles)
    words += [_SUPPLY, *map(told, hand.supply)] if hand.supply else []
    return " ".join(words)
