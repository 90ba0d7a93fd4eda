"""Tokens that come and go, and what the uses of buildings do."""

from __future__ import annotations

from dataclasses import dataclass, replace

from castle_companions.castle_up.amounts import BASE, NOTHING, Amount, Kind, of_kind
from castle_companions.castle_up.cards import Use
from castle_companions.castle_up.facts import RefusedError
from castle_companions.castle_up.payment import cheapest_payment, covers
from castle_companions.castle_up.state import Condition, Game


@dataclass(frozen=True, slots=True)
class Wish:
    """What a player decides about a use.

    Attributes:
        ref: the building.
        number: which of its actions, from 0.
        choose: the resources taken where the card leaves a choice.
        pay: what is paid where it takes something; None for the cheapest.
    """

    ref: str
    number: int = 0
    choose: Amount = NOTHING
    pay: Amount | None = None


@dataclass(frozen=True, slots=True)
class Used:
    """The game after a use, and the points that it gives to a battle."""

    game: Game
    attack: int
    defence: int


def gain(game: Game, seat: int, amount: Amount, choose: Amount = NOTHING) -> Game:
    """Give tokens to a player, as many as the supply of the game has.

    Raises:
        RefusedError: when `choose` is not as many resources as are of free choice.
    """
    if choose.gold or choose.any or choose.total != amount.any:
        raise RefusedError(f"{amount.any} resources are to be chosen, and no gold", "choose")
    wanted = replace(amount, any=0) + choose
    player = game.players[seat]
    given = NOTHING
    for kind in (*BASE, Kind.GOLD):
        number = wanted.numbers.get(kind.value, 0)
        given += of_kind(kind, min(number, _in_supply(game, kind, number)))
    return game.with_player(seat, replace(player, held=player.held + given))


def _in_supply(game: Game, kind: Kind, wanted: int) -> int:
    limits = {
        Kind.MANPOWER: game.cards.supply.manpower,
        Kind.SUPPLIES: game.cards.supply.supplies,
        Kind.FOOD: game.cards.supply.food,
        Kind.GOLD: game.cards.supply.gold,
    }
    limit = limits[kind]
    if limit is None:
        return wanted
    return max(0, limit - sum(one.held.numbers.get(kind.value, 0) for one in game.players))


def take_away(game: Game, seat: int, amount: Amount, place: str = "pay") -> Game:
    """Take exactly these tokens from a player.

    Raises:
        RefusedError: when there are not so many.
    """
    player = game.players[seat]
    try:
        held = player.held.minus(amount)
    except ValueError:
        message = f"{player.name} has {player.held.words}, not {amount.words}"
        raise RefusedError(message, place) from None
    return game.with_player(seat, replace(player, held=held))


def spend(game: Game, seat: int, cost: Amount, pay: Amount | None) -> Game:
    """Let a player pay a cost: with `pay`, or in the cheapest way, exchanges included.

    Raises:
        RefusedError: when `pay` is not the cost, or there is not so much.
    """
    if pay is not None:
        if not covers(pay, cost):
            raise RefusedError(f"{pay.words} does not pay {cost.words} exactly", "pay")
        return take_away(game, seat, pay)
    player = game.players[seat]
    way = cheapest_payment(cost, player.held, game.readings.cheapest)
    if way is None:
        raise RefusedError(f"{player.name} has {player.held.words}, too little for {cost.words}")
    return take_away(gain(game, seat, Amount(gold=way.gold_made)), seat, way.paid + way.exchanged)


def apply_use(game: Game, seat: int, wish: Wish) -> Used:
    """Use a building: it is exhausted, unless the action is passive.

    Raises:
        RefusedError: when it cannot be used so.
    """
    player = game.players[seat]
    one = player.standing(wish.ref)
    if wish.number >= len(one.building.uses):
        known = len(one.building.uses)
        raise RefusedError(f"the card files give {known} actions of {one.building.name}", "use")
    use = one.building.uses[wish.number]
    if one.condition is Condition.DAMAGED:
        raise RefusedError(f"{one.ref} is damaged", "card")
    if one.condition is Condition.EXHAUSTED and not use.passive:
        raise RefusedError(f"{one.ref} is exhausted", "card")
    factor = player.count(use.per) if use.per is not None else 1
    if use.spend.amount.total:
        game = spend(game, seat, use.spend.amount, wish.pay)
    elif wish.pay is not None:
        raise RefusedError("there is nothing to pay for this", "pay")
    game = gain(game, seat, use.gain.amount.times(factor), wish.choose)
    if not use.passive:
        game = game.with_condition(seat, one.ref, Condition.EXHAUSTED)
    if use.self_damage:
        game = game.with_condition(seat, one.ref, Condition.DAMAGED)
    if seat == game.mover:
        game = _with_chances(game, use, factor)
    return Used(game, use.attack * factor, use.defence * factor)


def _with_chances(game: Game, use: Use, factor: int) -> Game:
    turn = game.turn
    more = replace(
        turn,
        purchases=turn.purchases + use.purchases * factor,
        battles=turn.battles + use.battles * factor,
        repairs=turn.repairs + use.repairs * factor,
    )
    return replace(game, turn=more)
