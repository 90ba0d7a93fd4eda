"""The incumbent: the best castle so far, and the castles from which others are sought."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping

from msgspec import Struct

from caladale.core.edges import Cell
from caladale.core.layout import Layout
from caladale.errors import RefereeError
from caladale.notation import write_line
from caladale.rules.score_sheet import Score, score
from caladale.solve.hand.problem import HandProblem
from caladale.solve.models.stock import Piece
from caladale.solve.result import Stop


class EliteCastle(Struct, frozen=True, eq=False):
    """A castle to start from.

    Attributes:
        pieces: what lies where.
        points: what it scores without flipped tiles.
        complete: whether it is complete.
    """

    pieces: Mapping[Cell, Piece]
    points: int
    complete: bool


class Incumbent:
    """The best castle so far; every castle that is found comes here and goes past the referee.

    Args:
        problem: the castles that count.
        on_improvement: called under the lock with each better castle and its score, flipped tiles
            included.

    Attributes:
        lock: guards all that workers share: this, the ceiling, and what the steps have learned.
        layout: the castle; None while there is none.
        score: its score without flipped tiles.
        stop: why no castle is taken any more; None while the search goes on.
        elite: the best castles to start from, the best first: complete ones, and others.
    """

    def __init__(
        self, problem: HandProblem, on_improvement: Callable[[Layout, int], None] | None
    ) -> None:
        self._problem = problem
        self._on_improvement = on_improvement
        self.lock = threading.RLock()
        self.layout: Layout | None = None
        self.score: int | None = None
        self.stop: Stop | None = None
        self.elite: dict[bool, list[EliteCastle]] = {True: [], False: []}

    def end(self, stop: Stop) -> None:
        """Take no more castles; of several reasons the first stands."""
        self.stop = self.stop or stop

    def least(self) -> int:
        """The fewest points of a castle that would be better."""
        return self._problem.lowest if self.score is None else self.score + 1

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
        sheet = score(layout)
        if sheet.total is None:
            if must_be_legal:
                codes = ", ".join(breach.code for breach in sheet.verdict.violations)
                raise RefereeError(f"the referee refuses a solution ({codes})", write_line(layout))
            return None
        if self._problem.complete_only and not sheet.verdict.complete:
            return None
        points = sheet.total - self._problem.placing.flipped
        with self.lock:
            if self.stop is None and (self.score is None or points > self.score):
                self.layout, self.score = layout, points
                if self._on_improvement is not None:
                    self._on_improvement(layout, sheet.total)
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

    def keep(self, base: EliteCastle | None, instead: EliteCastle | None = None) -> None:
        """Keep a castle to start from, if it is among the best.

        Args:
            base: the castle; None for none.
            instead: the castle that it came from, and whose place it takes.
        """
        if base is not None:
            with self.lock:
                for elite in self.elite.values():
                    elite[:] = [other for other in elite if other is not instead]
                elite = self.elite[base.complete]
                elite[:] = sorted([base, *elite], key=lambda base: -base.points)[:_BASES]


_BASES = 4
"""How many castles of either sort are kept to start from."""
