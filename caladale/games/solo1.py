"""Solo 1: draw face-up tiles, place each for good, and stop while it is best."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from caladale._io.strict_json import quoted
from caladale.core.layout import Grass, Layout, Placement
from caladale.core.tile_file import Group
from caladale.errors import FormatError
from caladale.games.deal import DealError
from caladale.games.move import Done, Move, Place, Slide
from caladale.games.setup import Setup
from caladale.games.state import GameError, Result
from caladale.rules.placements import legal_placements
from caladale.rules.verdict import validate


class Solo1State(Struct, frozen=True):
    """A game of Solo 1 at one moment.

    The first move places a gate. From then on a face-up tile, or the wild, is placed so that the
    castle is legal with it, and never moves again; the strip may slide under the castle before or
    after. Which cells have which numbers means nothing: columns may be negative.

    Attributes:
        castle: what is built so far; at first an empty strip.
        supply: ids of the face-up tiles, in the order of their places on the supply board.
        stack: ids of the face-down tiles, from the top.
        wild: the id of the wild tile at hand.
        stopped: whether the player has chosen to end the game.
    """

    castle: Layout
    supply: tuple[str, ...]
    stack: tuple[str, ...]
    wild: str
    stopped: bool = False

    @classmethod
    def start(cls, setup: Setup) -> Solo1State:
        """The game before its first move.

        Raises:
            FormatError: when the setup names a gate.
            DealError: when the box has no wild.
        """
        if setup.gates:
            raise FormatError("in Solo 1 the gate is the first move", "gates")
        table = setup.deal()
        wilds = setup.tileset.wilds()
        if not wilds:
            raise DealError("the box has no wild")
        castle = Layout(variant=setup.variant, rules=setup.rules, tileset=setup.tileset)
        (stack,) = table.stacks or ((),)
        return cls(castle, table.supply, stack, wilds[0].id)

    @property
    def castles(self) -> tuple[Layout, ...]:
        """The one castle."""
        return (self.castle,)

    @property
    def strip(self) -> int:
        """The first column of the grass strip."""
        return self.castle.grass[0].x

    @property
    def is_over(self) -> bool:
        """Whether the player has stopped, or no tile can be placed wherever the strip lies."""
        if self.stopped or not self.castle.tiles:
            return self.stopped
        kinds = {self.castle.tileset.tiles[tile].kind: tile for tile in self.placeable()}

        def is_stuck(x: int) -> bool:
            castle = self._sliding(x)
            return not any(legal_placements(castle, tile) for tile in kinds.values())

        # Where the strip lies now is the likeliest, so the other places are looked at last.
        return is_stuck(self.strip) and all(is_stuck(x) for x in self.strips()[1:])

    def placeable(self) -> tuple[str, ...]:
        """The ids of the tiles that may be placed now, if they fit."""
        box = self.castle.tileset
        if not self.castle.tiles:
            return tuple(tile.id for tile in box.gates())
        used = any(placed.tile == self.wild for placed in self.castle.tiles)
        return self.supply if used else (*self.supply, self.wild)

    def strips(self) -> list[int]:
        """The first columns of the strip, the present one first, with which the castle is legal."""
        if not self.castle.tiles:
            return [self.strip]
        width = self.castle.grass[0].width
        near = range(self.strip - width, self.strip + width + 1)
        legal = [x for x in near if x != self.strip and validate(self._sliding(x)).valid]
        return [self.strip, *legal]

    def ways(self, tile: str) -> list[tuple[Move, ...]]:
        """Every placement of `tile`, with the slide before it where one is needed."""
        found: dict[Placement, tuple[Move, ...]] = {}
        for x in self.strips():
            for placed in legal_placements(self._sliding(x), tile):
                slide = () if x == self.strip else (Slide(x=x),)
                found.setdefault(placed, (*slide, Place.of(placed)))
        return list(found.values())

    def legal_moves(self) -> Iterator[Move]:
        """Placements with the strip where it lies, then slides, then to stop."""
        if self.is_over:
            return
        for tile in self.placeable():
            yield from (Place.of(placed) for placed in legal_placements(self.castle, tile))
        if self.castle.tiles:
            yield from (Slide(x=x) for x in self.strips()[1:])
            yield Done()

    def after(self, move: Move) -> Solo1State:
        """The game after `move`.

        Raises:
            GameError: when the move is not legal; it says why.
        """
        if self.stopped:
            raise GameError("the game is over")
        match move:
            case Place():
                return self._placing(move.placement)
            case Slide(x=x):
                self._check_begun()
                if x == self.strip:
                    raise GameError("the strip lies there already")
                castle = self._sliding(x)
                _check(castle, "the strip cannot lie there")
                return msgspec.structs.replace(self, castle=castle)
            case Done(seat=0):
                self._check_begun()
                return msgspec.structs.replace(self, stopped=True)
        raise GameError("there is no such move in Solo 1")

    def _check_begun(self) -> None:
        if not self.castle.tiles:
            raise GameError("a gate is placed first")
        if self.is_over:
            raise GameError("the game is over: no tile can be placed")

    def _sliding(self, x: int) -> Layout:
        return self.castle.replace(grass=[Grass(x, self.castle.grass[0].width)])

    def _placing(self, placed: Placement) -> Solo1State:
        box = self.castle.tileset
        if (placed.tile, placed.side) not in box.faces:
            if placed.tile in box.tiles:
                raise GameError(f"{placed.tile} has no back; only gates have one")
            raise GameError(f"the box {box.name} has no tile {quoted(placed.tile)}")
        if placed.tile not in self.placeable():
            raise GameError(self._out_of_reach(placed.tile))
        castle = self.castle.placing(placed)
        _check(castle, f"{placed.tile} cannot lie there")
        supply, stack = self.supply, self.stack
        if placed.tile in supply:
            i = supply.index(placed.tile)
            supply, stack = (*supply[:i], *stack[:1], *supply[i + 1 :]), stack[1:]
        return msgspec.structs.replace(self, castle=castle, supply=supply, stack=stack)

    def _out_of_reach(self, tile: str) -> str:
        """Why a tile of the box may not be placed now."""
        if any(placed.tile == tile for placed in self.castle.tiles):
            return f"{tile} lies in the castle already"
        if not self.castle.tiles:
            return f"a gate is placed first, not {tile}"
        if self.castle.tileset.tiles[tile].group is Group.GATE:
            return "a castle has one gate"
        return f"{tile} does not lie face up in the supply"

    def may_take_back(self, move: Move) -> bool:
        """Whether `move` may be taken back: unless it has turned up the next tile of the stack."""
        return not isinstance(move, Place) or move.tile not in self.supply or not self.stack

    def may_be_taken_back(self) -> str:
        """What may be taken back in this game, in words."""
        return "a move may be taken back unless it has turned up a new tile"

    def result(self) -> Result:
        """The castle and its score.

        Raises:
            GameError: when the game is not over.
        """
        if not self.is_over:
            raise GameError("the game is not over")
        return Result((self.castle,))


def _check(castle: Layout, refusal: str) -> None:
    breaches = validate(castle).violations
    if breaches:
        raise GameError(f"{refusal}: {breaches[0].message}")
