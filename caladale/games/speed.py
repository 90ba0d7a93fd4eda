"""The Speed game: own tiles from the start, exchanges at will, until the timer has run out."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import msgspec
from msgspec import Struct

from caladale._io.strict_json import named
from caladale.core.layout import Layout
from caladale.games.move import Build, Exchange, Move, Timer, TimeUp
from caladale.games.seat import SeatState, builders_at
from caladale.games.setup import Setup
from caladale.games.state import GameError, Result


class SpeedState(Struct, frozen=True):
    """A Speed game at one moment. It knows no clock: that time is up is a move.

    Attributes:
        builders: the players in seat order.
        supply: ids of the face-up tiles that can be exchanged for; their number never changes.
        stopped: the seat that has flipped the timer, and so plays no more.
        is_over: whether the time is up.
    """

    builders: tuple[SeatState, ...]
    supply: tuple[str, ...]
    stopped: int | None = None
    is_over: bool = False

    @classmethod
    def start(cls, setup: Setup) -> SpeedState:
        """The game at the word "GO"."""
        table = setup.deal()
        return cls(builders_at(table), table.supply)

    @property
    def castles(self) -> tuple[Layout, ...]:
        """The castles in seat order."""
        return tuple(builder.castle for builder in self.builders)

    def legal_moves(self) -> Iterator[Move]:
        """Timer and time first, then exchanges, then every castle that is a tile away."""
        if self.is_over:
            return
        playing = [seat for seat in range(len(self.builders)) if seat != self.stopped]
        if self.stopped is None:
            yield from (Timer(seat=seat) for seat in playing)
        else:
            yield TimeUp()
        for seat in playing:
            for give, take in itertools.product(self.builders[seat].spare(), self.supply):
                yield Exchange(give=give, take=take, seat=seat)
        for seat in playing:
            for tiles in self.builders[seat].steps():
                yield Build(tiles=tiles, seat=seat)

    def after(self, move: Move) -> SpeedState:
        """The game after `move`.

        Raises:
            GameError: when the move is not legal; it says why.
        """
        if self.is_over:
            raise GameError("the time is up")
        match move:
            case Exchange(give=give, take=take, seat=seat):
                builder = self._builder(seat)
                if take not in self.supply:
                    raise GameError(f"{named(take)} does not lie face up in the supply")
                supply = tuple(give if name == take else name for name in self.supply)
                after = self._with(seat, builder.exchanging(give, take))
                return msgspec.structs.replace(after, supply=supply)
            case Build(tiles=tiles, seat=seat):
                return self._with(seat, self._builder(seat).building(tiles))
            case Timer(seat=seat):
                return self._stopping(seat)
            case TimeUp():
                if self.stopped is None:
                    raise GameError("nobody has flipped the timer")
                return msgspec.structs.replace(self, is_over=True)
        raise GameError("there is no such move in Speed")

    def _builder(self, seat: int) -> SeatState:
        """The builder at a seat that still plays."""
        if not 0 <= seat < len(self.builders):
            raise GameError(f"nobody sits at seat {seat}")
        if seat == self.stopped:
            raise GameError(f"seat {seat} has flipped the timer and plays no more")
        return self.builders[seat]

    def _with(self, seat: int, builder: SeatState) -> SpeedState:
        builders = (*self.builders[:seat], builder, *self.builders[seat + 1 :])
        return msgspec.structs.replace(self, builders=builders)

    def _stopping(self, seat: int) -> SpeedState:
        builder = self._builder(seat)
        if self.stopped is not None:
            raise GameError(f"seat {self.stopped} has flipped the timer already")
        castle = msgspec.structs.replace(builder.castle, timer=True)
        after = self._with(seat, msgspec.structs.replace(builder, castle=castle))
        return msgspec.structs.replace(after, stopped=seat)

    def may_take_back(self, move: Move) -> bool:
        """Whether `move` may be taken back: building and exchanges may, the timer runs."""
        return isinstance(move, Build | Exchange)

    def may_be_taken_back(self) -> str:
        """What may be taken back in this game, in words."""
        return "what was built and exchanged may be taken back, the timer not"

    def result(self) -> Result:
        """The castles and their scores.

        Raises:
            GameError: when the time is not up.
        """
        if not self.is_over:
            raise GameError("the game is not over")
        return Result(tuple(builder.castle for builder in self.builders))
