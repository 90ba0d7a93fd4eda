"""Battles in a game: who may be attacked, what both sides exhaust, and what is lost."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Literal

from castle_companions.castle_up.amounts import Amount
from castle_companions.castle_up.battles import Outcome, fight
from castle_companions.castle_up.effects import Used, Wish, apply_use, gain
from castle_companions.castle_up.facts import RefusedError, known
from castle_companions.castle_up.log import Battle, LootEntry, UseOf
from castle_companions.castle_up.readings import AttackDirection
from castle_companions.castle_up.refurbishing import halves
from castle_companions.castle_up.state import ActionCard, Condition, Game, Standing

_LEAST_FOR_DIRECTION = 3


def wish_of(record: UseOf) -> Wish:
    """The wish of a use in a log."""
    pay = record.pay.amount if record.pay is not None else None
    return Wish(record.card, record.use, record.choose.amount, pay)


def battle(game: Game, entry: Battle) -> Game:
    """Fight a battle against a building of another player.

    Raises:
        RefusedError: when that is not allowed, or the log tells another outcome.
    """
    seat = game.seat(entry.player)
    target = _target(game, seat, entry.card)
    attacked = _attack(_battle_spent(game), entry.attack)
    defended = _defence(attacked.game, seat, entry.defence)
    endurance = known(target.building.endurance, f"the endurance of {target.building.name}")
    damaged = defended.game.players[seat].standing(entry.card).condition is Condition.DAMAGED
    outcome = fight(attacked.attack, defended.defence, endurance, damaged=damaged).outcome
    if entry.outcome is not None and entry.outcome is not outcome:
        raise RefusedError(f"by the rules this is {outcome.value!r}", "outcome")
    if entry.compensation is not None and outcome is not Outcome.DESTROYED:
        raise RefusedError("nothing was destroyed", "compensation")
    if outcome is Outcome.NOTHING:
        return defended.game
    if outcome is Outcome.DAMAGED:
        return defended.game.with_condition(seat, entry.card, Condition.DAMAGED)
    given = entry.compensation.amount if entry.compensation is not None else None
    back = compensation(defended.game, target, given)
    return gain(defended.game.without(seat, (entry.card,)), seat, back)


def _target(game: Game, seat: int, ref: str) -> Standing:
    if seat == game.mover:
        raise RefusedError("nobody attacks his own city", "player")
    count = len(game.players)
    if count >= _LEAST_FOR_DIRECTION and game.readings.attack_direction is AttackDirection.ONE_WAY:
        due = (game.mover + (1 if game.clockwise else -1)) % count
        if seat != due:
            way = "clockwise" if game.clockwise else "counterclockwise"
            message = f"attacks go {way}: {game.own.name} attacks {game.players[due].name}"
            raise RefusedError(message, "player")
    target = game.players[seat].standing(ref)
    if target.building.castle:
        raise RefusedError("a castle cannot be attacked", "card")
    return target


def _battle_spent(game: Game) -> Game:
    if game.turn.battles < 1:
        raise RefusedError("no battle phase is left")
    return replace(game, turn=replace(game.turn, battles=game.turn.battles - 1))


def _attack(game: Game, uses: tuple[UseOf, ...]) -> Used:
    total = 0
    for number, use in enumerate(uses):
        with within(f"attack[{number}]"):
            used = apply_use(game, game.mover, wish_of(use))
            if not used.attack:
                raise RefusedError("this gives no attack points", "card")
        game, total = used.game, total + used.attack
    return Used(game, total, 0)


def _defence(game: Game, seat: int, uses: tuple[UseOf | Literal["defences"], ...]) -> Used:
    total = 0
    for number, use in enumerate(uses):
        with within(f"defence[{number}]"):
            if not isinstance(use, UseOf):
                used = _guard(game, seat)
            else:
                used = apply_use(game, seat, wish_of(use))
        game, total = used.game, total + used.defence
    return Used(game, 0, total)


def _guard(game: Game, seat: int) -> Used:
    player = game.players[seat]
    if not player.guarded:
        raise RefusedError(f"{player.name} has no defences prepared")
    points = known(game.cards.defences.at(game.era), f"the defences of era {game.era.value}")
    return Used(game.with_player(seat, replace(player, guarded=False)), 0, points)


def compensation(game: Game, target: Standing, given: Amount | None) -> Amount:
    """What the owner of a destroyed building gets back: half of its cost, rounded down.

    Raises:
        RefusedError: when `given` is not half, or there is a choice and it is None.
    """
    cost = known(target.building.cost, f"the cost of {target.building.name}").amount
    options = halves(cost, game.readings.half)
    if given is not None:
        if not any(_resolves(given, option) for option in options):
            raise RefusedError(f"this is not half of {cost.words}", "compensation")
        return given
    if len(options) > 1 or any(option.any for option in options):
        raise RefusedError(f"say which half of {cost.words} the owner takes", "compensation")
    return next(iter(options))


def _resolves(given: Amount, option: Amount) -> bool:
    """Whether `given` is `option` with its resources of free choice chosen."""
    enough = all(have >= need for have, need in zip(given.base, option.base, strict=True))
    return enough and given.gold == option.gold and given.total == option.total


def loot(game: Game, entry: LootEntry) -> Game:
    """Use a battle phase to loot the peasants.

    Raises:
        RefusedError: when that is not allowed.
    """
    if ActionCard.LOOT not in game.own.cards:
        raise RefusedError("the loot card is to be taken first")
    if game.turn.looted:
        raise RefusedError("the peasants are looted once a turn")
    attacked = _attack(_battle_spent(game), entry.attack)
    needed = known(game.cards.loot.attack, "the attack points to loot the peasants")
    if attacked.attack < needed:
        raise RefusedError(f"{needed} attack points are needed, not {attacked.attack}", "attack")
    yields = known(game.cards.loot.gain, "what looting the peasants gives").amount
    game = gain(attacked.game, game.mover, yields, entry.choose.amount)
    return replace(game, turn=replace(game.turn, looted=True))


@contextmanager
def within(place: str) -> Iterator[None]:
    """Put `place` before the place of a refusal."""
    try:
        yield
    except RefusedError as error:
        error.place = f"{place}.{error.place}" if error.place else place
        raise
