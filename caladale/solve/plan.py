"""The plan of a search: which step comes next, round by round.

Each step has a counted budget of work that grows from round to round: times to a castle have a
heavy tail, so another window or case is worth more than patience. Proofs are another matter, and
have budgets of their own.
"""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Iterator

from msgspec import Struct

from caladale.solve.ceiling import Ceiling
from caladale.solve.finder import Finder
from caladale.solve.hand_problem import HandProblem
from caladale.solve.incumbent import Incumbent
from caladale.solve.plain import PlainSearch
from caladale.solve.refuter import Refuter
from caladale.solve.shape_effort import Act
from caladale.solve.shape_window import Window
from caladale.solve.window import boxes


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


class Plan:
    """Deals out the steps of a search.

    Args:
        problem: the castles that count.
        incumbent: the best of them so far.
        ceiling: what none of them can score.
        seed: draws the seeds of the steps.
        workers: how many take them.
    """

    def __init__(
        self,
        problem: HandProblem,
        incumbent: Incumbent,
        ceiling: Ceiling,
        *,
        seed: int,
        workers: int,
    ) -> None:
        self._problem = problem
        self._incumbent = incumbent
        self._ceiling = ceiling
        self._chance = random.Random(seed)
        self._refuter = Refuter(problem, incumbent, ceiling)
        self._finder = Finder(problem, incumbent, ceiling, self._refuter)
        self._plain = PlainSearch(problem, incumbent, ceiling, workers)

    def steps(self) -> Iterator[Step]:
        """The steps of the search; who takes one holds the lock of the incumbent."""
        windows = itertools.cycle(
            box
            for box in boxes(self._problem.ground, self._problem.stock.most_tiles)
            if all(box.holds(cell) for cell in self._problem.fixed)
        )
        can_refute = self._refuter.can_refute()
        for round_ in itertools.count():
            is_idle = True
            for step in self._round(round_, windows, can_refute=can_refute):
                is_idle = False
                yield step
            if is_idle:
                if self._plain.is_exhausted:
                    return
                yield self._step(lambda _seed, _effort: time.sleep(_POLL), 0.0)

    def _round(self, round_: int, windows: Iterator[Window], *, can_refute: bool) -> Iterator[Step]:
        work = _FIRST_WORK * _GROWTH**round_
        if round_ < _GROWING:
            for act in self._finder.growers():
                yield self._step(act, work)
        yield from self._building(windows, work)
        if can_refute:
            for act, its_work in self._refuter.steps():
                yield self._step(act, its_work)
        yield from self._reworking(windows, work)
        if self._plain.is_wanted(round_):
            yield self._step(self._plain.improve, self._plain.patience)

    def _building(self, windows: Iterator[Window], work: float) -> Iterator[Step]:
        """Build complete castles, one window after the other."""
        for window in itertools.islice(windows, _BUILDS):
            points = self._aim()
            if points is not None:
                yield self._step(self._finder.builder(window, points), work)

    def _aim(self) -> int | None:
        """What a castle is to score: all that is hoped for, or less; None if none is better."""
        points = self._ceiling.target
        if points is None:
            return None
        has_castle = self._incumbent.score is not None
        least = self._incumbent.least() if has_castle else points - _DEPTH
        while points > least and self._chance.random() < _LOWER:
            points -= 1
        return points

    def _reworking(self, windows: Iterator[Window], work: float) -> Iterator[Step]:
        """Lay parts of complete castles anew; if there is none yet, look for one in a window."""
        # Where a single score is left, it is more often built or refuted.
        is_last = self._incumbent.least() == self._ceiling.hope
        for _ in range(1 if is_last else _REWORKS):
            if self._ceiling.target is None:
                return
            if self._incumbent.bases:
                yield self._step(self._finder.rework, _ONE_PLACE)
            else:
                for window in itertools.islice(windows, 1):
                    yield self._step(self._finder.improver(window), work)

    def _step(self, act: Act, work: float) -> Step:
        return Step(act, self._chance.randrange(2**31), work)


_POLL = 0.05
_FIRST_WORK = 1.5
"""The work on a step of the first round, in CP-SAT's deterministic time: half a second or so."""
_GROWTH = 1.3
"""By how much steps grow from round to round."""
_GROWING = 2
"""In how many rounds castles are grown: after that they are seldom better than what there is."""
_BUILDS = 3
"""How many windows are tried in a row."""
_LOWER = 0.35
"""How often a point less than the most that is hoped for is aimed at, and then another."""
_DEPTH = 10
"""How far below that, while there is no castle yet."""
_REWORKS = 3
"""How many parts of castles are laid anew in a row."""
_ONE_PLACE = 1.5
"""The work on one of them."""
