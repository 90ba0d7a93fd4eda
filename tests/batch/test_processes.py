"""Many hands on this machine: results, dead workers, Ctrl-C."""

from __future__ import annotations

import multiprocessing
import os
import signal
from pathlib import Path
from typing import Any

import msgspec
import pytest

from caladale.batch import processes as batch
from caladale.batch.processes import Result, solve_hands
from caladale.batch.task import Task, solve_task, task_of
from caladale.core.hand import Hand
from caladale.core.layout import Variant
from caladale.games.deal import deal_hand
from caladale.notation.data import layout_from_data
from caladale.rules.score_sheet import score
from caladale.solve import best_castle
from caladale.solve.result_data import Castle, cut_short, result_to_data
from tests.support import scripted_solver as scripted
from tests.support.strategies import BOX

pytestmark = pytest.mark.skipif(os.name != "posix", reason="sends POSIX signals")

SETTINGS: dict[str, Any] = {"time_limit": 60.0, "seed": 0, "workers": 1}
EDGES = ("stone-edge-1", "stone-edge-2", "stone-tower-1")


def hand(*tiles: str) -> Hand:
    return Hand(("gate-stone:front",), tiles, variant=Variant.SOLO2, wilds=0)


HANDS = [hand(*EDGES), hand("stone-edge-1"), hand("stone-tower-1"), hand(*EDGES[:2])]


def scripts(*steps: list[str], marker: Path | None = None) -> list[Task]:
    """A task for each script."""
    more = {"marker": str(marker)}
    return [task_of(HANDS[0], SETTINGS | more | {"script": script}) for script in steps]


@pytest.fixture
def _playing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Worker processes play scripts."""
    monkeypatch.setattr(batch, "_work", scripted.work)


def gathered(results: list[Result]) -> list[dict[str, Any]]:
    """The results in the order of their tasks, each of which has exactly one."""
    assert sorted(place for place, _ in results) == list(range(len(results)))
    return [result for _, result in sorted(results, key=lambda item: item[0])]


def timeless(result: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in result.items() if key != "seconds"}


def test_side_by_side_finds_what_one_after_the_other_finds() -> None:
    tasks = [task_of(one, SETTINGS) for one in HANDS]
    told: list[tuple[int, Castle]] = []
    one = gathered(list(solve_hands(tasks, on_castle=lambda *news: told.append(news))))
    two = gathered(list(solve_hands(tasks, jobs=2)))
    alone = [result_to_data(best_castle(one, **SETTINGS)) for one in HANDS]
    assert [timeless(result) for result in one] == [timeless(result) for result in two]
    assert [timeless(result) for result in one] == [timeless(result) for result in alone]
    assert [result["status"] for result in one] == ["optimal"] * 4
    for place, castle in told:
        assert score(layout_from_data(castle["layout"])).total == castle["score"]
        assert castle["score"] <= one[place]["score"]


def test_more_jobs_than_hands_and_no_hands_at_all() -> None:
    assert list(solve_hands([], jobs=4)) == []
    (result,) = solve_hands([task_of(HANDS[0], SETTINGS)], jobs=4)
    assert (result[0], result[1]["score"]) == (0, 11)


def test_a_result_cut_short_has_the_form_of_any_other() -> None:
    whole = result_to_data(best_castle(HANDS[0], **SETTINGS))
    assert list(cut_short("interrupted", None, settings=SETTINGS)) == list(whole)
    told: list[Castle] = []
    assert timeless(solve_task(task_of(HANDS[0], SETTINGS), told.append)) == timeless(whole)
    short = cut_short("interrupted", told[-1], settings=SETTINGS)
    assert list(short) == list(whole)
    kept = ("score", "layout", "exchanges", "versions", "workers")
    assert [short[key] for key in kept] == [whole[key] for key in kept]


def test_the_digest_is_that_of_the_problem() -> None:
    task = task_of(HANDS[0], SETTINGS)
    assert task.digest == task_of(HANDS[0], SETTINGS | {"seed": 1}).digest
    assert task.digest != task_of(HANDS[1], SETTINGS).digest
    other = msgspec.structs.replace(task, box=msgspec.structs.replace(BOX.file, name="other"))
    assert task.digest != other.digest


# ---- dead workers


@pytest.mark.usefixtures("_playing")
@pytest.mark.parametrize("jobs", [1, 3])
def test_a_hand_is_tried_again_when_its_worker_is_killed(tmp_path: Path, jobs: int) -> None:
    tasks = scripts(
        ["castle"], ["castle", "die once", "castle"], ["castle", "castle"], marker=tmp_path / "dead"
    )
    results = gathered(list(solve_hands(tasks, jobs=jobs)))
    assert (tmp_path / "dead").exists()
    assert [result["score"] for result in results] == [1, 2, 2]
    assert {result["stop"] for result in results} == {"window exhausted"}


@pytest.mark.usefixtures("_playing")
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_hand_whose_worker_is_killed_twice_keeps_its_best_castle(jobs: int) -> None:
    tasks = scripts(["castle", "castle", "die"], ["castle"], ["die"])
    results = gathered(list(solve_hands(tasks, jobs=jobs)))
    assert [(r["status"], r["score"], r["stop"]) for r in results] == [
        ("feasible", 2, "worker died"),
        ("feasible", 1, "window exhausted"),
        ("unknown", None, "worker died"),
    ]
    assert results[0]["layout"] == scripted.LAYOUT
    assert results[0]["bound"] is None


@pytest.mark.usefixtures("_playing")
def test_a_second_try_that_ends_lower_does_not_cost_the_better_castle(tmp_path: Path) -> None:
    tasks = scripts(["castle", "die once", "worse"], marker=tmp_path / "dead")
    # The second try tells of its castle too; only its end is lower.
    ((_, result),) = solve_hands(tasks)
    assert (result["score"], result["stop"]) == (1, "worker died")


@pytest.mark.usefixtures("_playing")
def test_a_worker_that_is_killed_between_two_hands_costs_nothing() -> None:
    results = []
    for result in solve_hands(scripts(["castle"], ["castle"])):
        results.append(result)
        for process in multiprocessing.active_children():
            process.kill()
            process.join()
    assert [result["score"] for result in gathered(results)] == [1, 1]


def test_a_real_search_survives_a_kill() -> None:
    # This hand keeps the solver busy for long after the first castle, at which it is killed.
    task = task_of(deal_hand(Variant.STANDARD, 2, own=12), SETTINGS | {"time_limit": 100.0})
    told: list[int] = []

    def kill(_place: int, castle: Castle) -> None:
        told.append(castle["score"])
        for process in multiprocessing.active_children():
            process.kill()

    ((_, result),) = solve_hands([task], on_castle=kill)
    assert (result["status"], result["stop"]) == ("feasible", "worker died")
    assert result["score"] == max(told)
    assert score(layout_from_data(result["layout"])).total == max(told)


@pytest.mark.usefixtures("_playing")
def test_a_fault_in_one_hand_leaves_the_others_alone() -> None:
    results = gathered(list(solve_hands(scripts(["castle", "fail"], ["castle"]))))
    assert (results[0]["stop"], results[0]["score"]) == ("error", 1)
    assert results[0]["error"] == "ValueError: a fault in the script"
    assert results[1]["score"] == 1


# ---- Ctrl-C


def press(_place: int, _castle: Castle) -> None:
    os.kill(os.getpid(), signal.SIGINT)


@pytest.mark.usefixtures("_playing")
def test_ctrl_c_ends_the_searches_with_the_best_castles_so_far() -> None:
    before = signal.getsignal(signal.SIGINT)
    tasks = scripts(["wait"], ["castle", "wait"], ["castle"], ["castle"])
    results = gathered(list(solve_hands(tasks, jobs=2, on_castle=press)))
    assert [result["score"] for result in results] == [None, 1, None, None]
    assert {result["stop"] for result in results} == {"interrupted"}
    assert signal.getsignal(signal.SIGINT) is before
    assert multiprocessing.active_children() == []


@pytest.mark.usefixtures("_playing")
def test_a_second_ctrl_c_does_not_wait_for_a_search() -> None:
    tasks = scripts(["deaf", "castle", "castle", "wait"])
    ((_, result),) = solve_hands(tasks, on_castle=press)
    assert (result["score"], result["stop"]) == (2, "interrupted")


@pytest.mark.usefixtures("_playing")
def test_who_reads_no_further_leaves_no_process_behind() -> None:
    results = solve_hands(scripts(["castle"], ["wait"]), jobs=2)
    assert next(results)[0] == 0
    results.close()
    assert multiprocessing.active_children() == []
