"""A whole log, from the first round to the points: every entry that the rules refuse is told."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from castle_companions.castle_up.cards import Building, Cards
from castle_companions.castle_up.facts import RefusedError, UnknownError, building_named, known
from castle_companions.castle_up.log import GameRecord, RoundRecord, TurnRecord
from castle_companions.castle_up.moves import apply
from castle_companions.castle_up.readings import EraBegins
from castle_companions.castle_up.scoring import Counted, Era, Score, Suit, final_scores
from castle_companions.castle_up.state import Condition, Game, Turn, initial
from castle_companions.records import BrokenRulesError, Mistake, RecordError

DEALT = 4
"""So many cards are dealt each round."""
_ROW_OF_TWO = 3


@dataclass(frozen=True)
class Result:
    """What a log comes to.

    Attributes:
        game: the last state.
        scores: the points of all players, in their order, as the game stands.
        finished: whether the log says that the game is over.
    """

    game: Game
    scores: tuple[Score, ...]
    finished: bool


@dataclass
class _Findings:
    """The mistakes so far; an entry that is refused is passed over, and the next one is judged."""

    mistakes: list[Mistake] = field(default_factory=list)
    broken: bool = False

    @contextmanager
    def at(self, place: str) -> Iterator[None]:
        try:
            yield
        except RefusedError as error:
            inner = f"{place}.{error.place}" if error.place else place
            self.add(inner, error.message, broken=not isinstance(error, UnknownError))

    def add(self, place: str, message: str, *, broken: bool = True) -> None:
        self.mistakes.append(Mistake(place, message))
        self.broken = self.broken or broken

    def settle(self, source: str) -> None:
        if self.mistakes:
            kind = BrokenRulesError if self.broken else RecordError
            raise kind(source, tuple(self.mistakes))


def replay(record: GameRecord, cards: Cards, source: str) -> Result:
    """Referee a whole log.

    An entry that is refused changes nothing, so later mistakes may come from it.

    Raises:
        BrokenRulesError: when the rules do not allow something, with every such entry.
        RecordError: when names or numbers are missing from the cards and nothing else is wrong.
    """
    found = _Findings()
    castles = _castles(record, cards, found)
    found.settle(source)
    game = initial(cards, record.readings, castles)
    left = record.deck
    for number, one in enumerate(record.rounds):
        last = number == len(record.rounds) - 1
        place = f"rounds[{number}]"
        game = _deal(game, one, place, found)
        left = _check_size(game, one, left, place, found, last=last)
        game = _round(game, one, place, found, whole=record.finished or not last)
    if record.finished and left:
        found.add("finished", f"the deck still holds {left} cards, so there is another round")
    if record.finished and not record.rounds:
        found.add("finished", "a game without a round is not finished")
    cities = _counted(game, record, found)
    found.settle(source)
    return Result(game, final_scores(cities, record.readings.golden_tie), record.finished)


def _castles(
    record: GameRecord, cards: Cards, found: _Findings
) -> tuple[tuple[str, Building], ...]:
    castles = []
    for number, player in enumerate(record.players):
        place = f"players[{number}]"
        if player.name in [one.name for one in record.players[:number]]:
            found.add(f"{place}.name", "another player has this name")
        with found.at(place):
            castle = building_named(cards, player.castle, "castle")
            if not castle.castle:
                raise RefusedError(f"{player.castle} is no castle", "castle")
            castles.append((player.name, castle))
    return tuple(castles)


# ---- rounds


def _deal(game: Game, record: RoundRecord, place: str, found: _Findings) -> Game:
    """Put the cards of a round down; what was left of the row before lies on the discard pile."""
    dealt = [(f"row[{number}]", ref) for number, ref in enumerate(record.row)]
    if record.discarded is not None:
        dealt.append(("discarded", record.discarded))
    row: list[str] = []
    for key, ref in dealt:
        with found.at(place):
            building = building_named(game.cards, ref, key)
            if building.castle:
                raise RefusedError("a castle is not in the deck", key)
            if ref in game.in_play or ref in row:
                raise RefusedError(f"{ref} has been dealt before", key)
            counts = key != "discarded" or game.readings.era_begins is EraBegins.DEALT
            if building.era is not None and counts:
                if building.era < game.era:
                    message = f"era {game.era.value} has begun, this is of era {building.era}"
                    raise RefusedError(message, key)
                game = replace(game, era=Era(building.era))
            if key == "discarded":
                game = replace(game, discard=(*game.discard, ref))
            else:
                row.append(ref)
    return replace(game, row=tuple(row))


def _check_size(
    game: Game, record: RoundRecord, left: int | None, place: str, found: _Findings, *, last: bool
) -> int | None:
    """Check how many cards a round deals; the number that the deck holds afterwards."""
    dealt = len(record.row) + (record.discarded is not None)
    if record.discarded is not None and len(game.players) > 2:
        found.add(f"{place}.discarded", "a card is discarded only in a game of two")
    if len(game.players) == 2 and len(record.row) > _ROW_OF_TWO:
        found.add(f"{place}.row", "the trade row of two players has 3 buildings")
    due = DEALT if left is None else min(DEALT, left)
    short_at_the_end = left is None and last and len(record.row) < DEALT
    if dealt != due and not short_at_the_end:
        found.add(f"{place}.row", f"{due} cards are dealt in this round, not {dealt}")
    return None if left is None else max(0, left - dealt)


def _round(game: Game, record: RoundRecord, place: str, found: _Findings, *, whole: bool) -> Game:
    """Play the turns of a round; `whole` says whether all players must have had theirs."""
    count = len(game.players)
    first = game.initiative
    order = [game.players[(first + step) % count].name for step in range(count)]
    for number, turn in enumerate(record.turns):
        here = f"{place}.turns[{number}]"
        if number >= count:
            found.add(here, f"a round has {count} turns")
            continue
        if turn.player != order[number]:
            found.add(f"{here}.player", f"it is the turn of {order[number]}")
            continue
        game = _turn(replace(game, mover=(first + number) % count), turn, here, found)
    if whole and len(record.turns) < count:
        found.add(f"{place}.turns", f"{order[len(record.turns)]} has had no turn")
    over = whole or len(record.turns) >= count
    return replace(game, row=(), discard=game.discard + game.row) if over else game


def _turn(game: Game, record: TurnRecord, place: str, found: _Findings) -> Game:
    game = begin_turn(game)
    for number, entry in enumerate(record.entries):
        with found.at(f"{place}.entries[{number}]"):
            game = apply(game, entry)
    return game


def begin_turn(game: Game) -> Game:
    """Make the mover's exhausted buildings ready and put his action cards back."""
    own = game.own
    city = tuple(
        replace(one, condition=Condition.READY) if one.condition is Condition.EXHAUSTED else one
        for one in own.city
    )
    own = replace(own, city=city, cards=frozenset(), guarded=False)
    return replace(game.with_player(game.mover, own), turn=Turn())


# ---- the end


def _counted(game: Game, record: GameRecord, found: _Findings) -> list[list[Counted]]:
    chosen: dict[tuple[int, str], Suit] = {}
    for number, choice in enumerate(record.counted_as):
        with found.at(f"counted_as[{number}]"):
            seat = game.seat(choice.player)
            one = game.players[seat].standing(choice.card)
            if not one.building.any_suit:
                raise RefusedError(f"{one.ref} counts for its own suit only", "card")
            if (seat, one.ref) in chosen:
                raise RefusedError(f"{one.ref} counts for one suit", "card")
            chosen[seat, one.ref] = choice.suit
    cities: list[list[Counted]] = []
    for seat, player in enumerate(game.players):
        city = []
        for one in player.city:
            with found.at(f"players[{seat}]"):
                suit, building = one.suit, one.building
                named = building.era if suit is None else _era(building)
                counted = chosen.get((seat, one.ref), suit)
                per = player.count(building.bonus_per) if building.bonus_per else 1
                damaged = one.condition is Condition.DAMAGED
                era = Era(named) if named else None
                city.append(Counted(suit, era, counted, building.bonus * per, damaged))
        cities.append(city)
    return cities


def _era(building: Building) -> int:
    return known(building.era, f"the era of {building.name}")
