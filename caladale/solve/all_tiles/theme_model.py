"""Themes second: which tile of the box each blank of a shape is, and how its themes join.

For a fixed shape the model is small: one theme for every castle border, one tile (kind, side,
turn) for every cell, and no more of a kind than there are. It takes a tenth of a second when
themes fit and less when they do not. When they do not, the *reason* is worth more than the
answer: a part of the shape that no themes fit, whatever surrounds it. Such a pattern is forbidden
in every later shape, anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

import networkx as nx
from msgspec import Struct
from ortools.sat.python import cp_model

from caladale.core.edges import THEMES, Cell, Direction, Edge, Edges
from caladale.core.layout import Placement
from caladale.core.tiles import Side, TileSet
from caladale.solve.all_tiles.shape_model import Shape
from caladale.solve.engine.budget import Outcome, WorkBudget, feasibility_solver
from caladale.solve.models.blanks import Blank, Sides, bit, castle_bits
from caladale.solve.models.border import joined_cells
from caladale.solve.models.window import Border, border


class Painting(Struct, frozen=True):
    """One way to paint themes over a blank that lies with given castle sides."""

    kind: str
    side: Side
    turn: int
    edges: Edges


Colours: TypeAlias = dict[tuple[Border, Edge], cp_model.IntVar]


class ThemeModel:
    """The tiles on offer, ready to be painted over shapes.

    Args:
        tileset: the box under the readings.
        offered: the sides that may lie up, for the id of every tile on offer.
        blanks: the same ids sorted by blank (`blanks_of`).
    """

    def __init__(
        self,
        tileset: TileSet,
        offered: Mapping[str, tuple[Side, ...]],
        blanks: Mapping[Blank, list[str]],
    ) -> None:
        self._size = len(offered)
        self._stock: dict[str, list[str]] = {}
        self._paintings: dict[tuple[Blank, Sides], list[Painting]] = {}
        for blank, names in blanks.items():
            for name in names:
                # Tiles of one kind are counts, unless a gate's side is settled for one of them.
                kind = f"{tileset.tiles[name].kind} {'/'.join(offered[name])}"
                if kind not in self._stock:
                    for painting in _paintings(tileset, name, kind, offered[name]):
                        sides = castle_bits(painting.edges)
                        self._paintings.setdefault((blank, sides), []).append(painting)
                self._stock.setdefault(kind, []).append(name)

    def paint(
        self, shape: Shape, seed: int, effort: WorkBudget
    ) -> tuple[Outcome, tuple[Placement, ...]]:
        """Give every blank of `shape` its themes, within what the box holds."""
        model, chosen = self._model(shape)
        solver = feasibility_solver(seed)
        outcome = effort.solve(solver, model)
        if outcome is not Outcome.FOUND:
            return outcome, ()
        left = {kind: list(reversed(names)) for kind, names in self._stock.items()}
        return outcome, tuple(
            Placement(left[p.kind].pop(), cell[0], cell[1], p.turn, p.side)
            for (cell, p), var in chosen
            if solver.boolean_value(var)
        )

    def _model(
        self, shape: Shape
    ) -> tuple[cp_model.CpModel, list[tuple[tuple[Cell, Painting], cp_model.IntVar]]]:
        model = cp_model.CpModel()
        colours: Colours = {}
        chosen: list[tuple[tuple[Cell, Painting], cp_model.IntVar]] = []
        used: dict[str, list[cp_model.IntVar]] = {}
        for cell, standing in shape.items():
            here = [(p, model.new_bool_var("")) for p in self._paintings.get(standing, [])]
            model.add_exactly_one([var for _, var in here])
            for painting, var in here:
                chosen.append(((cell, painting), var))
                used.setdefault(painting.kind, []).append(var)
            for side in Direction:
                if standing[1] & bit(side):
                    self._match(model, colours, border(cell, side), side, here)
        unused = self._size - len(shape)
        for kind, names in self._stock.items():
            # Implied where nearly all tiles are used, and a hundred times faster when told.
            fewest = max(0, len(names) - unused)
            literals = used.get(kind, [])
            if len(literals) < fewest:
                model.add_bool_or([])
            elif literals:
                model.add_linear_constraint(sum(literals), fewest, len(names))
        return model, chosen

    def _match(
        self,
        model: cp_model.CpModel,
        colours: Colours,
        name: Border,
        side: Direction,
        here: list[tuple[Painting, cp_model.IntVar]],
    ) -> None:
        """Rule C: a border has one theme, and the tile at either side shows it or is wild."""
        if (name, THEMES[0]) not in colours:
            for theme in THEMES:
                colours[name, theme] = model.new_bool_var("")
            model.add_exactly_one([colours[name, theme] for theme in THEMES])
        wild = [var for painting, var in here if painting.edges[side] is Edge.WILD]
        for theme in THEMES:
            colour = colours[name, theme]
            showing = [var for painting, var in here if painting.edges[side] is theme]
            for var in showing:
                model.add_implication(var, colour)
            model.add_bool_or([colour.negated(), *showing, *wild])

    def minimal_conflict(self, shape: Shape, effort: WorkBudget) -> set[Cell]:
        """A part of an unpaintable `shape` that is unpaintable by itself, made small.

        Whenever the effort is spent, what is given back is a part that is known to be so. Grows a
        part around a cell until no themes fit; the last cell added is in every reason
        within that part, so growing anew from there gives a smaller part. Then single cells are
        left out where the rest is reason enough.
        """
        part = set(shape)
        root = min(part)
        while not effort.is_spent:
            smaller, last = self._grown(shape, part, root, effort)
            if len(smaller) >= len(part) and last == root:
                break
            shrunk = len(smaller) < len(part)
            part, root = smaller, last
            if not shrunk:
                break
        for cell in sorted(part):
            if effort.is_spent:
                break
            if self._is_unpaintable(shape, part - {cell}, effort):
                part.remove(cell)
        return part

    def _grown(
        self, shape: Shape, part: set[Cell], root: Cell, effort: WorkBudget
    ) -> tuple[set[Cell], Cell]:
        """The least part, in breadth-first order from `root`, that is unpaintable; and its last."""
        graph = joined_cells(shape).subgraph(part)
        order = [root, *(cell for _, cell in nx.bfs_edges(graph, root))]
        order += sorted(part - set(order))
        least, most = 1, len(order)
        while least < most and not effort.is_spent:
            middle = (least + most) // 2
            if self._is_unpaintable(shape, order[:middle], effort):
                most = middle
            else:
                least = middle + 1
        return set(order[:most]), order[most - 1]

    def _is_unpaintable(self, shape: Shape, cells: Iterable[Cell], effort: WorkBudget) -> bool:
        model, _ = self._model({cell: shape[cell] for cell in cells})
        return effort.solve(feasibility_solver(0), model) is Outcome.IMPOSSIBLE


def _paintings(tileset: TileSet, name: str, kind: str, sides: Iterable[Side]) -> Iterable[Painting]:
    for side in sides:
        face = tileset.faces[name, side]
        for turn in face.orientations:
            yield Painting(kind, side, turn, face.turns[turn])
