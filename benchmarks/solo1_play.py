"""Games of Solo 1 between a dealt stack and a way to play, quick enough for thousands of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TypeAlias

from caladale.construct.incremental_board import (
    IncrementalBoard,
    Orientations,
    number_of,
    orientations_of,
)
from caladale.core.layout import Variant
from caladale.core.readings import Readings
from caladale.core.tiles import TileSet, standard_tileset
from caladale.games.deal import FACE_UP, deal_hand
from caladale.players.lookahead import Position, PossiblePlacement
from caladale.players.value_function import Kinds, TilesToCome, ValueFunction, kinds_of

BOX: TileSet = standard_tileset()
LOOKS: Orientations = orientations_of(BOX, Readings())
KINDS: Kinds = kinds_of(LOOKS)

Chooser: TypeAlias = Callable[[Position], PossiblePlacement | None]
"""Chooses the next placement, or to stop."""


def dealt(seed: int) -> list[int]:
    """The kinds of the tiles as they come, the first nine face up."""
    hand = deal_hand(Variant.SOLO1, seed)
    return [LOOKS.number_of_kind[BOX.tiles[name].kind] for name in hand.tiles]


def counted(kinds: Sequence[int]) -> list[int]:
    """How many there are of each kind."""
    return [kinds.count(kind) for kind in range(KINDS.count)]


def gates(stack: Sequence[int]) -> list[Position]:
    """The positions after each first move: four gates, either side up."""
    found = []
    for gate in BOX.gates():
        for side in gate.sides:
            board = IncrementalBoard(LOOKS, 4)
            board.place(number_of((1, 0)), LOOKS.numbers[gate.kind, side, 0])
            up, unseen = counted(stack[:FACE_UP]), counted(stack[FACE_UP:])
            found.append(Position(board, up, unseen, 1))
    return found


def most_promising_gate(stack: Sequence[int], expected: ValueFunction) -> Position:
    """The position after the gate that promises most."""

    def worth(position: Position) -> float:
        to_come = TilesToCome(KINDS, position.up, position.unseen, position.wild)
        return expected.of(position.board, to_come)

    return max(gates(stack), key=worth)


def played(position: Position, stack: Sequence[int], choose: Chooser) -> list[Position]:
    """The positions from the first gate to the end of the game."""
    down = list(reversed(stack[FACE_UP:]))
    passed = [position]
    while True:
        option = choose(position)
        if option is None:
            return passed
        refill = down.pop() if down and option.kind != KINDS.count else None
        position = position.playing(option, refill)
        passed.append(position)


def seeded(purpose: str, seed: int) -> random.Random:
    """Chance for one purpose in one game."""
    return random.Random(f"{purpose} {seed}")
