"""Stand-ins that play a script in place of a search, so that no test of a batch needs luck.

The script is a list of steps in the settings of a task: ``castle`` tells of a castle with one point
more, ``worse`` goes on from one of no points, ``die`` kills the process, ``die once`` does so the
first time only, ``fail`` raises, ``until PATH`` waits for a file, and ``wait`` goes on until
Ctrl-C, which ``deaf`` keeps from being heard.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from caladale.batch import processes as batch
from caladale.batch.task import Task
from caladale.solve.result_data import Castle, cut_short

LAYOUT = {"format": "caladale-layout/1", "tileset": "caladale", "tiles": []}


def play(task: Task, on_castle: Callable[[Castle], None]) -> dict[str, Any]:
    """Play the script of `task`; stands in for `solve_task`."""
    best: Castle | None = None
    stop = "window exhausted"
    try:
        for step in task.settings["script"]:
            if step == "castle":
                best = castle(1 if best is None else best["score"] + 1)
                on_castle(best)
            elif step == "worse":
                best = castle(0)
            elif step.startswith("until "):
                while not Path(step.removeprefix("until ")).exists():
                    time.sleep(0.05)
            else:
                _STEPS[step](task)
    except KeyboardInterrupt:
        stop = "interrupted"
    return cut_short(stop, best, settings=task.settings)


def castle(total: int) -> Castle:
    """A castle of so many points."""
    return {"score": total, "exchanges": [], "layout": LAYOUT}


def _die(_task: Task) -> None:
    """Be killed as the kernel kills when memory runs out."""
    os.kill(os.getpid(), signal.SIGKILL)


def _die_once(task: Task) -> None:
    marker = Path(task.settings["marker"])
    if not marker.exists():
        marker.touch()
        _die(task)


def _fail(_task: Task) -> None:
    raise ValueError("a fault in the script")


def _wait(_task: Task) -> None:
    threading.Event().wait()


def _be_deaf(_task: Task) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)


_STEPS = {"die": _die, "die once": _die_once, "fail": _fail, "wait": _wait, "deaf": _be_deaf}


def work(pipe: Connection) -> None:
    """The life of a worker process that plays; stands in for the one that solves."""
    batch.solve_task = play  # type: ignore[attr-defined]
    batch._work(pipe)


def die_at_once(pipe: Connection) -> None:
    """The life of a worker process that is short."""
    pipe.recv()
    os.kill(os.getpid(), signal.SIGKILL)


def play_there(task: Task, place: int, topic: str) -> dict[str, Any]:
    """Play on a worker of a cluster."""
    from distributed import get_worker  # noqa: PLC0415

    worker = get_worker()
    return play(task, lambda castle: worker.log_event(topic, (place, castle)))
