"""The rule checks: each finds every breach of one rule on a board and says it in a sentence."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from msgspec import Struct

from caladale._io.plural import counted
from caladale.core.edges import Cell, Direction, Edge
from caladale.core.tile_file import Group, Role
from caladale.rules.board import Board
from caladale.rules.support_rule import support_modes


class Violation(Struct, frozen=True):
    """One breach of a rule.

    Attributes:
        code: the rule, as in ``caladale rule CODE``.
        cells: the cells of the breach as (x, y), sorted by x, then y.
        message: a sentence for a player.
    """

    code: str
    cells: tuple[Cell, ...]
    message: str


def cell_name(cell: Cell) -> str:
    """Name a cell in a sentence."""
    return f"column {cell[0]}, row {cell[1]}"


def _listed(cells: Iterable[Cell]) -> str:
    """Name a few cells in a sentence, and count the rest."""
    cells = list(cells)
    shown = "; ".join(cell_name(cell) for cell in cells[:4])
    return shown + (f"; and {len(cells) - 4} more" if len(cells) > 4 else "")


def gate_upright_on_grass(board: Board) -> Iterator[Violation]:
    """B1: every gate stands upright in row 0 on the grass."""
    for i, placed in enumerate(board.layout.tiles):
        if board.faces[i].group is not Group.GATE:
            continue
        faults = []
        if placed.turn:
            faults.append("is turned")
        if placed.y != 0:
            faults.append(f"lies in row {placed.y}, not in row 0")
        elif not board.on_grass[i]:
            faults.append("stands beyond the grass")
        if faults:
            message = f"{placed.tile} at {cell_name(placed.cell)} {' and '.join(faults)}."
            yield Violation("B1", (placed.cell,), message)


def tower_upright(board: Board) -> Iterator[Violation]:
    """B2: no tower top is turned."""
    for face, placed in zip(board.faces, board.layout.tiles, strict=True):
        if face.role is Role.TOWER and placed.turn:
            where = cell_name(placed.cell)
            message = f"{placed.tile} at {where} is turned; a tower top only stands upright."
            yield Violation("B2", (placed.cell,), message)


def edges_match(board: Board) -> Iterator[Violation]:
    """C: facing edges of neighbours match."""
    tiles = board.layout.tiles
    for i, other in board.clashes:
        above = tiles[other].x == tiles[i].x
        mine, its = (Direction.N, Direction.S) if above else (Direction.E, Direction.W)
        one, two = board.edges[i][mine].value, board.edges[other][its].value
        message = (
            f"{tiles[i].tile} at {cell_name(tiles[i].cell)} shows {one} to the {two} of "
            f"{tiles[other].tile} {'above it' if above else 'at its right'}."
        )
        yield Violation("C", tuple(sorted((tiles[i].cell, tiles[other].cell))), message)


def one_structure(board: Board) -> Iterator[Violation]:
    """D: every tile is joined to the root."""
    tiles = board.layout.tiles
    if not tiles:
        return
    gates = [i for i, face in enumerate(board.faces) if face.group is Group.GATE]
    root = min(gates or range(len(tiles)), key=lambda i: tiles[i].cell)
    joined = board.joined_to(root)
    apart = sorted(placed.cell for i, placed in enumerate(tiles) if i not in joined)
    if apart:
        message = (
            f"{counted(len(apart), 'tile is', 'tiles are')} not joined to "
            f"{tiles[root].tile}: {_listed(apart)}."
        )
        yield Violation("D", tuple(apart), message)


def castle_bottom_on_grass(board: Board) -> Iterator[Violation]:
    """E (and G): beyond the grass a bottom edge is sky, in row 0 or in the whole column."""
    every_row = board.layout.rules.overhang_in_every_row
    for i, placed in enumerate(board.layout.tiles):
        if placed.y < 0 or (placed.y > 0 and not every_row):
            continue
        if board.edges[i][Direction.S] is not Edge.SKY and not board.ground.covers(placed.x):
            where = cell_name(placed.cell)
            message = f"{placed.tile} at {where} has a castle bottom edge beyond the grass."
            yield Violation("E", (placed.cell,), message)


def everything_supported(board: Board) -> Iterator[Violation]:
    """F: every tile is in the least fixed point of support."""
    modes = support_modes(board)
    falling = sorted(
        placed.cell for placed, mode in zip(board.layout.tiles, modes, strict=True) if not mode
    )
    if falling:
        message = f"Nothing holds up {counted(len(falling), 'tile', 'tiles')}: {_listed(falling)}."
        yield Violation("F", tuple(falling), message)


def one_tile_a_cell(board: Board) -> Iterator[Violation]:
    """T1: no two tiles lie in one cell."""
    names: dict[Cell, list[str]] = defaultdict(list)
    for placed in board.layout.tiles:
        names[placed.cell].append(placed.tile)
    for cell in board.crowded:
        message = f"{' and '.join(names[cell][:4])} lie in the same cell, {cell_name(cell)}."
        yield Violation("T1", (cell,), message)


def nothing_below_ground(board: Board) -> Iterator[Violation]:
    """T2: no tile lies below row 0."""
    for placed in board.layout.tiles:
        if placed.y < 0:
            message = f"{placed.tile} lies below the ground, at {cell_name(placed.cell)}."
            yield Violation("T2", (placed.cell,), message)


def box_holds_the_tiles(board: Board) -> Iterator[Violation]:
    """T3: each physical tile is used once, and no more wilds than the variant allows."""
    layout = board.layout
    places: dict[str, list[Cell]] = defaultdict(list)
    for placed in layout.tiles:
        places[placed.tile].append(placed.cell)
    for tile, cells in places.items():
        if len(cells) > 1:
            cells.sort()
            message = f"The box holds one {tile}, but it lies in {len(cells)} places: "
            yield Violation("T3", tuple(cells), f"{message}{_listed(cells)}.")
    wilds = board.cells_of(Group.WILD)
    allowed = layout.variant.most_wilds
    if len(wilds) > allowed:
        limit = "no wild tile" if allowed == 0 else "only one wild tile"
        lie = counted(len(wilds), "lies", "lie")
        message = f"This game allows {limit}, but {lie} here: {_listed(wilds)}."
        yield Violation("T3", tuple(wilds), message)


def one_gate(board: Board) -> Iterator[Violation]:
    """T4: there is a gate, and outside the all-tiles challenge only one."""
    gates = board.cells_of(Group.GATE)
    if not gates:
        yield Violation("T4", (), "The castle has no gate.")
    elif len(gates) > 1 and board.layout.variant.has_one_gate:
        message = f"A castle has one gate, but this one has {len(gates)}: {_listed(gates)}."
        yield Violation("T4", tuple(gates), message)


def strips_side_by_side(board: Board) -> Iterator[Violation]:
    """T5: under that reading, the strips form one piece of ground."""
    runs = board.ground.runs
    if board.layout.rules.strips_touch and len(runs) > 1:
        message = f"The grass lies in {len(runs)} pieces, but the strips must touch."
        yield Violation("T5", (), message)
