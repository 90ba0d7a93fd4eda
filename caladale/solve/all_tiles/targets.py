"""Targets: what each attempt of the challenge is for, how many tiles and gates in which window.

All that counting leaves open comes first. When it does not come soon, every other attempt leaves
some tiles out, and so does every other one while there is no castle to show at all. Some of the
latter leave out gates too, as the gates may be what cannot be joined. Where the problem promises
to be hard, such a first castle is looked for before anything else.
"""

from __future__ import annotations

import itertools
import threading
from collections.abc import Iterator

from msgspec import Struct

from caladale.core.tile_file import Group, Role
from caladale.solve.all_tiles.leaving_out import Prospect
from caladale.solve.all_tiles.problem import Challenge
from caladale.solve.all_tiles.window_rounds import Make, WindowRounds
from caladale.solve.models.points import TILE
from caladale.solve.models.window import Window


class TargetParams(Struct, frozen=True):
    """What an attempt is for; by trial, on `benchmarks.challenge` and odd boxes.

    Attributes:
        large: more tiles than that take long.
        modest: a first castle of a large box is looked for as if it had so many tiles besides the
            gates.
        few: so many tiles may be left out before tower tops are.
        haste: how much of the usual patience a first castle is worth: it is easy to find, or
            another is.
        hurried: so often a first castle is looked for before anything else is looked for again.
    """

    large: int = 100
    modest: int = 72
    few: int = 8
    haste: float = 0.125
    hurried: int = 8


PARAMS = TargetParams()


class Target(Struct, frozen=True):
    """What one attempt is for.

    Attributes:
        number: how many attempts were begun before it.
        make: what the castle is made of.
        window: where it lies.
        patience: how many times the usual work may be spent.
    """

    number: int
    make: Make
    window: Window
    patience: float


class Targets:
    """Chooses what the attempts of one search are for; several threads may ask.

    Args:
        problem: the castle to be built.
        prospects: what counting leaves open, the best first.
        seed: seeds start at different windows of a round.
        soon: so many attempts are spent on all tiles before some are spent on fewer.
    """

    def __init__(
        self, problem: Challenge, prospects: list[Prospect], *, seed: int, soon: int
    ) -> None:
        self._open = [prospect for prospect in prospects if prospect.size]
        tiles = [problem.tileset.tiles[name] for name in problem.offered()]
        others = [tile for tile in tiles if tile.group is not Group.GATE]
        towers = sum(tile.role is Role.TOWER for tile in others)
        self._others, self._plain = len(others), len(others) - towers
        self._soon = soon if len(tiles) <= PARAMS.large else 1
        self._lock = threading.Lock()
        self._begun = 0
        goals = (problem.max_width, problem.max_height, problem.no_holes, problem.within_columns)
        is_short = bool(self._open) and self._open[0].size < len(tiles)
        mends = not problem.rules.hung_tiles_hold
        self._is_hard = any(goals) or is_short or mends or len(tiles) > PARAMS.large
        self._was_first = False
        self._first_tries = self._later_tries = 0
        self._windows = WindowRounds(problem, seed)

    def next(self, placed: int, score: int, ended: int) -> Target | None:
        """What to look for next; None when nothing better lies in any window.

        Args:
            placed: how many tiles the best castle has, 0 if there is none.
            score: how many points it has.
            ended: how many attempts have ended.
        """
        with self._lock:
            is_late = self._begun >= self._soon and self._begun % 2 == 1
            is_first = not placed and not is_late and self._hurries(ended)
            makes = self._first() if is_first else self._between(placed) if is_late else iter(())
            self._was_first = is_first
            makes = itertools.chain(makes, self._all(placed, score))
            make = next((make for make in makes if self._windows.are_left(make)), None)
            if make is None:
                return None
            window, patience = self._windows.next(make)
            target = Target(self._begun, make, window, patience * (PARAMS.haste if is_first else 1))
            self._begun += 1
            return target

    def _hurries(self, ended: int) -> bool:
        """Whether a first castle is looked for, whatever it is; at first again and again."""
        if not (self._is_hard or ended):
            return False
        return self._first_tries < PARAMS.hurried or not self._was_first

    def _first(self) -> Iterator[Make]:
        """A quarter of all tiles, or 18, then fewer, and the same with other numbers of gates."""
        shift, number = _diagonal(self._first_tries, len(self._open))
        self._first_tries += 1
        for prospect in self._open[number : number + 1]:
            most = min(prospect.size, prospect.gates + PARAMS.modest)
            yield self._make(prospect.gates, _part_way(prospect.gates, most, 1 + shift))

    def _between(self, placed: int) -> Iterator[Make]:
        """Something between the best castle and all tiles."""
        for lead in self._open[:1]:
            low = max(placed, lead.gates)
            yield self._make(lead.gates, _part_way(low, lead.size, self._later_tries))
        self._later_tries += 1

    def _all(self, placed: int, score: int) -> Iterator[Make]:
        """All tiles, and then what has ever fewer of them, as far as it would be better."""
        for prospect in self._open:
            is_lead = prospect is self._open[0]
            for size in range(prospect.size, prospect.gates - 1, -1):
                points = prospect.points - TILE * (prospect.size - size)
                if size > placed if is_lead else points > score:
                    yield self._make(prospect.gates, size)
                    yield Make(prospect.gates, size, all_towers=False)

    def _make(self, gates: int, size: int) -> Make:
        """Tower tops are worth a point more than other tiles: none of a few that are left out."""
        left_out = self._others - (size - gates)
        return Make(gates, size, left_out <= min(PARAMS.few, self._plain))

    def drop(self, target: Target) -> None:
        """Strike a window that was proved too small, and all that lie within it."""
        with self._lock:
            self._windows.drop(target.make, target.window)


def _part_way(low: int, most: int, tries: int) -> int:
    """How many tiles are half-way between the fewest and the most; nearer to `low` each time."""
    missed = max(0, most - low)
    return min(low + max(1, missed >> (1 + tries % max(1, missed.bit_length()))), most)


def _diagonal(number: int, most: int) -> tuple[int, int]:
    """The pairs of whole numbers, the second below `most`, in the order of their sums."""
    total = 0
    while number >= (length := min(total + 1, max(1, most))):
        number -= length
        total += 1
    return total - number, number
