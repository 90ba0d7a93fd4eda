"""The benchmarks as one command: parts, tables, files, and answers that are kept."""

from __future__ import annotations

import csv
import json
from collections.abc import Collection
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import msgspec
import pytest

from benchmarks import __main__ as command
from benchmarks import hands
from benchmarks.answers import Answers
from benchmarks.cases import as_a_whole, case_by_case
from benchmarks.contest import contest
from benchmarks.growth import growth
from benchmarks.peers.field import PEERS
from benchmarks.report import Report, Series, search_settings, times_to_proof
from benchmarks.stopping import run
from caladale.core.hand import Hand
from caladale.core.layout import Variant
from caladale.games.deal import deal_hand
from caladale.solve import SolveResult, Stop, best_castle
from caladale.solve.hand.problem import HandProblem

pytest.importorskip("matplotlib")


def report(*series: Series, limit: float | None = None) -> Report:
    return Report(
        part="fake",
        title="Nothing much",
        unit="s",
        settings={"seeds": "0-2"},
        rows=[{"name": one.name, "seconds": value} for one in series for value in one.values],
        series=series,
        limit=limit,
    )


OURS = Series("ours", (1.0, 2.0, 4.0), "3 of 3 proved")
OTHER = Series("another", (2.0, 8.0, 8.0), "1 of 3 proved")


def test_what_is_not_proved_counts_as_the_limit() -> None:
    rows = [{"seconds": 0.5}, {"seconds": 3.1}, {"seconds": 2.0}]
    assert times_to_proof(rows, [True, False, True], 3.0) == (0.5, 3.0, 2.0)
    with pytest.raises(ValueError, match="shorter"):
        times_to_proof(rows, [True], 3.0)


def test_the_settings_of_a_search_are_told_whole() -> None:
    told = search_settings(range(3, 10), time_limit=0.5, workers=2)
    assert told == {"seeds": "3-9", "time limit": "0.5 s", "workers": 2}


def test_the_table_tells_quartiles_and_ratios() -> None:
    lines = report(OURS, OTHER, limit=8).text().splitlines()
    row = {line.split()[0]: line.split()[1:] for line in lines if line}
    # 1, 2, 4 have the quartiles 1.5 and 3 and the geometric mean 2.
    assert row["ours"][:5] == ["3", "1.5", "2", "3", "2"]
    # 2, 8, 8: the mean is the cube root of 128, 2.52 times the other.
    assert row["another"][:7] == ["3", "5", "8", "8", "5.04", "4.00x", "2.52x"]
    assert "what was not proved counts as the limit of 8 s" in lines
    assert "seeds 0-2" in lines


def test_the_table_of_a_single_run_and_of_a_score_below_nothing() -> None:
    lines = report(Series("once", (-3.0,)), Series("then", (5.0,))).text().splitlines()
    row = {line.split()[0]: line.split()[1:] for line in lines if line}
    assert row["once"] == ["1", "-3", "-3", "-3"]
    assert row["then"] == ["1", "5", "5", "5", "5"], "no ratio to a loss"


def test_without_a_series_only_the_settings_are_told() -> None:
    lines = report().text().splitlines()
    assert len(lines) == 3
    assert lines[-1] == "seeds 0-2"


def test_a_report_writes_table_rows_and_plot(tmp_path: Path) -> None:
    paths = report(OURS, OTHER).write(tmp_path / "new" / "folder")
    assert [path.name for path in paths] == ["fake.txt", "fake.csv", "fake.svg"]
    with paths[1].open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert [row["name"] for row in rows] == ["ours"] * 3 + ["another"] * 3
    picture = ET.parse(paths[2]).getroot()  # noqa: S314 - our own file
    assert picture.tag.endswith("svg")
    assert "another" in paths[2].read_text(encoding="utf-8")


def test_series_with_places_make_a_curve(tmp_path: Path) -> None:
    low, high = Series("8 tiles", (0.1, 0.2), at=8), Series("12 tiles", (30.0, 60.0), at=12)
    curve = report(low, high, limit=60)
    text = curve.write(tmp_path)[2].read_text(encoding="utf-8")
    assert "median" in text
    assert "time limit, also for what was not proved" in text


def test_answers_are_asked_once_and_a_cut_off_line_is_dropped(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    assert Answers(log).ask("one", lambda: [1, True]) == [1, True]
    with log.open("a", encoding="utf-8") as lines:
        lines.write('{"key": "two", "ans')
    again = Answers(log)
    assert again.ask("one", lambda: pytest.fail("asked twice")) == [1, True]
    assert again.ask("two", lambda: 2) == 2
    kept = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    assert kept == [{"key": "one", "answer": [1, True]}, {"key": "two", "answer": 2}]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The command with a single part, which notes how often it has to work."""
    calls: list[int] = []

    def part(quick: bool, workers: int, log: Path) -> Report:
        assert quick
        Answers(log).ask("work", lambda: calls.append(workers))
        return report(OURS, OTHER)

    monkeypatch.setattr(command, "PARTS", {"fake": part})
    return calls


def test_the_command_runs_its_parts_and_writes(
    asked: list[int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["--quick", "--workers", "3", "--out", str(tmp_path)]
    assert command.main(arguments) == 0
    out = capsys.readouterr().out
    assert report(OURS, OTHER).text() in out
    assert str(tmp_path / "fake.svg") in out
    assert command.main(["fake", *arguments, "--resume"]) == 0
    assert asked == [3]
    assert command.main(["fake", *arguments]) == 0
    assert asked == [3, 3]


@pytest.mark.parametrize(
    "arguments", [["nonsense"], ["--workers", "0"], ["fake", "--out", "{file}/folder"]]
)
def test_the_command_refuses_what_it_cannot_do(
    asked: list[int], arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "file"
    file.write_text("", encoding="utf-8")
    with pytest.raises(SystemExit) as end:
        command.main([argument.format(file=file) for argument in arguments])
    assert end.value.code == 2
    assert "error: " in capsys.readouterr().err
    assert not asked


def test_without_matplotlib_the_command_says_what_to_install(
    asked: list[int], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("benchmarks.report.find_spec", lambda _name: None)
    with pytest.raises(SystemExit) as end:
        command.main(["--quick"])
    assert end.value.code == 2
    assert "caladale[benchmarks]" in capsys.readouterr().err
    assert not asked


def test_ctrl_c_ends_the_command_with_a_word(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(_quick: bool, _workers: int, _log: Path) -> Report:
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "PARTS", {"fake": stopped})
    assert command.main(["--out", str(tmp_path)]) == 130
    assert "--resume" in capsys.readouterr().err


def test_growth_goes_on_from_its_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "growth.jsonl"
    first = growth((1, 2), range(2), time_limit=60, workers=1, log=log)
    assert [row["status"] for row in first.rows] == ["optimal"] * 4
    assert [one.at for one in first.series] == [1, 2]
    assert "2 of 2 proved" in capsys.readouterr().out + first.text()
    again = growth((1, 2), range(2), time_limit=60, workers=1, log=log)
    assert again.rows == first.rows
    assert len(log.read_text(encoding="utf-8").splitlines()) == 4


def test_growth_counts_what_is_not_proved_as_the_limit(tmp_path: Path) -> None:
    log = tmp_path / "growth.jsonl"
    row = {"tiles": 9, "seed": 0, "status": "feasible", "score": 7, "bound": 9, "seconds": 2.5}
    key = "9 tiles, seed 0, 2 s, 1 workers"
    log.write_text(json.dumps({"key": key, "answer": row}) + "\n", encoding="utf-8")
    found = growth((9,), range(1), time_limit=2, workers=1, log=log)
    assert found.series[0].values == (2,)
    assert found.series[0].note == "0 of 1 proved"


@pytest.mark.parametrize("part", ["contest", "growth"])
def test_an_answer_that_ctrl_c_cut_short_is_not_kept(
    part: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def cut_short(hand: Hand, **settings: Any) -> SolveResult:
        return msgspec.structs.replace(best_castle(hand, **settings), stop=Stop.INTERRUPTED)

    monkeypatch.setattr(f"benchmarks.{part}.best_castle", cut_short)
    log = tmp_path / "log.jsonl"
    settings: dict[str, Any] = {"time_limit": 60, "workers": 1, "log": log}

    def script() -> None:
        if part == "contest":
            contest(1, range(1), peers=[], **settings)
        else:
            growth((1,), range(1), **settings)

    assert run(script) == 130
    assert "--log" in capsys.readouterr().err
    assert not log.exists() or not log.read_text(encoding="utf-8")


def test_a_script_that_ends_by_itself_says_how() -> None:
    assert run(lambda: None) == 0
    assert run(lambda: 1) == 1


def test_a_contest_names_the_peers_that_are_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("benchmarks.contest.version_of", lambda _needed: None)
    found = contest(1, range(1), time_limit=60, workers=1)
    names = [one.name for one in found.series]
    assert names == ["ours", "flat", "annealing"]
    assert len({row["score"] for row in found.rows if "score" in row}) == 1
    for path in found.write(tmp_path):
        text = path.read_text(encoding="utf-8")
        assert "HiGHS" in text, path
        assert "highspy" in text, path


def test_a_contest_goes_on_from_its_log_and_leaves_out_who_exchanges_nothing(
    tmp_path: Path,
) -> None:
    log = tmp_path / "hands.jsonl"
    answer = {"key": "ours 3 ('solo2', 9, 2.0, 1)", "answer": [7, False, 2.5]}
    log.write_text(json.dumps(answer) + "\n", encoding="utf-8")
    found = contest(
        9,
        range(3, 4),
        time_limit=2,
        workers=1,
        peers=["annealing"],
        variant=Variant.SOLO2,
        log=log,
    )
    assert [(one.name, one.values) for one in found.series] == [("ours", (2,))]
    assert found.rows[-1] == {"solver": "annealing", "left out": "exchanges nothing"}
    assert "left out annealing (exchanges nothing)" in found.text()


@pytest.mark.parametrize(
    ("arguments", "asked"),
    [
        ([], []),
        (["--peers"], ["flat", "clingo"]),
        (["--peers", "RC2", "annealing"], ["RC2", "annealing"]),
        (["--peers", "all"], list(PEERS)),
    ],
)
def test_the_command_for_hands_asks_who_is_named(
    arguments: list[str],
    asked: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def fake(tiles: int, seeds: range, *, peers: Collection[str], **_: object) -> Report:
        assert (tiles, seeds) == (9, range(4, 6))
        assert list(peers) == asked
        return report(OURS, OTHER)

    monkeypatch.setattr(hands, "contest", fake)
    hands.main(["--tiles", "9", "--first", "4", "--hands", "2", *arguments])
    assert capsys.readouterr().out == report(OURS, OTHER).text()


@pytest.mark.parametrize("arguments", [["--peers", "nobody"], ["--hands", "0"]])
def test_the_command_for_hands_refuses_what_it_cannot_do(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        hands.main(arguments)
    assert end.value.code == 2
    assert "error: " in capsys.readouterr().err


@pytest.mark.parametrize("seed", [1, 7])
def test_a_score_has_the_same_answer_as_a_whole_and_case_by_case(seed: int) -> None:
    hand = deal_hand(Variant.STANDARD, seed, own=6)
    problem = HandProblem(hand, fixed=None, complete_only=True)
    bound = problem.most_points.complete
    assert bound is not None
    answers = set()
    for points in range(bound, bound - 8, -1):
        whole, work = as_a_whole(problem, points, 30.0)
        assert case_by_case(problem, points, 30.0).startswith(f"{whole} ")
        assert work < 30
        answers.add(whole)
    assert answers == {"found", "refuted"}
