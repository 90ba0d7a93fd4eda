"""The complete castles of some tiles, as counting sees them: numbers of tiles, and no cells."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from functools import partial

import msgspec
from msgspec import Struct
from ortools.sat.python import cp_model

from caladale.core.edges import Edge
from caladale.core.hand import Hand
from caladale.core.readings import Readings
from caladale.core.tiles import Face
from caladale.solve.models.relaxation import THEME_SETS, CountingRelaxation, Family, ShownTile
from caladale.solve.models.stock import Lot, Stock, stock_of


class Castles(Struct, frozen=True):
    """Complete castles of some tiles.

    Attributes:
        stock: the tiles.
        hand: the hand that they come from.
        is_whole: whether only castles of all these tiles count, without the wild.
    """

    stock: Stock
    hand: Hand
    is_whole: bool

    @property
    def rules(self) -> Readings:
        """The readings."""
        return self.hand.rules

    @property
    def columns(self) -> int:
        """How many columns of ground there are."""
        return sum(self.hand.grass)

    @property
    def has_one_gate(self) -> bool:
        """Whether a castle of this game has exactly one gate."""
        return self.hand.variant.has_one_gate

    @property
    def gates(self) -> list[Lot]:
        """The gates among the tiles."""
        return [lot for lot in self.stock.lots if lot.is_gate]

    @property
    def wilds(self) -> list[Face]:
        """The wild tiles at hand, whether or not the castles may use them."""
        return [lot.faces[0] for lot in self.stock.lots if lot.is_wild]

    def tiles(self) -> Iterator[tuple[Lot, Face]]:
        """Every tile of the hand but the wild, by its first face."""
        for lot in self.stock.lots:
            if not lot.is_wild:
                yield from ((lot, lot.faces[0]) for _ in lot.own)

    def sums(
        self,
        families: Iterable[Family],
        crossings: Iterable[frozenset[Edge]] = (),
        kind: str | None = None,
    ) -> CountingRelaxation:
        """The numbers that they can have under some constraints, with a tile of `kind` or any."""
        sums = CountingRelaxation(
            self.stock,
            self.columns,
            self.rules,
            one_gate=self.has_one_gate,
            families=tuple(families),
            crossings=tuple(crossings),
        )
        sums.model.add(sums.complete == 1)
        if self.is_whole:
            for lot in self.stock.lots:
                number = 0 if lot.is_wild else len(lot.own)
                sums.model.add(sums.count(partial(_is_of, lot)) == number)
        if kind is not None:
            sums.model.add(sums.count(lambda look: look.lot.faces[0].kind == kind) >= 1)
        return sums

    def are_refuted(
        self,
        families: Iterable[Family],
        crossings: Iterable[frozenset[Edge]] = (),
        kind: str | None = None,
    ) -> bool:
        """Whether some constraints alone show that there is no such castle."""
        sums = self.sums(families, crossings, kind)
        return sums.solver().solve(sums.model) == cp_model.INFEASIBLE

    def why(self, kind: str | None = None) -> str | None:
        """The least that shows that there is no such castle, in general words; None if nothing."""
        if not self.are_refuted(Family, THEME_SETS, kind):
            return None
        for families, crossings, words in _GENERAL:
            if self.are_refuted(families, crossings, kind):
                return words
        return _TOGETHER


def _is_of(lot: Lot, look: ShownTile) -> bool:
    return look.lot is lot


_PAIRS = (Family.PAIRS,)
_GENERAL: tuple[tuple[tuple[Family, ...], tuple[frozenset[Edge], ...], str], ...] = (
    ((Family.MEETINGS,), (), "the themes do not meet in the tiles at hand"),
    (_PAIRS, (), "the castle sides that must face each other do not come out even"),
    (
        (Family.PAIRS, Family.CAPS),
        (),
        "the tiles with a single castle side find too few larger ones to be joined to",
    ),
    ((Family.PAIRS, Family.CONNECTION), (), "the castle sides are too few to hold it together"),
    (_PAIRS, THEME_SETS, "too few tiles end its rows and columns"),
)
_TOGETHER = "the castle sides, rows and columns together forbid it"


def may_exchange(hand: Hand) -> bool:
    """Whether a game with `hand` has exchanges, and something to exchange for."""
    return bool(hand.supply) and hand.variant.may_exchange


def every_castle(hand: Hand) -> Castles:
    """The complete castles that `hand` could make, exchanges and the wild included."""
    return Castles(stock_of(hand), hand, is_whole=False)


def perfect_castles(hand: Hand) -> list[Castles]:
    """The perfect castles of `hand`, for each choice of the sides that its gates may show."""
    choices = itertools.product(
        *([f"{name}:{side}" for side in sides] for name, sides in hand.gate_sides().items())
    )
    settled = [msgspec.structs.replace(hand, gates=gates, supply=()) for gates in choices]
    return [Castles(stock_of(one), one, is_whole=True) for one in settled]


def perfect_score(hand: Hand) -> int:
    """What a perfect castle of `hand` scores, flipped tiles apart."""
    return 2 + sum(lot.points(hand.rules) for lot, _ in perfect_castles(hand)[0].tiles())


def most_points(hand: Hand) -> int:
    """The most that castles of `hand` could score if only the number of tiles mattered.

    Flipped tiles are not in it.
    """
    sums = every_castle(hand).sums(())
    sums.model.maximize(sums.score)
    solver = sums.solver()
    solver.solve(sums.model)
    return round(solver.best_objective_bound)
