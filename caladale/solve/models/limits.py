"""How many tiles of each lot a castle may use, and what they are worth: no cells, only counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ortools.sat.python import cp_model

from caladale.core.readings import Readings
from caladale.solve.models.stock import Stock


def add_limits(
    model: cp_model.CpModel, stock: Stock, used: Mapping[str, Any], *, one_gate: bool
) -> None:
    """State rules T3 and T4 on the numbers `used` of each lot, and the size of the hand."""
    for lot in stock.lots:
        model.add(used[lot.kind] <= len(lot.names))
    gates = sum(used[lot.kind] for lot in stock.lots if lot.is_gate)
    model.add(gates == 1 if one_gate else gates >= 1)
    drawn = sum(used[lot.kind] for lot in stock.lots if lot.is_drawn)
    model.add(drawn <= stock.most_drawn)


def tile_points(
    model: cp_model.CpModel, stock: Stock, used: Mapping[str, Any], rules: Readings
) -> Any:
    """The points for tiles, towers, wild and exchanges, as a linear expression over `used`."""
    points: list[Any] = []
    for lot in stock.lots:
        number = used[lot.kind]
        points.append(number * lot.points(rules))
        if lot.spare and stock.exchange_cost:
            exchanged = model.new_int_var(0, len(lot.spare), f"exchanged {lot.kind}")
            model.add_max_equality(exchanged, [0, number - len(lot.own)])
            points.append(-stock.exchange_cost * exchanged)
    return cp_model.LinearExpr.sum(points)
