"""Computer players for Standard: what each draws, keeps and builds."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

import msgspec

from caladale import solve
from caladale.construct.beam_search import FINAL, BeamEffort
from caladale.core.layout import Placement
from caladale.games.move import Build, Done, Draw, Flip, Keep
from caladale.games.record import GameRecord
from caladale.games.seat import SeatState, at_its_best
from caladale.games.setup import Setup
from caladale.games.standard import StandardState
from caladale.games.state import GameError
from caladale.players.tile_value import FLIPPED, LOOK, is_late, weigh_draws, weigh_keep
from caladale.rules.placements import legal_placements
from caladale.rules.score_sheet import score


class Policy(Protocol):
    """A computer player at one seat of one game."""

    def draw(self, state: StandardState) -> Draw:
        """What to draw; it is the player's turn."""

    def decide(self, state: StandardState) -> Keep | Flip:
        """What to do with the drawn tile."""

    def build(self, state: StandardState, *, finished: bool) -> Build | None:
        """The castle to build after a turn, or for good when all is drawn; None to leave it."""


class Easy:
    """Lays each tile where it scores best at once, and takes the face-up tile that does so best.

    When none fits, it draws blind. A tile that fits nowhere is kept while there is much to come,
    and flipped in the last four turns. Only at the end it tries a few castles from scratch.
    """

    def __init__(self, seat: int, seed: int) -> None:
        self._seat = seat
        self._chance = random.Random(seed)

    def draw(self, state: StandardState) -> Draw:
        """The face-up tile that gains most now; a blind one if none fits."""
        builder = state.builders[self._seat]
        steps = {name: best_step(builder, name) for name in state.supply}
        totals = {name: step[0] for name, step in steps.items() if step is not None}
        if not totals:
            return Draw() if state.hidden else Draw(tile=self._chance.choice(state.supply))
        best = max(totals.values())
        return Draw(tile=self._chance.choice([n for n, total in totals.items() if total == best]))

    def decide(self, state: StandardState) -> Keep | Flip:
        """Keep what fits, and early in the game everything."""
        fits = best_step(state.builders[self._seat], state.drawn or "") is not None
        return Keep() if fits or state.to_come(self._seat) >= 4 else Flip()

    def build(self, state: StandardState, *, finished: bool) -> Build | None:
        """Lay the tile that came last; at the end try a few castles from scratch."""
        builder = state.builders[self._seat]
        if finished:
            castle = at_its_best(builder, BeamEffort(1, 10), self._chance.randrange(2**31)).castle
            return Build(tiles=castle.tiles, seat=self._seat)
        spare = builder.spare()
        step = best_step(builder, spare[-1]) if spare else None
        return None if step is None else Build(tiles=step[1], seat=self._seat)


def best_step(builder: SeatState, tile: str) -> tuple[int, tuple[Placement, ...]] | None:
    """The placement of `tile` in the present castle that scores best: its total, and the castle."""
    best: tuple[int, tuple[Placement, ...]] | None = None
    for placed in legal_placements(builder.castle, tile):
        castle = builder.castle.placing(placed)
        total = score(castle).total or 0
        if best is None or total > best[0]:
            best = total, castle.tiles
    return best


class Good:
    """Keeps its hand in balance while there is much to come, and then takes what it can build with.

    At the end its castle is built with some effort, and, where a time limit is given, improved by
    `caladale.solve.best_castle` for so many seconds.
    """

    def __init__(self, seat: int, seed: int, time_limit: float = 0.0) -> None:
        self._seat = seat
        self._chance = random.Random(seed)
        self._time_limit = time_limit

    def draw(self, state: StandardState) -> Draw:
        """The draw that is worth most."""
        return weigh_draws(state, self._seat, self._seed())[0].draw

    def decide(self, state: StandardState) -> Keep | Flip:
        """Keep a tile that is expected to add more than a flipped one is worth."""
        worth = weigh_keep(state, self._seat, state.drawn or "", self._seed())
        return Keep() if worth.points > FLIPPED else Flip()

    def build(self, state: StandardState, *, finished: bool) -> Build | None:
        """Rebuild when the last turns come near, and once more at the end."""
        builder = state.builders[self._seat]
        if finished:
            best = at_its_best(builder, FINAL, self._seed())
            if self._time_limit:
                best = polished(best, self._time_limit, self._seed())
        elif is_late(state, self._seat):
            best = at_its_best(builder, LOOK, self._seed())
        else:
            return None
        if best.castle == builder.castle:
            return None
        return Build(tiles=best.castle.tiles, seat=self._seat)

    def _seed(self) -> int:
        return self._chance.randrange(2**31)


def polished(builder: SeatState, time_limit: float, seed: int) -> SeatState:
    """The builder with the best castle that the solver finds from the present one in some seconds.

    Unless the solver proves its castle the best, how far it comes depends on the machine.
    """
    hand = builder.hand()
    others = {builder.wild: hand.tileset.wilds()[0].id}  # a hand's wild is the first of the box
    hint = builder.castle.replace(tiles=_renamed(builder.castle.tiles, others))
    result = solve.best_castle(hand, time_limit=time_limit, seed=seed, workers=1, hint=hint)
    if result.layout is None:
        return builder
    back = {name: wild for wild, name in others.items()}
    start = result.layout.grass[0].x
    tiles = _renamed(result.layout.tiles, back)
    moved = [msgspec.structs.replace(placed, x=placed.x - start) for placed in tiles]
    return builder.building(moved)


def _renamed(tiles: Iterable[Placement], names: dict[str, str]) -> list[Placement]:
    return [
        msgspec.structs.replace(placed, tile=names.get(placed.tile, placed.tile))
        for placed in tiles
    ]


POLICIES: dict[str, Callable[[int, int, float], Policy]] = {
    "easy": lambda seat, seed, _: Easy(seat, seed),
    "good": Good,
}
"""The computer players by name, made from a seat, a seed, and the seconds for the last castle."""


def play(setup: Setup, names: Sequence[str], seed: int, time_limit: float = 0.0) -> GameRecord:
    """Let computer players play a Standard game to its end.

    Args:
        setup: the game.
        names: the policy of each seat.
        seed: the seed of the players' own chance.
        time_limit: seconds for the last castle of each player that uses the solver; 0 for none.
    """
    chance = random.Random(seed)
    players = [
        POLICIES[name](seat, chance.randrange(2**31), time_limit) for seat, name in enumerate(names)
    ]
    record = GameRecord(setup)
    while (state := standard(record)).undrawn:
        player = players[state.turn]
        record.push(player.draw(state))
        record.push(player.decide(standard(record)))
        _build(record, player, finished=False)
    for seat, player in enumerate(players):
        _build(record, player, finished=True)
        record.push(Done(seat=seat))
    return record


def _build(record: GameRecord, player: Policy, *, finished: bool) -> None:
    build = player.build(standard(record), finished=finished)
    if build is not None:
        record.push(build)


def standard(record: GameRecord) -> StandardState:
    """The state of a Standard game.

    Raises:
        GameError: when it is another game.
    """
    if not isinstance(record.state, StandardState):
        raise GameError("this is no Standard game")
    return record.state
