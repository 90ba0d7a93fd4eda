"""Random games to their end: no card is lost, none doubled, and nothing happens that cannot."""

from __future__ import annotations

import pickle
import random
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.conflict_random import MOST_ACTIONS, end_of_random_game, readings
from castle_companions.conflict.actions import Action, Arm, Attack, Build, Fortify
from castle_companions.conflict.cards import ALL_CARDS, Seat, in_order
from castle_companions.conflict.invariants import breaches
from castle_companions.conflict.legal import legal_actions, why_not
from castle_companions.conflict.places import STRUCTURES, Place
from castle_companions.conflict.play import play
from castle_companions.conflict.readings import DEFAULT, Readings
from castle_companions.conflict.setup import SeededChance, deal, initial
from castle_companions.conflict.state import State, Structure
from tests.conflict.tables import card, side, table


@settings(max_examples=40)
@given(seed=st.integers(0, 2**32))
def test_games_by_the_default_readings_end(seed: int) -> None:
    state, _ = end_of_random_game(seed, DEFAULT, MOST_ACTIONS)
    assert state.winner is not None


@settings(max_examples=30)
@given(seed=st.integers(0, 2**32), read=readings())
def test_games_by_any_readings_keep_the_invariants(seed: int, read: Readings) -> None:
    end_of_random_game(seed, read, 400)


@st.composite
def _any_action(draw: st.DrawFn) -> Action:
    """An action that may well be against the rules."""
    places = st.sampled_from(list(Place))
    some = st.lists(st.sampled_from(ALL_CARDS[:52]), min_size=1, max_size=3).map(in_order)
    if draw(st.booleans()):
        weapons = tuple(sorted(draw(st.lists(places, min_size=1, max_size=2))))
        return Attack(weapons, draw(places))
    kinds: tuple[type[Build | Fortify | Arm], ...] = (Build, Fortify, Arm)
    return draw(st.sampled_from(kinds))(draw(places), draw(some))


def _after(seed: int, read: Readings, actions: int) -> State:
    rng = random.Random(seed)
    state = initial(deal(rng, Seat.ONE), read)
    for _ in range(actions):
        if state.winner is None:
            state = play(state, rng.choice(legal_actions(state)), SeededChance(rng))
    return state


@given(
    seed=st.integers(0, 2**32),
    read=readings(),
    actions=st.integers(0, 200),
    others=st.lists(_any_action(), max_size=20),
)
def test_the_list_of_legal_actions_and_the_referee_agree(
    seed: int, read: Readings, actions: int, others: list[Action]
) -> None:
    state = _after(seed, read, actions)
    legal = legal_actions(state)
    assert len(set(legal)) == len(legal)
    assert [why_not(state, action) for action in legal] == [""] * len(legal)
    assert [one for one in others if why_not(state, one) == "" and one not in legal] == []


def test_the_invariants_notice_what_is_wrong() -> None:
    good = table(side(Seat.ONE, hand="5H", w1="2H:9S"))
    assert breaches(good) == ()
    own = good.own

    def told(**changes: object) -> str:
        return "; ".join(breaches(good.with_own(replace(own, **changes))))  # type: ignore[arg-type]

    assert "lost: 5H/1" in told(hand=())
    assert "doubled: 9S/1" in told(hand=(card("5H"), card("9S")))
    assert "nobody has won" in told(throne=())
    wrong = (Structure(((card("2H"), card("5H")),), (card("9S"),)), *own.structures[1:])
    assert "layer of a wrong size" in told(hand=(), structures=wrong)
    wrong = (Structure(((card("9S"),),), (card("2H"),)), *own.structures[1:])
    assert "built with a black card" in told(structures=wrong)
    assert "armed with a red card" in told(structures=wrong)
    assert len(own.structures) == len(STRUCTURES)


def test_cards_are_the_same_after_pickling() -> None:
    assert all(pickle.loads(pickle.dumps(one)) is one for one in ALL_CARDS)  # noqa: S301
