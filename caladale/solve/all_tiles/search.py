"""The all-tiles challenge: one complete castle of every tile, found by trying shape after shape.

An attempt takes a window, looks for a shape in it (`ShapeModel`) and gives the shape its themes
(`ThemeModel`). A shape without themes teaches a pattern that all later attempts avoid; a window
proved too small is not tried again. Attempts are short, because their times have a heavy tail: a
new window or seed is worth more than patience, which grows only as rounds go by. What each is for
is chosen by `Targets`; where counting shows that not all tiles can be used, it is what can be.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import FIRST_EXCEPTION, Future, wait

from msgspec import Struct

from caladale.core.layout import Layout, Placement
from caladale.errors import RefereeError
from caladale.notation import write_line
from caladale.rules.score_sheet import score
from caladale.solve.all_tiles.demands import Demands
from caladale.solve.all_tiles.misfit import misfit
from caladale.solve.all_tiles.outlook import Outlook
from caladale.solve.all_tiles.problem import Challenge
from caladale.solve.all_tiles.shape_lns import ShapeRepair
from caladale.solve.all_tiles.shape_model import Shape, ShapeModel, ThemeNogood, nogood_of
from caladale.solve.all_tiles.targets import Target, Targets
from caladale.solve.all_tiles.theme_model import ThemeModel
from caladale.solve.engine.budget import (
    Outcome,
    StopRequested,
    StopToken,
    WorkBudget,
    feasibility_solver,
    side_by_side,
)
from caladale.solve.engine.terms import check_terms, threads
from caladale.solve.models.blanks import blanks_of
from caladale.solve.models.parity import Obstacle
from caladale.solve.result import SolveResult, Status, Stop, versions


class Progress(Struct, frozen=True):
    """How far the search is.

    Attributes:
        attempts: how many have ended.
        placed: how many tiles the best castle has, 0 while there is none.
        wanted: how many tiles there are.
        patterns: how many unpaintable patterns have been learned.
        seconds: the time since the start.
    """

    attempts: int
    placed: int
    wanted: int
    patterns: int
    seconds: float


class ChallengeResult(SolveResult, frozen=True):
    """The answer to the challenge: the best complete castle, and what it took to find it.

    Attributes:
        placed: how many tiles the castle has, 0 if there is none.
        wanted: how many tiles there are.
        attempts: how many shapes were tried.
        patterns: how many patterns without themes were learned.
        obstacle: why counting forbids a complete castle of all tiles; None if it does not.
        cannot_be: what the obstacle forbids, all tiles or all gates, and why, in a sentence; empty
            without an obstacle.
    """

    placed: int
    wanted: int
    attempts: int
    patterns: int
    obstacle: Obstacle | None
    cannot_be: str

    @property
    def is_perfect(self) -> bool:
        """Whether every tile is placed."""
        return self.placed == self.wanted


def challenge(
    problem: Challenge | None = None,
    *,
    seed: int = 0,
    workers: int | None = None,
    time_limit: float | None = 60.0,
    attempts: int | None = None,
    incumbent: Layout | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    on_castle: Callable[[Layout], None] | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> ChallengeResult:
    """Look for a complete castle of all tiles, and settle for the most that can be had.

    With one worker and no stop from outside, the same seed gives the same castle on every machine.
    Ctrl-C ends the search and gives the best castle so far.

    Args:
        problem: the castle to be built; all tiles but the wilds on the book's ground by default.
        seed: chooses among the castles.
        workers: how many attempts run side by side, though no more than there are cores; as many
            as there are by default.
        time_limit: the seconds after which the best castle so far is returned; None for no limit.
        attempts: the number of attempts after which it is returned.
        incumbent: a legal and complete castle from an earlier search, to do better than.
        on_progress: called after every attempt, from the thread that made it.
        on_castle: called with every castle that is better than all before, from the same thread.
        should_stop: asked some twenty times a second; the search ends soon after it says yes.

    Raises:
        ValueError: when the incumbent is no answer to the problem, or the terms make no sense.
        RefereeError: when a castle breaks a rule after all, which would be a fault in caladale.
    """
    check_terms(time_limit=time_limit, seed=seed, workers=workers)
    if attempts is not None and attempts < 0:
        raise ValueError(f"the number of attempts is 0 or more, not {attempts}")
    workers = workers or os.cpu_count() or 1
    problem = problem or Challenge()
    run = _Run(
        problem,
        seed,
        StopToken(time_limit),
        attempts=attempts,
        on_progress=on_progress,
        on_castle=on_castle,
    )
    if incumbent is not None:
        fault = misfit(problem, incumbent)
        if fault:
            raise ValueError(f"the incumbent is no answer to this challenge: {fault}")
        run.offer(incumbent)

    def watch(streams: list[Future[None]]) -> None:
        try:
            _watch(run, streams, should_stop)
        except KeyboardInterrupt:
            run.stop = Stop.INTERRUPTED

    side_by_side(run.work, threads(workers), run.token, watch)
    return run.result(time_limit, workers)


_POLL = 0.05


def _watch(run: _Run, streams: list[Future[None]], should_stop: Callable[[], bool] | None) -> None:
    """Wait until the search is over, has failed, or should stop."""
    pending = set(streams)
    while pending and not run.is_over:
        if run.token.is_on or (should_stop is not None and should_stop()):
            run.stop = Stop.TIME_LIMIT if run.token.is_on else Stop.INTERRUPTED
            return
        done, pending = wait(pending, timeout=_POLL, return_when=FIRST_EXCEPTION)
        if any(stream.exception() for stream in done):
            return


class _Run:
    """One search: what its workers share."""

    def __init__(
        self,
        challenge: Challenge,
        seed: int,
        token: StopToken,
        *,
        attempts: int | None,
        on_progress: Callable[[Progress], None] | None,
        on_castle: Callable[[Layout], None] | None,
    ) -> None:
        self._started = time.monotonic()
        self.token = token
        self.stop: Stop | None = None
        self.outlook = Outlook(challenge)
        self._challenge = challenge
        self._seed = seed
        self._limit = attempts
        self._on_progress = on_progress
        self._on_castle = on_castle
        self._lock = threading.RLock()
        self._best: Layout | None = None
        self._best_score = 0
        self._ended = 0
        self._patterns: list[ThemeNogood] = []
        rules = challenge.rules
        box = challenge.tileset.under(rules)
        offered = challenge.offered()
        if self.outlook.is_hopeless:
            self.stop = Stop.PROVED
        self._mends = rules.hung_tiles_carry == "no"
        soon = _ALL_OR_NOTHING // 2 if self._mends else _ALL_OR_NOTHING
        self._targets = Targets(challenge, self.outlook.prospects, seed=seed, soon=soon)
        blanks = blanks_of(box, rules, offered)
        no_holes = challenge.no_holes or rules.hole_breaks_complete == "yes"
        self._demands = Demands(box, blanks, no_holes=no_holes)
        self._theme_model = ThemeModel(box, offered, blanks)

    @property
    def placed(self) -> int:
        """How many tiles the best castle has."""
        return len(self._best.tiles) if self._best else 0

    @property
    def is_over(self) -> bool:
        """Whether no attempt is needed any more."""
        return self.stop is not None or self.outlook.is_reached(self._best_score, self.placed)

    def result(self, time_limit: float | None, workers: int) -> ChallengeResult:
        """What has been found, and how sure that is."""
        points = self._best_score if self._best else None
        status, proof = self.outlook.verdict(points, self.placed)
        is_proved = status in (Status.OPTIMAL, Status.INFEASIBLE)
        return ChallengeResult(
            status=status,
            layout=self._best,
            score=points,
            bound=self.outlook.bound,
            proof=proof,
            stop=Stop.PROVED if is_proved else self.stop or Stop.TIME_LIMIT,
            seconds=round(time.monotonic() - self._started, 3),
            time_limit=time_limit,
            seed=self._seed,
            workers=workers,
            versions=versions(),
            placed=self.placed,
            wanted=self.outlook.wanted,
            attempts=self._ended,
            patterns=len(self._patterns),
            obstacle=self.outlook.obstacle,
            cannot_be=self.outlook.cannot_be,
        )

    def offer(self, layout: Layout) -> None:
        """Put a castle before the referee, and keep it if it is the best so far."""
        fault = misfit(self._challenge, layout)
        if fault:
            raise RefereeError(f"the referee refused a castle: {fault}", write_line(layout))
        total = score(layout).total or 0
        with self._lock:
            known = (self._best_score, self.placed)
            if self._best is None or (total, len(layout.tiles)) > known:
                self._best, self._best_score = layout, total
                if self._on_castle:
                    self._on_castle(layout)

    def work(self) -> None:
        """Make attempts until the search is over."""
        while not self.is_over and not self.token.is_on:
            target = self._next_target()
            if target is None:
                return
            placements = self._attempt(target)
            if placements:
                challenge = self._challenge
                self.offer(
                    Layout(
                        placements,
                        challenge.grass,
                        challenge.variant,
                        challenge.rules,
                        tileset=challenge.tileset,
                    )
                )
            self._count_attempt()

    def _count_attempt(self) -> None:
        with self._lock:
            self._ended += 1
            if self._on_progress:
                seconds = time.monotonic() - self._started
                patterns = len(self._patterns)
                wanted = self.outlook.wanted
                self._on_progress(Progress(self._ended, self.placed, wanted, patterns, seconds))

    def _next_target(self) -> Target | None:
        """What the next attempt is for; None when there is none, and then why is noted."""
        with self._lock:
            if self._limit is not None and self._targets.begun >= self._limit:
                self.stop = self.stop or Stop.ATTEMPTS
                return None
            target = self._targets.next(self.placed, self._best_score, self._ended)
            if target is None:
                self.stop = self.stop or Stop.WINDOW
            return target

    def _attempt(self, target: Target) -> tuple[Placement, ...]:
        """Look for a shape and give it themes, or learn why it has none."""
        solver_seed = (self._seed * 7919 + target.number) % 2**31
        mends = self._mends and target.make.size == self.outlook.lead_size
        patterns = list(self._patterns)
        model = self._build(target, patterns, solver_seed if mends else None)
        if model is None:
            return ()
        work = (_REPAIR_WORK if mends else _SHAPE_WORK) * target.patience
        effort = self._effort(work)
        for _ in range(_PAINTS):
            outcome, shape = model.solve(feasibility_solver(solver_seed), effort)
            if shape is None:
                if outcome is Outcome.IMPOSSIBLE:
                    self._targets.drop(target)
                return ()
            learned, placements = self._paint(shape, solver_seed, target)
            if placements or learned is None:
                return placements
            patterns.append(learned)
            model.forbid(learned)
            if mends:
                # A shape that stands is soon mended where it cannot be painted.
                effort = self._effort(work)
        return ()

    def _build(
        self, target: Target, patterns: list[ThemeNogood], repair_seed: int | None
    ) -> ShapeModel | None:
        """The model of one attempt; None when the search ends before it is stated."""
        window, demand = target.window, self._demands.of(target.make)
        rules, token = self._challenge.rules, self.token
        try:
            if repair_seed is None:
                model = ShapeModel(window, demand, rules, token=token)
            else:
                model = ShapeRepair(window, demand, rules, repair_seed, token=token)
            for pattern in patterns:
                token.check()
                model.forbid(pattern)
        except StopRequested:
            return None
        return model

    def _paint(
        self, shape: Shape, solver_seed: int, target: Target
    ) -> tuple[ThemeNogood | None, tuple[Placement, ...]]:
        effort = self._effort(_PAINT_WORK * target.patience)
        outcome, placements = self._theme_model.paint(shape, solver_seed, effort)
        if outcome is not Outcome.IMPOSSIBLE:
            return None, placements
        part = self._theme_model.minimal_conflict(
            shape, self._effort(_PAINT_WORK * target.patience)
        )
        pattern = nogood_of(shape, part)
        with self._lock:
            self._patterns.append(pattern)
        return pattern, ()

    def _effort(self, work: float) -> WorkBudget:
        return WorkBudget(work, self.token)


_ALL_OR_NOTHING = 10
"""Attempts before some are spent on castles of fewer tiles."""
_SHAPE_WORK = 4.0
_REPAIR_WORK = 8.0
"""Mending a shape takes longer than finding one where most shapes stand."""
_PAINT_WORK = 1.0
_PAINTS = 6
"""How many shapes of one model are given themes before the attempt is given up."""
