"""The ceiling: what no castle can score, by counting and by what searches have ruled out.

Counting gives the first bound. Then scores are refuted from the top, one by one. A score that one
configuration of CP-SAT has refuted is not hoped for any more, but it counts as ruled out only when
a second one has confirmed that.
"""

from __future__ import annotations

from caladale.errors import RefereeError
from caladale.notation import write_line
from caladale.solve.hand.incumbent import Incumbent
from caladale.solve.hand.problem import HandProblem
from caladale.solve.result import Stop


class Bounds:
    """What no castle can score, without flipped tiles, and whether the incumbent reaches it.

    It is the workers' in common: whoever tells it something holds the lock of the incumbent.

    Args:
        problem: the castles that count.
        incumbent: the best of them so far.

    Attributes:
        bound: no castle scores more, which is proved; None when there is no castle.
        tentative: no castle scores more, if a refutation by one configuration can be trusted; None
            when there is no castle.
        proof: why nothing lies above `bound`; empty until that has been asked.
    """

    def __init__(self, problem: HandProblem, incumbent: Incumbent) -> None:
        self._problem = problem
        self._incumbent = incumbent
        self._refuted: set[int] = set()
        self.bound: int | None = None
        self.tentative: int | None = None
        self.proof = ""

    def count(self) -> None:
        """Set the first bounds, by counting; rougher ones where that is cut short."""
        self.tentative = self.bound = max(self._problem.kinds.values(), default=None)
        if self._problem.is_out_of_reach:
            self.tentative = self.bound = None
            self.proof = _OUT_OF_REACH

    def settle(self) -> bool:
        """End the search if the castle is proved the best, or none to exist; whether it is over."""
        incumbent = self._incumbent
        with incumbent.lock:
            self._check()
            if incumbent.stop is None and (self.bound is None or incumbent.score == self.bound):
                incumbent.end(Stop.PROVED)
                if not self.proof:
                    self.proof = _NONE_BY_COUNT if self.bound is None else _BY_COUNT
            return incumbent.stop is not None

    def _check(self) -> None:
        """Notice a castle that was held to be impossible.

        Raises:
            RefereeError: when there is one.
        """
        castle, score = self._incumbent.layout, self._incumbent.score
        if castle is not None and score is not None and (self.bound is None or score > self.bound):
            what = "such a castle" if self.bound is None else f"a castle of {score} points"
            raise RefereeError(f"the solver held {what} to be impossible", write_line(castle))

    @property
    def target(self) -> int | None:
        """The most that a castle may score; None when that would not be better."""
        score = self._incumbent.score
        return (
            None
            if self.tentative is None or (score is not None and self.tentative <= score)
            else self.tentative
        )

    @property
    def unconfirmed(self) -> list[int]:
        """The scores that one configuration has refuted and none has confirmed, lowest first."""
        return sorted(self._refuted)

    def rule_out(self, points: int) -> None:
        """Counting has ruled out every castle of `points`."""
        if points == self.tentative:
            self._lower_hope()

    def refute(self, points: int) -> None:
        """One configuration has ruled out every castle of `points`."""
        if points == self.tentative:
            self._refuted.add(points)
            self._lower_hope()

    def confirm(self, points: int) -> None:
        """Another one has, too."""
        self._refuted.discard(points)
        self.proof = self._by_search()
        self._rebound()

    def take_back(self, points: int) -> None:
        """There is a castle of `points`, so it was wrong if that had been refuted."""
        self._refuted.discard(points)
        if self.tentative is None or self.tentative < points:
            self.tentative = points
            self._rebound()

    def close(self) -> None:
        """Two searches have ruled out every castle that is better than the incumbent."""
        with self._incumbent.lock:
            self.bound = self._incumbent.score
            self.proof = self._by_search()
            self.settle()

    def _by_search(self) -> str:
        return _BY_SEARCH.format(a="such a" if self._incumbent.score is None else "a better")

    def _lower_hope(self) -> None:
        """The score that was hoped for cannot be had."""
        if self.tentative is not None:
            self.tentative = self._problem.most(self.tentative - 1)
        self._rebound()

    def _rebound(self) -> None:
        """Only what has been confirmed counts as ruled out."""
        self.bound = max(self._refuted, default=self.tentative)


_BY_COUNT = "It reaches what counting castle edges allows, on a table of any size."
_BY_SEARCH = "In all cells that {a} castle could need, CP-SAT found none in two configurations."
_OUT_OF_REACH = "A fixed tile lies farther from the grass than the tiles of the hand can reach."
_NONE_BY_COUNT = "Counting castle edges rules out every such castle."
