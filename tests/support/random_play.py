"""Random legal play, for tests of the games."""

from __future__ import annotations

import random
from collections.abc import Iterator

from caladale.games.move import Build, Done, Draw, Exchange, Flip, Keep, Move, Timer, TimeUp
from caladale.games.seat import SeatState
from caladale.games.speed import SpeedState
from caladale.games.standard import StandardState
from caladale.rules.placements import legal_placements
from caladale.rules.verdict import validate


def some_build(builder: SeatState, seat: int, chance: random.Random) -> Build | None:
    """A legal castle near the present one: a tile more, a tile less, or the gate elsewhere."""
    castle = builder.castle
    spare = [*builder.spare(), *({builder.wild} - builder.in_castle())]
    if spare and chance.random() < 0.8:
        choices = legal_placements(castle, chance.choice(spare))
        return Build(tiles=(*castle.tiles, chance.choice(choices)), seat=seat) if choices else None
    out = chance.randrange(len(castle.tiles))
    fewer = castle.tiles[:out] + castle.tiles[out + 1 :]
    if validate(castle.replace(tiles=fewer)).valid:
        return Build(tiles=fewer, seat=seat)
    return None


def standard_moves(state: StandardState, chance: random.Random) -> Iterator[Move]:
    """Candidates for the next move, the likeliest first; the first that is there is legal."""
    building = [seat for seat in range(len(state.builders)) if seat not in state.done]
    if chance.random() < 0.3:
        seat = chance.choice(building)
        build = some_build(state.builders[seat], seat, chance)
        if build is not None:
            yield build
    if state.drawn is not None:
        yield Keep() if chance.random() < 0.8 else Flip()
    elif state.undrawn:
        blind = state.hidden and chance.random() < 0.3
        yield Draw() if blind else Draw(tile=chance.choice(state.supply))
    else:
        yield Done(seat=chance.choice(building))


def speed_moves(state: SpeedState, chance: random.Random) -> Iterator[Move]:
    """The same for Speed."""
    seat = chance.choice([s for s in range(len(state.builders)) if s != state.stopped])
    builder = state.builders[seat]
    dice = chance.random()
    if dice < 0.03:
        yield Timer(seat=seat) if state.stopped is None else TimeUp()
    if dice < 0.5:
        build = some_build(builder, seat, chance)
        if build is not None:
            yield build
    spare = builder.spare()
    if spare:
        yield Exchange(give=chance.choice(spare), take=chance.choice(state.supply), seat=seat)
    yield Timer(seat=seat) if state.stopped is None else TimeUp()


def some_move(state: StandardState | SpeedState, chance: random.Random) -> Move:
    """A random legal move."""
    if isinstance(state, StandardState):
        return next(standard_moves(state, chance))
    return next(speed_moves(state, chance))
