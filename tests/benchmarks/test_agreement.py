"""Brute force, clingo and CP-SAT name the same best score, hand by hand and reading by reading."""

from __future__ import annotations

import pytest

from benchmarks.agreement import READINGS_TO_TRY, by_brute_force, by_clingo, by_cp_sat, hand_of

pytest.importorskip("clingo")

HANDS, TILES = 20, 5


@pytest.mark.parametrize("half", [0, 1])
@pytest.mark.parametrize("name", READINGS_TO_TRY)
def test_three_ways_to_the_best_score_agree(name: str, half: int) -> None:
    for seed in range(half, HANDS, 2):
        hand = hand_of(seed, TILES, READINGS_TO_TRY[name])
        scores = {by_brute_force(hand, 10**6), by_clingo(hand, 60), by_cp_sat(hand, 60)}
        assert len(scores) == 1, (seed, scores)
        assert isinstance(scores.pop(), int)
