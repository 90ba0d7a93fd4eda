"""The words of sentences: numbers, lists and kinds of tiles, and what tiles show."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from tests.oracle.tiles import EAST, NORTH, WEST, Face, is_castle

OFF_GRASS = (NORTH, EAST, WEST)
"""The sides of a gate that do not lie on the grass."""

KINDS = r"[a-z0-9, -]+"
"""The pattern of kinds of tiles in a row."""


def number(words: str | None) -> int:
    """A number as a sentence says it."""
    return 0 if words in (None, "no", "none") else int(words or 0)


def listed(words: str) -> list[str]:
    """The words of "stone, tree and tudor" or "stone or tree"."""
    return re.split(r", | and | or ", words)


def kinds_of(words: str) -> Counter[str]:
    """The kinds of "stone-edge, 2 tree-two and tree-four"."""
    kinds: Counter[str] = Counter()
    for part in listed(words):
        count, _, kind = part.rpartition(" ")
        kinds[kind] += int(count) if count else 1
    return kinds


def differs(what: str, told: object, counted: object) -> str:
    """The fault of something that is not told as it is counted; empty if it is."""
    return "" if told == counted else f"{what}: {counted}, not {told}"


def holds(what: str, is_so: bool) -> str:
    """The fault of something that is told and is not so; empty if it is."""
    return "" if is_so else f"not so: {what}"


def differences(*faults: str) -> Iterator[str]:
    """Those that are faults."""
    yield from filter(None, faults)


def castle_sides(face: Face) -> list[str]:
    """The castle edges of a tile."""
    return [edge for edge in face.edges if is_castle(edge)]


def off_grass(face: Face) -> list[str]:
    """The castle edges of a tile, but for that of a gate on the grass."""
    sides = OFF_GRASS if face.is_gate else range(4)
    return [face.edges[side] for side in sides if is_castle(face.edges[side])]


def is_cap(face: Face) -> bool:
    """Whether a tile that is no gate has a single castle edge."""
    return not face.is_gate and len(castle_sides(face)) == 1
