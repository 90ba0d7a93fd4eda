"""What the steps of a hand's search share: the incumbent, the elite pool and the bounds."""

from __future__ import annotations

import random
from collections.abc import Mapping

from msgspec import Struct

from caladale.core.edges import Cell
from caladale.errors import RefereeError
from caladale.notation import write_line
from caladale.rules.score_sheet import Score, score
from caladale.solve.engine.refereeing import judged
from caladale.solve.engine.state import SearchState
from caladale.solve.hand.bounds import Bounds
from caladale.solve.hand.problem import HandProblem
from caladale.solve.models.stock import Piece
from caladale.solve.result import Stop


class EliteCastle(Struct, frozen=True, eq=False):
    """A castle from which others are sought.

    Attributes:
        pieces: what lies where.
        points: what it scores without flipped tiles.
        complete: whether it is complete.
    """

    pieces: Mapping[Cell, Piece]
    points: int
    complete: bool


class HandState(SearchState):
    """The incumbent, the elite pool and the bounds.

    Points are without flipped tiles, scores with them.

    Args:
        problem: the castles that count.
    """

    def __init__(self, problem: HandProblem) -> None:
        super().__init__()
        self._problem = problem
        self._bounds = Bounds(problem)
        self._elite: dict[bool, list[EliteCastle]] = {True: [], False: []}

    # --- the incumbent and the elite pool -------------------------------------------------------

    @property
    def points(self) -> int | None:
        """What the incumbent scores; None while there is none."""
        known = self.incumbent
        return None if known is None else known.rank[0]

    def least(self) -> int:
        """The fewest points of a castle that would be better."""
        points = self.points
        return self._problem.lowest if points is None else points + 1

    def consider(self, pieces: Mapping[Cell, Piece], *, must_be_legal: bool) -> Score | None:
        """Take a castle as the incumbent if the referee passes it and it is better.

        Args:
            pieces: the castle.
            must_be_legal: whether a model holds it to be legal. A draft may still lack a cut, and
                then need not be.

        Returns:
            Its score sheet if it is a castle that counts.

        Raises:
            RefereeError: when the referee refuses a castle that must be legal.
        """
        layout = self._problem.placing.layout(pieces)
        sheet = judged(layout)[0] if must_be_legal else score(layout)
        if sheet.total is None or (self._problem.complete_only and not sheet.verdict.complete):
            return None
        self.take(layout, sheet.total, (sheet.total - self._problem.placing.flipped,))
        return sheet

    def found(
        self, pieces: Mapping[Cell, Piece], *, must_be_legal: bool = True
    ) -> EliteCastle | None:
        """Consider a castle; what there is to start from, if it counts.

        Raises:
            RefereeError: when the referee refuses a castle that must be legal.
        """
        sheet = self.consider(pieces, must_be_legal=must_be_legal)
        if sheet is None or sheet.total is None:
            return None
        points = sheet.total - self._problem.placing.flipped
        return EliteCastle(pieces, points, sheet.verdict.complete)

    def keep(self, castle: EliteCastle | None, instead: EliteCastle | None = None) -> None:
        """Keep a castle in the elite pool, if it is among the best.

        Args:
            castle: the castle; None for none.
            instead: the castle that it came from, and whose place it takes.
        """
        if castle is not None:
            with self._lock:
                for pool in self._elite.values():
                    pool[:] = [other for other in pool if other is not instead]
                pool = self._elite[castle.complete]
                pool[:] = sorted([castle, *pool], key=lambda one: -one.points)[:_POOL]

    def elite(self, *, complete: bool) -> list[EliteCastle]:
        """The castles of the pool, the best first: complete ones, or others."""
        with self._lock:
            return list(self._elite[complete])

    def draw_elite(self, chance: random.Random, *, complete: bool) -> EliteCastle:
        """A castle of the pool, often the best; there must be one."""
        pool = self.elite(complete=complete)
        return pool[0] if chance.random() < _BEST else chance.choice(pool)

    # --- the bounds -----------------------------------------------------------------------------

    @property
    def bound(self) -> int | None:
        """No castle scores more, which is proved; None when there is no castle."""
        return self._bounds.bound

    @property
    def score_bound(self) -> int | None:
        """The bound as the referee counts, flipped tiles included."""
        bound = self._bounds.bound
        return None if bound is None else bound + self._problem.placing.flipped

    @property
    def tentative(self) -> int | None:
        """No castle scores more, if a refutation by one configuration can be trusted."""
        return self._bounds.tentative

    @property
    def proof(self) -> str:
        """Why nothing lies above `bound`; empty until that has been asked."""
        return self._bounds.proof

    @property
    def target(self) -> int | None:
        """The most that a castle may score; None when that would not be better."""
        with self._lock:
            tentative, points = self._bounds.tentative, self.points
            is_better = tentative is not None and (points is None or tentative > points)
            return tentative if is_better else None

    @property
    def unconfirmed(self) -> list[int]:
        """The scores that one configuration has refuted and none has confirmed, lowest first."""
        with self._lock:
            return self._bounds.unconfirmed

    def count(self) -> None:
        """Set the first bounds, by counting; rougher ones where that is cut short."""
        self._bounds.count()

    def rule_out(self, points: int) -> None:
        """Counting has ruled out every castle of `points`."""
        with self._lock:
            self._bounds.rule_out(points)

    def refute(self, points: int) -> None:
        """One configuration has ruled out every castle of `points`."""
        with self._lock:
            self._bounds.refute(points)

    def confirm(self, points: int) -> None:
        """Another one has, too."""
        with self._lock:
            self._bounds.confirm(points, has_castle=self.points is not None)

    def take_back(self, points: int) -> None:
        """There is a castle of `points`, so it was wrong if that had been refuted."""
        with self._lock:
            self._bounds.take_back(points)

    def close(self, points: int | None) -> None:
        """Two searches have ruled out every castle of more than `points`; None for every castle."""
        with self._lock:
            self._bounds.close(points)
            self.settle()

    def settle(self) -> bool:
        """End the search if the castle is proved the best, or none to exist; whether it is over.

        Raises:
            RefereeError: when there is a castle that was held to be impossible.
        """
        with self._lock:
            points = self.points
            if self.layout is not None and points is not None and not self._bounds.allows(points):
                what = "such a castle" if self.bound is None else f"a castle of {points} points"
                message = f"the solver held {what} to be impossible"
                raise RefereeError(message, write_line(self.layout))
            if self.stop is None and self._bounds.is_reached(points):
                self.end(Stop.PROVED)
            return self.stop is not None


_POOL = 4
"""How many castles of either sort are kept to start from."""
_BEST = 0.5
"""How often the best castle is the one to start from."""
