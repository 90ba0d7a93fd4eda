"""The best castle from a hand: found from below, bounded from above, until the two meet.

From above, counting gives a first bound (`sums`), and searches that prove "no castle scores so
much" bring it down. From below, a castle is grown tile by tile (`construct`), which is quick, and
then a part of it at a time is laid anew (`nearby`). Beside that, castles are looked for at the
bound itself, as most hands reach it or nearly so: a recipe says which tiles to use, and a dense
window is searched for a complete castle of just these (`closed_hand`). The plain model (`model`)
finds castles with exposed edges too, and proves small hands.

The work is cut into short steps, each with a counted budget that grows from round to round: times
to a castle have a heavy tail, so another window or recipe is worth more than patience. Workers
take the steps in turn; with one worker the same seed gives the same castle on every machine.

A proof by search is made twice, by two configurations of CP-SAT, before anything is called optimal.
"""

from __future__ import annotations

import functools
import itertools
import os
import random
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_EXCEPTION, Future, wait
from typing import TypeAlias

from msgspec import Struct
from ortools.sat.python import cp_model

from caladale import construct
from caladale.edges import Cell
from caladale.errors import HandError, RefereeError
from caladale.hand import Hand
from caladale.layout import Layout
from caladale.notation import write_line
from caladale.score import Score, score
from caladale.solve.bound import WORST, score_bound
from caladale.solve.cases import Case, cases, draw, within
from caladale.solve.closed_hand import ClosedHand
from caladale.solve.cuts import add_cuts
from caladale.solve.engine import Watcher, quiet_solver
from caladale.solve.lay import Laying
from caladale.solve.model import CastleModel, is_stratified
from caladale.solve.nearby import room_for, taken_up
from caladale.solve.refutation import Refutation
from caladale.solve.result import SolveResult, Status, Stop, versions
from caladale.solve.shape_effort import (
    Brake,
    Effort,
    Outcome,
    feasibility_solver,
    second_solver,
    side_by_side,
)
from caladale.solve.shape_window import Window
from caladale.solve.stock import Piece, stock_of
from caladale.solve.sums import CastleSums
from caladale.solve.window import around, boxes, enough, is_mirrored, reach, snug
from caladale.validate import validate

_BY_COUNT = "It reaches what counting castle edges allows, on a table of any size."
_BY_SEARCH = "CP-SAT searched all cells that a better castle could need, in two different ways."
_NONE_BY_COUNT = "Counting castle edges rules out every such castle."


def best_castle(
    hand: Hand,
    *,
    time_limit: float = 60.0,
    seed: int = 0,
    workers: int | None = None,
    complete_only: bool = False,
    fixed: Layout | None = None,
    hint: Layout | None = None,
    on_improvement: Callable[[Layout, int], None] | None = None,
) -> SolveResult:
    """Find the castle with the highest score that `hand` allows.

    Args:
        hand: the tiles, gate, wild and grass; its readings and variant decide what counts.
        time_limit: seconds for everything.
        seed: chooses among equally good castles, and the way to them.
        workers: how many steps are worked on side by side; all cores by default.
        complete_only: whether only complete castles count.
        fixed: keep these tiles where they lie, relative to the grass.
        hint: a castle of the hand to start from; it must be legal.
        on_improvement: called with each better castle and its score, as soon as the referee has
            passed it, from the thread that found it.

    Returns:
        The result; its status is optimal or infeasible only when that is proved. Ctrl-C ends the
        search and gives the best castle so far.

    Raises:
        HandError: when `fixed` or `hint` is not made of the tiles and the grass of the hand, or
            the hint is not legal.
        RefereeError: when the referee refuses a castle that a model holds to be legal.
    """
    search = _Search(
        hand,
        time_limit=time_limit,
        seed=seed,
        workers=workers or os.cpu_count() or 1,
        complete_only=complete_only,
        fixed=fixed,
        on_improvement=on_improvement,
    )
    if hint is not None:
        search.start_from(hint)
    return search.result()


_Question: TypeAlias = tuple[int, Callable[[int], cp_model.CpSolver]]
"""Whether so many points can be had, put to a configuration of CP-SAT."""


class _Step(Struct, frozen=True):
    """A step of the search: what to do, with which seed and how much work."""

    act: Callable[[int, Effort], None]
    seed: int
    work: float


class _Base(Struct, frozen=True, eq=False):
    """A complete castle to start from, and what it scores without flipped tiles."""

    pieces: Mapping[Cell, Piece]
    points: int


class _Plot(Struct, frozen=True):
    """What a castle is grown from: a gate, the tiles in hand, and empty grass."""

    gate: str
    wild: str | None
    tiles: tuple[str, ...]
    castle: Layout


class _Search:
    """The state of one solve: the clock, the incumbent, the bounds.

    Attributes:
        score: the score of the incumbent without flipped tiles.
        bound: no castle scores more than this without flipped tiles; proved.
        hope: no complete castle does, if the refutations by one configuration can be trusted.
        open_bound: no castle that is not complete does, by counting.
    """

    def __init__(
        self,
        hand: Hand,
        *,
        time_limit: float,
        seed: int,
        workers: int,
        complete_only: bool,
        fixed: Layout | None,
        on_improvement: Callable[[Layout, int], None] | None,
    ) -> None:
        self.brake = Brake(time_limit)
        self.time_limit = time_limit
        self.seed = seed
        self.workers = workers
        self.complete_only = complete_only
        self.on_improvement = on_improvement
        self.hand = hand
        self.stock = stock_of(hand)
        self.laying = Laying(hand, self.stock)
        self.fixed: Mapping[Cell, Piece] = {} if fixed is None else self.laying.pieces_of(fixed)
        self.ground = range(sum(hand.grass))
        self.layout: Layout | None = None
        self.score: int | None = None
        self.bound: int | None = None
        self.hope: int | None = None
        self.open_bound: int | None = None
        self.stop: Stop | None = None
        self.proof = ""
        self._lock = threading.RLock()
        self._steps: Iterator[_Step] = iter(())
        self._chance = random.Random(seed)
        self._dead: set[tuple[Window, Case]] = set()
        self._bases: list[_Base] = []
        self._refuted: set[int] = set()
        self._cases: dict[int, tuple[Case | None, ...]] = {}
        self._sorted: set[int] = set()
        self._refutations: dict[_Question, Refutation] = {}
        self._plain = _Plain(self)
        self._sums = CastleSums(
            self.stock, len(self.ground), hand.rules, one_gate=self.laying.one_gate
        )

    # --- the frame ------------------------------------------------------------------------------

    def start_from(self, hint: Layout) -> None:
        """Take a castle of the hand as the first incumbent."""
        pieces = self.laying.pieces_of(hint)
        if not validate(self.laying.layout(pieces)).valid:
            raise HandError("the castle to start from breaks the rules", "")
        self._keep(self._found(pieces))

    def result(self) -> SolveResult:
        """Search and answer, early if Ctrl-C says so."""
        try:
            if self._count():
                self._search()
        except KeyboardInterrupt:
            self.stop = self.stop or Stop.INTERRUPTED
        return self._answer()

    def _count(self) -> bool:
        """Bound the score by counting; whether there is anything left to search."""
        self.hope = self._counted(complete=True)
        self.open_bound = None if self.complete_only else self._counted(complete=False)
        self.bound = _larger(self.hope, self.open_bound)
        return not self._is_settled()

    def _counted(self, *, complete: bool, most: int | None = None) -> int | None:
        return score_bound(
            self.stock,
            len(self.ground),
            self.hand.rules,
            one_gate=self.laying.one_gate,
            complete=complete,
            most=most,
        )

    def _search(self) -> None:
        self._steps = self._plan()
        side_by_side(self._work, self.workers, self.brake, self._watch_or_stop)

    def _watch_or_stop(self, streams: list[Future[None]]) -> None:
        try:
            self._watch(streams)
        except KeyboardInterrupt:
            self.stop = self.stop or Stop.INTERRUPTED

    def _watch(self, streams: list[Future[None]]) -> None:
        """Wait until the search is over, has failed, or is out of time."""
        pending = set(streams)
        while pending and not self.brake.is_on:
            done, pending = wait(pending, timeout=_POLL, return_when=FIRST_EXCEPTION)
            if self.stop or any(stream.exception() for stream in done):
                return

    def _work(self) -> None:
        """Take steps until the search is over."""
        while not self.brake.is_on and self.stop is None:
            with self._lock:
                step = next(self._steps, None)
            if step is None:
                return
            step.act(step.seed, Effort(step.work, self.brake))
            with self._lock:
                self._is_settled()

    def _is_settled(self) -> bool:
        """Whether the castle is proved the best, or none to exist; sets why the search stops."""
        if self.stop is None and (self.bound is None or self.score == self.bound):
            self.stop = Stop.PROVED
            if not self.proof:
                self.proof = _NONE_BY_COUNT if self.bound is None else _BY_COUNT
            self.brake.pull()
        return self.stop is not None

    def _answer(self) -> SolveResult:
        if self.stop is Stop.PROVED:
            status = Status.INFEASIBLE if self.layout is None else Status.OPTIMAL
        else:
            status = Status.UNKNOWN if self.layout is None else Status.FEASIBLE
        flipped = self.laying.flipped
        return SolveResult(
            status=status,
            layout=self.layout,
            score=None if self.score is None else self.score + flipped,
            bound=None if self.bound is None else self.bound + flipped,
            proof=self.proof if self.stop is Stop.PROVED else "",
            stop=self.stop or (Stop.TIME_LIMIT if self.brake.is_on else Stop.WINDOW),
            seconds=round(self.time_limit - self.brake.seconds_left, 3),
            time_limit=self.time_limit,
            seed=self.seed,
            workers=self.workers,
            versions=versions(),
            exchanges=() if self.layout is None else self.laying.exchanges(self.layout),
        )

    # --- the plan -------------------------------------------------------------------------------

    def _plan(self) -> Iterator[_Step]:
        """The steps of the search, round by round; under the lock."""
        windows = itertools.cycle(
            box
            for box in boxes(self.ground, self.stock.most_tiles)
            if all(box.holds(cell) for cell in self.fixed)
        )
        can_refute = self._can_refute()
        for round_ in itertools.count():
            is_idle = True
            for step in self._round(round_, windows, can_refute=can_refute):
                is_idle = False
                yield step
            if is_idle:
                if self._plain.is_exhausted:
                    return
                yield self._step(lambda _seed, _effort: time.sleep(_POLL), 0.0)

    def _round(
        self, round_: int, windows: Iterator[Window], *, can_refute: bool
    ) -> Iterator[_Step]:
        work = _FIRST_WORK * _GROWTH**round_
        for plot in self._plots:
            yield self._step(self._grower(plot), work)
        yield from self._building(windows, work)
        if can_refute:
            yield from self._refuting()
        yield from self._reworking(windows, work)
        if self._plain.is_wanted(round_):
            yield self._step(self._plain.improve, work)

    def _building(self, windows: Iterator[Window], work: float) -> Iterator[_Step]:
        for window in itertools.islice(windows, _BUILDS):
            target = self._target(descend=self._chance.random() < _LOWER)
            if target is not None:
                yield self._step(self._builder(window, target), work)

    def _reworking(self, windows: Iterator[Window], work: float) -> Iterator[_Step]:
        """Lay parts of complete castles anew; if there is none yet, look for one in a window."""
        for _ in range(_REWORKS):
            if self._target() is None:
                return
            if self._bases:
                yield self._step(self._rework, _ONE_PLACE)
            else:
                for window in itertools.islice(windows, 1):
                    yield self._step(self._improver(window), work)

    def _refuting(self) -> Iterator[_Step]:
        """Refute the score that is hoped for; confirm what was refuted when nothing else is left.

        Nobody else is put to a question that a worker is at. And whereas another attempt to find
        may be lucky, a proof takes what it takes: so it is soon given all the time it wants.
        """
        target = self._target()
        rest = _larger(self.hope, self.open_bound)
        if target is not None:
            yield from self._asking(target, feasibility_solver)
        elif rest is None or (self.score is not None and self.score >= rest):
            for points in sorted(self._refuted):
                yield from self._asking(points, second_solver)

    def _asking(self, points: int, solver: Callable[[int], cp_model.CpSolver]) -> Iterator[_Step]:
        if points not in self._cases:
            if points not in self._sorted:
                self._sorted.add(points)
                yield self._step(lambda _seed, effort: self._sort(points, effort), _SORTING)
            return
        question = points, solver
        if question not in self._refutations:
            self._refutations[question] = Refutation(self._cases[points])
        refutation = self._refutations[question]
        for _ in range(_CASES):
            taken = refutation.take()
            if taken is not None:
                case, work = taken
                yield self._step(self._refuter(question, case), work)

    def _sort(self, points: int, effort: Effort) -> None:
        """Sort the castles of a score into cases; counting may find that there are none."""
        found = cases(self._sums, points, effort)
        with self._lock:
            self._cases[points] = (None,) if found is None else found
            if found == () and points == self.hope:
                self._lower_hope()

    def _lower_hope(self) -> None:
        """The score that was hoped for cannot be had."""
        if self.hope is not None:
            self.hope = self._counted(complete=True, most=self.hope - 1)
        self._rebound()

    def _rebound(self) -> None:
        """Only what has been confirmed counts as ruled out."""
        self.bound = _larger(max(self._refuted, default=self.hope), self.open_bound)

    def _step(self, act: Callable[[int, Effort], None], work: float) -> _Step:
        return _Step(act, self._chance.randrange(2**31), work)

    def _can_refute(self) -> bool:
        """Whether the model of closed castles knows all of them, and is of a size to be built.

        Several strips may lie apart, but are searched side by side only.
        """
        if len(self.hand.grass) > 1 or not is_stratified(self.stock, self.hand.rules):
            return False
        cells = () if self.hope is None else self._enough(self.hope)
        return len(cells) * len(self.stock.pieces()) < _LARGEST

    @functools.cache  # noqa: B019 - a search lives no longer than its solve
    def _enough(self, points: int, case: Case | None = None) -> frozenset[Cell]:
        """The cells that are enough for a complete castle of `points`."""
        sums = self._sums if case is None else within(self._sums, case)
        return enough(self.ground, sums, self.hand.rules, points)

    @functools.cached_property
    def _is_mirrored(self) -> bool:
        """Whether a castle may be replaced by its mirror image."""
        return not self.fixed and is_mirrored(self.stock)

    def _target(self, *, descend: bool = False) -> int | None:
        """The score that a complete castle is looked for with; None when none would be better."""
        if self.hope is None or (self.score is not None and self.hope <= self.score):
            return None
        least = self.hope - _DESCENT if self.score is None else self.score + 1
        return self._chance.randint(least, self.hope) if descend else self.hope

    def _closed_hand(
        self,
        window: Window,
        *,
        case: Case | None = None,
        points: tuple[int, int] | None = None,
        fixed: Mapping[Cell, Piece] | None = None,
        cells: frozenset[Cell] | None = None,
        is_any_image: bool = False,
    ) -> ClosedHand:
        """The model of the complete castles of this hand, see there."""
        return ClosedHand(
            self.stock,
            window,
            self.hand.rules,
            one_gate=self.laying.one_gate,
            case=case,
            points=points,
            fixed=self.fixed if fixed is None else fixed,
            cells=cells,
            from_first=is_any_image and not self.fixed,
            mirrored=is_any_image and self._is_mirrored,
        )

    # --- from below -----------------------------------------------------------------------------

    def _builder(self, window: Window, target: int) -> Callable[[int, Effort], None]:
        def build(seed: int, effort: Effort) -> None:
            case = self._drawn(target, window, random.Random(seed))
            if case is None:
                return
            model = self._closed_hand(window, case=case)
            outcome, castle = model.solve(feasibility_solver(seed), effort)
            if castle is not None:
                self._keep(self._found(_pieces(castle)))
            elif outcome is Outcome.IMPOSSIBLE:
                with self._lock:
                    self._dead.add((window, case))

        return build

    def _drawn(self, points: int, window: Window, chance: random.Random) -> Case | None:
        """A case that may have a castle of `points` in a window."""
        with self._lock:
            refutation = self._refutations.get((points, feasibility_solver))
            known = self._cases.get(points, (None,)) if refutation is None else refutation.open
            alive = [case for case in known if case is None or (window, case) not in self._dead]
        case = chance.choice(alive) if alive else None
        return draw(self._sums, points, chance) if None in alive else case

    def _improver(self, window: Window) -> Callable[[int, Effort], None]:
        """A step that looks for ever better complete castles in a window."""

        def improve(seed: int, effort: Effort) -> None:
            with self._lock:
                least, most = self.least(), self.hope
            if most is None or least >= most:
                return
            model = self._closed_hand(window, points=(least, most))
            watcher = Watcher(
                lambda value: self.consider(_pieces(model.castle(value)), must_be_legal=False)
            )
            _, castle = model.solve(quiet_solver(seed=seed), effort, watcher)
            if castle is not None:
                self.consider(_pieces(castle), must_be_legal=True)

        return improve

    @functools.cached_property
    def _plots(self) -> list[_Plot]:
        """What castles can be grown from; none where several gates or strips, or fixed tiles, are.

        Tiles of the supply are left to the models.
        """
        hand = self.hand
        if self.fixed or len(hand.grass) > 1 or len(hand.gates) > 1:
            return []
        empty = self.laying.layout({})
        wild = next((w.id for w in hand.tileset.wilds()), None) if hand.wilds else None
        ((gate, sides),) = hand.gate_sides().items()
        return [_Plot(f"{gate}:{side}", wild, hand.tiles, empty) for side in sides]

    def _grower(self, plot: _Plot) -> Callable[[int, Effort], None]:
        """A step that grows castles from `plot`, as often as the work allows."""

        def grow(seed: int, effort: Effort) -> None:
            chance = random.Random(seed)
            best: _Base | None = None
            for _ in range(round(effort.left * _GROWN)):
                if self.brake.is_on:
                    return
                castle = construct.construct(plot, _BREADTH, chance.randrange(2**31))
                if castle.tiles:
                    base = self._found(self.laying.pieces_of(castle))
                    if base is not None and (best is None or base.points > best.points):
                        best = base
            self._keep(best)

        return grow

    def _rework(self, seed: int, effort: Effort) -> None:
        """Lay a part of a complete castle anew, at least as well."""
        chance = random.Random(seed)
        with self._lock:
            most = self.hope
            base = self._bases[0] if chance.random() < _BEST_BASE else chance.choice(self._bases)
        taken = taken_up(base.pieces, self.fixed, chance)
        if most is None or most <= base.points or not taken:
            return
        cells = room_for(base.pieces, taken)
        left = {cell: piece for cell, piece in base.pieces.items() if cell not in taken}
        model = self._closed_hand(
            around(cells, self.ground),
            points=(base.points, most),
            fixed={**left, **self.fixed},
            cells=cells,
        )
        _, castle = model.solve(feasibility_solver(seed), effort)
        if castle is not None:
            self._keep(self._found(_pieces(castle)), base)

    def _found(self, pieces: Mapping[Cell, Piece]) -> _Base | None:
        """Take a castle that was found; what there is to start from, if it is complete."""
        sheet = self.consider(pieces, must_be_legal=True)
        if sheet is None or sheet.total is None or not sheet.verdict.complete:
            return None
        return _Base(pieces, sheet.total - self.laying.flipped)

    def _keep(self, base: _Base | None, instead: _Base | None = None) -> None:
        """Keep a complete castle to start from, if it is among the best."""
        if base is not None:
            with self._lock:
                others = [other for other in self._bases if other is not instead]
                self._bases = sorted([base, *others], key=lambda base: -base.points)[:_BASES]

    # --- from above -----------------------------------------------------------------------------

    def least(self) -> int:
        """The fewest points of a castle that would be better than the incumbent."""
        return self._lowest() if self.score is None else self.score + 1

    def _lowest(self) -> int:
        """No castle scores less."""
        return -WORST * self.stock.most_tiles

    def _refuter(self, question: _Question, case: Case | None) -> Callable[[int, Effort], None]:
        """A step that proves that a case has no complete castle of so many points, or finds it."""
        points, solver = question

        def refute(seed: int, effort: Effort) -> None:
            cells = self._enough(points, case) | frozenset(self.fixed)
            model = self._closed_hand(
                around(cells, self.ground),
                case=case,
                points=(points, points),
                cells=cells,
                is_any_image=True,
            )
            outcome, castle = model.solve(solver(seed), effort)
            if castle is not None:
                self._keep(self._found(_pieces(castle)))
            with self._lock:
                if castle is not None:
                    self._refuted.discard(points)
                refutation = self._refutations[question]
                refutation.put_back(case, is_ruled_out=outcome is Outcome.IMPOSSIBLE)
                if not refutation.open:
                    self._refute(points, is_confirmed=solver is second_solver)

        return refute

    def _refute(self, points: int, *, is_confirmed: bool) -> None:
        """Take note that no complete castle makes `points`."""
        if is_confirmed:
            self._refuted.discard(points)
            self.proof = _BY_SEARCH
            self._rebound()
        elif points == self.hope:
            self._refuted.add(points)
            self._lower_hope()

    def close(self, proof: str) -> None:
        """Nothing is better than the incumbent: that is proved."""
        with self._lock:
            self.bound = self.score
            self.proof = proof
            self._is_settled()

    # --- castles --------------------------------------------------------------------------------

    def consider(self, pieces: Mapping[Cell, Piece], *, must_be_legal: bool) -> Score | None:
        """Take a castle as the incumbent if the referee passes it and it is better.

        Its score sheet is returned if it is a castle that counts.

        A draft may still lack a cut, and then need not be legal.
        """
        layout = self.laying.layout(pieces)
        sheet = score(layout)
        if sheet.total is None:
            if must_be_legal:
                codes = ", ".join(breach.code for breach in sheet.verdict.violations)
                raise RefereeError(f"the referee refuses a solution ({codes})", write_line(layout))
            return None
        if self.complete_only and not sheet.verdict.complete:
            return None
        points = sheet.total - self.laying.flipped
        with self._lock:
            if self.stop is None and (self.score is None or points > self.score):
                self.layout, self.score = layout, points
                if self.on_improvement is not None:
                    self.on_improvement(layout, sheet.total)
        return sheet


class _Plain:
    """The plain model in a snug window, then in one that is proved wide enough."""

    def __init__(self, search: _Search) -> None:
        self._search = search
        self._castle: CastleModel | None = None
        self._goal: cp_model.IntVar | None = None
        self._is_wide = False
        self._is_busy = threading.Lock()
        self._refuted: int | None = None
        self.is_exhausted = False

    def is_wanted(self, round_: int) -> bool:
        """Whether the plain model can give what the closed one cannot."""
        search = self._search
        if self.is_exhausted or self._is_busy.locked():
            return False
        if round_ == 0 or search.score is None or search.hope is None:
            return True
        is_hopeful = search.stock.most_tiles <= _SMALL or search.score >= search.hope
        return is_hopeful and search.open_bound is not None and search.open_bound > search.score

    def improve(self, seed: int, effort: Effort) -> None:
        """Look for better castles; when there are none, in the wide window, twice, it is proved."""
        if not self._is_busy.acquire(blocking=False):
            return
        try:
            self._improve(seed, effort)
        finally:
            self._is_busy.release()

    def _improve(self, seed: int, effort: Effort) -> None:
        search = self._search
        if self._castle is None and not self._build():
            return
        castle, goal = self._castle, self._goal
        assert castle is not None  # noqa: S101 - built above
        assert goal is not None  # noqa: S101
        while not effort.is_spent:
            least = search.least()
            if search.bound is None or least > search.bound:
                return
            domain = castle.model.proto.variables[goal.index].domain
            domain[0], domain[1] = least, search.bound
            is_second = self._refuted == least
            solver = second_solver(seed) if is_second else feasibility_solver(seed)
            watcher = Watcher(
                lambda value: search.consider(castle.pieces_of(value), must_be_legal=False)
            )
            outcome = effort.solve(solver, castle.model, watcher)
            if outcome is Outcome.LIMIT:
                return
            if outcome is Outcome.FOUND:
                is_whole = not add_cuts(castle, solver.boolean_value)
                search.consider(castle.pieces_of(solver.boolean_value), must_be_legal=is_whole)
                continue
            if not self._is_wide:
                self._castle = None
                self._is_wide = True
                return
            if is_second:
                self.is_exhausted = True
                if len(search.hand.grass) == 1:
                    search.close(_BY_SEARCH)
                return
            self._refuted = least

    def _build(self) -> bool:
        search = self._search
        cells_of = reach if self._is_wide else snug
        cells = set(cells_of(search.ground, search.stock, search.hand.rules)) | set(search.fixed)
        if len(cells) * len(search.stock.pieces()) > _LARGEST:
            self.is_exhausted = True
            return False
        castle = CastleModel(
            search.stock,
            cells,
            search.ground,
            search.hand.rules,
            one_gate=search.laying.one_gate,
        )
        if search.complete_only:
            castle.model.add(castle.complete == 1)
        for cell, piece in search.fixed.items():
            castle.fix(cell, piece)
        # Maximising a number that is at most the score, instead of the score itself, starts from
        # the bound by counting and took proofs from time-outs to seconds (docs/solver.md).
        goal = castle.model.new_int_var(0, 0, "goal")
        castle.model.add(goal <= castle.score)
        castle.model.maximize(goal)
        self._castle, self._goal = castle, goal
        return True


def _pieces(castle: Mapping[Cell, tuple[Piece, int]]) -> dict[Cell, Piece]:
    return {cell: piece for cell, (piece, _) in castle.items()}


def _larger(one: int | None, other: int | None) -> int | None:
    if one is None or other is None:
        return one if other is None else other
    return max(one, other)


_POLL = 0.05
_SMALL = 14
"""Up to so many tiles the plain model has a chance to prove something."""
_FIRST_WORK = 1.5
"""The work on a step of the first round, in CP-SAT's deterministic time: half a second or so."""
_GROWTH = 1.3
"""By how much steps grow from round to round."""
_SORTING = 5.0
"""The work on sorting a score into cases."""
_CASES = 6
"""How many cases of a score are tried in a row."""
_BUILDS = 3
"""How many windows are tried in a row."""
_REWORKS = 3
"""How many parts of castles are laid anew in a row."""
_ONE_PLACE = 1.5
"""The work on one of them."""
_BASES = 4
"""How many complete castles are kept to start from."""
_BEST_BASE = 0.5
"""How often the best of them is."""
_BREADTH = construct.Effort(width=20, rounds=1)
_GROWN = 8
"""How many castles are grown for a unit of work; they take about as long."""
_LOWER = 0.35
"""How often less than the most that is hoped for is aimed at."""
_DESCENT = 10
"""How far below that, while there is no castle yet."""
_LARGEST = 60_000
"""Models with more placements than this take too long to build."""
