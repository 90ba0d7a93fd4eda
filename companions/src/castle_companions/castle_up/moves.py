"""One entry of a log, carried out or refused."""

from __future__ import annotations

from dataclasses import replace

from castle_companions.castle_up.amounts import EXCHANGE, Amount, Kind, of_kind
from castle_companions.castle_up.effects import apply_use, gain, spend, take_away
from castle_companions.castle_up.facts import RefusedError, building_named, known
from castle_companions.castle_up.fighting import battle, loot, wish_of
from castle_companions.castle_up.log import (
    Battle,
    Entry,
    Exchange,
    LootEntry,
    Promote,
    Purchase,
    Repair,
    Special,
    Take,
    UseEntry,
)
from castle_companions.castle_up.state import Condition, Game
from castle_companions.castle_up.trading import acquire, promote, purchase, spend_purchase, take


def apply(game: Game, entry: Entry) -> Game:  # noqa: PLR0911 - one a kind of entry
    """Carry out an entry of the mover's turn.

    Raises:
        RefusedError: when the rules do not allow it.
    """
    match entry:
        case Purchase():
            return purchase(game, entry)
        case Promote():
            return promote(game, entry)
        case Take():
            return take(game, entry)
        case UseEntry():
            return _use(game, entry)
        case Exchange():
            return _exchange(game, entry)
        case Repair():
            return _repair(game, entry)
        case Battle():
            return battle(game, entry)
        case LootEntry():
            return loot(game, entry)
        case Special():
            return _special(game, entry)


def _use(game: Game, entry: UseEntry) -> Game:
    used = apply_use(game, game.mover, wish_of(entry))
    if used.attack or used.defence:
        raise RefusedError("attack and defence points are used in a battle", "use")
    return used.game


def _exchange(game: Game, entry: Exchange) -> Game:
    given = of_kind(Kind(entry.resource), EXCHANGE * entry.times)
    game = take_away(game, game.mover, given, "times")
    before = game.own.held.gold
    game = gain(game, game.mover, Amount(gold=entry.times))
    if game.own.held.gold != before + entry.times:
        raise RefusedError("there is not so much gold left in the supply", "times")
    return game


def _repair(game: Game, entry: Repair) -> Game:
    one = game.own.standing(entry.card)
    if one.condition is not Condition.DAMAGED:
        raise RefusedError(f"{one.ref} is not damaged", "card")
    if entry.free:
        if game.turn.repairs < 1:
            raise RefusedError("no repair action is left", "free")
        game = replace(game, turn=replace(game.turn, repairs=game.turn.repairs - 1))
    else:
        cost = known(one.building.repair, f"the repair cost of {one.building.name}")
        game = spend(game, game.mover, Amount(gold=cost), None)
    return game.with_condition(game.mover, one.ref, Condition.READY)


def _special(game: Game, entry: Special) -> Game:
    one = game.own.standing(entry.card)
    if not one.building.special:
        raise RefusedError(f"no card file says that {one.building.name} is special", "card")
    if one.condition is not Condition.READY:
        raise RefusedError(f"{one.ref} is {one.condition.value}", "card")
    game = take_away(game, game.mover, entry.spend.amount, "spend")
    game = gain(game, game.mover, entry.gain.amount)
    game = game.with_condition(game.mover, one.ref, Condition.EXHAUSTED)
    turn = game.turn
    more = replace(
        turn,
        purchases=turn.purchases + entry.purchases,
        battles=turn.battles + entry.battles,
        repairs=turn.repairs + entry.repairs,
    )
    game = replace(game, turn=more, trusted=game.trusted + 1)
    if entry.acquire is None:
        return game
    building = building_named(game.cards, entry.acquire, "acquire")
    if building.castle:
        raise RefusedError("a castle is not in the deck", "acquire")
    if entry.acquire in game.in_play and entry.acquire not in game.discard:
        raise RefusedError(f"{entry.acquire} is neither in the deck nor discarded", "acquire")
    game = replace(game, discard=tuple(ref for ref in game.discard if ref != entry.acquire))
    return acquire(spend_purchase(game), entry.acquire, building)
