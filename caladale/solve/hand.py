"""The best castle from a hand: the plain model in a small window, then in one wide enough."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection

from caladale.edges import Cell
from caladale.errors import RefereeError
from caladale.hand import Hand
from caladale.layout import Grass, Layout, Placement, Variant
from caladale.notation import write_line
from caladale.score import score
from caladale.solve.bound import score_bound
from caladale.solve.cuts import add_cuts
from caladale.solve.engine import Run, Value, run
from caladale.solve.model import CastleModel
from caladale.solve.result import SolveResult, Status, Stop, versions
from caladale.solve.stock import Piece, Stock, stock_of
from caladale.solve.window import reach, snug

_BY_COUNT = "It reaches what counting castle edges allows, on a table of any size."
_BY_SEARCH = "CP-SAT searched every cell that a castle of these tiles can reach."
_WORST = 10
"""No tile costs more than this: four exposed edges, and an exchange or a wild."""

_NONE_BY_COUNT = "Counting castle edges rules out every such castle."


def best_castle(
    hand: Hand,
    *,
    time_limit: float = 60.0,
    seed: int = 0,
    workers: int | None = None,
    complete_only: bool = False,
    on_improvement: Callable[[Layout, int], None] | None = None,
) -> SolveResult:
    """Find the castle with the highest score that `hand` allows.

    Args:
        hand: the tiles, gate, wild and grass; its readings and variant decide what counts.
        time_limit: seconds for everything.
        seed: the seed of CP-SAT's search.
        workers: threads of CP-SAT; all cores by default.
        complete_only: whether only complete castles count.
        on_improvement: called with each better castle and its score, as soon as the referee has
            passed it.

    Returns:
        The result; its status is optimal or infeasible only when that is proved. Ctrl-C ends the
        search and gives the best castle so far.

    Raises:
        RefereeError: when the referee refuses a castle that the model holds to be legal.
    """
    search = _Search(
        hand,
        time_limit=time_limit,
        seed=seed,
        workers=workers,
        complete_only=complete_only,
        on_improvement=on_improvement,
    )
    return search.result()


class _Search:
    """The state of one solve: the clock, the incumbent, the bound."""

    def __init__(
        self,
        hand: Hand,
        *,
        time_limit: float,
        seed: int,
        workers: int | None,
        complete_only: bool,
        on_improvement: Callable[[Layout, int], None] | None,
    ) -> None:
        self._start = time.monotonic()
        self.hand = hand
        self.time_limit = time_limit
        self.seed = seed
        self.workers = workers or os.cpu_count() or 1
        self.complete_only = complete_only
        self.on_improvement = on_improvement
        self.stock: Stock = stock_of(hand)
        self.one_gate = hand.variant is not Variant.ALL_TILES
        self.ground = range(sum(hand.grass))
        self.flipped = hand.flipped if hand.variant is Variant.STANDARD else 0
        self.layout: Layout | None = None
        self.score: int | None = None
        self.bound: int | None = None

    def result(self) -> SolveResult:
        """Search and answer, early if Ctrl-C says so."""
        try:
            return self._result()
        except KeyboardInterrupt:  # while a model was built; engine.run sees to the rest
            status = Status.UNKNOWN if self.layout is None else Status.FEASIBLE
            return self._answer(status, Stop.INTERRUPTED, "")

    def _result(self) -> SolveResult:
        points = score_bound(
            self.stock,
            len(self.ground),
            self.hand.rules,
            one_gate=self.one_gate,
            complete_only=self.complete_only,
        )
        if points is None:
            return self._answer(Status.INFEASIBLE, Stop.PROVED, _NONE_BY_COUNT)
        self.bound = points + self.flipped
        near = snug(self.ground, self.stock.most_tiles)
        everything = list(reach(self.ground, self.stock.most_tiles))
        stop = self._search_window(near, points)
        if self.score == self.bound:
            return self._answer(Status.OPTIMAL, Stop.PROVED, _BY_COUNT)
        if stop is Stop.WINDOW and self._is_worth_building(everything, near):
            stop = self._search_window(everything, points)
            if self.score == self.bound:
                return self._answer(Status.OPTIMAL, Stop.PROVED, _BY_COUNT)
            if stop is Stop.WINDOW and len(self.hand.grass) == 1:
                self.bound = self.score
                proved = Status.INFEASIBLE if self.layout is None else Status.OPTIMAL
                return self._answer(proved, Stop.PROVED, _BY_SEARCH)
        status = Status.UNKNOWN if self.layout is None else Status.FEASIBLE
        return self._answer(status, stop, "")

    def _answer(self, status: Status, stop: Stop, proof: str) -> SolveResult:
        return SolveResult(
            status=status,
            layout=self.layout,
            score=self.score,
            bound=self.bound,
            proof=proof,
            stop=stop,
            seconds=round(time.monotonic() - self._start, 3),
            time_limit=self.time_limit,
            seed=self.seed,
            workers=self.workers,
            versions=versions(),
        )

    def _left(self) -> float:
        return self._start + self.time_limit - time.monotonic()

    def _is_worth_building(self, cells: Collection[Cell], built: Collection[Cell]) -> bool:
        """Whether a model of `cells` can be built in time, going by the one of `built`."""
        estimate = self._build_seconds * len(cells) / max(len(built), 1)
        return estimate < self._left() / 2

    def _search_window(self, cells: Collection[Cell], most: int) -> Stop:
        """Look for better castles within `cells` until there is none, or time is up.

        No castle scores more than `most`, flipped tiles apart.
        """
        began = time.monotonic()
        castle = CastleModel(
            self.stock, cells, self.ground, self.hand.rules, one_gate=self.one_gate
        )
        if self.complete_only:
            castle.model.add(castle.complete == 1)
        least = -_WORST * self.stock.most_tiles
        if self.score is not None:
            least = self.score + 1 - self.flipped
        # Maximising a number that is at most the score, instead of the score itself, starts from
        # the bound by counting and took proofs from time-outs to seconds (docs/solver.md).
        goal = castle.model.new_int_var(least, most, "goal")
        castle.model.add(goal <= castle.score)
        castle.model.maximize(goal)
        self._build_seconds = time.monotonic() - began
        while self._left() > 0:
            outcome = run(
                castle.model,
                seconds=self._left(),
                seed=self.seed,
                workers=self.workers,
                on_solution=lambda value: self._consider(castle, value),
            )
            if outcome.interrupted:
                return Stop.INTERRUPTED
            if self.score is not None and self.score == self.bound:
                return Stop.PROVED
            if not outcome.is_proved:
                return Stop.TIME_LIMIT
            if not outcome.found:
                return Stop.WINDOW
            if add_cuts(castle, outcome.value) == 0:
                self._insist(castle, outcome)
                return Stop.WINDOW
        return Stop.TIME_LIMIT

    def _consider(self, castle: CastleModel, value: Value) -> None:
        """Take a solution as the incumbent if the referee passes it and it is better."""
        layout = self._layout(castle.pieces_of(value))
        sheet = score(layout)
        total = sheet.total
        if total is None or (self.complete_only and not sheet.verdict.complete):
            return
        if self.score is None or total > self.score:
            self.layout, self.score = layout, total
            if self.on_improvement is not None:
                self.on_improvement(layout, total)

    def _insist(self, castle: CastleModel, outcome: Run) -> None:
        """The model holds its solution to be legal and the best; the referee must agree."""
        layout = self._layout(castle.pieces_of(outcome.value))
        sheet = score(layout)
        if sheet.total is None:
            codes = ", ".join(breach.code for breach in sheet.verdict.violations)
            raise RefereeError(f"the referee refuses a solution ({codes})", write_line(layout))
        claimed = round(outcome.bound) + self.flipped
        if sheet.total != claimed:
            message = f"the referee counts {sheet.total} points, the model {claimed}"
            raise RefereeError(message, write_line(layout))

    def _layout(self, pieces: dict[Cell, Piece]) -> Layout:
        """The castle that `pieces` make: tiles in hand are used first, then exchanged ones."""
        ids = {lot.kind: iter((*lot.own, *lot.spare)) for lot in self.stock.lots}
        spare = {name for lot in self.stock.lots for name in lot.spare}
        tiles = tuple(
            Placement(next(ids[piece.lot.kind]), *cell, piece.turn, piece.face.side)
            for cell, piece in sorted(pieces.items(), key=lambda item: item[0])
        )
        exchanged = sum(placed.tile in spare for placed in tiles)
        starts = [sum(self.hand.grass[:i]) for i in range(len(self.hand.grass))]
        return Layout(
            tiles=tiles,
            grass=tuple(Grass(x, w) for x, w in zip(starts, self.hand.grass, strict=True)),
            variant=self.hand.variant,
            rules=self.hand.rules,
            flipped=self.hand.flipped,
            exchanges=exchanged if self.hand.variant is Variant.SOLO2 else 0,
            tileset=self.hand.tileset,
        )
