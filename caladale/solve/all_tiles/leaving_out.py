"""Leaving out: what castles can score that do without some gates and tiles.

Where counting forbids the one complete castle of all tiles, something is left out or an edge stays
open, and the question is what that costs at least. To leave out a tile costs its points: 2, or 3
for a tower top, and nothing for a gate under ``gate_counts=no``. An open edge costs 2, and 2 more
as the castle is not complete. So whatever castle is looked at, it loses as much as

* the gates that it has not, and
* nothing else if counting leaves open a complete castle of all other tiles; or
* the cheapest single tile without which counting leaves one open; or
* 4 points, for two tiles more or for an open edge.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from caladale.core.tile_file import Group
from caladale.core.tiles import Face
from caladale.solve.all_tiles.problem import Challenge
from caladale.solve.models.castle_ends import MOST_CHOICES, Ends, add_ends, count_ends, gate_lots
from caladale.solve.models.parity import obstacle_of, too_narrow
from caladale.solve.models.points import TILE, face_points


class Prospect(Struct, frozen=True):
    """What counting leaves open for the castles with so many gates.

    Attributes:
        gates: how many gates they have.
        size: the most tiles, gates included, that a complete one can have; 0 if there is none.
        points: no such castle scores more, complete or not.
    """

    gates: int
    size: int
    points: int


def prospects(problem: Challenge) -> list[Prospect]:
    """What is left open for every number of gates, the most points and tiles first.

    It is empty when no castle can have a gate at all.
    """
    counting = _Counting(problem)
    found: list[Prospect] = []
    for gates in range(problem.most_gates(), 0, -1):
        most = counting.points_without(counting.gates - gates)
        if any(prospect.points >= most for prospect in found):
            # Even with all that is left it would not be the best: its bound need not be sharp.
            found.append(Prospect(gates, counting.size_with(gates), most))
        else:
            found.append(counting.prospect(gates))
    return sorted(found, key=lambda one: (-one.points, -one.size))


class _Counting:
    """The tiles of a challenge, ready to be counted with some of them left out."""

    def __init__(self, problem: Challenge) -> None:
        box, offered = problem.tileset.under(problem.rules), problem.offered()
        self._room = problem.room()
        self._most = problem.most_points()
        self._gate_cost = TILE if problem.rules.gates_score else 0
        self._points = functools.partial(face_points, rules=problem.rules)
        self._lots = gate_lots(box, offered)
        self.gates = sum(number for _, number in self._lots)
        self._others = Counter(
            box.faces[name, sides[0]]
            for name, sides in offered.items()
            if box.tiles[name].group is not Group.GATE
        )

    def points_without(self, gates: int) -> int:
        """What a complete castle scores that does without so many gates and nothing else."""
        return self._most - gates * self._gate_cost

    def size_with(self, gates: int) -> int:
        """How many tiles there are with so many gates."""
        return self._others.total() + gates

    def prospect(self, gates: int) -> Prospect:
        """What counting leaves open for castles with exactly so many gates."""
        most, size = self.points_without(self.gates - gates), self.size_with(gates)
        choices = self._choices(gates)
        if choices is None:
            return Prospect(gates, size, most)
        choices = [(faces, ends) for faces, ends in choices if not self._is_narrow(faces)]
        for left_out, cost, others in self._with_one_left_out():
            sums = (add_ends([(others, 1), (ends, 1)]) for _, ends in choices)
            if any(obstacle_of(ends, self._room) is None for ends in sums):
                return Prospect(gates, size - left_out, most - cost)
        can_be_complete = choices and self._others.total() > 1
        return Prospect(gates, size - _TWO if can_be_complete else 0, most - _OPEN)

    def _choices(self, gates: int) -> list[tuple[tuple[Face, ...], Ends]] | None:
        """The faces that so many gates may show; None where they are too many to be counted."""
        ways = math.prod(math.comb(number + len(faces), number) for faces, number in self._lots)
        if ways > MOST_CHOICES:
            return None
        each = [list(_some_of(faces, number)) for faces, number in self._lots]
        chosen = (tuple(itertools.chain.from_iterable(one)) for one in itertools.product(*each))
        return [(faces, count_ends(faces)) for faces in chosen if len(faces) == gates]

    def _is_narrow(self, gates: Sequence[Face]) -> bool:
        return too_narrow([[face] for face in gates], self._room) is not None

    def _with_one_left_out(self) -> Iterator[tuple[int, int, Ends]]:
        """How many tiles are left out, none or one, what that costs, and the ends of the others."""
        yield 0, 0, count_ends(self._others.elements())
        for face in sorted(self._others, key=self._points):
            yield 1, self._points(face), count_ends((self._others - Counter([face])).elements())


def _some_of(faces: Sequence[Face], number: int) -> Iterable[tuple[Face, ...]]:
    """Each choice of up to so many gates that may all show these faces."""
    return itertools.chain.from_iterable(
        itertools.combinations_with_replacement(faces, used) for used in range(number + 1)
    )


_TWO = 2
"""Where one tile left out is not enough, two are the least."""
_OPEN = 2 * TILE
"""What two tiles score at least; and what an open edge costs, as it spoils completeness too."""
