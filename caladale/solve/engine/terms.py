"""The terms of a search, checked before it starts: how long, which seed, how many threads."""

from __future__ import annotations

import os
from typing import Any

from msgspec import Struct

MOST_SECONDS = 10.0**9
"""Thirty years; Python's own clocks refuse much more."""

MOST_WORKERS = 1000
"""More threads are taken for a slip of the pen."""

MOST_SEED = 2**31 - 1
"""Seeds go to CP-SAT, which takes no larger number."""


class Terms(Struct, frozen=True, kw_only=True):
    """What a person grants a search.

    Attributes:
        time_limit: seconds, a number from 0 to 10**9; None for no limit, where a search allows it.
        seed: a whole number from 0 to 2**31 - 1.
        workers: how many threads are allowed, from 1 to 1000.
        attempts: no more steps than this are begun, 0 or more; None for no limit.

    """

    time_limit: float | None
    seed: int
    workers: int
    attempts: int | None = None

    @staticmethod
    def of(
        *,
        time_limit: float | None,
        seed: int,
        workers: int | None,
        attempts: int | None = None,
    ) -> Terms:
        """The terms, where None stands for as many workers as there are cores.

        Raises:
            ValueError: when one of them makes no sense; it names the first that does not.
        """
        _check(time_limit=time_limit, seed=seed, workers=workers, attempts=attempts)
        cores = os.cpu_count() or 1
        return Terms(time_limit=time_limit, seed=seed, workers=workers or cores, attempts=attempts)

    @property
    def threads(self) -> int:
        """How many threads to start for so many workers: no more than there are cores.

        More of them would only take turns, and each of them holds a model of its own.
        """
        return min(self.workers, os.cpu_count() or 1)


def _check(
    *, time_limit: float | None, seed: int, workers: int | None, attempts: int | None
) -> None:
    if time_limit is not None and not _is_time(time_limit):
        message = f"a time limit is a number of seconds from 0 to 10**9, not {time_limit!r}"
        raise ValueError(message)
    if not _is_whole(seed, 0, MOST_SEED):
        message = f"a seed is a whole number from 0 to {MOST_SEED}, not {seed!r}"
        raise ValueError(message)
    if workers is not None and not _is_whole(workers, 1, MOST_WORKERS):
        message = f"the number of workers is from 1 to {MOST_WORKERS}, not {workers!r}"
        raise ValueError(message)
    if attempts is not None and attempts < 0:
        message = f"the number of attempts is 0 or more, not {attempts}"
        raise ValueError(message)


def _is_time(value: Any) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return 0 <= value <= MOST_SECONDS  # NaN is neither


def _is_whole(value: Any, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
