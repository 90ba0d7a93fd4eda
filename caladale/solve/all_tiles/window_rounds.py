"""The windows of the challenge, in rounds: which one comes next, and with how much patience."""

from __future__ import annotations

from msgspec import Struct

from caladale.solve.all_tiles.problem import Challenge
from caladale.solve.models.castle_ends import gate_lots
from caladale.solve.models.parity import sides_to_close
from caladale.solve.models.window import Window, windows_by_density


class Make(Struct, frozen=True):
    """What a castle is to be made of.

    Attributes:
        gates: how many gates it has.
        size: how many tiles it has, gates included.
        all_towers: whether it has all tower tops.
    """

    gates: int
    size: int
    all_towers: bool


class RoundParams(Struct, frozen=True):
    """How rounds grow; by trial, on `benchmarks.challenge`.

    Attributes:
        first: how many windows the first round looks at.
        growth: how many windows more, and with twice the patience, each later round looks at.
    """

    first: int = 5
    growth: int = 2


PARAMS = RoundParams()


class WindowRounds:
    """Deals out windows, the densest first, again and again with more patience.

    Args:
        problem: the castle to be built.
        seed: seeds start at different windows of a round.
    """

    def __init__(self, problem: Challenge, seed: int) -> None:
        self._problem = problem
        self._seed = seed
        lots = gate_lots(problem.tileset.under(problem.rules), problem.offered())
        self._beside = len(sides_to_close([faces for faces, _ in lots]))
        self._windows: dict[Make, list[Window]] = {}
        self._tries: dict[Make, int] = {}
        self._widest: dict[Make, Window] = {}

    def are_left(self, make: Make) -> bool:
        """Whether there is a window that may hold such a castle."""
        return bool(self._of(make))

    def next(self, make: Make) -> tuple[Window, float]:
        """The next window for a make, and how many times the usual work it is worth."""
        tried = self._tries.get(make, 0)
        self._tries[make] = tried + 1
        windows = self._of(make)
        round_, turn = _round(tried)
        window = windows[
            (turn + self._seed) % min(len(windows), PARAMS.first + PARAMS.growth * round_)
        ]
        return self._widest.pop(make, window), 2.0**round_

    def drop(self, make: Make, proved: Window) -> None:
        """Strike a window that was proved too small, and all that lie within it."""
        left = [window for window in self._of(make) if not _lies_in(window, proved)]
        self._windows[make] = left
        if left and self._problem.max_height is not None:
            # Where one window is too small, the widest may be; that would settle them all.
            self._widest[make] = max(left, key=lambda window: window.area)

    def _of(self, make: Make) -> list[Window]:
        if make not in self._windows:
            problem = self._problem
            windows = windows_by_density(
                problem.ground(),
                make.size,
                problem.rules,
                within_columns=problem.within_columns,
                max_width=problem.max_width,
                max_height=problem.max_height,
            )
            least = make.gates + self._beside
            self._windows[make] = [window for window in windows if window.width >= least]
        return self._windows[make]


def _round(tried: int) -> tuple[int, int]:
    """Which round an attempt belongs to, and its turn in it."""
    round_, length = 0, PARAMS.first
    while tried >= length:
        tried -= length
        round_, length = round_ + 1, length + PARAMS.growth
    return round_, tried


def _lies_in(inner: Window, outer: Window) -> bool:
    return (
        outer.left <= inner.left
        and inner.left + inner.width <= outer.left + outer.width
        and inner.height <= outer.height
    )
