"""The cards: read from a data file, since the rulebook gives only some of their numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Annotated, Generic, Literal, TypeVar

from pydantic import Field, model_validator

from castle_companions.castle_up.amounts import Amount
from castle_companions.castle_up.scoring import Era, Suit
from castle_companions.records import (
    Mistake,
    Notation,
    Record,
    RecordError,
    parse_record,
    read_record,
)

FORMAT = "castle-up-cards/1"
Small = Annotated[int, Field(ge=0, le=20)]
"""A number on a card."""
Name = Annotated[str, Field(min_length=1, max_length=60, pattern=r"^[^#\r\n]*$")]
"""The name of a card or player; ``#`` is kept for the second copy of a card."""
_MOST_TOKENS = 20
EraNumber = Literal[1, 2, 3]
T = TypeVar("T")


class AmountRecord(Record):
    """An amount of tokens, as files say it; `any` are resources of free choice."""

    manpower: Small = 0
    supplies: Small = 0
    food: Small = 0
    any: Small = 0
    gold: Small = 0

    @model_validator(mode="after")
    def _is_small(self) -> AmountRecord:
        # What is searched for the cheapest payment grows fast with the cost.
        if self.amount.total > _MOST_TOKENS:
            raise ValueError(f"these are more than {_MOST_TOKENS} tokens, which no card costs")
        return self

    @property
    def amount(self) -> Amount:
        """The same for reckoning."""
        return Amount(self.manpower, self.supplies, self.food, self.any, self.gold)


class Use(Record):
    """One action of a building.

    Every number counts once for each undamaged building of the suit `per`, if one is named: that
    is the X of some cards.
    """

    passive: bool = False
    self_damage: bool = False
    per: Suit | None = None
    spend: AmountRecord = AmountRecord()
    gain: AmountRecord = AmountRecord()
    attack: Small = 0
    defence: Small = 0
    purchases: Small = 0
    battles: Small = 0
    repairs: Small = 0


class Building(Record):
    """A building or castle; what is None is not known."""

    name: Name
    castle: bool = False
    suit: Suit | None = None
    era: EraNumber | None = None
    cost: AmountRecord | None = None
    endurance: Annotated[int, Field(ge=1, le=40)] | None = None
    repair: Annotated[int, Field(ge=1, le=3)] | None = None
    promotes_from: tuple[Name, ...] = ()
    uses: tuple[Use, ...] = ()
    bonus: Small = 0
    bonus_per: Suit | None = None
    any_suit: bool = False
    special: bool = False
    copies: Annotated[int, Field(ge=1, le=20)] | None = None
    source: str = ""


class ByEra(Record, Generic[T]):
    """Something that changes with the eras; what is None is not known."""

    one: T | None = None
    two: T | None = None
    three: T | None = None
    source: str = ""

    def at(self, era: Era) -> T | None:
        """What holds in an era."""
        return (self.one, self.two, self.three)[era - 1]


class Loot(Record):
    """What it takes to loot the peasants, in attack points, and what it gives."""

    attack: Small | None = None
    gain: AmountRecord | None = None
    source: str = ""


class Supply(Record):
    """How many tokens of each kind the game has; None is enough for all."""

    manpower: Annotated[int, Field(ge=0, le=500)] | None = None
    supplies: Annotated[int, Field(ge=0, le=500)] | None = None
    food: Annotated[int, Field(ge=0, le=500)] | None = None
    gold: Annotated[int, Field(ge=0, le=500)] | None = None


class CardFile(Record):
    """A file of cards."""

    format: Literal["castle-up-cards/1"]
    buildings: tuple[Building, ...] = ()
    initiative: ByEra[AmountRecord] | None = None
    taxes: ByEra[AmountRecord] | None = None
    defences: ByEra[Small] | None = None
    loot: Loot | None = None
    supply: Supply | None = None


@dataclass(frozen=True)
class Cards:
    """All cards of a game."""

    buildings: Mapping[str, Building]
    initiative: ByEra[AmountRecord]
    taxes: ByEra[AmountRecord]
    defences: ByEra[Small]
    loot: Loot
    supply: Supply


def rulebook_cards() -> Cards:
    """The cards with what the rulebook says about them."""
    file = resources.files("castle_companions.castle_up").joinpath("cards.toml")
    text = file.read_text(encoding="utf-8")
    return _with(_NONE, parse_record(CardFile, text, "cards.toml", Notation.TOML))


def read_cards(path: str | Path | None) -> Cards:
    """The cards of the rulebook, and before them those of an owner's file, if there is one.

    A building of the file takes the place of the one with its name, a table that of its namesake.

    Raises:
        RecordError: when the file cannot be used, with every mistake and its place.
    """
    cards = rulebook_cards()
    if path is None:
        return cards
    file = read_record(CardFile, path)
    seen: set[str] = set()
    doubled = []
    for number, building in enumerate(file.buildings):
        if building.name in seen:
            place = f"buildings[{number}].name"
            doubled.append(Mistake(place, "there is such a building in the file already"))
        seen.add(building.name)
    if doubled:
        raise RecordError(str(path), tuple(doubled))
    return _with(cards, file)


def _with(cards: Cards, file: CardFile) -> Cards:
    return Cards(
        buildings={**cards.buildings, **{one.name: one for one in file.buildings}},
        initiative=file.initiative or cards.initiative,
        taxes=file.taxes or cards.taxes,
        defences=file.defences or cards.defences,
        loot=file.loot or cards.loot,
        supply=file.supply or cards.supply,
    )


_NONE = Cards({}, ByEra(), ByEra(), ByEra(), Loot(), Supply())
