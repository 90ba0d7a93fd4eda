"""What the workers of one search share: the incumbent, why it is over, and the news of it."""

from __future__ import annotations

import queue
import threading
from typing import TypeAlias

from msgspec import Struct

from caladale.core.layout import Layout
from caladale.solve.result import Stop


class Incumbent(Struct, frozen=True):
    """The best castle so far.

    Attributes:
        layout: the castle, which the referee has passed.
        score: its score, as the referee counts it.
        rank: what it is compared by; of two castles the one with the greater rank is better.
    """

    layout: Layout
    score: int
    rank: tuple[int, ...]


class Progress(Struct, frozen=True, kw_only=True):
    """How far a search is.

    Attributes:
        steps: how many steps have ended.
        seconds: the time since the start.
        score: the score of the incumbent; None while there is none.
        bound: no castle can score more, which is proved; None when nothing is known.
    """

    steps: int
    seconds: float
    score: int | None
    bound: int | None


News: TypeAlias = Incumbent | Progress | None
"""A better castle, or how far the search is; None for no more than a look at the state."""


class SearchState:
    """The incumbent and the end of a search. Every method may be called from any thread."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._incumbent: Incumbent | None = None
        self._stop: Stop | None = None
        self._news: queue.SimpleQueue[News] = queue.SimpleQueue()

    @property
    def incumbent(self) -> Incumbent | None:
        """The best castle so far; None while there is none."""
        return self._incumbent

    @property
    def layout(self) -> Layout | None:
        """The castle of the incumbent."""
        return None if self._incumbent is None else self._incumbent.layout

    @property
    def score(self) -> int | None:
        """The score of the incumbent, as the referee counts it."""
        return None if self._incumbent is None else self._incumbent.score

    @property
    def stop(self) -> Stop | None:
        """Why the search is over; None while it goes on."""
        return self._stop

    def end(self, stop: Stop) -> None:
        """End the search: no castle is taken any more. Of several reasons the first stands."""
        with self._lock:
            self._stop = self._stop or stop
        self.tell(None)

    def take(self, layout: Layout, score: int, rank: tuple[int, ...]) -> bool:
        """Take a castle that the referee has passed as the incumbent, if it is better.

        Returns:
            Whether it was taken.
        """
        with self._lock:
            known = self._incumbent
            if self._stop is not None or (known is not None and rank <= known.rank):
                return False
            self._incumbent = Incumbent(layout, score, rank)
            # Under the lock, so that castles are told of in the order in which they were taken.
            self.tell(self._incumbent)
            return True

    def tell(self, news: News) -> None:
        """Leave news for whoever waits for them."""
        self._news.put(news)

    def hear(self, timeout: float | None = None) -> News:
        """The next news, waited for up to so many seconds; without a timeout not at all.

        Raises:
            queue.Empty: when there are none.
        """
        return self._news.get(block=timeout is not None, timeout=timeout)
