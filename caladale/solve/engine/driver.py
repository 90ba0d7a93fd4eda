"""The loop that all searches share: workers take steps until the search is over, or may not go on.

A search says what its steps are (`Search`), and its state tells when it is over. The driver keeps
the limits, lets the workers take steps side by side, and calls back in the thread that started the
search, so that no worker ever waits for a callback.

With one worker the steps follow each other in one fixed order, and as work is counted in CP-SAT's
deterministic time, the same seed then gives the same castle on every machine.
"""

from __future__ import annotations

import contextlib
import enum
import queue
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Final, Protocol, TypeAlias

from msgspec import Struct

from caladale.core.layout import Layout
from caladale.solve.engine.budget import StopRequested, StopToken
from caladale.solve.engine.state import Incumbent, News, Progress, SearchState
from caladale.solve.engine.terms import Terms
from caladale.solve.result import Header, Stop, versions


class Idle(enum.Enum):
    """Instead of a step: there is nothing to do until another step has ended."""

    IDLE = "idle"


IDLE: Final = Idle.IDLE

Step: TypeAlias = Callable[[], None]
"""A piece of work; it hands what it finds to the state of its search."""


class Search(Protocol):
    """What a search says to the driver."""

    def prepare(self) -> None:
        """Find first castles and bounds: done by one worker, before the others begin."""

    def next_step(self) -> Step | Idle | None:
        """The next step; None when there is none any more. Asked by one worker at a time."""

    def settle(self) -> None:
        """End the state's search if nothing better can be; called after each step."""

    def progress(self, steps: int) -> Progress:
        """How far the search is after so many steps."""


class Callbacks(Struct, frozen=True):
    """What a caller wants to hear of a search, and may ask of it.

    All are called in the thread that started the search, one at a time; an error in one of them
    ends the search and is raised.

    Attributes:
        on_castle: called with each better castle and its score.
        on_progress: called after each step.
        should_stop: asked some twenty times a second; the search ends soon after it says yes.
    """

    on_castle: Callable[[Layout, int], None] | None = None
    on_progress: Callable[[Progress], None] | None = None
    should_stop: Callable[[], bool] | None = None


class Driver:
    """Runs one search.

    Args:
        search: says what the steps are.
        state: what the workers share.
        token: stops all work, at a time on the clock too.
        terms: what the search is granted.
        callbacks: whom to tell.
    """

    def __init__(
        self,
        search: Search,
        state: SearchState,
        token: StopToken,
        terms: Terms,
        callbacks: Callbacks | None = None,
    ) -> None:
        self._search = search
        self._state = state
        self._token = token
        self._terms = terms
        self._callbacks = callbacks or Callbacks()
        self._turn = threading.Condition()
        self._begun = self._ended = 0

    def run(self) -> Header:
        """Take steps until the search is over, out of time or out of steps, or Ctrl-C is pressed.

        Returns:
            What the result is to say of the search: why it ended, and on what terms it was made.

        Raises:
            RefereeError, and whatever else goes wrong in a step or in a callback.
        """
        threads = self._terms.threads
        with ThreadPoolExecutor(threads) as pool:
            self._watch([pool.submit(self._prepare)])
            if not self._is_over:
                self._watch([pool.submit(self._work) for _ in range(threads)])
        return Header(
            stop=self._state.stop or self._why_no_more(),
            seconds=round(self._token.seconds_spent, 3),
            time_limit=self._terms.time_limit,
            seed=self._terms.seed,
            workers=self._terms.workers,
            versions=versions(),
        )

    def _why_no_more(self) -> Stop:
        if self._token.seconds_left <= 0:
            return Stop.TIME_LIMIT
        return Stop.ATTEMPTS if self._has_made_all else Stop.WINDOW

    @property
    def _is_over(self) -> bool:
        return self._state.stop is not None or self._token.is_on

    @property
    def _has_made_all(self) -> bool:
        attempts = self._terms.attempts
        return attempts is not None and self._begun >= attempts

    # --- the thread that started the search -----------------------------------------------------

    def _watch(self, streams: Sequence[Future[None]]) -> None:
        """Tell news until the workers have ended, and end them when it is time."""
        for stream in streams:
            stream.add_done_callback(lambda _: self._state.tell(None))
        try:
            while not self._is_over and not _is_settled(streams):
                self._tell_next(_POLL)
                if self._callbacks.should_stop is not None and self._callbacks.should_stop():
                    self._state.end(Stop.INTERRUPTED)
        except KeyboardInterrupt:
            self._state.end(Stop.INTERRUPTED)
        finally:
            while not all(stream.done() for stream in streams):
                self._token.pull()
                wait(streams, timeout=_POLL)
        self._tell_the_rest()
        for stream in streams:
            stream.result()

    def _tell_next(self, timeout: float) -> None:
        with contextlib.suppress(queue.Empty):
            self._tell(self._state.hear(timeout))

    def _tell_the_rest(self) -> None:
        while True:
            try:
                self._tell(self._state.hear())
            except queue.Empty:
                return
            except KeyboardInterrupt:
                self._state.end(Stop.INTERRUPTED)

    def _tell(self, news: News) -> None:
        callbacks = self._callbacks
        if isinstance(news, Incumbent) and callbacks.on_castle is not None:
            callbacks.on_castle(news.layout, news.score)
        if isinstance(news, Progress) and callbacks.on_progress is not None:
            callbacks.on_progress(news)

    # --- the workers ----------------------------------------------------------------------------

    def _prepare(self) -> None:
        with contextlib.suppress(StopRequested):
            self._search.prepare()
            self._search.settle()

    def _work(self) -> None:
        """Take steps until the search is over, or has no step any more."""
        while (step := self._next()) is not None:
            with contextlib.suppress(StopRequested):
                step()
            self._search.settle()
            self._end_step()
            if self._state.stop is not None:
                self._token.pull()

    def _next(self) -> Step | None:
        """The next step; waits while there is nothing to do. None when there is none any more."""
        with self._turn:
            while not self._is_over and not self._has_made_all:
                step = self._search.next_step()
                if not isinstance(step, Idle):
                    self._begun += 1
                    return step
                self._turn.wait(_POLL)
            return None

    def _end_step(self) -> None:
        with self._turn:
            self._ended += 1
            if self._callbacks.on_progress is not None:
                self._state.tell(self._search.progress(self._ended))
            self._turn.notify_all()


def _is_settled(streams: Sequence[Future[None]]) -> bool:
    """Whether all have ended, or one has failed."""
    done = [stream for stream in streams if stream.done()]
    return len(done) == len(streams) or any(stream.exception() for stream in done)


_POLL = 0.05
"""Seconds between two looks at the clock and at `Callbacks.should_stop`."""
