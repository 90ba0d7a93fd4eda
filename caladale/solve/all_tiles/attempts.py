"""Attempts of the challenge: a shape in a window, then its themes, or why it has none.

A shape without themes teaches a nogood that all later attempts avoid; a window proved too small is
not tried again. What each attempt is for is chosen by `Targets`.
"""

from __future__ import annotations

import threading

from msgspec import Struct

from caladale.core.layout import Placement
from caladale.solve.all_tiles.demands import Demands
from caladale.solve.all_tiles.outlook import Outlook
from caladale.solve.all_tiles.problem import Challenge
from caladale.solve.all_tiles.shape_lns import ShapeRepair
from caladale.solve.all_tiles.shape_model import Shape, ShapeModel, ThemeNogood, nogood_of
from caladale.solve.all_tiles.targets import Target, Targets
from caladale.solve.all_tiles.theme_model import ThemeModel
from caladale.solve.engine.budget import (
    Outcome,
    StopToken,
    WorkBudget,
    feasibility_solver,
)
from caladale.solve.models.blanks import blanks_of


class AttemptParams(Struct, frozen=True):
    """What an attempt may cost, in CP-SAT's deterministic time; by `benchmarks.challenge`.

    Attributes:
        all_or_nothing: attempts before some are spent on castles of fewer tiles.
        shape_work: the work on a shape,
        repair_work: and on mending one: that takes longer than finding one where most shapes stand.
        theme_work: the work on the themes of a shape.
        shapes: so many shapes of one model are given themes before the attempt is given up.
    """

    all_or_nothing: int = 10
    shape_work: float = 4.0
    repair_work: float = 8.0
    theme_work: float = 1.0
    shapes: int = 6


PARAMS = AttemptParams()


class Attempts:
    """Makes the attempts of one search, and keeps what they teach; workers make them side by side.

    Args:
        problem: the castle to be built.
        outlook: what counting says of it.
        token: ends all work.
        seed: chooses among the castles.
    """

    def __init__(
        self, problem: Challenge, outlook: Outlook, token: StopToken, *, seed: int
    ) -> None:
        self._rules = problem.rules
        self._outlook = outlook
        self._token = token
        self._seed = seed
        self._lock = threading.Lock()
        self._nogoods: list[ThemeNogood] = []
        box, offered = problem.tileset.under(problem.rules), problem.offered()
        self._mends = not problem.rules.hung_tiles_hold
        soon = PARAMS.all_or_nothing // 2 if self._mends else PARAMS.all_or_nothing
        self._targets = Targets(problem, outlook.prospects, seed=seed, soon=soon)
        blanks = blanks_of(box, problem.rules, offered)
        no_holes = problem.no_holes or problem.rules.holes_spoil
        self._demands = Demands(box, blanks, no_holes=no_holes)
        self._theme_model = ThemeModel(box, offered, blanks)

    @property
    def learned(self) -> int:
        """How many nogoods have been learned."""
        return len(self._nogoods)

    def next_target(self, placed: int, score: int, ended: int) -> Target | None:
        """What the next attempt is for; None when nothing better lies in any window.

        Args:
            placed: how many tiles the best castle has, 0 if there is none.
            score: how many points it has.
            ended: how many attempts have ended.
        """
        return self._targets.next(placed, score, ended)

    def make(self, target: Target) -> tuple[Placement, ...]:
        """Look for a shape and give it themes, or learn why it has none; empty if none is found."""
        solver_seed = (self._seed * 7919 + target.number) % 2**31
        mends = self._mends and target.make.size == self._outlook.lead_size
        with self._lock:
            nogoods = list(self._nogoods)
        model = self._build(target, nogoods, solver_seed if mends else None)
        work = (PARAMS.repair_work if mends else PARAMS.shape_work) * target.patience
        budget = WorkBudget(work, self._token)
        for _ in range(PARAMS.shapes):
            outcome, shape = model.solve(feasibility_solver(solver_seed), budget)
            if shape is None:
                if outcome is Outcome.IMPOSSIBLE:
                    self._targets.drop(target)
                return ()
            learned, placements = self._paint(shape, solver_seed, target)
            if placements or learned is None:
                return placements
            model.forbid(learned)
            if mends:
                # A shape that stands is soon mended where it cannot be given themes.
                budget = WorkBudget(work, self._token)
        return ()

    def _build(
        self, target: Target, nogoods: list[ThemeNogood], repair_seed: int | None
    ) -> ShapeModel:
        """The model of one attempt.

        Raises:
            StopRequested: when the search ends before it is stated.
        """
        window, demand = target.window, self._demands.of(target.make)
        if repair_seed is None:
            model = ShapeModel(window, demand, self._rules, token=self._token)
        else:
            model = ShapeRepair(window, demand, self._rules, repair_seed, token=self._token)
        for nogood in nogoods:
            self._token.check()
            model.forbid(nogood)
        return model

    def _paint(
        self, shape: Shape, solver_seed: int, target: Target
    ) -> tuple[ThemeNogood | None, tuple[Placement, ...]]:
        """The tiles of a shape; or the nogood that says why it has none, if that was found."""
        work = PARAMS.theme_work * target.patience
        outcome, placements = self._theme_model.paint(
            shape, solver_seed, WorkBudget(work, self._token)
        )
        if outcome is not Outcome.IMPOSSIBLE:
            return None, placements
        part = self._theme_model.minimal_conflict(shape, WorkBudget(work, self._token))
        nogood = nogood_of(shape, part)
        with self._lock:
            self._nogoods.append(nogood)
        return nogood, ()
