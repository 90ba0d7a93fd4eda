"""The rule checks: each finds every breach of one rule on a board and says it in a sentence."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec import Struct

from caladale._io.plural import counted
from caladale.core.edges import Cell, Direction, Edge
from caladale.core.layout import Placement
from caladale.core.tile_file import Group, Role
from caladale.rules.board import Board
from caladale.rules.support_rule import support_modes


class Violation(Struct, frozen=True):
    """One breach of a rule.

    Attributes:
        code: the rule, as in ``caladale rule CODE``.
        cells: the cells of the breach as (x, y), sorted by x, then y.
        message: a sentence for a player.
        tiles: the placements behind the breach, in the order of their cells.
        edges: the edges behind it, as (x, y, side): both that clash (C), the bottom beyond the
            grass (E); empty where it is not about single edges.
    """

    code: str
    cells: tuple[Cell, ...]
    message: str
    tiles: tuple[Placement, ...] = ()
    edges: tuple[tuple[int, int, Direction], ...] = ()


def cell_name(cell: Cell) -> str:
    """Name a cell in a sentence."""
    return f"column {cell[0]}, row {cell[1]}"


def tile_name(placed: Placement) -> str:
    """Name a tile where it lies in a sentence."""
    return f"{placed.tile} at {cell_name(placed.cell)}"


_MOST_NAMES = 4


def _listed(placed: Sequence[Placement], name: Callable[[Placement], str] = tile_name) -> str:
    """Tell a few tiles where they lie in a sentence, and count the rest."""
    shown = "; ".join(map(name, placed[:_MOST_NAMES]))
    more = len(placed) - _MOST_NAMES
    return f"{shown}; and {more} more" if more > 0 else shown


def _breach(
    code: str,
    tiles: Iterable[Placement],
    message: str,
    edges: Iterable[tuple[int, int, Direction]] = (),
) -> Violation:
    """A breach by these tiles, in their cells."""
    found = tuple(sorted(tiles, key=_by_cell))
    return Violation(code, tuple([placed.cell for placed in found]), message, found, tuple(edges))


def _by_cell(placed: Placement) -> Cell:
    return placed.x, placed.y


def _lying(board: Board, group: Group) -> list[Placement]:
    """The tiles of one group, in the order of their cells."""
    pairs = zip(board.faces, board.layout.tiles, strict=True)
    return sorted((placed for face, placed in pairs if face.group is group), key=_by_cell)


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
            yield _breach("B1", [placed], f"{tile_name(placed)} {' and '.join(faults)}.")


def tower_upright(board: Board) -> Iterator[Violation]:
    """B2: no tower top is turned."""
    for face, placed in zip(board.faces, board.layout.tiles, strict=True):
        if face.role is Role.TOWER and placed.turn:
            message = f"{tile_name(placed)} is turned; a tower top only stands upright."
            yield _breach("B2", [placed], message)


def edges_match(board: Board) -> Iterator[Violation]:
    """C: facing edges of neighbours match."""
    tiles, edges = board.layout.tiles, board.edges
    for i, j in board.clashes:
        # The other tile lies above or at the right, so it also comes later by its cell.
        one, other = tiles[i], tiles[j]
        mine, its, where = _ABOVE if one.x == other.x else _AT_THE_RIGHT
        message = (
            f"{one.tile} at column {one.x}, row {one.y} shows {edges[i][mine].value} to the "
            f"{edges[j][its].value} of {other.tile} {where}."
        )
        a, b = (one.x, one.y), (other.x, other.y)
        yield Violation("C", (a, b), message, (one, other), ((*a, mine), (*b, its)))


_ABOVE = Direction.N, Direction.S, "above it"
_AT_THE_RIGHT = Direction.E, Direction.W, "at its right"


def one_structure(board: Board) -> Iterator[Violation]:
    """D: every tile is joined to the root."""
    tiles = board.layout.tiles
    if not tiles:
        return
    gates = [i for i, face in enumerate(board.faces) if face.group is Group.GATE]
    root = min(gates or range(len(tiles)), key=lambda i: tiles[i].cell)
    joined = board.joined_to(root)
    apart = sorted((one for i, one in enumerate(tiles) if i not in joined), key=_by_cell)
    if apart:
        message = (
            f"{counted(len(apart), 'tile is', 'tiles are')} not joined to "
            f"{tiles[root].tile}: {_listed(apart)}."
        )
        yield _breach("D", apart, message)


def castle_bottom_on_grass(board: Board) -> Iterator[Violation]:
    """E (and G): beyond the grass a bottom edge is sky, in row 0 or in the whole column."""
    every_row = board.layout.rules.overhang_in_every_row
    for i, placed in enumerate(board.layout.tiles):
        if placed.y < 0 or (placed.y > 0 and not every_row):
            continue
        if board.edges[i][Direction.S] is not Edge.SKY and not board.ground.covers(placed.x):
            message = f"{tile_name(placed)} has a castle bottom edge beyond the grass."
            yield _breach("E", [placed], message, [(placed.x, placed.y, Direction.S)])


def everything_supported(board: Board) -> Iterator[Violation]:
    """F: every tile is in the least fixed point of support."""
    modes = support_modes(board)
    pairs = zip(board.layout.tiles, modes, strict=True)
    falling = sorted((placed for placed, mode in pairs if not mode), key=_by_cell)
    if falling:
        told = counted(len(falling), "tile", "tiles")
        message = f"Nothing holds up {told}: {_listed(falling)}."
        yield _breach("F", falling, message)


def one_tile_a_cell(board: Board) -> Iterator[Violation]:
    """T1: no two tiles lie in one cell."""
    lying: dict[Cell, list[Placement]] = defaultdict(list)
    for placed in board.layout.tiles:
        lying[placed.cell].append(placed)
    for cell in board.crowded:
        names = [placed.tile for placed in lying[cell]]
        more = len(names) - _MOST_NAMES
        told = [*names[:_MOST_NAMES], f"{more} more"] if more > 0 else names
        message = f"{' and '.join(told)} lie in the same cell, {cell_name(cell)}."
        yield Violation("T1", (cell,), message, tuple(lying[cell]))


def nothing_below_ground(board: Board) -> Iterator[Violation]:
    """T2: no tile lies below row 0."""
    for placed in board.layout.tiles:
        if placed.y < 0:
            message = f"{placed.tile} lies below the ground, at {cell_name(placed.cell)}."
            yield _breach("T2", [placed], message)


def box_holds_the_tiles(board: Board) -> Iterator[Violation]:
    """T3: each physical tile is used once, and no more wilds than the variant allows."""
    layout = board.layout
    places: dict[str, list[Placement]] = defaultdict(list)
    for placed in layout.tiles:
        places[placed.tile].append(placed)
    for tile, lying in places.items():
        if len(lying) > 1:
            lying.sort(key=_by_cell)
            cells = tuple(map(_by_cell, lying))
            message = f"The box holds one {tile}, but it lies in {len(cells)} places: "
            message += f"{_listed(lying, lambda placed: cell_name(placed.cell))}."
            yield Violation("T3", cells, message, tuple(lying))
    wilds = _lying(board, Group.WILD)
    allowed = layout.variant.most_wilds
    if len(wilds) > allowed:
        limit = "no wild tile" if allowed == 0 else "only one wild tile"
        lie = counted(len(wilds), "lies", "lie")
        names = _listed(wilds)
        yield _breach("T3", wilds, f"This game allows {limit}, but {lie} here: {names}.")


def one_gate(board: Board) -> Iterator[Violation]:
    """T4: there is a gate, and outside the all-tiles challenge only one."""
    gates = _lying(board, Group.GATE)
    if not gates:
        yield Violation("T4", (), "The castle has no gate.")
    elif len(gates) > 1 and board.layout.variant.has_one_gate:
        names = _listed(gates)
        yield _breach(
            "T4", gates, f"A castle has one gate, but this one has {len(gates)}: {names}."
        )


def strips_side_by_side(board: Board) -> Iterator[Violation]:
    """T5: under that reading, the strips form one piece of ground."""
    runs = board.ground.runs
    if board.layout.rules.strips_touch and len(runs) > 1:
        message = f"The grass lies in {len(runs)} pieces, but the strips must touch."
        yield Violation("T5", (), message)
