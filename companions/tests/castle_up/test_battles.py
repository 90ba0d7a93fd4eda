"""Battles: every number of the rulebook's diagrams and of the example of Jane and Hanna."""

from __future__ import annotations

import pytest

from castle_companions.castle_up.battles import Battle, Outcome, fight
from castle_companions.castle_up.cards import rulebook_cards


def test_six_against_two_is_four() -> None:
    assert fight(6, 2, 4, damaged=False).damage == 4


@pytest.mark.parametrize(
    ("attack", "damaged", "outcome"),
    [
        (3, False, Outcome.NOTHING),
        (4, False, Outcome.DAMAGED),
        (7, False, Outcome.DAMAGED),
        (8, False, Outcome.DESTROYED),
        (3, True, Outcome.NOTHING),
        (4, True, Outcome.DESTROYED),
    ],
)
def test_the_goldmine(attack: int, outcome: Outcome, *, damaged: bool) -> None:
    endurance = rulebook_cards().buildings["Goldmine"].endurance
    assert endurance == 4
    assert fight(attack, 0, endurance, damaged=damaged).outcome is outcome


def test_two_defence_points_are_wasted() -> None:
    assert fight(3, 5, 4, damaged=False) == Battle(0, 2, Outcome.NOTHING)


def test_jane_and_hanna() -> None:
    buildings = rulebook_cards().buildings
    attack = buildings["Soldiers Barracks"].uses[0].attack
    defence = buildings["Stone Wall"].uses[0].defence
    assert (attack, defence, buildings["Command Post"].uses[0].battles) == (4, 8, 1)
    assert fight(attack, defence, 3, damaged=False) == Battle(0, 4, Outcome.NOTHING)
    assert fight(attack, 0, 3, damaged=False) == Battle(4, 0, Outcome.DAMAGED)
