"""The schedule of a search: which step comes next.

Finding and proving have a share of the work each, counted by what their steps have used. A step
that looks for a castle has a budget that grows from round to round: times to a castle have a heavy
tail, so another window or case is worth more than patience. Proofs are another matter, and have
budgets of their own.
"""

from __future__ import annotations

import itertools
import random
import threading
from collections.abc import Iterator
from typing import TypeAlias

from msgspec import Struct

from caladale.solve.engine.budget import Act, WorkBudget
from caladale.solve.engine.driver import IDLE, Idle
from caladale.solve.hand.aims import Kind
from caladale.solve.hand.dual import DualSteps
from caladale.solve.hand.plain_dual import PlainSearch
from caladale.solve.hand.primal import PrimalSteps
from caladale.solve.hand.problem import HandProblem
from caladale.solve.hand.state import HandState
from caladale.solve.hand.windows import boxes
from caladale.solve.models.window import Window


class ScheduleParams(Struct, frozen=True):
    """How the work is shared out; by trial, on `benchmarks.hands` with 25 and 36 tiles.

    Work is in CP-SAT's deterministic time, of which a second of one thread makes one or two.

    Attributes:
        first_work: the work on a step of the first round, half a second or so.
        growth: by how much steps grow from round to round,
        last_growth: up to which round: rounds of steps that end at once may come by the thousand.
        growing_rounds: in so many rounds castles are grown: after that they are seldom better.
        builds: how many windows are tried in a row.
        lower: how often a point less than the tentative bound is aimed at, and then another.
        complete: how often a complete castle is looked for where others might be better too.
        depth: how many points below the bound are aimed at, while there is no castle yet.
        neighbourhoods: how many parts of castles are laid anew in a row,
        neighbourhood_work: and the work on one of them.
        proofs: how much of the work goes into proofs.
        least_charge: what a step is charged at least: to state a model takes time that is not
            counted as work.
    """

    first_work: float = 1.5
    growth: float = 1.3
    last_growth: int = 60
    growing_rounds: int = 2
    builds: int = 3
    lower: float = 0.35
    complete: float = 0.8
    depth: int = 10
    neighbourhoods: int = 3
    neighbourhood_work: float = 1.5
    proofs: float = 2 / 3
    least_charge: float = 0.2


PARAMS = ScheduleParams()


class Step(Struct, frozen=True):
    """A step of the search.

    Attributes:
        act: what to do.
        seed: with which seed.
        work: and how much work, in CP-SAT's deterministic time.
    """

    act: Act
    seed: int
    work: float


_Task: TypeAlias = tuple[Act, float]
"""What to do, and how much work."""

Tasks: TypeAlias = Iterator[_Task | None]
"""Tasks without end; None for nothing to do at the moment."""


class Stream:
    """Tasks of one sort.

    Args:
        tasks: the tasks.
        share: how much of all work is theirs.

    Attributes:
        tasks, share: as given.
        spent: the work that has gone into them, and that those may use who are at it.
    """

    def __init__(self, tasks: Tasks, share: float) -> None:
        self.tasks = tasks
        self.share = share
        self.spent = 0.0
        self._lock = threading.Lock()

    def charged(self, act: Act, work: float) -> Act:
        """The act, which gives back what it has not used of the work."""
        with self._lock:
            self.spent += work

        def charge(seed: int, effort: WorkBudget) -> None:
            act(seed, effort)
            with self._lock:
                self.spent -= min(effort.left, work - PARAMS.least_charge)

        return charge


class Schedule:
    """Deals out the steps of a search, to one worker at a time.

    Args:
        problem: the castles that count.
        state: the best of them so far, and what none of them can score.
        seed: draws the seeds of the steps.
    """

    def __init__(self, problem: HandProblem, state: HandState, *, seed: int) -> None:
        self._problem = problem
        self._state = state
        self._chance = random.Random(seed)
        self._dual = DualSteps(problem, state)
        self._primal = PrimalSteps(problem, state, self._dual)
        self._plain = PlainSearch(problem, state)

    def open(self) -> None:
        """Find first castles, before any proof is begun."""
        self._primal.open(self._chance.randrange(2**31))

    def steps(self) -> Iterator[Step | Idle]:
        """The steps of the search, or that there is nothing to do until another one has ended.

        The next is always one of the stream that is most behind its share and has something to do.
        """
        can_refute = self._dual.can_refute()
        streams = [
            Stream(self._proving() if can_refute else self._plain_proving(), PARAMS.proofs),
            Stream(self._finding(), 1 - PARAMS.proofs),
        ]
        while True:
            for stream in sorted(streams, key=lambda stream: stream.spent / stream.share):
                task = next(stream.tasks)
                if task is not None:
                    act, work = task
                    yield self._step(stream.charged(act, work), work)
                    break
            else:
                if not can_refute and self._plain.is_exhausted:
                    return
                yield IDLE

    def _step(self, act: Act, work: float) -> Step:
        return Step(act, self._chance.randrange(2**31), work)

    def _proving(self) -> Tasks:
        while True:
            yield from self._dual.steps()
            yield None

    def _plain_proving(self) -> Tasks:
        while True:
            if self._plain.is_wanted():
                yield self._plain.improve, self._plain.patience
            else:
                yield None

    def _finding(self) -> Tasks:
        windows = itertools.cycle(
            box
            for box in boxes(self._problem.ground, self._problem.stock.most_tiles)
            if all(box.holds(cell) for cell in self._problem.fixed)
        )
        round_ = 0
        while True:
            tasks = self._round(round_, windows)
            first = next(tasks, None)
            yield first
            if first is not None:
                yield from tasks
                round_ += 1

    def _round(self, round_: int, windows: Iterator[Window]) -> Iterator[_Task]:
        """The tasks of a round; none where the tentative bound is reached."""
        work = PARAMS.first_work * PARAMS.growth ** min(round_, PARAMS.last_growth)
        if round_ < PARAMS.growing_rounds and self._state.target is not None:
            for act in self._primal.beam_steps():
                yield act, work
        yield from self._building(windows, work)
        yield from self._large_neighbourhoods(windows, work)

    def _building(self, windows: Iterator[Window], work: float) -> Iterator[_Task]:
        """Build castles, one window after the other."""
        for window in itertools.islice(windows, PARAMS.builds):
            points = self._aim()
            kind = self._kind()
            if points is not None and kind is not None:
                complete = kind is Kind.COMPLETE
                yield self._primal.case_step(window, points, complete=complete), work

    def _aim(self) -> int | None:
        """What a castle is to score: the tentative bound, or less; None if none is better."""
        points = self._state.target
        if points is None:
            return None
        has_castle = self._state.incumbent is not None
        least = self._state.least() if has_castle else points - PARAMS.depth
        while points > least and self._chance.random() < PARAMS.lower:
            points -= 1
        return points

    def _large_neighbourhoods(self, windows: Iterator[Window], work: float) -> Iterator[_Task]:
        """Lay parts of castles anew; if there is none yet, look for one in a window."""
        # Where a single score is left, it is more often built or refuted.
        is_last = self._state.least() == self._state.tentative
        for _ in range(1 if is_last else PARAMS.neighbourhoods):
            kind = self._kind()
            if self._state.target is None or kind is None:
                return
            complete = kind is Kind.COMPLETE
            if self._state.elite(complete=complete):
                yield self._primal.lns_step(complete=complete), PARAMS.neighbourhood_work
            else:
                for window in itertools.islice(windows, 1):
                    yield self._primal.window_step(window, complete=complete), work

    def _kind(self) -> Kind | None:
        """Whether a complete castle is looked for, or another; None if neither can be better."""
        kinds = self._problem.most_points.reaching(self._state.least())
        if len(kinds) == 2:
            return Kind.of(self._chance.random() < PARAMS.complete)
        return Kind.of(kinds[0]) if kinds else None
