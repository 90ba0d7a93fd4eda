"""Support (rule F): what holds each tile up, as the least fixed point of three modes."""

from __future__ import annotations

import enum
from collections import deque
from collections.abc import Callable, Iterator
from typing import TypeAlias

from msgspec import Struct

from caladale.core.edges import Cell, Direction, Edge, neighbour
from caladale.core.layout import Layout, wants_layout
from caladale.core.readings import Readings
from caladale.core.tile_file import Group, Role
from caladale.core.tiles import Face
from caladale.errors import LayoutError
from caladale.rules.board import Board

_SKY = Edge.SKY
_N, _E, _S, _W = Direction


class Mode(enum.IntFlag):
    """How a tile is held up; it may be in several ways at once, and 0 means not at all."""

    BOTTOM = 1
    """Mode B: its bottom edge stands on grass or on a supported tile."""
    HANGING = 2
    """Mode H: it hangs from a supported tile."""
    BRIDGE = 4
    """Mode R: it spans the gap between two tiles that each stand on their bottom edge."""

    def __repr__(self) -> str:
        return " | ".join(f"Mode.{mode.name}" for mode in self) or "Mode(0)"


_BOTTOM, _HANGING, _BRIDGE = 1, 2, 4


def hanging_sides(face: Face, rules: Readings) -> tuple[Direction, ...]:
    """The sides by which a tile may hang from a supported neighbour (rules F1 and F2).

    The sides are those of the tile as it lies: an edge tile, say, hangs by its E, W or N edge,
    whichever of them is castle after turning.
    """
    if face.role is Role.EDGE:
        return _E, _W, _N
    if face.role is Role.WILD:
        return (_E, _W, _N) if rules.wilds_may_hang else ()
    castle = [d for d in Direction if face.edges[d] is not _SKY]
    is_straight = len(castle) == 2 and castle[1] == castle[0].opposite
    is_corner = len(castle) == 2 and not is_straight
    if is_corner and (face.role is Role.TWO or face.group is Group.ENCHANTED):
        return (_E, _W, _N) if rules.corners_hang_from_top else (_E, _W)
    if is_straight and face.role is Role.MID and rules.mids_may_hang:
        return _E, _W
    return ()


def may_bridge(face: Face, rules: Readings) -> bool:
    """Whether a tile may be a bridge at all."""
    return rules.any_tile_bridges or face.role is Role.MID


Asked: TypeAlias = Callable[[int, list[int]], int]
"""Tells by which modes, as `Mode` bits, a tile is held up, given the modes of all tiles so far."""


def _rule_f(board: Board) -> Asked:
    """Rule F as a question about one tile of `board`, under the layout's readings."""
    rules = board.layout.rules
    joints, edges, on_grass = board.joints, board.edges, board.on_grass
    grass_holds_sky = rules.grass_holds_sky
    sky_stacks = rules.sky_stacks
    carries = _BOTTOM | _BRIDGE | (_HANGING if rules.hung_tiles_hold else 0)
    hangs = {face: hanging_sides(face, rules) for face in set(board.faces)}
    bridges = {face: may_bridge(face, rules) for face in hangs}
    faces = board.faces
    good_pier = _unbroken_piers(board) if rules.piers_reach_grass else None

    def held(i: int, modes: list[int]) -> int:
        found = 0
        _, right, down, left = joints[i]
        face = faces[i]
        stands_on_sky = edges[i][2] is _SKY
        if (
            (on_grass[i] and (grass_holds_sky or not stands_on_sky))
            or (down >= 0 and modes[down] & carries)
            or (sky_stacks and stands_on_sky and _sky_below_carries(board, i, modes, carries))
        ):
            found = _BOTTOM
        for side in hangs[face]:
            other = joints[i][side]
            if other >= 0 and modes[other]:
                found |= _HANGING
                break
        if (
            right >= 0
            and left >= 0
            and bridges[face]
            and modes[right] & modes[left] & _BOTTOM
            and (good_pier is None or (good_pier[right] and good_pier[left]))
        ):
            found |= _BRIDGE
        return found

    return held


def support_modes(board: Board) -> list[int]:
    """The modes of support of every tile on `board`, by index, as `Mode` bits.

    Starts with nothing supported and looks at a tile again only when something that may hold it up
    has changed, so the time is linear in the number of tiles. `board` must not be crowded.
    """
    tiles, near = board.layout.tiles, board.near
    held = _rule_f(board)
    modes = [0] * len(tiles)
    waiting = [True] * len(tiles)
    queue = deque(sorted(range(len(tiles)), key=lambda i: tiles[i].y))
    while queue:
        i = queue.popleft()
        waiting[i] = False
        now = modes[i] | held(i, modes)
        if now != modes[i]:
            modes[i] = now
            for other in near[i]:
                if other >= 0 and not waiting[other]:
                    waiting[other] = True
                    queue.append(other)
    return modes


def _sky_below_carries(board: Board, i: int, modes: list[int], carries: int) -> bool:
    below = board.near[i][2]
    return below >= 0 and board.edges[below][0] is _SKY and bool(modes[below] & carries)


def _unbroken_piers(board: Board) -> list[bool]:
    """Which tiles are joined, each to the one below it, down to a castle edge on the grass."""
    tiles = board.layout.tiles
    unbroken = [False] * len(tiles)
    for i in sorted(range(len(tiles)), key=lambda i: tiles[i].y):
        if board.on_grass[i]:
            unbroken[i] = board.edges[i][2] is not _SKY
        else:
            down = board.joints[i][2]
            unbroken[i] = down >= 0 and unbroken[down]
    return unbroken


def support(layout: Layout) -> dict[Cell, Mode]:
    """How the tile in each cell of `layout` is held up; ``Mode(0)`` where it is not.

    Raises:
        LayoutError: when two tiles lie in one cell.
    """
    board = uncrowded(layout)
    modes = support_modes(board)
    return {cell: Mode(modes[i]) for cell, i in board.at.items()}


def uncrowded(layout: Layout) -> Board:
    """The board of a castle whose cells hold one tile each.

    Raises:
        LayoutError: when two tiles lie in one cell.
    """
    wants_layout(layout)
    board = Board(layout)
    if board.crowded:
        cell = board.crowded[0]
        names = " and ".join(placed.tile for placed in layout.tiles if placed.cell == cell)
        raise LayoutError(f"two tiles lie in cell {cell}: {names}", "tiles")
    return board


class Hold(Struct, frozen=True):
    """One tile, or the grass, that holds up another.

    Attributes:
        cell: the tile that is held up.
        mode: how; one of the three modes.
        by: the tile that holds it up; None for the grass.
        side: the side of the held tile by which it is held.
    """

    cell: Cell
    mode: Mode
    by: Cell | None
    side: Direction


def holds(layout: Layout) -> tuple[Hold, ...]:
    """What holds up what, from the grass outward.

    Support spreads in rounds: in each, the tiles that rest on what was held up before. Told is for
    every supported tile all that holds it up in the round in which it is reached, and nothing that
    comes later, so that nobody can follow the holds around in a circle.

    Raises:
        LayoutError: when two tiles lie in one cell.
    """
    board = uncrowded(layout)
    held, tiles = _rule_f(board), layout.tiles
    modes = [0] * len(tiles)
    found: list[Hold] = []
    asked = set(range(len(tiles)))
    while asked:
        now = {i: modes[i] | held(i, modes) for i in asked}
        changed = [i for i in sorted(asked, key=lambda i: tiles[i].cell) if now[i] != modes[i]]
        for i in changed:
            if not modes[i]:
                found += _holders(board, i, modes, now[i])
        for i in changed:
            modes[i] = now[i]
        asked = {other for i in changed for other in board.near[i] if other >= 0}
    return tuple(found)


def _holders(board: Board, i: int, before: list[int], gained: int) -> Iterator[Hold]:
    """What holds up tile `i` by the modes `gained`, when the others had the modes `before`."""
    sides: list[tuple[int, Direction]] = []
    if gained & _BOTTOM:
        sides.append((_BOTTOM, _S))
    hung_by = hanging_sides(board.faces[i], board.layout.rules)
    joined = [(side, board.joints[i][side]) for side in hung_by]
    sides += [(_HANGING, side) for side, other in joined if other >= 0 and before[other]]
    if gained & _BRIDGE:
        sides += [(_BRIDGE, _W), (_BRIDGE, _E)]
    cell = board.layout.tiles[i].cell
    for mode, side in sides:
        on_grass = side is _S and board.on_grass[i]
        yield Hold(cell, Mode(mode), None if on_grass else neighbour(cell, side), side)
