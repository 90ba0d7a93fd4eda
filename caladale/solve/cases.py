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
from collections.abc import Sequence
from typing import Any, TypeAlias

from msgspec import Struct
from ortools.sat.python import cp_model

from caladale.edges import THEMES, Edge
from caladale.solve.counts import add_limits, tile_points
from caladale.solve.engine import quiet_solver
from caladale.solve.shape_effort import Effort, Outcome
from caladale.solve.stock import Stock
from caladale.solve.sums import CastleSums

_Recipe: TypeAlias = tuple[tuple[str, int], ...]


class Case(Struct, frozen=True):
    """Castles that agree in these numbers.

    Attributes:
        recipe: how many tiles of each kind they use, in the order of the stock's lots.
        ground: how many edges of each theme stand on the grass, in the order of `THEMES`.
        shown: how many wild caps show each theme; empty when a wild has more edges than one.
    """

    recipe: _Recipe
    ground: tuple[int, ...]
    shown: tuple[int, ...]

    @property
    def size(self) -> int:
        """The number of tiles."""
        return sum(number for _, number in self.recipe)


def cases(sums: CastleSums, points: int, effort: Effort) -> tuple[Case, ...] | None:
    """All cases of the complete castles of `points`.

    None when they are too many to be of use, or when the work is spent before all are found.
    """
    recipes = _recipes(sums, points, effort)
    if recipes is None:
        return None
    found: list[Case] = []
    for recipe in recipes:
        those = _cases_of(sums, points, recipe, effort)
        if those is None or len(found) + len(those) > _MANY:
            return None
        found += those
    return tuple(found)


def _recipes(sums: CastleSums, points: int, effort: Effort) -> list[_Recipe] | None:
    """All choices of tiles that make so many points in a complete castle, whether it exists or not.

    To list them first is far quicker than to ask what counting allows for all of them at once.
    """
    model = cp_model.CpModel()
    used = {kind: model.new_int_var(0, _MOST, "") for kind in sums.used}
    add_limits(model, sums.stock, used, one_gate=sums.one_gate)
    model.add(tile_points(model, sums.stock, used, sums.rules) + 2 == points)
    found = _solutions(model, list(used.values()), effort)
    return None if found is None else [tuple(zip(used, numbers, strict=True)) for numbers in found]


def _cases_of(sums: CastleSums, points: int, recipe: _Recipe, effort: Effort) -> list[Case] | None:
    model = sums.complete_at(points)
    for kind, number in recipe:
        model.add(sums.used[kind] == number)
    numbers = _Numbers(sums, model)
    found = _solutions(model, numbers.open, effort)
    return None if found is None else [Case(recipe, *numbers.sort(values)) for values in found]


def _solutions(
    model: cp_model.CpModel, variables: Sequence[cp_model.IntVar], effort: Effort
) -> list[tuple[int, ...]] | None:
    """All values of `variables` in solutions of the model; None when they are too many."""
    found: list[tuple[int, ...]] = []
    while len(found) <= _MANY:
        solver = quiet_solver()
        outcome = effort.solve(solver, model)
        if outcome is Outcome.IMPOSSIBLE:
            return found
        if outcome is Outcome.LIMIT:
            return None
        found.append(tuple(map(solver.value, variables)))
        model.add_forbidden_assignments(variables, [found[-1]])
    return None


def draw(sums: CastleSums, points: int, chance: random.Random) -> Case | None:
    """Draw a case of the complete castles of `points`.

    The draw is a random objective, so that different cases come; every other one prefers tiles
    with many edges, which leave more ways to go on. None when there is none, or none was found in
    time.
    """
    model = sums.complete_at(points)
    numbers = _Numbers(sums, model)
    used = list(sums.used.values())
    taste = [chance.randrange(_TASTE) * number for number in (*used, *numbers.open)]
    if chance.random() < 1 / 2:
        taste += [-_TASTE * look.ends * number for look, number in sums.number.items()]
    model.minimize(cp_model.LinearExpr.sum(taste))
    solver = sums.solver(chance.randrange(2**31))
    if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    recipe = tuple(zip(sums.used, map(solver.value, used), strict=True))
    return Case(recipe, *numbers.sort([solver.value(number) for number in numbers.open]))


def within(sums: CastleSums, case: Case) -> CastleSums:
    """What counting says about the castles of one case."""
    narrow = copy.copy(sums)
    narrow.model = sums.model.clone()
    for kind, number in case.recipe:
        narrow.model.add(sums.used[kind] == number)
    for theme, number in zip(THEMES, case.ground, strict=True):
        narrow.model.add(sums.ground[theme] == number)
    for theme, number in zip(THEMES, case.shown, strict=False):
        narrow.model.add(_showing(sums, theme) == number)
    return narrow


class _Numbers:
    """The numbers that make a case of a recipe, as variables."""

    def __init__(self, sums: CastleSums, model: cp_model.CpModel) -> None:
        shown = [_showing(sums, theme) for theme in THEMES if has_caps_only(sums.stock)]
        self.open = [sums.ground[theme] for theme in THEMES]
        self.open += [_variable(model, number) for number in shown]

    def sort(self, values: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The values as those of the ground and those that wild caps show."""
        return tuple(values[: len(THEMES)]), tuple(values[len(THEMES) :])


def has_caps_only(stock: Stock) -> bool:
    """Whether every wild tile has a single edge, so that it shows a theme as a whole."""
    return all(piece.edges.count(Edge.WILD) == 1 for piece in stock.pieces() if piece.lot.is_wild)


def _showing(sums: CastleSums, theme: Edge) -> Any:
    return sums.count(lambda look: look.lot.is_wild and theme in look.edges)


def _variable(model: cp_model.CpModel, expression: Any) -> cp_model.IntVar:
    variable = model.new_int_var(0, _MOST, "")
    model.add(variable == expression)
    return variable


_MOST = 1000
"""No castle has so many tiles or edges of a sort."""
_MANY = 100
"""More cases than so many are not worth the time to list them."""
_TASTE = 30
