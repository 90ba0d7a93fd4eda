"""What counting alone says about a castle: a model of sums, without any grid.

It knows how many tiles of each look lie in the castle, a look being a face under a turn, and what
must then hold on a table of any size:

- *Joints.* Every castle edge is half of a joint with an edge of its own theme on the opposite
  side, or a bottom edge on the grass, or exposed. So, theme by theme, as many tops are joined as
  bottoms, and as many right sides as left sides.
- *Connection.* To hold n tiles together takes n - 1 joints. A tile with a single castle edge (a
  cap) joins nothing else: it needs an edge of a larger tile, and none of its own on the grass. A
  theme that occurs needs a tile in which it meets another.
- *Crossings.* Follow the joints of some themes to the left and right as far as they go: that is a
  row. Rows begin and end with tiles that show these themes on one side only (or with an exposed
  edge). The same upwards gives columns, which may also begin on the grass. A row and a column
  share at most one cell. So the tiles that show these themes both sideways and up or down are at
  most the number of rows times the number of columns.

The last is what a grid-free count usually lacks: it sees that castle tiles with many edges need
tiles with few to close their rows and columns.
"""

from __future__ import annotations

import enum
import itertools
import math
from collections.abc import Callable, Collection
from typing import Any

from msgspec import Struct
from ortools.sat.python import cp_model

from caladale.core.edges import THEMES, Direction, Edge, Edges
from caladale.core.readings import Readings
from caladale.solve.engine.budget import StopToken
from caladale.solve.engine.cp_sat import quiet_solver
from caladale.solve.models.hanging import hanging_sides
from caladale.solve.models.limits import add_limits, tile_points
from caladale.solve.models.points import COMPLETE, EXPOSED
from caladale.solve.models.stock import Lot, Stock

N, E, S, W = Direction

THEME_SETS = tuple(
    frozenset(themes) for size in (1, 2, 3) for themes in itertools.combinations(THEMES, size)
)
"""Every choice of themes whose rows and columns are counted together."""


class Family(enum.Enum):
    """A sort of constraint on the numbers, to be left out to see what the others say alone."""

    PAIRS = "pairs"
    """Theme by theme, the castle edges pair up, lie on the grass or are exposed."""
    CONNECTION = "connection"
    """There are joints enough to hold the tiles together."""
    CAPS = "caps"
    """Each cap is joined to a larger tile."""
    MEETINGS = "meetings"
    """A theme that occurs meets another in some tile."""


class ShownTile(Struct, frozen=True):
    """A tile as it lies somewhere: which of its sides show which theme.

    Attributes:
        lot: what it is a tile of.
        edges: its edges as it lies; a wild edge has taken the theme that it is joined to.
    """

    lot: Lot
    edges: Edges

    @property
    def is_cap(self) -> bool:
        """Whether it has a single castle edge, and so can only close something."""
        return not self.lot.is_gate and self.ends == 1

    @property
    def ends(self) -> int:
        """How many castle edges it has."""
        return sum(edge.is_castle for edge in self.edges)

    def shows(self, side: Direction, themes: Collection[Edge]) -> bool:
        """Whether it shows one of `themes` on a side."""
        return self.edges[side] in themes

    @property
    def starts_row(self) -> bool:
        """Whether a row of joined tiles can begin with it: castle on the right, not on the left."""
        return self.edges[E].is_castle and not self.edges[W].is_castle

    @property
    def is_straight(self) -> bool:
        """Whether it goes straight up: from a tile below, or as a gate from the grass."""
        top, right, bottom, left = (edge.is_castle for edge in self.edges)
        return top and not right and not left and (bottom or self.lot.is_gate)

    def hangs_sideways(self, rules: Readings) -> bool:
        """Whether it may hang by its right or left side as it lies (rule F2)."""
        return any(
            self.edges[side].is_castle and side in hanging_sides(face, rules)
            for face in self.lot.faces
            for side in (E, W)
        )

    def crosses(self, themes: Collection[Edge]) -> bool:
        """Whether it shows `themes` both sideways and up or down."""
        sideways = self.shows(E, themes) or self.shows(W, themes)
        return sideways and (self.shows(N, themes) or self.shows(S, themes))


def looks_of(stock: Stock) -> tuple[ShownTile, ...]:
    """Every look of every tile in `stock`; a wild edge counts as each theme in turn."""
    found = {
        ShownTile(piece.lot, (top, right, bottom, left)): None
        for piece in stock.pieces()
        for top, right, bottom, left in itertools.product(
            *(THEMES if edge is Edge.WILD else (edge,) for edge in piece.edges)
        )
    }
    return tuple(found)


class CountingRelaxation:
    """The numbers that a legal castle can have, as a CP-SAT model.

    Args:
        stock: the tiles.
        columns: how many columns of ground there are.
        rules: the readings.
        one_gate: whether there must be exactly one gate (rule T4), or at least one.
        crossings: the choices of themes whose crossings are counted.
        families: the other sorts of constraint that hold.
        token: what may end a question before it is answered.

    Attributes:
        stock, rules, one_gate: as given.
        model: the model, for more constraints and an objective.
        number: how many tiles of each look lie in the castle.
        used: how many tiles of each kind, as linear expressions.
        ground: how many edges of each theme stand on the grass.
        complete: whether the castle is complete.
        score: the score as a linear expression; flipped tiles are not in it.
    """

    def __init__(
        self,
        stock: Stock,
        columns: int,
        rules: Readings,
        *,
        one_gate: bool = True,
        crossings: Collection[frozenset[Edge]] = THEME_SETS,
        families: Collection[Family] = tuple(Family),
        token: StopToken | None = None,
    ) -> None:
        self._token = token or StopToken()
        self.stock = stock
        self.rules = rules
        self.one_gate = one_gate
        self.model = cp_model.CpModel()
        self._most = stock.most_tiles + 1
        self.number = {
            look: self.model.new_int_var(0, len(look.lot.own) + len(look.lot.spare), "")
            for look in looks_of(stock)
        }
        self.used = {lot.kind: self._number_of(lot) for lot in stock.lots}
        add_limits(self.model, stock, self.used, one_gate=one_gate)
        self.ground = {theme: self.model.new_int_var(0, columns, "") for theme in THEMES}
        self._open = {
            (theme, side): self.model.new_int_var(0, self._most, "")
            for theme in THEMES
            for side in Direction
        }
        if Family.PAIRS in families:
            self._pairs()
        if Family.CONNECTION in families:
            self._connection()
        if Family.CAPS in families:
            self._caps()
        if Family.MEETINGS in families:
            self._meetings()
        for themes in crossings:
            self._crossings(themes)
        self.model.add(sum(self.ground.values()) <= columns)
        self.complete = self.model.new_bool_var("complete")
        exposed = sum(self._open.values())
        self.model.add(exposed == 0).only_enforce_if(self.complete)
        if not rules.holes_spoil:  # else a hole can spoil what no edge does
            self.model.add(exposed >= 1).only_enforce_if(~self.complete)
        points = tile_points(self.model, stock, self.used, rules)
        self.score = points + COMPLETE * self.complete + EXPOSED * exposed

    def count(self, holds: Callable[[ShownTile], bool]) -> Any:
        """The number of tiles in the castle whose look `holds`, as a linear expression."""
        return cp_model.LinearExpr.sum([n for look, n in self.number.items() if holds(look)])

    def _number_of(self, lot: Lot) -> Any:
        return self.count(lambda look: look.lot is lot)

    def _ends(self, theme: Edge, side: Direction) -> Any:
        return self.count(lambda look: look.edges[side] is theme)

    def _joined(self, theme: Edge, side: Direction) -> Any:
        return self._ends(theme, side) - self._open[theme, side]

    def _pairs(self) -> None:
        for theme in THEMES:
            self.model.add(self._joined(theme, E) == self._joined(theme, W))
            self.model.add(self._joined(theme, N) == self._joined(theme, S) - self.ground[theme])
            self.model.add(self.ground[theme] >= self._gate_bottoms(theme))

    def _connection(self) -> None:
        joints = [self._joined(theme, side) for theme in THEMES for side in (E, N)]
        self.model.add(sum(joints) >= sum(self.number.values()) - 1)

    def _gate_bottoms(self, theme: Edge) -> Any:
        return self.count(lambda look: look.lot.is_gate and look.edges[S] is theme)

    def _caps(self) -> None:
        for theme, side in itertools.product(THEMES, Direction):
            back = side.opposite
            caps = self._cap_ends(theme, side)
            larger = self._ends(theme, back) - self._cap_ends(theme, back)
            on_grass = self.ground[theme] if side is N else 0
            self.model.add(caps <= larger - self._open[theme, back] - on_grass)

    def _cap_ends(self, theme: Edge, side: Direction) -> Any:
        return self.count(lambda look: look.is_cap and look.edges[side] is theme)

    def _meetings(self) -> None:
        for themes in THEME_SETS[:3]:
            others = frozenset(THEMES) - themes
            parts = []
            for part in (themes, others):
                here = self.model.new_bool_var("")
                self.model.add(self._tiles_within(part) <= self._most * here)
                parts.append(here)
            self.model.add(self._tiles_across(themes, others) + 1 >= sum(parts))

    def _tiles_within(self, themes: Collection[Edge]) -> Any:
        return self.count(
            lambda look: (
                look.ends > 0 and all(edge in themes for edge in look.edges if edge.is_castle)
            )
        )

    def _tiles_across(self, themes: frozenset[Edge], others: frozenset[Edge]) -> Any:
        return self.count(
            lambda look: not themes.isdisjoint(look.edges) and not others.isdisjoint(look.edges)
        )

    def rows(self, themes: frozenset[Edge]) -> Any:
        """The number of rows of `themes`, counted where they begin, as a linear expression."""
        starts = self.count(lambda k: k.shows(E, themes) and not k.shows(W, themes))
        return starts + sum(self._open[theme, W] for theme in themes)

    def columns(self, themes: frozenset[Edge]) -> Any:
        """The number of columns of `themes`, counted where they begin, as a linear expression."""
        bottoms = self.count(lambda k: k.shows(N, themes) and not k.shows(S, themes))
        return bottoms + sum(self._open[theme, S] + self.ground[theme] for theme in themes)

    def crossing(self, themes: frozenset[Edge]) -> Any:
        """The number of tiles in a row and a column of `themes` at once."""
        return self.count(lambda look: look.crosses(themes))

    def places(self, themes: frozenset[Edge]) -> cp_model.IntVar:
        """The number of places in which rows and columns of `themes` may cross, as a variable."""
        rows, columns = (self.model.new_int_var(0, self._most, "") for _ in range(2))
        self.model.add(rows == self.rows(themes))
        self.model.add(columns == self.columns(themes))
        product = self.model.new_int_var(0, self._most**2, "")
        self.model.add_multiplication_equality(product, [rows, columns])
        return product

    def _crossings(self, themes: frozenset[Edge]) -> None:
        product = self.places(themes)
        self.model.add(self.crossing(themes) <= product)

    def solver(self, seed: int = 0) -> cp_model.CpSolver:
        """A solver for the model: one worker and counted work, so that it is always the same."""
        solver = quiet_solver(seed=seed)
        solver.parameters.max_deterministic_time = _WORK
        return solver

    def ask(
        self, model: cp_model.CpModel, seed: int = 0
    ) -> tuple[cp_model.CpSolverStatus, cp_model.CpSolver]:
        """Put a question to a solver of its own: how that ended, and the solver with the answer.

        The end is unknown where the work is spent or the token is set.
        """
        solver = self.solver(seed)
        return self._token.solve(solver, model), solver

    def exposed(
        self, themes: Collection[Edge] = THEMES, sides: Collection[Direction] = tuple(Direction)
    ) -> Any:
        """The number of edges of some themes exposed on some sides, as a linear expression."""
        return sum(self._open[theme, side] for theme in themes for side in sides)

    def at(self, points: int, *, complete: bool) -> cp_model.CpModel:
        """A model of its own of the castles that make `points`: complete ones, or others."""
        model = self.model.clone()
        model.add(self.complete == int(complete))
        model.add(self.score == points)
        return model

    def most(self, count: Any, points: int, *, complete: bool) -> int:
        """A bound on `count`, a linear expression, in the castles that make `points`."""
        model = self.at(points, complete=complete)
        model.maximize(count)
        status, solver = self.ask(model)
        if status == cp_model.INFEASIBLE:
            return 0
        return highest(status, solver, self._most * len(Direction))


def highest(status: cp_model.CpSolverStatus, solver: cp_model.CpSolver, known: int) -> int:
    """What a maximised number is at most: what the solver could tell, or what was `known`.

    A solver that was stopped before it found anything may have no bound, and says 0 then.
    """
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return known
    return math.floor(min(solver.best_objective_bound, known) + _ROUNDING)


_ROUNDING = 1e-6

_WORK = 0.5
"""The work on one question, in CP-SAT's deterministic time: well under a second."""
