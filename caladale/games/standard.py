"""The Standard game: draw a tile in turn, keep it or flip it for good, build all the while."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from caladale._io.strict_json import named
from caladale.core.layout import Layout
from caladale.games.move import Build, Done, Draw, Flip, Keep, Move
from caladale.games.seat import SeatState, builders_at
from caladale.games.setup import Setup
from caladale.games.state import GameError, Result


class StandardState(Struct, frozen=True):
    """A Standard game at one moment.

    Attributes:
        builders: the players in seat order; the first player is seat 0.
        supply: ids of the face-up tiles, in the order of their places on the supply board.
        stacks: ids of the face-down tiles, each stack from its top.
        turn: the seat whose turn it is to draw, or to keep or flip.
        drawn: the tile that this seat has drawn and neither kept nor flipped yet.
        done: the seats that have finished their castles.
    """

    builders: tuple[SeatState, ...]
    supply: tuple[str, ...]
    stacks: tuple[tuple[str, ...], ...]
    turn: int = 0
    drawn: str | None = None
    done: frozenset[int] = frozenset()

    @classmethod
    def start(cls, setup: Setup) -> StandardState:
        """The game before its first move."""
        table = setup.deal()
        return cls(builders_at(table), table.supply, table.stacks)

    @property
    def undrawn(self) -> int:
        """How many tiles are yet to be drawn."""
        return len(self.supply) + self.hidden

    @property
    def hidden(self) -> int:
        """How many tiles lie face down in the stacks."""
        return sum(len(stack) for stack in self.stacks)

    def to_come(self, seat: int) -> int:
        """How many tiles a seat will yet draw; the one that it decides on is drawn already."""
        total = self.undrawn + sum(len(b.tiles) + len(b.flipped) for b in self.builders)
        total += self.drawn is not None
        builder = self.builders[seat]
        decides = self.drawn is not None and self.turn == seat
        return total // len(self.builders) - len(builder.tiles) - len(builder.flipped) - decides

    def unseen(self, seat: int) -> frozenset[str]:
        """The tiles that a seat cannot see: hidden ones, and those that others flipped."""
        names = {name for stack in self.stacks for name in stack}
        for other, builder in enumerate(self.builders):
            names.update(builder.flipped if other != seat else ())
        return frozenset(names)

    @property
    def is_over(self) -> bool:
        """Whether all tiles are drawn and every castle is finished."""
        return len(self.done) == len(self.builders)

    @property
    def castles(self) -> tuple[Layout, ...]:
        """The castles in seat order."""
        return tuple(builder.castle for builder in self.builders)

    def legal_moves(self) -> Iterator[Move]:
        """Drawing, keeping and flipping first, then every castle that is a tile away."""
        if self.drawn is not None:
            yield Keep()
            yield Flip()
        elif self.undrawn:
            yield from (Draw(tile=name) for name in self.supply)
            if self.hidden:
                yield Draw()
        else:
            yield from (Done(seat=seat) for seat in self._building())
        for seat in self._building():
            for tiles in self.builders[seat].steps():
                yield Build(tiles=tiles, seat=seat)

    def _building(self) -> list[int]:
        return [seat for seat in range(len(self.builders)) if seat not in self.done]

    def after(self, move: Move) -> StandardState:
        """The game after `move`.

        Raises:
            GameError: when the move is not legal; it says why.
        """
        match move:
            case Draw(tile=tile):
                return self._drawing(tile)
            case Keep():
                return self._deciding(keep=True)
            case Flip():
                return self._deciding(keep=False)
            case Build(tiles=tiles, seat=seat):
                return self.with_builder(seat, self._builder(seat).building(tiles))
            case Done(seat=seat):
                self._builder(seat)
                if self.undrawn or self.drawn is not None:
                    raise GameError("the game goes on until all tiles are drawn")
                return msgspec.structs.replace(self, done=self.done | {seat})
        raise GameError("there is no such move in Standard")

    def _builder(self, seat: int) -> SeatState:
        """The builder at a seat that still builds."""
        if not 0 <= seat < len(self.builders):
            raise GameError(f"nobody sits at seat {seat}")
        if seat in self.done:
            raise GameError(f"seat {seat} has finished its castle")
        return self.builders[seat]

    def with_builder(self, seat: int, builder: SeatState) -> StandardState:
        """The same game with another builder at a seat."""
        builders = (*self.builders[:seat], builder, *self.builders[seat + 1 :])
        return msgspec.structs.replace(self, builders=builders)

    def _drawing(self, tile: str | None) -> StandardState:
        if self.drawn is not None:
            raise GameError(f"{self.drawn} is to be kept or flipped first")
        if not self.undrawn:
            raise GameError("all tiles are drawn")
        top, stacks = self._off_the_top()
        if tile is None:
            if top is None:
                raise GameError("the stacks are empty; draw a face-up tile")
            return msgspec.structs.replace(self, drawn=top, stacks=stacks)
        if tile not in self.supply:
            raise GameError(f"{named(tile)} does not lie face up in the supply")
        refill = () if top is None else (top,)
        place = self.supply.index(tile)
        supply = (*self.supply[:place], *refill, *self.supply[place + 1 :])
        return msgspec.structs.replace(self, drawn=tile, supply=supply, stacks=stacks)

    def _off_the_top(self) -> tuple[str | None, tuple[tuple[str, ...], ...]]:
        """The top tile of the first stack that is not empty, and the stacks without it."""
        stacks = tuple(stack for stack in self.stacks if stack)
        if not stacks:
            return None, ()
        return stacks[0][0], (stacks[0][1:], *stacks[1:])

    def _deciding(self, *, keep: bool) -> StandardState:
        if self.drawn is None:
            raise GameError("a tile is to be drawn first")
        builder = self.builders[self.turn]
        builder = builder.keeping(self.drawn) if keep else builder.flipping(self.drawn)
        turn = (self.turn + 1) % len(self.builders)
        return msgspec.structs.replace(self.with_builder(self.turn, builder), turn=turn, drawn=None)

    def may_take_back(self, move: Move) -> bool:
        """Whether `move` may be taken back: building may, draws and decisions are for good."""
        return isinstance(move, Build | Done)

    def may_be_taken_back(self) -> str:
        """What may be taken back in this game, in words."""
        return "what was built may be taken back, draws and the choice to keep or to flip not"

    def result(self) -> Result:
        """The castles and their scores.

        Raises:
            GameError: when the game is not over.
        """
        if not self.is_over:
            raise GameError("the game is not over")
        return Result(tuple(builder.castle for builder in self.builders))
