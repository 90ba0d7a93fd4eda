"""The end of a game: the table of points, Petra, Ramon and Mark, and ties."""

from __future__ import annotations

import pytest

from castle_companions.castle_up.readings import GoldenTie
from castle_companions.castle_up.scoring import (
    Counted,
    Era,
    Suit,
    card_points,
    control,
    final_scores,
)


def cards(suit: Suit, *eras: int, damaged: bool = False) -> list[Counted]:
    return [Counted(suit, Era(era), suit, damaged=damaged) for era in eras]


@pytest.mark.parametrize("suit", list(Suit))
@pytest.mark.parametrize("era", list(Era))
def test_the_table_of_points(suit: Suit, era: Era) -> None:
    table = {Suit.GOLDEN: (2, 3, 4)}
    assert card_points(suit, era) == table.get(suit, (1, 2, 3))[era - 1]


def test_petra_and_mark_share_the_red_suit() -> None:
    petra = cards(Suit.RED, 2, 2, 3)
    ramon = cards(Suit.RED, 1, 1, 2)
    mark = cards(Suit.RED, 2, 2, 3)
    assert control([petra, ramon, mark], Suit.RED) == (1, 0, 1)
    scores = final_scores([petra, ramon, mark], GoldenTie.HELD)
    assert [score.total for score in scores] == [8, 4, 8]
    assert [score.rank for score in scores] == [1, 3, 1]


def test_most_buildings_then_era_three_then_era_two() -> None:
    red = Suit.RED
    assert control([cards(red, 1, 1), cards(red, 3)], red) == (3, 0)
    assert control([cards(red, 1, 3), cards(red, 2, 2)], red) == (3, 0)
    assert control([cards(red, 1, 1), cards(red, 1, 2)], red) == (0, 3)
    assert control([cards(red, 1), cards(red, 1)], red) == (1, 1)
    assert control([[], cards(red, 3, damaged=True)], red) == (0, 0)


def test_golden_cards_break_a_tie() -> None:
    golden = [*cards(Suit.GOLDEN, 2), *cards(Suit.GOLDEN, 1, damaged=True)]
    other = cards(Suit.GOLDEN, 2)
    both = [golden, other]
    assert [score.rank for score in final_scores(both, GoldenTie.HELD)] == [1, 2]
    assert [score.rank for score in final_scores(both, GoldenTie.UNDAMAGED)] == [1, 1]


def test_a_castle_without_suit_and_damaged_cards_count_nothing() -> None:
    city = [Counted(None, None, None), *cards(Suit.BLUE, 3, damaged=True)]
    (score,) = final_scores([city], GoldenTie.HELD)
    assert score.total == 0


def test_a_card_of_any_suit_counts_for_the_control_it_was_given_to() -> None:
    city = [Counted(Suit.GOLDEN, Era.THREE, Suit.RED, bonus=2)]
    (score,) = final_scores([city], GoldenTie.HELD)
    assert (score.cards, score.bonus, score.control[Suit.RED], score.total) == (4, 2, 3, 9)
