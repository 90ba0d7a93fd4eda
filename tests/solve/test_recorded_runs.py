"""The form of the code may change, its answers may not: thirty runs give what they gave before."""

from __future__ import annotations

import json

import pytest

from caladale.solve.result import versions
from tests.support.recorded_runs import FILE, Run, runs

RECORDED = json.loads(FILE.read_text(encoding="utf-8"))


def test_thirty_runs_are_recorded() -> None:
    assert [name for name, _ in runs()] == list(RECORDED["answers"])
    assert len(RECORDED["answers"]) == 30


@pytest.mark.skipif(
    versions()["ortools"] != RECORDED["ortools"],
    reason=f"recorded with OR-Tools {RECORDED['ortools']}; another release finds other castles",
)
@pytest.mark.parametrize(("name", "run"), [pytest.param(*run, id=run[0]) for run in runs()])
def test_one_worker_gives_the_recorded_answer(name: str, run: Run) -> None:
    assert run() == RECORDED["answers"][name]
