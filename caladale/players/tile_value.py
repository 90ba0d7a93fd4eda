"""What a tile is worth to a builder: counted while there is much to come, built near the end.

A tile in the castle scores 2 points, a tower top 3; flipped face down it is 1 for sure.
"""

from __future__ import annotations

import random

from msgspec import Struct

from caladale._io.plural import counted
from caladale.construct.beam_search import BeamEffort
from caladale.core.tile_file import Role
from caladale.games.move import Draw
from caladale.games.seat import SeatState, at_its_best
from caladale.games.standard import StandardState
from caladale.players.hand_balance import balance
from caladale.rules.points import tile_points

FLIPPED = 1
"""What a flipped tile is worth, for sure."""
LATE = 4
"""For so many of the last own tiles, castles are built to see what a tile is worth."""
LOOK = BeamEffort(20, 3)
"""How much work such a castle is worth."""

_SAMPLE = 4
"""Near the end a blind draw is judged by so many of the tiles that it could bring."""
_MENDED = 0.6
"""What is out of balance costs so much less at the start of a game, when all is yet to come."""


class Worth(Struct, frozen=True):
    """What a tile is worth.

    Attributes:
        points: the points it is expected to add to the final score when it is kept.
        why: what speaks for it and against it, in a few words.
    """

    points: float
    why: str


def by_counting(builder: SeatState, tile: str, to_come: int) -> Worth:
    """What `tile` is worth by the balance of the hand.

    Args:
        builder: the seat.
        tile: the id of a tile that it could get.
        to_come: how many tiles it will still get afterwards; they may mend the balance.
    """
    castle = builder.castle
    face = castle.tileset.under(castle.rules).faces[tile, "front"]
    points = float(tile_points(face, castle.rules))
    is_tower = face.role is Role.TOWER
    why = (
        f"a tower top scores {points:.0f}" if is_tower else f"it scores {points:.0f} in the castle"
    )
    had = len(builder.tiles) + len(builder.flipped)
    weight = 1 - _MENDED * to_come / (had + to_come + 1)
    before, after = balance(builder).costs(), balance(builder, [tile]).costs()
    for reason, cost in after.items():
        change = cost - before[reason]
        points -= weight * change
        if change > 0:
            why += f", but {reason}"
        elif change < 0:
            why += f", and it helps where {reason}"
    return Worth(points, why)


def by_building(builder: SeatState, tile: str, effort: BeamEffort, seed: int) -> Worth:
    """What `tile` adds to the castle that can be built, with the castle of `builder` to compare.

    Args:
        builder: the seat, with a castle that is as good as it can build.
        tile: the id of a tile that it could get.
        effort: how much work the castle with the tile is worth.
        seed: the seed of that work.
    """
    castle = at_its_best(builder.keeping(tile), effort, seed)
    points = counted(castle.points, "point", "points")
    why = f"the castle that can be built comes to {points} with it, to {builder.points} without"
    if tile not in castle.in_castle():
        why += "; it finds no place"
    return Worth(castle.points - builder.points, why)


class WeighedDraw(Struct, frozen=True):
    """A draw and what it is worth."""

    draw: Draw
    worth: Worth


def weigh_draws(state: StandardState, seat: int, seed: int) -> list[WeighedDraw]:
    """Every draw of a seat with its worth, the best first.

    A blind draw is worth the mean over the tiles that the seat has not seen, each kept or flipped,
    whichever is better.
    """
    chance = random.Random(seed)
    choices = []
    known: dict[str, Worth] = {}
    kinds = state.builders[seat].castle.tileset.tiles
    for name in state.supply:
        kind = kinds[name].kind
        if kind not in known:
            known[kind] = weigh_keep(state, seat, name, seed)
        choices.append(WeighedDraw(Draw(tile=name), known[kind]))
    if state.hidden:
        unseen = sorted(state.unseen(seat))
        if is_late(state, seat):
            unseen = chance.sample(unseen, min(_SAMPLE, len(unseen)))
        total = 0.0
        for name in unseen:
            kind = kinds[name].kind
            if kind not in known:
                known[kind] = weigh_keep(state, seat, name, seed)
            total += max(FLIPPED, known[kind].points)
        choices.append(WeighedDraw(Draw(), Worth(total / len(unseen), "the mean of what may come")))
    return sorted(choices, key=lambda choice: -max(FLIPPED, choice.worth.points))


def weigh_keep(state: StandardState, seat: int, tile: str, seed: int) -> Worth:
    """What keeping `tile` is worth to a seat, whose next tile it is."""
    builder = state.builders[seat]
    if is_late(state, seat):
        return by_building(builder, tile, LOOK, seed)
    return by_counting(builder, tile, _after_this(state, seat))


def is_late(state: StandardState, seat: int) -> bool:
    """Whether the end is so near for a seat that castles are built to see what a tile is worth."""
    return _after_this(state, seat) < LATE


def _after_this(state: StandardState, seat: int) -> int:
    """How many tiles a seat draws after the one that it decides on now or draws next."""
    decides = state.drawn is not None and state.turn == seat
    return state.to_come(seat) - (not decides)
