"""Cases: the castles of one score, sorted by what counting can tell apart.

Which tiles lie in the castle, how many edges of each theme stand on the grass, and what theme the
wild cap shows: that is little, and often counting leaves few choices, one or two at the top. For
parity rules most of them out: the castle edges of a theme pair up but for those on the grass.
A search does not see that before it has laid nearly every tile. So it is asked case by case, and
each case is a far smaller question than all together, in fewer cells.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from msgspec import Struct
from ortools.sat.python import cp_model

from caladale.core.edges import THEMES, Edge
from caladale.solve.engine.budget import Outcome, WorkBudget
from caladale.solve.engine.cp_sat import quiet_solver
from caladale.solve.models.limits import add_limits, tile_points
from caladale.solve.models.points import EXPOSED
from caladale.solve.models.relaxation import CountingRelaxation
from caladale.solve.models.stock import Stock

_Recipe: TypeAlias = tuple[tuple[str, int], ...]


class Case(Struct, frozen=True):
    """Castles that agree in these numbers.

    Attributes:
        recipe: how many tiles of each kind they use, in the order of the stock's lots.
        ground: how many edges of each theme stand on the grass, in the order of `THEMES`.
        shown: how many wild caps show each theme; empty when a wild has more edges than one.
        exposed: how many edges of each theme stay exposed; empty for none.
        complete: whether they are complete.
    """

    recipe: _Recipe
    ground: tuple[int, ...]
    shown: tuple[int, ...]
    exposed: tuple[int, ...] = ()
    complete: bool = True

    @property
    def size(self) -> int:
        """The number of tiles."""
        return sum(number for _, number in self.recipe)


class WholeScore(Struct, frozen=True):
    """All castles of a score that are complete, or all others, when their cases are too many.

    Attributes:
        complete: whether they are complete.
    """

    complete: bool


Subproblem: TypeAlias = Case | WholeScore
"""Castles of one score, about which a search is asked as a whole."""


def sorted_into_cases(
    sums: CountingRelaxation, points: int, effort: WorkBudget, *, complete: bool
) -> tuple[Case, ...] | None:
    """All cases of the castles of `points`: of the complete ones, or of the others.

    None when they are too many to be of use, or when the work is spent before all are found.
    """
    found: list[Case] = []
    for recipe in _recipes(sums, points, effort, complete=complete):
        if recipe is None:
            return None
        for case in _cases_of(sums, points, recipe, effort, complete=complete):
            if case is None or len(found) == _MANY:
                return None
            found.append(case)
    return tuple(found)


def _recipes(
    sums: CountingRelaxation, points: int, effort: WorkBudget, *, complete: bool
) -> Iterator[_Recipe | None]:
    """All choices of tiles that may make so many points, whether there is a castle or not.

    To list them is far quicker than to ask what counting allows for all of them at once. None tells
    that the work was spent before the last was found.
    """
    model = cp_model.CpModel()
    used = {kind: model.new_int_var(0, _MOST, "") for kind in sums.used}
    add_limits(model, sums.stock, used, one_gate=sums.one_gate)
    score = tile_points(model, sums.stock, used, sums.rules)
    if complete:
        score += 2
    else:
        closed_too = sums.rules.holes_spoil
        score += EXPOSED * model.new_int_var(0 if closed_too else 1, _MOST, "exposed")
    model.add(score == points)
    for numbers in _solutions(model, list(used.values()), effort):
        yield None if numbers is None else tuple(zip(used, numbers, strict=True))


def _cases_of(
    sums: CountingRelaxation, points: int, recipe: _Recipe, effort: WorkBudget, *, complete: bool
) -> Iterator[Case | None]:
    """The cases with these tiles; None tells that the work was spent before the last was found."""
    model = sums.at(points, complete=complete)
    for kind, number in recipe:
        model.add(sums.used[kind] == number)
    numbers = _Numbers(sums, model, complete=complete)
    for values in _solutions(model, numbers.open, effort):
        yield None if values is None else numbers.case(recipe, values)


def _solutions(
    model: cp_model.CpModel, variables: Sequence[cp_model.IntVar], effort: WorkBudget
) -> Iterator[tuple[int, ...] | None]:
    """All values of `variables` in solutions of the model; at last None when the work is spent."""
    while True:
        solver = quiet_solver()
        outcome = effort.solve(solver, model)
        if outcome is Outcome.IMPOSSIBLE:
            return
        if outcome is Outcome.LIMIT:
            yield None
            return
        found = tuple(map(solver.value, variables))
        yield found
        model.add_forbidden_assignments(variables, [found])


def draw(
    sums: CountingRelaxation, points: int, chance: random.Random, *, complete: bool
) -> Case | None:
    """Draw a case of the castles of `points`: of the complete ones, or of the others.

    The draw is a random objective, so that different cases come; every other one prefers tiles
    with many edges, which leave more ways to go on. None when there is none, or none was found in
    time.
    """
    model = sums.at(points, complete=complete)
    numbers = _Numbers(sums, model, complete=complete)
    used = list(sums.used.values())
    taste = [chance.randrange(_TASTE) * number for number in (*used, *numbers.open)]
    if chance.random() < 1 / 2:
        taste += [-_TASTE * look.ends * number for look, number in sums.number.items()]
    model.minimize(cp_model.LinearExpr.sum(taste))
    status, solver = sums.ask(model, chance.randrange(2**31))
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    recipe = tuple(zip(sums.used, map(solver.value, used), strict=True))
    return numbers.case(recipe, [solver.value(number) for number in numbers.open])


def within(sums: CountingRelaxation, case: Case) -> CountingRelaxation:
    """What counting says about the castles of one case."""
    narrow = copy.copy(sums)
    narrow.model = sums.model.clone()
    for kind, number in case.recipe:
        narrow.model.add(sums.used[kind] == number)
    for theme, number in zip(THEMES, case.ground, strict=True):
        narrow.model.add(sums.ground[theme] == number)
    for theme, number in zip(THEMES, case.shown, strict=False):
        narrow.model.add(_showing(sums, theme) == number)
    for theme, number in zip(THEMES, case.exposed, strict=False):
        narrow.model.add(sums.exposed([theme]) == number)
    return narrow


class _Numbers:
    """The numbers that make a case of a recipe, as variables."""

    def __init__(
        self, sums: CountingRelaxation, model: cp_model.CpModel, *, complete: bool
    ) -> None:
        self._complete = complete
        shown = [_showing(sums, theme) for theme in THEMES if has_caps_only(sums.stock)]
        exposed = [] if complete else [sums.exposed([theme]) for theme in THEMES]
        self._shown = len(shown)
        self.open = [sums.ground[theme] for theme in THEMES]
        self.open += [_variable(model, number) for number in (*shown, *exposed)]

    def case(self, recipe: _Recipe, values: Sequence[int]) -> Case:
        """The case in which the numbers have these values."""
        ground, rest = tuple(values[: len(THEMES)]), values[len(THEMES) :]
        shown, exposed = tuple(rest[: self._shown]), tuple(rest[self._shown :])
        return Case(recipe, ground, shown, exposed, self._complete)


def has_caps_only(stock: Stock) -> bool:
    """Whether every wild tile has a single edge, so that it shows a theme as a whole."""
    return all(piece.edges.count(Edge.WILD) == 1 for piece in stock.pieces() if piece.lot.is_wild)


def _showing(sums: CountingRelaxation, theme: Edge) -> Any:
    return sums.count(lambda look: look.lot.is_wild and theme in look.edges)


def _variable(model: cp_model.CpModel, expression: Any) -> cp_model.IntVar:
    variable = model.new_int_var(0, _MOST, "")
    model.add(variable == expression)
    return variable


_MOST = 1000
"""No castle has so many tiles or edges of a sort."""
_MANY = 200
"""More cases than so many are not worth the time to list them."""
_TASTE = 30
