"""What a repair answers, and the best castle that it has so far."""

from __future__ import annotations

import threading

from msgspec import Struct

from caladale.core.layout import Layout
from caladale.errors import RefereeError
from caladale.notation import write_line
from caladale.rules.changes import CastleChange, changes_between
from caladale.rules.score_sheet import score
from caladale.solve.result import Status, Stop


class RepairResult(Struct, frozen=True, kw_only=True):
    """The answer to "what are the fewest changes that make this castle legal?".

    Attributes:
        status: ``optimal`` when no fewer changes do, within the cells searched, and that is proved;
            ``infeasible`` when no number of changes does, on a table of any size.
        changes: the changes, in an order in which they can be made on a table.
        layout: the castle after them, which the referee has passed; None if there is none.
        score: its score.
        least: no castle in the cells searched takes fewer changes than this; proved.
        anywhere: whether that is proved for a table of any size.
        best_score: whether no other castle in the cells searched that takes as few changes scores
            more; proved. False also where that could not be told in time.
        best_anywhere: whether that is proved for a table of any size.
        cells: how many cells were searched.
        proof: how an optimal or infeasible answer was proved, in a sentence or two; else empty.
        stop: why the search ended.
        seconds: wall-clock time it took.
        time_limit: the seconds that it was allowed.
        seed: the seed of the search.
        workers: how many threads were allowed; two at most have work.
        versions: the versions of caladale and of OR-Tools.
    """

    status: Status
    changes: tuple[CastleChange, ...]
    layout: Layout | None
    score: int | None
    least: int
    anywhere: bool
    best_score: bool
    best_anywhere: bool
    cells: int
    proof: str
    stop: Stop
    seconds: float
    time_limit: float
    seed: int
    workers: int
    versions: dict[str, str]


class BestRepair:
    """The best castle so far: of those with the fewest changes the one that scores most.

    Castles may be brought by several threads at once.

    Args:
        before: the castle that is mended.

    Attributes:
        layout: the castle; None if there is none yet.
        changes: the changes that lead there.
        score: its score.
    """

    def __init__(self, before: Layout) -> None:
        self._before = before
        self._lock = threading.Lock()
        self.layout: Layout | None = None
        self.changes: tuple[CastleChange, ...] = ()
        self.score = 0

    def take(self, layout: Layout) -> None:
        """Take a castle if it is better than what is there.

        Raises:
            RefereeError: if the referee refuses it.
        """
        sheet = score(layout)
        if sheet.total is None:
            codes = ", ".join(breach.code for breach in sheet.verdict.violations)
            raise RefereeError(f"the referee refuses a solution ({codes})", write_line(layout))
        changes = changes_between(self._before, layout)
        with self._lock:
            known = (-len(self.changes), self.score)
            if self.layout is None or known < (-len(changes), sheet.total):
                self.layout, self.changes, self.score = layout, changes, sheet.total
