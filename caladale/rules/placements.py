"""Where a tile can go: the placements that leave a castle legal."""

from __future__ import annotations

from caladale._io.strict_json import quoted
from caladale.core.edges import Cell, Direction, Edges, fits, neighbour
from caladale.core.layout import Layout, Placement
from caladale.core.tile_file import Group
from caladale.errors import LayoutError
from caladale.rules.board import Board
from caladale.rules.verdict import validate


def legal_placements(layout: Layout, tile: str) -> list[Placement]:
    """Every way to place the tile with id `tile` so that the whole castle is legal afterwards.

    Turns that look alike count once, and a gate is tried with both sides. The list is sorted by
    column, row, side and turn. It is empty when the tile fits nowhere, is in the castle already, or
    when no single placement can mend a castle that is illegal now.

    Raises:
        LayoutError: when the box holds no such tile.
    """
    if tile not in layout.tileset.tiles:
        message = f"the box {layout.tileset.name} has no tile {quoted(tile)}"
        raise LayoutError(message, "tile")
    board = Board(layout)
    is_gate = layout.tileset.tiles[tile].group is Group.GATE
    faces = layout.tileset.under(layout.rules).faces
    return [
        placed
        for x, y in sorted(_open_cells(board, is_gate=is_gate))
        for side in layout.tileset.tiles[tile].sides
        for turn in faces[tile, side].orientations
        if _matches(board, (x, y), faces[tile, side].turns[turn])
        and validate(layout.placing(placed := Placement(tile, x, y, turn, side))).valid
    ]


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
