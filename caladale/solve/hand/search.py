"""The best castle from a hand: found from below, bounded from above, until the two meet.

A first castle is there before any proof begins: the gate alone, the fixed tiles, or one that is
grown (`primal`).

From above, counting gives a first bound (`bounds`), and searches that prove "no castle scores so
much" bring it down (`dual`). From below, a castle is grown tile by tile, which is quick, and
then a part of it at a time is laid anew. Beside that, castles are looked for at the bound itself,
as most hands reach it or nearly so: a case says which tiles to use, and a dense window is
searched for a castle of just these (`primal`). Where the readings let hung tiles hold up others, or
the strips of grass may lie apart, the proofs are left to the plain model (`plain`).

The work is cut into short steps (`plan`). Workers take them in turn; with one worker the same seed
gives the same castle on every machine.

A proof by search is made twice, by two configurations of CP-SAT, before anything is called optimal.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_EXCEPTION, Future, wait

from caladale.core.hand import Hand
from caladale.core.layout import Layout
from caladale.errors import HandError
from caladale.rules.verdict import validate
from caladale.solve.engine.budget import StopRequested, StopToken, WorkBudget, side_by_side
from caladale.solve.engine.terms import check_terms, threads
from caladale.solve.hand.bounds import Bounds
from caladale.solve.hand.incumbent import Incumbent
from caladale.solve.hand.problem import HandProblem
from caladale.solve.hand.schedule import Plan, Step
from caladale.solve.result import SolveResult, Status, Stop, versions


def best_castle(
    hand: Hand,
    *,
    time_limit: float = 60.0,
    seed: int = 0,
    workers: int | None = None,
    complete_only: bool = False,
    fixed: Layout | None = None,
    hint: Layout | None = None,
    on_improvement: Callable[[Layout, int], None] | None = None,
) -> SolveResult:
    """Find the castle with the highest score that `hand` allows.

    Args:
        hand: the tiles, gate, wild and grass; its readings and variant decide what counts.
        time_limit: seconds for everything.
        seed: chooses among equally good castles, and the way to them.
        workers: how many steps are worked on side by side, though no more than there are cores; as
            many as these by default.
        complete_only: whether only complete castles count.
        fixed: keep these tiles where they lie, relative to the grass.
        hint: a castle of the hand to start from; it must be legal, and hold what is fixed.
        on_improvement: called with each better castle and its score, as soon as the referee has
            passed it, from the thread that found it.

    Returns:
        The result; its status is optimal or infeasible only when that is proved. Ctrl-C ends the
        search and gives the best castle so far.

    Raises:
        HandError: when `fixed` or `hint` is not made of the tiles and the grass of the hand, or
            the hint is not legal, or lays a fixed tile elsewhere.
        RefereeError: when the referee refuses a castle that a model holds to be legal, or passes
            one that was held to be impossible.
        ValueError: when the time limit, the seed or the number of workers makes no sense.
    """
    check_terms(time_limit=time_limit, seed=seed, workers=workers)
    search = _Search(
        hand,
        time_limit=time_limit,
        seed=seed,
        workers=threads(workers),
        complete_only=complete_only,
        fixed=fixed,
        on_improvement=on_improvement,
    )
    if hint is not None:
        search.start_from(hint)
    return search.result()


class _Search:
    """One solve: the clock, the workers, the answer."""

    def __init__(
        self,
        hand: Hand,
        *,
        time_limit: float,
        seed: int,
        workers: int,
        complete_only: bool,
        fixed: Layout | None,
        on_improvement: Callable[[Layout, int], None] | None,
    ) -> None:
        self._token = StopToken(time_limit)
        self._time_limit = time_limit
        self._seed = seed
        self._workers = workers
        self._problem = HandProblem(
            hand, fixed=fixed, complete_only=complete_only, token=self._token
        )
        self._incumbent = Incumbent(self._problem, on_improvement)
        self._bounds = Bounds(self._problem, self._incumbent)
        self._plan = Plan(self._problem, self._incumbent, self._bounds, seed=seed)
        self._steps: Iterator[Step] = self._plan.steps()

    def start_from(self, hint: Layout) -> None:
        """Take a castle of the hand as the first incumbent."""
        placing = self._problem.placing
        pieces = placing.pieces_of(hint)
        if not validate(placing.layout(pieces)).valid:
            raise HandError("the castle to start from breaks the rules", "")
        for cell, piece in self._problem.fixed.items():
            if cell not in pieces or not pieces[cell].looks_like(piece):
                where = f"column {cell[0]}, row {cell[1]} of the grass"
                raise HandError(f"the castle to start from lacks the fixed tile at {where}", "")
        self._incumbent.keep(self._incumbent.found(pieces))

    def result(self) -> SolveResult:
        """Search and answer, early if Ctrl-C says so."""
        try:
            self._plan.open()
            self._bounds.count()
            if not self._bounds.settle():
                side_by_side(self._work, self._workers, self._token, self._watch_or_stop)
        except KeyboardInterrupt:
            self._incumbent.end(Stop.INTERRUPTED)
        return self._answer()

    def _watch_or_stop(self, streams: list[Future[None]]) -> None:
        try:
            self._watch(streams)
        except KeyboardInterrupt:
            self._incumbent.end(Stop.INTERRUPTED)

    def _watch(self, streams: list[Future[None]]) -> None:
        """Wait until the search is over, has failed, or is out of time."""
        pending = set(streams)
        while pending and not self._token.is_on:
            done, pending = wait(pending, timeout=_POLL, return_when=FIRST_EXCEPTION)
            if self._incumbent.stop or any(stream.exception() for stream in done):
                return

    def _work(self) -> None:
        """Take steps until the search is over."""
        while not self._token.is_on and self._incumbent.stop is None:
            with self._incumbent.lock:
                step = next(self._steps, None)
            if step is None:
                return
            with contextlib.suppress(StopRequested):
                step.act(step.seed, WorkBudget(step.work, self._token))
            if self._bounds.settle():
                self._token.pull()

    def _answer(self) -> SolveResult:
        incumbent, bounds = self._incumbent, self._bounds
        is_proved = incumbent.stop is Stop.PROVED
        if is_proved:
            status = Status.INFEASIBLE if incumbent.layout is None else Status.OPTIMAL
        else:
            status = Status.UNKNOWN if incumbent.layout is None else Status.FEASIBLE
        placing = self._problem.placing
        return SolveResult(
            status=status,
            layout=incumbent.layout,
            score=None if incumbent.score is None else incumbent.score + placing.flipped,
            bound=None if bounds.bound is None else bounds.bound + placing.flipped,
            proof=bounds.proof if is_proved else "",
            stop=incumbent.stop or (Stop.TIME_LIMIT if self._token.is_on else Stop.WINDOW),
            seconds=round(self._time_limit - self._token.seconds_left, 3),
            time_limit=self._time_limit,
            seed=self._seed,
            workers=self._workers,
            versions=versions(),
            exchanges=() if incumbent.layout is None else placing.exchanges(incumbent.layout),
        )


_POLL = 0.05
