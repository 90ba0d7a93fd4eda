"""What a repair answers, and what of that is proved."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from caladale.core.edges import Cell
from caladale.notation.data import layout_to_data
from caladale.notation.results import change_to_data
from caladale.rules.changes import CastleChange
from caladale.solve.minimal_repair.field import Fields
from caladale.solve.minimal_repair.state import RepairState
from caladale.solve.result import Header, SearchResult, Status, Stop


class RepairResult(SearchResult, frozen=True, kw_only=True):
    """The answer to "what are the fewest changes that make this castle legal?".

    It is ``optimal`` when no fewer changes do, within the cells searched, and that is proved;
    ``infeasible`` when no number of changes does, on a table of any size. Two workers at most have
    work.

    Attributes:
        changes: the changes, in an order in which they can be made on a table.
        least: no castle in the cells searched takes fewer changes than this; proved.
        anywhere: whether that is proved for a table of any size.
        best_score: whether no other castle in the cells searched that takes as few changes scores
            more; proved. False also where that could not be told in time.
        best_anywhere: whether that is proved for a table of any size.
        cells: how many cells were searched.
    """

    changes: tuple[CastleChange, ...]
    least: int
    anywhere: bool
    best_score: bool
    best_anywhere: bool
    cells: int


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


class Proved(Struct):
    """What has been proved so far.

    Attributes:
        least: no castle takes fewer changes than this,
        within: in these cells.
        highest_with: with so many changes none scores more, says the first configuration,
        best_with: and so do both.
        none_at_all: why there is no castle at all; empty if that is not so.
        ran_out: whether a question was left open for want of time or work.
    """

    least: int = 0
    within: frozenset[Cell] = frozenset()
    highest_with: int | None = None
    best_with: int | None = None
    none_at_all: str = ""
    ran_out: bool = False

    def refute_all(self, cells: int) -> None:
        """There is no castle: none in so many cells, and none can lie beyond them."""
        self.none_at_all = _NONE_AT_ALL.format(where=_ANYWHERE.format(cells=cells))


def answer_of(state: RepairState, proved: Proved, fields: Fields, header: Header) -> RepairResult:
    """The answer: the best castle, and exactly what is proved of it."""
    changes = len(state.changes)
    last = fields.last
    searched = last.cells if last is not None else frozenset[Cell]()
    # What the referee says of the castle as it lies needs no cells.
    anywhere = proved.least <= 1 or fields.covers(proved.least - 1, proved.within)
    best_score = state.incumbent is not None and proved.best_with == changes
    status = _status(state, proved)
    is_settled = status is Status.INFEASIBLE or (status is Status.OPTIMAL and best_score)
    if header["stop"] is not Stop.INTERRUPTED:
        header["stop"] = Stop.PROVED if is_settled else _why_open(proved, fields, header["stop"])
    return RepairResult(
        status=status,
        changes=state.changes,
        layout=state.layout,
        score=state.score,
        least=proved.least,
        anywhere=anywhere,
        best_score=best_score,
        best_anywhere=best_score and (not changes or fields.covers(changes, searched)),
        cells=len(searched),
        proof=_proof(status, changes, proved, anywhere=anywhere),
        **header,
    )


def _status(state: RepairState, proved: Proved) -> Status:
    if state.incumbent is None:
        return Status.INFEASIBLE if proved.none_at_all else Status.UNKNOWN
    return Status.OPTIMAL if proved.least == len(state.changes) else Status.FEASIBLE


def _proof(status: Status, changes: int, proved: Proved, *, anywhere: bool) -> str:
    if status is not Status.OPTIMAL:
        return proved.none_at_all
    if changes <= 1:
        return _NOT_LEGAL if changes else _LEGAL
    if anywhere and not proved.within:
        return _OUT_OF_REACH
    where = (_ANYWHERE if anywhere else _IN_CELLS).format(cells=len(proved.within))
    return _BY_SEARCH.format(where=where)


def _why_open(proved: Proved, fields: Fields, stop: Stop) -> Stop:
    """Why the search ended without having settled everything."""
    if proved.ran_out or stop is Stop.TIME_LIMIT:
        return Stop.TIME_LIMIT
    return Stop.SIZE if fields.lacks_room else Stop.ATTEMPTS


_LEGAL = "The castle is legal as it is."
_NOT_LEGAL = "The castle is not legal as it is."
_BY_SEARCH = "Asked in two configurations, CP-SAT found no castle that takes fewer changes{where}."
_NONE_AT_ALL = "Asked in two configurations, CP-SAT found no legal castle of these tiles{where}."
_ANYWHERE = "; none can lie beyond the {cells} cells searched, on a table of any size"
_IN_CELLS = " in the {cells} cells searched; what lies beyond them was not"
_OUT_OF_REACH = (
    "With fewer changes no castle reaches from the grass to a cell that holds a tile now."
)
