"""Advice for Standard: which tile to draw, whether to keep it, and what to build at the end."""

from __future__ import annotations

from caladale._io.plural import counted
from caladale.construct.beam_search import FINAL
from caladale.games.move import Build, Done, Flip, Keep
from caladale.games.record import GameRecord
from caladale.games.seat import at_its_best
from caladale.games.standard import StandardState
from caladale.games.state import GameError
from caladale.players.advice import Advice, AdvisedMoves
from caladale.players.tile_value import (
    FLIPPED,
    LOOK,
    WeighedDraw,
    Worth,
    is_late,
    weigh_draws,
    weigh_keep,
)

_FLIPPED = Worth(FLIPPED, "a flipped tile scores 1 for sure")


def advise(record: GameRecord, seed: int) -> Advice:
    """Advise the seat whose turn it is; when all is drawn, the first that is not done.

    Raises:
        GameError: when the record is no Standard game, or the game is over.
    """
    state = record.state
    if not isinstance(state, StandardState) or state.is_over:
        raise GameError("there is no Standard game to go on with")
    if not state.undrawn and state.drawn is None:
        return _building(state, seed)
    seat = state.turn
    by = "by counting the castle edges of the whole hand"
    if is_late(state, seat):
        by = "by building castles with and without it"
        better = at_its_best(state.builders[seat], LOOK, seed)
        state = state.with_builder(seat, better)
    if state.drawn is not None:
        worth = weigh_keep(state, seat, state.drawn, seed)
        options = [_flipping(), AdvisedMoves((Keep(),), worth.points, worth.why)]
    else:
        options = [_drawing(choice) for choice in weigh_draws(state, seat, seed)]
    options.sort(key=lambda option: -option.value)  # of equals, what is sure stays first
    how = f"For seat {seat}: the points that a tile is expected to add, {by} (seed {seed})."
    return Advice(tuple(options), how)


def _flipping() -> AdvisedMoves:
    return AdvisedMoves((Flip(),), _FLIPPED.points, _FLIPPED.why)


def _drawing(choice: WeighedDraw) -> AdvisedMoves:
    """A draw with the decision that follows; what a blind draw brings is decided later."""
    worth = choice.worth
    if choice.draw.tile is None:
        return AdvisedMoves((choice.draw,), worth.points, worth.why)
    if worth.points > FLIPPED:
        return AdvisedMoves((choice.draw, Keep()), worth.points, worth.why)
    why = f"{_FLIPPED.why}; kept: {worth.why}"
    return AdvisedMoves((choice.draw, Flip()), _FLIPPED.points, why)


def _building(state: StandardState, seed: int) -> Advice:
    seat = min(set(range(len(state.builders))) - state.done)
    builder = state.builders[seat]
    before = builder.points
    best = at_its_best(builder, FINAL, seed)
    after = best.points
    done = AdvisedMoves((Done(seat=seat),), before, f"the castle as it stands scores {before}")
    options = [done]
    if after > before:
        build = Build(tiles=best.castle.tiles, seat=seat)
        tiles = counted(len(build.tiles), "tile", "tiles")
        why = f"a castle of {tiles} can be built that scores {after}"
        options.insert(0, AdvisedMoves((build, Done(seat=seat)), after, why))
    effort = f"Castles were built with a counted effort, seed {seed}."
    how = f"For seat {seat}: the final score. {effort}"
    return Advice(tuple(options), how, may_be_bettered=True)
