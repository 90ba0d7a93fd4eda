"""A builder: one seat's tiles, and the castle that stands on its grass strip."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec
from msgspec import Struct

from caladale._io.strict_json import named
from caladale.construct.beam_search import BeamEffort, build_castle
from caladale.core.hand import Hand, Table
from caladale.core.layout import Layout, Placement
from caladale.errors import LayoutError
from caladale.games.deal import DealError
from caladale.games.state import GameError
from caladale.rules.placements import legal_placements
from caladale.rules.score_sheet import score
from caladale.rules.verdict import validate

_GATE_COLUMN = 1


class SeatState(Struct, frozen=True):
    """What one seat owns, and its castle.

    Castle construction is reversible: any legal castle of one's own tiles may follow any other.

    Attributes:
        gate: the gate with its side, such as ``gate-stone:front``.
        wild: the id of the seat's wild tile.
        tiles: ids of the tiles that are kept face up, in the order in which they came.
        castle: the castle; it is legal at every moment, and at first it is the gate alone.
        flipped: ids of the tiles that are flipped face down.
    """

    gate: str
    wild: str
    tiles: tuple[str, ...]
    castle: Layout
    flipped: tuple[str, ...] = ()

    def hand(self, supply: tuple[str, ...] = ()) -> Hand:
        """The seat's tiles as a hand, with what it may exchange with."""
        return Hand(
            gates=(self.gate,),
            tiles=self.tiles,
            variant=self.castle.variant,
            rules=self.castle.rules,
            flipped=len(self.flipped),
            supply=supply,
            tileset=self.castle.tileset,
        )

    @property
    def points(self) -> int:
        """What the castle scores as it stands; it is legal, so it has a score."""
        return sum(item.points for item in score(self.castle).items)

    def in_castle(self) -> frozenset[str]:
        """The ids of the tiles that lie in the castle."""
        return frozenset(placed.tile for placed in self.castle.tiles)

    def spare(self) -> tuple[str, ...]:
        """The own tiles that lie beside the castle, without the wild."""
        used = self.in_castle()
        return tuple(name for name in self.tiles if name not in used)

    def keeping(self, tile: str) -> SeatState:
        """The builder with one more tile."""
        return msgspec.structs.replace(self, tiles=(*self.tiles, tile))

    def flipping(self, tile: str) -> SeatState:
        """The builder with one more tile flipped face down."""
        flipped = (*self.flipped, tile)
        castle = msgspec.structs.replace(self.castle, flipped=len(flipped))
        return msgspec.structs.replace(self, flipped=flipped, castle=castle)

    def exchanging(self, give: str, take: str) -> SeatState:
        """The builder with `take` in the place of `give`.

        Raises:
            GameError: when `give` is not there to be given.
        """
        if give not in self.tiles:
            raise GameError(f"{named(give)} is not among the own tiles")
        if give in self.in_castle():
            raise GameError(f"{give} lies in the castle; take it out first")
        tiles = tuple(take if name == give else name for name in self.tiles)
        return msgspec.structs.replace(self, tiles=tiles)

    def building(self, tiles: Iterable[Placement]) -> SeatState:
        """The builder with a castle of `tiles` instead of the present one.

        Raises:
            GameError: when a tile is not the seat's own, or the castle is not legal.
        """
        tiles = tuple(tiles)
        gate, _, side = self.gate.partition(":")
        own = {gate, self.wild, *self.tiles}
        for placed in tiles:
            if placed.tile not in own:
                raise GameError(f"{named(placed.tile)} is not among the own tiles")
            if placed.tile == gate and placed.side != side:
                raise GameError(f"{gate} shows its {side} in this game")
        try:
            castle = self.castle.replace(tiles=tiles)
        except LayoutError as error:
            raise GameError(error.message) from None
        breaches = validate(castle).violations
        if breaches:
            raise GameError(f"the castle is not legal: {breaches[0].message}")
        return msgspec.structs.replace(self, castle=castle)

    def steps(self) -> Iterator[tuple[Placement, ...]]:
        """Every legal castle with one tile more or one tile less than the present one."""
        placed = self.castle.tiles
        unused = set(self.spare())
        if self.wild not in self.in_castle():
            unused.add(self.wild)
        for name in sorted(unused):
            for placement in legal_placements(self.castle, name):
                yield (*placed, placement)
        for i in range(len(placed)):
            fewer = placed[:i] + placed[i + 1 :]
            if validate(self.castle.replace(tiles=fewer)).valid:
                yield fewer


def at_its_best(builder: SeatState, effort: BeamEffort, seed: int) -> SeatState:
    """The builder with the castle that `construct` makes, if it is better than the one there is."""
    return msgspec.structs.replace(builder, castle=build_castle(builder, effort, seed))


def builders_at(table: Table) -> tuple[SeatState, ...]:
    """The builders of a dealt table in seat order; of each castle the gate stands.

    Raises:
        DealError: when the box has too few wilds to give each a wild.
    """
    wilds = table.tileset.wilds()
    if len(wilds) < len(table.hands):
        raise DealError("the box has too few wilds")
    return tuple(_with_gate(hand, wild.id) for hand, wild in zip(table.hands, wilds, strict=False))


def _with_gate(hand: Hand, wild: str) -> SeatState:
    ((gate, sides),) = hand.gate_sides().items()
    castle = Layout(
        tiles=(Placement(gate, _GATE_COLUMN, 0, side=sides[0]),),
        variant=hand.variant,
        rules=hand.rules,
        tileset=hand.tileset,
    )
    return SeatState(f"{gate}:{sides[0]}", wild, hand.tiles, castle)
