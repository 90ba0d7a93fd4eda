"""Simulated annealing: any tiles anywhere, ever less tolerant of what breaks the rules.

The state is a table on which tiles may clash, hang in the air and lie apart, at a price; a castle
without such faults costs what it fails to score. A proposal lays a tile, takes one away, turns one,
swaps two, or lays one elsewhere; most are laid so that they fit their new neighbours. What a
proposal changes at the borders of its cells is known at once, and most proposals are refused for
that alone; support and connection are worked out for the others only. Runs cool from hot to cold,
each twice as long as the one before, until the time is up or a castle reaches the bound.

Support follows the default readings. Under others the referee refuses what is wrong.
"""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Iterator, Mapping

from benchmarks.peers.answer import Answer, Problem, Terms
from caladale.core.edges import Cell, Edge, fits
from caladale.core.hand import Hand
from caladale.core.readings import Readings
from caladale.solve.hand.windows import overhang
from caladale.solve.models.hanging import hanging_sides
from caladale.solve.models.stock import Piece

_EDGES = tuple(Edge)
_STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))

_EXPOSED, _CLASH, _LOOSE = 2.0, 3.0, 0.6
"""Points lost for an exposed edge, and the price of a clash and of a tile without hold.

A tile that falls may take many with it, so that price is low, or no castle is ever rebuilt."""

_HOT, _COLD = 1.5, 0.4
"""Points that a run may well lose in a step at first and at last."""

_FIRST_RUN = 20_000
_CARE = 0.8
"""How often a tile is laid so that it fits its neighbours."""

_TICK = 500
"""Steps between two looks at the clock."""

_Change = dict[Cell, int | None]


def solve(hand: Hand, terms: Terms) -> Answer:
    """Anneal until the bound is reached or the time is up."""
    problem = Problem(hand, terms)
    annealing = Annealing(problem, hand.rules, random.Random(terms.seed))
    steps = _FIRST_RUN
    while problem.left > 0 and annealing.best != problem.bound:
        annealing.run(steps)
        steps *= 2
    return problem.answer(annealing.best)


class Annealing:
    """The table, the tiles beside it, and the best castle that the referee passed.

    Attributes:
        best: its score; None before the first.
    """

    def __init__(self, problem: Problem, rules: Readings, chance: random.Random) -> None:
        self.best: int | None = None
        self._problem = problem
        self._chance = chance
        self._pieces = problem.stock.pieces()
        self._edges = [tuple(_EDGES.index(e) for e in piece.edges) for piece in self._pieces]
        self._points = [piece.lot.points(rules) for piece in self._pieces]
        self._hangs = [
            tuple(int(side) for side in hanging_sides(piece.face, rules)) for piece in self._pieces
        ]
        self._fits = [[fits(a, b) for b in _EDGES] for a in _EDGES]
        self._beside = overhang(problem.stock, rules)
        self._ways: dict[str, list[int]] = defaultdict(list)
        for number, piece in enumerate(self._pieces):
            self._ways[piece.lot.kind].append(number)
        self._gates = [n for n, piece in enumerate(self._pieces) if piece.is_gate]
        self._fitting: dict[tuple[int, ...], frozenset[int]] = {}
        self._at: dict[Cell, int] = {}
        self._left: dict[str, int] = {}

    def run(self, steps: int) -> None:
        """Cool a table that holds only the gate, in so many steps or until the time is up."""
        problem, chance = self._problem, self._chance
        self._left = {lot.kind: len(lot.own) for lot in problem.stock.lots}
        self._at = {}
        self._lay({(chance.choice(problem.ground), 0): chance.choice(self._gates)})
        loose = self._loose()
        exposed, clashes, points = self._borders(self._at)
        for step in range(steps):
            if step % _TICK == 0 and problem.left <= 0:
                return
            change = self._proposal()
            if change is None:
                continue
            patience = -math.log(1 - chance.random()) * _HOT * (_COLD / _HOT) ** (step / steps)
            before = self._borders(change)
            back = self._lay(change)
            after = self._borders(change)
            now = (
                exposed - before[0] + after[0],
                clashes - before[1] + after[1],
                points - before[2] + after[2],
            )
            worse = _cost(*now, 0) - _cost(exposed, clashes, points, loose)
            if worse <= patience:
                held = self._loose()
                worse += _cost(*now, held) - _cost(*now, 0)
                if worse <= patience:
                    exposed, clashes, points = now
                    loose = held
                    if not clashes and not loose and self._is_better(points, exposed):
                        self._show()
                        if self.best == problem.bound:
                            return
                    continue
            self._lay(back)

    # --- the table ------------------------------------------------------------------------------

    def _lay(self, change: Mapping[Cell, int | None]) -> _Change:
        """Make a change; what would undo it."""
        back: _Change = {}
        for cell, number in change.items():
            old = self._at.pop(cell, None)
            back[cell] = old
            if old is not None:
                self._left[self._pieces[old].lot.kind] += 1
            if number is not None:
                self._at[cell] = number
                self._left[self._pieces[number].lot.kind] -= 1
        return back

    def _borders(self, cells: Mapping[Cell, int | None]) -> tuple[int, int, int]:
        """Exposed edges and clashes at the borders of these cells, and the points in them."""
        exposed = clashes = points = 0
        seen = set()
        for x, y in cells:
            mine = self._at.get((x, y))
            if mine is not None:
                points += self._points[mine]
            for side, (i, j) in enumerate(_STEPS):
                other = (x + i, y + j)
                border = (x, y, side) if side < 2 else (*other, side - 2)
                if border in seen:
                    continue
                seen.add(border)
                its = self._at.get(other)
                my_edge = None if mine is None else self._edges[mine][side]
                its_edge = None if its is None else self._edges[its][(side + 2) % 4]
                if my_edge is None or its_edge is None:
                    # What faces the grass is closed; no castle bottom lies beyond it.
                    exposed += bool(my_edge or its_edge) and other[1] >= 0
                elif not self._fits[my_edge][its_edge]:
                    clashes += 1
        return exposed, clashes, points

    def _loose(self) -> int:
        """How many tiles are not held up, and how many are not joined to the gate."""
        joints = {cell: self._joints(cell) for cell in self._at}
        return 2 * len(joints) - self._held(joints) - self._joined(joints)

    def _joints(self, cell: Cell) -> list[Cell | None]:
        """The cells that the tile in `cell` is joined to, side by side."""
        own = self._edges[self._at[cell]]
        found: list[Cell | None] = [None] * 4
        for side, (i, j) in enumerate(_STEPS):
            other = (cell[0] + i, cell[1] + j)
            if own[side] and other in self._at and self._edges[self._at[other]][(side + 2) % 4]:
                found[side] = other
        return found

    def _held(self, joints: dict[Cell, list[Cell | None]]) -> int:
        """How many tiles are held up: the least fixed point of standing, hanging and bridging."""
        at, ground = self._at, self._problem.ground
        standing = {
            cell for cell in at if cell[1] == 0 and cell[0] in ground and self._edges[at[cell]][2]
        }
        held = set(standing)
        rows = sorted(at, key=lambda cell: cell[1])
        growing = True
        while growing:
            before = len(held) + len(standing)
            for cell in rows:
                near = joints[cell]
                if cell not in standing and near[2] in held:
                    standing.add(cell)
                    held.add(cell)
                elif cell not in held and (
                    any(near[side] in held for side in self._hangs[at[cell]])
                    or (near[1] in standing and near[3] in standing)
                ):
                    held.add(cell)
            growing = len(held) + len(standing) > before
        return len(held)

    def _joined(self, joints: dict[Cell, list[Cell | None]]) -> int:
        """How many tiles are joined to the gate, itself included."""
        stack = [cell for cell, number in self._at.items() if self._pieces[number].is_gate]
        joined = set(stack)
        while stack:
            for near in joints[stack.pop()]:
                if near is not None and near not in joined:
                    joined.add(near)
                    stack.append(near)
        return len(joined)

    # --- proposals ------------------------------------------------------------------------------

    def _proposal(self) -> _Change | None:
        chance = self._chance
        cell, number = chance.choice(list(self._at.items()))
        kind = self._pieces[number].lot.kind
        what = chance.random()
        if what < 0.35:
            return self._placing({self._empty_cell(): None})
        if what < 0.45:
            return None if self._pieces[number].is_gate else {cell: None}
        if what < 0.6:  # another tile, or the same one turned
            return self._placing({cell: kind if chance.random() < 0.5 else None})
        if what < 0.8:  # two tiles swapped
            other = chance.choice(list(self._at))
            return self._placing({cell: self._pieces[self._at[other]].lot.kind, other: kind})
        return self._placing({self._empty_cell(): kind}, taken={cell: None})

    def _empty_cell(self) -> Cell | None:
        """An empty cell beside a tile, mostly one that a castle edge faces."""
        (x, y), number = self._chance.choice(list(self._at.items()))
        side = self._chance.randrange(4)
        if not self._edges[number][side] and self._chance.random() < 0.8:
            return None
        i, j = _STEPS[side]
        empty = (x + i, y + j)
        return None if empty in self._at or empty[1] < 0 else empty

    def _placing(
        self, kinds: Mapping[Cell | None, str | None], taken: Mapping[Cell, None] | None = None
    ) -> _Change | None:
        """Lay a tile of each kind, None for any beside the table, mostly so that it fits there."""
        change: _Change = dict(taken or {})
        for cell, kind in kinds.items():
            if cell is None:
                return None
            ways = list(self._idle()) if kind is None else self._ways[kind]
            if self._chance.random() < _CARE:
                fitting = self._fitting_in(cell)
                ways = [number for number in ways if number in fitting]
            if not ways:
                return None
            change[cell] = self._chance.choice(ways)
        return self._allowed(change)

    def _idle(self) -> Iterator[int]:
        """Every way to lay a tile that lies beside the table, gates apart."""
        for kind, count in self._left.items():
            if count and not self._pieces[self._ways[kind][0]].is_gate:
                yield from self._ways[kind]

    def _fitting_in(self, cell: Cell) -> frozenset[int]:
        """The ways to lay a tile that fit what the neighbours of a cell show."""
        near = (self._at.get((cell[0] + i, cell[1] + j)) for i, j in _STEPS)
        asked = tuple(
            -1 if number is None else self._edges[number][(side + 2) % 4]
            for side, number in enumerate(near)
        )
        if asked not in self._fitting:
            self._fitting[asked] = frozenset(
                number
                for number, own in enumerate(self._edges)
                if all(a < 0 or self._fits[e][a] for a, e in zip(asked, own, strict=True))
            )
        return self._fitting[asked]

    def _allowed(self, change: _Change) -> _Change | None:
        """The change, if each tile may lie where it is to, and the gate stays on the table."""
        ground = self._problem.ground
        for (x, y), number in change.items():
            if number is None:
                continue
            on_ground = x in ground
            if self._pieces[number].is_gate and not (y == 0 and on_ground):
                return None
            if y == 0 and not on_ground and self._edges[number][2]:
                return None
            if not ground.start - self._beside <= x < ground.stop + self._beside:
                return None
        before = sum(self._pieces[self._at[cell]].is_gate for cell in change if cell in self._at)
        after = sum(
            self._pieces[number].is_gate for number in change.values() if number is not None
        )
        return change if before == after else None

    # --- the referee ----------------------------------------------------------------------------

    def _is_better(self, points: int, exposed: int) -> bool:
        total = points - 2 * exposed + (0 if exposed else 2)
        return self.best is None or total > self.best

    def _show(self) -> None:
        pieces: dict[Cell, Piece] = {c: self._pieces[n] for c, n in self._at.items()}
        total = self._problem.judged(pieces)
        if total is not None and (self.best is None or total > self.best):
            self.best = total


def _cost(exposed: int, clashes: int, points: int, loose: int) -> float:
    closed = not exposed and not clashes and not loose
    return _EXPOSED * exposed + _CLASH * clashes + _LOOSE * loose - points - 2 * closed
