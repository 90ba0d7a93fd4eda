"""Support (rule F): what holds each tile up, as the least fixed point of three modes."""

from __future__ import annotations

import enum
from collections import deque

from caladale.edges import Cell, Direction, Edge
from caladale.layout import Layout
from caladale.readings import Readings
from caladale.rules.board import Board
from caladale.tilefile import Group, Role
from caladale.tiles import Face

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


_BOTTOM, _HANGING, _BRIDGE = 1, 2, 4


def hanging_sides(face: Face, rules: Readings) -> tuple[Direction, ...]:
    """The sides by which a tile may hang from a supported neighbour (rules F1 and F2).

    The sides are those of the tile as it lies: an edge tile, say, hangs by its E, W or N edge,
    whichever of them is castle after turning.
    """
    if face.role is Role.EDGE:
        return _E, _W, _N
    if face.role is Role.WILD:
        return (_E, _W, _N) if rules.wild_may_hang == "yes" else ()
    castle = [d for d in Direction if face.edges[d] is not _SKY]
    is_straight = len(castle) == 2 and castle[1] == castle[0].opposite
    is_corner = len(castle) == 2 and not is_straight
    if is_corner and (face.role is Role.TWO or face.group is Group.ENCHANTED):
        return (_E, _W, _N) if rules.corner_hangs_from_top == "yes" else (_E, _W)
    if is_straight and face.role is Role.MID and rules.mid_may_hang == "yes":
        return _E, _W
    return ()


def may_bridge(face: Face, rules: Readings) -> bool:
    """Whether a tile may be a bridge at all."""
    return rules.bridge_tile == "any" or face.role is Role.MID


def support_modes(board: Board) -> list[int]:
    """The modes of support of every tile on `board`, by index, as `Mode` bits.

    Starts with nothing supported and looks at a tile again only when something that may hold it up
    has changed, so the time is linear in the number of tiles. `board` must not be crowded.
    """
    tiles = board.layout.tiles
    rules = board.layout.rules
    joints, near, edges, on_grass = board.joints, board.near, board.edges, board.on_grass
    grass_holds_sky = rules.grass_supports_sky == "yes"
    sky_stacks = rules.sky_stack_supports == "yes"
    carries = _BOTTOM | _BRIDGE | (_HANGING if rules.hung_tiles_carry == "yes" else 0)
    hangs = {face: hanging_sides(face, rules) for face in set(board.faces)}
    bridges = {face: may_bridge(face, rules) for face in hangs}
    good_pier = _unbroken_piers(board) if rules.bridge_piers == "unbroken_to_grass" else None

    modes = [0] * len(tiles)
    waiting = [True] * len(tiles)
    queue = deque(sorted(range(len(tiles)), key=lambda i: tiles[i].y))
    while queue:
        i = queue.popleft()
        waiting[i] = False
        _, right, down, left = joints[i]
        face = board.faces[i]
        now = modes[i]
        stands_on_sky = edges[i][2] is _SKY
        if (
            (on_grass[i] and (grass_holds_sky or not stands_on_sky))
            or (down >= 0 and modes[down] & carries)
            or (sky_stacks and stands_on_sky and _sky_below_carries(board, i, modes, carries))
        ):
            now |= _BOTTOM
        for side in hangs[face]:
            other = joints[i][side]
            if other >= 0 and modes[other]:
                now |= _HANGING
                break
        if (
            right >= 0
            and left >= 0
            and bridges[face]
            and modes[right] & modes[left] & _BOTTOM
            and (good_pier is None or (good_pier[right] and good_pier[left]))
        ):
            now |= _BRIDGE
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
        ValueError: when two tiles lie in one cell.
    """
    board = Board(layout)
    if board.crowded:
        raise ValueError(f"two tiles lie in cell {board.crowded[0]}")
    modes = support_modes(board)
    return {cell: Mode(modes[i]) for cell, i in board.at.items()}
