"""What a castle of Solo 1 promises: the points still to be expected beyond its score.

A linear function of a few dozen features, with weights that change with the number of tiles left.
The weights are fitted to games that the function itself has played; ``python -m
benchmarks.solo1_values`` makes them anew.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Sequence
from importlib import resources
from operator import mul
from typing import TypeAlias

from caladale.construct.incremental_board import ASKED, IncrementalBoard, Orientations, members

NODES = (0, 5, 10, 18, 28, 40, 55, 73)
"""Numbers of tiles left for which there are weights; between two of them they are mixed."""

Weights: TypeAlias = list[list[float]]
"""A row of weights for each of `NODES`, a weight for each feature."""

# Where each group of features begins. Some counts are sorted into bins, a feature for each bin.
_UPWARD_BINS = (0, 1, 2, 3) + (4,) * 252
_SINGLE_BINS = (0, 1, 2, 3, 4, 4, 5, 5, 5) + (6,) * 247
_ROOMY_BINS = (0, 1, 2) + (3,) * 253
_UPWARD = 1
_SINGLE = _UPWARD + 5
_ROOMY = _SINGLE + 7
_PLAYABLE = _ROOMY + 4
_HOMELESS = _PLAYABLE + 10
_FILLABLE = _HOMELESS + 5
_CORNERED = _FILLABLE + 5
_ENDS = _CORNERED + 2
_SURPLUS = _ENDS + 5
_COMPLETE = _SURPLUS + 2
_GROUPS = _COMPLETE + 1
_WILD = _GROUPS + 5
_CLOSING = _WILD + 1
_EXTENT = _CLOSING + 2
FEATURES = _EXTENT + 2
"""How many features there are."""


def _ends(need: int) -> int:
    """The castle edges around a cell by the way they point: up, sideways, down; a byte each."""
    north, east, south, west = ((need >> 3 * side & 7) > 1 for side in range(4))
    return south | (east + west) << 8 | north << 16


_POINTING = tuple(_ends(need) for need in range(1 << 12))


class Kinds:
    """What the features ask of each kind of tile, worked out once for the looks of a box.

    Attributes:
        count: how many kinds there are without the wild; it has the number after them.
        surplus: for each kind its castle edges beyond the two that carry a castle on.
        group: for each kind 0 for towers, 1 for edges, 2 for big tiles of one theme, 3 for small
            ones, 4 for those of several themes.
        closers: for each theme the set of its towers, and of its edges.
    """

    def __init__(self, looks: Orientations) -> None:
        self.count = len(looks.kinds) - 1
        first = [looks.all[next(members(own))] for own in looks.of_kind]
        castle = [[code for code in look.edges if code] for look in first]
        self.surplus = [len(codes) - 2 for codes in castle]
        self.group = [
            4 if len(set(codes)) > 1
            else 0 if look.points == 3
            else 1 if len(codes) == 1
            else 2 if len(codes) > 2
            else 3
            for look, codes in zip(first, castle, strict=True)
        ]  # fmt: skip
        themes = [codes[0] if len(set(codes)) == 1 else 0 for codes in castle]

        def of(theme: int, group: int, ends: int) -> int:
            return sum(
                1 << kind
                for kind in range(self.count)
                if (themes[kind], self.group[kind], len(castle[kind])) == (theme, group, ends)
            )

        self.closers = [(of(theme, 0, 1), of(theme, 1, 1)) for theme in (1, 2, 3)]
        fours = [of(theme, 2, 4) for theme in (1, 2, 3)]
        self._asked = [*(t for t, _ in self.closers), *(e for _, e in self.closers), *fours]
        self._members: dict[int, tuple[int, ...]] = {}
        self._packed: dict[int, int] = {}
        self.wild_bit = 1 << self.count

    def in_set(self, kinds: int) -> tuple[int, ...]:
        """The numbers of the kinds in a set, without the wild."""
        found = self._members.get(kinds)
        if found is None:
            found = self._members[kinds] = tuple(members(kinds & ~self.wild_bit))
        return found

    def packed(self, kinds: int) -> int:
        """A byte for the towers of each theme, its edges, its fours: 1 if some are in a set."""
        found = self._packed.get(kinds)
        if found is None:
            found = sum(1 << 8 * i for i, asked in enumerate(self._asked) if kinds & asked)
            self._packed[kinds] = found
        return found


@functools.cache
def kinds_of(looks: Orientations) -> Kinds:
    """The kinds of a box, worked out once."""
    return Kinds(looks)


class TilesToCome:
    """The tiles that are still to come, and what they mean for any castle.

    Attributes:
        up: for each kind, how many lie face up.
        unseen: for each kind, how many lie face down.
        left: how many tiles these are.
        wild: whether the wild is at hand, 0 or 1.
    """

    def __init__(self, kinds: Kinds, up: Sequence[int], unseen: Sequence[int], wild: int) -> None:
        self.kinds = kinds
        self.up = up
        self.unseen = unseen
        self.wild = wild
        self._all = [one + other for one, other in zip(up, unseen, strict=True)]
        self.left = sum(self._all)
        self._present = [
            (kind, up[kind], unseen[kind]) for kind, number in enumerate(self._all) if number
        ]
        self._surplus = sum(map(mul, kinds.surplus, self._all))
        self._towers = [self._number(towers) for towers, _ in kinds.closers]
        self._caps = [self._number(caps) for _, caps in kinds.closers]
        self._cells: dict[int, tuple[int, int]] = {}
        self._playable: dict[int, tuple[int, list[int], int]] = {}
        self._homeless: dict[int, tuple[int, int]] = {}

    def _number(self, kinds: int) -> int:
        return sum(self._all[kind] for kind in self.kinds.in_set(kinds))

    def _cell(self, kinds: int) -> tuple[int, int]:
        """For a cell that takes some kinds: the feature of how many tiles fit, and `packed`."""
        number = self._number(kinds) + (0.5 * self.wild if kinds & self.kinds.wild_bit else 0)
        rank = 0 if number <= 0 else 1 + (number >= 2) + (number >= 5) + (number >= 10)
        found = self._cells[kinds] = (_FILLABLE + rank, self.kinds.packed(kinds))
        return found

    def _reach(self, kinds: int) -> tuple[int, list[int], int]:
        """With some kinds playable: face-up tiles that are, those that are not, unseen ones."""
        playable, homeless, unseen = 0, [0] * 5, 0
        for kind, up, down in self._present:
            if kinds >> kind & 1:
                playable += up
            else:
                homeless[self.kinds.group[kind]] += up
                unseen += down
        found = self._playable[kinds] = (min(9, playable), homeless, unseen)
        return found

    def _without(self, kinds: int) -> tuple[int, int]:
        """How many tiles are of other kinds: face up, unseen."""
        up = unseen = 0
        for kind, above, below in self._present:
            if not kinds >> kind & 1:
                up += above
                unseen += below
        found = self._homeless[kinds] = (up, unseen)
        return found

    def features(self, board: IncrementalBoard) -> list[float]:
        """What a castle looks like, with these tiles to come."""
        found = [0.0] * FEATURES
        found[0] = 1.0
        once = twice = thrice = packed = pointing = 0
        kinds_in, needs, cells = board.looks.kinds_of, board.needs, self._cells
        for cell, looks in board.open.items():
            need = needs[cell]
            asked = ASKED[need]
            pointing += _POINTING[need]
            kinds = kinds_in(looks)
            thrice |= twice & kinds
            twice |= once & kinds
            once |= kinds
            known = cells.get(kinds) or self._cell(kinds)
            packed += known[1]
            found[known[0]] += asked
            if asked > 1 and known[0] > _FILLABLE:
                found[_CORNERED] += 1
                found[_CORNERED + 1] += asked > 2
        self._by_theme(found, packed)
        playable, homeless, unseen = self._playable.get(once) or self._reach(once)
        found[_PLAYABLE + playable] = 1.0
        found[_GROUPS : _GROUPS + 5] = homeless
        found[_HOMELESS] = unseen
        found[_HOMELESS + 1 : _HOMELESS + 3] = self._homeless.get(twice) or self._without(twice)
        found[_HOMELESS + 3 : _HOMELESS + 5] = self._homeless.get(thrice) or self._without(thrice)
        up, sideways, down = pointing & 255, pointing >> 8 & 255, pointing >> 16
        ends = up + sideways + down
        found[_ENDS : _ENDS + 5] = up, sideways, down, 0.1 * ends * ends, 0.1 * up * up
        # Each loop takes two from this sum of open ends and what the tiles to come bring.
        surplus = ends + self._surplus
        found[_SURPLUS : _SURPLUS + 2] = surplus, 0.05 * surplus * surplus
        found[_COMPLETE] = float(ends == 0)
        found[_WILD] = self.wild
        found[_EXTENT : _EXTENT + 2] = board.high - board.low, len(board.open)
        return found

    def _by_theme(self, found: list[float], packed: int) -> None:
        """Fill in, theme by theme, cells for its towers, its edges and its fours."""
        for theme in range(3):
            upward = packed & 255
            single = packed >> 24 & 255
            found[_UPWARD + _UPWARD_BINS[upward]] += 1
            found[_SINGLE + _SINGLE_BINS[single]] += 1
            found[_ROOMY + _ROOMY_BINS[packed >> 48 & 255]] += 1
            packed >>= 8
            towers = self._towers[theme]
            if towers > upward:
                found[_CLOSING] += towers - upward
                towers = upward
            unclosed = single - towers - self._caps[theme]
            if unclosed > 0:
                found[_CLOSING + 1] += unclosed


class ValueFunction:
    """The expected further points of a castle, as a function with certain weights."""

    def __init__(self, weights: Weights) -> None:
        self._rows = [_mixed(weights, left) for left in range(NODES[-1] + 1)]

    def of(self, board: IncrementalBoard, to_come: TilesToCome) -> float:
        """The score that a castle is expected to end with."""
        row = self._rows[min(to_come.left, NODES[-1])]
        gain: float = sum(map(mul, row, to_come.features(board)))
        return board.total + gain


def shares(left: int) -> tuple[int, float, float]:
    """Between which of `NODES` so many tiles lie: the first of the two, and the share of each."""
    first = next(i for i in range(len(NODES) - 1) if left <= NODES[i + 1])
    share = (left - NODES[first]) / (NODES[first + 1] - NODES[first])
    return first, 1 - share, share


def _mixed(weights: Weights, left: int) -> list[float]:
    first, one, other = shares(left)
    return [one * a + other * b for a, b in zip(weights[first], weights[first + 1], strict=True)]


@functools.cache
def fitted() -> ValueFunction:
    """The promise with the weights that come with caladale."""
    text = (resources.files(__package__) / "value_function.json").read_text(encoding="utf-8")
    return ValueFunction(json.loads(text)["weights"])
