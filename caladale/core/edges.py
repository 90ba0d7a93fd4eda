"""The four edges of a tile: what each one shows, how they turn, and when two of them fit."""

from __future__ import annotations

import enum
from typing import TypeAlias

from caladale.core.short_repr import NamedMember


class Edge(NamedMember):
    """What one edge of a tile shows: sky, a castle theme, or wild (which fits any theme)."""

    SKY = "sky"
    STONE = "stone"
    TREE = "tree"
    TUDOR = "tudor"
    WILD = "wild"

    @property
    def is_castle(self) -> bool:
        """Whether this is a castle edge, that is, anything but sky."""
        return self is not Edge.SKY


THEMES = (Edge.STONE, Edge.TREE, Edge.TUDOR)
"""The three castle themes, in the rulebook's order."""


class Direction(enum.IntEnum):
    """The side of a tile, clockwise from the top; also the index into an `Edges` tuple."""

    N = 0
    E = 1
    S = 2
    W = 3

    def __repr__(self) -> str:
        return f"Direction.{self.name}"

    @property
    def opposite(self) -> Direction:
        """The side that faces this one across a shared border."""
        return Direction((self + 2) % 4)

    @property
    def step(self) -> tuple[int, int]:
        """The way to the neighbouring cell, as (columns to the right, rows up)."""
        return _STEPS[self]


_STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))

Edges: TypeAlias = tuple[Edge, Edge, Edge, Edge]
"""The edges N, E, S, W of a tile."""

Cell: TypeAlias = tuple[int, int]
"""A cell of the table as (x, y): columns grow to the right, rows upward; row 0 is on the grass."""


def neighbour(cell: Cell, side: Direction) -> Cell:
    """The cell across one side of `cell`."""
    right, up = side.step
    return cell[0] + right, cell[1] + up


def turned(edges: Edges, turn: int) -> Edges:
    """Return `edges` after `turn` quarter turns clockwise (any integer; four are the identity)."""
    shift = -turn % 4
    north, east, south, west = edges[shift:] + edges[:shift]
    return north, east, south, west


def fits(one: Edge, other: Edge) -> bool:
    """Whether two facing edges match (rule C): the same, or wild against any theme."""
    if one is other:
        return True
    return one.is_castle and other.is_castle and Edge.WILD in (one, other)
