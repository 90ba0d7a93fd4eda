"""The log of a game, `castle-up/1`."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from castle_companions.castle_up.amounts import Amount
from castle_companions.castle_up.battles import Outcome
from castle_companions.castle_up.cards import Name
from castle_companions.castle_up.readings import Readings
from castle_companions.castle_up.scoring import Suit
from castle_companions.castle_up.state import ActionCard
from castle_companions.records import Record

FORMAT = "castle-up/1"
Ref = Annotated[str, Field(min_length=1, max_length=63)]
"""A card in play: its name, and for a further copy a ``#2`` behind it."""
Number = Annotated[int, Field(ge=0, le=500)]


class Tokens(Record):
    """Tokens that change hands."""

    manpower: Number = 0
    supplies: Number = 0
    food: Number = 0
    gold: Number = 0

    @property
    def amount(self) -> Amount:
        """The same for reckoning."""
        return Amount(self.manpower, self.supplies, self.food, gold=self.gold)


class UseOf(Record):
    """A use of a building.

    `use` counts its actions from 0; `choose` are the resources taken where the card leaves a
    choice, `pay` what is paid where it takes something, the cheapest if left out.
    """

    card: Ref
    use: Annotated[int, Field(ge=0, le=20)] = 0
    choose: Tokens = Tokens()
    pay: Tokens | None = None


class Purchase(Record):
    """A building from the trade row, some others perhaps given up for it."""

    do: Literal["purchase"]
    card: Ref
    refurbish: tuple[Ref, ...] = ()
    pay: Tokens | None = None


class Promote(Record):
    """A building from the trade row in the place of a lower one."""

    do: Literal["promote"]
    card: Ref
    replaces: Ref


class Take(Record):
    """An action card."""

    do: Literal["take"]
    card: ActionCard
    pay: Tokens | None = None
    choose: Tokens = Tokens()
    turn_direction: bool = False


class UseEntry(UseOf):
    """A use of a building outside of battles."""

    do: Literal["use"]


class Exchange(Record):
    """Three resources of a kind for a gold, so many times."""

    do: Literal["exchange"]
    resource: Literal["manpower", "supplies", "food"]
    times: Annotated[int, Field(ge=1, le=100)] = 1


class Repair(Record):
    """A damaged building is mended, for gold or by a repair action."""

    do: Literal["repair"]
    card: Ref
    free: bool = False


class Battle(Record):
    """A battle; `defence` may name ``defences``, the action card. `outcome` is checked if given."""

    do: Literal["battle"]
    player: Name
    card: Ref
    attack: Annotated[tuple[UseOf, ...], Field(min_length=1)]
    defence: tuple[UseOf | Literal["defences"], ...] = ()
    compensation: Tokens | None = None
    outcome: Outcome | None = None


class LootEntry(Record):
    """A battle phase against the peasants."""

    do: Literal["loot"]
    attack: Annotated[tuple[UseOf, ...], Field(min_length=1)]
    choose: Tokens = Tokens()


class Special(Record):
    """What only the text of a card says; the referee takes the log's word for it.

    `acquire` is a building from the discard pile or the drawing deck, for a purchase action.
    """

    do: Literal["special"]
    card: Ref
    spend: Tokens = Tokens()
    gain: Tokens = Tokens()
    purchases: Annotated[int, Field(ge=0, le=5)] = 0
    battles: Annotated[int, Field(ge=0, le=5)] = 0
    repairs: Annotated[int, Field(ge=0, le=7)] = 0
    acquire: Ref | None = None


Entry: TypeAlias = Annotated[
    Purchase | Promote | Take | UseEntry | Exchange | Repair | Battle | LootEntry | Special,
    Field(discriminator="do"),
]


class TurnRecord(Record):
    """The turn of a player."""

    player: Name
    entries: tuple[Entry, ...] = ()


class RoundRecord(Record):
    """A round: the buildings of the trade row, and in a game of two the fourth card."""

    row: Annotated[tuple[Ref, ...], Field(min_length=1, max_length=4)]
    discarded: Ref | None = None
    turns: tuple[TurnRecord, ...] = ()


class PlayerRecord(Record):
    """A player and the castle in front of him."""

    name: Name
    castle: Name = "Castle"


class CountedAs(Record):
    """The suit for which a card of any suit counts at the end."""

    player: Name
    card: Ref
    suit: Suit


class GameRecord(Record):
    """A whole game, or its beginning; the players sit clockwise, the first has the initiative.

    `deck` is the number of buildings in the drawing deck at first.
    """

    format: Literal["castle-up/1"]
    players: Annotated[tuple[PlayerRecord, ...], Field(min_length=2, max_length=4)]
    readings: Readings = Readings()
    deck: Annotated[int, Field(ge=1, le=400)] | None = None
    rounds: tuple[RoundRecord, ...] = ()
    finished: bool = False
    counted_as: tuple[CountedAs, ...] = ()
