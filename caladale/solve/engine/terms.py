"""The terms of a search, checked before it starts: how long, which seed, how many threads."""

from __future__ import annotations

import os

from msgspec import Struct

from caladale.core.soundness import check_seconds, check_whole, is_whole, told
from caladale.errors import ArgumentError

MOST_WORKERS = 1000
"""More threads are taken for a slip of the pen."""

MOST_SEED = 2**31 - 1
"""Seeds go to CP-SAT, which takes no larger number."""

MOST_ATTEMPTS = 10**9
"""More than anybody would wait for."""


class Terms(Struct, frozen=True, kw_only=True):
    """What a person grants a search.

    Attributes:
        time_limit: seconds, a number from 0 to 10**9; None for no limit, where a search allows it.
        seed: a whole number from 0 to 2**31 - 1.
        workers: how many threads are allowed, from 1 to 1000.
        attempts: no more steps than this are begun, from 0 to 10**9; None for no limit.

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
            ArgumentError: when one of them makes no sense; it names the first that does not.
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
    if time_limit is not None:
        check_seconds(time_limit, "a time limit")
    check_whole(seed, "a seed", 0, MOST_SEED)
    if workers is not None and not is_whole(workers, 1, MOST_WORKERS):
        message = f"the number of workers is from 1 to {MOST_WORKERS}, not {told(workers)}"
        raise ArgumentError(message)
    if attempts is not None and not is_whole(attempts, 0, MOST_ATTEMPTS):
        message = f"the number of attempts is 0 or more, not {told(attempts)}"
        if is_whole(attempts, MOST_ATTEMPTS):
            message = f"the number of attempts is {MOST_ATTEMPTS} at most, not {told(attempts)}"
        raise ArgumentError(message)
