"""The models that prove know the best castles of drawn hands, and lose them when led astray."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("clingo")

from benchmarks import oracle_models
from benchmarks.oracle import CYCLE
from benchmarks.oracle_models import lost
from caladale.edges import Cell, Direction, neighbour
from caladale.solve import hand_problem, model, shape_support
from caladale.solve.sums import CastleSums


@pytest.mark.parametrize("first", range(6000, 6080, 8))
def test_no_model_loses_the_best_castle(first: int) -> None:
    for seed in range(first, first + 8):
        told = lost((CYCLE[seed % len(CYCLE)], seed))
        assert "lost" not in told.values(), (CYCLE[seed % len(CYCLE)], seed, told)


def _always(*_: Any) -> bool:
    return True


def _no_pivot_stands_on_what_hangs_from_it(monkeypatch: pytest.MonkeyPatch) -> None:
    stated = shape_support.Support._found_standing

    def found_standing(self: shape_support.Support, cell: Cell) -> None:
        stated(self, cell)
        below = self.hangs_from_top.get(neighbour(cell, Direction.S))
        if below is not None:
            self._model.add_implication(self.stands[cell], ~below)

    monkeypatch.setattr(shape_support.Support, "_found_standing", found_standing)


def _no_castle_side_is_within_all_themes(monkeypatch: pytest.MonkeyPatch) -> None:
    def within(self: CastleSums, themes: Any) -> Any:
        return self.count(lambda look: all(e in themes for e in look.edges if e.is_castle))

    monkeypatch.setattr(CastleSums, "_tiles_within", within)


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
}


@pytest.mark.parametrize("fault", ASTRAY)
def test_a_model_that_is_led_astray_is_noticed(
    fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lead, sort, seed = ASTRAY[fault]
    assert "lost" not in lost((sort, seed)).values()
    lead(monkeypatch)
    assert "lost" in lost((sort, seed)).values()
