"""What every peer is told and what it answers, and the referee who stands in between."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import TypeAlias

from msgspec import Struct

from caladale.core.edges import Cell
from caladale.core.hand import Hand
from caladale.rules.score_sheet import score
from caladale.solve.hand.counting import counting_bound
from caladale.solve.hand.placing import PiecePlacing
from caladale.solve.models.stock import Piece, Stock, stock_of

Answer: TypeAlias = tuple[int | None, bool, float]
"""The best score found, whether it is proved, and the seconds that it took."""


class Terms(Struct, frozen=True):
    """On which terms a peer works, the same for all.

    Attributes:
        time_limit: seconds for everything, the bound included.
        workers: threads, for those that can use more than one.
        seed: the seed of its search, for those that have one.
    """

    time_limit: float
    workers: int = 1
    seed: int = 0


Solve: TypeAlias = Callable[[Hand, Terms], Answer]
"""What every solver is: a function of a module, which another process can import."""


class Problem:
    """A hand as a peer gets it, with the clock running and the bound by counting.

    Attributes:
        stock: the tiles.
        ground: the columns of the ground.
        bound: no castle scores more, flipped tiles apart; reaching it is a proof.
    """

    def __init__(self, hand: Hand, terms: Terms) -> None:
        self._began = time.monotonic()
        self._hand = hand
        self._terms = terms
        self.stock: Stock = stock_of(hand)
        self.ground = range(sum(hand.grass))
        bound = counting_bound(self.stock, len(self.ground), hand.rules)
        if bound is None:
            message = "counting allows no castle of this hand"
            raise ValueError(message)
        self.bound = bound

    @property
    def left(self) -> float:
        """Seconds until the time limit; 0 after it, for no solver takes a negative one."""
        return max(0.0, self._terms.time_limit - (time.monotonic() - self._began))

    def judged(self, pieces: Mapping[Cell, Piece]) -> int | None:
        """What the referee gives for a castle; None when it is illegal."""
        laying = PiecePlacing(self._hand, self.stock)
        total = score(laying.layout(pieces)).total
        return None if total is None else total - laying.flipped

    def answer(self, best: int | None, *, proved: bool = False) -> Answer:
        """The answer, now; reaching the bound proves it, and so may the peer have done."""
        seconds = time.monotonic() - self._began
        return best, proved or best == self.bound, seconds
