"""``caladale advise``: text and JSON, and every way to be refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from caladale.cli import run
from caladale.construct.beam_search import BeamEffort
from caladale.core.layout import Variant
from caladale.games.move import Draw, Flip, Keep
from caladale.games.record import GameRecord
from caladale.games.setup import Setup
from caladale.players import standard_adviser
from caladale.players.policies import standard

TWO = Setup(variant=Variant.STANDARD, players=2, seed=7)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A game of two after the first turn of seat 0."""
    path = tmp_path / "game.json"
    GameRecord(TWO, [Draw(tile="stone-tower-2"), Keep()]).save(path)
    return path


def test_advice_is_told_in_words(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["advise", str(log)]) == 0
    out, err = capsys.readouterr()
    lines = out.splitlines()
    assert lines[0].startswith(" 1.   3.0  draw stone-tower-3, then keep: a tower top scores 3")
    assert any("draw blind: the mean of what may come" in line for line in lines)
    assert lines[-1].startswith("For seat 1: the points that a tile is expected to add")
    assert err == ""


def test_advice_is_told_as_json(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["advise", str(log), "--format", "json", "--seed", "3"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["file"], told["variant"]) == (str(log), "standard")
    assert told["options"][0]["moves"] == [
        {"move": "draw", "tile": "stone-tower-3"},
        {"move": "keep"},
    ]
    assert told["options"][0]["value"] == 3
    assert "seed 3" in told["how"]


def test_a_castle_to_build_is_drawn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(standard_adviser, "FINAL", BeamEffort(4, 1))
    record = GameRecord(TWO)
    while standard(record).undrawn:
        record.push(Draw(tile=standard(record).supply[0]))
        record.push(Keep() if len(record.moves) < 90 else Flip())
    path = tmp_path / "game.json"
    record.save(path)
    assert run(["advise", str(path)]) == 0
    out = capsys.readouterr().out
    best = out.splitlines()[0]
    assert ", then done: a castle of" in best
    # What is drawn below has the flipped tiles in its score.
    total = best.rsplit("scores ", 1)[1]
    assert f"It scores {total} points." in out


def test_a_damaged_log_is_refused(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = log.read_text().replace('"keep"', '"timer"')
    log.write_text(text)
    assert run(["advise", str(log)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    why = "move 2 is off: flip the timer: there is no such move in Standard"
    assert err == f"Error: {log}: line 9, column 3, moves[1]: {why}\n"


def test_what_is_no_log_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for text, why in (
        ("", "this is not JSON"),
        ("[]", "an object is wanted here"),
        ("{}", "format"),
        ('{"format": "caladale-layout/1"}', "format"),
    ):
        path = tmp_path / "other.json"
        path.write_text(text)
        assert run(["advise", str(path)]) == 2
        assert why in capsys.readouterr().err
    assert run(["advise", str(tmp_path / "none.json")]) == 2
    assert "No such file" in capsys.readouterr().err


def test_a_game_without_an_adviser_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "speed.json"
    setup = Setup(variant=Variant.SPEED, players=2)
    GameRecord(setup).save(path)
    assert run(["advise", str(path)]) == 2
    assert "there is advice for standard" in capsys.readouterr().err
