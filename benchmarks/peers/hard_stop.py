"""A peer in a process of its own, which is ended when the peer does not stop by itself.

Some peers cannot look at the clock at all times: while a large model is stated, or in a library
that does not hear. What such a peer has not answered a little after its time counts as a time-out.

The process is a fresh one, and the peer's clock starts when all is imported. It is first asked to
end, so that the peer can put away what it has started, and only then killed. Ctrl-C is heard by the
caller alone, who ends the process.
"""

from __future__ import annotations

import multiprocessing
import signal
import sys
import time
from multiprocessing.connection import Connection

from benchmarks.peers.answer import Answer, Solve, Terms
from caladale.core.hand import Hand

_GRACE = 2.0
"""Seconds beyond the limit for a peer that stops by itself."""

_TO_END = 3.0
"""Seconds for a process to put away what it has started."""


def in_time(solve: Solve, hand: Hand, terms: Terms) -> Answer:
    """The answer of a peer; no castle and no proof when there is none in time.

    Raises:
        RuntimeError: when the process ends without an answer, having told why on standard error.
    """
    spawn = multiprocessing.get_context("spawn")
    heard, told = spawn.Pipe(duplex=False)
    process = spawn.Process(target=_answer, args=(told, solve, hand, terms), daemon=True)
    process.start()
    told.close()
    is_overdue = True
    try:
        heard.recv()  # it is about to begin
        began = time.monotonic()
        is_overdue = not heard.poll(terms.time_limit + _GRACE)
        if is_overdue:
            return None, False, time.monotonic() - began
        answer: Answer = heard.recv()
    except EOFError:
        message = f"{solve.__module__} ended without an answer"
        raise RuntimeError(message) from None
    else:
        return answer
    finally:
        if is_overdue:
            process.terminate()
        process.join(_TO_END)
        process.kill()
        process.join()
        heard.close()


def _answer(told: Connection, solve: Solve, hand: Hand, terms: Terms) -> None:
    """The work of the process: say that it begins, then what the answer is."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    told.send(None)
    told.send(solve(hand, terms))
