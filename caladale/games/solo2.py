"""Solo 2: build from 25 tiles; each exchange with the supply costs a point."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import msgspec
from msgspec import Struct

from caladale._io.strict_json import named
from caladale.core.hand import Hand
from caladale.core.layout import Layout
from caladale.games.move import Build, Done, Exchange, Move
from caladale.games.seat import SeatState, builders_at
from caladale.games.setup import Setup
from caladale.games.state import GameError, Result


class Solo2State(Struct, frozen=True):
    """A game of Solo 2 at one moment.

    Attributes:
        builder: the player's tiles and castle; the castle counts the exchanges.
        supply: ids of the face-up tiles that can be exchanged for; their number never changes.
        is_over: whether the player is content with the castle.
    """

    builder: SeatState
    supply: tuple[str, ...]
    is_over: bool = False

    @classmethod
    def start(cls, setup: Setup) -> Solo2State:
        """The game before its first move; the gate stands."""
        table = setup.deal()
        return cls(builders_at(table)[0], table.supply)

    @property
    def castles(self) -> tuple[Layout, ...]:
        """The one castle."""
        return (self.builder.castle,)

    def hand(self) -> Hand:
        """What could still be built: the own tiles, and the supply to exchange with."""
        return self.builder.hand(self.supply)

    def legal_moves(self) -> Iterator[Move]:
        """To end first, then exchanges, then every castle that is a tile away."""
        if self.is_over:
            return
        yield Done()
        for give, take in itertools.product(self.builder.spare(), self.supply):
            yield Exchange(give=give, take=take)
        yield from (Build(tiles=tiles) for tiles in self.builder.steps())

    def after(self, move: Move) -> Solo2State:
        """The game after `move`.

        Raises:
            GameError: when the move is not legal; it says why.
        """
        if self.is_over:
            raise GameError("the game is over")
        match move:
            case Exchange(give=give, take=take, seat=0):
                return self._exchanging(give, take)
            case Build(tiles=tiles, seat=0):
                return msgspec.structs.replace(self, builder=self.builder.building(tiles))
            case Done(seat=0):
                return msgspec.structs.replace(self, is_over=True)
        raise GameError("there is no such move in Solo 2")

    def _exchanging(self, give: str, take: str) -> Solo2State:
        if take not in self.supply:
            raise GameError(f"{named(take)} does not lie face up in the supply")
        builder = self.builder.exchanging(give, take)
        castle = msgspec.structs.replace(builder.castle, exchanges=builder.castle.exchanges + 1)
        builder = msgspec.structs.replace(builder, castle=castle)
        supply = tuple(give if name == take else name for name in self.supply)
        return msgspec.structs.replace(self, builder=builder, supply=supply)

    def may_take_back(self, move: Move) -> bool:
        """Whether `move` may be taken back: all may, since none has shown a hidden tile."""
        return isinstance(move, Build | Exchange | Done)

    def may_be_taken_back(self) -> str:
        """What may be taken back in this game, in words."""
        return "every move may be taken back, since all tiles lie open from the beginning"

    def result(self) -> Result:
        """The castle and its score.

        Raises:
            GameError: when the game is not over.
        """
        if not self.is_over:
            raise GameError("the game is not over")
        return Result((self.builder.castle,))
