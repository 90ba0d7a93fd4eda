"""Damaged files of every format end in mistakes with places, or are read; nothing else."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from benchmarks.damaged_files import damaged, outcome, some_file


@pytest.mark.parametrize("seed", range(3))
def test_100_damaged_files_are_read_or_refused_with_places(seed: int) -> None:
    chance = random.Random(f"tests {seed}")
    counts: Counter[str] = Counter()
    for _ in range(100):
        _, whole, read = some_file(chance)
        counts[outcome(damaged(whole, chance), read)] += 1
    assert counts["refused"] > counts["read"] > 0


def test_files_that_are_not_damaged_are_read() -> None:
    chance = random.Random("whole")
    seen = set()
    for _ in range(60):
        name, whole, read = some_file(chance)
        assert outcome(whole, read) == "read"
        seen.add(name)
    assert len(seen) == 7
