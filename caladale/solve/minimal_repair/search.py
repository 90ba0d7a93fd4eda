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

import threading
from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from caladale.core.layout import Layout, wants_layout
from caladale.core.soundness import as_tuple, is_whole, told
from caladale.errors import ArgumentError
from caladale.rules.verdict import validate
from caladale.solve.engine.budget import (
    Outcome,
    StopToken,
    WorkBudget,
    second_solver,
)
from caladale.solve.engine.driver import IDLE, Callbacks, Driver, Idle, Step
from caladale.solve.engine.state import Progress
from caladale.solve.engine.terms import Terms
from caladale.solve.minimal_repair.answer import Proved, RepairResult, answer_of
from caladale.solve.minimal_repair.fallback import castle_given, castles_at_hand, why_no_castle
from caladale.solve.minimal_repair.field import (
    Answer,
    Configuration,
    Field,
    Fields,
    Goal,
    first_solver,
)
from caladale.solve.minimal_repair.laid_tiles import stock_of_castle
from caladale.solve.minimal_repair.state import RepairState
from caladale.solve.models.stock import Stock
from caladale.solve.result import Stop


def repair(
    layout: Layout,
    spares: Sequence[str] = (),
    *,
    time_limit: float = 10.0,
    seed: int = 0,
    workers: int | None = None,
    margin: int | None = None,
    hint: Layout | None = None,
    on_castle: Callable[[Layout, int], None] | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    should_stop: Callable[[], bool] | None = None,
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
        on_castle: called with each better castle and its score, once the referee has passed it.
        on_progress: called after each step of the search.
        should_stop: asked some twenty times a second; the search ends soon after it says yes.
            All three are called in the thread that called this function.

    Returns:
        The result; its status is optimal or infeasible only when that is proved. Ctrl-C ends the
        search and gives the best castle so far.

    Raises:
        HandError: when a spare is unknown, or is there twice, and when the hint is not legal, has
            other tiles or a gate turned over that may not be.
        LayoutError: when a margin is given and the tiles lie too far apart.
        RefereeError: when the referee refuses a castle that the model holds to be legal.
        ArgumentError: when the time limit, the seed, the workers or the margin make no sense.
    """
    terms = Terms.of(time_limit=time_limit, seed=seed, workers=workers)
    wants_layout(layout)
    if margin is not None and not is_whole(margin, 0, _LARGEST_MARGIN):
        message = f"a margin is a number of cells from 0 to {_LARGEST_MARGIN}, not {told(margin)}"
        raise ArgumentError(message)
    spares = as_tuple(spares, "spares", "a number of ids, such as ['stone-four-1']")
    token, stock = StopToken(time_limit), stock_of_castle(layout, spares)
    state = RepairState(layout)
    if hint is not None:
        state.offer(castle_given(hint, layout, stock))
    most = len(layout.tiles) + len(spares)  # every tile removed or moved, every spare added
    fields = Fields(layout, stock, margin, token)
    search = _RepairSearch(state, stock, fields, token, seed=seed, most=most)
    callbacks = Callbacks(on_castle, on_progress, should_stop)
    header = Driver(search, state, token, terms, callbacks).run()
    return answer_of(state, search.proved, fields, header)


_LARGEST_MARGIN = 100


class _Last(Struct, frozen=True):
    """What is left to prove once the number of changes is found.

    Attributes:
        most: so many changes do, as far as is known.
        fewer: the field in which fewer are to be refuted,
        best: and that in which the score is to be raised; None where there is none to be searched.
    """

    most: int
    fewer: Field | None
    best: Field | None


class _RepairSearch:
    """One repair, as the driver runs it: the number of changes first, then two proofs at once.

    Args:
        state: the best castle so far.
        stock: the tiles of the castle and the spares.
        fields: the castles within some cells.
        token: ends all work.
        seed: chooses among equally good castles.
        most: no castle takes more changes.

    Attributes:
        proved: what has been proved so far.
    """

    def __init__(
        self,
        state: RepairState,
        stock: Stock,
        fields: Fields,
        token: StopToken,
        *,
        seed: int,
        most: int,
    ) -> None:
        self._state = state
        self._stock = stock
        self._fields = fields
        self._token = token
        self._seed = seed
        self._most = most
        self.proved = Proved()
        self._steps = self._all_steps()
        self._is_counted = threading.Event()
        self._last: _Last | None = None

    # --- what the driver asks -------------------------------------------------------------------

    def prepare(self) -> None:
        """Judge the castle as it lies, and find castles that need no search."""
        state, before = self._state, self._state.before
        verdict = validate(before)
        if verdict.valid:
            state.offer(before)
            self.proved.best_with = 0
            state.end(Stop.PROVED)
            return
        self.proved.least = 1
        self.proved.none_at_all = why_no_castle(before, self._stock, verdict)
        if self.proved.none_at_all:
            state.end(Stop.PROVED)
            return
        for castle in castles_at_hand(before, self._stock):
            state.offer(castle)

    def next_step(self) -> Step | Idle | None:
        """The next step."""
        return next(self._steps, None)

    def settle(self) -> None:
        """Nothing: the steps end when all is proved."""

    def progress(self, steps: int) -> Progress:
        """How far the search is; there is no bound on the score."""
        return Progress(
            steps=steps,
            seconds=self._token.seconds_spent,
            score=self._state.score,
            bound=None,
        )

    # --- the steps ------------------------------------------------------------------------------

    def _all_steps(self) -> Iterator[Step | Idle]:
        yield self._find_number
        while not self._is_counted.is_set():
            yield IDLE
        last = self._last
        if last is not None:
            # Several threads in one CP-SAT search were far slower here than one (docs/mistakes.md).
            yield lambda: self._confirm(last.fewer, last.most)
            yield lambda: self._improve(last.best, last.most)

    def _find_number(self) -> None:
        """Find a castle with as few changes as do, says the first configuration."""
        try:
            if self._state.incumbent is None:
                self._find_any()
            if self._state.incumbent is not None:
                self._last = self._number_found()
        finally:
            self._is_counted.set()

    def _number_found(self) -> _Last:
        most = self._fewest()
        fewer = self._fields.last
        if most is None:
            if fewer is not None:
                self._find_nearer(fewer)
            most = len(self._state.changes)
            fewer = self._fields.reached_with(most)
        return _Last(most, fewer, self._fields.reached_with(most) or fewer)

    def _find_any(self) -> None:
        """Find a castle where none is at hand, or prove that there is none."""
        field = self._fields.reached_with(self._most)
        if field is None:
            return
        for configuration in (first_solver, second_solver):
            found = self._ask(field, configuration, self._patience())
            if found.outcome is not Outcome.IMPOSSIBLE:
                return
        if self._fields.covers(self._most, field.cells):
            self.proved.refute_all(len(field.cells))

    def _fewest(self) -> int | None:
        """So many changes do, and fewer do not, says the first configuration; None if cut short."""
        work = _WORK * self._token.seconds_left
        effort = WorkBudget(work, self._token)
        known = len(self._state.changes)
        for most in range(self._fields.first_worth_asking(known), known):
            field = self._fields.reached_with(most)
            if field is None:
                return None
            # The castle that scores most is mostly found hardly later than any.
            part = WorkBudget(work * _PART, self._token)
            found = self._ask(field, first_solver, part, most=most, goal=Goal.HIGH_SCORE)
            if found.outcome is Outcome.LIMIT:
                found = self._ask(field, first_solver, effort, most=most)
            if found.outcome is not Outcome.IMPOSSIBLE:
                return most if found.outcome is Outcome.FOUND else None
        return known

    def _find_nearer(self, field: Field) -> None:
        """Find a castle with few changes, in what time is left."""
        most = len(self._state.changes) - 1
        self._ask(field, first_solver, self._patience(), most=most, goal=Goal.FEW_CHANGES)

    def _confirm(self, field: Field | None, most: int) -> None:
        """Prove that fewer changes do not do; that one is needed the referee has said."""
        fewer = most - 1
        if fewer and field is not None:
            found = self._ask(field, second_solver, self._patience(), most=fewer)
            if found.outcome is Outcome.IMPOSSIBLE:
                self.proved.least, self.proved.within = most, field.cells

    def _improve(self, field: Field | None, most: int) -> None:
        """Raise the score as far as it goes; that it goes no farther is asked once more."""
        if field is None:
            return
        for configuration in (first_solver, second_solver):
            if configuration is first_solver and self.proved.highest_with == most:
                continue
            # To ask for more, again and again, is quicker than to ask for the most.
            outcome = Outcome.FOUND
            while outcome is Outcome.FOUND:
                points = (self._state.score or 0) + 1
                found = self._ask(field, configuration, self._patience(), most=most, points=points)
                outcome = found.outcome
            if outcome is not Outcome.IMPOSSIBLE:
                return
        self.proved.best_with = most

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
        found = field.ask(configuration, self._seed, effort, most=most, points=points, goal=goal)
        if found.layout is not None:
            self._state.offer(found.layout)
        self.proved.ran_out |= found.outcome is Outcome.LIMIT
        if found.is_best and goal is Goal.HIGH_SCORE:
            self.proved.highest_with = most
        return found


_WORK = 1.0
"""Deterministic time for the fewest changes, for each second of the limit: under half of it."""
_PART = 0.5
"""The part of it that may go to each question for the castle that scores most."""
