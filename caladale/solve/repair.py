"""Repair: the fewest changes that make a castle legal, and of those the castle that scores most.

What a change is says `caladale.changes`; how changes are counted in the model,
`caladale.solve.change_count`. One change is tried first, then two and so on, each as a question of
yes or no, until a castle is found, the one that scores most among those that take so few. That no
fewer changes do, and that no such castle scores more, is then proved a second time by another
configuration of CP-SAT.

Where to search: a castle is connected, so one with a tile in a cell that held one before reaches
every other cell by a chain of tiles that were moved there or added, one change for each cell
between; and one without any such tile has moved or removed every tile there was. So with m changes,
fewer than there are tiles, no castle goes farther than m steps from where tiles lay, and these
cells are enough for a table of any size.
"""

from __future__ import annotations

import os
import threading
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait

from msgspec import Struct
from ortools.sat.python import cp_model

from caladale.changes import Change, changes_between, lies_alike
from caladale.edges import Cell, Direction, neighbour
from caladale.errors import HandError, LayoutError, RefereeError
from caladale.hand import Hand
from caladale.layout import Layout, Placement, Variant
from caladale.notation import write_line
from caladale.rules.board import Ground
from caladale.score import score
from caladale.solve.change_count import ChangeCount, Lain
from caladale.solve.cuts import add_cuts
from caladale.solve.model import CastleModel
from caladale.solve.result import Status, Stop, versions
from caladale.solve.shape_effort import (
    Brake,
    Effort,
    Outcome,
    feasibility_solver,
    second_solver,
    side_by_side,
)
from caladale.solve.stock import Lot, Piece, Stock
from caladale.strict import quoted
from caladale.tilefile import Group
from caladale.tiles import Side
from caladale.validate import validate


class RepairResult(Struct, frozen=True, kw_only=True):
    """The answer to "what are the fewest changes that make this castle legal?".

    Attributes:
        status: ``optimal`` when no fewer changes do, within the cells searched, and that is proved;
            ``infeasible`` when no number of changes does.
        changes: the changes, in an order in which they can be made.
        layout: the castle after them, which the referee has passed; None if there is none.
        score: its score.
        least: no castle in the cells searched takes fewer changes than this; proved.
        anywhere: whether that is proved for a table of any size.
        best_score: whether no other castle in the cells searched that takes as few changes scores
            more; proved. False also where that could not be told in time.
        cells: how many cells were searched.
        proof: how an optimal or infeasible answer was proved, in a sentence or two; else empty.
        stop: why the search ended.
        seconds: wall-clock time it took.
        time_limit: the seconds that it was allowed.
        seed: the seed of the search.
        workers: how many threads searched.
        versions: the versions of caladale and of OR-Tools.
    """

    status: Status
    changes: tuple[Change, ...]
    layout: Layout | None
    score: int | None
    least: int
    anywhere: bool
    best_score: bool
    cells: int
    proof: str
    stop: Stop
    seconds: float
    time_limit: float
    seed: int
    workers: int
    versions: dict[str, str]


def repair(
    layout: Layout,
    spares: Sequence[str] = (),
    *,
    time_limit: float = 10.0,
    seed: int = 0,
    workers: int | None = None,
    margin: int | None = None,
    hint: Layout | None = None,
) -> RepairResult:
    """Find the fewest changes that make `layout` legal.

    The grass stays where it lies. In the Solo games and the all-tiles challenge a gate may be
    turned over to its other side, which is turning it; in Standard and Speed it stays on the side
    that lies up, as the number of players decided on that.

    Args:
        layout: the castle, legal or not.
        spares: ids of tiles that may be added; a gate with ``:front`` or ``:back`` where its side
            is settled (as in a hand).
        time_limit: seconds for everything.
        seed: chooses among equally good castles, and the way to them.
        workers: how many threads search, of which two at most have work; all cores by default.
        margin: search the box around the tiles and so many cells beyond it, to the left, to the
            right and up. By default the search goes as far as so many changes can reach.
        hint: a legal castle of these tiles and spares to fall back on if time runs out, such as
            what dissolving leaves; by default a gate alone.

    Returns:
        The result; its status is optimal or infeasible only when that is proved. Ctrl-C ends the
        search and gives the best castle so far.

    Raises:
        HandError: when a spare is unknown, or is there twice, and when the hint is not legal or
            has other tiles.
        LayoutError: when there are too many tiles, or a margin is given and they lie too far apart.
        RefereeError: when the referee refuses a castle that the model holds to be legal.
        ValueError: when the margin is negative.
    """
    if margin is not None and margin < 0:
        message = f"a margin of {margin} cells makes no sense"
        raise ValueError(message)
    search = _Search(
        layout,
        spares,
        time_limit=time_limit,
        seed=seed,
        workers=workers or os.cpu_count() or 1,
        margin=margin,
    )
    if hint is not None:
        search.fall_back_on(hint)
    return search.result()


_MOST_CELLS = 2000
"""Larger boxes are not searched."""

_LARGEST = 200_000
"""Models with more placements than this take too long to build."""

_LEGAL = "The castle is legal as it is."
_NOT_LEGAL = "The castle is not legal as it is."
_BY_SEARCH = "Asked in two different ways, CP-SAT found no castle that takes fewer changes{where}."
_ANYWHERE = "; none can lie beyond the {cells} cells searched, on a table of any size"
_IN_CELLS = " in the {cells} cells searched; what lies beyond them was not"


class _Search:
    """The state of one repair."""

    def __init__(
        self,
        layout: Layout,
        spares: Sequence[str],
        *,
        time_limit: float,
        seed: int,
        workers: int,
        margin: int | None,
    ) -> None:
        self._brake = Brake(time_limit)
        self._time_limit = time_limit
        self._before = layout
        self._seed = seed
        self._workers = workers
        self._stock, self._spares = _stock(layout, spares)
        self._lock = threading.Lock()
        self._margin = margin
        self._cells: list[Cell] = []
        self._reach = 0
        self._after: Layout | None = None
        self._changes: tuple[Change, ...] = ()
        self._score: int | None = None
        self._least = 0
        self._highest_with: int | None = None
        """With so many changes the first configuration proved that no castle scores more."""
        self._best_with: int | None = None
        """The same, proved by both."""
        self._stop: Stop | None = None
        self._obstacle = ""

    # --- the frame ------------------------------------------------------------------------------

    def fall_back_on(self, hint: Layout) -> None:
        """Take a castle of these tiles as the answer so far."""
        there = {name for lot in self._stock.lots for name in (*lot.own, *lot.spare)}
        if hint.grass != self._before.grass or any(p.tile not in there for p in hint.tiles):
            raise HandError("the castle to fall back on has other tiles or other grass", "hint")
        if not validate(hint).valid:
            raise HandError("the castle to fall back on breaks the rules", "hint")
        self._take(hint)

    def result(self) -> RepairResult:
        """Search and answer, early if Ctrl-C says so."""
        if validate(self._before).valid:
            self._take(self._before)
            self._stop, self._best_with = Stop.PROVED, 0
            return self._answer()
        self._least = 1
        self._obstacle = self._no_castle()
        if self._obstacle:
            self._stop = Stop.PROVED
            return self._answer()
        if self._after is None:
            self._leave_a_gate()
        side_by_side(self._search, 1, self._brake, self._watch)
        return self._answer()

    def _leave_a_gate(self) -> None:
        """Take a gate alone as the answer so far, where it lies if it lies on the grass."""
        ground = Ground(self._before.grass)
        cells = [placed.cell for placed in self._before.tiles]
        on_grass = sorted(cell for cell in cells if cell[1] == 0 and ground.covers(cell[0]))
        anywhere = [(start, 0) for start, _ in ground.runs]
        gates = [
            Placement((*lot.own, *lot.spare)[0], *cell, 0, face.side)
            for lot in self._stock.lots
            if lot.is_gate
            for face in lot.faces
            for cell in (*on_grass, *anywhere)
        ]
        castles = [self._before.replace(tiles=(gate,)) for gate in gates]
        legal = [castle for castle in castles if validate(castle).valid]
        if legal:
            self._take(min(legal, key=lambda one: len(changes_between(self._before, one))))

    def _watch(self, streams: list[Future[None]]) -> None:
        try:
            while not self._brake.is_on:
                done, pending = wait(streams, timeout=_POLL, return_when=FIRST_EXCEPTION)
                if done and not pending:
                    return
        except KeyboardInterrupt:
            self._stop = self._stop or Stop.INTERRUPTED

    def _no_castle(self) -> str:
        """Why no number of changes helps; empty if some does: a gate alone is a legal castle."""
        if not any(lot.is_gate for lot in self._stock.lots):
            return "There is no gate, neither in the castle nor among the spare tiles."
        if any(breach.code == "T5" for breach in validate(self._before).violations):
            return "The strips of grass lie apart, and changes move tiles only."
        if not self._before.grass:
            return "There is no grass for the gate to stand on."
        return ""

    def _answer(self) -> RepairResult:
        changes, proof = len(self._changes), ""
        best_score = self._after is not None and self._best_with == changes
        anywhere = self._least - 1 <= self._reach
        if self._after is None:
            proved = bool(self._obstacle)
            status = Status.INFEASIBLE if proved else Status.UNKNOWN
            proof = self._obstacle
        else:
            proved = self._least == changes
            status = Status.OPTIMAL if proved else Status.FEASIBLE
            where = (_ANYWHERE if anywhere else _IN_CELLS).format(cells=len(self._cells))
            if proved:
                proof = (_LEGAL, _NOT_LEGAL, _BY_SEARCH.format(where=where))[min(changes, 2)]
        stop = self._stop
        if stop is None:
            is_late = self._brake.seconds_left <= 0
            unproved = Stop.TIME_LIMIT if is_late else Stop.ATTEMPTS
            stop = Stop.PROVED if proved and best_score else unproved
        return RepairResult(
            status=status,
            changes=self._changes,
            layout=self._after,
            score=self._score,
            least=self._least,
            anywhere=anywhere,
            best_score=best_score,
            cells=len(self._cells),
            proof=proof,
            stop=stop,
            seconds=round(self._time_limit - self._brake.seconds_left, 3),
            time_limit=self._time_limit,
            seed=self._seed,
            workers=self._workers,
            versions=versions(),
        )

    # --- the search -----------------------------------------------------------------------------

    def _search(self) -> None:
        most = self._fewest()
        if most is None:
            self._any_castle()
            most = len(self._changes)
        if self._after is None:
            return
        # Several threads in one CP-SAT search were far slower here than one (docs/mistakes.md).
        with ThreadPoolExecutor(min(self._workers, 2)) as pool:
            tasks = [pool.submit(self._confirm, most), pool.submit(self._improve, most)]
        for task in tasks:
            task.result()

    def _build(self, reach: int) -> None:
        """Build the model of the castles that so many changes can reach."""
        if self._margin is not None:
            reach = self._margin
        if self._cells and reach == self._reach:
            return
        before, ground = self._before, Ground(self._before.grass)
        near = _around if self._margin is None else _boxed
        cells = near(before, reach)
        if len(cells) * len(self._stock.pieces()) > _LARGEST:
            if not self._cells:
                raise LayoutError("so large a castle cannot be repaired", "tiles")
            return  # what lies farther away is not searched, and the answer says so
        self._reach, self._cells = reach, cells
        self._castle = castle = CastleModel(
            self._stock,
            self._cells,
            {x for x, _ in self._cells if ground.covers(x)},
            before.rules,
            one_gate=before.variant is not Variant.ALL_TILES,
        )
        wilds = [
            literal
            for here in castle.place.values()
            for piece, literal in here.items()
            if piece.lot.is_wild
        ]
        castle.model.add(sum(wilds) <= (0 if before.variant is Variant.ALL_TILES else 1))
        self._lain = _lain(before, castle)
        self._hint()

    def _hint(self) -> None:
        """The castle as it lies is near to the one that is looked for."""
        lying = {tile.cell: tile.piece for tile in self._lain}
        for cell, here in self._castle.place.items():
            for piece, literal in here.items():
                self._castle.model.add_hint(literal, lying.get(cell) is piece)

    def _fewest(self) -> int | None:
        """So many changes do, and fewer do not, says the first configuration; None if cut short."""
        effort = Effort(_WORK * self._time_limit, self._brake)
        for most in range(1, len(self._before.tiles) + 2):
            self._build(most)
            if self._after is not None and len(self._changes) == most:
                return most
            # The castle that scores most is found hardly later than any.
            outcome = self._ask(_first_solver, effort, most=most, goal=_HIGH_SCORE)
            if outcome is Outcome.FOUND:
                return most
            if outcome is Outcome.LIMIT:
                return None
        return None

    def _confirm(self, most: int) -> None:
        """Prove that fewer changes do not do; that one is needed the referee has said."""
        fewer = most - 1
        is_needed = fewer == 0 or (
            self._ask(second_solver, self._patience(), most=fewer) is Outcome.IMPOSSIBLE
        )
        if is_needed:
            self._least = most

    def _any_castle(self) -> Outcome:
        """Find a castle with few changes, in what time is left."""
        known = len(self._changes) if self._after is not None else len(self._before.tiles) + 2
        most = known - 1
        return self._ask(_first_solver, self._patience(), most=most, goal=_FEW_CHANGES)

    def _patience(self) -> Effort:
        """As much work as the time allows."""
        return Effort(float("inf"), self._brake)

    def _improve(self, most: int) -> None:
        """Raise the score as far as it goes; that it goes no farther is asked once more."""
        if self._highest_with != most:
            self._ask(_first_solver, self._patience(), most=most, goal=_HIGH_SCORE)
        if self._highest_with == most and self._score is not None:
            points = self._score + 1
            again = self._ask(second_solver, self._patience(), most=most, points=points)
            if again is Outcome.IMPOSSIBLE:
                self._best_with = most

    def _ask(
        self,
        configuration: Callable[[int], cp_model.CpSolver],
        effort: Effort,
        *,
        most: int,
        points: int | None = None,
        goal: str = "",
    ) -> Outcome:
        """Look for a castle that takes `most` changes at most, and scores `points` at least."""
        castle = self._castle
        while True:
            with self._lock:
                model = castle.model.clone()
            rings = _FEW_RINGS if goal == _FEW_CHANGES else None
            count = ChangeCount(castle, model, self._lain, least=1, most=most, rings=rings)
            if points is not None:
                model.add(castle.score >= points)
            if goal == _HIGH_SCORE:
                model.maximize(castle.score)
            elif goal == _FEW_CHANGES:
                model.minimize(count.total)
            solver = configuration(self._seed)
            outcome = effort.solve(solver, model)
            if outcome is not Outcome.FOUND:
                return outcome
            with self._lock:
                if add_cuts(castle, solver.boolean_value):
                    continue
                pieces = castle.pieces_of(solver.boolean_value)
                self._take(self._laid(pieces, count.origins(solver.boolean_value)))
                is_optimal = solver.response_proto.status == cp_model.OPTIMAL
                if goal == _HIGH_SCORE and is_optimal:
                    self._highest_with = most
            return Outcome.FOUND

    # --- castles --------------------------------------------------------------------------------

    def _take(self, layout: Layout) -> None:
        """Take a castle as the answer so far, if the referee passes it and it is better."""
        sheet = score(layout)
        if sheet.total is None:
            codes = ", ".join(breach.code for breach in sheet.verdict.violations)
            raise RefereeError(f"the referee refuses a solution ({codes})", write_line(layout))
        changes = changes_between(self._before, layout)
        if self._after is not None and self._score is not None:
            known = (-len(self._changes), self._score)
            if known >= (-len(changes), sheet.total):
                return
        self._after, self._changes, self._score = layout, changes, sheet.total

    def _laid(self, pieces: Mapping[Cell, Piece], origins: Mapping[Cell, int]) -> Layout:
        """The castle that `pieces` make, each tile named so that few changes lead there."""
        tiles: dict[Cell, Placement] = {}
        named: set[str] = set()
        for cell, i in origins.items():
            old = self._lain[i].placed
            if old.tile not in named:
                named.add(old.tile)
                tiles[cell] = _lay(self._before, pieces[cell], cell, old)
        for lot in self._stock.lots:
            wanted = sorted(c for c, piece in pieces.items() if piece.lot is lot and c not in tiles)
            # The tile that lies nearest comes first, and spares come last.
            near = sorted(
                (abs(cell[0] - old.x) + abs(cell[1] - old.y), cell, old.cell, old.tile, i)
                for cell in wanted
                for i, old in enumerate(tile.placed for tile in self._lain)
                if self._lain[i].lot is lot and old.tile not in named
            )
            for _, cell, _, name, i in near:
                if cell not in tiles and name not in named:
                    named.add(name)
                    tiles[cell] = _lay(self._before, pieces[cell], cell, self._lain[i].placed)
            added = [cell for cell in wanted if cell not in tiles]
            for cell, name in zip(added, self._spares[lot.kind], strict=False):
                piece = pieces[cell]
                tiles[cell] = Placement(name, *cell, piece.turn, piece.face.side)
        return self._before.replace(tiles=(tiles[cell] for cell in sorted(tiles)))


def _first_solver(seed: int) -> cp_model.CpSolver:
    """A configuration that spends little on presolve, as few changes leave few cells open."""
    solver = feasibility_solver(seed)
    solver.parameters.max_presolve_iterations = 1
    solver.parameters.cp_model_probing_level = 0
    solver.parameters.presolve_bve_threshold = 0
    return solver


def _lay(layout: Layout, piece: Piece, cell: Cell, old: Placement) -> Placement:
    """The tile `old` of `layout` laid as `piece`, turned only where one can see it."""
    new = Placement(old.tile, *cell, piece.turn, piece.face.side)
    unturned = Placement(old.tile, *cell, old.turn, piece.face.side)
    return unturned if lies_alike(layout, unturned, new) else new


def _stock(layout: Layout, spares: Sequence[str]) -> tuple[Stock, dict[str, list[str]]]:
    """What a repaired castle may be made of, and the spare tiles of each kind."""
    box = layout.tileset
    sides: dict[str, set[Side]] = defaultdict(set)
    own: dict[str, list[str]] = defaultdict(list)
    spare: dict[str, list[str]] = defaultdict(list)
    for placed in layout.tiles:
        kind = box.tiles[placed.tile].kind
        sides[kind].add(placed.side)
        if placed.tile not in own[kind]:
            own[kind].append(placed.tile)
    for i, text in enumerate(spares):
        name, colon, _ = text.partition(":")
        place = f"spares[{i}]"
        if name not in box.tiles:
            raise HandError(f"the box {box.name} has no tile {quoted(name)}", place)
        tile = box.tiles[name]
        if name in own[tile.kind] or name in spare[tile.kind]:
            raise HandError(f"{name} is there already", place)
        spare[tile.kind].append(name)
        if tile.group is Group.GATE:
            settled = Hand((text,), (), layout.variant, wilds=0, tileset=box).gate_sides()
            sides[tile.kind].update(settled[name])
        elif colon:
            raise HandError(f"{name} has no sides to choose from; only gates have", place)
        else:
            sides[tile.kind].add("front")
    lots, drawn = [], 0
    faces = box.under(layout.rules).faces
    for kind in box.kinds:
        names = [*own[kind], *spare[kind]]
        if not names:
            continue
        tile = box.tiles[names[0]]
        may_turn_over = layout.variant not in (Variant.STANDARD, Variant.SPEED)
        up = [side for side in tile.sides if side in sides[kind] or may_turn_over]
        lots.append(
            Lot(
                kind,
                tuple(faces[tile.id, side] for side in up),
                tuple(own[kind]),
                tuple(spare[kind]),
            )
        )
        drawn += len(names) if tile.group not in (Group.GATE, Group.WILD) else 0
    return Stock(tuple(lots), drawn), spare


def _lain(layout: Layout, castle: CastleModel) -> list[Lain]:
    """The tiles of the castle as it lies, as tiles of the model."""
    lots = {name: lot for lot in castle.stock.lots for name in lot.own}
    found = []
    for placed, face in zip(layout.tiles, layout.faces(), strict=True):
        edges = face.turns[placed.turn]
        is_turned = face.upright_only and placed.turn != 0
        lying = [
            piece
            for piece in castle.place.get(placed.cell, ())
            if (piece.face, piece.edges) == (face, edges) and not is_turned
        ]
        found.append(Lain(placed, lots[placed.tile], lying[0] if lying else None))
    return found


def _around(layout: Layout, steps: int) -> list[Cell]:
    """The cells within so many steps of a tile, and a cell on the grass for the gate."""
    found = {placed.cell for placed in layout.tiles}
    for _ in range(steps):
        found |= {neighbour(cell, side) for cell in found for side in Direction}
    return _with_ground(layout, {cell for cell in found if cell[1] >= 0})


def _boxed(layout: Layout, margin: int) -> list[Cell]:
    """The cells of the box around the tiles and its margin, and a cell on the grass for the gate.

    Raises:
        LayoutError: when the box is too large to be searched.
    """
    above = [placed.cell for placed in layout.tiles if placed.y >= 0]
    if not above:
        return _with_ground(layout, set())
    left, right = min(x for x, _ in above) - margin, max(x for x, _ in above) + margin
    top = max(y for _, y in above) + margin
    if (right - left + 1) * (top + 1) > _MOST_CELLS:
        raise LayoutError(f"the box around the tiles has more than {_MOST_CELLS} cells", "tiles")
    return _with_ground(layout, {(x, y) for x in range(left, right + 1) for y in range(top + 1)})


def _with_ground(layout: Layout, cells: set[Cell]) -> list[Cell]:
    """These cells, and the nearest one on the grass if there is none among them."""
    ground = Ground(layout.grass)
    if not any(y == 0 and ground.covers(x) for x, y in cells):
        ends = [x for start, end in ground.runs for x in (start, end - 1)]
        columns = {x for x, _ in cells} or {0}
        x = min(ends, key=lambda end: (min(abs(end - x) for x in columns), end))
        cells.add((x, 0))
    return sorted(cells)


_POLL = 0.05
_WORK = 1.0
"""Deterministic time for the fewest changes, for each second of the limit: under half of it."""
_FEW_RINGS = 3
"""So many rings are looked for where nothing is to be proved."""
_FEW_CHANGES, _HIGH_SCORE = "few changes", "high score"
