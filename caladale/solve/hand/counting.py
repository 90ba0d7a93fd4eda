"""A bound on the score that looks at no grid, so that it holds on a table of any size."""

from __future__ import annotations

from ortools.sat.python import cp_model

from caladale.core.readings import Readings
from caladale.solve.engine.budget import StopToken
from caladale.solve.hand.aims import Kind
from caladale.solve.models.relaxation import CountingRelaxation, highest
from caladale.solve.models.stock import Stock


def counting_bound(
    stock: Stock,
    ground_columns: int,
    rules: Readings,
    *,
    one_gate: bool = True,
    kind: Kind = Kind.ANY,
    most: int | None = None,
    token: StopToken | None = None,
) -> int | None:
    """The most points that counting alone allows, or None when it allows no castle at all.

    Flipped tiles are not in it.

    Args:
        stock: the tiles.
        ground_columns: how many columns of ground there are.
        rules: the readings.
        one_gate: whether there must be exactly one gate (rule T4), or at least one.
        kind: which castles count.
        most: only castles of up to so many points count; None for all.
        token: what may end the counting; the bound is rougher then, but it holds.
    """
    if kind is Kind.ANY:
        either = (
            counting_bound(
                stock,
                ground_columns,
                rules,
                one_gate=one_gate,
                kind=one,
                most=most,
                token=token,
            )
            for one in (Kind.COMPLETE, Kind.OPEN)
        )
        return max((points for points in either if points is not None), default=None)
    # Whether some score can be reached is answered far sooner than what the best score is, so the
    # bound comes down point by point from what it is without crossings.
    loose = CountingRelaxation(
        stock, ground_columns, rules, one_gate=one_gate, crossings=(), token=token
    )
    strict = CountingRelaxation(stock, ground_columns, rules, one_gate=one_gate, token=token)
    for sums in (loose, strict):
        sums.model.add(sums.complete == int(kind is Kind.COMPLETE))
        if most is not None:
            sums.model.add(sums.score <= most)
    loose.model.maximize(loose.score)
    status, solver = loose.ask(loose.model)
    if status == cp_model.INFEASIBLE:
        return None
    points = highest(status, solver, _ideal(stock, rules) if most is None else most)
    worst = -WORST * stock.most_tiles
    while points >= worst:
        strict.model.add(strict.score <= points)
        at_least = strict.model.clone()
        at_least.add(strict.score >= points)
        if strict.ask(at_least)[0] != cp_model.INFEASIBLE:
            return points
        points -= 1
    return None


def _ideal(stock: Stock, rules: Readings) -> int:
    """What a complete castle of all gates and the best of the other tiles would score."""
    gates = [lot.points(rules) for lot in stock.lots if lot.is_gate for _ in lot.names]
    drawn = [lot.points(rules) for lot in stock.lots if lot.is_drawn for _ in lot.names]
    return sum(gates) + sum(sorted(drawn, reverse=True)[: stock.most_drawn]) + 2


WORST = 10
"""No tile costs more than this: four exposed edges, and an exchange or a wild."""
