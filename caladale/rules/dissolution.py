"""Mistakes: what falls when the illegal part of a castle is dissolved.

In the Speed game, when time is up, the illegal section of a castle is dissolved together with
anything that it supports. That goes in rounds. In each the referee checks what stands, and these
tiles fall: those under rules B2, E, T2, D and F, and of each two tiles whose facing edges clash
(rule C) the one farther from the gate, counted in cells across and up (of two equally far, the one
higher up, then the one farther to the right). Then the referee looks again, until no tile falls.

The gate never falls. Of several gates this is the leftmost that stands as rule B1 asks, or else the
leftmost of all (then the lowest). The rulebook does not say what becomes of tiles that cannot lie
on any table like this, and here a player's common sense is followed. Such tiles fall first, T1 in
a round before T3 and T4, and those before anything else:

- T1, two tiles in one cell: both fall, for who would say which one stands there; but not the gate.
- T3, one tile in several places, or too many wilds: those nearest to the gate stay, as many as the
  game allows, and the others fall.
- T4, too many gates: all fall but the one that never does. In the all-tiles challenge, which has
  several, a gate that breaks B1 falls, and of a clash between a gate and another tile the other.

What dissolving cannot mend stays, and the castle that is left is then illegal: there is no gate
(T4), the gate itself is turned or stands beyond the grass (B1), or the strips lie apart (T5).
"""

from __future__ import annotations

from collections import defaultdict

from msgspec import Struct

from caladale.core.layout import Layout, Placement, wants_layout
from caladale.core.tile_file import Group
from caladale.rules.board import Board
from caladale.rules.checks import tile_name
from caladale.rules.score_sheet import Score, tally
from caladale.rules.verdict import judge

_FALLING = ("B2", "E", "T2", "D", "F")
"""The rules under which every tile named by the referee falls; of a clash (C) only one does."""


class Fall(Struct, frozen=True):
    """One tile that falls.

    Attributes:
        placed: the tile as it lay.
        codes: the rules that it falls under, in the referee's order.
        why: a sentence for each breach that takes it down.
    """

    placed: Placement
    codes: tuple[str, ...]
    why: tuple[str, ...]


class Dissolved(Struct, frozen=True):
    """What came of dissolving a castle.

    Attributes:
        rounds: the tiles that fell in each round, sorted by column, then row.
        layout: what is left.
        score: the verdict on what is left, and its score if it is legal.
    """

    rounds: tuple[tuple[Fall, ...], ...]
    layout: Layout
    score: Score

    @property
    def fallen(self) -> tuple[Placement, ...]:
        """Every tile that fell, in the order of falling."""
        return tuple(fall.placed for round_ in self.rounds for fall in round_)


def dissolve(layout: Layout) -> Dissolved:
    """Dissolve the illegal part of `layout`, round by round.

    A legal castle stays as it is. What is left is legal whenever its gate stands as it should and
    the grass lies as the readings ask; else the verdict in the result says what is wrong still.
    """
    wants_layout(layout)
    rounds: list[tuple[Fall, ...]] = []
    while True:
        board = Board(layout)
        falls = _Round(board).falls()
        if not falls:
            return Dissolved(tuple(rounds), layout, tally(board))
        rounds.append(tuple(falls[i] for i in sorted(falls, key=lambda i: layout.tiles[i].cell)))
        layout = layout.replace(
            tiles=(placed for i, placed in enumerate(layout.tiles) if i not in falls)
        )


class _Round:
    """One look of the referee at the table. Tiles are named by their index."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._tiles = board.layout.tiles
        self._breaches = judge(board).violations
        self._gates = [i for i, face in enumerate(board.faces) if face.group is Group.GATE]
        self._gate = min(
            self._gates,
            key=lambda i: (self._stands_wrongly(i), self._tiles[i].cell, i),
            default=None,
        )
        # Without a gate, what would be the root of rule D stands in for it.
        cells = (placed.cell for placed in self._tiles)
        self._center = (
            min(cells, default=(0, 0)) if self._gate is None else self._tiles[self._gate].cell
        )
        self._codes: dict[int, list[str]] = defaultdict(list)
        self._why: dict[int, list[str]] = defaultdict(list)

    def falls(self) -> dict[int, Fall]:
        """The tiles that fall now: of the first kind of mistake that takes any down."""
        for kind_of_mistake in (self._crowded, self._not_in_the_box, self._badly_built):
            kind_of_mistake()
            if self._codes:
                break
        return {
            i: Fall(self._tiles[i], tuple(dict.fromkeys(codes)), tuple(self._why[i]))
            for i, codes in self._codes.items()
        }

    def _fall(self, i: int, code: str, why: str) -> None:
        if i != self._gate:
            self._codes[i].append(code)
            self._why[i].append(why)

    def _stands_wrongly(self, gate: int) -> bool:
        """Whether a gate breaks B1, which the referee does not check on a crowded table."""
        return bool(self._tiles[gate].turn) or not self._board.on_grass[gate]

    def _farness(self, i: int) -> tuple[bool, bool, int, int, int, int]:
        """Of tiles that cannot all stay, those with the least stay."""
        x, y = self._tiles[i].cell
        steps = abs(x - self._center[0]) + abs(y - self._center[1])
        return i != self._gate, i not in self._gates, steps, y, x, i

    def _crowded(self) -> None:
        """T1."""
        for breach in self._breaches:
            if breach.code == "T1":
                for i, placed in enumerate(self._tiles):
                    if placed.cell == breach.cells[0]:
                        self._fall(i, "T1", breach.message)

    def _not_in_the_box(self) -> None:
        """T3, T4, and in the challenge the gates under B1."""
        copies: dict[str, list[int]] = defaultdict(list)
        wilds = []
        for i, placed in enumerate(self._tiles):
            copies[placed.tile].append(i)
            if self._board.faces[i].group is Group.WILD:
                wilds.append(i)
        for name, places in copies.items():
            why = f"The box holds one {name}, and another one is nearer to the gate."
            self._all_but_nearest(1, places, "T3", why)
        variant = self._board.layout.variant
        why = "This game allows no wild."
        if variant.most_wilds:
            why = "This game allows one wild, and another one is nearer to the gate."
        self._all_but_nearest(variant.most_wilds, wilds, "T3", why)
        if variant.has_one_gate:
            self._all_but_nearest(1, self._gates, "T4", "A castle has one gate.")
        for i in self._gates:
            if not variant.has_one_gate and self._stands_wrongly(i):
                self._fall(i, "B1", f"{self._tiles[i].tile} does not stand upright on the grass.")

    def _all_but_nearest(self, most: int, tiles: list[int], code: str, why: str) -> None:
        for i in sorted(tiles, key=self._farness)[most:]:
            self._fall(i, code, why)

    def _badly_built(self) -> None:
        """The rules of building, as the book means it."""
        at = self._board.at
        for breach in self._breaches:
            if breach.code == "C":
                i = max((at[cell] for cell in breach.cells), key=self._farness)
                self._fall(
                    i, "C", f"{breach.message} It is {tile_name(self._tiles[i])} that falls."
                )
            elif breach.code in _FALLING:
                for cell in breach.cells:
                    name = tile_name(self._tiles[at[cell]])
                    why = {
                        "D": f"{name} is not joined to the gate.",
                        "F": f"Nothing holds up {name}.",
                    }.get(breach.code, breach.message)
                    self._fall(at[cell], breach.code, why)
