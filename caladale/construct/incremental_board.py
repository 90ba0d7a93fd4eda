"""A castle that only grows: where each tile can go, kept up to date from one tile to the next.

The referee judges a finished layout as a whole. Looking ahead in a game, thousands of castles
differ by one tile each, so this board keeps what a tile changes: the open cells, what their
neighbours ask of them, and the ways in which a tile may lie there. Tests hold it against the
referee.

It knows the rules for castles in which every tile was legal when it was placed and none is moved:
what was held up stays held up. The strip lies wherever the castle needs it, among the columns that
it can still cover. Readings that change printed edges, what hangs, and what is a bridge are
followed; under the others in `Readings` it plays by their defaults.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator

from msgspec import Struct

from caladale.core.edges import Cell, Edge, fits
from caladale.core.layout import Layout, Placement
from caladale.core.readings import Readings
from caladale.core.tile_file import Group
from caladale.core.tiles import Face, Side, TileSet
from caladale.rules.points import tile_points
from caladale.rules.support_rule import hanging_sides, may_bridge

_EDGES = tuple(Edge)
_CODES = {edge: code for code, edge in enumerate(_EDGES)}

_COLUMN = 128
_STEPS = (1, _COLUMN, -1, -_COLUMN)
"""From a cell's number to those of its neighbours N, E, S, W."""

# What is asked of a cell: three bits a side, 0 where nothing lies, else one more than the code of
# the edge that faces it; then where it lies, and whether both its side neighbours could be piers.
_SOUTH = 6
_ON_GROUND, _BEYOND, _PIERS = 1 << 12, 2 << 12, 4 << 12
_SIDES = (1 << 12) - 1


def number_of(cell: Cell) -> int:
    """A cell as one number, which is quick to look up; no castle has as many as 128 rows."""
    return cell[0] * _COLUMN + cell[1]


def cell_of(number: int) -> Cell:
    """The cell of a number."""
    return number // _COLUMN, number % _COLUMN


def _castle_sides(need: int) -> int:
    return sum((need >> 3 * side & 7) > 1 for side in range(4))


ASKED = tuple(_castle_sides(need) for need in range(_SIDES + 1))
"""For each need of a cell, how many castle edges face it."""


class Orientation(Struct, frozen=True):
    """One way in which tiles of one kind can lie.

    Attributes:
        kind: the number of the kind, -1 for a gate.
        side: which side lies up.
        turn: quarter turns clockwise.
        edges: the edges N, E, S, W as numbers, 0 for sky.
        points: what such a tile scores.
    """

    kind: int
    side: Side
    turn: int
    edges: tuple[int, int, int, int]
    points: int


class Orientations:
    """Every way in which the tiles of a box can lie under some readings, numbered.

    A set of looks is an integer with a bit for each, a set of kinds likewise. Gates have looks, but
    are in no set, for a castle begins with its gate.

    Attributes:
        all: the looks by number.
        kinds: the kinds that a castle can grow by; the wild is the last.
        of_kind: for each kind the set of its looks.
        numbers: the number of each (kind, side, turn); turns that look alike share one.
    """

    def __init__(self, box: TileSet, rules: Readings) -> None:
        read = box.under(rules)
        self.all: list[Orientation] = []
        self.kinds: list[str] = []
        self.of_kind: list[int] = []
        self.numbers: dict[tuple[str, Side, int], int] = {}
        self._held: list[tuple[tuple[int, ...], bool]] = []
        self._fitting: dict[int, int] = {}
        self._kinds_of: dict[int, int] = {}
        faces = dict.fromkeys(read.faces.values())
        for face in sorted(faces, key=lambda face: face.group is Group.WILD):
            kind = -1
            if face.group is not Group.GATE:
                kind = len(self.kinds)
                self.kinds.append(face.kind)
            first = len(self.all)
            self._lay(face, kind, rules)
            if kind >= 0:
                self.of_kind.append((1 << len(self.all)) - (1 << first))
        self.number_of_kind = {kind: number for number, kind in enumerate(self.kinds)}

    def _lay(self, face: Face, kind: int, rules: Readings) -> None:
        points = tile_points(face, rules)
        held = tuple(map(int, hanging_sides(face, rules))), may_bridge(face, rules)
        for turn in range(4):
            alike = face.turns.index(face.turns[turn])
            if alike == turn and turn in face.orientations:
                north, east, south, west = (_CODES[edge] for edge in face.turns[turn])
                self.all.append(
                    Orientation(kind, face.side, turn, (north, east, south, west), points)
                )
                self._held.append(held)
            self.numbers[face.kind, face.side, turn] = self.numbers.get(
                (face.kind, face.side, alike), len(self.all) - 1
            )

    def fitting(self, need: int) -> int:
        """The set of looks that may lie in a cell of which so much is asked."""
        found = self._fitting.get(need)
        if found is None:
            found = sum(1 << number for number in range(len(self.all)) if self._fits(number, need))
            self._fitting[need] = found
        return found

    def _fits(self, number: int, need: int) -> bool:
        look = self.all[number]
        if look.kind < 0:
            return False
        joined = []
        for side in range(4):
            asked = need >> 3 * side & 7
            if asked and not fits(_EDGES[look.edges[side]], _EDGES[asked - 1]):
                return False
            joined.append(asked > 1)
        stands = look.edges[2] > 0
        if stands and need & _BEYOND:
            return False
        hanging, bridges = self._held[number]
        return (
            (stands and bool(joined[2] or need & _ON_GROUND))
            or any(joined[side] for side in hanging)
            or (bridges and joined[1] and joined[3] and bool(need & _PIERS))
        )

    def kinds_of(self, looks: int) -> int:
        """The set of kinds that a set of looks belongs to."""
        found = self._kinds_of.get(looks)
        if found is None:
            found = sum(1 << kind for kind, own in enumerate(self.of_kind) if own & looks)
            self._kinds_of[looks] = found
        return found


@functools.cache
def orientations_of(box: TileSet, rules: Readings) -> Orientations:
    """The looks of a box under some readings, worked out once."""
    return Orientations(box, rules)


def members(looks: int) -> Iterator[int]:
    """The numbers in a set, from the least."""
    while looks:
        least = looks & -looks
        yield least.bit_length() - 1
        looks ^= least


class IncrementalBoard:
    """A castle and its open cells.

    Attributes:
        looks: the looks of the box.
        tiles: the number of the look in each occupied cell, cells as numbers.
        needs: what is asked of each empty cell that has a neighbour.
        open: for each cell that a castle edge faces, the set of looks that may lie there.
        exposed: the number of exposed castle edges.
        points: the points of the tiles, all else left aside.
        low: the least column with a castle bottom edge in row 0.
        high: the greatest such column.
        width: the width of the strip.
    """

    __slots__ = (
        "exposed",
        "high",
        "looks",
        "low",
        "needs",
        "open",
        "points",
        "standing",
        "tiles",
        "width",
    )

    def __init__(self, looks: Orientations, width: int) -> None:
        self.looks = looks
        self.width = width
        self.tiles: dict[int, int] = {}
        self.needs: dict[int, int] = {}
        self.open: dict[int, int] = {}
        self.standing: set[int] = set()
        self.exposed = 0
        self.points = 0
        self.low, self.high = 10**9, -(10**9)

    @classmethod
    def of(cls, layout: Layout) -> IncrementalBoard:
        """The board of a legal castle that grew tile by tile in the order of its tiles."""
        looks = orientations_of(layout.tileset, layout.rules)
        board = cls(looks, sum(strip.width for strip in layout.grass))
        for placed in layout.tiles:
            kind = layout.tileset.tiles[placed.tile].kind
            number = looks.numbers[kind, placed.side, placed.turn]
            board.place(number_of(placed.cell), number)
        return board

    def copy(self) -> IncrementalBoard:
        """A board of its own with the same castle."""
        other = IncrementalBoard.__new__(IncrementalBoard)
        other.looks, other.width = self.looks, self.width
        other.tiles, other.needs = self.tiles.copy(), self.needs.copy()
        other.open, other.standing = self.open.copy(), self.standing.copy()
        other.exposed, other.points = self.exposed, self.points
        other.low, other.high = self.low, self.high
        return other

    def place(self, cell: int, number: int) -> None:
        """Put a tile into a cell, where it must be legal."""
        look = self.looks.all[number]
        needs, opened, standing = self.needs, self.open, self.standing
        need = needs.pop(cell, 0)
        opened.pop(cell, None)
        self.tiles[cell] = number
        self.points += look.points
        self.exposed -= ASKED[need]
        row0 = cell % _COLUMN == 0
        touched = []
        for side, edge in enumerate(look.edges):
            if need >> 3 * side & 7:
                continue
            if side == 2 and row0:
                if edge:
                    column = cell // _COLUMN
                    if column < self.low or column > self.high:
                        self.low, self.high = min(column, self.low), max(column, self.high)
                        touched += [other for other in opened if other % _COLUMN == 0]
                continue
            near = cell + _STEPS[side]
            needs[near] = needs.get(near, 0) | edge + 1 << 3 * (side ^ 2)
            touched.append(near)
            if edge:
                self.exposed += 1
        if look.edges[2] and (row0 or need >> _SOUTH & 7):
            standing.add(cell)
        above = cell + 1
        if (need & 7) > 1 and above not in standing:
            standing.add(above)
            touched += [side for side in (above + _COLUMN, above - _COLUMN) if side in opened]
        for near in touched:
            self._look_at(near)

    def _look_at(self, cell: int) -> None:
        """Find out anew what may lie in an empty cell that has a neighbour."""
        need = self.needs[cell]
        if not ASKED[need]:
            return
        if cell % _COLUMN == 0:
            column = cell // _COLUMN
            low, high = min(column, self.low), max(column, self.high)
            need |= _ON_GROUND if high - low < self.width else _BEYOND
        if cell + _COLUMN in self.standing and cell - _COLUMN in self.standing:
            need |= _PIERS
        self.open[cell] = self.looks.fitting(need)

    @property
    def total(self) -> int:
        """The score of the castle as it is."""
        return self.points - 2 * self.exposed if self.exposed else self.points + 2

    def moves(self, looks: int) -> Iterator[tuple[int, int]]:
        """Every (cell, look) among `looks` that may be placed now, in a fixed order."""
        for cell in sorted(self.open):
            for number in members(self.open[cell] & looks):
                yield cell, number

    def placement(self, tile: str, cell: int, number: int) -> Placement:
        """A move as the placement of the tile with id `tile`."""
        look = self.looks.all[number]
        x, y = cell_of(cell)
        return Placement(tile, x, y, look.turn, look.side)
