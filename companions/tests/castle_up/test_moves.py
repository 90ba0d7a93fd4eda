"""The entries of a turn: each rule is kept, each breach is refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from benchmarks.castle_up_logs import entry_of, example_cards
from castle_companions.castle_up.amounts import Amount
from castle_companions.castle_up.cards import rulebook_cards
from castle_companions.castle_up.facts import RefusedError, UnknownError
from castle_companions.castle_up.moves import apply
from castle_companions.castle_up.readings import (
    AttackDirection,
    InitiativeInEraTwo,
    PromotedCondition,
    Readings,
)
from castle_companions.castle_up.replay import begin_turn
from castle_companions.castle_up.scoring import Era
from castle_companions.castle_up.state import Condition, Game, Turn, initial, starting_gold

CARDS = example_cards()
CASTLE = CARDS.buildings["Castle"]
RICH = Amount(9, 9, 9, gold=9)


def game_of(
    *cities: tuple[str, ...],
    row: tuple[str, ...] = (),
    held: Amount = RICH,
    readings: Readings | None = None,
) -> Game:
    """A game whose players have these buildings; a ``-`` before a name means damaged."""
    names = ("Jane", "Hanna", "Mark", "Petra")
    castles = tuple((name, CASTLE) for name, _ in zip(names, cities, strict=False))
    game = replace(initial(CARDS, readings or Readings(), castles), row=row)
    for seat, city in enumerate(cities):
        for word in city:
            ref = word.removeprefix("-")
            game = game.with_building(seat, ref, CARDS.buildings[ref.partition("#")[0]])
            if word != ref:
                game = game.with_condition(seat, ref, Condition.DAMAGED)
        game = game.with_player(seat, replace(game.players[seat], held=held))
    return game


def play(game: Game, *entries: dict[str, Any]) -> Game:
    for entry in entries:
        game = apply(game, entry_of(entry))
    return game


def refused(game: Game, **entry: Any) -> str:
    with pytest.raises(RefusedError) as caught:
        play(game, entry)
    return caught.value.message


def attack(card: str = "Stone Wall", by: str = "Archery Range", **more: Any) -> dict[str, Any]:
    return {"do": "battle", "player": "Hanna", "card": card, "attack": [{"card": by}], **more}


def test_jane_and_hanna_fight_twice() -> None:
    jane = ("Soldiers Barracks", "Soldiers Barracks#2", "Command Post")
    game = game_of(jane, ("Stone Wall", "Market", "Workshop"))
    wall = {"defence": [{"card": "Stone Wall"}]}
    first = play(
        game,
        {"do": "use", "card": "Command Post"},
        attack("Market", "Soldiers Barracks", outcome="nothing", **wall),
    )
    again = attack("Market", "Soldiers Barracks#2", **wall)
    assert refused(first, **again) == "Stone Wall is exhausted"
    second = play(first, attack("Market", "Soldiers Barracks#2", outcome="damaged"))
    assert second.players[1].standing("Market").condition is Condition.DAMAGED
    assert second.turn.battles == 0
    assert "no battle phase" in refused(second, **attack("Market"))


def test_charles_refurbishes_his_archery_range() -> None:
    game = game_of(("Archery Range",), (), row=("Workshop",), held=Amount(supplies=5))
    entry = {"do": "purchase", "card": "Workshop", "refurbish": ["Archery Range"]}
    after = play(game, entry)
    assert after.own.held == Amount()
    assert after.discard == ("Archery Range",)
    assert [one.ref for one in after.own.city] == ["Castle", "Workshop"]
    assert "too little" in refused(game, do="purchase", card="Workshop")


def test_charles_repairs_his_market_alone() -> None:
    game = game_of(("-Market", "-Archery Range"), (), held=Amount(manpower=3))
    by_hand = play(
        game,
        {"do": "exchange", "resource": "manpower"},
        {"do": "repair", "card": "Market"},
    )
    assert by_hand == play(game, {"do": "repair", "card": "Market"})
    assert by_hand.own.standing("Market").condition is Condition.READY
    assert "too little" in refused(by_hand, do="repair", card="Archery Range")


def test_militia_is_promoted_for_nothing_but_a_purchase_action() -> None:
    game = game_of(("Militia Barracks",), (), row=("Soldiers Barracks",), held=Amount())
    entry = {"do": "promote", "card": "Soldiers Barracks", "replaces": "Militia Barracks"}
    after = play(game, entry)
    assert (after.turn.purchases, after.discard) == (0, ("Militia Barracks",))
    used = game.with_condition(0, "Militia Barracks", Condition.EXHAUSTED)
    assert refused(used, **entry) == "Militia Barracks is exhausted"
    reading = Readings(promoted_condition=PromotedCondition.ANY)
    assert play(replace(used, readings=reading), entry).own.standing("Soldiers Barracks")


def test_a_market_gives_two_resources() -> None:
    after = play(game_of(("Market",), (), held=Amount()), {"do": "use", "card": "Market"})
    assert after.own.held == Amount(supplies=1, food=1)
    assert refused(after, do="use", card="Market") == "Market is exhausted"


def test_a_passive_action_may_be_used_again() -> None:
    use = {"do": "use", "card": "Mason", "use": 1}
    after = play(game_of(("Mason",), ()), use, {"do": "use", "card": "Mason"}, use)
    assert after.own.held == Amount(9, 11, 7, gold=9)
    assert after.turn.repairs == 1
    assert "damaged" in refused(game_of(("-Mason",), ()), **use)


def test_a_free_repair_takes_a_repair_action() -> None:
    game = game_of(("Mason", "-Workshop"), (), held=Amount())
    entry = {"do": "repair", "card": "Workshop", "free": True}
    assert "no repair action" in refused(game, **entry)
    after = play(game, {"do": "use", "card": "Mason"}, entry)
    assert after.own.standing("Workshop").condition is Condition.READY


def test_a_city_has_seven_buildings_with_its_castle() -> None:
    full = ("Market", "Market#2", "Market#3", "Mason", "Mason#2", "Mason#3")
    game = game_of(full, (), row=("Workshop",))
    assert "7 buildings" in refused(game, do="purchase", card="Workshop")
    after = play(game, {"do": "purchase", "card": "Workshop", "refurbish": ["Castle"]})
    assert len(after.own.city) == 7
    assert after.discard == ()
    assert after.own.held == Amount(8, 4, 9, gold=9)


def test_a_destroyed_building_gives_back_half() -> None:
    game = game_of(("Archery Range",), ("-Workshop",), held=Amount())
    game = game.with_condition(1, "Workshop", Condition.DAMAGED)
    strong = game_of(("Soldiers Barracks",), ("-Workshop",), held=Amount())
    hit = attack("Workshop", "Soldiers Barracks")
    assert "say which half" in refused(strong, **hit)
    after = play(strong, {**hit, "compensation": {"supplies": 2, "manpower": 1}})
    assert after.players[1].held == Amount(supplies=2, manpower=1)
    assert after.discard == ("Workshop",)
    assert "not half" in refused(strong, **hit, compensation={"food": 3})
    assert "nothing was destroyed" in refused(
        game, **attack("Workshop"), compensation={"supplies": 3}
    )


def test_attacks_that_are_refused() -> None:
    game = game_of(("Archery Range", "Market"), ("Stone Wall",))
    assert "castle" in refused(game, **attack("Castle"))
    assert "no attack points" in refused(game, **attack(by="Market"))
    assert "nobody attacks" in refused(game, **{**attack("Market"), "player": "Jane"})
    assert "'damaged'" in refused(game, **attack(outcome="destroyed"))
    assert "in a battle" in refused(game, do="use", card="Archery Range")


def test_attacks_among_three_go_one_way_until_the_loot_card_turns_them() -> None:
    game = game_of(("Archery Range",), ("Stone Wall",), ("Stone Wall#2",))
    mark = {**attack("Stone Wall#2"), "player": "Mark"}
    assert "Jane attacks Hanna" in refused(game, **mark)
    turned = play(game, {"do": "take", "card": "loot", "turn_direction": True})
    assert turned.turn.battles == 1
    assert "counterclockwise" in refused(turned, **attack())
    play(turned, mark)
    free = replace(game, readings=Readings(attack_direction=AttackDirection.FREE))
    play(free, mark)
    two = game_of((), ())
    assert "no direction" in refused(two, do="take", card="loot", turn_direction=True)


def test_looting_takes_a_battle_phase_and_attack_points() -> None:
    game = game_of(("Archery Range", "Militia Barracks"), (), held=Amount())
    entry = {"do": "loot", "attack": [{"card": "Archery Range"}], "choose": {"food": 3}}
    assert "taken first" in refused(game, **entry)
    taken = play(game, {"do": "take", "card": "loot"})
    after = play(taken, entry)
    assert (after.own.held, after.turn.battles) == (Amount(food=3), 0)
    weak = {**entry, "attack": [{"card": "Militia Barracks"}]}
    assert "3 attack points" in refused(taken, **weak)


@pytest.mark.parametrize(
    ("era", "reading", "cost"),
    [
        (Era.ONE, InitiativeInEraTwo.TWO_RESOURCES, {"food": 1}),
        (Era.TWO, InitiativeInEraTwo.TWO_RESOURCES, {"food": 2}),
        (Era.TWO, InitiativeInEraTwo.GOLD, {"gold": 1}),
        (Era.THREE, InitiativeInEraTwo.TWO_RESOURCES, {"gold": 1}),
    ],
)
def test_the_initiative_costs_more_with_the_eras(
    era: Era, reading: InitiativeInEraTwo, cost: dict[str, int]
) -> None:
    game = game_of((), (), readings=Readings(initiative_in_era_two=reading))
    game = replace(game, era=era, mover=1)
    entry = {"do": "take", "card": "initiative", "pay": cost}
    assert play(game, entry).initiative == 1
    assert "exactly" in refused(game, **{**entry, "pay": {"food": 3}})


def test_an_action_card_stays_with_its_holder() -> None:
    game = play(game_of((), ()), {"do": "take", "card": "taxes", "choose": {"food": 2}})
    later = replace(game, mover=1, turn=Turn())
    assert "Jane has this card" in refused(later, do="take", card="taxes", choose={"food": 2})


def test_prepared_defences_stop_one_attack() -> None:
    game = game_of(("Archery Range", "Archery Range#2", "Command Post"), ("Market",))
    hanna = replace(game.players[1], guarded=True)
    game = play(game.with_player(1, hanna), {"do": "use", "card": "Command Post"})
    after = play(game, attack("Market", outcome="nothing", defence=["defences"]))
    again = attack("Market", "Archery Range#2", defence=["defences"])
    assert "no defences" in refused(after, **again)


def test_what_no_card_file_gives_is_told() -> None:
    game = replace(game_of((), (), row=("Market",)), cards=rulebook_cards())
    with pytest.raises(UnknownError, match="the cost of Market"):
        play(game, {"do": "purchase", "card": "Market"})


def test_a_supply_that_runs_out() -> None:
    supply = CARDS.supply.model_copy(update={"food": 20, "gold": 18})
    game = replace(game_of(("Market",), ()), cards=replace(CARDS, supply=supply))
    after = play(
        game,
        {"do": "use", "card": "Market"},
        {"do": "use", "card": "Castle", "choose": {"food": 3}},
    )
    assert after.own.held.food == 11
    assert "not so much gold" in refused(game, do="exchange", resource="food")


def test_a_special_card_is_taken_at_its_word() -> None:
    game = replace(game_of(("Town Hall",), ()), discard=("Market",))
    entry = {"do": "special", "card": "Town Hall", "spend": {"food": 2}, "acquire": "Market"}
    after = play(game, entry)
    assert (after.trusted, after.discard, after.turn.purchases) == (1, (), 0)
    assert "is special" in refused(game, do="special", card="Castle")
    both = game_of(("Town Hall",), ("Market",))
    assert "neither in the deck" in refused(both, **entry)


@pytest.mark.parametrize(("players", "golds"), [(2, (1, 2)), (3, (1, 1, 2)), (4, (1, 1, 2, 2))])
def test_the_second_half_starts_with_two_gold(players: int, golds: tuple[int, ...]) -> None:
    assert starting_gold(players) == golds


def test_no_purchase_without_a_purchase_action() -> None:
    game = game_of((), (), row=("Market", "Mason"))
    after = play(game, {"do": "purchase", "card": "Market"})
    assert "no purchase action" in refused(after, do="purchase", card="Mason")
    more = play(after, {"do": "use", "card": "Castle", "use": 1})
    assert play(more, {"do": "purchase", "card": "Mason"}).turn.purchases == 0


def test_buildings_that_cannot_be_given_up() -> None:
    game = game_of(("Market",), (), row=("Workshop",))
    entry = {"do": "purchase", "card": "Workshop"}
    assert "twice" in refused(game, **entry, refurbish=["Market", "Market"])
    used = game.with_condition(0, "Market", Condition.EXHAUSTED)
    assert "exhausted" in refused(used, **entry, refurbish=["Market"])
    assert "has no Mason" in refused(game, **entry, refurbish=["Mason"])


def test_who_defends_gets_no_battle_phase_from_it() -> None:
    game = game_of(("Archery Range",), ("Market", "Command Post"))
    after = play(game, attack("Market", defence=[{"card": "Command Post"}]))
    assert after.turn.battles == 0


def test_a_turn_begins_with_ready_buildings_and_without_action_cards() -> None:
    game = game_of(("Market", "-Mason"), ())
    played = play(game, {"do": "use", "card": "Market"}, {"do": "take", "card": "defences"})
    assert played.own.guarded
    begun = begin_turn(played)
    assert begun.turn == Turn()
    assert (begun.own.cards, begun.own.guarded) == (frozenset(), False)
    assert begun.own.standing("Market").condition is Condition.READY
    assert begun.own.standing("Mason").condition is Condition.DAMAGED
