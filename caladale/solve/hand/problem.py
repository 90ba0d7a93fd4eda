"""The problem of a hand: which castles count, in which cells and by which model to seek them."""

from __future__ import annotations

import functools
from collections.abc import Mapping

from caladale.core.edges import Cell
from caladale.core.hand import Hand
from caladale.core.layout import Layout
from caladale.solve.engine.budget import StopToken
from caladale.solve.hand.aims import Aim, Kind, MostPoints, ScoreRange
from caladale.solve.hand.cases import Case, Subproblem, within
from caladale.solve.hand.counting import WORST, counting_bound
from caladale.solve.hand.model import HandModel
from caladale.solve.hand.placing import PiecePlacing
from caladale.solve.hand.windows import around, enough, is_reachable
from caladale.solve.models.arguments import has_mirror_image, may_slide
from caladale.solve.models.relaxation import CountingRelaxation
from caladale.solve.models.stock import Piece, stock_of
from caladale.solve.models.window import Window


class HandProblem:
    """The castles of a hand, of which the best is wanted; it stays the same during a search.

    Points are without those for flipped tiles, which are the same for every castle.

    Args:
        hand: the tiles, the grass and the rules.
        fixed: tiles that stay where they lie, relative to the grass; None for none.
        complete_only: whether only complete castles count.
        token: what ends the search for them.

    Attributes:
        hand, complete_only, token: as given.
        stock: the tiles of the hand.
        placing: what turns pieces of the stock into layouts, and back.
        fixed: the pieces that stay where they lie.
        ground: the columns of the grass, where strips lie side by side.
        sums: what counting says about the castles.

    Raises:
        HandError: when `fixed` is not made of the tiles and the grass of the hand.
    """

    def __init__(
        self,
        hand: Hand,
        *,
        fixed: Layout | None = None,
        complete_only: bool = False,
        token: StopToken | None = None,
    ) -> None:
        self.token = token or StopToken()
        self.hand = hand
        self.complete_only = complete_only
        self.stock = stock_of(hand)
        self.placing = PiecePlacing(hand, self.stock)
        self.fixed: Mapping[Cell, Piece] = {} if fixed is None else self.placing.pieces_of(fixed)
        self.ground = range(sum(hand.grass))
        self.sums = CountingRelaxation(
            self.stock,
            len(self.ground),
            hand.rules,
            one_gate=self.placing.one_gate,
            token=self.token,
        )
        self._enough: dict[tuple[int, Subproblem], frozenset[Cell]] = {}

    @property
    def lowest(self) -> int:
        """No castle scores less."""
        return -WORST * self.stock.most_tiles

    @functools.cached_property
    def most_points(self) -> MostPoints:
        """Which castles count and may exist, complete ones or others, and the most they make."""
        complete = self._bound(complete=True)
        return MostPoints(complete, None if self.complete_only else self._bound(complete=False))

    @property
    def is_out_of_reach(self) -> bool:
        """Whether something is fixed where no castle of the hand has a tile."""
        return not all(
            is_reachable(cell, self.ground, self.stock, self.hand.rules) for cell in self.fixed
        )

    def most(self, up_to: int) -> int | None:
        """The most points, up to so many, that counting allows; None when it allows no castle."""
        bounds = [
            self._bound(complete=complete, up_to=min(most, up_to))
            for complete, most in self.most_points
        ]
        return max((points for points in bounds if points is not None), default=None)

    def _bound(self, *, complete: bool, up_to: int | None = None) -> int | None:
        return counting_bound(
            self.stock,
            len(self.ground),
            self.hand.rules,
            one_gate=self.placing.one_gate,
            kind=Kind.of(complete),
            most=up_to,
            token=self.token,
        )

    def enough(self, points: int, question: Subproblem) -> frozenset[Cell]:
        """The cells that are enough for a castle of `points` as the question asks."""
        known = self._enough.get((points, question))
        if known is None:
            sums = within(self.sums, question) if isinstance(question, Case) else self.sums
            known = enough(self.ground, sums, self.hand.rules, points, complete=question.complete)
            self._enough[points, question] = known
        return known

    def model(
        self,
        window: Window,
        *,
        aim: Aim,
        fixed: Mapping[Cell, Piece] | None = None,
        cells: frozenset[Cell] | None = None,
        is_any_image: bool = False,
    ) -> HandModel:
        """The model of the castles of this hand.

        Args:
            window: where the castle lies.
            aim: which castles are meant.
            fixed: the pieces that must lie where they do; None for those of the problem.
            cells: the cells of the window that may be used; None for all.
            is_any_image: whether it is enough to know a castle moved along the grass or mirrored,
                where that is a castle too.

        Raises:
            StopRequested: when the token ends the stating of the model.
        """
        return HandModel(
            self.stock,
            window,
            self.hand.rules,
            one_gate=self.placing.one_gate,
            aim=aim,
            fixed=self.fixed if fixed is None else fixed,
            cells=cells,
            from_first=is_any_image and self._may_slide,
            mirrored=is_any_image and self._is_mirrored,
            token=self.token,
        )

    def castles_of(self, points: int, question: Subproblem) -> HandModel:
        """The model of the castles of a score that a question is about, on any table.

        It has them in the cells that are enough, moved along the grass and mirrored as suits.

        Raises:
            StopRequested: when the token ends the stating of the model.
        """
        cells = self.enough(points, question) | frozenset(self.fixed)
        aim: Aim = ScoreRange((points, points), Kind.of(question.complete))
        if isinstance(question, Case):
            aim = question
        return self.model(
            around(cells, self.ground),
            aim=aim,
            cells=cells,
            is_any_image=True,
        )

    @functools.cached_property
    def _may_slide(self) -> bool:
        """Whether a castle may be moved along the grass."""
        return not self.fixed and may_slide(self.stock, self.hand.rules)

    @functools.cached_property
    def _is_mirrored(self) -> bool:
        """Whether a castle may be replaced by its mirror image."""
        return not self.fixed and has_mirror_image(self.stock)


def without_sides(castle: Mapping[Cell, tuple[Piece, int]]) -> dict[Cell, Piece]:
    """What lies in each cell of a castle as a `HandModel` gives it."""
    return {cell: piece for cell, (piece, _) in castle.items()}


LARGEST = 60_000
"""Models with more placements, a piece in a cell each, take too long to build."""
