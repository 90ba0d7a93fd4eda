"""Complete castles of a hand: closed castles with a theme on every border.

A border that is castle shows one theme to both of its cells, so a theme is one boolean a border
too, and the wild, which fits any theme, simply leaves it open. The model can be told exactly
which tiles to use (a `recipe`), which is how castles are found, or only how many points they must
make, which is how "no castle scores more" is proved.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from ortools.sat.python import cp_model

from caladale.edges import THEMES, Cell, Direction, Edge
from caladale.readings import Readings
from caladale.solve.closed import ClosedModel
from caladale.solve.counts import add_limits, tile_points
from caladale.solve.shape_blanks import stance
from caladale.solve.shape_window import Border, Window, border
from caladale.solve.stock import Piece, Stock


class ClosedHand(ClosedModel[Piece]):
    """The complete castles that a stock can make within one window.

    Args:
        stock: the tiles.
        window: where the castle lies.
        rules: the readings.
        one_gate: whether there must be exactly one gate (rule T4), or at least one.
        recipe: the number of tiles of each kind to use; None to leave that open.
        points: without a recipe, the least and the most points to make with tiles, towers, wild,
            exchanges and completeness; where they differ, the most that can be had is looked for.
        fixed: pieces that must lie where they do.
        cells: the cells of the window that may be used; None for all.
    """

    def __init__(
        self,
        stock: Stock,
        window: Window,
        rules: Readings,
        *,
        one_gate: bool = True,
        recipe: Mapping[str, int] | None = None,
        points: tuple[int, int] | None = None,
        fixed: Mapping[Cell, Piece] | None = None,
        cells: frozenset[Cell] | None = None,
    ) -> None:
        pieces = [
            piece for piece in stock.pieces() if recipe is None or recipe.get(piece.lot.kind, 0)
        ]
        super().__init__(
            window,
            [(piece, stance(piece.face, piece.turn, rules)) for piece in pieces],
            rules,
            size=_fewest_tiles(points) if recipe is None else sum(recipe.values()),
            no_holes=rules.hole_breaks_complete == "yes",
        )
        self._themes: dict[tuple[Border, Edge], cp_model.IntVar] = {}
        for name in self._grid.borders:
            self._theme_border(name)
        for cell in window.cells():
            self._show_themes(cell)
            if cells is not None and cell not in cells:
                self._model.add_bool_or([self._grid.occupied[cell].negated()])
        placed = self._placed()
        if recipe is None:
            self._limit(stock, placed, rules, one_gate=one_gate, points=points)
        else:
            self._follow(recipe, placed)
            self._count_ends(pieces, recipe)
        for cell, piece in (fixed or {}).items():
            here = [v for (other, _), v in self._pieces_at(cell) if other.looks_like(piece)]
            self._model.add_bool_or(here)

    def _pieces_at(self, cell: Cell) -> Iterable[Any]:
        return self._grid.pieces.get(cell, {}).items()

    def _theme_border(self, name: Border) -> None:
        shown = []
        for theme in THEMES:
            shown.append(self._model.new_bool_var(f"{theme.value} {name}"))
            self._themes[name, theme] = shown[-1]
        self._model.add_exactly_one([*shown, self._grid.borders[name].negated()])

    def _show_themes(self, cell: Cell) -> None:
        """Each piece settles the themes of its borders, and each theme asks for a piece."""
        for side in Direction:
            name = border(cell, side)
            if name not in self._grid.borders:
                continue
            showing: dict[Edge, list[cp_model.IntVar]] = defaultdict(list)
            for (piece, _), literal in self._pieces_at(cell):
                edge = piece.edges[side]
                showing[edge].append(literal)
                if edge in THEMES:
                    self._model.add_implication(literal, self._themes[name, edge])
            for theme in THEMES:
                reasons = [*showing[theme], *showing[Edge.WILD]]
                self._model.add_bool_or([self._themes[name, theme].negated(), *reasons])

    def _placed(self) -> dict[str, list[cp_model.IntVar]]:
        """The literals that lay a tile of each kind."""
        placed: dict[str, list[cp_model.IntVar]] = defaultdict(list)
        for pieces in self._grid.pieces.values():
            for (piece, _), literal in pieces.items():
                placed[piece.lot.kind].append(literal)
        return placed

    def _limit(
        self,
        stock: Stock,
        placed: Mapping[str, list[cp_model.IntVar]],
        rules: Readings,
        *,
        one_gate: bool,
        points: tuple[int, int] | None,
    ) -> None:
        used = {lot.kind: cp_model.LinearExpr.sum(placed[lot.kind]) for lot in stock.lots}
        add_limits(self._model, stock, used, one_gate=one_gate)
        if points is None:
            return
        least, most = points
        score = tile_points(self._model, stock, used, rules) + 2
        if least == most:
            self._model.add(score == least)
        else:
            # Not the score itself: see `caladale.solve.hand`.
            goal = self._model.new_int_var(least, most, "goal")
            self._model.add(goal <= score)
            self._model.maximize(goal)
        self._keep_most(stock, placed, least - 2, rules)

    def _keep_most(
        self,
        stock: Stock,
        placed: Mapping[str, list[cp_model.IntVar]],
        points: int,
        rules: Readings,
    ) -> None:
        """Implied by the points: only so many tiles of a kind may be left out."""
        if any(lot.spare for lot in stock.lots):
            return
        scoring = [lot for lot in stock.lots if not (lot.is_wild or lot.is_gate)]
        gate = max((lot.points(rules) for lot in stock.lots if lot.is_gate), default=0)
        gates = gate * sum(len(lot.own) for lot in stock.lots if lot.is_gate)
        slack = gates + sum(len(lot.own) * lot.points(rules) for lot in scoring) - points
        recipe = {lot.kind: len(lot.own) - slack // lot.points(rules) for lot in scoring}
        for kind, number in recipe.items():
            if number > 0:
                self._model.add(cp_model.LinearExpr.sum(placed[kind]) >= number)

    def _follow(
        self, recipe: Mapping[str, int], placed: Mapping[str, list[cp_model.IntVar]]
    ) -> None:
        for kind, number in recipe.items():
            if number == 1:
                self._model.add_exactly_one(placed[kind])
            elif number:
                self._model.add(cp_model.LinearExpr.sum(placed[kind]) == number)

    def _count_ends(self, pieces: Iterable[Piece], recipe: Mapping[str, int]) -> None:
        """Implied: the castle ends of a theme are two a joint and one a ground edge.

        A wild brings ends of any theme, so it only loosens the sum. A gate that may show either
        side leaves the sum open.
        """
        faces = {(piece.lot.kind, piece.face.side): piece.face for piece in pieces}
        if len(faces) > len({kind for kind, _ in faces}):
            return
        wild = sum(face.edges.count(Edge.WILD) * recipe[kind] for (kind, _), face in faces.items())
        for theme in THEMES:
            ends = sum(face.edges.count(theme) * recipe[kind] for (kind, _), face in faces.items())
            counted = sum(
                (1 if name[1] < 0 else 2) * shown
                for (name, other), shown in self._themes.items()
                if other is theme
            )
            self._model.add_linear_constraint(counted, ends, ends + wild)


def _fewest_tiles(points: tuple[int, int] | None) -> int:
    """How many tiles it takes at least to make the points: no tile scores more than 3."""
    return 1 if points is None else max(1, -((2 - points[0]) // 3))
