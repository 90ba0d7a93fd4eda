"""Many hands on a dask cluster, which here is a local one."""

from __future__ import annotations

import json
import os
import signal
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from caladale.batch import dask as cluster
from caladale.batch.dask import solve_on_cluster
from caladale.batch.processes import Result, solve_hands
from caladale.batch.task import Task, task_of
from caladale.cli import run
from caladale.core.hand import Hand
from caladale.core.layout import Variant
from caladale.errors import ClusterError
from caladale.solve.result_data import Castle
from tests.support import scripted_solver as scripted

distributed = pytest.importorskip("distributed")

SETTINGS: dict[str, Any] = {"time_limit": 60.0, "seed": 0, "workers": 1}
EDGES = ("stone-edge-1", "stone-edge-2", "stone-tower-1")


def hand(*tiles: str) -> Hand:
    return Hand(("gate-stone:front",), tiles, variant=Variant.SOLO2, wilds=0)


HANDS = [hand(*EDGES), hand("stone-edge-1"), hand("stone-tower-1")]


def scripts(*steps: list[str]) -> list[Task]:
    """A task for each script."""
    return [task_of(HANDS[0], SETTINGS | {"script": script}) for script in steps]


def gathered(results: list[Result]) -> list[dict[str, Any]]:
    """The results in the order of their tasks, each of which has exactly one, without seconds."""
    assert sorted(place for place, _ in results) == list(range(len(results)))
    return [
        {key: value for key, value in result.items() if key != "seconds"}
        for _, result in sorted(results, key=lambda item: item[0])
    ]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A cluster in this process."""
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=2, processes=False, dashboard_address=":0", protocol="tcp"
    ) as local:
        yield local.scheduler_address


def test_a_cluster_finds_what_this_machine_finds(address: str) -> None:
    tasks = [task_of(one, SETTINGS) for one in HANDS]
    told: list[tuple[int, Castle]] = []
    there = solve_on_cluster(tasks, address, on_castle=lambda *news: told.append(news))
    assert gathered(list(there)) == gathered(list(solve_hands(tasks)))


def test_the_command_solves_on_a_cluster_and_goes_on_from_its_log(
    address: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    table = {"format": "caladale-hand/1", "tileset": "caladale", "variant": "solo2", "wilds": 0}
    for name, tiles in (("a.json", EDGES), ("b.json", EDGES[2:])):
        told = table | {"gates": ["gate-stone:front"], "tiles": tiles}
        Path(name).write_text(json.dumps(told), encoding="utf-8")
    command = ["solve", "a.json", "b.json", "--cluster", address, "-o", "log.jsonl"]
    assert run(command) == 0
    out, err = capsys.readouterr()
    assert f"2 hands: 2 optimal\n60 s a hand, seed 0, 1 worker, cluster {address}, " in out
    assert "Traceback" not in err
    assert run(command) == 0
    assert "2 of 2 hands are already in log.jsonl" in capsys.readouterr().err


def test_a_fault_in_one_hand_leaves_the_others_alone(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "_solve_there", scripted.play_there)
    results = gathered(list(solve_on_cluster(scripts(["fail"], ["castle"]), address)))
    assert (results[0]["stop"], results[0]["error"]) == (
        "error",
        "ValueError: a fault in the script",
    )
    assert results[1]["score"] == 1


@pytest.mark.skipif(os.name != "posix", reason="sends a POSIX signal")
def test_ctrl_c_gives_the_best_castles_so_far(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "_solve_there", scripted.play_there)
    go = tmp_path / "go"
    tasks = scripts(["castle", f"until {go}"], ["castle"])

    def press(place: int, _castle: Castle) -> None:
        if place == 0:
            os.kill(os.getpid(), signal.SIGINT)

    results = gathered(list(solve_on_cluster(tasks, address, on_castle=press)))
    go.touch()  # only now may the search there end
    assert (results[0]["score"], results[0]["stop"]) == (1, "interrupted")


@pytest.mark.skipif(os.name != "posix", reason="kills by signal")
def test_a_hand_whose_workers_die_keeps_its_best_castle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "_solve_there", scripted.play_there)
    dask = pytest.importorskip("dask")
    heard = tmp_path / "heard"
    tasks = scripts(["castle", f"until {heard}", "die"])
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 1}),
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=1, processes=True, dashboard_address=":0"
        ) as local,
    ):
        there = solve_on_cluster(tasks, local.scheduler_address, on_castle=lambda *_: heard.touch())
        ((_, result),) = there
    assert (result["status"], result["score"], result["stop"]) == ("feasible", 1, "worker died")


@pytest.mark.parametrize("address", ["", "here", "tcp://127.0.0.1", "ucx://127.0.0.1:1", "a b:1"])
def test_an_odd_address_is_told_at_once(address: str) -> None:
    with pytest.raises(ClusterError, match="is no address"):
        next(solve_on_cluster([], address))


def test_a_cluster_that_does_not_answer_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "_PATIENCE", 0.5)
    with socket.socket() as taken:  # bound, but nobody listens
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        with pytest.raises(ClusterError, match="no cluster answers at"):
            next(solve_on_cluster([], f"tcp://127.0.0.1:{port}"))
    with pytest.raises(ClusterError, match="certificates"):
        next(solve_on_cluster([], f"tls://127.0.0.1:{port}"))


def test_a_missing_dask_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "distributed", None)
    with pytest.raises(ClusterError, match=r"pip install 'caladale\[cluster\]'"):
        next(solve_on_cluster([], "tcp://127.0.0.1:1"))
