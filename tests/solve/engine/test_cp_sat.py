"""CP-SAT as every search uses it."""

from __future__ import annotations

import pytest
from ortools.sat.python import cp_model

from caladale.solve.engine.cp_sat import Watcher, quiet_solver


def test_an_error_of_who_listens_ends_the_run_and_is_kept() -> None:
    model = cp_model.CpModel()
    number = model.new_int_var(0, 5, "number")
    is_any = model.new_bool_var("any")
    model.maximize(number)
    heard: list[bool] = []

    def listen(value: object) -> None:
        heard.append(value(is_any))  # type: ignore[operator]
        raise ValueError("not this one")

    watcher = Watcher(listen)
    solver = quiet_solver(seconds=20, seed=3)
    assert solver.parameters.max_time_in_seconds == 20
    solver.solve(model, watcher)
    assert len(heard) == 1
    with pytest.raises(ValueError, match="not this one"):
        raise watcher.error or AssertionError
