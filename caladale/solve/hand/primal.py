"""From below: castles are grown, built from a case, improved in a window, and laid anew in part.

Growing (`caladale.construct`) is quick, but seldom finds the best. To build a castle, a case says
exactly which tiles to use and a dense window is searched for just these. Laying anew takes up a
part of a castle (`neighbourhood`), and the exact model lays it at least as well.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator, Mapping

from msgspec import Struct

from caladale.construct import beam_search
from caladale.core.edges import Cell
from caladale.core.layout import Layout
from caladale.solve.engine.budget import Act, Outcome, WorkBudget, feasibility_solver
from caladale.solve.engine.cp_sat import Value, Watcher
from caladale.solve.hand.aims import Kind, ScoreRange
from caladale.solve.hand.cases import Case, Subproblem, WholeScore, draw
from caladale.solve.hand.dual import DualSteps
from caladale.solve.hand.neighbourhood import destroy_set, free_cells
from caladale.solve.hand.problem import HandProblem, without_sides
from caladale.solve.hand.state import EliteCastle, HandState
from caladale.solve.hand.windows import around
from caladale.solve.models.stock import Piece
from caladale.solve.models.window import Window


class PrimalSteps:
    """The steps that find castles; each hands what it finds to the incumbent.

    Args:
        problem: the castles that count.
        state: the best of them so far, and what none of them can score.
        dual: who knows in which cases there may be castles.
    """

    def __init__(self, problem: HandProblem, state: HandState, dual: DualSteps) -> None:
        self._problem = problem
        self._state = state
        self._lock = threading.Lock()
        self._dual = dual
        self._dead: set[tuple[Window, Subproblem]] = set()

    def beam_steps(self) -> list[Act]:
        """Steps that grow castles, one for each gate and each side of it that may lie up."""
        return [self._beam_step(plot) for plot in _plots(self._problem)]

    def open(self, seed: int) -> None:
        """Find first castles without any search: a gate alone, what is fixed, and grown ones."""
        for pieces in first_castles(self._problem):
            self._state.consider(pieces, must_be_legal=False)
        for grow in self.beam_steps():
            grow(seed, WorkBudget(1 / _GROWN, self._problem.token))

    def _beam_step(self, plot: _Plot) -> Act:
        """A step that grows castles from `plot`, as often as the work allows."""

        def grow(seed: int, effort: WorkBudget) -> None:
            chance = random.Random(seed)
            best: EliteCastle | None = None
            for _ in range(round(effort.left * _GROWN)):
                if effort.token.is_on:
                    return
                castle = beam_search.build_castle(plot, _BREADTH, chance.randrange(2**31))
                if castle.tiles:
                    base = self._state.found(self._problem.placing.pieces_of(castle))
                    if base is not None and (best is None or base.points > best.points):
                        best = base
            self._state.keep(best)

        return grow

    def case_step(self, window: Window, target: int, *, complete: bool) -> Act:
        """A step that builds a castle of `target` points in a window, complete or not."""

        def build(seed: int, effort: WorkBudget) -> None:
            case = self._drawn(target, window, random.Random(seed), complete=complete)
            if case is None:
                return
            model = self._problem.model(window, aim=case)
            outcome, castle = model.solve(feasibility_solver(seed), effort)
            if castle is not None:
                self._state.keep(self._state.found(without_sides(castle)))
            elif outcome is Outcome.IMPOSSIBLE:
                with self._lock:
                    self._dead.add((window, case))

        return build

    def _drawn(
        self, points: int, window: Window, chance: random.Random, *, complete: bool
    ) -> Case | None:
        """A case that may have a castle of `points` in a window."""
        open_cases = self._dual.open_cases(points)
        with self._lock:
            alive = [
                question
                for question in open_cases
                if question.complete is complete and (window, question) not in self._dead
            ]
        question = chance.choice(alive) if alive else None
        if isinstance(question, WholeScore):
            return draw(self._problem.sums, points, chance, complete=complete)
        return question

    def window_step(self, window: Window, *, complete: bool) -> Act:
        """A step that looks for ever better castles in a window, complete or not."""

        def improve(seed: int, effort: WorkBudget) -> None:
            least, most = self._state.least(), self._state.tentative
            if most is None or least >= most:
                return
            model = self._problem.model(window, aim=ScoreRange((least, most), Kind.of(complete)))

            def see(value: Value) -> None:
                draft = without_sides(model.castle(value))
                self._state.keep(self._state.found(draft, must_be_legal=False))

            _, castle = model.solve(feasibility_solver(seed), effort, Watcher(see))
            if castle is not None:
                self._state.consider(without_sides(castle), must_be_legal=True)

        return improve

    def lns_step(self, *, complete: bool) -> Act:
        """A step that lays a part of a castle anew, at least as well; there must be one."""

        def lay_anew(seed: int, effort: WorkBudget) -> None:
            chance = random.Random(seed)
            castle = self._state.draw_elite(chance, complete=complete)
            self._lay_anew(castle, chance, seed, effort)

        return lay_anew

    def _lay_anew(
        self, base: EliteCastle, chance: random.Random, seed: int, effort: WorkBudget
    ) -> None:
        problem, state = self._problem, self._state
        most = state.tentative
        taken = destroy_set(base.pieces, problem.fixed, chance)
        if most is None or most <= base.points or not taken:
            return
        cells = free_cells(base.pieces, taken)
        left = {cell: piece for cell, piece in base.pieces.items() if cell not in taken}
        model = problem.model(
            around(cells, problem.ground),
            aim=ScoreRange((base.points, most), Kind.COMPLETE if base.complete else Kind.ANY),
            fixed={**left, **problem.fixed},
            cells=cells,
        )
        _, castle = model.solve(feasibility_solver(seed), effort)
        if castle is not None:
            state.keep(state.found(without_sides(castle)), base)


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
    empty = problem.placing.layout({})
    wild = next((w.id for w in hand.tileset.wilds()), None) if hand.wilds else None
    for gate, sides in hand.gate_sides().items():
        for side in sides:
            yield _Plot(f"{gate}:{side}", wild, hand.tiles, empty)


_BREADTH = beam_search.BeamEffort(width=20, rounds=1)
_GROWN = 8
"""How many castles are grown for a unit of work; they take about as long."""
