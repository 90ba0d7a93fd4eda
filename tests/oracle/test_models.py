"""The models that prove know the best castles of drawn hands, and lose them when led astray."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("clingo")

from benchmarks.oracle import CYCLE
from benchmarks.oracle_models import lost
from caladale.solve.hand import problem as hand_problem
from caladale.solve.models import plain_support
from caladale.solve.models.border import BorderModel


@pytest.mark.parametrize("first", range(6000, 6040, 5))
def test_no_model_loses_the_best_castle(first: int) -> None:
    for seed in range(first, first + 5):
        told = lost((CYCLE[seed % len(CYCLE)], seed))
        assert "lost" not in told.values(), (CYCLE[seed % len(CYCLE)], seed, told)


def _always(*_: Any) -> bool:
    return True


ASTRAY: dict[str, tuple[Callable[[pytest.MonkeyPatch], None], str, int]] = {
    "every castle may slide": (
        lambda patch: patch.setattr(hand_problem, "may_slide", _always),
        "overhang=whole_column",
        23,
    ),
    "every castle has a mirror image": (
        lambda patch: patch.setattr(hand_problem, "has_mirror_image", _always),
        "wild=four_sides",
        25,
    ),
    "no castle lies wholly where a part once hung apart": (
        lambda patch: patch.setattr(
            BorderModel, "_whole_castle_in", lambda self, _cells: self._model.new_constant(0)
        ),
        "gate_sides=sky",
        25,
    ),
    "support always goes row by row": (
        lambda patch: patch.setattr(plain_support, "is_stratified", _always),
        "mid_may_hang=yes",
        12,
    ),
}
"""What is taken for granted, and a drawn hand whose best castle some model then loses."""


@pytest.mark.parametrize("fault", ASTRAY)
def test_a_model_that_is_led_astray_is_noticed(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lead, sort, seed = ASTRAY[fault]
    assert "lost" not in lost((sort, seed), work=30.0, seconds=60.0).values()
    lead(monkeypatch)
    assert "lost" in lost((sort, seed), work=30.0, seconds=60.0).values()
