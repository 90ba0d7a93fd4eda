"""Blanks: tiles without their themes, which only know sky from castle.

Under the rules of support, of the ground and of completeness a theme plays no part; only rule C,
and what the box holds of each theme, look at it. A shape is therefore made of blanks, of which
the published box has seven sorts, and the themes come second.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from msgspec import Struct

from caladale.core.edges import Direction, Edges
from caladale.core.readings import Readings
from caladale.core.tile_file import Group
from caladale.core.tiles import Face, Side, TileSet
from caladale.solve.models.hanging import castle_sides, hanging_sides, may_bridge

Sides: TypeAlias = int
"""The castle sides of a tile as it lies: bit ``1 << direction`` for each."""


def bit(direction: Direction) -> Sides:
    """The bit that stands for one side."""
    return 1 << direction


NORTH, EAST, SOUTH, WEST = (bit(direction) for direction in Direction)
ALL_SIDES = NORTH | EAST | SOUTH | WEST


def _bits(directions: Iterable[Direction]) -> Sides:
    return sum(bit(direction) for direction in directions)


def castle_bits(edges: Edges) -> Sides:
    """The sides on which `edges` show castle."""
    return _bits(castle_sides(edges))


class Stance(Struct, frozen=True, order=True):
    """One way in which a blank can lie.

    Attributes:
        sides: its castle sides.
        hangs: those of its castle sides by which it may hang from a neighbour (rules F1, F2).
        bridges: whether it may be a bridge (rule F3), given neighbours that can be its piers.
    """

    sides: Sides
    hangs: Sides
    bridges: bool


class Blank(Struct, frozen=True, order=True):
    """A sort of tile as it is seen without its themes.

    Attributes:
        stances: the ways in which it can lie, each with other castle sides.
        is_gate: whether it must stand in row 0 on the grass (rule B1).
    """

    stances: tuple[Stance, ...]
    is_gate: bool


def stance(face: Face, turn: int, rules: Readings) -> Stance:
    """The stance that `face` takes when it is laid with `turn`."""
    sides = castle_bits(face.turns[turn])
    spans = may_bridge(face, rules) and sides & EAST and sides & WEST
    return Stance(sides, sides & _bits(hanging_sides(face, rules)), bool(spans))


def _common(stances: Iterable[Stance]) -> tuple[Stance, ...]:
    """One stance for each set of castle sides, allowing only what every face allows."""
    known: dict[Sides, Stance] = {}
    for stance in stances:
        other = known.get(stance.sides, stance)
        known[stance.sides] = Stance(
            stance.sides, stance.hangs & other.hangs, stance.bridges and other.bridges
        )
    return tuple(sorted(known.values()))


def blanks_of(
    tileset: TileSet, rules: Readings, offered: Mapping[str, tuple[Side, ...]]
) -> dict[Blank, list[str]]:
    """Sort the tiles on offer by the blank that each of them is.

    Args:
        tileset: the box under the readings (`TileSet.under`).
        rules: the readings, which say what may hang and what may bridge.
        offered: the sides that may lie up, for the id of every tile on offer.

    Returns:
        The ids that share a blank, in the order given.
    """
    sorts: dict[Blank, list[str]] = {}
    for name, sides in offered.items():
        faces = [tileset.faces[name, side] for side in sides]
        stances = (stance(face, turn, rules) for face in faces for turn in face.orientations)
        blank = Blank(_common(stances), tileset.tiles[name].group is Group.GATE)
        sorts.setdefault(blank, []).append(name)
    return sorts
