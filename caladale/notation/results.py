"""What the referee says as plain data, for JSON: verdicts, score sheets, dissolving, changes.

What searches answer is written by `caladale.solve.result_data`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from caladale.notation.data import layout_to_data, placement_to_data

if TYPE_CHECKING:  # what is read off a value needs nothing that makes it
    from caladale.rules.changes import CastleChange
    from caladale.rules.checks import Violation
    from caladale.rules.dissolution import Dissolved
    from caladale.rules.score_sheet import Score
    from caladale.rules.verdict import Verdict


def violation_to_data(breach: Violation) -> dict[str, Any]:
    """A breach as plain data."""
    return {
        "code": breach.code,
        "cells": [list(cell) for cell in breach.cells],
        "tiles": [placed.tile for placed in breach.tiles],
        "edges": [[x, y, side.name] for x, y, side in breach.edges],
        "message": breach.message,
    }


def verdict_to_data(verdict: Verdict) -> dict[str, Any]:
    """A verdict as plain data."""
    data: dict[str, Any] = {"valid": verdict.valid, "complete": verdict.complete}
    if verdict.nonstandard_ground:
        data["nonstandard_ground"] = True
    return data | {"violations": [violation_to_data(breach) for breach in verdict.violations]}


def points_to_data(sheet: Score) -> dict[str, int]:
    """The points of each item and their total, whether the castle is legal or not."""
    points = sheet.points()
    return points | {"total": sum(points.values())}


def score_to_data(sheet: Score) -> dict[str, Any]:
    """A score as plain data, with the cells and edges behind its items."""
    verdict = verdict_to_data(sheet.verdict)
    breaches = verdict.pop("violations")
    data: dict[str, Any] = verdict | {
        "score": points_to_data(sheet) if sheet.verdict.valid else None
    }
    if not sheet.verdict.valid:
        data["violations"] = breaches
        data["would_score"] = points_to_data(sheet) if sheet.items else None
    data["cells"] = {item.name: [list(c) for c in item.cells] for item in sheet.items if item.cells}
    data["exposed"] = [[x, y, side.name] for item in sheet.items for x, y, side in item.edges]
    return data


def dissolved_to_data(done: Dissolved) -> dict[str, Any]:
    """What came of dissolving a castle, as plain data."""
    verdict = done.score.verdict
    return {
        "valid": verdict.valid,
        "rounds": [
            [
                {"tile": placement_to_data(fall.placed), "codes": fall.codes, "why": fall.why}
                for fall in round_
            ]
            for round_ in done.rounds
        ],
        "fallen": len(done.fallen),
        "score": points_to_data(done.score) if verdict.valid else None,
        "violations": [violation_to_data(breach) for breach in verdict.violations],
        "layout": layout_to_data(done.layout),
    }


def change_to_data(change: CastleChange) -> dict[str, Any]:
    """A change as plain data."""
    return {
        "act": change.act.value,
        "before": [placement_to_data(placed) for placed in change.before],
        "after": [placement_to_data(placed) for placed in change.after],
        "message": change.sentence,
    }
