"""Bounds on the score: what counting proves, and what searches have ruled out.

Counting gives the first bound. Then scores are refuted from the top, one by one. A score that one
configuration of CP-SAT has refuted is out of the *tentative* bound at once, but it counts as ruled
out only when a second configuration has confirmed that.
"""

from __future__ import annotations

from caladale.solve.hand.problem import HandProblem


class Bounds:
    """What no castle can score, without flipped tiles.

    It guards nothing by itself: `HandState` does, which owns it.

    Args:
        problem: the castles that count.

    Attributes:
        bound: no castle scores more, which is proved; None when there is no castle.
        tentative: no castle scores more, if a refutation by one configuration can be trusted; None
            when there is no castle.
        proof: why nothing lies above `bound`; empty until that has been asked.
    """

    def __init__(self, problem: HandProblem) -> None:
        self._problem = problem
        self._refuted: set[int] = set()
        self._is_counted = False
        self.bound: int | None = None
        self.tentative: int | None = None
        self.proof = ""

    def count(self) -> None:
        """Set the first bounds, by counting; rougher ones where that is cut short."""
        self.tentative = self.bound = self._problem.most_points.highest
        if self._problem.is_out_of_reach:
            self.tentative = self.bound = None
            self.proof = _OUT_OF_REACH
        self._is_counted = True

    @property
    def unconfirmed(self) -> list[int]:
        """The scores that one configuration has refuted and none has confirmed, lowest first."""
        return sorted(self._refuted)

    def rule_out(self, points: int) -> None:
        """Counting has ruled out every castle of `points`."""
        if points == self.tentative:
            self._lower()

    def refute(self, points: int) -> None:
        """One configuration has ruled out every castle of `points`."""
        if points == self.tentative:
            self._refuted.add(points)
            self._lower()

    def confirm(self, points: int, *, has_castle: bool) -> None:
        """Another one has, too."""
        self._refuted.discard(points)
        self.proof = _by_search(has_castle=has_castle)
        self._keep_what_is_proved()

    def take_back(self, points: int) -> None:
        """There is a castle of `points`, so it was wrong if that had been refuted."""
        self._refuted.discard(points)
        if self.tentative is None or self.tentative < points:
            self.tentative = points
            self._keep_what_is_proved()

    def close(self, score: int | None) -> None:
        """Two searches have ruled out every castle of more points; None for every castle."""
        self.bound = score
        self.proof = _by_search(has_castle=score is not None)

    def allows(self, score: int) -> bool:
        """Whether a castle may score so much; before anything is counted it may."""
        return not self._is_counted or (self.bound is not None and score <= self.bound)

    def is_reached(self, score: int | None) -> bool:
        """Whether no castle scores more than `score`; None for no castle at all. Says why."""
        if not self._is_counted or (self.bound is not None and score != self.bound):
            return False
        if not self.proof:
            self.proof = _NONE_BY_COUNT if self.bound is None else _BY_COUNT
        return True

    def _lower(self) -> None:
        """No castle makes the tentative bound."""
        if self.tentative is not None:
            self.tentative = self._problem.most(self.tentative - 1)
        self._keep_what_is_proved()

    def _keep_what_is_proved(self) -> None:
        """Only what has been confirmed counts as ruled out."""
        self.bound = max(self._refuted, default=self.tentative)


def _by_search(*, has_castle: bool) -> str:
    return _BY_SEARCH.format(a="a better" if has_castle else "such a")


_BY_COUNT = "It reaches what counting castle edges allows, on a table of any size."
_BY_SEARCH = "In all cells that {a} castle could need, CP-SAT found none in two configurations."
_OUT_OF_REACH = "A fixed tile lies farther from the grass than the tiles of the hand can reach."
_NONE_BY_COUNT = "Counting castle edges rules out every such castle."
