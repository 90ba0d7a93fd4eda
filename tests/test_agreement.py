"""Brute force, clingo and CP-SAT name the same best score, hand by hand and reading by reading."""

from __future__ import annotations

import pytest

from benchmarks.agreement import READINGS_TO_TRY, by_brute_force, by_clingo, by_cp_sat, hand_of

pytest.importorskip("clingo")

HANDS, TILES = 20, 5


@pytest.mark.parametrize(("number", "name"), list(enumerate(READINGS_TO_TRY)))
def test_three_ways_to_the_best_score_agree(number: int, name: str) -> None:
    # Every other hand, to save time; the readings take turns, and all sizes come in either half.
    for seed in range(number % 2, HANDS, 2):
        hand = hand_of(seed, TILES, READINGS_TO_TRY[name])
        scores = {by_brute_force(hand, 10**6), by_clingo(hand, 60)}
        if len(hand.tiles) <= 3:  # CP-SAT may take a minute for more; the benchmark gives it that
            scores.add(by_cp_sat(hand, 60))
        assert len(scores) == 1, (seed, scores)
        assert isinstance(scores.pop(), int)
