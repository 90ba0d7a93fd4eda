"""The castles of a hand, told by their borders, with a theme on every border.

A border that is castle shows one theme to both of its cells, so a theme is one boolean a border
too. A wild cap is laid as one theme or another; a wild with four sides leaves its borders open. The
model can be told exactly which tiles to use, how much stands on the grass and how many edges stay
exposed (a `Case`), which is how castles are found and scores refuted, or only how many points they
must make.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from ortools.sat.python import cp_model

from caladale.core.edges import THEMES, Cell, Direction, Edge, Edges, neighbour
from caladale.core.readings import Readings
from caladale.solve.engine.budget import StopToken
from caladale.solve.hand.aims import Aim, Kind, ScoreRange
from caladale.solve.hand.cases import Case
from caladale.solve.models.blanks import bit, stance
from caladale.solve.models.border import BorderModel
from caladale.solve.models.limits import add_limits, tile_points
from caladale.solve.models.points import COMPLETE, EXPOSED
from caladale.solve.models.stock import Piece, Stock
from caladale.solve.models.window import Border, Window, border

N, E, S, W = Direction
ANY_COMPLETE = ScoreRange()
"""Every complete castle, whatever it scores."""
_ORDER = {edge: i for i, edge in enumerate(Edge)}

_Numbers: TypeAlias = Mapping[tuple[str, Edges], cp_model.IntVar]
"""For each kind and its edges as they lie: how many tiles lie so."""


class HandModel(BorderModel[Piece]):
    """The castles that a stock can make within one window.

    Args:
        stock: the tiles.
        window: where the castle lies.
        rules: the readings.
        one_gate: whether there must be exactly one gate (rule T4), or at least one.
        aim: a case, which gives the numbers to keep to, or a range of scores.
        fixed: pieces that must lie where they do.
        cells: the cells of the window that may be used; None for all.
        from_first: whether the castle must stand on the first column of the ground. One that is
            nowhere fixed can be moved there.
        mirrored: whether a castle may be replaced by its mirror image, so that it is enough to
            know one of the two.
        token: what may end the stating of the model.

    Raises:
        StopRequested: when that is ended.
    """

    def __init__(
        self,
        stock: Stock,
        window: Window,
        rules: Readings,
        *,
        one_gate: bool = True,
        aim: Aim = ANY_COMPLETE,
        fixed: Mapping[Cell, Piece] | None = None,
        cells: frozenset[Cell] | None = None,
        from_first: bool = False,
        mirrored: bool = False,
        token: StopToken | None = None,
    ) -> None:
        recipe = dict(aim.recipe) if isinstance(aim, Case) else None
        kind = Kind.of(aim.complete) if isinstance(aim, Case) else aim.kind
        pieces = [
            shown
            for piece in stock.pieces()
            if recipe is None or recipe[piece.lot.kind]
            for shown in _showing(piece)
        ]
        super().__init__(
            window,
            [(piece, stance(piece.face, piece.turn, rules)) for piece in pieces],
            rules,
            size=aim.size if isinstance(aim, Case) else _fewest_tiles(aim.points),
            no_holes=rules.holes_spoil and kind is Kind.COMPLETE,
            open_ends=any(aim.exposed) if isinstance(aim, Case) else kind is not Kind.COMPLETE,
            token=token,
        )
        self._themes: dict[tuple[Border, Edge], cp_model.IntVar] = {}
        self._open: dict[tuple[Cell, Direction, Edge], cp_model.IntVar] = {}
        self._paint()
        self._exposures = self._count_exposures(stock.most_tiles)
        if cells is not None:
            self._keep_within(cells)
        placed = self._placed()
        if isinstance(aim, Case):
            self._follow(aim, placed)
        else:
            self._limit(stock, placed, rules, aim, one_gate=one_gate)
        numbers = self._numbers(pieces)
        self._balance(numbers)
        self._count_ends(numbers, recipe)
        if mirrored:
            self._choose_image(numbers, stock)
        if from_first:
            first = min(window.ground), 0
            self._model.add_bool_or([self._grid.joint(first, S)])
        for cell, piece in (fixed or {}).items():
            here = [v for (other, _), v in self._pieces_at(cell) if other.looks_like(piece)]
            self._model.add_bool_or(here)

    def _pieces_at(self, cell: Cell) -> Iterable[Any]:
        return self._grid.pieces.get(cell, {}).items()

    def _keep_within(self, cells: frozenset[Cell]) -> None:
        for cell, occupied in self._grid.occupied.items():
            if cell not in cells:
                self._model.add_bool_or([~occupied])

    def _paint(self) -> None:
        """Give every border its themes, and every exposed edge."""
        for name in self._grid.borders:
            self._theme_border(name)
        for end in self._grid.exposed:
            self._theme_end(end)
        for cell in self._grid.window.cells():
            self._token.check()
            self._show_themes(cell)
        self._join_caps()

    def _theme_border(self, name: Border) -> None:
        shown = []
        for theme in THEMES:
            shown.append(self._model.new_bool_var(f"{theme.value} {name}"))
            self._themes[name, theme] = shown[-1]
        self._model.add_exactly_one([*shown, self._grid.borders[name].negated()])

    def _theme_end(self, end: tuple[Cell, Direction]) -> None:
        cell, side = end
        shown = []
        for theme in THEMES:
            shown.append(self._model.new_bool_var(f"exposed {theme.value} {end}"))
            self._open[cell, side, theme] = shown[-1]
            self._model.add_implication(shown[-1], self._themes[border(cell, side), theme])
        self._model.add_exactly_one([*shown, self._grid.exposed[end].negated()])

    def _join_caps(self) -> None:
        """Implied by D: the only castle edge of a tile that is no gate is not exposed."""
        for (cell, side), exposed in self._grid.exposed.items():
            for (piece, lying), literal in self._pieces_at(cell):
                if lying.sides == bit(side) and not piece.is_gate:
                    self._model.add_implication(literal, exposed.negated())

    def _count_exposures(self, most: int) -> dict[tuple[Edge, Direction], Any]:
        """How many edges of each theme stay exposed on each side: variables, 0 where none can."""
        found: dict[tuple[Edge, Direction], Any] = {}
        for theme in THEMES:
            for side in Direction:
                ends = [
                    v for (_, to, other), v in self._open.items() if (to, other) == (side, theme)
                ]
                if ends:
                    number = self._model.new_int_var(0, most, "")
                    self._model.add(cp_model.LinearExpr.sum(ends) == number)
                found[theme, side] = number if ends else 0
        return found

    def _exposed(self, *themes: Edge) -> Any:
        """How many edges of some themes stay exposed."""
        return sum(n for (theme, _), n in self._exposures.items() if theme in themes)

    def _show_themes(self, cell: Cell) -> None:
        """Each piece settles the themes of its borders, and each theme asks for a piece."""
        names = {
            side: name for side in Direction if (name := border(cell, side)) in self._grid.borders
        }
        showing: dict[tuple[Direction, Edge], list[cp_model.IntVar]] = defaultdict(list)
        for (piece, _), literal in self._pieces_at(cell):
            for side in names:
                showing[side, piece.edges[side]].append(literal)
            shown = [
                self._themes[name, edge]
                for side, name in names.items()
                if (edge := piece.edges[side]) in THEMES
            ]
            self._model.add_bool_and(shown).only_enforce_if(literal)
        for side, name in names.items():
            for theme in THEMES:
                reasons = [*showing[side, theme], *showing[side, Edge.WILD]]
                end = self._open.get((neighbour(cell, side), side.opposite, theme))
                if end is not None:
                    reasons.append(end)
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
        aim: ScoreRange,
        *,
        one_gate: bool,
    ) -> None:
        used = {lot.kind: cp_model.LinearExpr.sum(placed[lot.kind]) for lot in stock.lots}
        add_limits(self._model, stock, used, one_gate=one_gate)
        is_complete = self._completeness(rules, aim.kind)
        if aim.points is None:
            return
        least, most = aim.points
        exposed = self._exposed(*THEMES)
        score = (
            tile_points(self._model, stock, used, rules)
            + COMPLETE * is_complete
            + EXPOSED * exposed
        )
        if least == most:
            self._model.add(score == least)
        else:
            # Not the score itself: see `caladale.solve.hand.plain_dual`.
            goal = self._model.new_int_var(least, most, "goal")
            self._model.add(goal <= score)
            self._model.maximize(goal)
        # Whoever is not complete has an exposed edge, or a hole where that counts.
        lost = 0 if rules.holes_spoil else -EXPOSED
        self._keep_most(
            stock, placed, least + (lost if aim.kind is Kind.OPEN else -COMPLETE), rules
        )

    def _completeness(self, rules: Readings, kind: Kind) -> Any:
        """Whether the castle is complete: a constant where that is settled, else a literal."""
        holes_spoil = rules.holes_spoil
        exposed = self._exposed(*THEMES)
        if kind is Kind.COMPLETE:
            return 1
        if kind is Kind.OPEN:
            if not holes_spoil:
                self._model.add(exposed >= 1)
            return 0
        literal = self._model.new_bool_var("complete")
        self._model.add(exposed == 0).only_enforce_if(literal)
        if holes_spoil:
            self._forbid_holes_unless(literal.negated())
        else:
            self._model.add(exposed >= 1).only_enforce_if(literal.negated())
        return literal

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

    def _follow(self, case: Case, placed: Mapping[str, list[cp_model.IntVar]]) -> None:
        for kind, number in case.recipe:
            if number == 1:
                self._model.add_exactly_one(placed[kind])
            elif number:
                self._model.add(cp_model.LinearExpr.sum(placed[kind]) == number)
        for theme, number in zip(THEMES, case.ground, strict=True):
            self._model.add(
                cp_model.LinearExpr.sum(self._borders_of(theme, on_grass=True)) == number
            )
        for theme, number in zip(THEMES, case.exposed, strict=False):
            self._model.add(self._exposed(theme) == number)
        for theme, number in zip(THEMES, case.shown, strict=False):
            showing = [
                literal
                for pieces in self._grid.pieces.values()
                for (piece, _), literal in pieces.items()
                if piece.lot.is_wild and theme in piece.edges
            ]
            self._model.add(cp_model.LinearExpr.sum(showing) == number)

    def _choose_image(self, numbers: _Numbers, stock: Stock) -> None:
        """Of a castle and its mirror image know the one with more of some kind this way round.

        The fewer tiles there are of the kind, the more this settles; a single corner lies one way.
        """
        best: tuple[bool, int] | None = None
        chosen: Any = None
        for lot in stock.lots:
            lying = [(edges, n) for (kind, edges), n in numbers.items() if kind == lot.kind]
            one = [n for edges, n in lying if _ORDER[edges[E]] > _ORDER[edges[W]]]
            other = [n for edges, n in lying if _ORDER[edges[E]] < _ORDER[edges[W]]]
            merit = len(one) + len(other) < len(lying), len(lot.names)
            if one and not lot.is_wild and (best is None or merit < best):
                best = merit
                chosen = cp_model.LinearExpr.sum(one) >= cp_model.LinearExpr.sum(other)
        if best is not None:
            self._model.add(chosen)

    def _balance(self, numbers: _Numbers) -> None:
        """Implied: as many tops are joined as bottoms, and right sides as left sides.

        Said of how many tiles lie in which turn, wherever: so the solver sees that turning one
        tile asks for another to be turned to suit, before it knows where they lie. A wild brings
        ends of any theme, so it loosens the sums.
        """

        def ends(edge: Edge, side: Direction) -> Any:
            shown = [n for (_, edges), n in numbers.items() if edges[side] is edge]
            return cp_model.LinearExpr.sum(shown)

        for theme in THEMES:
            grass = cp_model.LinearExpr.sum(self._borders_of(theme, on_grass=True))
            for one, other, ground in ((E, W, 0), (N, S, grass)):
                here = ends(theme, one) - self._exposures[theme, one]
                there = ends(theme, other) - self._exposures[theme, other] - ground
                self._model.add(here <= there + ends(Edge.WILD, other))
                self._model.add(there <= here + ends(Edge.WILD, one))

    def _count_ends(self, numbers: _Numbers, recipe: Mapping[str, int] | None) -> None:
        """Implied: the castle ends of a theme are two a joint and one a ground edge."""

        def ends(edge: Edge) -> Any:
            by_kind: dict[str, dict[Any, int]] = defaultdict(dict)
            for (kind, edges), number in numbers.items():
                by_kind[kind][number] = edges.count(edge)
            total: Any = 0
            for kind, counts in by_kind.items():
                if recipe is not None and len(set(counts.values())) == 1:
                    total += recipe[kind] * next(iter(counts.values()))
                else:
                    total += sum(count * number for number, count in counts.items())
            return total

        wild = ends(Edge.WILD)
        for theme in THEMES:
            counted = cp_model.LinearExpr.sum(self._borders_of(theme, on_grass=True))
            counted += 2 * cp_model.LinearExpr.sum(self._borders_of(theme, on_grass=False))
            counted -= self._exposed(theme)
            self._model.add(ends(theme) <= counted)
            self._model.add(counted <= ends(theme) + wild)

    def _borders_of(self, theme: Edge, *, on_grass: bool) -> list[cp_model.IntVar]:
        return [
            shown
            for ((_, y, _), other), shown in self._themes.items()
            if other is theme and (y < 0) is on_grass
        ]

    def _numbers(self, pieces: Iterable[Piece]) -> _Numbers:
        """How many tiles of each kind lie in each turn, as variables."""
        lying: dict[tuple[str, Edges], list[cp_model.IntVar]] = defaultdict(list)
        for here in self._grid.pieces.values():
            for (piece, _), literal in here.items():
                lying[piece.lot.kind, piece.edges].append(literal)
        most = {piece.lot.kind: len(piece.lot.own) + len(piece.lot.spare) for piece in pieces}
        return {look: self._number(literals, most[look[0]]) for look, literals in lying.items()}

    def _number(self, literals: list[cp_model.IntVar], most: int) -> cp_model.IntVar:
        """How many of `literals` are true, as a variable."""
        if most == 1:
            number = self._model.new_bool_var("")
            self._model.add_exactly_one([*literals, number.negated()])
        else:
            number = self._model.new_int_var(0, most, "")
            self._model.add(cp_model.LinearExpr.sum(literals) == number)
        return number


def _showing(piece: Piece) -> Iterator[Piece]:
    """The piece once for each theme that a wild cap can show, so that it counts as that theme.

    With four wild sides that would be too many pieces; those stay wild.
    """
    if piece.edges.count(Edge.WILD) != 1:
        yield piece
        return
    for theme in THEMES:
        top, right, bottom, left = (theme if edge is Edge.WILD else edge for edge in piece.edges)
        yield Piece(piece.lot, piece.face, piece.turn, (top, right, bottom, left))


def _fewest_tiles(points: tuple[int, int] | None) -> int:
    """How many tiles it takes at least to make the points: no tile scores more than 3."""
    return 1 if points is None else max(1, -((2 - points[0]) // 3))
