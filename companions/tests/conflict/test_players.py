"""The computer players: fair, better one than the other, and the same for the same seed."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from castle_companions.conflict.actions import Attack
from castle_companions.conflict.cards import Seat
from castle_companions.conflict.cli.options import PLAYERS
from castle_companions.conflict.legal import legal_actions
from castle_companions.conflict.places import Place
from castle_companions.conflict.play import play
from castle_companions.conflict.players.danger import danger
from castle_companions.conflict.players.prospects import prospects
from castle_companions.conflict.players.searching import SearchingPlayer
from castle_companions.conflict.players.worth import VICTORY, WEIGHTS
from castle_companions.conflict.readings import DEFAULT
from castle_companions.conflict.setup import SeededChance, deal, initial
from castle_companions.conflict.simulate import games, wilson
from castle_companions.conflict.state import State
from castle_companions.conflict.view import imagined, view_of
from tests.conflict.tables import WALLED, side, table

CATAPULT = {"k": "8H 9H 10H:3S 2S AS"}


def state_after(seed: int, actions: int) -> State:
    rng = random.Random(seed)
    state = initial(deal(rng, Seat.ONE), DEFAULT)
    for _ in range(actions):
        after = play(state, rng.choice(legal_actions(state)), SeededChance(rng))
        if after.winner is not None:
            break
        state = after
    return state


@settings(max_examples=30)
@given(seed=st.integers(0, 2**32), actions=st.integers(0, 150), luck=st.integers(0, 9))
def test_hidden_cards_change_no_decision(seed: int, actions: int, luck: int) -> None:
    real = state_after(seed, actions)
    other = imagined(view_of(real), random.Random(luck))
    assert view_of(other) == view_of(real)
    for make in PLAYERS.values():
        chosen = {make().choose(view_of(one), random.Random(1)) for one in (real, other)}
        assert len(chosen) == 1
        assert chosen <= set(legal_actions(real))


def test_a_view_holds_no_order_and_no_hand_of_the_enemy() -> None:
    state = state_after(5, 40)
    view = view_of(state)
    assert view.table.own.draw == view.table.enemy.hand == view.table.enemy.draw == ()
    assert list(view.own_draw) == sorted(state.own.draw, key=lambda one: one.code)
    hidden = state.enemy.hand + state.enemy.draw
    assert list(view.enemy_hidden) == sorted(hidden, key=lambda one: one.code)


@settings(max_examples=30)
@given(seed=st.integers(0, 2**32), actions=st.integers(0, 150))
def test_prospects_add_up_to_certainty(seed: int, actions: int) -> None:
    state = state_after(seed, actions)
    for action in legal_actions(state):
        assert sum(chance for chance, _ in prospects(state, action)) == pytest.approx(1)


@pytest.mark.parametrize("name", ["greedy", "searching"])
def test_a_ruler_in_reach_is_attacked(name: str) -> None:
    own = side(Seat.ONE, hand="5D 6D 7D", **CATAPULT)
    chosen = PLAYERS[name]().choose(view_of(table(own)), random.Random(1))
    assert chosen == Attack((Place.KEEP,), Place.RULER)


def test_the_searching_player_closes_its_castle_before_the_catapult() -> None:
    # Whatever it does, it keeps its ruler behind something when a catapult points at it.
    own = side(Seat.ONE, hand="10D 9S 8S 7S 6S 5S")
    state = table(own, side(Seat.TWO, **CATAPULT, **WALLED))
    player = SearchingPlayer()
    for _ in range(2):
        action = player.choose(view_of(state), random.Random(1))
        state = play(state, action, SeededChance(random.Random(1)))
    assert state.mover is Seat.TWO
    assert state.sides[Seat.ONE].structures[Place.WALL_1] is not None


def test_danger_is_the_chance_of_losing_the_ruler_at_least() -> None:
    attacker, bare = side(Seat.TWO, **CATAPULT), side(Seat.ONE)
    # A catapult beats 10 in half of all throws, and throws twice.
    assert danger(attacker, bare, DEFAULT, WEIGHTS) == pytest.approx(VICTORY * 3 / 4)
    guarded = replace(bare, throne=side(Seat.ONE, throne="KS KH").throne)
    assert danger(attacker, guarded, DEFAULT, WEIGHTS) == pytest.approx(VICTORY / 4)
    # A bare segment of 9 must go first: both throws must beat, one 9 and one 10.
    walled = side(Seat.ONE, w1="9H")
    assert danger(attacker, walled, DEFAULT, WEIGHTS) == pytest.approx(VICTORY * 0.625 / 2)
    assert danger(bare, attacker, DEFAULT, WEIGHTS) == 0


@pytest.mark.parametrize(
    ("better", "worse", "count"), [("greedy", "random", 12), ("searching", "greedy", 5)]
)
def test_the_order_of_the_players(better: str, worse: str, count: int) -> None:
    players = PLAYERS[better](), PLAYERS[worse]()
    results = list(games(players, count, 1, DEFAULT, 1000))
    wins = sum(result.winner == 0 for result in results)
    assert wins > sum(result.winner == 1 for result in results)
    assert results[:2] == list(games(players, 2, 1, DEFAULT, 1000))


def test_a_game_without_end_is_drawn() -> None:
    players = PLAYERS["random"](), PLAYERS["random"]()
    assert [one.winner for one in games(players, 2, 1, DEFAULT, 3)] == [None, None]


def test_the_interval_is_wilson_s() -> None:
    # 8 of 10: the textbook's 49.0 % to 94.3 %.
    interval = wilson(8, 10)
    assert (round(interval.low, 3), round(interval.high, 3)) == (0.490, 0.943)
    assert wilson(0, 10).low == 0
    assert wilson(10, 10).high == pytest.approx(1)
