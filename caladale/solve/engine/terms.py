"""The terms of a search, checked before it starts: how long, which seed, how many threads."""

from __future__ import annotations

import os
from typing import Any

MOST_SECONDS = 10.0**9
"""Thirty years; Python's own clocks refuse much more."""

MOST_WORKERS = 1000
"""More threads are taken for a slip of the pen."""

MOST_SEED = 2**31 - 1
"""Seeds go to CP-SAT, which takes no larger number."""


def check_terms(*, time_limit: float | None, seed: int, workers: int | None) -> None:
    """Refuse terms that make no sense, in a sentence for people.

    Args:
        time_limit: seconds, a number from 0 to 10**9; None for no limit, where a search allows it.
        seed: a whole number from 0 to 2**31 - 1.
        workers: how many threads, from 1 to 1000; None for one for each core.

    Raises:
        ValueError: when one of them is not so; it names the first that is not.
    """
    if time_limit is not None and not _is_time(time_limit):
        message = f"a time limit is a number of seconds from 0 to 10**9, not {time_limit!r}"
        raise ValueError(message)
    if not _is_whole(seed, 0, MOST_SEED):
        message = f"a seed is a whole number from 0 to {MOST_SEED}, not {seed!r}"
        raise ValueError(message)
    if workers is not None and not _is_whole(workers, 1, MOST_WORKERS):
        message = f"the number of workers is from 1 to {MOST_WORKERS}, not {workers!r}"
        raise ValueError(message)


def threads(workers: int | None) -> int:
    """How many threads to start for so many workers: no more than there are cores.

    More of them would only take turns, and each of them holds a model of its own.
    """
    cores = os.cpu_count() or 1
    return cores if workers is None else min(workers, cores)


def _is_time(value: Any) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return 0 <= value <= MOST_SECONDS  # NaN is neither


def _is_whole(value: Any, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
