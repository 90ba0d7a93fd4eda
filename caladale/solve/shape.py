"""Shape first: where blanks can stand so that the castle is whole, closed, and held up.

The shape is the larger half of the search and knows no themes. Its model is small because
matching and completeness are one boolean a border (`Grid`), because identical blanks are counts
and never copies, and because support needs no ranks (`Support`). What is seldom violated is added
only when a shape violates it, as a cut: a part of the castle without a joint to the rest, a hole
where holes are forbidden, and whatever patterns could not be given themes (`Pattern`).

A dense window finds shapes far faster than a roomy one: 76 tiles close in 81 cells in a third of a
second, and in 120 cells in ten times that.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

import networkx as nx
from msgspec import Struct
from ortools.sat.python import cp_model

from caladale.edges import Cell, Direction, neighbour
from caladale.readings import Readings
from caladale.solve.holes import holes
from caladale.solve.shape_blanks import Blank, Sides, bit
from caladale.solve.shape_effort import Effort, Outcome
from caladale.solve.shape_grid import Grid
from caladale.solve.shape_support import Support
from caladale.solve.shape_window import Window

Pattern: TypeAlias = frozenset[tuple[int, int, Blank, Sides]]
"""Blanks lying together, as (columns right, rows up, blank, castle sides) from any one cell."""

Shape: TypeAlias = dict[Cell, tuple[Blank, Sides]]
"""What stands in every occupied cell: a blank, and its castle sides as it lies."""


class Demand(Struct, frozen=True):
    """What a shape must be made of, and which goals it must meet.

    Attributes:
        stock: how many blanks of each sort there are.
        size: how many tiles the castle has.
        all_used: the blanks of which none may be left out.
        whole_column_overhang: rule E in every row: beyond the grass only sky bottoms.
        no_holes: no region of empty cells is walled in.
    """

    stock: tuple[tuple[Blank, int], ...]
    size: int
    all_used: frozenset[Blank] = frozenset()
    whole_column_overhang: bool = False
    no_holes: bool = False


class ShapeModel:
    """The shapes that meet a demand within one window.

    Args:
        window: where the shape lies.
        demand: what it is made of.
        rules: the readings.
        lenient: whether support may have faults (`Support`).

    Attributes:
        cuts: how many lazy cuts have been added.
    """

    def __init__(
        self, window: Window, demand: Demand, rules: Readings, *, lenient: bool = False
    ) -> None:
        self.cuts = 0
        self._demand = demand
        self._grid = Grid(window, [blank for blank, _ in demand.stock])
        self._model = self._grid.model
        self._support = Support(self._grid, rules, lenient=lenient)
        self._count_blanks()
        self._no_lone_tower()
        if demand.whole_column_overhang:
            self._sky_below_beyond_grass()
        if demand.no_holes:
            self._no_small_holes()

    def _count_blanks(self) -> None:
        leaves_out = sum(count for _, count in self._demand.stock) - self._demand.size
        for blank, count in self._demand.stock:
            used = sum(
                placed
                for pieces in self._grid.pieces.values()
                for (other, _), placed in pieces.items()
                if other == blank
            )
            if leaves_out and blank not in self._demand.all_used:
                self._model.add_linear_constraint(used, max(0, count - leaves_out), count)
            else:
                self._model.add(used == count)
        self._model.add(sum(self._grid.occupied.values()) == self._demand.size)

    def _no_lone_tower(self) -> None:
        """Implied by D: a low stack topped by a tower has a joint at its side."""
        for cell in self._grid.window.cells():
            x, y = cell
            if y <= 2 < self._demand.size:
                lids = self._grid.where(cell, lambda stance: stance.sides == bit(Direction.S))
                stack = {(x, row) for row in range(y + 1)}
                for lid in lids:
                    self._model.add_bool_or([lid.negated(), *self._grid.joins_leaving(stack)])

    def _sky_below_beyond_grass(self) -> None:
        for cell in self._grid.window.cells():
            if cell[0] not in self._grid.window.ground:
                for placed in self._grid.where(cell, lambda s: bool(s.sides & bit(Direction.S))):
                    self._model.add_bool_or([placed.negated()])

    def _no_small_holes(self) -> None:
        """Forbid holes of one and two cells at once: they are most of those that arise."""
        for cell in self._grid.window.cells():
            self._forbid_hole({cell})
            for side in (Direction.N, Direction.E):
                self._forbid_hole({cell, neighbour(cell, side)})

    def _forbid_hole(self, cells: set[Cell]) -> None:
        """Some cell of the hole is filled, or some cell of its wall is empty."""
        occupied = self._grid.occupied
        wall = {
            around
            for cell in cells
            for side in Direction
            if (around := neighbour(cell, side)) not in cells and around[1] >= 0
        }
        if all(cell in occupied for cell in wall | cells):
            filled = [occupied[cell] for cell in sorted(cells)]
            opened = [occupied[cell].negated() for cell in sorted(wall)]
            self._model.add_bool_or([*filled, *opened])

    def forbid(self, pattern: Pattern) -> None:
        """Rule out `pattern` everywhere in the window: no themes fit it, wherever it lies."""
        for cell in self._grid.window.cells():
            self.forbid_at(pattern, cell)

    def forbid_at(self, pattern: Pattern, cell: Cell) -> None:
        """Rule out `pattern` where it starts from `cell`, if it lies within the window there."""
        literals = []
        for right, up, blank, sides in sorted(pattern):
            pieces = self._grid.pieces.get((cell[0] + right, cell[1] + up), {})
            placed = [
                literal.negated()
                for (other, stance), literal in pieces.items()
                if other == blank and stance.sides == sides
            ]
            if not placed:
                return
            literals += placed
        self._model.add_bool_or(literals)
        self.cuts += 1

    def solve(self, solver: cp_model.CpSolver, effort: Effort) -> tuple[Outcome, Shape | None]:
        """Look for a shape, adding cuts until one is whole."""
        while True:
            outcome = effort.solve(solver, self._model)
            if outcome is not Outcome.FOUND:
                return outcome, None
            shape = {
                cell: (blank, stance.sides)
                for cell, pieces in self._grid.pieces.items()
                for (blank, stance), placed in pieces.items()
                if solver.boolean_value(placed)
            }
            if not self._cut_off(shape):
                return outcome, shape

    def _cut_off(self, shape: Shape) -> bool:
        """Add the cuts that `shape` violates, if any."""
        before = self.cuts
        parts = sorted(components(shape), key=lambda part: (len(part), sorted(part)))
        for part in parts[:-1]:
            leaving = self._grid.joins_leaving(part)
            for cell in sorted(part):
                self._model.add_bool_or([self._grid.occupied[cell].negated(), *leaving])
            self.cuts += 1
        if self._demand.no_holes:
            for hole in holes(shape):
                self._forbid_hole(hole)
                self.cuts += 1
        return self.cuts > before


def joined_cells(shape: Shape) -> nx.Graph[Cell]:
    """The cells of `shape`, with an edge for every joint."""
    graph: nx.Graph[Cell] = nx.Graph()
    graph.add_nodes_from(shape)
    for cell, (_, sides) in shape.items():
        for side in (Direction.N, Direction.E):
            if sides & bit(side):
                graph.add_edge(cell, neighbour(cell, side))
    return graph


def components(shape: Shape) -> list[set[Cell]]:
    """The parts of `shape` that hang together by joints (rule D wants one)."""
    return list(nx.connected_components(joined_cells(shape)))


def pattern_of(shape: Shape, cells: Iterable[Cell]) -> Pattern:
    """Part of `shape` as a pattern, so that it can be recognised elsewhere."""
    chosen = sorted(cells)
    x, y = chosen[0]
    return frozenset((cell[0] - x, cell[1] - y, *shape[cell]) for cell in chosen)
