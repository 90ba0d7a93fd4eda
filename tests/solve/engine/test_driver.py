"""The loop that all searches share: limits, callbacks, and how a search ends."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterable, Iterator

import pytest

from caladale.core.layout import Layout
from caladale.solve import Stop
from caladale.solve.engine.budget import StopRequested, StopToken
from caladale.solve.engine.driver import IDLE, Callbacks, Driver, Idle, Step
from caladale.solve.engine.state import Progress, SearchState
from caladale.solve.engine.terms import Terms
from caladale.solve.result import Header

CASTLE = Layout()


class Scripted:
    """A search whose steps are given; it is over when `goal` points are found."""

    def __init__(
        self,
        state: SearchState,
        steps: Iterable[Step | Idle],
        *,
        goal: int | None = None,
        first: Step | None = None,
    ) -> None:
        self.state = state
        self.steps = iter(steps)
        self.goal = goal
        self.first = first

    def prepare(self) -> None:
        """Take the first step."""
        if self.first is not None:
            self.first()

    def next_step(self) -> Step | Idle | None:
        """The next of the steps."""
        return next(self.steps, None)

    def settle(self) -> None:
        """End the search at its goal."""
        known = self.state.incumbent
        if known is not None and known.score == self.goal:
            self.state.end(Stop.PROVED)

    def progress(self, steps: int) -> Progress:
        """How far it is."""
        known = self.state.incumbent
        return Progress(
            steps=steps, seconds=0.0, score=None if known is None else known.score, bound=self.goal
        )


def finds(state: SearchState, score: int) -> Step:
    def find() -> None:
        state.take(CASTLE, score, (score,))

    return find


def nothing() -> None:
    """A step without result."""


def endless() -> Iterator[Step]:
    while True:
        yield lambda: time.sleep(0.01)


def drive(
    search: Scripted,
    *,
    seconds: float | None = 60,
    workers: int = 1,
    attempts: int | None = None,
    callbacks: Callbacks | None = None,
) -> Header:
    terms = Terms.of(time_limit=seconds, seed=7, workers=workers, attempts=attempts)
    return Driver(search, search.state, StopToken(seconds), terms, callbacks).run()


def test_a_search_ends_when_it_is_settled() -> None:
    state = SearchState()
    header = drive(Scripted(state, map(finds, [state] * 5, (1, 3, 2, 5, 9)), goal=5))
    assert header["stop"] is Stop.PROVED
    assert state.incumbent is not None
    assert state.incumbent.score == 5
    assert (header["seed"], header["workers"], header["time_limit"]) == (7, 1, 60)


def test_a_search_that_is_settled_at_first_takes_no_step() -> None:
    state = SearchState()
    steps = iter([finds(state, 9)])
    assert drive(Scripted(state, steps, goal=2, first=finds(state, 2)))["stop"] is Stop.PROVED
    assert next(steps, None) is not None


def test_a_search_without_steps_has_looked_everywhere() -> None:
    assert drive(Scripted(SearchState(), [nothing]))["stop"] is Stop.WINDOW


@pytest.mark.parametrize("workers", [1, 2])
def test_attempts_are_counted_when_they_are_begun(workers: int) -> None:
    made: list[int] = []
    steps = (lambda: made.append(1) for _ in range(10))
    header = drive(Scripted(SearchState(), steps), attempts=3, workers=workers)
    assert (header["stop"], len(made)) == (Stop.ATTEMPTS, 3)


def test_the_clock_ends_a_search() -> None:
    header = drive(Scripted(SearchState(), endless()), seconds=0.2)
    assert header["stop"] is Stop.TIME_LIMIT
    assert header["seconds"] >= 0.2


def test_without_time_no_step_is_taken() -> None:
    steps = iter([nothing])
    assert drive(Scripted(SearchState(), steps), seconds=0)["stop"] is Stop.TIME_LIMIT
    assert next(steps, None) is nothing


def test_callbacks_are_called_in_order_in_the_thread_that_started_the_search() -> None:
    state = SearchState()
    heard: list[int] = []
    threads: set[int] = set()
    steps: list[int] = []

    def hear(layout: Layout, score: int) -> None:
        assert layout is CASTLE
        heard.append(score)
        threads.add(threading.get_ident())

    search = Scripted(state, map(finds, [state] * 4, (4, 2, 6, 8)), first=finds(state, 1))
    callbacks = Callbacks(hear, lambda progress: steps.append(progress.steps))
    drive(search, callbacks=callbacks, workers=2)
    assert heard == sorted(heard)
    assert (heard[0], heard[-1]) == (1, 8)
    assert threads == {threading.get_ident()}
    assert sorted(steps) == [1, 2, 3, 4]


def test_no_worker_waits_for_a_callback() -> None:
    state = SearchState()
    goes_on = threading.Event()

    def hear(_layout: Layout, score: int) -> None:
        if score == 1:
            assert goes_on.wait(60)  # the second castle is found meanwhile

    def second() -> None:
        state.take(CASTLE, 2, (2,))
        goes_on.set()

    drive(Scripted(state, [finds(state, 1), second]), callbacks=Callbacks(hear))
    assert goes_on.is_set()


@pytest.mark.parametrize("place", ["step", "on_castle", "on_progress", "should_stop", "prepare"])
def test_an_error_ends_the_search_and_is_raised(place: str) -> None:
    state = SearchState()

    def fail(*_: object) -> None:
        raise ZeroDivisionError

    def ask() -> bool:
        raise ZeroDivisionError

    def steps() -> Iterator[Step]:
        yield fail if place == "step" else finds(state, 1)
        yield from endless()

    callbacks = Callbacks(
        on_castle=fail if place == "on_castle" else None,
        on_progress=fail if place == "on_progress" else None,
        should_stop=ask if place == "should_stop" else None,
    )
    first = fail if place == "prepare" else None
    with pytest.raises(ZeroDivisionError):
        drive(Scripted(state, steps(), first=first), callbacks=callbacks, workers=2)


def pressing(times: int) -> Callable[[], bool]:
    asked = 0

    def ask() -> bool:
        nonlocal asked
        asked += 1
        if asked == times:
            raise KeyboardInterrupt
        return False

    return ask


def test_ctrl_c_ends_a_search_in_good_order() -> None:
    state = SearchState()
    header = drive(
        Scripted(state, endless(), first=finds(state, 1)),
        callbacks=Callbacks(None, None, pressing(3)),
    )
    assert header["stop"] is Stop.INTERRUPTED
    assert state.incumbent is not None
    state.take(CASTLE, 5, (5,))
    assert state.incumbent.score == 1


def test_ctrl_c_in_a_callback_loses_no_castle() -> None:
    state = SearchState()
    heard: list[int] = []

    def hear(_: Layout, score: int) -> None:
        heard.append(score)
        raise KeyboardInterrupt

    header = drive(Scripted(state, endless(), first=finds(state, 1)), callbacks=Callbacks(hear))
    assert (header["stop"], heard) == (Stop.INTERRUPTED, [1])


def test_whoever_started_it_may_stop_it() -> None:
    header = drive(
        Scripted(SearchState(), endless()), callbacks=Callbacks(None, None, lambda: True)
    )
    assert header["stop"] is Stop.INTERRUPTED


def test_a_step_that_was_stopped_is_no_error() -> None:
    def stopped() -> None:
        raise StopRequested

    assert drive(Scripted(SearchState(), [stopped, nothing]))["stop"] is Stop.WINDOW


@pytest.mark.parametrize("workers", [1, 2])
def test_a_worker_without_a_step_waits_for_the_others(workers: int) -> None:
    order: list[str] = []

    def steps() -> Iterator[Step | Idle]:
        yield lambda: order.append("first")
        while not order:
            yield IDLE
        yield lambda: order.append("second")

    drive(Scripted(SearchState(), steps()), workers=workers)
    assert order == ["first", "second"]


def test_a_state_takes_only_what_is_better_and_tells_of_it() -> None:
    state = SearchState()
    assert [state.take(CASTLE, rank[0], rank) for rank in ((2, 1), (2, 0), (2, 1), (2, 2))] == [
        True, False, False, True
    ]  # fmt: skip
    assert state.hear() is not None
    assert state.hear() == state.incumbent
    with pytest.raises(queue.Empty):
        state.hear()
    state.end(Stop.PROVED)
    state.end(Stop.INTERRUPTED)
    assert state.stop is Stop.PROVED
    assert not state.take(CASTLE, 9, (9,))
