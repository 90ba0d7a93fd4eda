"""What may hang and what may bridge (rules F1 to F3 and their readings), once for all models.

The referee has a statement of its own; tests hold the two against each other.
"""

from __future__ import annotations

from caladale.core.edges import Direction, Edge, Edges
from caladale.core.readings import Readings
from caladale.core.tile_file import Group, Role
from caladale.core.tiles import Face

N, E, S, W = Direction

CORNERS = ([N, E], [E, S], [S, W], [N, W])
"""The castle sides of a corner under each turn."""


def castle_sides(edges: Edges) -> list[Direction]:
    """The sides on which `edges` show castle, clockwise from the top."""
    return [side for side in Direction if edges[side] is not Edge.SKY]


def hanging_sides(face: Face, rules: Readings) -> tuple[Direction, ...]:
    """The sides by which a tile may hang, whichever of them are castle as it lies.

    A corner is a corner, and a straight tile straight, under every turn: one answer serves all.
    """
    castle = castle_sides(face.edges)
    by_every_side = face.role is Role.EDGE or (face.role is Role.WILD and rules.wilds_may_hang)
    if by_every_side:
        return E, W, N
    if castle in CORNERS and (face.role is Role.TWO or face.group is Group.ENCHANTED):
        return (E, W, N) if rules.corners_hang_from_top else (E, W)
    if castle in ([N, S], [E, W]) and face.role is Role.MID and rules.mids_may_hang:
        return E, W
    return ()


def may_bridge(face: Face, rules: Readings) -> bool:
    """Whether a tile may be a bridge, given neighbours that can be its piers."""
    return rules.any_tile_bridges or face.role is Role.MID
