"""The all-tiles challenge: one complete castle of every tile, found by trying shape after shape.

An attempt (`attempts`) takes a window, looks for a shape in it (`shape_model`) and gives the shape
its themes (`theme_model`). Attempts are short, because their times have a heavy tail: a new window
or seed is worth more than patience, which grows only as rounds go by. Where counting shows that not
all tiles can be used (`outlook`), the most that can be is looked for.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from caladale.core.layout import Layout, wants_layout
from caladale.core.soundness import wants
from caladale.errors import ArgumentError
from caladale.solve.all_tiles.answer import ChallengeResult
from caladale.solve.all_tiles.attempts import Attempts
from caladale.solve.all_tiles.misfit import fault_of
from caladale.solve.all_tiles.outlook import Outlook
from caladale.solve.all_tiles.problem import Challenge
from caladale.solve.all_tiles.targets import Target
from caladale.solve.engine.budget import StopToken
from caladale.solve.engine.driver import Callbacks, Driver, Step
from caladale.solve.engine.refereeing import judged, refusal
from caladale.solve.engine.state import Progress, SearchState
from caladale.solve.engine.terms import Terms
from caladale.solve.result import Header, Status, Stop


class ChallengeProgress(Progress, frozen=True, kw_only=True):
    """How far a challenge is; a step is an attempt.

    Attributes:
        placed: how many tiles the best castle has, 0 while there is none.
        wanted: how many tiles there are.
        patterns: how many theme nogoods have been learned.
    """

    placed: int
    wanted: int
    patterns: int


def challenge(
    problem: Challenge | None = None,
    *,
    seed: int = 0,
    workers: int | None = None,
    time_limit: float | None = 60.0,
    attempts: int | None = None,
    hint: Layout | None = None,
    on_castle: Callable[[Layout, int], None] | None = None,
    on_progress: Callable[[ChallengeProgress], None] | None = None,
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
        attempts: no more attempts than this are begun.
        hint: a legal and complete castle from an earlier search, to do better than.
        on_castle: called with each better castle and its score, once the referee has passed it.
        on_progress: called after each attempt.
        should_stop: asked some twenty times a second; the search ends soon after it says yes.
            All three are called in the thread that called this function.

    Raises:
        ArgumentError: when the hint is no answer to the problem, or the terms make no sense.
        RefereeError: when a castle breaks a rule after all, which would be a fault in caladale.
    """
    terms = Terms.of(time_limit=time_limit, seed=seed, workers=workers, attempts=attempts)
    problem = Challenge() if problem is None else problem
    wants(problem, Challenge, "caladale.Challenge(...) makes one")
    state, token = SearchState(), StopToken(time_limit)
    search = _ChallengeSearch(problem, state, token, seed=seed)
    if hint is not None:
        wants_layout(hint)
        fault = fault_of(problem, hint)
        if fault:
            raise ArgumentError(f"the hint is no answer to this challenge: {fault}")
        search.offer(hint)

    def told(progress: Progress) -> None:
        if on_progress is not None and isinstance(progress, ChallengeProgress):
            on_progress(progress)

    callbacks = Callbacks(on_castle, told if on_progress else None, should_stop)
    return search.answer(Driver(search, state, token, terms, callbacks).run())


class _ChallengeSearch:
    """One challenge, as the driver runs it; a step is an attempt.

    Args:
        problem: the castle to be built.
        state: the best castle so far.
        token: ends all work.
        seed: chooses among the castles.
    """

    def __init__(
        self, problem: Challenge, state: SearchState, token: StopToken, *, seed: int
    ) -> None:
        self._problem = problem
        self._state = state
        self._token = token
        self._outlook = Outlook(problem)
        self._attempts = Attempts(problem, self._outlook, token, seed=seed)
        self._lock = threading.Lock()
        self._ended = 0

    def prepare(self) -> None:
        """Nothing: counting is done at once."""

    def next_step(self) -> Step | None:
        """The next attempt; None when there is none that could give a better castle."""
        placed, score = self._known()
        target = self._attempts.next_target(placed, score, self._ended)
        return None if target is None else lambda: self._attempt(target)

    def settle(self) -> None:
        """End the search if nothing better can be."""
        placed, score = self._known()
        if self._outlook.is_hopeless or self._outlook.is_reached(score, placed):
            self._state.end(Stop.PROVED)

    def progress(self, steps: int) -> Progress:
        """How far the search is."""
        return ChallengeProgress(
            steps=steps,
            seconds=self._token.seconds_spent,
            score=self._state.score,
            bound=self._outlook.bound,
            placed=self._known()[0],
            wanted=self._outlook.wanted,
            patterns=self._attempts.learned,
        )

    def _known(self) -> tuple[int, int]:
        """How many tiles the best castle has, and its score; 0 while there is none."""
        known = self._state.incumbent
        return (0, 0) if known is None else (len(known.layout.tiles), known.score)

    def _attempt(self, target: Target) -> None:
        """Make an attempt, and offer the castle that comes of it."""
        problem = self._problem
        try:
            placements = self._attempts.make(target)
            if placements:
                self.offer(
                    Layout(
                        placements,
                        problem.grass,
                        problem.variant,
                        problem.rules,
                        tileset=problem.tileset,
                    )
                )
        finally:
            with self._lock:
                self._ended += 1

    def offer(self, layout: Layout) -> None:
        """Put a castle before the referee, and keep it if it is the best so far.

        Raises:
            RefereeError: when it is no answer to the challenge.
        """
        fault = fault_of(self._problem, layout)
        if fault:
            raise refusal(fault, layout)
        total = judged(layout)[1]
        self._state.take(layout, total, (total, len(layout.tiles)))

    def answer(self, header: Header) -> ChallengeResult:
        """What has been found, and how sure that is."""
        outlook, score = self._outlook, self._state.score
        placed = self._known()[0]
        status, proof = outlook.verdict(score, placed)
        if status in (Status.OPTIMAL, Status.INFEASIBLE):
            header["stop"] = Stop.PROVED
        return ChallengeResult(
            status=status,
            layout=self._state.layout,
            score=score,
            bound=outlook.bound,
            proof=proof,
            placed=placed,
            wanted=outlook.wanted,
            attempts=self._ended,
            patterns=self._attempts.learned,
            obstacle=outlook.obstacle,
            cannot_be=outlook.cannot_be,
            **header,
        )
