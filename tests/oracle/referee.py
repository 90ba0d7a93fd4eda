"""The referee: every breach, completeness and the score sheet, as the rules read word by word."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from tests.oracle.tiles import (
    DEFAULTS,
    EAST,
    NORTH,
    SOUTH,
    WEST,
    Data,
    Edges,
    Face,
    is_castle,
    match,
    read_box,
    turned,
)

Cell: TypeAlias = tuple[int, int]

STEPS = {NORTH: (0, 1), EAST: (1, 0), SOUTH: (0, -1), WEST: (-1, 0)}
NAMES = "NESW"
OPPOSITE = {NORTH: SOUTH, EAST: WEST, SOUTH: NORTH, WEST: EAST}


def beside(cell: Cell, side: int) -> Cell:
    """The cell across one side of `cell`."""
    return cell[0] + STEPS[side][0], cell[1] + STEPS[side][1]


@dataclass(frozen=True)
class Placed:
    """A tile on the table."""

    tile: str
    face: Face
    cell: Cell
    turn: int

    @property
    def edges(self) -> Edges:
        """The edges as it lies."""
        return turned(self.face.edges, self.turn)


@dataclass(frozen=True)
class Verdict:
    """What the referee says of a layout.

    Attributes:
        breaches: the code of each breach with its cells, sorted.
        complete: whether no edge is exposed (and no hole spoils it, under that reading).
        exposed: the exposed edges as (x, y, letter of the side), sorted.
        sheet: the points of every item and their ``total``; empty when two tiles share a cell.
    """

    breaches: tuple[tuple[str, tuple[Cell, ...]], ...]
    complete: bool
    exposed: tuple[tuple[int, int, str], ...]
    sheet: dict[str, int]

    @property
    def is_legal(self) -> bool:
        """Whether the layout breaks no rule."""
        return not self.breaches

    @property
    def score(self) -> int | None:
        """The score; None for an illegal castle."""
        return self.sheet["total"] if self.is_legal else None


def judge(layout: Data, text: str) -> Verdict:
    """Judge and score a layout of the box whose tile file is `text`."""
    return _Table(layout, text).verdict()


class _Table:
    """A layout on the table, and all that the rules ask about it."""

    def __init__(self, layout: Data, text: str) -> None:
        self.rules = DEFAULTS | layout.get("rules", {})
        self.layout = layout
        self.variant = layout.get("variant", "standard")
        box = read_box(text, self.rules)
        self.tiles = [
            Placed(
                placed["tile"],
                box.face(placed["tile"], placed.get("side", "front")),
                (placed["x"], placed["y"]),
                placed.get("turn", 0),
            )
            for placed in layout["tiles"]
        ]
        self.strips = [
            range(strip["x"], strip["x"] + strip["width"])
            for strip in layout.get("grass", [{"x": 0, "width": 4}])
        ]
        self.ground = {column for strip in self.strips for column in strip}
        self.at = {placed.cell: placed for placed in self.tiles}
        self.is_crowded = len(self.at) < len(self.tiles)

    def verdict(self) -> Verdict:
        """Every breach, completeness and the score sheet."""
        breaches = [*self._t1(), *self._t2(), *self._t3(), *self._t4(), *self._t5()]
        exposed: list[tuple[int, int, str]] = []
        complete = False
        sheet: dict[str, int] = {}
        if not self.is_crowded:
            breaches += [*self._b1(), *self._b2(), *self._c(), *self._d(), *self._e(), *self._f()]
            exposed = sorted((*cell, NAMES[side]) for cell, side in self._exposed())
            complete = bool(self.tiles) and not exposed
            if self.rules["hole_breaks_complete"] == "yes" and self._has_hole():
                complete = False
            sheet = self._sheet(complete, len(exposed))
        told = sorted((code, tuple(sorted(cells))) for code, cells in breaches)
        return Verdict(tuple(told), complete, tuple(exposed), sheet)

    # --- contacts -------------------------------------------------------------------------------

    def _is_joined(self, placed: Placed, side: int) -> Placed | None:
        """The tile that `placed` is joined to at this side: both facing edges are castle."""
        other = self.at.get(beside(placed.cell, side))
        if other is None or not is_castle(placed.edges[side]):
            return None
        return other if is_castle(other.edges[OPPOSITE[side]]) else None

    def _is_on_grass(self, placed: Placed) -> bool:
        return placed.cell[1] == 0 and placed.cell[0] in self.ground

    def _exposed(self) -> Iterator[tuple[Cell, int]]:
        for placed in self.tiles:
            for side in range(4):
                if not is_castle(placed.edges[side]) or beside(placed.cell, side) in self.at:
                    continue
                if side == SOUTH and self._is_on_grass(placed):
                    continue
                yield placed.cell, side

    def _has_hole(self) -> bool:
        """Whether empty cells above the ground do not reach out of the bounding box."""
        if not self.at:
            return False
        columns = [x for x, _ in self.at]
        top = max(y for _, y in self.at)
        # One cell more at the sides and on top is outside, and all one region.
        reached = {(min(columns) - 1, top + 1)}
        waiting = list(reached)
        room = {
            (x, y)
            for x in range(min(columns) - 1, max(columns) + 2)
            for y in range(max(top, 0) + 2)
            if (x, y) not in self.at
        }
        while waiting:
            cell = waiting.pop()
            for side in range(4):
                near = beside(cell, side)
                if near in room and near not in reached:
                    reached.add(near)
                    waiting.append(near)
        return bool(room - reached)

    # --- the breaches ---------------------------------------------------------------------------

    def _b1(self) -> Iterator[tuple[str, list[Cell]]]:
        for placed in self.tiles:
            if placed.face.is_gate and (placed.turn or not self._is_on_grass(placed)):
                yield "B1", [placed.cell]

    def _b2(self) -> Iterator[tuple[str, list[Cell]]]:
        for placed in self.tiles:
            if placed.face.is_tower and placed.turn:
                yield "B2", [placed.cell]

    def _c(self) -> Iterator[tuple[str, list[Cell]]]:
        for placed in self.tiles:
            for side in (NORTH, EAST):
                other = self.at.get(beside(placed.cell, side))
                if other and not match(placed.edges[side], other.edges[OPPOSITE[side]]):
                    yield "C", [placed.cell, other.cell]

    def _d(self) -> Iterator[tuple[str, list[Cell]]]:
        if not self.tiles:
            return
        gates = [placed for placed in self.tiles if placed.face.is_gate]
        root = min(gates or self.tiles, key=lambda placed: placed.cell)
        reached = {root.cell}
        waiting = [root]
        while waiting:
            placed = waiting.pop()
            for side in range(4):
                other = self._is_joined(placed, side)
                if other is not None and other.cell not in reached:
                    reached.add(other.cell)
                    waiting.append(other)
        apart = [placed.cell for placed in self.tiles if placed.cell not in reached]
        if apart:
            yield "D", apart

    def _e(self) -> Iterator[tuple[str, list[Cell]]]:
        for placed in self.tiles:
            x, y = placed.cell
            asked = y >= 0 if self.rules["overhang"] == "whole_column" else y == 0
            if asked and is_castle(placed.edges[SOUTH]) and x not in self.ground:
                yield "E", [placed.cell]

    def _f(self) -> Iterator[tuple[str, list[Cell]]]:
        modes = self._support()
        falling = [placed.cell for placed in self.tiles if not modes[placed.cell]]
        if falling:
            yield "F", falling

    def _t1(self) -> Iterator[tuple[str, list[Cell]]]:
        cells = [placed.cell for placed in self.tiles]
        for cell in self.at:
            if cells.count(cell) > 1:
                yield "T1", [cell]

    def _t2(self) -> Iterator[tuple[str, list[Cell]]]:
        for placed in self.tiles:
            if placed.cell[1] < 0:
                yield "T2", [placed.cell]

    def _t3(self) -> Iterator[tuple[str, list[Cell]]]:
        places = defaultdict(list)
        for placed in self.tiles:
            places[placed.tile].append(placed.cell)
        for cells in places.values():
            if len(cells) > 1:
                yield "T3", cells
        wilds = [placed.cell for placed in self.tiles if placed.face.is_wild]
        if len(wilds) > (0 if self.variant == "all-tiles" else 1):
            yield "T3", wilds

    def _t4(self) -> Iterator[tuple[str, list[Cell]]]:
        gates = [placed.cell for placed in self.tiles if placed.face.is_gate]
        if not gates or (len(gates) > 1 and self.variant != "all-tiles"):
            yield "T4", gates

    def _t5(self) -> Iterator[tuple[str, list[Cell]]]:
        if self.rules["strips"] != "side_by_side" or not self.ground:
            return
        columns = range(min(self.ground), max(self.ground) + 1)
        if len(self.ground) < len(columns):
            yield "T5", []

    # --- support --------------------------------------------------------------------------------

    def _support(self) -> dict[Cell, set[str]]:
        """The modes of support of each tile: the least fixed point, from nothing supported."""
        modes: dict[Cell, set[str]] = {placed.cell: set() for placed in self.tiles}
        has_changed = True
        while has_changed:
            has_changed = False
            for placed in self.tiles:
                for mode, holds in (("B", self._stands), ("H", self._hangs), ("R", self._spans)):
                    if mode not in modes[placed.cell] and holds(placed, modes):
                        modes[placed.cell].add(mode)
                        has_changed = True
        return modes

    def _carries(self, cell: Cell, modes: dict[Cell, set[str]]) -> bool:
        """Whether the tile in `cell` gives mode B to the one above it."""
        if self.rules["hung_tiles_carry"] == "no":
            return bool(modes[cell] & {"B", "R"})
        return bool(modes[cell])

    def _stands(self, placed: Placed, modes: dict[Cell, set[str]]) -> bool:
        bottom = placed.edges[SOUTH]
        holds_grass = is_castle(bottom) or self.rules["grass_supports_sky"] == "yes"
        if holds_grass and self._is_on_grass(placed):
            return True
        below = self.at.get(beside(placed.cell, SOUTH))
        if below is None or not self._carries(below.cell, modes):
            return False
        if is_castle(bottom):
            return is_castle(below.edges[NORTH])
        return self.rules["sky_stack_supports"] == "yes" and not is_castle(below.edges[NORTH])

    def _hangs(self, placed: Placed, modes: dict[Cell, set[str]]) -> bool:
        for side in _sides_to_hang_by(placed.face, self.rules):
            other = self._is_joined(placed, side)
            if other is not None and modes[other.cell]:
                return True
        return False

    def _spans(self, placed: Placed, modes: dict[Cell, set[str]]) -> bool:
        if self.rules["bridge_tile"] == "mid_only" and placed.face.role != "mid":
            return False
        for side in (EAST, WEST):
            pier = self._is_joined(placed, side)
            if pier is None or "B" not in modes[pier.cell]:
                return False
            is_unbroken = self.rules["bridge_piers"] == "local" or self._is_joined_to_grass(pier)
            if not is_unbroken:
                return False
        return True

    def _is_joined_to_grass(self, placed: Placed) -> bool:
        """Whether a tile, and every tile below it, is joined down to the grass."""
        if self._is_on_grass(placed):
            return is_castle(placed.edges[SOUTH])
        below = self._is_joined(placed, SOUTH)
        return below is not None and self._is_joined_to_grass(below)

    # --- the score ------------------------------------------------------------------------------

    def _sheet(self, complete: bool, exposed: int) -> dict[str, int]:
        wilds = sum(placed.face.is_wild for placed in self.tiles)
        gates = sum(placed.face.is_gate for placed in self.tiles)
        scoring = len(self.tiles) - wilds
        if self.rules["gate_counts"] == "no":
            scoring -= gates
        sheet = {
            "tiles": 2 * scoring,
            "complete": 2 if complete else 0,
            "towers": sum(placed.face.is_tower for placed in self.tiles),
            "flipped": self.layout.get("flipped", 0) if self.variant == "standard" else 0,
            "timer": int(self.variant == "speed" and bool(self.layout.get("timer"))),
            "exposed": -2 * exposed,
            "wild": -wilds,
            "exchanges": -self.layout.get("exchanges", 0) if self.variant == "solo2" else 0,
        }
        return sheet | {"total": sum(sheet.values())}


def _sides_to_hang_by(face: Face, rules: dict[str, str]) -> tuple[int, ...]:
    """The sides, as the tile lies, by which it may hang (mode H)."""
    if face.role == "edge":
        return EAST, WEST, NORTH
    if face.is_wild:
        return (EAST, WEST, NORTH) if rules["wild_may_hang"] == "yes" else ()
    if face.is_corner() and (face.role == "two" or face.group == "enchanted"):
        return (EAST, WEST, NORTH) if rules["corner_hangs_from_top"] == "yes" else (EAST, WEST)
    if face.is_mid() and rules["mid_may_hang"] == "yes":
        return EAST, WEST
    return ()
