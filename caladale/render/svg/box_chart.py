"""The box as a chart: each kind of tile in its turns, with its names, its tiles and its themes."""

from __future__ import annotations

import functools
import hashlib
from typing import NamedTuple

from caladale._io.plural import counted
from caladale.core.edges import Edge
from caladale.core.readings import Readings
from caladale.core.tile_file import Entry, Group, tile_ids
from caladale.core.tile_names import names_of
from caladale.core.tiles import Face, TileSet
from caladale.render.svg import palette as c
from caladale.render.svg.artwork import draw_tile, look
from caladale.render.svg.marks import lettering
from caladale.render.svg.markup import Node, add, harmless, written
from caladale.render.svg.sheet import Sheet

_COLUMNS = 3
_CARD, _CARD_HEIGHT, _GAP, _MARGIN = 336.0, 150.0, 14.0, 30.0
_TILE, _STEP = 66.0, 78.0
_HEADING = 46.0
_TITLE = 50.0
_HEADINGS = "NESW"
_PIXELS = 1.0
_GROUPS = {
    Group.GATE: "Gates",
    Group.STANDARD: "Standard tiles",
    Group.ENCHANTED: "Enchanted tiles",
    Group.WILD: "Wild tiles",
}


class _Pose(NamedTuple):
    """A tile as it may lie: its face, its turn, and what is written below it."""

    face: Face
    turn: int
    words: str


def render_box(box: TileSet, rules: Readings | None = None) -> str:
    """Draw every kind of tile of a box as an SVG picture.

    Each kind has a card: its short name and its id, how many tiles there are and their ids, its
    themes, and the tile in all turns that look different, each with the word for it. Gates and
    tower tops only stand upright; of a gate both sides are shown.

    Args:
        box: the tiles.
        rules: the readings that decide what is printed; the default ones by default.

    Returns:
        The text of an SVG file: ASCII only, ending in a line feed.
    """
    return written(_Chart(box.under(rules or Readings())).root)


class _Chart:
    """An SVG tree that grows card by card; artwork is drawn once for each look of a tile."""

    def __init__(self, box: TileSet) -> None:
        self.box = box
        self.names = names_of(box.file)
        content = repr([(key, face.edges) for key, face in box.faces.items()])
        content += repr(box.file.title) + repr(list(self.names.short.items()))
        content += repr([entry.plus for entry in box.file.tile])
        prefix = "b" + hashlib.sha256(content.encode()).hexdigest()[:10]
        groups = {
            group: [entry for entry in box.file.tile if entry.group is group] for group in _GROUPS
        }
        rows = {group: -(-len(entries) // _COLUMNS) for group, entries in groups.items()}
        width = 2 * _MARGIN + _COLUMNS * _CARD + (_COLUMNS - 1) * _GAP
        height = 2 * _MARGIN + _TITLE
        height += sum(_HEADING + n * (_CARD_HEIGHT + _GAP) for n in rows.values() if n)
        kinds = "; ".join(f"{self._called(e)}, {_ids(e)}" for e in box.file.tile)
        desc = f"Each kind of tile in its turns. {kinds}."
        size = width, height
        self._sheet = Sheet(size, _PIXELS, prefix=prefix, title=self._title(), desc=desc)
        self.root = self._sheet.root
        add(self.root, "rect", width=width, height=height, fill=c.PAPER)
        style = lettering(28, anchor="start", bold=True)
        add(self.root, "text", self._title(), x=_MARGIN, y=_MARGIN + 26, **style)
        y = _MARGIN + _TITLE
        for group, entries in groups.items():
            if entries:
                self._section(group, entries, y)
                y += _HEADING + rows[group] * (_CARD_HEIGHT + _GAP)

    def _title(self) -> str:
        return f"{self.box.file.title}: {counted(len(self.box.tiles), 'tile', 'tiles')}"

    def _called(self, entry: Entry) -> str:
        short = self.names.short.get(entry.id)
        return f"{short} {entry.id}" if short else entry.id

    def _section(self, group: Group, entries: list[Entry], y: float) -> None:
        tiles = sum(len(tile_ids(entry)) for entry in entries)
        words = f"{_GROUPS[group]} ({tiles})"
        style = lettering(20, anchor="start", bold=True)
        add(self.root, "text", words, x=_MARGIN, y=y + 28, **style)
        for i, entry in enumerate(entries):
            row, column = divmod(i, _COLUMNS)
            x = _MARGIN + column * (_CARD + _GAP)
            self._card(entry, x, y + _HEADING + row * (_CARD_HEIGHT + _GAP))

    def _card(self, entry: Entry, x: float, y: float) -> None:
        card = add(self.root, "g", class_="caladale-kind")
        frame = {"x": x, "y": y, "width": _CARD, "height": _CARD_HEIGHT, "rx": 8.0}
        look_ = {"fill": c.SKY_BOTTOM, "stroke": c.INK, "stroke_opacity": "0.35"}
        add(card, "rect", **frame, **look_)
        short = self.names.short.get(entry.id, "")
        left = lettering(19, anchor="start", bold=True)
        add(card, "text", short or entry.id, x=x + 12, y=y + 24, **left)
        right = lettering(14, anchor="end")
        add(card, "text", _ids(entry), x=x + _CARD - 12, y=y + 23, **right)
        first = tile_ids(entry)[0]
        faces = [self.box.faces[first, side] for side in self.box.tiles[first].sides]
        themes = dict.fromkeys(e.value for face in faces for e in face.edges if e is not Edge.SKY)
        small = lettering(13, anchor="start")
        said = f"{', '.join(themes) or 'sky'}; {_count(entry)}"
        add(card, "text", said, x=x + 12, y=y + 43, **small)
        for i, pose in enumerate(_poses(faces, short)):
            self._tile(card, pose, x + 12 + i * _STEP, y + 54)

    def _tile(self, card: Node, pose: _Pose, x: float, y: float) -> None:
        seen = look(pose.face, pose.turn)
        artist = functools.partial(draw_tile, seen, paint=self._sheet.paint)
        place = {"x": x, "y": y, "width": _TILE, "height": _TILE}
        add(card, "use", href=f"#{self._sheet.define(seen.name, artist)}", **place)
        words = lettering(13)
        add(card, "text", pose.words, x=x + _TILE / 2, y=y + _TILE + 17, **words)


def _poses(faces: list[Face], short: str) -> list[_Pose]:
    """The ways in which a kind may lie and look different, with how that is written."""
    if len(faces) > 1:
        return [
            _Pose(face, 0, f"{short}:b" if face.side == "back" else short or "front")
            for face in faces
        ]
    return [
        _Pose(faces[0], turn, short + _HEADINGS[turn] if turn else short or "upright")
        for turn in faces[0].orientations
    ]


def _ids(entry: Entry) -> str:
    ids = tile_ids(entry)
    return harmless(ids[0] if len(ids) == 1 else f"{ids[0]} to -{len(ids)}")


def _count(entry: Entry) -> str:
    told = counted(len(tile_ids(entry)), "tile", "tiles")
    return f"{told}, {entry.plus} with a plus" if entry.plus else told
