"""A game of Castle Up at one moment."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from castle_companions.castle_up.amounts import NOTHING, Amount
from castle_companions.castle_up.cards import Building, Cards
from castle_companions.castle_up.facts import RefusedError, known
from castle_companions.castle_up.readings import Readings
from castle_companions.castle_up.scoring import Era, Suit

CITY_LIMIT = 7
"""So many buildings a city has at most, its castle among them."""


class Condition(Enum):
    """How a building lies on the table."""

    READY = "ready"
    EXHAUSTED = "exhausted"
    DAMAGED = "damaged"


class ActionCard(Enum):
    """The four action cards."""

    INITIATIVE = "initiative"
    TAXES = "taxes"
    DEFENCES = "defences"
    LOOT = "loot"


@dataclass(frozen=True, slots=True)
class Standing:
    """A building in a city; `ref` is its name in the log, such as ``Market#2``."""

    ref: str
    building: Building
    condition: Condition = Condition.READY

    @property
    def suit(self) -> Suit | None:
        """The suit; None for a castle without one.

        Raises:
            UnknownError: when no card file gives it.
        """
        if self.building.castle:
            return self.building.suit
        return known(self.building.suit, f"the suit of {self.building.name}")


@dataclass(frozen=True, slots=True)
class Player:
    """A player: tokens, buildings, and the action cards of the round."""

    name: str
    held: Amount
    city: tuple[Standing, ...]
    cards: frozenset[ActionCard] = frozenset()
    guarded: bool = False
    """Whether the defences are there and not exhausted."""

    def standing(self, ref: str, place: str = "card") -> Standing:
        """The building of that name in the city.

        Raises:
            RefusedError: when there is none; `place` is the key that names it.
        """
        for one in self.city:
            if one.ref == ref:
                return one
        raise RefusedError(f"{self.name} has no {ref}", place)

    def count(self, suit: Suit) -> int:
        """The number of undamaged buildings of a suit."""
        return sum(one.suit is suit for one in self.city if one.condition is not Condition.DAMAGED)


@dataclass(frozen=True, slots=True)
class Turn:
    """What the mover may still do."""

    purchases: int = 1
    battles: int = 1
    repairs: int = 0
    looted: bool = False


@dataclass(frozen=True, slots=True)
class Game:
    """A whole game.

    Attributes:
        cards: what the cards say.
        readings: how the rules are read.
        players: all players, clockwise.
        mover: the number of the player whose turn it is.
        era: the era that has begun last.
        initiative: the number of the player who begins the next round.
        clockwise: the direction of attacks among three or four.
        row: the buildings in the trade row.
        discard: the discard pile, the top last; castles that were given up are not in it.
        turn: what the mover may still do.
        trusted: how often the log was taken at its word.
    """

    cards: Cards
    readings: Readings
    players: tuple[Player, ...]
    mover: int = 0
    era: Era = Era.ONE
    initiative: int = 0
    clockwise: bool = True
    row: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    turn: Turn = Turn()
    trusted: int = 0

    @property
    def own(self) -> Player:
        """The player whose turn it is."""
        return self.players[self.mover]

    @property
    def in_play(self) -> frozenset[str]:
        """All buildings of the deck that have been seen, castles left out."""
        stand = {one.ref for player in self.players for one in player.city if is_dealt(one)}
        return frozenset(stand.union(self.row, self.discard))

    def seat(self, name: str, place: str = "player") -> int:
        """The number of a player by name.

        Raises:
            RefusedError: when there is none.
        """
        for number, player in enumerate(self.players):
            if player.name == name:
                return number
        raise RefusedError(f"there is no player {name}", place)

    def with_player(self, seat: int, player: Player) -> Game:
        """The same game with another state of one player."""
        players = (*self.players[:seat], player, *self.players[seat + 1 :])
        return replace(self, players=players)

    def with_condition(self, seat: int, ref: str, condition: Condition) -> Game:
        """The same game with a building in another condition."""
        player = self.players[seat]
        city = tuple(
            replace(one, condition=condition) if one.ref == ref else one for one in player.city
        )
        return self.with_player(seat, replace(player, city=city))

    def without(self, seat: int, refs: tuple[str, ...]) -> Game:
        """The same game with some buildings of a city on the discard pile."""
        player = self.players[seat]
        gone = [one for one in player.city if one.ref in refs]
        city = tuple(one for one in player.city if one.ref not in refs)
        game = self.with_player(seat, replace(player, city=city))
        dealt = tuple(one.ref for one in gone if is_dealt(one))
        return replace(game, discard=game.discard + dealt)

    def with_building(self, seat: int, ref: str, building: Building) -> Game:
        """The same game with a building, ready, at the end of a city."""
        player = self.players[seat]
        city = (*player.city, Standing(ref, building))
        return self.with_player(seat, replace(player, city=city))


def is_dealt(one: Standing) -> bool:
    """Whether a building comes from the drawing deck, which castles do not."""
    return not one.building.castle


def starting_gold(players: int) -> tuple[int, ...]:
    """The gold of each player at first: 1 for the first half, 2 for the second, rounded down."""
    late = players // 2
    return (1,) * (players - late) + (2,) * late


def initial(cards: Cards, readings: Readings, castles: tuple[tuple[str, Building], ...]) -> Game:
    """The game before its first round; `castles` are names of players with their castles."""
    golds = starting_gold(len(castles))
    players = tuple(
        Player(name, replace(NOTHING, gold=gold), (Standing(castle.name, castle),))
        for (name, castle), gold in zip(castles, golds, strict=True)
    )
    return Game(cards, readings, players)
