"""``caladale challenge``: answers, goals, files, resuming, and what goes wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from caladale import solve
from caladale.cli import run
from caladale.core.layout import Layout
from caladale.core.readings import Readings
from caladale.notation import read_layout, write_json
from caladale.rules.score_sheet import score
from caladale.solve import ChallengeResult, Stop
from caladale.solve.all_tiles.problem import Challenge


def challenge(capsys: pytest.CaptureFixture[str], *options: str, code: int = 0) -> dict[str, Any]:
    assert run(["challenge", "--workers", "1", "--format", "json", *options]) == code
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    return answer


def castle(answer: dict[str, Any]) -> Layout:
    return read_layout(json.dumps(answer["layout"]))


def test_all_tiles_are_placed(capsys: pytest.CaptureFixture[str]) -> None:
    answer = challenge(capsys, "--seed", "3")
    assert (answer["status"], answer["placed"], answer["wanted"]) == ("optimal", 76, 76)
    assert (answer["score"], answer["bound"], answer["stop"]) == (169, 169, "proved")
    assert (answer["seed"], answer["workers"], answer["time_limit"]) == (3, 1, 120)
    sheet = score(castle(answer))
    assert (sheet.total, sheet.verdict.complete) == (169, True)


def test_the_text_draws_the_castle_and_tells_how_to_get_it_again(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["challenge", "--workers", "1", "--two-player"]) == 0
    out = capsys.readouterr().out
    assert "49 of 49 tiles" in out
    assert "seed 0, 1 worker, " in out
    assert "It is complete." in out


def test_counting_settles_what_cannot_be(capsys: pytest.CaptureFixture[str]) -> None:
    four = challenge(capsys, "--ground", "4")
    assert (four["status"], four["placed"], four["score"]) == ("optimal", 75, 167)
    assert "187 castle edges" in four["obstacle"]
    two = challenge(capsys, "--max-width", "2", code=3)
    assert (two["status"], two["layout"], two["bound"]) == ("infeasible", None, None)


def test_what_is_proved_of_all_gates_is_not_said_of_all_castles(
    capsys: pytest.CaptureFixture[str],
) -> None:
    three = challenge(capsys, "--ground", "3", "--seed", "4")
    assert (three["status"], three["placed"], three["score"]) == ("optimal", 75, 167)
    assert three["obstacle"] == "4 gates stand on the ground, which has 3 columns."
    assert three["cannot_be"] == f"No complete castle has all 4 gates: {three['obstacle']}"
    assert run(["challenge", "--workers", "1", "--ground", "3", "--attempts", "1"]) == 0
    assert three["cannot_be"] in capsys.readouterr().out


def test_goals_are_kept(capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--two-player", "--max-width", "5", "--max-height", "12", "--no-holes")
    layout = castle(challenge(capsys, *options))
    columns = [placed.x for placed in layout.tiles]
    assert max(columns) - min(columns) < 5
    assert max(placed.y for placed in layout.tiles) < 12


def test_readings_are_kept(capsys: pytest.CaptureFixture[str]) -> None:
    answer = challenge(capsys, "--rule", "gate_sides=sky", "--rule", "gate_counts=no")
    assert (answer["placed"], answer["score"], answer["bound"]) == (76, 161, 161)
    assert castle(answer).rules.gate_sides == "sky"


def test_fewer_tiles_are_an_answer(capsys: pytest.CaptureFixture[str]) -> None:
    answer = challenge(capsys, "--max-height", "4", "--attempts", "14")
    assert (answer["status"], answer["stop"]) == ("feasible", "attempts")
    assert 0 < answer["placed"] < 76
    assert answer["attempts"] == 14
    assert score(castle(answer)).verdict.complete


def test_the_best_castle_is_kept_in_a_file_and_gone_on_from(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "best.json"
    first = challenge(capsys, "--max-height", "4", "--attempts", "14", "-o", str(path))
    kept = read_layout(path.read_text(encoding="utf-8"))
    assert kept == castle(first)
    assert list(tmp_path.iterdir()) == [path]
    options = ("--max-height", "4", "--attempts", "1", "--resume", "-o", str(path))
    again = challenge(capsys, *options)
    assert again["placed"] >= first["placed"]


SMALL = (
    "caladale all-tiles 0+4 - - gate-stone@1,0 stone-tower-1@1,1 stone-edge-1@2,0E "
    "stone-edge-2@0,0W"
)


@pytest.mark.parametrize(
    ("content", "word"),
    [
        ("caladale all-tiles 0+4,4+4 - - gate-stone@0,0", "not complete"),
        ("caladale all-tiles 0+4,4+4 - - stone-four-1@0,0", "breaks T4"),
        (SMALL, "other ground, 0+4 and not 0+4,4+4"),
        ("{", "not JSON"),
    ],
)
def test_what_cannot_be_gone_on_from_is_told_and_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str, word: str
) -> None:
    path = tmp_path / "best.json"
    path.write_text(content, encoding="utf-8")
    assert run(["challenge", "--resume", "-o", str(path)]) == 2
    assert word in capsys.readouterr().err
    assert path.read_text(encoding="utf-8") == content


def test_resuming_without_a_castle_begins_anew(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "best.json"
    assert challenge(capsys, "--two-player", "--resume", "-o", str(path))["placed"] == 49
    assert path.read_text(encoding="utf-8") == write_json(
        read_layout(path.read_text(encoding="utf-8"))
    )


@pytest.mark.parametrize(
    "options",
    [
        ["--resume"],
        ["--resume", "--all-readings", "-o", "x"],
        ["--all-readings", "--attempts", "3"],
        ["--time-limit", "0"],
        ["--time-limit", "nan"],
        ["--ground", "0"],
        ["--rule", "overhang=sideways"],
        ["-o", "."],
        ["-o", "missing/best.json", "--two-player"],
    ],
)
def test_bad_usage_ends_with_2(
    options: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["challenge", *options]) == 2
    assert list(tmp_path.iterdir()) == []


def test_every_reading_is_surveyed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # On three columns counting refutes each reading at once, so the survey itself is what is seen.
    options = ["--all-readings", "--ground", "3", "-o", str(tmp_path / "s"), "--format", "json"]
    options += ["--time-limit", "0.05"]
    assert run(["challenge", *options]) == 0
    table = json.loads(capsys.readouterr().out)
    assert len(table) == 14
    assert {row["answer"] for row in table} == {"impossible"}
    assert all("3 columns" in row["remark"] for row in table)
    lines = (tmp_path / "s" / "table.md").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 2 + len(table)


def test_ctrl_c_ends_the_survey_and_keeps_what_it_has(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def pressed(problem: Challenge, **settings: Any) -> ChallengeResult:
        result = solve.challenge(problem, **settings)
        if problem.rules == Readings():
            return result
        return msgspec.structs.replace(result, stop=Stop.INTERRUPTED)

    monkeypatch.setattr("caladale.solve.all_tiles.readings_survey.challenge", pressed)
    options = ["--all-readings", "--ground", "3", "-o", str(tmp_path), "--format", "json"]
    options += ["--time-limit", "0.05"]
    assert run(["challenge", *options]) == 0
    assert len(json.loads(capsys.readouterr().out)) == 2
    assert len((tmp_path / "table.md").read_text(encoding="utf-8").splitlines()) == 2 + 2


def test_a_folder_that_cannot_be_made_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "taken"
    path.write_text("mine", encoding="utf-8")
    assert run(["challenge", "--all-readings", "-o", str(path)]) == 2
    assert capsys.readouterr().err == f"Error: cannot write {path}: File exists\n"
    assert path.read_text(encoding="utf-8") == "mine"
