"""``caladale solve`` for several hands, and what keeps a castle safe."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from caladale.batch import processes as batch
from caladale.cli import run
from caladale.core.layout import Variant
from caladale.games.deal import deal_hand, deal_table
from caladale.notation import read_layout, write_json
from caladale.notation.data import hand_to_data, table_to_data
from caladale.notation.json_text import to_json
from caladale.rules.score_sheet import score
from tests.support import scripted_solver as scripted

HAND: dict[str, Any] = {
    "format": "caladale-hand/1",
    "tileset": "caladale",
    "variant": "solo2",
    "gates": ["gate-stone:front"],
    "wilds": 0,
    "tiles": ["stone-edge-1", "stone-edge-2", "stone-tower-1"],
}
SMALL = HAND | {"tiles": ["stone-tower-1"]}
LONG = hand_to_data(deal_hand(Variant.STANDARD, 2, own=12))
"""A hand with an early castle and no proof for long."""

Call = Callable[..., tuple[int, str, str]]


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Call:
    """Run ``caladale solve``: exit code, standard output, standard error."""

    def run_it(*arguments: str) -> tuple[int, str, str]:
        code = run(["solve", *arguments])
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return code, out, err

    return run_it


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a folder with some hands."""
    monkeypatch.chdir(tmp_path)
    hands = {"a.json": HAND, "b.json": SMALL, "long.json": LONG}
    for name, hand in hands.items():
        Path(name).write_text(to_json(hand), encoding="utf-8")


def lines_of(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path(name).read_text(encoding="ascii").splitlines()]


# ---- several hands


def test_several_hands_become_an_array_in_their_order(call: Call) -> None:
    code, out, err = call("a.json", "none.json", "b.json", "--jobs", "2", "--format", "json")
    assert code == 2
    told = json.loads(out)
    assert [one["file"] for one in told] == ["a.json", "none.json", "b.json"]
    assert [one.get("score") for one in told] == [11, None, 1]
    assert told[1] == {"file": "none.json", "error": "none.json: No such file or directory"}
    assert (told[0]["status"], told[0]["workers"]) == ("optimal", 1)
    assert score(read_layout(json.dumps(told[0]["layout"]))).total == 11
    assert err.splitlines()[0] == "Error: none.json: No such file or directory"
    assert sorted(line[:24] for line in err.splitlines()[1:]) == [
        "a.json: optimal, 11 poin",
        "b.json: optimal, 1 point",
    ]


def test_several_hands_become_a_table_for_a_person(call: Call) -> None:
    code, out, _ = call("a.json", "b.json", "--workers", "1", "--seed", "3")
    assert code == 0
    rows = [line.split() for line in out.splitlines()]
    assert rows[0] == ["Hand", "Status", "Score", "Bound", "Seconds"]
    assert [row[:4] for row in rows[1:3]] == [
        ["a.json", "optimal", "11", "11"],
        ["b.json", "optimal", "1", "1"],
    ]
    assert "2 hands: 2 optimal" in out
    assert "60 s a hand, seed 3, 1 worker, 1 job, caladale " in out


def test_a_dealt_table_stands_for_all_of_its_hands(call: Call) -> None:
    table = table_to_data(deal_table(Variant.STANDARD, 5, 2))
    Path("table.json").write_text(to_json(table).replace("\n", "\r\n"), encoding="utf-8")
    code, out, _ = call("table.json", "--workers", "1", "--format", "json")
    assert code == 0
    told = json.loads(out)
    assert [one["file"] for one in told] == ["table.json[0]", "table.json[1]"]
    assert {one["status"] for one in told} == {"optimal"}


def test_a_hand_without_a_castle_is_exit_code_3(call: Call) -> None:
    code, out, _ = call("a.json", "b.json", "--workers", "1", "--complete-only")
    assert code == 3
    assert "2 hands: 1 infeasible, 1 optimal" in out


def test_a_reading_chosen_holds_for_every_hand(call: Call) -> None:
    arguments = ("a.json", "b.json", "--workers", "1", "--format", "json")
    _, out, _ = call(*arguments, "--rule", "gate_counts=no")
    assert [one["score"] for one in json.loads(out)] == [9, -1]


@pytest.mark.parametrize(
    "arguments",
    [
        ["a.json", "--explain", "--fixed", "castle.json"],
        ["a.json", "b.json", "--jobs", "0"],
        ["a.json", "b.json", "--jobs", "2", "--cluster", "tcp://127.0.0.1:1"],
        ["a.json", "--cluster", "tcp://127.0.0.1:1"],
    ],
    ids=" ".join,
)
def test_bad_usage_ends_with_2(call: Call, arguments: list[str]) -> None:
    Path("castle.json").write_text("caladale solo2 0+4 - - gate-stone@0,0", encoding="utf-8")
    code, out, err = call(*arguments)
    assert (code, out) == (2, "")
    assert "Usage" in err


@pytest.mark.parametrize("files", ["a.json b.json", "table.json"])
@pytest.mark.parametrize(
    "option", ["--fixed castle.txt", "--hint castle.txt", "--explain", "--steps steps.txt"]
)
def test_some_options_belong_to_a_single_hand(call: Call, files: str, option: str) -> None:
    Path("castle.txt").write_text("caladale solo2 0+4 - - gate-stone@0,0", encoding="utf-8")
    table = to_json(table_to_data(deal_table(Variant.STANDARD, 1, 2)))
    Path("table.json").write_text(table, encoding="utf-8")
    code, out, err = call(*files.split(), *option.split())
    assert (code, out) == (2, "")
    assert f"{option.split(maxsplit=1)[0]} belongs to a single hand" in err
    assert not Path("steps.txt").exists()


# ---- the log


def test_the_same_command_goes_on_from_its_log(call: Call) -> None:
    settings = ("--workers", "1", "-o", "log.jsonl")
    assert call("a.json", "b.json", *settings)[0] == 0
    assert [line["file"] for line in lines_of("log.jsonl")] == ["a.json", "b.json"]
    before = Path("log.jsonl").read_bytes()
    code, out, err = call("a.json", "b.json", *settings, "--format", "json")
    assert (code, err) == (0, "2 of 2 hands are already in log.jsonl\n")
    assert [one["score"] for one in json.loads(out)] == [11, 1]
    assert Path("log.jsonl").read_bytes() == before
    assert set(json.loads(out)[0]) & {"hand", "settings", "format"} == set()


def test_only_what_is_new_or_torn_or_changed_is_solved_again(call: Call) -> None:
    settings = ("--workers", "1", "-o", "log.jsonl")
    call("a.json", "b.json", *settings)
    raw = Path("log.jsonl").read_bytes()
    Path("log.jsonl").write_bytes(raw[:-40])
    code, _, err = call("a.json", "b.json", *settings)
    assert code == 0
    assert err.splitlines()[:2] == [
        "the last line of log.jsonl is torn; its hand is solved again",
        "1 of 2 hands are already in log.jsonl",
    ]
    assert [line["file"] for line in lines_of("log.jsonl")] == ["a.json", "b.json"]
    Path("a.json").write_text(json.dumps(HAND | {"wilds": 1}), encoding="utf-8")
    _, _, err = call("a.json", "b.json", *settings)
    assert "1 of 2 hands are already" in err
    _, _, err = call("a.json", "b.json", *settings, "--seed", "1")
    assert "already" not in err
    assert len(lines_of("log.jsonl")) == 5


@pytest.mark.parametrize("content", ["precious", "a.json"])
def test_what_is_no_log_is_kept(call: Call, content: str) -> None:
    Path("log.jsonl").write_text(content, encoding="utf-8")
    code, out, err = call("a.json", "b.json", "-o", "log.jsonl")
    assert (code, out) == (2, "")
    assert err.startswith("Error: log.jsonl: line 1: this is no log of results")
    assert len(err.splitlines()) == 1
    assert Path("log.jsonl").read_text(encoding="utf-8") == content
    assert call("a.json", "b.json", "-o", "none/log.jsonl")[0] == 2
    assert call("a.json", "b.json", "-o", ".")[0] == 2


def test_a_single_hand_does_not_overwrite_a_log(call: Call) -> None:
    call("a.json", "b.json", "--workers", "1", "-o", "log.jsonl")
    before = Path("log.jsonl").read_bytes()
    code, out, err = call("a.json", "-o", "log.jsonl")
    assert (code, out) == (2, "")
    assert "holds the results of several hands" in err
    assert Path("log.jsonl").read_bytes() == before


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
def test_a_full_disk_costs_no_result(call: Call) -> None:
    arguments = ("a.json", "b.json", "--workers", "1", "--format", "json")
    code, out, err = call(*arguments, "-o", "/dev/full")
    assert code == 2
    assert [one["score"] for one in json.loads(out)] == [11, 1]
    assert err.splitlines()[-1] == "Error: cannot write /dev/full: No space left on device"


@pytest.mark.skipif(os.name != "posix", reason="kills by signal")
def test_a_dead_worker_is_told_and_tried_again_next_time(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(batch, "_work", scripted.die_at_once)
        code, out, err = call("a.json", "b.json", "--workers", "1", "-o", "log.jsonl")
    assert code == 3
    assert "unknown (worker died)" in out
    assert "a.json: unknown (worker died), no castle" in err
    code, out, err = call("a.json", "b.json", "--workers", "1", "-o", "log.jsonl")
    assert (code, "already" in err) == (0, False)
    assert [line["status"] for line in lines_of("log.jsonl")] == ["unknown"] * 2 + ["optimal"] * 2


# ---- as processes


def started(*arguments: str) -> subprocess.Popen[str]:
    """A ``caladale solve`` of its own process group, as a terminal starts it."""
    return subprocess.Popen(
        [sys.executable, "-m", "caladale", "solve", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


@pytest.mark.skipif(os.name != "posix", reason="sends a POSIX signal")
def test_ctrl_c_ends_a_batch_in_good_order() -> None:
    hands = ("long.json", "a.json", "long.json", "b.json")
    process = started(*hands, "--jobs", "2", "-o", "log.jsonl", "--format", "json")
    assert process.stderr is not None
    first = process.stderr.readline()
    os.killpg(process.pid, signal.SIGINT)  # Ctrl-C reaches the workers too
    out, err = process.communicate(timeout=100)
    assert first.startswith("a.json: optimal, 11 points")
    assert "Traceback" not in err
    told = json.loads(out)
    assert [one["file"] for one in told] == list(hands)
    assert [one["stop"] for one in told] == ["interrupted", "proved"] + ["interrupted"] * 2
    assert process.returncode == 3
    log = lines_of("log.jsonl")
    assert (log[0]["file"], log[0]["stop"]) == ("a.json", "proved")
    assert all(line["stop"] == "interrupted" and line["layout"] for line in log[1:])


@pytest.mark.skipif(os.name != "posix", reason="kills by signal")
def test_a_killed_batch_leaves_its_results_and_no_process(call: Call) -> None:
    settings = ("--jobs", "2", "-o", "log.jsonl")
    process = started("long.json", "a.json", *settings)
    assert process.stderr is not None
    assert process.stderr.readline().startswith("a.json: optimal")
    process.kill()
    # The streams end when all who hold them have ended, the workers too.
    process.communicate(timeout=100)
    code, _, err = call("a.json", "b.json", *settings)
    assert code == 0
    assert "1 of 2 hands are already in log.jsonl" in err


@pytest.mark.skipif(os.name != "posix", reason="runs a POSIX shell")
def test_a_closed_pipe_ends_quietly() -> None:
    script = f'"{sys.executable}" -m caladale solve a.json b.json --workers 1 2>err | true'
    assert subprocess.run(["sh", "-c", script], check=False).returncode == 0
    told = Path("err").read_text(encoding="utf-8").splitlines()
    assert [line.split(",")[0] for line in told] == ["a.json: optimal", "b.json: optimal"]


# ---- a single hand


@pytest.mark.skipif(os.name != "posix", reason="kills by signal")
def test_a_killed_solve_leaves_its_best_castle() -> None:
    process = started("long.json", "--workers", "1", "-o", "castle.json")
    assert process.stderr is not None
    first = process.stderr.readline()
    process.kill()
    process.communicate(timeout=100)
    total = score(read_layout(Path("castle.json").read_text(encoding="utf-8"))).total
    assert total is not None
    assert total >= int(first.split(", ")[1].split()[0])


def full(*_: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize(
    ("command", "form"),
    [
        (["solve", "a.json"], "json"),
        (["solve", "a.json"], "text"),
        (["challenge", "--two-player"], "json"),
    ],
)
def test_a_full_disk_costs_no_castle(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    command: list[str],
    form: str,
) -> None:
    Path("castle.json").write_text("precious", encoding="utf-8")
    before = sorted(Path().iterdir())
    monkeypatch.setattr(os, "fsync", full)
    arguments = [*command, "--workers", "1", "--format", form, "-o", "castle.json"]
    assert run(arguments) == 2
    out, err = capsys.readouterr()
    last = err.splitlines()[-1]
    assert last == "Error: cannot write castle.json: No space left on device"
    text = json.dumps(json.loads(out)["layout"]) if form == "json" else out.splitlines()[-1]
    assert score(read_layout(text)).verdict.complete
    assert Path("castle.json").read_text(encoding="utf-8") == "precious"
    assert sorted(Path().iterdir()) == before


def test_a_disk_that_is_full_for_a_while_costs_nothing(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    really, failures = os.fsync, iter([full])

    def full_at_first(handle: int) -> None:
        next(failures, really)(handle)

    monkeypatch.setattr(os, "fsync", full_at_first)
    assert call("a.json", "--workers", "1", "-o", "castle.json")[0] == 0
    assert score(read_layout(Path("castle.json").read_text(encoding="utf-8"))).total == 11


@pytest.mark.parametrize("name", ["none/castle.json", "x" * 300, "a.json/castle.json"])
@pytest.mark.parametrize("command", [["solve", "long.json"], ["challenge"]])
def test_an_output_that_cannot_be_written_is_told_before_the_search(
    capsys: pytest.CaptureFixture[str], command: list[str], name: str
) -> None:
    before = sorted(Path().iterdir())
    assert run([*command, "-o", name]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("Error: ")
    assert len(err.splitlines()) == 1
    assert sorted(Path().iterdir()) == before


def test_a_hint_is_gone_on_from_and_fixed_tiles_stay(call: Call) -> None:
    arguments = ("a.json", "--workers", "1", "--format", "json")
    best = json.loads(call(*arguments)[1])["layout"]
    Path("castle.json").write_text(write_json(read_layout(json.dumps(best))), encoding="utf-8")
    _, out, err = call(*arguments, "--hint", "castle.json")
    assert err.splitlines()[0] == "a castle of 4 tiles, 11 points"
    assert json.loads(out)["score"] == 11
    corner = "caladale solo2 0+4 - - gate-stone@0,0"
    Path("corner.txt").write_text(corner + "\r\n", encoding="utf-8")
    _, out, _ = call(*arguments, "--fixed", "corner.txt")
    assert read_layout(corner).tiles[0] in read_layout(json.dumps(json.loads(out)["layout"])).tiles


@pytest.mark.parametrize("option", ["--fixed", "--hint"])
def test_a_castle_of_other_tiles_does_not_fit_the_hand(call: Call, option: str) -> None:
    Path("other.txt").write_text("caladale solo2 0+4 - - gate-tree@0,0", encoding="utf-8")
    code, out, err = call("a.json", option, "other.txt")
    assert (code, out) == (2, "")
    assert err.startswith("Error: --fixed or --hint does not fit the hand: ")
    assert "gate-tree" in err


@pytest.mark.parametrize("option", ["--fixed", "--hint"])
def test_a_layout_that_cannot_be_read_ends_with_2(call: Call, option: str) -> None:
    for name in ("none.json", "a.json"):
        code, out, err = call("long.json", option, name)
        assert (code, out) == (2, "")
        assert err.startswith(f"Error: {name}: ")
