"""Repair: the fewest changes that make a castle legal, and of those the castle that scores most.

What a change is says `caladale.rules.changes`; how changes are counted in the model,
`change_count`; which cells so many changes can reach, `reach`, both in this package. One
change is tried first, then two and so on, each as a question of yes or no, until a castle is found,
the one that scores most among those that take so few. That no fewer changes do, and that no such
castle scores more, is then proved a second time by another configuration of CP-SAT.

Before any of this, castles that need no search stand ready as an answer, see
`caladale.solve.minimal_repair.fallback`.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait

from msgspec import Struct

from caladale.core.edges import Cell
from caladale.core.layout import Layout
from caladale.errors import HandError
from caladale.rules.verdict import Verdict, validate
from caladale.solve.engine.budget import (
    Outcome,
    StopRequested,
    StopToken,
    WorkBudget,
    second_solver,
    side_by_side,
)
from caladale.solve.engine.terms import check_terms
from caladale.solve.minimal_repair.answer import BestRepair, RepairResult
from caladale.solve.minimal_repair.fallback import castles_at_hand
from caladale.solve.minimal_repair.field import (
    Answer,
    Configuration,
    Field,
    Fields,
    Goal,
    first_solver,
)
from caladale.solve.minimal_repair.laid_tiles import stock_of_castle
from caladale.solve.result import Status, Stop, versions


def repair(
    layout: Layout,
    spares: Sequence[str] = (),
    *,
    time_limit: float = 10.0,
    seed: int = 0,
    workers: int | None = None,
    margin: int | None = None,
    hint: Layout | None = None,
) -> RepairResult:
    """Find the fewest changes that make `layout` legal.

    The grass stays where it lies. In the Solo games and the all-tiles challenge a gate may be
    turned over to its other side, which is turning it; in Standard and Speed it stays on the side
    that lies up, as the number of players decided on that.

    Args:
        layout: the castle, legal or not.
        spares: ids of tiles that may be added; a gate with ``:front`` or ``:back`` where its side
            is settled (as in a hand), and that side stays up then.
        time_limit: seconds for everything, from 0 on; with 0 nothing is searched.
        seed: chooses among equally good castles, and the way to them.
        workers: how many threads may search, of which two at most have work; all cores by default.
        margin: search the box around the tiles and so many cells beyond it, to the left, to the
            right and up, from 0 to 100. By default the search goes as far as so many changes can
            reach.
        hint: a legal castle of these tiles and spares to fall back on if time runs out, such as
            what dissolving leaves; a gate alone and the castle moved as it is are tried anyway.

    Returns:
        The result; its status is optimal or infeasible only when that is proved. Ctrl-C ends the
        search and gives the best castle so far.

    Raises:
        HandError: when a spare is unknown, or is there twice, and when the hint is not legal, has
            other tiles or a gate turned over that may not be.
        LayoutError: when a margin is given and the tiles lie too far apart.
        RefereeError: when the referee refuses a castle that the model holds to be legal.
        ValueError: when the time limit, the seed, the workers or the margin make no sense.
    """
    check_terms(time_limit=time_limit, seed=seed, workers=workers)
    if margin is not None and (type(margin) is not int or not 0 <= margin <= _LARGEST_MARGIN):
        message = f"a margin is a number of cells from 0 to {_LARGEST_MARGIN}, not {margin!r}"
        raise ValueError(message)
    workers = workers or os.cpu_count() or 1
    search = _Search(
        layout,
        spares,
        token=StopToken(time_limit),
        seed=seed,
        threads=min(workers, 2),
        margin=margin,
    )
    if hint is not None:
        search.fall_back_on(hint)
    search.run()
    return search.answer(time_limit=time_limit, workers=workers)


_LARGEST_MARGIN = 100

_NO_GATE = "There is no gate, neither in the castle nor among the spare tiles."
_STRIPS_APART = "The strips of grass lie apart, and changes move tiles only."
_NO_GRASS = "There is no grass for the gate to stand on."
_LEGAL = "The castle is legal as it is."
_NOT_LEGAL = "The castle is not legal as it is."
_BY_SEARCH = "Asked in two configurations, CP-SAT found no castle that takes fewer changes{where}."
_NONE_AT_ALL = "Asked in two configurations, CP-SAT found no legal castle of these tiles{where}."
_ANYWHERE = "; none can lie beyond the {cells} cells searched, on a table of any size"
_IN_CELLS = " in the {cells} cells searched; what lies beyond them was not"
_OUT_OF_REACH = (
    "With fewer changes no castle reaches from the grass to a cell that holds a tile now."
)


class _Proved(Struct):
    """What has been proved so far.

    Attributes:
        least: no castle takes fewer changes than this,
        within: in these cells.
        highest_with: with so many changes none scores more, says the first configuration,
        best_with: and so do both.
        none_at_all: why there is no castle at all; empty if that is not so.
    """

    least: int = 0
    within: frozenset[Cell] = frozenset()
    highest_with: int | None = None
    best_with: int | None = None
    none_at_all: str = ""


class _Search:
    """The state of one repair."""

    def __init__(
        self,
        layout: Layout,
        spares: Sequence[str],
        *,
        token: StopToken,
        seed: int,
        threads: int,
        margin: int | None,
    ) -> None:
        self._before = layout
        self._token = token
        self._seed = seed
        self._threads = threads
        self._stock = stock_of_castle(layout, spares)
        self._fields = Fields(layout, self._stock, margin, token)
        self._most = len(layout.tiles) + len(spares)
        """No castle takes more changes: every tile removed or moved, every spare added."""
        self._best = BestRepair(layout)
        self._proved = _Proved()
        self._is_interrupted = False
        self._ran_out = False
        """Whether a question was left open for want of time or work."""

    # --- the frame ------------------------------------------------------------------------------

    def fall_back_on(self, hint: Layout) -> None:
        """Take a castle of these tiles as the answer so far."""
        faces = {
            (name, face.side)
            for lot in self._stock.lots
            for face in lot.faces
            for name in lot.names
        }
        if hint.grass != self._before.grass or any(
            (placed.tile, placed.side) not in faces for placed in hint.tiles
        ):
            raise HandError("the castle to fall back on has other tiles or other grass", "hint")
        castle = self._before.replace(tiles=hint.tiles)
        if not validate(castle).valid:
            raise HandError("the castle to fall back on breaks the rules", "hint")
        self._best.take(castle)

    def run(self) -> None:
        """Search, until all is proved or the brake or Ctrl-C ends it."""
        verdict = validate(self._before)
        if verdict.valid:
            self._best.take(self._before)
            self._proved.best_with = 0
            return
        self._proved.least = 1
        self._proved.none_at_all = self._no_castle(verdict)
        if self._proved.none_at_all:
            return
        for castle in castles_at_hand(self._before, self._stock):
            self._best.take(castle)
        side_by_side(self._search, 1, self._token, self._watch)

    def _watch(self, streams: list[Future[None]]) -> None:
        try:
            while not self._token.is_on:
                done, pending = wait(streams, timeout=_POLL, return_when=FIRST_EXCEPTION)
                if done and not pending:
                    return
        except KeyboardInterrupt:
            self._is_interrupted = True

    def _no_castle(self, verdict: Verdict) -> str:
        """Why no number of changes helps, if that can be seen without a search; else empty."""
        if not any(lot.is_gate for lot in self._stock.lots):
            return _NO_GATE
        if any(breach.code == "T5" for breach in verdict.violations):
            return _STRIPS_APART
        return "" if self._before.grass else _NO_GRASS

    def answer(self, *, time_limit: float, workers: int) -> RepairResult:
        """What came of the search."""
        best, proved, changes = self._best, self._proved, len(self._best.changes)
        has_castle = best.layout is not None
        last = self._fields.last
        searched = last.cells if last is not None else frozenset[Cell]()
        # What the referee says of the castle as it lies needs no cells.
        anywhere = proved.least <= 1 or self._fields.covers(proved.least - 1, proved.within)
        best_score = has_castle and proved.best_with == changes
        status = self._status()
        return RepairResult(
            status=status,
            changes=best.changes,
            layout=best.layout,
            score=best.score if has_castle else None,
            least=proved.least,
            anywhere=anywhere,
            best_score=best_score,
            best_anywhere=best_score and (not changes or self._fields.covers(changes, searched)),
            cells=len(searched),
            proof=self._proof(status, anywhere=anywhere),
            stop=self._stop(status, best_score=best_score),
            seconds=round(time_limit - self._token.seconds_left, 3),
            time_limit=time_limit,
            seed=self._seed,
            workers=workers,
            versions=versions(),
        )

    def _status(self) -> Status:
        if self._best.layout is None:
            return Status.INFEASIBLE if self._proved.none_at_all else Status.UNKNOWN
        is_least = self._proved.least == len(self._best.changes)
        return Status.OPTIMAL if is_least else Status.FEASIBLE

    def _proof(self, status: Status, *, anywhere: bool) -> str:
        if status is not Status.OPTIMAL:
            return self._proved.none_at_all
        changes, within = len(self._best.changes), self._proved.within
        if changes <= 1:
            return _NOT_LEGAL if changes else _LEGAL
        if anywhere and not within:
            return _OUT_OF_REACH
        where = (_ANYWHERE if anywhere else _IN_CELLS).format(cells=len(within))
        return _BY_SEARCH.format(where=where)

    def _stop(self, status: Status, *, best_score: bool) -> Stop:
        if self._is_interrupted:
            return Stop.INTERRUPTED
        if status is Status.INFEASIBLE or (status is Status.OPTIMAL and best_score):
            return Stop.PROVED
        if self._ran_out or self._token.seconds_left <= 0:
            return Stop.TIME_LIMIT
        return Stop.SIZE if self._fields.lacks_room else Stop.ATTEMPTS

    # --- the search -----------------------------------------------------------------------------

    def _search(self) -> None:
        with contextlib.suppress(StopRequested):
            self._mend()

    def _mend(self) -> None:
        if self._best.layout is None:
            self._find_any()
            if self._best.layout is None:
                return
        most = self._fewest()
        fewer = self._fields.last
        if most is None:
            if fewer is not None:
                self._find_nearer(fewer)
            most = len(self._best.changes)
            fewer = self._fields.reached_with(most)
        best = self._fields.reached_with(most) or fewer
        # Several threads in one CP-SAT search were far slower here than one (docs/mistakes.md).
        with ThreadPoolExecutor(self._threads) as pool:
            tasks = [
                pool.submit(self._confirm, fewer, most),
                pool.submit(self._improve, best, most),
            ]
        for task in tasks:
            task.result()

    def _find_any(self) -> None:
        """Find a castle where none is at hand, or prove that there is none."""
        field = self._fields.reached_with(self._most)
        if field is None:
            return
        for configuration in (first_solver, second_solver):
            answer = self._ask(field, configuration, self._patience())
            if answer.outcome is not Outcome.IMPOSSIBLE:
                return
        if self._fields.covers(self._most, field.cells):
            where = _ANYWHERE.format(cells=len(field.cells))
            self._proved.none_at_all = _NONE_AT_ALL.format(where=where)

    def _fewest(self) -> int | None:
        """So many changes do, and fewer do not, says the first configuration; None if cut short."""
        work = _WORK * self._token.seconds_left
        effort = WorkBudget(work, self._token)
        known = len(self._best.changes)
        for most in range(self._fields.first_worth_asking(known), known):
            field = self._fields.reached_with(most)
            if field is None:
                return None
            # The castle that scores most is mostly found hardly later than any.
            part = WorkBudget(work * _PART, self._token)
            answer = self._ask(field, first_solver, part, most=most, goal=Goal.HIGH_SCORE)
            if answer.outcome is Outcome.LIMIT:
                answer = self._ask(field, first_solver, effort, most=most)
            if answer.outcome is not Outcome.IMPOSSIBLE:
                return most if answer.outcome is Outcome.FOUND else None
        return known

    def _find_nearer(self, field: Field) -> None:
        """Find a castle with few changes, in what time is left."""
        most = len(self._best.changes) - 1
        self._ask(field, first_solver, self._patience(), most=most, goal=Goal.FEW_CHANGES)

    def _confirm(self, field: Field | None, most: int) -> None:
        """Prove that fewer changes do not do; that one is needed the referee has said."""
        fewer = most - 1
        if fewer and field is not None:
            answer = self._ask(field, second_solver, self._patience(), most=fewer)
            if answer.outcome is Outcome.IMPOSSIBLE:
                self._proved.least, self._proved.within = most, field.cells

    def _improve(self, field: Field | None, most: int) -> None:
        """Raise the score as far as it goes; that it goes no farther is asked once more."""
        if field is None:
            return
        for configuration in (first_solver, second_solver):
            if configuration is first_solver and self._proved.highest_with == most:
                continue
            # To ask for more, again and again, is quicker than to ask for the most.
            outcome = Outcome.FOUND
            while outcome is Outcome.FOUND:
                points = self._best.score + 1
                answer = self._ask(field, configuration, self._patience(), most=most, points=points)
                outcome = answer.outcome
            if outcome is not Outcome.IMPOSSIBLE:
                return
        self._proved.best_with = most

    def _patience(self) -> WorkBudget:
        """As much work as the time allows."""
        return WorkBudget(float("inf"), self._token)

    def _ask(
        self,
        field: Field,
        configuration: Configuration,
        effort: WorkBudget,
        *,
        most: int | None = None,
        points: int | None = None,
        goal: Goal = Goal.NOTHING,
    ) -> Answer:
        """Look for a castle that takes `most` changes at most, and scores `points` at least."""
        answer = field.ask(configuration, self._seed, effort, most=most, points=points, goal=goal)
        if answer.layout is not None:
            self._best.take(answer.layout)
        self._ran_out |= answer.outcome is Outcome.LIMIT
        if answer.is_best and goal is Goal.HIGH_SCORE:
            self._proved.highest_with = most
        return answer


_POLL = 0.05
_WORK = 1.0
"""Deterministic time for the fewest changes, for each second of the limit: under half of it."""
_PART = 0.5
"""The part of it that may go to each question for the castle that scores most."""
