"""Every reading but the default does what its name says."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from castle_companions.conflict.actions import (
    Action,
    Arm,
    Attack,
    Build,
    Discard,
    Fortify,
    Pass,
    Reshuffle,
)
from castle_companions.conflict.cards import Seat
from castle_companions.conflict.legal import legal_actions, why_not
from castle_companions.conflict.places import Place
from castle_companions.conflict.play import play
from castle_companions.conflict.readings import (
    CHOICES,
    DEFAULT,
    EXPLAINED,
    Arming,
    Exposure,
    Foundation,
    Passing,
    Readings,
    Rebuilding,
    Reopening,
    Reshuffling,
    RulerCards,
    WallBar,
    WeaponCards,
    WeaponLoss,
    WeaponReuse,
    as_names,
    from_names,
)
from castle_companions.conflict.state import Fallen, State
from tests.conflict.tables import WALLED, Dice, card, cards, side, table

W1, T1, KEEP, RULER = Place.WALL_1, Place.TOWER_1, Place.KEEP, Place.RULER


def allowed(state: State, action: Action, readings: Readings) -> tuple[bool, bool]:
    """Whether the default allows an action, and whether `readings` do."""
    found = []
    for read in (DEFAULT, readings):
        one = replace(state, readings=read)
        assert (why_not(one, action) == "") == (action in legal_actions(one))
        found.append(why_not(one, action) == "")
    return found[0], found[1]


def test_every_value_is_explained_and_named() -> None:
    assert list(EXPLAINED) == list(CHOICES)
    for name, kind in CHOICES.items():
        assert list(EXPLAINED[name]) == [value.value for value in kind]
        for value in kind:
            assert as_names(from_names({name: value.value}))[name] == value.value
    assert len(CHOICES) == len(fields(Readings))


def test_weapon_cards() -> None:
    state = table(side(Seat.ONE, hand="9S 8S", t1="2D 3D", **WALLED))
    one = Readings(weapon_cards=WeaponCards.ONE)
    assert allowed(state, Arm(T1, cards("8S 9S")), one) == (True, False)
    assert allowed(state, Arm(T1, cards("9S")), one) == (False, True)


def test_arming() -> None:
    state = table(side(Seat.ONE, hand="9S", w1="2D"))
    whole = Readings(arming=Arming.WHOLE_WALL)
    assert allowed(state, Arm(W1, cards("9S")), whole) == (True, False)


def test_foundation() -> None:
    own = side(Seat.ONE, hand="8D 9D", w1="2H")
    own = replace(own, fallen=Fallen(wall_stood=True))
    once = Readings(foundation=Foundation.ONCE)
    assert allowed(table(own), Build(T1, cards("8D 9D")), once) == (False, True)


def test_the_fifth_segment_is_remembered() -> None:
    four = {place: text for place, text in WALLED.items() if place != "w5"}
    state = table(side(Seat.ONE, hand="8D", **four))
    assert not state.own.fallen.wall_stood
    assert play(state, Build(Place.WALL_5, cards("8D")), Dice()).own.fallen.wall_stood


def test_rebuilding() -> None:
    own = replace(side(Seat.ONE, hand="8D"), fallen=Fallen(lost=frozenset({W1})))
    never = Readings(rebuilding=Rebuilding.NEVER)
    assert allowed(table(own), Build(W1, cards("8D")), never) == (True, False)
    assert allowed(table(own), Build(Place.WALL_2, cards("8D")), never) == (False, True)


@pytest.mark.parametrize(
    ("lost", "open_then"), [((), False), ((W1, T1, KEEP), True), ((W1, T1), False)]
)
def test_exposure(lost: tuple[Place, ...], open_then: bool) -> None:
    own = side(Seat.ONE, w1="2H:9S")
    enemy = replace(side(Seat.TWO), fallen=Fallen(lost=frozenset(lost)))
    destroyed = Readings(exposure=Exposure.DESTROYED)
    assert allowed(table(own, enemy), Attack((W1,), RULER), destroyed) == (True, open_then)


def _weapon_beaten(readings: Readings) -> State:
    own = side(Seat.ONE, k="8H 9H 10H:3S 2S AS", hand="5D")
    enemy = side(Seat.TWO, w1="2D, 3D:9S", hand="4D 10S")
    state = table(own, enemy, readings)
    return play(state, Attack((KEEP,), W1), Dice([6, 6, 6]))


def test_weapon_loss() -> None:
    assert _weapon_beaten(DEFAULT).own.discard == cards("9S", Seat.TWO)
    both = _weapon_beaten(Readings(weapon_loss=WeaponLoss.WITH_LAYER))
    assert both.own.discard == cards("3D 9S", Seat.TWO)
    assert both.enemy.target_number(W1) == 2


def test_reopening() -> None:
    state = play(_weapon_beaten(DEFAULT), Discard(card("5D")), Dice())
    closed = Readings(reopening=Reopening.CLOSED)
    assert allowed(state, Fortify(W1, cards("4D", Seat.TWO)), closed) == (True, False)
    assert allowed(state, Arm(W1, cards("10S", Seat.TWO)), closed) == (True, True)


def test_ruler_cards() -> None:
    state = table(side(Seat.ONE, throne="KS", hand="KC KD"))
    red = Readings(ruler_cards=RulerCards.RED)
    assert allowed(state, Fortify(RULER, cards("KC")), red) == (True, False)
    assert allowed(state, Fortify(RULER, cards("KD")), red) == (True, True)


def test_wall_bar() -> None:
    state = table(side(Seat.ONE, throne="KS", hand="KD", w1="2H"))
    segments = Readings(wall_bar=WallBar.SEGMENTS)
    assert allowed(state, Fortify(W1, cards("KD")), segments) == (False, True)
    assert allowed(state, Build(Place.WALL_2, cards("KD")), segments) == (False, False)


def test_reshuffling() -> None:
    own = side(Seat.ONE, discard="5S")
    empty = Readings(reshuffling=Reshuffling.WHEN_EMPTY)
    assert allowed(table(own), Reshuffle(), empty) == (True, False)
    assert allowed(table(replace(own, draw=())), Reshuffle(), empty) == (True, True)


def test_passing() -> None:
    state = table(side(Seat.ONE, hand="5S"))
    assert allowed(state, Pass(), Readings(passing=Passing.ALLOWED)) == (False, True)


def test_weapon_reuse() -> None:
    own = side(Seat.ONE, w1="2H:9S", w2="3H:8S")
    state = table(own, side(Seat.TWO, w1="10D"))
    state = play(state, Attack((W1,), W1), Dice([1]))
    never = Readings(weapon_reuse=WeaponReuse.NEVER)
    assert allowed(state, Attack((W1,), W1), never) == (True, False)
    assert allowed(state, Attack((Place.WALL_2,), W1), never) == (True, True)
