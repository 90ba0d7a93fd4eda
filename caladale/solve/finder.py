"""From below: castles are grown, built from a case, improved in a window, and laid anew in part.

Growing (`construct`) is quick, but seldom finds the best. To build a castle, a case says exactly
which tiles to use and a dense window is searched for just these. Laying anew takes up a part of a
castle (`nearby`), and the exact model lays it at least as well.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

from msgspec import Struct

from caladale import construct
from caladale.edges import Cell
from caladale.layout import Layout
from caladale.solve.cases import Case, Question, Unsorted, draw
from caladale.solve.ceiling import Ceiling
from caladale.solve.engine import Value, Watcher
from caladale.solve.hand_problem import HandProblem, without_sides
from caladale.solve.incumbent import Base, Incumbent
from caladale.solve.nearby import room_for, taken_up
from caladale.solve.refuter import Refuter
from caladale.solve.shape_effort import Act, Effort, Outcome, feasibility_solver
from caladale.solve.shape_window import Window
from caladale.solve.stock import Piece
from caladale.solve.window import around


class Finder:
    """The steps that find castles; each hands what it finds to the incumbent.

    Args:
        problem: the castles that count.
        incumbent: the best of them so far.
        ceiling: what none of them can score.
        refuter: who knows in which cases there may be castles.
    """

    def __init__(
        self, problem: HandProblem, incumbent: Incumbent, ceiling: Ceiling, refuter: Refuter
    ) -> None:
        self._problem = problem
        self._incumbent = incumbent
        self._ceiling = ceiling
        self._refuter = refuter
        self._dead: set[tuple[Window, Question]] = set()

    def growers(self) -> list[Act]:
        """Steps that grow castles, one for each gate and each side of it that may lie up."""
        return [self._grower(plot) for plot in _plots(self._problem)]

    def open(self, seed: int) -> None:
        """Find first castles without any search: a gate alone, what is fixed, and grown ones."""
        for pieces in first_castles(self._problem):
            self._incumbent.consider(pieces, must_be_legal=False)
        for grow in self.growers():
            grow(seed, Effort(1 / _GROWN, self._problem.brake))

    def _grower(self, plot: _Plot) -> Act:
        """A step that grows castles from `plot`, as often as the work allows."""

        def grow(seed: int, effort: Effort) -> None:
            chance = random.Random(seed)
            best: Base | None = None
            for _ in range(round(effort.left * _GROWN)):
                if effort.brake.is_on:
                    return
                castle = construct.construct(plot, _BREADTH, chance.randrange(2**31))
                if castle.tiles:
                    base = self._incumbent.found(self._problem.laying.pieces_of(castle))
                    if base is not None and (best is None or base.points > best.points):
                        best = base
            self._incumbent.keep(best)

        return grow

    def builder(self, window: Window, target: int, *, complete: bool) -> Act:
        """A step that builds a castle of `target` points in a window, complete or not."""

        def build(seed: int, effort: Effort) -> None:
            case = self._drawn(target, window, random.Random(seed), complete=complete)
            if case is None:
                return
            model = self._problem.model(window, case=case)
            outcome, castle = model.solve(feasibility_solver(seed), effort)
            if castle is not None:
                self._incumbent.keep(self._incumbent.found(without_sides(castle)))
            elif outcome is Outcome.IMPOSSIBLE:
                with self._incumbent.lock:
                    self._dead.add((window, case))

        return build

    def _drawn(
        self, points: int, window: Window, chance: random.Random, *, complete: bool
    ) -> Case | None:
        """A case that may have a castle of `points` in a window."""
        with self._incumbent.lock:
            alive = [
                question
                for question in self._refuter.open_cases(points)
                if question.complete is complete and (window, question) not in self._dead
            ]
        question = chance.choice(alive) if alive else None
        if isinstance(question, Unsorted):
            return draw(self._problem.sums, points, chance, complete=complete)
        return question

    def improver(self, window: Window, *, complete: bool) -> Act:
        """A step that looks for ever better castles in a window, complete or not."""

        def improve(seed: int, effort: Effort) -> None:
            with self._incumbent.lock:
                least, most = self._incumbent.least(), self._ceiling.hope
            if most is None or least >= most:
                return
            model = self._problem.model(window, points=(least, most), complete=complete)

            def see(value: Value) -> None:
                draft = without_sides(model.castle(value))
                self._incumbent.keep(self._incumbent.found(draft, must_be_legal=False))

            _, castle = model.solve(feasibility_solver(seed), effort, Watcher(see))
            if castle is not None:
                self._incumbent.consider(without_sides(castle), must_be_legal=True)

        return improve

    def reworker(self, *, complete: bool) -> Act:
        """A step that lays a part of a castle anew, at least as well; there must be one."""

        def rework(seed: int, effort: Effort) -> None:
            chance = random.Random(seed)
            with self._incumbent.lock:
                bases = self._incumbent.bases[complete]
                base = bases[0] if chance.random() < _BEST_BASE else chance.choice(bases)
            self._rework(base, chance, seed, effort)

        return rework

    def _rework(self, base: Base, chance: random.Random, seed: int, effort: Effort) -> None:
        problem, incumbent = self._problem, self._incumbent
        most = self._ceiling.hope
        taken = taken_up(base.pieces, problem.fixed, chance)
        if most is None or most <= base.points or not taken:
            return
        cells = room_for(base.pieces, taken)
        left = {cell: piece for cell, piece in base.pieces.items() if cell not in taken}
        model = problem.model(
            around(cells, problem.ground),
            points=(base.points, most),
            complete=True if base.complete else None,
            fixed={**left, **problem.fixed},
            cells=cells,
        )
        _, castle = model.solve(feasibility_solver(seed), effort)
        if castle is not None:
            incumbent.keep(incumbent.found(without_sides(castle)), base)


def first_castles(problem: HandProblem) -> Iterator[Mapping[Cell, Piece]]:
    """Castles that need no search: what is fixed, or nothing, with each gate in each column.

    Not all of them need be legal; that is for the referee to say.
    """
    fixed = problem.fixed
    if any(piece.is_gate for piece in fixed.values()):
        yield fixed
        return
    for piece in problem.stock.pieces():
        if piece.is_gate:
            columns = problem.ground if fixed else problem.ground[:1]
            for x in columns:
                if (x, 0) not in fixed:
                    yield {**fixed, (x, 0): piece}


class _Plot(Struct, frozen=True):
    """What a castle is grown from: a gate, the tiles in hand, and empty grass."""

    gate: str
    wild: str | None
    tiles: tuple[str, ...]
    castle: Layout


def _plots(problem: HandProblem) -> Iterator[_Plot]:
    """What castles can be grown from: each gate, on each side that may lie up.

    None where tiles are fixed. Tiles of the supply, and further gates, are left to the models.
    """
    hand = problem.hand
    if problem.fixed:
        return
    empty = problem.laying.layout({})
    wild = next((w.id for w in hand.tileset.wilds()), None) if hand.wilds else None
    for gate, sides in hand.gate_sides().items():
        for side in sides:
            yield _Plot(f"{gate}:{side}", wild, hand.tiles, empty)


_BREADTH = construct.Effort(width=20, rounds=1)
_GROWN = 8
"""How many castles are grown for a unit of work; they take about as long."""
_BEST_BASE = 0.5
"""How often the best castle is the one to start from."""
