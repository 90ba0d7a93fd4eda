"""The result of a search as plain data, for JSON and for other processes."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any, TypeAlias

from caladale.core.layout import Layout
from caladale.notation.data import layout_to_data
from caladale.solve.result import SolveResult, Status, SupplyExchange, versions

Castle: TypeAlias = dict[str, Any]
"""What the result of a search says of its castle: ``score``, ``exchanges`` and ``layout``."""


def castle_to_data(layout: Layout, total: int, exchanges: Iterable[SupplyExchange]) -> Castle:
    """A castle with its score and the exchanges that it takes, as plain data."""
    return {
        "score": total,
        "exchanges": [{"give": one.give, "take": one.take} for one in exchanges],
        "layout": layout_to_data(layout),
    }


_NO_CASTLE: Castle = {"score": None, "exchanges": [], "layout": None}


def result_to_data(result: SolveResult) -> dict[str, Any]:
    """The result of a search as plain data."""
    castle = _NO_CASTLE
    if result.layout is not None and result.score is not None:
        castle = castle_to_data(result.layout, result.score, result.exchanges)
    return {
        "status": result.status.value,
        "score": None,
        "bound": result.bound,
        "gap": result.gap,
        "proof": result.proof,
        "stop": result.stop.value,
        "seconds": result.seconds,
        "time_limit": result.time_limit,
        "seed": result.seed,
        "workers": result.workers,
        "versions": result.versions,
    } | castle


def cut_short(
    stop: str, best: Castle | None, *, settings: dict[str, Any], seconds: float = 0.0
) -> dict[str, Any]:
    """Plain data for a search that gave no answer of its own.

    Args:
        stop: why there is none.
        best: the best castle that it told of before.
        settings: the keyword arguments of `best_castle` that it was started with.
        seconds: how long it took.
    """
    status = Status.UNKNOWN if best is None else Status.FEASIBLE
    return {
        "status": status.value,
        "score": None,
        "bound": None,
        "gap": None,
        "proof": "",
        "stop": stop,
        "seconds": round(seconds, 3),
        "time_limit": settings["time_limit"],
        "seed": settings["seed"],
        "workers": settings["workers"] or os.cpu_count() or 1,
        "versions": versions(),
    } | (best or _NO_CASTLE)
