"""A castle from a hand, quickly: grown tile by tile, many at once, the most promising kept.

This is no search for the best castle; `caladale.solve` is, and it begins with one of these. It
takes a counted amount of work, so that the same hand and seed give the same castle on every
machine, and it always has an answer.

Each growing castle fills next the open cell that the fewest of its tiles fit. What a castle
promises follows from counting its edges: a tile with k castle edges that closes one exposed edge
makes k - 2 more of them, so the exposed edges and the k - 2 of the tiles at hand add up to a number
that only changes where a tile closes two edges at once or stands on the grass. At the end it must
be 0 with every tile used: what it is above 0 is how many edges are yet to be closed in pairs,
and below 0 there are too few edges for the tiles.
"""

from __future__ import annotations

import heapq
import operator
import random
from collections.abc import Iterator
from typing import NamedTuple, Protocol

import msgspec
from msgspec import Struct

from caladale.construct.incremental_board import (
    IncrementalBoard,
    members,
    number_of,
    orientations_of,
)
from caladale.core.layout import Layout
from caladale.rules.points import EXPOSED, TILE, WILD
from caladale.rules.score_sheet import score


class BeamEffort(Struct, frozen=True):
    """How much work a castle is worth.

    Attributes:
        width: how many castles grow side by side.
        rounds: how often that is done, each time with another draw of chance.
    """

    width: int
    rounds: int


FINAL = BeamEffort(20, 30)
"""How much work the last castle of a game is worth."""


class BeamParams(Struct, frozen=True):
    """How castles that grow side by side are compared; found by trying, on `benchmarks.hands`.

    All but `shown` are points that a castle loses in comparison.

    Attributes:
        shown: how many of the castles that have grown are shown to the referee.
        noise: chance, so that every round brings other castles.
        pair: for each exposed edge that is yet to be closed together with another.
        too_few: for each edge that there are too few for the tiles.
        short: for each exposed edge of a theme beyond what the tiles at hand have of it.
        lost: for each tile whose themes no exposed edge leads to.
        wild: for the wild, which costs a point where another tile scores two.
    """

    shown: int = 3
    noise: float = 1.0
    pair: float = 1.0
    too_few: float = 2.0
    short: float = 2.0
    lost: float = 2.0
    wild: float = float(TILE - WILD)


PARAMS = BeamParams()
"""What `construct` goes by."""

_ENDS = tuple(
    sum(1 << 8 * (code - 2) for side in range(4) if 2 <= (code := need >> 3 * side & 7) <= 4)
    for need in range(4096)
)
"""For each need of a cell, how many edges of each theme face it, eight bits a theme."""


class _Node(NamedTuple):
    """A growing castle, the tiles that are left for it by kind, and all ways to lay them."""

    board: IncrementalBoard
    left: tuple[int, ...]
    looks: int


class Material(Protocol):
    """Whoever has tiles and a place to build, with a castle that may stand there already."""

    @property
    def gate(self) -> str:
        """The gate with its side, such as ``gate-stone:front``."""

    @property
    def wild(self) -> str | None:
        """The id of the wild tile, if there is one."""

    @property
    def tiles(self) -> tuple[str, ...]:
        """The ids of the other tiles."""

    @property
    def castle(self) -> Layout:
        """The castle that stands, with its box, readings and grass; it is legal, or empty."""


def build_castle(builder: Material, effort: BeamEffort, seed: int = 0) -> Layout:
    """Build a castle from the tiles of `builder`; the one that stands is kept if it is as good.

    The result is legal: what the referee refuses (under readings that growing does not follow) is
    not taken.
    """
    best = builder.castle
    most = score(best).total if best.tiles else None
    beam = _Beam(builder, random.Random(seed))
    for _ in range(effort.rounds):
        for board in beam.grow(effort.width):
            if most is not None and board.total + best.flipped <= most:
                continue
            castle = beam.layout(board)
            total = score(castle).total
            if total is not None and (most is None or total > most):
                best, most = castle, total
    return best


def _tiles(builder: Material) -> tuple[str, ...]:
    return builder.tiles if builder.wild is None else (*builder.tiles, builder.wild)


class _Beam:
    """Where the castles of one hand grow."""

    def __init__(self, builder: Material, chance: random.Random) -> None:
        self._builder = builder
        self._chance = chance
        box = builder.castle.tileset
        self._looks = orientations_of(box, builder.castle.rules)
        self._wild = len(self._looks.kinds) - 1
        left = [0] * len(self._looks.kinds)
        for name in _tiles(builder):
            left[self._looks.number_of_kind[box.tiles[name].kind]] += 1
        more = [0] * len(left)
        for look in self._looks.all:
            if look.kind >= 0:
                more[look.kind] = sum(edge > 0 for edge in look.edges) - 2
        more[self._wild] = 0
        self._more = more
        """How many more exposed edges a tile of each kind makes than it closes, if it closes 1."""
        self._ends = [[0] * len(left) for _ in range(3)]
        self._themes = [0] * len(left)
        for look in self._looks.all:
            if look.kind >= 0 and look.turn == 0:
                for theme in range(3):
                    ends = look.edges.count(theme + 1)
                    self._ends[theme][look.kind] = ends
                    self._themes[look.kind] |= (ends > 0) << theme
        self._mixed = [(kind, t) for kind, t in enumerate(self._themes) if t.bit_count() > 1]
        self._first = self._root(left)

    def _root(self, left: list[int]) -> _Node:
        gate, _, side = self._builder.gate.partition(":")
        castle = self._builder.castle
        board = IncrementalBoard(self._looks, sum(strip.width for strip in castle.grass))
        kind = castle.tileset.tiles[gate].kind
        number = self._looks.numbers[kind, "back" if side == "back" else "front", 0]
        board.place(number_of((0, 0)), number)
        looks = sum(own for own, count in zip(self._looks.of_kind, left, strict=True) if count)
        return _Node(board, tuple(left), looks)

    def grow(self, width: int) -> list[IncrementalBoard]:
        """Grow castles side by side, and give the best of each size."""
        nodes = [self._first]
        best = [self._first.board]
        while nodes:
            grown: dict[frozenset[tuple[int, int]], tuple[float, _Node]] = {}
            for node in nodes:
                for child in self._children(node):
                    key = frozenset(child.board.tiles.items())
                    if key not in grown:
                        grown[key] = self._value(child), child
            chosen = heapq.nlargest(width, grown.values(), key=lambda entry: entry[0])
            nodes = [node for _, node in chosen]
            if nodes:
                best.append(max((s.board for s in nodes), key=lambda board: board.total))
        return sorted(best, key=lambda board: -board.total)[: PARAMS.shown]

    def _children(self, node: _Node) -> Iterator[_Node]:
        """The castles with one tile more, in the open cell that the fewest looks fit."""
        board, left, looks = node
        fitting = [(found, cell) for cell, own in board.open.items() if (found := own & looks)]
        if not fitting:
            return
        found, cell = min(fitting, key=lambda entry: (entry[0].bit_count(), entry[1]))
        for number in members(found):
            child = board.copy()
            child.place(cell, number)
            kind = self._looks.all[number].kind
            rest = (*left[:kind], left[kind] - 1, *left[kind + 1 :])
            still = looks if rest[kind] else looks & ~self._looks.of_kind[kind]
            yield _Node(child, rest, still)

    def _value(self, node: _Node) -> float:
        """How promising a growing castle is; it is compared with others of its size."""
        board, left, looks = node
        open_ends = 0
        for cell, own in board.open.items():
            if own & looks:
                open_ends += _ENDS[board.needs[cell]]
        stone, tree, tudor = open_ends & 255, open_ends >> 8 & 255, open_ends >> 16
        alive = stone + tree + tudor
        pairs = alive + sum(map(operator.mul, left, self._more))
        value: float = EXPOSED * (board.exposed - alive)
        value += self._chance.random() * PARAMS.noise
        value -= PARAMS.pair * max(0, pairs) + PARAMS.too_few * max(0, -pairs)
        for theme, ends in enumerate((stone, tree, tudor)):
            have = sum(map(operator.mul, left, self._ends[theme]))
            if ends > have:
                value -= PARAMS.short * (ends - have)
        reached = (stone > 0) + 2 * (tree > 0) + 4 * (tudor > 0)
        value -= PARAMS.lost * self._unreachable(left, reached)
        if not left[self._wild]:
            value -= PARAMS.wild
        return value

    def _unreachable(self, left: tuple[int, ...], reached: int) -> int:
        """How many of the tiles at hand have no theme that the open edges lead to."""
        if reached == 7:
            return 0
        mixed = [themes for kind, themes in self._mixed if left[kind]]
        for _ in range(2):
            for themes in mixed:
                if themes & reached:
                    reached |= themes
        return sum(
            count
            for count, themes in zip(left, self._themes, strict=True)
            if count and themes and not themes & reached
        )

    def layout(self, board: IncrementalBoard) -> Layout:
        """A grown castle as a layout, moved so that its strip begins at column 0."""
        box = self._builder.castle.tileset
        ids: dict[str, list[str]] = {}
        for name in _tiles(self._builder):
            ids.setdefault(box.tiles[name].kind, []).append(name)
        gate = self._builder.gate.partition(":")[0]
        placed = []
        # Where no castle edge stands on the grass, the gate does: it was laid at column 0.
        start = board.low if board.low <= board.high else 0
        for cell, number in board.tiles.items():
            kind = self._looks.all[number].kind
            name = gate if kind < 0 else ids[self._looks.kinds[kind]].pop(0)
            placement = board.placement(name, cell, number)
            placed.append(msgspec.structs.replace(placement, x=placement.x - start))
        return self._builder.castle.replace(tiles=placed)
