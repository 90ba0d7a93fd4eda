"""Castles in words: drawn in rows, on one line, or both; the reader of all that is not JSON.

A text is made of lines, and a line is one of four things:

- *settings*: the game, readings and so on, in any order, or all five parts in their places;
- a *row* of the castle: tiles by name with their turn, and a dot for each empty cell. The last row
  is the one on the grass, and a text of one row or more is drawn;
- the *ground line*: ``=`` below each column with grass, a dot below others, ``|`` between strips;
- *placed tiles*, NAME@X,Y with a turn; settings may stand among them.

A drawing in frames (`framed`) is read as rows. Tiles that are named by their kind are numbered in
the order of the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from caladale._io.suggestions import close_to
from caladale.core.edges import Cell
from caladale.core.layout import Layout
from caladale.core.readings import READINGS
from caladale.core.tile_names import SETTINGS, Numbering, Spelling, TileName, names_of
from caladale.core.tiles import TileSet, standard_tileset
from caladale.errors import SEVERAL_CASTLES, FormatError
from caladale.notation.data import layout_from_data
from caladale.notation.framed import Framed, take_frames
from caladale.notation.settings import INTEGER, WrittenSettings, is_head
from caladale.notation.words import Word, lines_of, words_of

NUMBERS = ("flipped", "exchanges")
_AT = re.compile(
    rf"(?P<name>[^@\s]+)@(?P<x>{INTEGER}),(?P<y>{INTEGER})(?P<turn>/?[nesw])?", re.IGNORECASE
)
_GROUND = re.compile(r"[=.|]*=[=.|]*")
_EMPTY = re.compile(r"\.+")


class _Laid(NamedTuple):
    """A tile of the text: its word, what it means, and where it lies."""

    word: Word
    spelling: Spelling
    cell: Cell


class _Castle:
    """A castle as it is read, line by line."""

    def __init__(self, box: TileSet) -> None:
        self.names = names_of(box.file)
        self.settings = WrittenSettings(box.name, NUMBERS)
        self.mistakes = self.settings.mistakes
        self.rows: list[list[Word]] = []
        self.ground: list[Word] = []
        self.laid: list[_Laid] = []
        self.is_empty = False

    def line(self, words: list[Word]) -> None:
        """Read a line that is no frame."""
        if is_head(words) and not self.settings.words:
            self.settings.head(words[:5])
            self.is_empty = [word.text for word in words[5:]] == ["-"]
            for word in words[5:] if not self.is_empty else ():
                self._place(word)
        elif _GROUND.fullmatch("".join(word.text for word in words)):
            self._ground_line(words)
        elif all(map(self.settings.is_one, words)):
            for word in words:
                self.settings.add(word)
        elif any("@" in word.text for word in words) or self._is_misspelt_settings(words):
            for word in words:
                if self.settings.is_one(word):
                    self.settings.add(word)
                else:
                    self._place(word)
        else:
            if self.ground:
                message = "stands below the ground line, which is the last of a drawing"
                self.mistakes.append(words[0].mistake(message))
            self.rows.append(words)

    def _is_misspelt_settings(self, words: list[Word]) -> bool:
        """Whether a line has settings and words that are nothing, but no tile and no dot."""
        are_cells = any(self.names.spellings(w.text) or _EMPTY.fullmatch(w.text) for w in words)
        return any(map(self.settings.is_one, words)) and not are_cells

    def _ground_line(self, words: list[Word]) -> None:
        if self.ground:
            self.mistakes.append(words[0].mistake("is a second ground line"))
        self.ground = self.ground or words

    def _place(self, word: Word) -> None:
        match = _AT.fullmatch(word.text)
        if match:
            name, turn = match["name"], (match["turn"] or "n").removeprefix("/")
            found = self.names.spellings(f"{name}/{turn}")
            if len(found) == 1:
                self.laid.append(_Laid(word, found[0], (int(match["x"]), int(match["y"]))))
            else:
                self._unknown(word, name)
        elif self.names.spellings(word.text):
            self.mistakes.append(word.mistake(f"has no place; write it as {word.text}@X,Y"))
        elif "@" in word.text:
            self.mistakes.append(word.mistake("is not a tile such as stone-edge-1@2,0E"))
        else:
            self._unknown(word, word.text)

    def _unknown(self, word: Word, name: str) -> None:
        near = self.names.close_to(name)
        if not near and "@" not in word.text:
            others = [*SETTINGS, *(reading.name for reading in READINGS)]
            near = close_to(name, others)
        self.mistakes.append(word.mistake("is the name of no tile", near))

    def draw(self, framed: Framed) -> None:
        """Lay the rows, of words and of frames, above the grass."""
        cells: list[tuple[Word, Cell]] = []
        shift = self._shift() if self.ground else 0
        begin = shift + self._least_grass()
        for y, row in enumerate(reversed(self.rows)):
            x = begin
            for word in row:
                if _EMPTY.fullmatch(word.text):
                    x += len(word.text)
                    continue
                cells.append((word, (x, y)))
                x += 1
        if framed.strips and "grass" not in self.settings.data:
            self.settings.data["grass"] = framed.strips
        left = 0 if framed.is_labelled else self._least_grass()
        cells += [(word, (left + x, y)) for word, (x, y) in framed.cells]
        for word, cell in sorted(cells, key=lambda one: (one[0].line, one[0].column)):
            self._cell(word, cell)

    def _cell(self, word: Word, cell: Cell) -> None:
        found = self.names.spellings(word.text)
        if len(found) == 1:
            self.laid.append(_Laid(word, found[0], cell))
        elif found:
            low = word.low
            message = (
                f"can be two tiles: write {low}/n if {low} is the name, or "
                f"{low[:-1]}/{low[-1]} for {low[:-1]} turned"
            )
            self.mistakes.append(word.mistake(message))
        elif self.settings.is_one(word):
            self.mistakes.append(word.mistake("is a setting, and stands on a line without tiles"))
        elif re.fullmatch(r"[-_~]+|empty|none", word.low):
            self.mistakes.append(word.mistake("is no tile; an empty cell is a dot", (".",)))
        elif re.match(r"\d+[*x]", word.low):
            self.mistakes.append(word.mistake("is a number of tiles, but each has its own cell"))
        else:
            self._unknown(word, word.text)

    def _least_grass(self) -> int:
        strips = self.settings.data.get("grass", [{"x": 0}])
        return min((strip["x"] for strip in strips), default=0)

    def _shift(self) -> int:
        """Read the ground line; how many columns the rows begin left (so below 0) of the grass."""
        signs = "".join(word.text for word in self.ground)
        columns = signs.replace("|", "")
        first = columns.index("=")
        runs = [found for part in _pieces(signs) for found in part]
        if "grass" in self.settings.data:
            strips = self.settings.data["grass"]
            least = self._least_grass()
            for i, sign in enumerate(columns):
                x = least + i - first
                covered = any(s["x"] <= x < s["x"] + s["width"] for s in strips)
                if covered is not (sign == "="):
                    message = "shows other grass than the strips that are given"
                    self.mistakes.append(self.ground[0].mistake(message))
                    break
        else:
            self.settings.data["grass"] = [
                {"x": start - first, "width": width} for start, width in runs
            ]
            self.settings.words["grass"] = self.ground[0]
        return -first

    def layout(self, box: TileSet) -> Layout:
        """The castle.

        Raises:
            FormatError: with every mistake of the text.
        """
        laid = sorted(self.laid, key=lambda one: (one.word.line, one.word.column))
        numbering = Numbering(one.spelling.name for one in laid)
        tiles: list[dict[str, Any]] = []
        for one in laid:
            tile = numbering.tile(one.spelling.name)
            if tile is None:
                self.mistakes.append(one.word.mistake(_too_many(one.spelling.name)))
                continue
            self.settings.words[f"tiles[{len(tiles)}]"] = one.word
            side, turn = one.spelling.side, one.spelling.turn
            tiles.append({"tile": tile, "x": one.cell[0], "y": one.cell[1], "turn": turn})
            tiles[-1] |= {"side": side}
        data = {"format": "caladale-layout/1", **self.settings.data, "tiles": tiles}
        topic = ""
        try:
            layout = layout_from_data(data, box)
        except FormatError as error:
            self.mistakes += self.settings.placed(error)
            topic = error.topic
        if self.mistakes:
            self.mistakes.sort(key=lambda one: (one.line, one.column))
            raise FormatError.of(self.mistakes, topic)
        return layout


def _pieces(signs: str) -> Iterable[list[tuple[int, int]]]:
    """The runs of grass in each part of a ground line, as (first column, width)."""
    begin = 0
    for part in signs.split("|"):
        yield [(begin + run.start(), len(run[0])) for run in re.finditer("=+", part)]
        begin += len(part)


def _too_many(name: TileName) -> str:
    count = name.entry.count
    return f"is one too many: the box holds {count} of {name.entry.id}"


def read_words(text: str, tileset: TileSet | None = None) -> Layout:
    """Read a castle in words.

    Raises:
        FormatError: with every mistake, each with its line, column and word.
    """
    found = castles(text)
    if len(found) > 1:
        message = f"there are {len(found)} castles here, one on a line, but one is wanted"
        raise FormatError(message, topic=SEVERAL_CASTLES)
    return read_castle(found[0], tileset)


def castles(text: str) -> list[list[tuple[int, str]]]:
    """The castles of a text, each as its numbered lines; each begins with a whole head.

    A text that has at most one head is one castle, wherever that stands.
    """
    lines = list(enumerate(lines_of(text), start=1))
    heads = [i for i, (number, line) in enumerate(lines) if is_head(words_of(line, number))]
    if len(heads) < 2:
        return [lines]
    ends = [*heads[1:], len(lines)]
    return [lines[0 if not i else heads[i] : end] for i, end in enumerate(ends)]


def read_castle(lines: list[tuple[int, str]], tileset: TileSet | None = None) -> Layout:
    """Read one castle from its numbered lines; see `read_words`."""
    box = standard_tileset() if tileset is None else tileset
    castle = _Castle(box)
    framed, others = take_frames(lines)
    found = [words for number, line in others if (words := words_of(line, number))]
    for words in found:
        castle.line(words)
    if not (found or framed.is_drawn):
        raise FormatError("there is nothing to read: the text is empty")
    drawn = castle.rows or castle.ground or framed.is_drawn
    if not (drawn or castle.laid or castle.is_empty or castle.mistakes):
        message = "is the last word, and there is no tile; a castle without tiles is a dot"
        raise FormatError.of([found[-1][-1].mistake(message)])
    if framed.is_nameless(castle.names):
        first = framed.cells[0][0]
        raise FormatError.of([first.mistake("is no name: this drawing does not name its tiles")])
    castle.draw(framed)
    return castle.layout(box)
