"""Repair: the fewest changes that make a castle legal, and of those the castle that scores most.

What a change is says `caladale.changes`; how changes are counted in the model,
`caladale.solve.change_count`. One change is tried first, then two and so on, each as a question of
yes or no, until a castle is found; that no fewer do is then proved a second time, by another
configuration of CP-SAT. After that, the score is maximised among the castles that take so few.

The cells searched are those within a margin of the box around the tiles. That can be enough for a
table of any size: a castle is connected, so one that has a tile in the box and reaches d cells out
of it has d tiles there that were moved or added, one change each; and one without any tile in the
box has moved or removed every tile. So with margin m, up to m changes are searched everywhere, as
long as they are fewer than the tiles.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import FIRST_EXCEPTION, Future, wait

from msgspec import Struct
from ortools.sat.python import cp_model

from caladale.changes import Change, changes_between, lies_alike
from caladale.edges import Cell
from caladale.errors import HandError, LayoutError, RefereeError
from caladale.hand import Hand
from caladale.layout import Layout, Placement, Variant
from caladale.notation import write_line
from caladale.rules.board import Ground
from caladale.score import score
from caladale.solve.change_count import ChangeCount, Lain
from caladale.solve.cuts import add_cuts
from caladale.solve.hand import second_solver
from caladale.solve.model import CastleModel
from caladale.solve.result import Status, Stop, versions
from caladale.solve.shape_effort import (
    Brake,
    Effort,
    Outcome,
    feasibility_solver,
    side_by_side,
)
from caladale.solve.stock import Lot, Piece, Stock
from caladale.strict import quoted
from caladale.tilefile import Group
from caladale.tiles import Side
from caladale.validate import validate


class Box(Struct, frozen=True):
    """The cells that were searched: all in these columns and rows.

    Attributes:
        left: the first column.
        right: the last column.
        top: the last row; the first is row 0.
        margin: how far they reach beyond the tiles, to the left, to the right and up.
    """

    left: int
    right: int
    top: int
    margin: int

    def cells(self) -> list[Cell]:
        """Every cell, sorted."""
        columns, rows = range(self.left, self.right + 1), range(self.top + 1)
        return [(x, y) for x in columns for y in rows]


class RepairResult(Struct, frozen=True, kw_only=True):
    """The answer to "what are the fewest changes that make this castle legal?".

    Attributes:
        status: ``optimal`` when no fewer changes do, within the cells searched, and that is proved;
            ``infeasible`` when no number of changes does.
        changes: the changes, in an order in which they can be made.
        layout: the castle after them, which the referee has passed; None if there is none.
        score: its score.
        least: no castle in the cells searched takes fewer changes than this; proved.
        anywhere: whether that holds for a table of any size.
        best_score: whether no other castle in the cells searched that takes as few changes scores
            more; proved. False also where that could not be told in time.
        box: the cells searched; None where there was nothing to search.
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
    box: Box | None
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
    time_limit: float = 60.0,
    seed: int = 0,
    workers: int | None = None,
    margin: int = 1,
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
        workers: how many threads search; all cores by default.
        margin: how far beyond the tiles to search, to the left, to the right and up.

    Returns:
        The result; its status is optimal or infeasible only when that is proved. Ctrl-C ends the
        search and gives the best castle so far.

    Raises:
        HandError: when a spare is unknown, or is there twice.
        LayoutError: when the tiles lie so far apart that the cells between them are too many.
        RefereeError: when the referee refuses a castle that the model holds to be legal.
        ValueError: when the margin is negative.
    """
    if margin < 0:
        message = f"a margin of {margin} cells makes no sense"
        raise ValueError(message)
    threads = workers or os.cpu_count() or 1
    return _Search(layout, spares, time_limit, seed, threads, margin).result()


_LARGEST = 120_000
"""Models with more placements than this take too long to build."""

_BY_SEARCH = (
    "CP-SAT found no castle that takes fewer changes, asked in two different ways, {where}."
)
_ANYWHERE = "and none can lie elsewhere on a table of any size"
_IN_BOX = "in columns {left} to {right} and rows 0 to {top}; more cells were not searched"


class _Search:
    """The state of one repair."""

    def __init__(
        self,
        layout: Layout,
        spares: Sequence[str],
        time_limit: float,
        seed: int,
        workers: int,
        margin: int,
    ) -> None:
        self._brake = Brake(time_limit)
        self._time_limit = time_limit
        self._before = layout
        self._seed = seed
        self._workers = workers
        self._stock, self._spares = _stock(layout, spares)
        self._box = _box(layout, margin)
        self._after: Layout | None = None
        self._changes: tuple[Change, ...] = ()
        self._score: int | None = None
        self._least = 0
        self._best_score = False
        self._stop: Stop | None = None
        self._obstacle = ""

    # --- the frame ------------------------------------------------------------------------------

    def result(self) -> RepairResult:
        """Search and answer, early if Ctrl-C says so."""
        if validate(self._before).valid:
            self._take(self._before)
            self._stop, self._best_score = Stop.PROVED, True
            return self._answer(None)
        self._least = 1
        self._obstacle = self._no_castle()
        if self._obstacle:
            self._stop = Stop.PROVED
            return self._answer(None)
        assert self._box is not None  # noqa: S101 - else no castle
        cells = self._box.cells()
        if len(cells) * len(self._stock.pieces()) > _LARGEST:
            message = f"the tiles lie too far apart: {len(cells)} cells would have to be searched"
            raise LayoutError(message, "tiles")
        side_by_side(lambda: self._search(cells), 1, self._brake, self._watch)
        return self._answer(self._box)

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
        if self._box is None:
            return "There is no grass for the gate to stand on."
        return ""

    def _answer(self, box: Box | None) -> RepairResult:
        changes, proof = len(self._changes), ""
        margin = 0 if box is None else box.margin
        anywhere = self._least <= 1 or (
            self._least - 1 <= margin and self._least <= len(self._before.tiles)
        )
        if self._after is None:
            proved = bool(self._obstacle)
            status = Status.INFEASIBLE if proved else Status.UNKNOWN
            proof = self._obstacle
        else:
            proved = self._least == changes
            status = Status.OPTIMAL if proved else Status.FEASIBLE
            if proved and changes == 0:
                proof = "The castle is legal as it is."
            elif proved and changes == 1:
                proof = "The castle is not legal as it is."
            elif proved and box is not None:
                where = "in the cells searched, " + _ANYWHERE if anywhere else _IN_BOX
                proof = _BY_SEARCH.format(
                    where=where.format(left=box.left, right=box.right, top=box.top)
                )
        stop = self._stop
        if stop is None:
            stop = Stop.PROVED if proved and self._best_score else Stop.TIME_LIMIT
        return RepairResult(
            status=status,
            changes=self._changes,
            layout=self._after,
            score=self._score,
            least=self._least,
            anywhere=anywhere,
            best_score=self._best_score,
            box=box,
            proof=proof,
            stop=stop,
            seconds=round(self._time_limit - self._brake.seconds_left, 3),
            time_limit=self._time_limit,
            seed=self._seed,
            workers=self._workers,
            versions=versions(),
        )

    # --- the search -----------------------------------------------------------------------------

    def _search(self, cells: Collection[Cell]) -> None:
        ground = Ground(self._before.grass)
        self._castle = CastleModel(
            self._stock,
            cells,
            {x for x, _ in cells if ground.covers(x)},
            self._before.rules,
            one_gate=self._before.variant is not Variant.ALL_TILES,
        )
        wilds = [
            literal
            for here in self._castle.place.values()
            for piece, literal in here.items()
            if piece.lot.is_wild
        ]
        allowed = 0 if self._before.variant is Variant.ALL_TILES else 1
        self._castle.model.add(sum(wilds) <= allowed)
        self._lain = _lain(self._before, self._castle)
        self._hint()
        most = self._fewest()
        if most is None:
            self._any_castle()
            return
        # That one change is needed the referee has said; the solver is asked once more of others.
        if most == 1 or self._again(most - 1) is Outcome.IMPOSSIBLE:
            self._least = most
            self._improve(most)

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
            outcome = self._ask(feasibility_solver, effort, most=most)
            if outcome is Outcome.FOUND:
                return most
            if outcome is Outcome.LIMIT:
                return None
        return None

    def _again(self, most: int) -> Outcome:
        return self._ask(second_solver, self._patience(), most=most)

    def _any_castle(self) -> None:
        """Find a castle with few changes, in what time is left."""
        most = len(self._before.tiles) + 1
        self._ask(feasibility_solver, self._patience(), most=most, goal=_FEW_CHANGES)

    def _patience(self) -> Effort:
        """As much work as the time allows."""
        return Effort(float("inf"), self._brake)

    def _improve(self, most: int) -> None:
        """Raise the score; when it cannot be raised, ask once more another way."""
        found = self._ask(feasibility_solver, self._patience(), most=most, goal=_HIGH_SCORE)
        if found is Outcome.FOUND:
            assert self._score is not None  # noqa: S101 - a castle was found
            points = self._score + 1
            again = self._ask(second_solver, self._patience(), most=most, points=points)
            self._best_score = again is Outcome.IMPOSSIBLE

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
            model = castle.model.clone()
            count = ChangeCount(castle, model, self._lain, least=1, most=most)
            if points is not None:
                model.add(castle.score >= points)
            if goal == _HIGH_SCORE:
                model.maximize(castle.score)
            elif goal == _FEW_CHANGES:
                model.minimize(count.total)
            solver = configuration(self._seed)
            solver.parameters.num_workers = self._workers
            outcome = effort.solve(solver, model)
            if outcome is not Outcome.FOUND:
                return outcome
            if add_cuts(castle, solver.boolean_value):
                continue
            pieces = castle.pieces_of(solver.boolean_value)
            self._take(self._laid(pieces, count.origins(solver.boolean_value)))
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


def _box(layout: Layout, margin: int) -> Box | None:
    """The cells to search: around the tiles, and wide enough that some have grass below them."""
    ground = Ground(layout.grass)
    if not ground.runs:
        return None
    above = [placed.cell for placed in layout.tiles if placed.y >= 0]
    columns = [x for x, _ in above] or [x for start, end in ground.runs for x in (start, end - 1)]
    left, right = min(columns) - margin, max(columns) + margin
    if not any(start <= right and left < end for start, end in ground.runs):
        ends = [x for start, end in ground.runs for x in (start, end - 1)]
        nearest = min(ends, key=lambda x: min(abs(x - left), abs(x - right)))
        left, right = min(left, nearest), max(right, nearest)
    return Box(left, right, max((y for _, y in above), default=0) + margin, margin)


_POLL = 0.05
_WORK = 1.0
"""Deterministic time for the fewest changes, for each second of the limit: under half of it."""
_FEW_CHANGES, _HIGH_SCORE = "few changes", "high score"
