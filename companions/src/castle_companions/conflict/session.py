"""A game that is being played: it grows by moves, is kept as a record, and can be taken back."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from castle_companions.conflict.actions import Action
from castle_companions.conflict.cards import Card, Seat
from castle_companions.conflict.moves import Witness, move_of
from castle_companions.conflict.play import play
from castle_companions.conflict.readings import Readings
from castle_companions.conflict.record import (
    AttackMove,
    DrawMove,
    FreshHandMove,
    GameRecord,
    Move,
    ReshuffleMove,
)
from castle_companions.conflict.replay import record_of, states_of
from castle_companions.conflict.setup import SeededChance, deal
from castle_companions.conflict.state import State

_DECIDED = (AttackMove, DrawMove, FreshHandMove, ReshuffleMove)
"""Moves that dice have decided or that have shown hidden cards."""


@dataclass(frozen=True)
class Session:
    """A game in progress.

    Attributes:
        record: the game as it is kept.
        states: the game before the first move and after every one.
    """

    record: GameRecord
    states: tuple[State, ...]

    @property
    def state(self) -> State:
        """The game now."""
        return self.states[-1]

    def chance(self) -> random.Random:
        """The chance of the next move, which depends on the seed and the number of the move."""
        return random.Random(f"{self.record.seed}:{len(self.record.moves)}")

    def taking(self, action: Action) -> Session:
        """The game after the mover took an action.

        Raises:
            IllegalActionError: when the rules do not allow it.
        """
        witness = Witness(SeededChance(self.chance()))
        state = play(self.state, action, witness)
        moves = (*self.record.moves, move_of(action, witness))
        # Put together without a look at what was checked before, so that long games stay quick.
        record = self.record.model_copy(update={"moves": moves})
        return replace(self, record=record, states=(*self.states, state))

    def undone(self, seat: Seat) -> Session | None:
        """The game before the last action of `seat`.

        Returns:
            None where there is no such action, or where dice, a draw or a shuffle have decided
            something since: that cannot be taken back.
        """
        for number in reversed(range(len(self.record.moves))):
            if is_decided(self.record.moves[number]):
                return None
            if self.states[number].mover is seat:
                record = self.record.model_copy(update={"moves": self.record.moves[:number]})
                return Session(record, self.states[: number + 1])
        return None


def is_decided(move: Move) -> bool:
    """Whether a move was decided by dice or has shown hidden cards."""
    return isinstance(move, _DECIDED)


def new_session(
    players: tuple[str, str], seed: int, first: Seat, readings: Readings, ruler: Card | None = None
) -> Session:
    """Deal a game; the seed decides rulers that are not given, cards and dice."""
    start = deal(random.Random(seed), first, ruler)
    return resumed(record_of(start, players, seed, readings), "a new game")


def resumed(record: GameRecord, source: str) -> Session:
    """Go on with a recorded game.

    Raises:
        RecordError: when the record breaks rules; see `states_of`.
    """
    return Session(record, states_of(record, source))
