"""Purchase actions: buildings bought, refurbished and promoted, and the action cards."""

from __future__ import annotations

from dataclasses import replace

from castle_companions.castle_up.amounts import NOTHING, Amount
from castle_companions.castle_up.cards import Building
from castle_companions.castle_up.effects import gain, spend, take_away
from castle_companions.castle_up.facts import RefusedError, building_named, known
from castle_companions.castle_up.log import Promote, Purchase, Take
from castle_companions.castle_up.payment import covers
from castle_companions.castle_up.readings import InitiativeInEraTwo, PromotedCondition
from castle_companions.castle_up.refurbishing import Offer, cheapest_bill, remainders
from castle_companions.castle_up.scoring import Era
from castle_companions.castle_up.state import CITY_LIMIT, ActionCard, Condition, Game, Standing

_LEAST_FOR_DIRECTION = 3


def purchase(game: Game, entry: Purchase) -> Game:
    """Buy a building from the trade row.

    Raises:
        RefusedError: when that is not allowed.
    """
    building = _from_row(game, entry.card)
    price = known(building.cost, f"the cost of {building.name}").amount
    offers = [_offer(one) for one in _given_up(game, entry.refurbish)]
    pay = entry.pay.amount if entry.pay is not None else None
    paid = _paid(game, price, offers, pay)
    return acquire(spend_purchase(paid), entry.card, building, entry.refurbish)


def _paid(game: Game, price: Amount, offers: list[Offer], pay: Amount | None) -> Game:
    if pay is not None:
        dues = remainders(price, offers, game.readings.half)
        if not any(covers(pay, due) for due in dues):
            raise RefusedError(f"{pay.words} does not pay {price.words} exactly", "pay")
        return take_away(game, game.mover, pay)
    held = game.own.held
    bill = cheapest_bill(price, held, offers, game.readings)
    if bill is None:
        raise RefusedError(f"{game.own.name} has {held.words}, too little for {price.words}")
    way = bill.payment
    game = gain(game, game.mover, Amount(gold=way.gold_made))
    return take_away(game, game.mover, way.paid + way.exchanged)


def _given_up(game: Game, refs: tuple[str, ...]) -> list[Standing]:
    if len(set(refs)) != len(refs):
        raise RefusedError("a building is named twice", "refurbish")
    found = [game.own.standing(ref, "refurbish") for ref in refs]
    for one in found:
        if one.condition is Condition.EXHAUSTED:
            raise RefusedError(f"{one.ref} is exhausted", "refurbish")
    return found


def _offer(one: Standing) -> Offer:
    if one.building.castle:
        return Offer(NOTHING)
    cost = known(one.building.cost, f"the cost of {one.building.name}").amount
    return Offer(cost, damaged=one.condition is Condition.DAMAGED)


def acquire(game: Game, ref: str, building: Building, given_up: tuple[str, ...] = ()) -> Game:
    """Put a building into the mover's city, and what was given up for it on the discard pile.

    Raises:
        RefusedError: when the city has no room.
    """
    if len(game.own.city) - len(given_up) >= CITY_LIMIT:
        raise RefusedError(f"a city has {CITY_LIMIT} buildings at most", "card")
    game = game.without(game.mover, given_up)
    game = replace(game, row=tuple(one for one in game.row if one != ref))
    return game.with_building(game.mover, ref, building)


def promote(game: Game, entry: Promote) -> Game:
    """Put a building from the trade row in the place of a lower one, for no resources.

    Raises:
        RefusedError: when that is not allowed.
    """
    building = _from_row(game, entry.card)
    old = game.own.standing(entry.replaces, "replaces")
    if old.building.name not in building.promotes_from:
        message = f"no card file says that {old.building.name} is promoted to {building.name}"
        raise RefusedError(message, "replaces")
    if building.era and old.building.era and old.building.era >= building.era:
        raise RefusedError(f"{old.ref} is not of an earlier era", "replaces")
    allowed = {
        PromotedCondition.READY: {Condition.READY},
        PromotedCondition.NOT_EXHAUSTED: {Condition.READY, Condition.DAMAGED},
        PromotedCondition.ANY: set(Condition),
    }
    if old.condition not in allowed[game.readings.promoted_condition]:
        raise RefusedError(f"{old.ref} is {old.condition.value}", "replaces")
    return acquire(spend_purchase(game), entry.card, building, (entry.replaces,))


def take(game: Game, entry: Take) -> Game:
    """Take an action card.

    Raises:
        RefusedError: when that is not allowed.
    """
    holders = [player.name for player in game.players if entry.card in player.cards]
    if holders:
        raise RefusedError(f"{holders[0]} has this card until the next turn", "card")
    game, own = spend_purchase(game), game.own
    guarded = own.guarded or entry.card is ActionCard.DEFENCES
    own = replace(own, cards=own.cards | {entry.card}, guarded=guarded)
    game = game.with_player(game.mover, own)
    if entry.turn_direction:
        game = _turned(game, entry.card)
    yields = NOTHING
    if entry.card is ActionCard.TAXES:
        what = f"what taxes give in era {game.era.value}"
        yields = known(game.cards.taxes.at(game.era), what).amount
    game = gain(game, game.mover, yields, entry.choose.amount)
    pay = entry.pay.amount if entry.pay is not None else None
    if entry.card is not ActionCard.INITIATIVE:
        return spend(game, game.mover, NOTHING, pay)
    game = spend(game, game.mover, initiative_cost(game), pay)
    return replace(game, initiative=game.mover)


def initiative_cost(game: Game) -> Amount:
    """What the initiative costs in the era of the game; a reading stands in for era II."""
    cost = game.cards.initiative.at(game.era)
    if cost is None and game.era is Era.TWO:
        by_gold = game.readings.initiative_in_era_two is InitiativeInEraTwo.GOLD
        return Amount(gold=1) if by_gold else Amount(any=2)
    return known(cost, f"the cost of the initiative in era {game.era.value}").amount


def _turned(game: Game, card: ActionCard) -> Game:
    if card is not ActionCard.LOOT:
        raise RefusedError("only the loot card turns the direction of attacks", "turn_direction")
    if len(game.players) < _LEAST_FOR_DIRECTION:
        raise RefusedError("between two players attacks have no direction", "turn_direction")
    return replace(game, clockwise=not game.clockwise)


def _from_row(game: Game, ref: str) -> Building:
    if ref not in game.row:
        raise RefusedError(f"{ref} is not in the trade row", "card")
    return building_named(game.cards, ref, "card")


def spend_purchase(game: Game) -> Game:
    """Use up a purchase action.

    Raises:
        RefusedError: when none is left.
    """
    if game.turn.purchases < 1:
        raise RefusedError("no purchase action is left")
    return replace(game, turn=replace(game.turn, purchases=game.turn.purchases - 1))
