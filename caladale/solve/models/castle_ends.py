"""Ends: the castle ends of some tiles, summed up, and the sides that gates may show."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct

from caladale.core.edges import THEMES, Direction, Edge
from caladale.core.tile_file import Group, Role
from caladale.core.tiles import Face, Side, TileSet


class Ends(Struct, frozen=True):
    """The castle ends of some tiles, with each gate showing one settled side.

    Attributes:
        tiles: how many tiles there are.
        by_theme: the castle ends of each theme, and those that are wild.
        gates: for each theme and for wild, the gates whose bottom edge shows it.
        towers: for each theme and for wild, the tower tops with that edge and no other: each of
            them stands on another tile.
        carriers: for each theme, the tiles that can show it, or wild, at the top and be held up
            otherwise; for wild, those that can carry a tower top of some theme.
        meetings: the pairs of themes that meet in a tile.
        skies: the tiles without any castle edge.
        sky_gates: the gates whose bottom edge is sky; each still takes a column of the ground.
    """

    tiles: int
    by_theme: Mapping[Edge, int]
    gates: Mapping[Edge, int]
    towers: Mapping[Edge, int]
    carriers: Mapping[Edge, int]
    meetings: frozenset[tuple[Edge, Edge]]
    skies: int = 0
    sky_gates: int = 0

    @property
    def total(self) -> int:
        """All castle ends."""
        return sum(self.by_theme.values())

    @property
    def themes(self) -> list[Edge]:
        """The themes that occur."""
        return [theme for theme in THEMES if self.by_theme.get(theme)]

    @property
    def standing(self) -> int:
        """The gates whose bottom edge is castle."""
        return sum(self.gates.values())

    @property
    def free_wilds(self) -> int:
        """The wild ends that are not the bottom of a gate, and so may be joined to a theme."""
        return self.by_theme.get(Edge.WILD, 0) - self.gates.get(Edge.WILD, 0)

    def is_odd(self, theme: Edge) -> bool:
        """Whether an odd number of ends of `theme` is left where its gates have theirs."""
        return (self.by_theme.get(theme, 0) - self.gates.get(theme, 0)) % 2 == 1

    def least_on_ground(self, theme: Edge) -> int:
        """The fewest ground edges of `theme`: one a gate, and as even or odd as its ends.

        A joint to a wild edge may take the odd one.
        """
        return self.gates.get(theme, 0) + self.is_odd(theme)

    @property
    def least_ground(self) -> int:
        """The fewest ground edges of a perfect castle."""
        odd = sum(self.is_odd(theme) for theme in self.themes)
        return self.standing + max(odd - self.free_wilds, (self.total - self.standing) % 2)

    @property
    def most_ground(self) -> int:
        """The most ground edges that leave enough ends to hold the tiles together."""
        return self.total - 2 * (self.tiles - 1)


def count_ends(faces: Iterable[Face]) -> Ends:
    """Count the castle ends of `faces`, one for each tile."""
    return add_ends((_ends_of(face), number) for face, number in Counter(faces).items())


def _ends_of(face: Face) -> Ends:
    """The castle ends of a single tile."""
    castle = [edge for edge in face.edges if edge.is_castle]
    bottom = face.edges[Direction.S]
    is_gate = face.group is Group.GATE
    # A tower top with other edges may be joined by them, and stand on the grass.
    is_lid = face.role is Role.TOWER and len(castle) == 1 and bottom.is_castle
    shown = [theme for theme in THEMES if theme in castle]
    return Ends(
        1,
        Counter(castle),
        Counter([bottom] if is_gate and bottom.is_castle else []),
        Counter([bottom] if is_lid else []),
        Counter(_carried(face, castle)),
        frozenset(itertools.combinations(shown, 2)),
        int(not castle),
        int(is_gate and not bottom.is_castle),
    )


def _carried(face: Face, castle: Sequence[Edge]) -> set[Edge]:
    """The themes of which a tile can carry a tower top, and wild if there are any.

    What has one castle edge only could carry nothing else, and be joined to nothing else; a castle
    has a gate besides.
    """
    if len(castle) < 2 and face.group is not Group.GATE:
        return set()
    tops = {face.edges[Direction.N]} if face.upright_only else set(castle)
    tops.discard(Edge.SKY)
    if Edge.WILD in tops:
        return {*THEMES, Edge.WILD}
    return {*tops, Edge.WILD} if tops else set()


def add_ends(some_ends: Iterable[tuple[Ends, int]]) -> Ends:
    """The ends of several lots of tiles together, each taken so many times."""
    tiles = skies = sky_gates = 0
    by_theme: Counter[Edge] = Counter()
    gates: Counter[Edge] = Counter()
    towers: Counter[Edge] = Counter()
    carriers: Counter[Edge] = Counter()
    meetings: frozenset[tuple[Edge, Edge]] = frozenset()
    for ends, number in some_ends:
        if not number:
            continue
        tiles += ends.tiles * number
        skies += ends.skies * number
        sky_gates += ends.sky_gates * number
        meetings |= ends.meetings
        for total, part in (
            (by_theme, ends.by_theme),
            (gates, ends.gates),
            (towers, ends.towers),
            (carriers, ends.carriers),
        ):
            for edge, count in part.items():
                total[edge] += count * number
    return Ends(tiles, by_theme, gates, towers, carriers, meetings, skies, sky_gates)


Offer: TypeAlias = Mapping[str, tuple[Side, ...]]
"""The sides that may lie up, for the id of every tile on offer."""


def gate_lots(tileset: TileSet, offered: Offer) -> list[tuple[tuple[Face, ...], int]]:
    """The gates on offer: the faces that each may show, and how many are alike."""
    return list(
        Counter(
            tuple(_looks(tileset, name, sides))
            for name, sides in offered.items()
            if tileset.tiles[name].group is Group.GATE
        ).items()
    )


def _looks(tileset: TileSet, name: str, sides: Iterable[Side]) -> Iterator[Face]:
    """The faces that a tile may show, without those that look like another."""
    seen = set()
    for face in (tileset.faces[name, side] for side in sides):
        if face.edges not in seen:
            seen.add(face.edges)
            yield face


def choices(tileset: TileSet, offered: Offer) -> Iterator[tuple[tuple[Face, ...], Ends]]:
    """Every choice of faces for the gates, with the ends of all tiles under it.

    Identical gates are counted through together.

    There are none where they are too many to be counted through.
    """
    fixed = count_ends(
        tileset.faces[name, sides[0]]
        for name, sides in offered.items()
        if tileset.tiles[name].group is not Group.GATE
    )
    lots = gate_lots(tileset, offered)
    if math.prod(math.comb(n + len(faces) - 1, n) for faces, n in lots) > MOST_CHOICES:
        return
    ways = [itertools.combinations_with_replacement(faces, n) for faces, n in lots]
    for chosen in itertools.product(*ways):
        gates = tuple(itertools.chain.from_iterable(chosen))
        yield gates, add_ends([(fixed, 1), (count_ends(gates), 1)])


MOST_CHOICES = 5000
"""So many choices of gates are counted through; where there are more, nothing is claimed."""
