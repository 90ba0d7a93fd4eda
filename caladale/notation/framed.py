"""A drawing in frames, as `caladale.render` makes it with names, taken apart into words and cells.

A row of tiles is three lines: the top edges with the corners of the frames, the middle with the
names, and the bottom edges. Below the last row blades of grass show the ground, and below them
numbers the columns; a number at the left of a row is that of the row. Both numbers may be missing:
then the rows lie one on the other, the last one is on the grass, and the first column with grass is
where the grass begins.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from caladale.core.edges import Cell
from caladale.core.tile_names import TileNames
from caladale.notation.words import Word

_UNICODE_TOP = re.compile(r"[┌╔][^┌┐└┘╔╗╚╝│]*[┐╗]")
_ASCII_TOP = re.compile(r"[+@][-#%X*!A-Z0-9]{3,}[+@]")
_BLADES = re.compile(r"\s*(?:[wvW]{5,}\s*)+")
_LABELS = re.compile(r"\s*-?\d+(?:\s+-?\d+)*\s*")
_ROW_LABEL = re.compile(r"\s*(-?\d+)\s")
_GAPS = re.compile(r"\s*(?:-?\d+\s)?\s*(?:(?:…|\.\.) \d+ (?:empty rows )?(?:…|\.\.)\s*)+")
_HEIGHT = 3


class Framed(NamedTuple):
    """What the frames of a text say.

    Attributes:
        cells: the word and the cell of each tile; where nothing is labelled the columns count from
            the one where the grass begins.
        strips: the grass as plain data; empty where none is drawn.
        is_labelled: whether the columns are numbered.
        is_drawn: whether there is a drawing at all.
    """

    cells: list[tuple[Word, Cell]]
    strips: list[dict[str, Any]]
    is_labelled: bool
    is_drawn: bool

    def is_nameless(self, names: TileNames) -> bool:
        """Whether this is a drawing of a castle in which no tile has a name."""
        words = [word.text for word, _ in self.cells]
        return bool(words) and not any(map(names.spellings, words))


def take_frames(lines: list[tuple[int, str]]) -> tuple[Framed, list[tuple[int, str]]]:
    """What the frames of numbered lines say, and the lines that are no part of a drawing."""
    tops: dict[int, list[tuple[int, int]]] = {}
    for i, (_, line) in enumerate(lines):
        spans = _spans(line)
        # In plain ASCII the bottom edges look like top edges.
        if spans and all(i >= top + _HEIGHT for top in tops):
            tops[i] = spans
    blocks = list(tops)
    if not blocks:
        return Framed([], [], is_labelled=False, is_drawn=False), lines
    taken = {i + j for i in blocks for j in range(_HEIGHT)}
    others = [i for i in range(len(lines)) if i not in taken]
    blades = next((i for i in others if _BLADES.fullmatch(lines[i][1])), None)
    labels = _labels(lines, max(blocks[-1] + _HEIGHT, -1 if blades is None else blades + 1))
    taken |= {i for i in (blades,) if i is not None} | set(labels)
    taken |= {i for i in others if _GAPS.fullmatch(lines[i][1]) or _LABELS.fullmatch(lines[i][1])}
    width = tops[blocks[0]][0][1] - tops[blocks[0]][0][0]
    slots = _slots(lines[labels[-1]][1], width) if labels else {}
    ground = lines[blades][1] if blades is not None else ""
    first = re.search(r"\S", ground)
    base = first.start() if first else min(tops[i][0][0] for i in blocks)
    cells = []
    for i in blocks:
        number, middle = lines[i + 1] if i + 1 < len(lines) else (lines[i][0] + 1, "")
        label = _ROW_LABEL.match(middle[: tops[i][0][0]] + " ")
        y = int(label[1]) if label else _row(i, blocks[-1], blades)
        for start, end in tops[i]:
            x = slots.get(start, (start - base) // width)
            cells.append((_name(middle, number, start, end), (x, y)))
    columns = [
        slots[at] if slots else (at - base) // width
        for at in (slots or range(base, len(ground), width))
        if ground[at : at + width].strip("wvW") == "" and ground[at : at + width]
    ]
    rest = [one for i, one in enumerate(lines) if i not in taken]
    return Framed(cells, _strips(columns), is_labelled=bool(slots), is_drawn=True), rest


def _spans(line: str) -> list[tuple[int, int]]:
    """Where the frames of a line of top edges begin and end; none if it is another line."""
    for top in (_UNICODE_TOP, _ASCII_TOP):
        spans = [match.span() for match in top.finditer(line)]
        if spans and not top.sub("", line).strip():
            return spans
    return []


def _labels(lines: list[tuple[int, str]], start: int) -> list[int]:
    """The lines of numbers from `start` on; the last one numbers the columns."""
    found = []
    for i in range(start, len(lines)):
        if _LABELS.fullmatch(lines[i][1]):
            found.append(i)
        elif lines[i][1].strip() and not _GAPS.fullmatch(lines[i][1]):
            break
    return found


def _row(top: int, last_top: int, blades: int | None) -> int:
    """The row of a tile by where its lines stand; `top` and so on are numbers of lines."""
    if blades is None:
        return (last_top - top) // _HEIGHT
    if top > blades:
        return -1 - (top - blades - 1) // _HEIGHT
    return (blades - _HEIGHT - top) // _HEIGHT


def _name(middle: str, number: int, start: int, end: int) -> Word:
    """The name in a frame: all between its two walls."""
    inside = middle[start + 1 : end - 1]
    name = inside.strip()
    column = start + 2 + len(inside) - len(inside.lstrip())
    return Word(name or "(no name)", number, column)


def _slots(labels: str, width: int) -> dict[int, int]:
    """Where each column begins that bears a number in its middle."""
    found = {}
    for match in re.finditer(r"-?\d+", labels):
        spare = width - len(match[0])
        found[match.start() - (spare // 2 + (spare & width & 1))] = int(match[0])
    return found


def _strips(columns: list[int]) -> list[dict[str, Any]]:
    """Runs of columns as strips of grass."""
    strips: list[dict[str, Any]] = []
    for x in sorted(columns):
        if strips and x == strips[-1]["x"] + strips[-1]["width"]:
            strips[-1]["width"] += 1
        else:
            strips.append({"x": x, "width": 1})
    return strips
