"""Every castle of a few tiles on a small board, by trying all of them, and the referee's word."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import msgspec

from caladale.core.edges import Cell, Direction, neighbour
from caladale.core.hand import Hand
from caladale.core.layout import Grass, Layout, Placement
from caladale.core.readings import READINGS, Readings
from caladale.rules.score_sheet import score
from caladale.solve.models.stock import Piece, Stock

# One tile of every manner of support: gate, corner, edge, straight, tower, enchanted, wild.
SMALL = Hand(
    gates=("gate-stone:front",),
    tiles=("stone-two-1", "stone-edge-1", "stone-mid-1", "stone-tower-1", "stone-tree-mid-1"),
)
BOARD = [(x, y) for x in range(3) for y in range(2)]
GROUND = (0, 1)

Look = frozenset[tuple[int, int, str, str, int]]
"""A castle without the numbers of its tiles: cells with kind, side and turn."""


def one_reading_each() -> Iterator[Readings]:
    yield Readings()
    for reading in READINGS:
        for value in reading.values[1:]:
            yield msgspec.structs.replace(Readings(), **{reading.name: value})
    yield Readings(mid_may_hang="yes", hung_tiles_carry="no", bridge_piers="unbroken_to_grass")
    yield Readings(corner_hangs_from_top="yes", grass_supports_sky="yes", overhang="whole_column")


def name(rules: Readings) -> str:
    changed = [
        f"{r.name}={getattr(rules, r.name)}"
        for r in READINGS
        if getattr(rules, r.name) != r.values[0]
    ]
    return ",".join(changed) or "default"


def layout_of(pieces: dict[Cell, Piece], rules: Readings) -> Layout:
    tiles = tuple(
        Placement(piece.lot.own[0], x, y, piece.turn, piece.face.side)
        for (x, y), piece in sorted(pieces.items(), key=lambda item: item[0])
    )
    return Layout(tiles, (Grass(0, len(GROUND)),), rules=rules)


def look(pieces: dict[Cell, Piece]) -> Look:
    return frozenset(
        (x, y, piece.face.kind, piece.face.side, piece.turn) for (x, y), piece in pieces.items()
    )


def is_open(pieces: dict[Cell, Piece]) -> bool:
    """Whether a castle edge faces an empty cell above the ground, so that nothing is complete."""
    return any(
        piece.edges[side].is_castle and beyond not in pieces and beyond[1] >= 0
        for cell, piece in pieces.items()
        for side in Direction
        for beyond in [neighbour(cell, side)]
    )


def brute_force(
    stock: Stock, rules: Readings, most: int, *, complete_only: bool = False
) -> dict[Look, int]:
    """Every legal castle of up to `most` tiles on the board, by trying all of them."""
    castles = {}
    for count in range(1, most + 1):
        for cells in itertools.combinations(BOARD, count):
            for chosen in itertools.product(stock.pieces(), repeat=count):
                # Not more of a kind than there are (T3), and one gate (T4): saves most of the time.
                if len({piece.lot.kind for piece in chosen}) < count:
                    continue
                if sum(piece.lot.is_gate for piece in chosen) != 1:
                    continue
                pieces = dict(zip(cells, chosen, strict=True))
                if complete_only and is_open(pieces):
                    continue  # saves the referee most of the work; the others it judges itself
                sheet = score(layout_of(pieces, rules))
                if complete_only and not sheet.verdict.complete:
                    continue
                if sheet.total is not None:
                    castles[look(pieces)] = sheet.total
    return castles
