"""One-line notation: a whole layout for a chat message or the name of a test.

Six parts with a space between them::

    BOX VARIANT GRASS EXTRAS READINGS TILES...
    caladale standard 0+4 flipped=2 - gate-stone@1,0 stone-tower-1@1,1 stone-edge-1@2,0E

- GRASS lists the strips as X+WIDTH, with commas between them.
- EXTRAS are those of ``flipped=N``, ``timer`` and ``exchanges=N`` that are not zero.
- READINGS are those that differ from the default, as NAME=VALUE with commas between them.
- a tile is ID@X,Y with a letter for the side of the table that its printed top faces after turning:
  E, S or W for one, two or three quarter turns clockwise, none when it lies upright. The back of a
  gate is ID:back@X,Y.
- ``-`` stands for an empty part.
"""

from __future__ import annotations

import re
from typing import Any

from caladale._io.formats import is_castle_line
from caladale._io.strict_json import quoted
from caladale.core.layout import Layout
from caladale.core.tiles import TileSet
from caladale.errors import SEVERAL_CASTLES, FormatError
from caladale.notation.data import layout_from_data, layout_to_data

_HEADINGS = "NESW"
_INTEGER = r"(?:0|-?[1-9][0-9]{0,17})"
_STRIP = re.compile(rf"({_INTEGER})\+({_INTEGER})")
_TILE = re.compile(rf"([^:@\s]+)(:back)?@({_INTEGER}),({_INTEGER})([ESW]?)")
_COUNT = re.compile(rf"(flipped|exchanges)=({_INTEGER})")
_NOTHING = "-"


class _Token:
    """A word of the line and the column (from 1) where it starts."""

    def __init__(self, match: re.Match[str]) -> None:
        self.text = match[0]
        self.place = f"column {match.start() + 1}"

    def fail(self, expected: str) -> FormatError:
        return FormatError(f"{quoted(self.text)} is not {expected}", self.place)

    def parts(self) -> list[str]:
        return [] if self.text == _NOTHING else self.text.split(",")


def _grass(token: _Token) -> list[dict[str, int]]:
    strips = []
    for part in token.parts():
        match = _STRIP.fullmatch(part)
        if not match:
            raise token.fail("a list of strips such as 0+4")
        strips.append({"x": int(match[1]), "width": int(match[2])})
    return strips


def _extras(token: _Token) -> dict[str, Any]:
    extras: dict[str, Any] = {}
    for part in token.parts():
        match = _COUNT.fullmatch(part)
        name = match[1] if match else part
        if not match and part != "timer":
            raise token.fail("a list of flipped=N, timer, exchanges=N")
        if name in extras:
            raise FormatError(f"{name} stands here twice", token.place)
        extras[name] = int(match[2]) if match else True
    return extras


def _readings(token: _Token) -> dict[str, str]:
    readings: dict[str, str] = {}
    for part in token.parts():
        name, equals, value = part.partition("=")
        if not equals:
            raise token.fail("a list of readings NAME=VALUE")
        if name in readings:
            raise FormatError(f"{quoted(name)} stands here twice", token.place)
        readings[name] = value
    return readings


def _tile(token: _Token) -> dict[str, Any]:
    match = _TILE.fullmatch(token.text)
    if not match:
        raise token.fail("a tile such as stone-edge-1@2,0E")
    tile, back, x, y, heading = match.groups()
    data: dict[str, Any] = {"tile": tile, "x": int(x), "y": int(y)}
    if back:
        data["side"] = "back"
    if heading:
        data["turn"] = _HEADINGS.index(heading)
    return data


def read_line(text: str, tileset: TileSet | None = None) -> Layout:
    """Read a layout from one-line notation.

    Raises:
        FormatError: with the column where the mistake is.
    """
    text = text.strip()
    if not text:
        raise FormatError("there is nothing to read: the text is empty")
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) > 1:
        if all(map(is_castle_line, lines)):
            message = f"there are {len(lines)} castles here, one on a line, but one is wanted"
            raise FormatError(message, topic=SEVERAL_CASTLES)
        raise FormatError("this is neither JSON nor a castle on one line: it has several lines")
    tokens = [_Token(match) for match in re.finditer(r"\S+", text)]
    if len(tokens) < 6:
        message = (
            f"this is neither JSON nor a castle on one line: that has at least 6 parts, and this "
            f"has {len(tokens)}"
        )
        raise FormatError(message, tokens[-1].place)
    box, variant, grass, extras, readings, *tiles = tokens
    if len(tiles) == 1 and tiles[0].text == _NOTHING:
        tiles = []
    data = {
        "format": "caladale-layout/1",
        "tileset": box.text,
        "variant": variant.text,
        "grass": _grass(grass),
        "rules": _readings(readings),
        "tiles": [_tile(token) for token in tiles],
    } | _extras(extras)
    try:
        return layout_from_data(data, tileset)
    except FormatError as error:
        path = re.match(r"(\w+)(?:\[(\d+)\])?", error.place)
        name = path[1] if path else ""
        if name == "tiles" and path and path[2]:
            where = tiles[int(path[2])]
        else:
            named = {"tileset": box, "variant": variant, "grass": grass, "rules": readings}
            where = named.get(name, extras)
        raise FormatError(error.message, where.place, error.topic) from None


def write_line(layout: Layout) -> str:
    """Write a layout in one-line notation, without a line feed."""
    data = layout_to_data(layout)
    extras = [f"flipped={layout.flipped}"] if layout.flipped else []
    extras += ["timer"] if layout.timer else []
    extras += [f"exchanges={layout.exchanges}"] if layout.exchanges else []
    parts = [
        data["tileset"],
        layout.variant.value,
        ",".join(f"{strip.x}+{strip.width}" for strip in layout.grass),
        ",".join(extras),
        ",".join(f"{name}={value}" for name, value in data.get("rules", {}).items()),
        " ".join(
            f"{placed.tile}{':back' if placed.side == 'back' else ''}@{placed.x},{placed.y}"
            f"{_HEADINGS[placed.turn] if placed.turn else ''}"
            for placed in layout.tiles
        ),
    ]
    return " ".join(part or _NOTHING for part in parts)
