"""Advice for Solo 1: the next draw and where to place it, or to stop, and why."""

from __future__ import annotations

import random

from msgspec import Struct

from caladale.construct.incremental_board import ASKED, IncrementalBoard, number_of, orientations_of
from caladale.games.move import Done, Move, Place, Slide
from caladale.games.record import GameRecord
from caladale.games.solo1 import Solo1State
from caladale.games.state import GameError
from caladale.players.advice import Advice, AdvisedMoves
from caladale.players.lookahead import (
    LOOKAHEAD,
    Estimate,
    Lookahead,
    Position,
    PossiblePlacement,
    compare,
    look_ahead,
)
from caladale.players.value_function import TilesToCome, ValueFunction, fitted, kinds_of
from caladale.rules.score_sheet import score

_MOST_OPTIONS = 3
"""So many options are told."""


class NextStep(Struct, frozen=True, eq=False):
    """Something to do next.

    Attributes:
        moves: the moves: a slide where one is needed, and a placement; or to stop.
        estimate: what it leads to; None for stopping.
    """

    moves: tuple[Move, ...]
    estimate: Estimate | None


def position_of(state: Solo1State) -> Position:
    """What the player sees, without the order of the stack."""
    board = IncrementalBoard.of(state.castle)
    kinds = kinds_of(board.looks)
    tiles, number = state.castle.tileset.tiles, board.looks.number_of_kind
    up, unseen = [0] * kinds.count, [0] * kinds.count
    for names, counts in ((state.supply, up), (state.stack, unseen)):
        for name in names:
            counts[number[tiles[name].kind]] += 1
    used = any(placed.tile == state.wild for placed in state.castle.tiles)
    return Position(board, up, unseen, 0 if used else 1)


def choices(
    state: Solo1State,
    chance: random.Random,
    lookahead: Lookahead = LOOKAHEAD,
    expected: ValueFunction | None = None,
) -> list[NextStep]:
    """What could be done next, the best first; to stop is among it once the gate stands.

    Only what the game takes is among it: under readings that the growing castle does not follow,
    placements that the referee refuses are left out.

    Args:
        state: the game as it stands; its stack is not looked at.
        chance: chooses the orders of the unseen tiles that are looked at.
        lookahead: how far to look.
        expected: what castles promise; the fitted one by default.
    """
    expected = fitted() if expected is None else expected
    if not state.castle.tiles:
        return _first_choices(state, chance, lookahead, expected)
    found = []
    for estimate in look_ahead(position_of(state), expected, chance, lookahead):
        moves = _moves(state, estimate.option)
        if moves is not None:
            found.append(NextStep(moves, estimate))
    stop = NextStep((Done(),), None)
    now = score(state.castle).total or 0
    best = found[0].estimate if found else None
    if best is None or best.value <= now:
        return [stop, *found]
    return [*found, stop]


def _first_choices(
    state: Solo1State, chance: random.Random, lookahead: Lookahead, expected: ValueFunction
) -> list[NextStep]:
    """The gates, either side up."""
    box, rules = state.castle.tileset, state.castle.rules
    looks = orientations_of(box, rules)
    empty = position_of(state)
    to_come = TilesToCome(empty.kinds, empty.up, empty.unseen, empty.wild)
    found: list[PossiblePlacement] = []
    moves: dict[int, tuple[Move, ...]] = {}
    for gate in state.placeable():
        for side in box.tiles[gate].sides:
            board = IncrementalBoard(looks, empty.board.width)
            column = state.strip + min(1, empty.board.width - 1)
            look = looks.numbers[box.tiles[gate].kind, side, 0]
            board.place(number_of((column, 0)), look)
            found.append(
                PossiblePlacement(
                    -1, number_of((column, 0)), look, board, expected.of(board, to_come)
                )
            )
            moves[look] = (Place(tile=gate, x=column, y=0, side=side),)
    found.sort(key=lambda option: -option.expected)
    prospects = compare(empty, found, expected, chance, lookahead)
    return [NextStep(moves[estimate.option.look], estimate) for estimate in prospects]


def _moves(state: Solo1State, option: PossiblePlacement) -> tuple[Move, ...] | None:
    """The moves that make an option, or None when the game refuses them."""
    box = state.castle.tileset
    looks = option.board.looks
    name = next(
        name
        for name in (*state.supply, state.wild)
        if looks.number_of_kind[box.tiles[name].kind] == option.kind
    )
    place = Place.of(option.board.placement(name, option.cell, option.look))
    width = option.board.width
    x = min(max(state.strip, option.board.high - width + 1), option.board.low)
    moves: tuple[Move, ...] = (place,) if x == state.strip else (Slide(x=x), place)
    try:
        after = state
        for move in moves:
            after = after.after(move)
    except GameError:
        return None
    return moves


def advise(record: GameRecord, seed: int) -> Advice:
    """Advise on a game of Solo 1; see `caladale.players.advisers`."""
    state = record.state
    if not isinstance(state, Solo1State):
        raise GameError("this adviser knows Solo 1 only")
    # The moves so far are part of the seed, so that each decision sees other orders.
    found = choices(state, random.Random(f"{seed} {len(record.moves)}"))
    now = score(state.castle).total if state.castle.tiles else None
    best = found[0]
    rival = next((c for c in found[1:] if c.estimate is not None), None)
    told = tuple(
        AdvisedMoves(
            moves=choice.moves,
            value=_value(choice, now),
            why=_why(state, choice, now, rival if choice is best else None),
        )
        for choice in found[:_MOST_OPTIONS]
    )
    how = (
        f"The most promising options were played on for {LOOKAHEAD.depth} moves over shuffled "
        f"orders of the unseen tiles (seed {seed}); the order of the stack was not looked at."
    )
    return Advice(told, how)


def _value(choice: NextStep, now: int | None) -> float:
    return float(now or 0) if choice.estimate is None else round(choice.estimate.value, 1)


def _why(state: Solo1State, choice: NextStep, now: int | None, rival: NextStep | None) -> str:
    """The reasons for a choice in a sentence or two."""
    if choice.estimate is None:
        if rival is None:
            return f"The castle scores {now}; nothing can be placed, or nothing is looked for."
        return f"The castle scores {now}, and no placement was seen to lead to more."
    estimate = choice.estimate
    option = estimate.option
    orders = "1 order" if estimate.orders == 1 else f"{estimate.orders} orders"
    seen = f"over {orders} of the unseen tiles it led to {estimate.value:.1f} points on average"
    if rival is not None and rival.estimate is not None:
        other = f"{rival.estimate.value:.1f}"
        is_alike = other == f"{estimate.value:.1f}"
        seen += ", and so did the next best" if is_alike else f", the next best to {other}"
    if now is None:
        return f"With this gate, {seen}."
    before = position_of(state)
    closed = ASKED[before.board.needs[option.cell]]
    opened = option.board.exposed - before.board.exposed + closed
    ways = option.board.open
    cells = "1 cell" if len(ways) == 1 else f"{len(ways)} cells"
    total = option.board.total
    parts = [f"It closes {closed} open {_edges(closed)} and opens {opened}"]
    if option.board.exposed == 0:
        parts.append(f"which completes the castle at {total} points")
    else:
        takes = _tiles_that_fit(before, option)
        parts.append(f"the castle then scores {total} and grows on at {cells}, where {takes}")
    return f"{'; '.join(parts)}. {seen[0].upper()}{seen[1:]}."


def _edges(number: int) -> str:
    return "edge" if number == 1 else "edges"


def _tiles_that_fit(before: Position, option: PossiblePlacement) -> str:
    """How many of the other face-up tiles still fit somewhere, in words."""
    looks = option.board.looks
    anywhere = 0
    for ways in option.board.open.values():
        anywhere |= looks.kinds_of(ways)
    up = before.up.copy()
    if option.kind < before.kinds.count:
        up[option.kind] -= 1
    fit = sum(number for kind, number in enumerate(up) if anywhere >> kind & 1)
    return f"{fit} of the other {sum(up)} face-up tiles fit"
