"""Folding of long empty runs, which keeps drawings small however far tiles lie apart."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caladale.render.collapse import LONGEST_RUN, Gap, Slot, collapsed


@pytest.mark.parametrize(
    ("used", "slots"),
    [
        ([], ()),
        ([5], (5,)),
        ([2, 0, 2], (0, 1, 2)),
        ([0, 4], (0, 1, 2, 3, 4)),
        ([0, 5], (0, Gap(1, 4), 5)),
        ([-1_000_000, 1_000_000], (-1_000_000, Gap(-999_999, 1_999_999), 1_000_000)),
    ],
)
def test_only_runs_longer_than_three_are_folded(used: list[int], slots: tuple[Slot, ...]) -> None:
    assert collapsed(used) == slots


@given(st.lists(st.integers(-60, 60), min_size=1))
def test_slots_unfold_to_every_number_between_the_ends(used: list[int]) -> None:
    slots = collapsed(used)
    unfolded: list[int] = []
    for slot in slots:
        unfolded += range(slot.first, slot.first + slot.count) if isinstance(slot, Gap) else [slot]
    assert unfolded == list(range(min(used), max(used) + 1))
    assert set(used) <= set(slots)
    assert all(slot.count > LONGEST_RUN for slot in slots if isinstance(slot, Gap))
    assert len(slots) <= (1 + LONGEST_RUN) * len(set(used))
