"""Where tiles can go: the placements that leave a castle legal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from msgspec.structs import replace

from caladale._io.strict_json import quoted
from caladale.core.edges import Cell, Direction, Edges, fits, neighbour
from caladale.core.hand import Hand
from caladale.core.layout import Layout, Placement, wants_layout
from caladale.core.soundness import as_tuple
from caladale.core.tile_file import Group
from caladale.core.tiles import Side
from caladale.errors import ArgumentError, HandError, LayoutError
from caladale.rules.board import Board
from caladale.rules.verdict import validate

Offered: TypeAlias = dict[str, tuple[Side, ...]]
"""Ids of tiles, each with the sides that may lie up."""


def legal_placements(layout: Layout, tiles: str | Iterable[str] | Hand) -> list[Placement]:
    """Every way to place one tile more so that the whole castle is legal afterwards.

    Turns that look alike count once, and a gate is tried with both sides, or those that its hand
    allows. The list is sorted by tile, in the order in which tiles were handed in, then by column,
    row, side and turn. A tile is not in it when it fits nowhere, is in the castle already, or when
    no single placement can mend a castle that is illegal now.

    Args:
        layout: the castle as it stands.
        tiles: the id of a tile, or several ids, or a whole hand: its gates, its tiles, and a wild
            if it may use one.

    Raises:
        LayoutError: when the box holds no such tile.
        HandError: when the hand is one of another box.
    """
    wants_layout(layout)
    offered = _offered(layout, tiles)
    board = Board(layout)
    used = {placed.tile for placed in layout.tiles}
    # Tiles of a kind that may show the same sides go to the same places: one is tried for all.
    tried: dict[tuple[str, tuple[Side, ...]], list[Placement]] = {}
    found: list[Placement] = []
    for tile, sides in offered.items():
        if tile in used:
            continue
        key = layout.tileset.tiles[tile].kind, sides
        if key not in tried:
            tried[key] = list(_ways(board, tile, sides))
        found += [one if one.tile == tile else replace(one, tile=tile) for one in tried[key]]
    return found


def _offered(layout: Layout, tiles: str | Iterable[str] | Hand) -> Offered:
    """The tiles to try, each with the sides that may lie up."""
    box = layout.tileset
    if isinstance(tiles, Hand):
        return _offered_by(layout, tiles)
    wanted = "the id of a tile, a number of ids, or a Hand"
    names = (tiles,) if isinstance(tiles, str) else as_tuple(tiles, "what is placed", wanted)
    for name in names:
        if not isinstance(name, str):
            raise ArgumentError(f"what is placed is {wanted}, not {name!r}")
        if name not in box.tiles:
            raise LayoutError(f"the box {box.name} has no tile {quoted(name)}", "tile")
    return {name: box.tiles[name].sides for name in names}


def _offered_by(layout: Layout, hand: Hand) -> Offered:
    box = layout.tileset
    if hand.tileset is not box:
        message = f"the hand is of the box {hand.tileset.name}, the castle of {box.name}"
        raise HandError(f"{message}, and they are not the same", "tileset")
    offered = hand.gate_sides() | {name: box.tiles[name].sides for name in hand.tiles}
    used = {placed.tile for placed in layout.tiles}
    wilds = [tile.id for tile in box.wilds()]
    left = hand.wilds - sum(name in used for name in wilds)
    free = [name for name in wilds if name not in used]
    return offered | dict.fromkeys(free[: max(0, left)], ("front",))


def _ways(board: Board, tile: str, sides: tuple[Side, ...]) -> Iterator[Placement]:
    """Every legal way to place `tile` with one of `sides` up."""
    layout = board.layout
    is_gate = layout.tileset.tiles[tile].group is Group.GATE
    faces = layout.tileset.under(layout.rules).faces
    for x, y in sorted(_open_cells(board, is_gate=is_gate)):
        for side in sides:
            for turn in faces[tile, side].orientations:
                if _matches(board, (x, y), faces[tile, side].turns[turn]):
                    placed = Placement(tile, x, y, turn, side)
                    if validate(layout.placing(placed)).valid:
                        yield placed


def _open_cells(board: Board, *, is_gate: bool) -> set[Cell]:
    """The empty cells worth trying: next to a tile, and for the first gate all of the ground."""
    if is_gate and not board.at:
        return {(x, 0) for start, end in board.ground.runs for x in range(start, end)}
    around = {neighbour(cell, side) for cell in board.at for side in Direction}
    return {cell for cell in around if cell not in board.at and cell[1] >= 0}


def _matches(board: Board, cell: Cell, edges: Edges) -> bool:
    """Whether `edges` fit the neighbours of `cell`, a quick look before the whole referee's."""
    for side in Direction:
        other = board.at.get(neighbour(cell, side))
        if other is not None and not fits(edges[side], board.edges[other][side.opposite]):
            return False
    return True
