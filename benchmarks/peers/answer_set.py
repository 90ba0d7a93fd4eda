"""The answer-set model: every rule and reading once more, for clingo, in ``castle.lp``.

Support and connection are recursions there, so nothing is cut off afterwards: each answer set is a
legal castle. What is counted is the *deficit*, how far a castle stays behind the most that its
tiles could score. A small deficit leaves few ways out, so "is there a castle that misses no more
than this?" is a far easier question than "which castle misses least?". The search asks it from both
ends: with the least deficit that is not ruled out, for a proof that there is nothing better, and
with less than the best castle so far, for something better in the meantime.

As a peer it looks in a box a column wider than the ground at either side, where it does best.

clingo is an optional extra, and imported only when a castle is asked for.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Collection, Iterator
from importlib import resources
from typing import TYPE_CHECKING, cast

from msgspec import Struct

from benchmarks.peers.answer import Answer, Problem, Terms
from caladale.core.edges import Cell, Edge
from caladale.core.hand import Hand
from caladale.core.readings import READINGS, Readings
from caladale.core.tile_file import Role
from caladale.solve.models.hanging import hanging_sides
from caladale.solve.models.stock import Lot, Piece, Stock

if TYPE_CHECKING:
    import clingo

_TICK = 0.1
"""Seconds between two looks at the clock, and the longest that Ctrl-C waits."""

_FIRST_TURN = 1.0
"""Seconds to look for something better in the first turn, and thrice that for next to perfect.

Small hands are settled in the first turn; with many tiles the second question finds more."""

_SLACK = 2
"""Points beyond the least deficit that next to perfect may miss: the wild, or a tile left out."""

_OPTIONS = ("--warn=none", "--configuration=frumpy")

OnSolution = Callable[[dict[Cell, Piece], int], None]


def solve(hand: Hand, terms: Terms) -> Answer:
    """The best castle in the box."""
    problem = Problem(hand, terms)
    ground = problem.ground
    columns = range(ground.start - 1, ground.stop + 1)
    rows = max(3, -(-problem.stock.most_tiles // len(columns)) + 2)
    cells = [(x, y) for x in columns for y in range(rows)]
    castles = AnswerSet(problem.stock, cells, ground, hand.rules)
    outcome = castles.solve(
        most=problem.bound, seconds=problem.left, seed=terms.seed, threads=terms.workers
    )
    return problem.answer(None if outcome.pieces is None else problem.judged(outcome.pieces))


class Outcome(Struct, frozen=True):
    """What a search found.

    Attributes:
        pieces: the best castle found, or None.
        score: its score.
        is_proved: whether no castle within the cells is better, or there is none as asked for.
        interrupted: whether Ctrl-C ended the search.
    """

    pieces: dict[Cell, Piece] | None
    score: int | None
    is_proved: bool
    interrupted: bool


class AnswerSet:
    """All legal castles of a stock within a set of cells, as a logic program.

    Attributes:
        ideal: the score of a castle without any deficit.
        facts: the stock, the cells and the readings as facts of the program.
    """

    def __init__(
        self,
        stock: Stock,
        cells: Collection[Cell],
        ground: Collection[int],
        rules: Readings,
        *,
        one_gate: bool = True,
        complete_only: bool = False,
    ) -> None:
        self._stock = stock
        self._cells = sorted(cells)
        self._ground = sorted(ground)
        self._rules = rules
        self._one_gate = one_gate
        self._complete_only = complete_only
        self._pieces = stock.pieces()
        drawn = sum(_number(lot) for lot in stock.lots if not (lot.is_gate or lot.is_wild))
        self._has_surplus = drawn > stock.most_drawn
        self.ideal = self._ideal()
        self.facts = "\n".join(self._told())

    # --- the facts ------------------------------------------------------------------------------

    def _leaving(self, lot: Lot) -> int:
        """What it costs to leave a tile of `lot`, besides an idle place in hand."""
        if lot.is_wild:
            return 0
        if lot.is_gate:
            counts = self._rules.gate_counts == "yes" and not self._one_gate
            return 2 if counts else 0
        return lot.is_tower + (0 if self._has_surplus else 2)

    def _ideal(self) -> int:
        points = 2 + sum(self._leaving(lot) * _number(lot) for lot in self._stock.lots)
        if self._one_gate and self._rules.gate_counts == "yes":
            points += 2
        return points + (2 * self._stock.most_drawn if self._has_surplus else 0)

    def _told(self) -> Iterator[str]:
        for x, y in self._cells:
            yield f"cell({x},{y})."
        for x in self._ground:
            yield f"ground({x})."
        for reading in READINGS:
            yield f"reading({reading.name},{getattr(self._rules, reading.name)})."
        if self._one_gate:
            yield "one_gate."
        if self._complete_only:
            yield "complete_only."
        if self._has_surplus:
            yield f"slots({self._stock.most_drawn})."
        numbers = {lot: number for number, lot in enumerate(self._stock.lots)}
        for lot, number in numbers.items():
            yield from self._told_of_lot(lot, number)
        for number, piece in enumerate(self._pieces):
            yield f"piece({number},{numbers[piece.lot]})."
            yield from self._told_of_piece(piece, number)

    def _told_of_lot(self, lot: Lot, number: int) -> Iterator[str]:
        yield f"lot({number},{_number(lot)})."
        if lot.is_gate:
            yield f"gate({number})."
        elif not lot.is_wild:
            yield f"drawn({number})."
        if self._leaving(lot):
            yield f"leaving({number},{self._leaving(lot)})."
        price = 1 if lot.is_wild else self._stock.exchange_cost
        # Own tiles are used before exchanged ones, so those cost that leave less than all spares.
        for fewer_left_than in range(1, len(lot.own if lot.is_wild else lot.spare) + 1):
            if price:
                yield f"using({number},{fewer_left_than},{price})."

    def _told_of_piece(self, piece: Piece, number: int) -> Iterator[str]:
        for side, edge in enumerate(piece.edges):
            if edge is not Edge.SKY:
                yield f"edge({number},{side},{edge.value})."
        for side in hanging_sides(piece.face, self._rules):
            yield f"hangs({number},{side.value})."
        if self._rules.bridge_tile == "any" or piece.face.role is Role.MID:
            yield f"bridges({number})."

    # --- the search -----------------------------------------------------------------------------

    def solve(
        self,
        *,
        least: int | None = None,
        most: int | None = None,
        seconds: float,
        seed: int = 0,
        threads: int = 1,
        on_solution: OnSolution | None = None,
    ) -> Outcome:
        """Look for the best castle; Ctrl-C gives the best so far.

        Args:
            least: castles of a lower score are of no interest.
            most: no castle scores more, as the caller knows; reaching it is a proof.
            seconds: time for everything. Only grounding, which takes time in proportion to cells
                times pieces, may overrun it.
            seed: the seed of clasp's search; one thread and no time-out give equal castles.
            threads: threads of clasp, all at work on the same question.
            on_solution: called in the caller's thread with each better castle and its score.
        """
        search = _Search(
            self,
            low=0 if most is None else max(0, self.ideal - most),
            high=None if least is None else self.ideal - least,
            seconds=seconds,
            seed=seed,
            threads=threads,
            on_solution=on_solution,
        )
        interrupted = False
        try:
            search.run()
        except KeyboardInterrupt:
            interrupted = True
        score = None if search.best is None else self.ideal - search.deficit
        return Outcome(search.best, score, search.is_proved, interrupted)

    def read(self, model: clingo.Model) -> tuple[dict[Cell, Piece], int]:
        """The castle of an answer set, and its deficit."""
        pieces: dict[Cell, Piece] = {}
        deficit = 0
        for symbol in model.symbols(shown=True):
            if symbol.name == "lay":
                x, y, piece = (argument.number for argument in symbol.arguments)
                pieces[x, y] = self._pieces[piece]
            else:
                deficit += symbol.arguments[0].number
        return pieces, deficit


class _Search:
    """The state of one search: the clock, the best castle, and what is ruled out."""

    def __init__(
        self,
        castles: AnswerSet,
        *,
        low: int,
        high: int | None,
        seconds: float,
        seed: int,
        threads: int,
        on_solution: OnSolution | None,
    ) -> None:
        self._end = time.monotonic() + seconds
        self._castles = castles
        self._low = low
        self._high = high
        self._seed = seed
        self._threads = threads
        self._on_solution = on_solution
        self._is_exhausted = False
        # The open question is kept from turn to turn, with all that clasp has learned.
        self._target: int | None = None
        self._reaching: clingo.Control | None = None
        self.best: dict[Cell, Piece] | None = None
        self.deficit = 0

    @property
    def is_proved(self) -> bool:
        """Whether no deficit is left that a better castle could have."""
        return self._is_exhausted or (self._high is not None and self._low > self._high)

    def run(self) -> None:
        """Ask from both ends in turn, with ever more time, until nothing is left to ask."""
        improving = self._program("minimize", [])
        seconds = _FIRST_TURN
        while not self.is_proved and self._left() > 0:
            self._improve(improving, seconds)
            self._reach_for(3 * seconds)
            seconds *= 2

    def _left(self) -> float:
        return self._end - time.monotonic()

    def _program(self, part: str, limits: list[int]) -> clingo.Control:
        """The grounded program with the part that says what is asked."""
        import clingo  # noqa: PLC0415 - an extra

        options = [*_OPTIONS, f"--seed={self._seed}", f"--parallel-mode={self._threads},compete"]
        control = clingo.Control(options)
        control.add("base", [], _rules())
        control.add("base", [], self._castles.facts)
        control.ground([("base", []), (part, [clingo.Number(limit) for limit in limits])])
        return control

    def _reach_for(self, seconds: float) -> None:
        """Ask for a castle with hardly more than the least deficit, and raise that if refuted."""
        end = time.monotonic() + seconds
        while not self.is_proved and time.monotonic() < min(end, self._end):
            target = self._low + _SLACK
            if self._high is not None:
                target = min(target, self._high)
            if target != self._target or self._reaching is None:
                self._target = target
                self._reaching = self._program("at_most", [target])
            if self._run(self._reaching, end, first_only=True):
                self._low = target + 1

    def _improve(self, control: clingo.Control, seconds: float) -> None:
        """Ask for castles, each better than the best so far."""
        if self._high is not None:
            cast("clingo.Configuration", control.configuration.solve).opt_mode = f"opt,{self._high}"
        self._is_exhausted = self._run(control, time.monotonic() + seconds)

    def _run(self, control: clingo.Control, end: float, *, first_only: bool = False) -> bool:
        """Search until the clock says `end`; whether it was found that there is nothing more.

        clasp works in threads of its own, and this one only waits, so that it can hear Ctrl-C;
        leaving the handle cancels the search.
        """
        end = min(end, self._end)
        with control.solve(yield_=True, async_=True) as handle:
            while not self.is_proved:
                handle.resume()
                while not handle.wait(_TICK):
                    if time.monotonic() > end:
                        return False
                model = handle.model()
                if model is None:
                    return bool(handle.get().exhausted)
                self._consider(model)
                if first_only:
                    return False
        return False

    def _consider(self, model: clingo.Model) -> None:
        pieces, deficit = self._castles.read(model)
        if self._high is not None and deficit > self._high:
            return
        self.best, self.deficit = pieces, deficit
        self._high = deficit - 1
        if self._on_solution is not None:
            self._on_solution(pieces, self._castles.ideal - deficit)


def _number(lot: Lot) -> int:
    return len(lot.own) + len(lot.spare)


@functools.cache
def _rules() -> str:
    return resources.files(__package__).joinpath("castle.lp").read_text(encoding="utf-8")
