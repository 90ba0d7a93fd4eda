"""The format ``castle-conflict/1``: a whole game as its cards and its moves, dice included."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field

from castle_companions.records import Record

FORMAT: Final = "castle-conflict/1"
MOST_MOVES = 20_000
"""The most moves of a record; random players end a game in a tenth of it."""

CardName: TypeAlias = Annotated[
    str, Field(pattern=r"^(A|[2-9]|10|J|Q|K)[HDSC]/[12]$", examples=["10H/1"])
]
"""Rank, suit and the number of the side whose deck the card came from."""
Die: TypeAlias = Annotated[int, Field(ge=1, le=6)]
StructureName: TypeAlias = Literal[
    "wall 1", "wall 2", "wall 3", "wall 4", "wall 5", "tower 1", "tower 2", "keep"
]
PlaceName: TypeAlias = Literal[
    "wall 1", "wall 2", "wall 3", "wall 4", "wall 5", "tower 1", "tower 2", "keep", "ruler"
]
# Written out again, since a union of two lists of names would be told as two mistakes.
SomeCards: TypeAlias = Annotated[tuple[CardName, ...], Field(min_length=1, max_length=3)]


class BuildMove(Record):
    """A structure is built."""

    action: Literal["build"]
    place: StructureName
    cards: SomeCards


class FortifyMove(Record):
    """A layer is put on a structure, or a card on the ruler."""

    action: Literal["fortify"]
    place: PlaceName
    cards: SomeCards


class ArmMove(Record):
    """A structure is armed."""

    action: Literal["arm"]
    place: StructureName
    cards: SomeCards


class DrawMove(Record):
    """Cards are drawn up to a hand of six."""

    action: Literal["draw"]


class DiscardMove(Record):
    """A card is discarded."""

    action: Literal["discard"]
    card: CardName


class FreshHandMove(Record):
    """The hand is discarded, and as many cards are drawn as the die shows."""

    action: Literal["fresh-hand"]
    die: Die


class ReshuffleMove(Record):
    """The discard pile is shuffled into the draw pile, which then lies in this order."""

    action: Literal["reshuffle"]
    pile: Annotated[tuple[CardName, ...], Field(min_length=1, max_length=104)]


class AttackMove(Record):
    """One weapon attacks, or two; the dice in the order in which they were thrown.

    Dice that a ballista rolls again come after those that lie as they fall, each roll followed by
    the one that replaces it.
    """

    action: Literal["attack"]
    weapons: Annotated[tuple[StructureName, ...], Field(min_length=1, max_length=2)]
    target: PlaceName
    dice: Annotated[tuple[Die, ...], Field(min_length=1, max_length=1000)]


class PassMove(Record):
    """An action is given up."""

    action: Literal["pass"]


Move: TypeAlias = (
    BuildMove
    | FortifyMove
    | ArmMove
    | DrawMove
    | DiscardMove
    | FreshHandMove
    | ReshuffleMove
    | AttackMove
    | PassMove
)


class SideRecord(Record):
    """One side before the first move: who plays it, its ruler, and its other 51 cards in order."""

    player: Annotated[str, Field(min_length=1, max_length=40)]
    ruler: CardName
    deck: Annotated[tuple[CardName, ...], Field(min_length=51, max_length=51)]


class GameRecord(Record):
    """A game of Castle Conflict."""

    format: Literal["castle-conflict/1"]
    seed: Annotated[int, Field(ge=0, lt=2**53)]
    readings: dict[str, str] = Field(default_factory=dict)
    first: Literal[1, 2] = 1
    sides: Annotated[tuple[SideRecord, ...], Field(min_length=2, max_length=2)]
    moves: Annotated[
        tuple[Annotated[Move, Field(discriminator="action")], ...], Field(max_length=MOST_MOVES)
    ] = ()
