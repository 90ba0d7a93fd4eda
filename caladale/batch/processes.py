"""Many hands, solved side by side by processes of this machine.

A worker process solves one hand after another and tells of every better castle, so that none is
lost with it. It is started anew when it dies, be it for want of memory, and its hand is tried once
more.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from types import FrameType
from typing import Any, TypeAlias

from caladale._processes import Interrupts, end_with_parent, ignoring_interrupts
from caladale.batch.task import Task, solve_task
from caladale.solve.result import Stop
from caladale.solve.result_data import Castle, cut_short

ERROR = "error"
"""Why a solve ended: with a fault in caladale, which the key ``error`` tells."""
WORKER_DIED = "worker died"
"""Why a solve ended: its process was killed or crashed, twice."""

_TRIES = 2
_TICK = 0.2
"""Seconds until a press of Ctrl-C is heard at the latest."""

Result: TypeAlias = tuple[int, dict[str, Any]]
"""The place of a task in its batch, and its result as plain data."""
OnCastle: TypeAlias = Callable[[int, Castle], None]
"""Called with the place of a task and a better castle for it."""


def solve_hands(
    tasks: Sequence[Task], *, jobs: int = 1, on_castle: OnCastle | None = None
) -> Generator[Result, None, None]:
    """Solve hands, up to `jobs` at once, and give each result as soon as it is there.

    Every task gets one result. Ctrl-C ends all searches with the best castles so far, and what was
    not begun is told as interrupted; a second Ctrl-C does not wait for the searches to end. A hand
    whose process dies twice gives the best castle that it told of before.
    """
    with Interrupts() as interrupts:
        pool = _Pool(tasks, jobs, on_castle)
        try:
            yield from pool.results(interrupts)
        finally:
            pool.close()


class _Pool:
    """The worker processes, the tasks that wait, and what is known of those under way."""

    def __init__(self, tasks: Sequence[Task], jobs: int, on_castle: OnCastle | None) -> None:
        self._tasks = tasks
        self._jobs = jobs
        self._on_castle = on_castle
        self._waiting = deque(range(len(tasks)))
        self._deaths = [0] * len(tasks)
        self._best: list[Castle | None] = [None] * len(tasks)
        self._idle: list[_Worker] = []
        self._busy: dict[Connection, _Worker] = {}
        self._stopping = False

    def results(self, interrupts: Interrupts) -> Iterator[Result]:
        """Hand out tasks and collect results until every task has one."""
        while self._waiting or self._busy:
            if interrupts.count and not self._stopping:
                self._stopping = True
                for worker in self._busy.values():
                    worker.end()
                for place in self._waiting:
                    yield self._cut_short(place, Stop.INTERRUPTED.value)
                self._waiting.clear()
            if interrupts.count > 1:
                for worker in self._busy.values():
                    worker.process.kill()
            while self._waiting and len(self._busy) < self._jobs:
                self._begin(self._waiting.popleft())
            for pipe in wait(list(self._busy), _TICK):
                yield from self._hear(self._busy[pipe])  # type: ignore[index]

    def close(self) -> None:
        """End all processes."""
        for worker in (*self._idle, *self._busy.values()):
            worker.close()

    def _begin(self, place: int) -> None:
        worker = self._idle.pop() if self._idle else _Worker()
        self._busy[worker.pipe] = worker
        worker.begin(place, self._tasks[place])

    def _hear(self, worker: _Worker) -> Iterator[Result]:
        """Take the next message of a worker, or its death."""
        place = worker.place
        try:
            kind, content = worker.pipe.recv()
        except (EOFError, OSError):
            yield from self._died(worker)
            return
        if kind == "castle":
            best = self._best[place]
            if best is None or content["score"] > best["score"]:
                self._best[place] = content
                if self._on_castle is not None:
                    self._on_castle(place, content)
            return
        self._idle.append(self._busy.pop(worker.pipe))
        if kind == "failed":
            result = self._cut_short(place, ERROR, worker.seconds)
            result[1]["error"] = content
            yield result
            return
        best, total = self._best[place], content["score"]
        if best is not None and (total is None or best["score"] > total):
            # Only after a death: the process that died had come further than the second one.
            yield self._cut_short(place, WORKER_DIED, worker.seconds)
        else:
            yield place, content

    def _died(self, worker: _Worker) -> Iterator[Result]:
        """Try the task of a dead worker once more, or give what is known of it."""
        place = worker.place
        del self._busy[worker.pipe]
        worker.close()
        self._deaths[place] += 1
        if self._stopping:
            yield self._cut_short(place, Stop.INTERRUPTED.value, worker.seconds)
        elif self._deaths[place] < _TRIES:
            self._waiting.appendleft(place)
        else:
            yield self._cut_short(place, WORKER_DIED, worker.seconds)

    def _cut_short(self, place: int, stop: str, seconds: float = 0.0) -> Result:
        settings = self._tasks[place].settings
        return place, cut_short(stop, self._best[place], settings=settings, seconds=seconds)


class _Worker:
    """A process that solves one task after another."""

    def __init__(self) -> None:
        # Spawned, not forked: a fork would copy the locks of threads that it does not copy.
        context = multiprocessing.get_context("spawn")
        self.pipe, other_end = context.Pipe()
        self.process = context.Process(target=_work, args=(other_end,), daemon=True)
        # Ctrl-C goes to all processes of a terminal.
        with ignoring_interrupts():
            self.process.start()
        other_end.close()
        self.place = -1
        self._began = 0.0

    @property
    def seconds(self) -> float:
        """Since when the worker is at its task."""
        return time.monotonic() - self._began

    def begin(self, place: int, task: Task) -> None:
        """Hand a task over; that the worker is dead shows when it is listened to."""
        self.place = place
        self._began = time.monotonic()
        with contextlib.suppress(OSError):
            self.pipe.send(task)

    def end(self) -> None:
        """Ask the worker to end its search and to tell the result."""
        self.process.terminate()

    def close(self) -> None:
        """End the process, whatever it does."""
        self.process.kill()
        self.process.join()
        self.pipe.close()


def _work(pipe: Connection) -> None:
    """The life of a worker process: solve what comes through the pipe, until it closes."""
    parent = _Parent(pipe)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, parent.end)
    threading.Thread(target=end_with_parent, daemon=True).start()
    with contextlib.suppress(EOFError, OSError, KeyboardInterrupt):
        while True:
            task = pipe.recv()
            try:
                answer = solve_task(task, lambda castle: parent.tell("castle", castle))
            except Exception as error:  # noqa: BLE001 - one hand's fault must not end the others
                parent.tell("failed", f"{type(error).__name__}: {error}")
            else:
                parent.tell("result", answer)


class _Parent:
    """The parent of a worker, told through a pipe, each message whole.

    SIGTERM is to a worker what Ctrl-C is to a single solve: the search ends in good order. It waits
    while a message is under way.
    """

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self._turn = threading.Lock()
        self._is_main_speaking = False
        self._is_ended = False

    def tell(self, kind: str, content: Any) -> None:
        """Send a message, from whichever thread."""
        is_main = threading.current_thread() is threading.main_thread()
        with self._turn:
            self._is_main_speaking = is_main
            try:
                self._pipe.send((kind, content))
            finally:
                self._is_main_speaking = False
        if is_main and self._is_ended:
            raise KeyboardInterrupt

    def end(self, number: int, frame: FrameType | None) -> None:
        """Handle SIGTERM, in the main thread as Python always does."""
        del number, frame
        if not self._is_main_speaking:
            raise KeyboardInterrupt
        self._is_ended = True
