"""The box as the text of a tile file tells it: kinds, physical tiles, edges as they lie."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

SKY, WILD = "sky", "wild"
NORTH, EAST, SOUTH, WEST = range(4)

Edges: TypeAlias = tuple[str, str, str, str]
"""What a tile shows at its N, E, S and W side."""

Data: TypeAlias = Mapping[str, Any]
"""A layout or a hand as its file says it."""

DEFAULTS = {
    "gate_counts": "yes",
    "wild": "cap",
    "wild_may_hang": "yes",
    "grass_supports_sky": "no",
    "sky_stack_supports": "no",
    "mid_may_hang": "no",
    "corner_hangs_from_top": "no",
    "hung_tiles_carry": "yes",
    "bridge_piers": "local",
    "bridge_tile": "any",
    "overhang": "row0",
    "hole_breaks_complete": "no",
    "strips": "anywhere",
    "enchanted_a": "corner_halves",
    "gate_sides": "castle",
}
"""Every switch of the readings with its default."""

ALTERNATIVES = (
    ("gate_counts", "no"),
    ("wild", "four_sides"),
    ("wild_may_hang", "no"),
    ("grass_supports_sky", "yes"),
    ("sky_stack_supports", "yes"),
    ("mid_may_hang", "yes"),
    ("corner_hangs_from_top", "yes"),
    ("hung_tiles_carry", "no"),
    ("bridge_piers", "unbroken_to_grass"),
    ("bridge_tile", "mid_only"),
    ("overhang", "whole_column"),
    ("hole_breaks_complete", "yes"),
    ("strips", "side_by_side"),
    ("enchanted_a", "opposite"),
    ("enchanted_a", "two_sided"),
    ("gate_sides", "sky"),
)
"""Every value of a reading that is not the default."""


def turned(edges: Edges, turn: int) -> Edges:
    """`edges` after so many quarter turns clockwise: what pointed up then points right."""
    for _ in range(turn):
        north, east, south, west = edges
        edges = (west, north, east, south)
    return edges


def is_castle(edge: str) -> bool:
    """Whether an edge is castle: anything but sky."""
    return edge != SKY


def match(one: str, other: str) -> bool:
    """Whether two facing edges match: equal, or wild against a theme."""
    if one == other:
        return True
    return WILD in (one, other) and SKY not in (one, other)


@dataclass(frozen=True)
class Face:
    """One side of a kind of tile.

    Attributes:
        kind: the id of the kind.
        side: ``front``, or the ``back`` of a gate.
        group: ``standard``, ``enchanted``, ``gate`` or ``wild``.
        role: what the tile reference calls it.
        edges: as it lies upright.
    """

    kind: str
    side: str
    group: str
    role: str
    edges: Edges

    @property
    def is_gate(self) -> bool:
        """Whether this is a side of a gate."""
        return self.group == "gate"

    @property
    def is_wild(self) -> bool:
        """Whether this is a wild tile."""
        return self.group == "wild"

    @property
    def is_tower(self) -> bool:
        """Whether this is a tower top."""
        return self.role == "tower"

    @property
    def turns(self) -> tuple[int, ...]:
        """The turns that the rules allow and that look different, the least of each look."""
        if self.is_gate or self.is_tower:
            return (0,)
        looks = [turned(self.edges, turn) for turn in range(4)]
        return tuple(turn for turn in range(4) if looks[turn] not in looks[:turn])

    def castle_sides(self) -> list[int]:
        """The sides that are castle as it lies upright."""
        return [side for side in range(4) if is_castle(self.edges[side])]

    def is_corner(self) -> bool:
        """Whether it has two castle edges that form a corner."""
        sides = self.castle_sides()
        return len(sides) == 2 and sides[1] - sides[0] != 2

    def is_mid(self) -> bool:
        """Whether it is a MidTower: by name, with two castle edges opposite each other."""
        return self.role == "mid" and self.castle_sides() in ([NORTH, SOUTH], [EAST, WEST])


class Box:
    """A box of tiles, as the text of its file tells it, under the readings of printed edges.

    Args:
        text: the tile file.
        rules: the readings that differ from the default.

    Attributes:
        name: the name that layouts and hands give it.
        kinds: the ids of the kinds, in the order of the file.
        ids: the physical tiles of each kind.
        kind_of: the kind of each physical tile.
    """

    def __init__(self, text: str, rules: Mapping[str, str] | None = None) -> None:
        data = _parsed(text)
        chosen = DEFAULTS | dict(rules or {})
        printed = {entry["id"]: dict(entry) for entry in data["tile"]}
        for overlay in data.get("overlay", ()):
            if chosen[overlay["reading"]] == overlay["value"]:
                for change in overlay["change"]:
                    printed[change["id"]] |= change
        self.name: str = data["name"]
        self.kinds: tuple[str, ...] = tuple(printed)
        self.ids: dict[str, tuple[str, ...]] = {}
        self.kind_of: dict[str, str] = {}
        self._faces: dict[tuple[str, str], Face] = {}
        for kind, entry in printed.items():
            count = entry.get("count")
            numbers = range(1, count + 1) if count is not None else ()
            self.ids[kind] = tuple(f"{kind}-{n}" for n in numbers) if numbers else (kind,)
            self.kind_of |= dict.fromkeys(self.ids[kind], kind)
            for side, key in (("front", "edges"), ("back", "back")):
                if key in entry:
                    north, east, south, west = entry[key]
                    edges = (north, east, south, west)
                    face = Face(kind, side, entry["group"], entry["role"], edges)
                    self._faces[kind, side] = face

    def face(self, tile: str, side: str = "front") -> Face:
        """The face of a physical tile that lies with this side up."""
        return self._faces[self.kind_of[tile], side]

    def face_of_kind(self, kind: str, side: str = "front") -> Face:
        """The face that the tiles of a kind show with this side up."""
        return self._faces[kind, side]

    def in_group(self, *groups: str) -> list[str]:
        """The physical tiles of some groups, in the order of the file."""
        return [tile for tile in self.kind_of if self.face(tile).group in groups]


def read_box(text: str, rules: Mapping[str, str] | None = None) -> Box:
    """`Box`, made once for the same text and readings."""
    return _boxes(text, frozenset((rules or {}).items()))


@functools.lru_cache(maxsize=64)
def _parsed(text: str) -> dict[str, Any]:
    return tomllib.loads(text)


@functools.lru_cache(maxsize=256)
def _boxes(text: str, rules: frozenset[tuple[str, str]]) -> Box:
    return Box(text, dict(rules))
