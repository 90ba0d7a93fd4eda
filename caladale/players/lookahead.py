"""Looking ahead in Solo 1: what each move may lead to, over several orders of the unseen tiles.

Every option is first worth what its castle promises. The most promising ones are then played on for
some moves, each time to the most promising castle, over shuffled orders of the unseen tiles, the
same orders for all; then the best of these once more with more orders. The work is counted, not
timed, so the same game and seed give the same advice everywhere.
"""

from __future__ import annotations

import random

from msgspec import Struct

from caladale.construct.incremental_board import IncrementalBoard, Orientations
from caladale.players.value_function import Kinds, TilesToCome, ValueFunction, kinds_of


class Lookahead(Struct, frozen=True):
    """How far and how widely to look.

    Attributes:
        rounds: in each round so many options are compared over one order after another, until so
            many castles more have been looked at.
        most_orders: no round has more orders than this.
        depth: so many moves each of them is played on.
        beam: once no tile is unseen, so many castles are kept at each step to the end.
        wild_below: with fewer tiles left, the wild is an option too; else only for want of others.
    """

    rounds: tuple[tuple[int, int], ...] = ((8, 1500), (3, 1500))
    most_orders: int = 40
    depth: int = 10
    beam: int = 24
    wild_below: int = 10


LOOKAHEAD = Lookahead()
"""What the adviser looks ahead by."""


class Position:
    """What a player of Solo 1 sees: the castle, the kinds face up, the kinds still to come.

    Attributes:
        board: the castle.
        up: for each kind, how many lie face up.
        unseen: for each kind, how many lie face down.
        wild: whether the wild is at hand, 0 or 1.
    """

    __slots__ = ("board", "kinds", "unseen", "up", "wild")

    def __init__(
        self, board: IncrementalBoard, up: list[int], unseen: list[int], wild: int
    ) -> None:
        self.board = board
        self.kinds: Kinds = kinds_of(board.looks)
        self.up = up
        self.unseen = unseen
        self.wild = wild

    @property
    def looks(self) -> Orientations:
        """The looks of the box."""
        return self.board.looks

    @property
    def left(self) -> int:
        """How many tiles are left."""
        return sum(self.up) + sum(self.unseen)

    def playing(self, option: PossiblePlacement, refill: int | None) -> Position:
        """The position after an option, and after a tile of kind `refill` was turned up."""
        up, unseen, wild = self.up, self.unseen, self.wild
        if option.kind == self.kinds.count:
            wild = 0
        elif option.kind >= 0:
            up = up.copy()
            up[option.kind] -= 1
            if refill is not None:
                unseen = unseen.copy()
                unseen[refill] -= 1
                up[refill] += 1
        return Position(option.board, up, unseen, wild)


class PossiblePlacement(Struct, frozen=True, eq=False):
    """One placement that is possible.

    Attributes:
        kind: the number of the kind of tile; the wild has the number after the last, a gate -1.
        cell: the number of the cell.
        look: the number of the look.
        board: the castle after it.
        expected: the points that the castle is then expected to end with.
    """

    kind: int
    cell: int
    look: int
    board: IncrementalBoard
    expected: float


class Estimate(Struct, frozen=True, eq=False):
    """An option after a look ahead.

    Attributes:
        option: the option.
        value: the mean of the points that the castle was seen to end with.
        orders: over how many orders of the unseen tiles.
    """

    option: PossiblePlacement
    value: float
    orders: int


def options(
    position: Position, expected: ValueFunction, lookahead: Lookahead = LOOKAHEAD
) -> list[PossiblePlacement]:
    """Every placement in a position, the most promising first."""
    up, count = position.up, position.kinds.count
    found = []
    for kind in range(count):
        if up[kind]:
            less = up.copy()
            less[kind] -= 1
            found += _options(position, kind, less, position.wild, expected)
    if position.wild and (position.left < lookahead.wild_below or not found):
        found += _options(position, count, up, 0, expected)
    found.sort(key=lambda option: -option.expected)
    return found


def _options(
    position: Position, kind: int, up: list[int], wild: int, expected: ValueFunction
) -> list[PossiblePlacement]:
    moves = list(position.board.moves(position.looks.of_kind[kind]))
    if not moves:
        return []
    to_come = TilesToCome(position.kinds, up, position.unseen, wild)
    found = []
    for cell, look in moves:
        board = position.board.copy()
        board.place(cell, look)
        found.append(PossiblePlacement(kind, cell, look, board, expected.of(board, to_come)))
    return found


def look_ahead(
    position: Position,
    expected: ValueFunction,
    chance: random.Random,
    lookahead: Lookahead = LOOKAHEAD,
) -> list[Estimate]:
    """The most promising placements with what they lead to, the best first; empty if none is left.

    Only the first has been looked at over as many orders as there are.
    """
    found = options(position, expected, lookahead)
    if lookahead.beam and not any(position.unseen):
        return close_out(position, found, expected, lookahead)
    return compare(position, found, expected, chance, lookahead)


def close_out(
    position: Position,
    found: list[PossiblePlacement],
    expected: ValueFunction,
    lookahead: Lookahead = LOOKAHEAD,
) -> list[Estimate]:
    """Options with the best score that they lead to, all tiles being known: a beam search.

    At each step the most promising castles are kept, each once, whatever order it was built in.
    """
    best = [option.board.total for option in found]
    beam = [(i, position.playing(option, None)) for i, option in enumerate(found)]
    while beam:
        after: dict[frozenset[tuple[int, int]], tuple[float, int, Position, PossiblePlacement]] = {}
        for i, reached in beam:
            for option in options(reached, expected, lookahead):
                best[i] = max(best[i], option.board.total)
                castle = frozenset(option.board.tiles.items())
                if castle not in after:
                    after[castle] = (option.expected, i, reached, option)
        kept = sorted(after.values(), key=lambda entry: -entry[0])[: lookahead.beam]
        beam = [(i, reached.playing(option, None)) for _, i, reached, option in kept]
    ranked = sorted(range(len(found)), key=lambda i: (-best[i], -found[i].expected))
    return [Estimate(found[i], best[i], 1) for i in ranked]


def compare(
    position: Position,
    found: list[PossiblePlacement],
    expected: ValueFunction,
    chance: random.Random,
    lookahead: Lookahead = LOOKAHEAD,
) -> list[Estimate]:
    """Some options of a position with what they lead to, the best first."""
    unseen = [kind for kind, number in enumerate(position.unseen) for _ in range(number)]
    sums = [0.0] * len(found)
    orders = 0
    ranked = list(range(len(found)))
    done: list[Estimate] = []
    for most, work in lookahead.rounds:
        dropped, ranked = ranked[most:], ranked[:most]
        if orders:
            done[:0] = [Estimate(found[i], sums[i] / orders, orders) for i in dropped]
        seen, before = 0, orders
        while ranked and (orders == before or seen < work):
            chance.shuffle(unseen)
            for i in ranked:
                value, looked_at = _lead(position, found[i], unseen, expected, lookahead)
                sums[i] += value
                seen += looked_at
            orders += 1
            if orders - before >= lookahead.most_orders:
                break
        ranked.sort(key=lambda i: -sums[i])
    return [Estimate(found[i], sums[i] / orders, orders) for i in ranked] + done


def _lead(
    position: Position,
    option: PossiblePlacement,
    unseen: list[int],
    expected: ValueFunction,
    lookahead: Lookahead,
) -> tuple[float, int]:
    """What an option leads to when the unseen tiles come in this order, from the end of the list.

    Whoever sees the castle get worse can stop, so the best score on the way counts at least. Told
    with the number of castles looked at.
    """
    order = iter(reversed(unseen))
    best = option.board.total
    value, looked_at = option.expected, 1
    for _ in range(lookahead.depth):
        drawn = 0 <= option.kind < position.kinds.count
        refill = next(order, None) if drawn else None
        position = position.playing(option, refill)
        choices = options(position, expected, lookahead)
        looked_at += len(choices)
        if not choices:
            return best, looked_at
        option = choices[0]
        best = max(best, option.board.total)
        value = option.expected
    return max(best, value), looked_at
