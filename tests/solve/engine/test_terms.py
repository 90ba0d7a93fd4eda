"""The terms of a search: what makes no sense is refused in a sentence."""

from __future__ import annotations

import math
import os
from typing import Any

import pytest

from caladale.solve.engine.terms import Terms


@pytest.mark.parametrize("seconds", [math.nan, -1, -0.001, math.inf, -math.inf, 10**400, True, "3"])
def test_a_time_that_makes_no_sense(seconds: Any) -> None:
    with pytest.raises(ValueError, match="a time limit is a number of seconds from 0 to"):
        Terms.of(time_limit=seconds, seed=0, workers=1)


@pytest.mark.parametrize("seed", [2**31, -1, 1.0, True, None, math.nan])
def test_a_seed_that_makes_no_sense(seed: Any) -> None:
    with pytest.raises(ValueError, match="a seed is a whole number from 0 to 2147483647"):
        Terms.of(time_limit=1, seed=seed, workers=1)


@pytest.mark.parametrize("workers", [0, -1, 1001, 10**9, 2.0, True, math.nan])
def test_workers_that_make_no_sense(workers: Any) -> None:
    with pytest.raises(ValueError, match="the number of workers is from 1 to 1000"):
        Terms.of(time_limit=1, seed=0, workers=workers)


def test_terms_that_make_sense() -> None:
    Terms.of(time_limit=0, seed=0, workers=1)
    Terms.of(time_limit=10.5, seed=2**31 - 1, workers=1000)
    Terms.of(time_limit=None, seed=1, workers=None)
    assert Terms.of(time_limit=1, seed=0, workers=None).threads == (os.cpu_count() or 1)
    assert Terms.of(time_limit=1, seed=0, workers=1000).threads <= (os.cpu_count() or 1)


def test_attempts_that_make_no_sense() -> None:
    with pytest.raises(ValueError, match="the number of attempts is 0 or more, not -1"):
        Terms.of(time_limit=1, seed=0, workers=1, attempts=-1)
