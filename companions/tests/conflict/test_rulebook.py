"""Every rule of the book and every number in it, in the order of the book.

The book of Castle Conflict has no long example; what it does say in numbers is numbered here.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from castle_companions.conflict.actions import (
    Action,
    Arm,
    Attack,
    Build,
    Discard,
    Draw,
    Fortify,
    FreshHand,
    Pass,
    Reshuffle,
)
from castle_companions.conflict.cards import ALL_CARDS, Seat
from castle_companions.conflict.invariants import breaches
from castle_companions.conflict.legal import legal_actions, why_not
from castle_companions.conflict.places import Place
from castle_companions.conflict.play import IllegalActionError, play
from castle_companions.conflict.readings import DEFAULT
from castle_companions.conflict.session import new_session
from castle_companions.conflict.state import State
from tests.conflict.tables import WALLED, Dice, card, cards, side, table

W1, T1, T2, KEEP, RULER = Place.WALL_1, Place.TOWER_1, Place.TOWER_2, Place.KEEP, Place.RULER


def after(state: State, *actions: Action, rolls: tuple[int, ...] = ()) -> State:
    dice = Dice(list(rolls))
    for action in actions:
        state = play(state, action, dice)
    assert not dice.rolls, "every die that was laid out is rolled"
    return state


# ---- setup


def test_two_decks_of_52_a_ruler_each_and_hands_of_6() -> None:
    for seed in range(20):
        state = new_session(("a", "b"), seed, Seat.ONE, DEFAULT).state
        assert len(ALL_CARDS) == 104
        assert breaches(state) == ()
        for seat in Seat:
            one = state.sides[seat]
            assert one.ruler.rank in ("K", "Q")
            assert one.ruler.deck is seat
            assert (len(one.hand), len(one.draw)) == (6, 45)


# ---- the turn


def test_a_turn_has_2_actions() -> None:
    state = table(side(Seat.ONE, hand="5S 6S 7S"))
    once = after(state, Discard(card("5S")))
    assert (once.mover, once.actions_left) == (Seat.ONE, 1)
    twice = after(once, Discard(card("6S")))
    assert (twice.mover, twice.actions_left, twice.turn) == (Seat.TWO, 2, 2)


def test_drawing_goes_up_to_6() -> None:
    state = after(table(side(Seat.ONE, hand="5S 6S")), Draw())
    assert len(state.own.hand) == 6
    assert why_not(state, Draw()) == "the hand holds 6 cards already"


def test_a_short_pile_gives_what_it_has() -> None:
    own = side(Seat.ONE, hand="5S")
    own = replace(own, draw=own.draw[:2], discard=own.draw[2:])
    state = after(table(own), Draw())
    assert len(state.own.hand) == 3
    assert why_not(state, Draw()) == "the draw pile is empty"


def test_discarding_one_card() -> None:
    state = after(table(side(Seat.ONE, hand="5S 6S")), Discard(card("5S")))
    assert (state.own.hand, state.own.discard) == (cards("6S"), cards("5S"))


@pytest.mark.parametrize("die", range(1, 7))
def test_a_fresh_hand_has_as_many_cards_as_the_die_shows(die: int) -> None:
    state = after(table(side(Seat.ONE, hand="5S 6S 7S")), FreshHand(), rolls=(die,))
    assert len(state.own.hand) == die
    assert state.own.discard == cards("5S 6S 7S")


def test_reshuffling_puts_the_discard_pile_into_the_draw_pile() -> None:
    own = side(Seat.ONE, discard="5S 6S")
    state = after(table(own), Reshuffle())
    assert state.own.discard == ()
    assert state.own.draw == (own.draw + own.discard)[::-1]
    assert why_not(state, Reshuffle()) == "the discard pile is empty"


# ---- building


def test_a_segment_takes_1_red_card() -> None:
    state = table(side(Seat.ONE, hand="5H 6D 7S"))
    assert after(state, Build(W1, cards("5H"))).own.target_number(W1) == 5
    assert why_not(state, Build(W1, cards("7S"))) == "a structure takes red cards"
    assert why_not(state, Build(W1, cards("5H 6D"))) == "a layer of a wall has 1 red card"


def test_the_rank_of_the_ruler_is_barred_from_the_wall() -> None:
    state = table(side(Seat.ONE, throne="KS", hand="KH QH", w1="2H"))
    barred = "no card of the ruler's rank goes on the wall"
    assert why_not(state, Build(Place.WALL_2, cards("KH"))) == barred
    assert why_not(state, Fortify(W1, cards("KH"))) == barred
    assert why_not(state, Build(Place.WALL_2, cards("QH"))) == ""


def test_towers_wait_for_all_5_segments_and_take_2_cards() -> None:
    four = {place: text for place, text in WALLED.items() if place != "w5"}
    pair = Build(T1, cards("8H 9H"))
    state = table(side(Seat.ONE, hand="8H 9H", **four))
    assert why_not(state, pair) == "a tower needs all five segments of the wall"
    state = after(table(side(Seat.ONE, hand="8H 9H", **WALLED)), pair)
    assert state.own.target_number(T1) == 17
    assert why_not(state, Build(T2, cards("8H"))) == "not in hand: 8H/1"


def test_the_keep_waits_for_both_towers_and_takes_3_cards() -> None:
    three = Build(KEEP, cards("10H JH QH"))
    one = side(Seat.ONE, hand="10H JH QH", t1="2D 3D", **WALLED)
    assert why_not(table(one), three) == "the keep needs both towers"
    both = side(Seat.ONE, hand="10H JH QH", t1="2D 3D", t2="4D 5D", **WALLED)
    assert after(table(both), three).own.target_number(KEEP) == 10 + 6 + 6


def test_the_ruler_s_rank_may_go_into_towers_and_keep() -> None:
    state = table(side(Seat.ONE, throne="KS", hand="KH KD", **WALLED))
    assert why_not(state, Build(T1, cards("KH KD"))) == ""


@pytest.mark.parametrize(
    ("place", "layer", "target"), [("w1", "7D", 7), ("t1", "7D 8D", 15), ("k", "7D 8D 9D", 24)]
)
def test_fortifying_takes_1_2_or_3_cards_and_the_top_layer_counts(
    place: str, layer: str, target: int
) -> None:
    castle = WALLED | {"t1": "2D 3D", "t2": "4D 5D", "k": "6D AD AH"}
    state = table(side(Seat.ONE, hand=layer, **castle))
    where = {"w1": W1, "t1": T1, "k": KEEP}[place]
    assert after(state, Fortify(where, cards(layer))).own.target_number(where) == target


def test_the_ruler_is_fortified_with_its_rank() -> None:
    state = table(side(Seat.ONE, throne="KS", hand="KH QH"))
    assert why_not(state, Fortify(RULER, cards("QH"))) == (
        "a ruler is fortified with a card of its rank"
    )
    state = after(state, Fortify(RULER, cards("KH")))
    assert state.own.throne == cards("KS KH")
    assert state.own.target_number(RULER) == 10


# ---- arming


@pytest.mark.parametrize(("place", "weapon"), [("w1", "9S"), ("t1", "9S 8S"), ("k", "9S 8S 7S")])
def test_arming_closes_a_structure_and_sets_the_target_number(place: str, weapon: str) -> None:
    castle = WALLED | {"t1": "2D 3D", "t2": "4D 5D", "k": "6D AD AH"}
    state = table(side(Seat.ONE, hand=f"{weapon} 10D 9D 8D JS", **castle))
    where = {"w1": W1, "t1": T1, "k": KEEP}[place]
    state = after(state, Arm(where, cards(weapon)))
    assert state.own.target_number(where) == sum(one.value for one in cards(weapon))
    layer = cards("10D 9D 8D")[: len(cards(weapon))]
    assert why_not(state, Fortify(where, layer)).endswith("is armed, and so closed")
    assert why_not(state, Arm(where, cards("JS"))).endswith("is armed already")


def test_weapons_take_black_cards_on_something_built() -> None:
    state = table(side(Seat.ONE, hand="9S 9D", w1="2H"))
    assert why_not(state, Arm(W1, cards("9D"))) == "a weapon takes black cards"
    assert why_not(state, Arm(Place.WALL_2, cards("9S"))) == "wall 2 is not built"


# ---- attacking


def attack(rolls: tuple[int, ...], target: str = "7D", weapons: tuple[Place, ...] = (W1,)) -> State:
    own = side(
        Seat.ONE, w1="2H:9S", w2="3H:8S", t1="4H 5H:7S 6S", t2="6H 7H:5S 4S", k="8H 9H 10H:3S 2S AS"
    )
    enemy = side(Seat.TWO, w3=target)
    return after(table(own, enemy), Attack(weapons, Place.WALL_3), rolls=rolls)


def captured(state: State) -> bool:
    return state.sides[Seat.TWO].structures[Place.WALL_3] is None


@pytest.mark.parametrize(
    ("weapons", "rolls", "total"),
    [
        ((W1,), (5,), 6),  # a ram adds 1
        ((T1,), (3, 4), 7),  # a ballista has 2 dice
        ((T1,), (1, 5, 4), 9),  # and rolls a 1 again
        ((T1,), (1, 1, 4), 5),  # once
        ((KEEP,), (1, 1, 1), 3),  # a catapult has 3 dice and no trick
        ((W1, Place.WALL_2), (3, 4), 9),  # two rams add 2
        ((W1, T1), (1, 1, 2, 3), 7),  # the ram's die lies, the ballista's 1 does not
        ((T1, T2), (2, 3, 4, 5), 14),
        ((T1, KEEP), (1, 1, 1, 2, 2), 7),
    ],
)
def test_dice_and_tricks_of_every_weapon(
    weapons: tuple[Place, ...], rolls: tuple[int, ...], total: int
) -> None:
    # An attack must beat its target number: one less is beaten, the same is not.
    values = {3: "3D", 5: "5D", 6: "6D", 7: "7D", 9: "9D"}
    beaten = {3: "2D", 5: "4D", 6: "5D", 7: "6D", 9: "8D", 14: "10D"}
    assert captured(attack(rolls, beaten[total], weapons))
    if total in values:
        assert not captured(attack(rolls, values[total], weapons))


def test_what_is_beaten_goes_to_the_attacker_s_discard_pile() -> None:
    state = attack((6,), "6D")
    assert state.own.discard == cards("6D", Seat.TWO)
    assert breaches(state) == ()


def test_an_ace_counts_1_and_a_face_card_6() -> None:
    values = {one.rank: one.value for one in cards("AH 2H 10H JH QH KH")}
    assert values == {"A": 1, "2": 2, "10": 10, "J": 6, "Q": 6, "K": 6}


def test_layers_are_taken_top_first_and_the_weapon_before_them() -> None:
    own = side(Seat.ONE, k="8H 9H 10H:3S 2S AS")
    enemy = side(Seat.TWO, w3="2D, 3D:9S")
    hit = Attack((KEEP,), Place.WALL_3)
    state = after(table(own, enemy), hit, rolls=(5, 3, 2))
    assert state.own.discard == cards("9S", Seat.TWO)
    state = after(state, hit, rolls=(2, 1, 1))
    assert state.sides[Seat.ONE].discard == cards("9S 3D", Seat.TWO)
    assert state.sides[Seat.TWO].target_number(Place.WALL_3) == 2


def test_two_weapons_take_both_actions() -> None:
    own = side(Seat.ONE, w1="2H:9S", w2="3H:8S", hand="5D")
    enemy = side(Seat.TWO, w3="2D")
    both = Attack((W1, Place.WALL_2), Place.WALL_3)
    assert after(table(own, enemy), both, rolls=(1, 1)).mover is Seat.TWO
    late = after(table(own, enemy), Discard(card("5D")))
    assert why_not(late, both) == "a combined attack takes both actions of a turn"
    assert both not in legal_actions(late)


def test_one_weapon_may_attack_with_both_actions() -> None:
    own = side(Seat.ONE, w1="2H:9S")
    enemy = side(Seat.TWO, w3="10D")
    hit = Attack((W1,), Place.WALL_3)
    assert after(table(own, enemy), hit, hit, rolls=(6, 6)).mover is Seat.TWO


# ---- the ruler


@pytest.mark.parametrize(
    ("castle", "open_to_attack"),
    [
        ({}, True),
        ({"t1": "2D 3D"}, True),
        ({"t1": "2D 3D", "t2": "4D 5D"}, False),
        ({"w4": "AD"}, False),
        ({"k": "2D 3D 4D"}, False),
    ],
)
def test_a_ruler_is_attacked_when_wall_one_tower_and_keep_are_gone(
    castle: dict[str, str], open_to_attack: bool
) -> None:
    own = side(Seat.ONE, k="8H 9H 10H:3S 2S AS")
    state = table(own, side(Seat.TWO, **castle))
    assert (why_not(state, Attack((KEEP,), RULER)) == "") == open_to_attack


def test_a_ruler_counts_10_and_falls_layer_by_layer() -> None:
    own = side(Seat.ONE, k="8H 9H 10H:3S 2S AS")
    hit = Attack((KEEP,), RULER)
    state = table(own, side(Seat.TWO, throne="QS QH"))
    missed = after(state, hit, rolls=(5, 3, 2))
    assert missed.enemy.throne == cards("QS QH", Seat.TWO)
    state = after(state, hit, rolls=(5, 4, 2))
    assert (state.winner, state.enemy.throne) == (None, cards("QS", Seat.TWO))
    state = after(state, hit, rolls=(5, 4, 2))
    assert state.winner is Seat.ONE
    assert legal_actions(state) == ()
    assert breaches(state) == ()
    with pytest.raises(IllegalActionError, match="the game is over"):
        play(state, Draw(), Dice())


def test_who_can_do_nothing_passes() -> None:
    own = side(Seat.ONE, w1="2H")
    own = replace(own, draw=())
    assert legal_actions(table(own)) == (Pass(),)
    state = table(side(Seat.ONE))
    assert why_not(state, Pass()) == "an action is given up only for want of another"
