"""Where a tile can go: the placements that leave a castle legal."""

from __future__ import annotations

from caladale.edges import Cell, Direction, fits
from caladale.errors import LayoutError
from caladale.layout import Layout, Placement
from caladale.rules.board import Board
from caladale.strict import quoted
from caladale.tilefile import Group
from caladale.validate import validate


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
    faces = layout.tileset.under(layout.rules).faces
    return [
        placed
        for x, y in sorted(_open_cells(board, is_gate=_is_gate(layout, tile)))
        for side in layout.tileset.tiles[tile].sides
        for turn in faces[tile, side].orientations
        if _matches(board, placed := Placement(tile, x, y, turn, side))
        and validate(layout.placing(placed)).valid
    ]


def _is_gate(layout: Layout, tile: str) -> bool:
    return layout.tileset.tiles[tile].group is Group.GATE


def _open_cells(board: Board, *, is_gate: bool) -> set[Cell]:
    """The empty cells worth trying: next to a tile, and for the first gate all of the ground."""
    if is_gate and not board.at:
        return {(x, 0) for start, end in board.ground.runs for x in range(start, end)}
    steps = [side.step for side in Direction]
    around = {(x + dx, y + dy) for x, y in board.at for dx, dy in steps}
    return {cell for cell in around if cell not in board.at and cell[1] >= 0}


def _matches(board: Board, placed: Placement) -> bool:
    """Whether the tile's edges fit its neighbours', a quick look before the whole referee's."""
    layout = board.layout
    face = layout.tileset.under(layout.rules).faces[placed.tile, placed.side]
    edges = face.turns[placed.turn]
    for side in Direction:
        dx, dy = side.step
        other = board.at.get((placed.x + dx, placed.y + dy))
        if other is not None and not fits(edges[side], board.edges[other][side.opposite]):
            return False
    return True
