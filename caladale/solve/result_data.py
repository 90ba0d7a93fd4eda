"""The result of a search as plain data, for JSON and for other processes."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeAlias

from caladale.core.layout import Layout
from caladale.notation.data import layout_to_data
from caladale.notation.results import change_to_data
from caladale.solve.result import SolveResult, Status, SupplyExchange, versions

if TYPE_CHECKING:  # what is read off a result needs no solver
    from caladale.solve.all_tiles.search import ChallengeResult
    from caladale.solve.minimal_repair.answer import RepairResult

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


def challenge_to_data(result: ChallengeResult) -> dict[str, Any]:
    """The result of a challenge as plain data."""
    data = result_to_data(result)
    castle = data.pop("layout")
    return data | {
        "placed": result.placed,
        "wanted": result.wanted,
        "attempts": result.attempts,
        "patterns": result.patterns,
        "obstacle": result.obstacle.reason if result.obstacle else None,
        "cannot_be": result.cannot_be or None,
        "layout": castle,
    }


def repair_to_data(result: RepairResult) -> dict[str, Any]:
    """The result of a repair as plain data."""
    layout = result.layout
    return {
        "status": result.status.value,
        "changes": None if layout is None else [change_to_data(one) for one in result.changes],
        "least": result.least,
        "anywhere": result.anywhere,
        "score": result.score,
        "best_score": result.best_score,
        "best_anywhere": result.best_anywhere,
        "proof": result.proof,
        "cells": result.cells,
        "stop": result.stop.value,
        "seconds": result.seconds,
        "time_limit": result.time_limit,
        "seed": result.seed,
        "workers": result.workers,
        "versions": result.versions,
        "layout": None if layout is None else layout_to_data(layout),
    }


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
