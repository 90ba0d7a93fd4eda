"""The all-tiles challenge: one complete castle of every tile, found by trying shape after shape.

An attempt takes a window, looks for a shape in it (`ShapeModel`) and gives the shape its themes
(`Painter`). A shape without themes teaches a pattern that all later attempts avoid; a window
proved too small is not tried again. Attempts are short, because their times have a heavy tail: a
new window or seed is worth more than patience, which grows only as rounds go by. When the whole
castle does not come soon, every other attempt leaves some tiles out, so that there is always a
castle to show.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_EXCEPTION, Future, wait

from msgspec import Struct

from caladale.errors import RefereeError
from caladale.layout import Layout, Placement
from caladale.notation import write_line
from caladale.rules.board import Board
from caladale.score import score
from caladale.solve.counting import Obstacle
from caladale.solve.problem import Challenge
from caladale.solve.result import SolveResult, Status, Stop, versions
from caladale.solve.shape import Demand, Pattern, Shape, ShapeModel, pattern_of
from caladale.solve.shape_blanks import Blank, blanks_of
from caladale.solve.shape_effort import Brake, Effort, Outcome, feasibility_solver, side_by_side
from caladale.solve.shape_repair import ShapeRepair
from caladale.solve.shape_window import Window, windows_by_density
from caladale.solve.themes import Painter
from caladale.tilefile import Group, Role
from caladale.validate import validate


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
    """

    placed: int
    wanted: int
    attempts: int
    patterns: int
    obstacle: Obstacle | None

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
        workers: how many attempts run side by side; as many as there are cores by default.
        time_limit: the seconds after which the best castle so far is returned; None for no limit.
        attempts: the number of attempts after which it is returned.
        incumbent: a legal and complete castle from an earlier search, to do better than.
        on_progress: called after every attempt, from the thread that made it.
        on_castle: called with every castle that is better than all before, from the same thread.
        should_stop: asked some twenty times a second; the search ends soon after it says yes.

    Raises:
        ValueError: when the incumbent is no answer to the problem.
        RefereeError: when a castle breaks a rule after all, which would be a fault in caladale.
    """
    workers = workers or os.cpu_count() or 1
    problem = problem or Challenge()
    run = _Run(
        problem,
        seed,
        Brake(time_limit),
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

    side_by_side(run.work, workers, run.brake, watch)
    return run.result(time_limit, workers)


def misfit(problem: Challenge, layout: Layout) -> str:
    """Why `layout` is no answer to `problem`, by the referee's word; empty if it is one.

    An answer may use fewer tiles than there are, but it is legal and complete, made of the
    problem's tiles on its ground under its readings, and keeps to its goals.
    """
    return next(_faults(problem, layout), "") or next(_missed_goals(problem, layout), "")


def _faults(problem: Challenge, layout: Layout) -> Iterator[str]:
    verdict = validate(layout)
    if not verdict.valid:
        yield f"it breaks {', '.join(breach.code for breach in verdict.violations)}"
    if not verdict.complete:
        yield "it is not complete"
    told = (layout.tileset, layout.variant, layout.rules, layout.grass)
    if told != (problem.tileset, problem.variant, problem.rules, problem.grass):
        yield "it is for another box, game, ground or reading"
    offered = problem.offered()
    if any(placed.side not in offered.get(placed.tile, ()) for placed in layout.tiles):
        yield "it uses a tile that is not offered"


def _missed_goals(problem: Challenge, layout: Layout) -> Iterator[str]:
    columns = sorted(placed.x for placed in layout.tiles)
    height = 1 + max(placed.y for placed in layout.tiles)
    ground = problem.ground()
    if problem.within_columns and not min(ground) <= columns[0] <= columns[-1] <= max(ground):
        yield "it reaches beyond the ground"
    if problem.max_width is not None and columns[-1] - columns[0] >= problem.max_width:
        yield f"it is wider than {problem.max_width}"
    if problem.max_height is not None and height > problem.max_height:
        yield f"it is higher than {problem.max_height}"
    if problem.no_holes and Board(layout).holes():
        yield "it has a hole"


_POLL = 0.05


def _watch(run: _Run, streams: list[Future[None]], should_stop: Callable[[], bool] | None) -> None:
    """Wait until the search is over, has failed, or should stop."""
    pending = set(streams)
    while pending and not run.is_over:
        if run.brake.is_on or (should_stop is not None and should_stop()):
            run.stop = Stop.TIME_LIMIT if run.brake.is_on else Stop.INTERRUPTED
            return
        done, pending = wait(pending, timeout=_POLL, return_when=FIRST_EXCEPTION)
        if any(stream.exception() for stream in done):
            return


class _Target(Struct, frozen=True):
    """What one attempt is for."""

    number: int
    size: int
    window: Window
    patience: float


class _Run:
    """One search: what its workers share."""

    def __init__(
        self,
        challenge: Challenge,
        seed: int,
        brake: Brake,
        *,
        attempts: int | None,
        on_progress: Callable[[Progress], None] | None,
        on_castle: Callable[[Layout], None] | None,
    ) -> None:
        self.brake = brake
        self.stop: Stop | None = None
        self._challenge = challenge
        self._seed = seed
        self._limit = attempts
        self._on_progress = on_progress
        self._on_castle = on_castle
        self._started = time.monotonic()
        self._lock = threading.RLock()
        self._best: Layout | None = None
        self._best_score = 0
        self._begun = self._ended = 0
        self._patterns: list[Pattern] = []
        rules = challenge.rules
        box = challenge.tileset.under(rules)
        offered = challenge.offered()
        self.wanted = len(offered)
        self._fewest = sum(box.tiles[name].group is Group.GATE for name in offered)
        self.obstacle = challenge.obstacle()
        if self.obstacle and self.obstacle.is_absolute:
            self.stop = Stop.PROVED
        self._most = self.wanted - (self.obstacle is not None)
        self._mends = rules.hung_tiles_carry == "no"
        blanks = blanks_of(box, rules, offered)
        self._stock = tuple((blank, len(names)) for blank, names in blanks.items())
        self._gates = frozenset(blank for blank in blanks if blank.is_gate)
        self._towers = frozenset(
            blank
            for blank, names in blanks.items()
            if any(box.tiles[name].role is Role.TOWER for name in names)
        )
        self._painter = Painter(box, offered, blanks)
        self._windows: dict[int, list[Window]] = {}
        self._tries: dict[int, int] = {}
        self._widest: dict[int, Window] = {}

    @property
    def placed(self) -> int:
        """How many tiles the best castle has."""
        return len(self._best.tiles) if self._best else 0

    @property
    def is_over(self) -> bool:
        """Whether no attempt is needed any more."""
        return self.stop is not None or self.placed >= self._most

    def result(self, time_limit: float | None, workers: int) -> ChallengeResult:
        """What has been found, and how sure that is."""
        status, proof = self._verdict()
        is_proved = status in (Status.OPTIMAL, Status.INFEASIBLE)
        return ChallengeResult(
            status=status,
            layout=self._best,
            score=self._best_score if self._best else None,
            bound=self._bound,
            proof=proof,
            stop=Stop.PROVED if is_proved else self.stop or Stop.TIME_LIMIT,
            seconds=round(time.monotonic() - self._started, 3),
            time_limit=time_limit,
            seed=self._seed,
            workers=workers,
            versions=versions(),
            placed=self.placed,
            wanted=self.wanted,
            attempts=self._ended,
            patterns=len(self._patterns),
            obstacle=self.obstacle,
        )

    @property
    def _bound(self) -> int | None:
        """What no castle can score more than; None when counting forbids every castle."""
        most = self._challenge.most_points()
        if self.obstacle is None:
            return most
        return None if self.obstacle.is_absolute else most - _CHEAPEST

    def _verdict(self) -> tuple[Status, str]:
        """The status of the result, and its proof in a sentence if it has one."""
        if self._best is None:
            if self.obstacle and self.obstacle.is_absolute:
                return Status.INFEASIBLE, self.obstacle.reason
            return Status.UNKNOWN, ""
        if self._best_score != self._bound:
            return Status.FEASIBLE, ""
        if self.obstacle is None:
            return Status.OPTIMAL, "Every tile is placed and every castle edge is closed."
        return Status.OPTIMAL, f"One tile less than all, for all cannot be: {self.obstacle.reason}"

    def offer(self, layout: Layout) -> None:
        """Put a castle before the referee, and keep it if it is the best so far."""
        fault = misfit(self._challenge, layout)
        if fault:
            raise RefereeError(f"the referee refused a castle: {fault}", write_line(layout))
        total = score(layout).total or 0
        with self._lock:
            if self._best is None or total > self._best_score:
                self._best, self._best_score = layout, total
                if self._on_castle:
                    self._on_castle(layout)

    def work(self) -> None:
        """Make attempts until the search is over."""
        while not self.is_over and not self.brake.is_on:
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
                self._on_progress(
                    Progress(self._ended, self.placed, self.wanted, patterns, seconds)
                )

    def _next_target(self) -> _Target | None:
        """Choose the size, window and patience of the next attempt; None when there is none."""
        with self._lock:
            if self._limit is not None and self._begun >= self._limit:
                self.stop = self.stop or Stop.ATTEMPTS
                return None
            size = self._next_size()
            if size is None:
                self.stop = self.stop or Stop.WINDOW
                return None
            tried = self._tries.get(size, 0)
            self._tries[size] = tried + 1
            windows = self._windows[size]
            round_, turn = _round(tried)
            # Seeds start at different windows of the round.
            window = windows[(turn + self._seed) % min(len(windows), _ROUND + _GROWTH * round_)]
            window = self._widest.pop(size, window)
            target = _Target(self._begun, size, window, 2.0**round_)
            self._begun += 1
            return target

    def _next_size(self) -> int | None:
        """All tiles; after some attempts, half-way between the best castle and all of them."""
        sizes = [self._most]
        all_or_nothing = _ALL_OR_NOTHING // 2 if self._mends else _ALL_OR_NOTHING
        if self._begun >= all_or_nothing and self._begun % 2:
            tries = (self._begun - all_or_nothing) // 2
            low = max(self.placed, self._fewest)
            missed = self._most - low
            sizes = [low + max(1, missed >> (1 + tries % max(1, missed.bit_length()))), *sizes]
        sizes += range(self._most - 1, max(self.placed, self._fewest), -1)
        for size in sizes:
            if size not in self._windows:
                c = self._challenge
                self._windows[size] = windows_by_density(
                    c.ground(),
                    size,
                    c.rules,
                    within_columns=c.within_columns,
                    max_width=c.max_width,
                    max_height=c.max_height,
                )
            if self._windows[size]:
                return size
        return None

    def _attempt(self, target: _Target) -> tuple[Placement, ...]:
        """Look for a shape and give it themes, or learn why it has none."""
        challenge = self._challenge
        rules = challenge.rules
        demand = Demand(
            self._stock,
            target.size,
            self._all_used(target.size),
            no_holes=challenge.no_holes or rules.hole_breaks_complete == "yes",
        )
        solver_seed = (self._seed * 7919 + target.number) % 2**31
        mends = self._mends and target.size == self._most
        model = (
            ShapeRepair(target.window, demand, rules, solver_seed)
            if mends
            else ShapeModel(target.window, demand, rules)
        )
        patterns = list(self._patterns)
        for pattern in patterns:
            model.forbid(pattern)
        work = (_REPAIR_WORK if mends else _SHAPE_WORK) * target.patience
        effort = self._effort(work)
        for _ in range(_PAINTS):
            outcome, shape = model.solve(feasibility_solver(solver_seed), effort)
            if shape is None:
                if outcome is Outcome.IMPOSSIBLE and not patterns:
                    self._drop(target)
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

    def _paint(
        self, shape: Shape, solver_seed: int, target: _Target
    ) -> tuple[Pattern | None, tuple[Placement, ...]]:
        effort = self._effort(_PAINT_WORK * target.patience)
        outcome, placements = self._painter.paint(shape, solver_seed, effort)
        if outcome is not Outcome.IMPOSSIBLE:
            return None, placements
        part = self._painter.unpaintable_part(shape, self._effort(_PAINT_WORK * target.patience))
        pattern = pattern_of(shape, part)
        with self._lock:
            self._patterns.append(pattern)
        return pattern, ()

    def _all_used(self, size: int) -> frozenset[Blank]:
        """Gates always; tower tops, worth a point more than other tiles, while few are left out."""
        return self._gates | self._towers if self.wanted - size <= _FEW else self._gates

    def _drop(self, target: _Target) -> None:
        """Strike a window that was proved too small, and all that lie within it."""
        proved = target.window
        with self._lock:
            left = [w for w in self._windows[target.size] if not _lies_in(w, proved)]
            self._windows[target.size] = left
            if left and self._challenge.max_height is not None:
                # Where one window is too small, the widest may be; that would settle them all.
                self._widest[target.size] = max(left, key=lambda window: window.area)

    def _effort(self, work: float) -> Effort:
        return Effort(work, self.brake)


_CHEAPEST = 2
"""Points of a tile that is neither gate nor tower top: the least that leaving one out costs."""
_ROUND = 5
"""How many windows the first round looks at."""
_GROWTH = 2
"""How many windows more, and with twice the patience, each later round looks at."""
_ALL_OR_NOTHING = 10
"""Attempts before some are spent on castles of fewer tiles."""
_FEW = 8
"""So many tiles may be left out before tower tops are."""
_SHAPE_WORK = 4.0
_REPAIR_WORK = 8.0
"""Mending a shape takes longer than finding one where most shapes stand."""
_PAINT_WORK = 1.0
_PAINTS = 6
"""How many shapes of one model are given themes before the attempt is given up."""


def _round(tried: int) -> tuple[int, int]:
    """Which round an attempt belongs to, and its turn in it."""
    round_, length = 0, _ROUND
    while tried >= length:
        tried -= length
        round_, length = round_ + 1, length + _GROWTH
    return round_, tried


def _lies_in(inner: Window, outer: Window) -> bool:
    return (
        outer.left <= inner.left
        and inner.left + inner.width <= outer.left + outer.width
        and inner.height <= outer.height
    )
