"""The log of a game where castles are wanted: scored, drawn, converted, and in a gallery."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from caladale.cli import run
from caladale.core.layout import Variant
from caladale.games.move import Build, Place, Slide
from caladale.games.record import GameRecord
from caladale.games.setup import Setup
from caladale.notation import read_layout, read_layouts
from tests.support.random_play import some_move

GATE = Place(tile="gate-stone", x=1, y=0)


@pytest.fixture
def logs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a game for one player and one for three."""
    monkeypatch.chdir(tmp_path)
    GameRecord(Setup(variant=Variant.SOLO1, seed=3), [GATE, Slide(x=-1)]).save(Path("one.json"))
    chance = random.Random(5)
    record = GameRecord(Setup(variant=Variant.STANDARD, players=3, seed=5))
    while sum(isinstance(move, Build) for move in record.moves) < 12:
        record.push(some_move(record.state, chance))  # type: ignore[arg-type]
    record.save(Path("three.json"))
    Path("castle.txt").write_text("caladale standard 0+4 - - gate-tree@1,0\n")
    return tmp_path


def test_a_log_of_one_player_is_scored_as_a_castle(
    logs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    del logs
    assert run(["score", "one.json"]) == 0
    assert "one.json: legal; not complete" in capsys.readouterr().out
    assert run(["validate", "one.json"]) == 0
    assert "one.json: legal" in capsys.readouterr().out


def test_the_seats_of_a_log_are_scored_side_by_side(
    logs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    del logs
    assert run(["score", "three.json", "castle.txt", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    names = [one["file"] for one in found]
    assert names == ["three.json[0]", "three.json[1]", "three.json[2]", "castle.txt"]
    assert run(["convert", "three.json", "--to", "line", "-o", "three.txt"]) == 0
    castles = read_layouts(Path("three.txt").read_text())
    for seat, castle in enumerate(castles):
        assert castle.flipped == found[seat]["score"]["flipped"]
    assert run(["score", "three.json"]) == 0
    assert "three.json[2]" in capsys.readouterr().out


def test_a_castle_of_a_log_is_chosen_by_its_seat(
    logs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    del logs
    run(["convert", "three.json", "--to", "line"])
    lines = capsys.readouterr().out.splitlines()
    assert run(["convert", "three.json", "--to", "json", "--seat", "2", "-o", "c.json"]) == 0
    assert read_layout(Path("c.json").read_text()) == read_layout(lines[2])
    assert run(["render", "three.json", "--seat", "1"]) == 0
    alone = capsys.readouterr().out
    Path("b.txt").write_text(lines[1])
    assert run(["render", "b.txt"]) == 0
    assert capsys.readouterr().out == alone


def test_a_game_is_drawn_move_by_move(logs: Path) -> None:
    del logs
    assert run(["render", "one.json", "--steps", "-o", "one.html"]) == 0
    assert Path("one.html").read_text().count('class="castle"') == 3
    assert run(["render", "three.json", "--steps", "--seat", "0", "-o", "three.html"]) == 0
    assert Path("three.html").read_text().count('class="castle"') > 1


def test_a_gallery_shows_logs_too(logs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    del logs
    assert run(["gallery", ".", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    names = [one["name"] for one in found["castles"]]
    assert names == ["castle.txt", "one.json", "three.json[0]", "three.json[1]", "three.json[2]"]
    assert found["unreadable"] == []


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("render three.json", "there are 3 castles here"),
        ("render three.json", "--seat chooses one of the log of a game"),
        ("render one.json --steps", "are drawn into a page only"),
        ("render one.json --steps -o one.svg", "are drawn into a page only"),
        ("render three.json --steps -o x.html", "is a game of 3: say whose castle with --seat"),
        ("render castle.txt --steps -o x.html", "the log of a game is wanted here"),
        ("render three.json --seat 3", "three.json has seats 0 to 2"),
        ("render one.json --seat 1", "one.json has only seat 0"),
        ("convert castle.txt --to json --seat 0", "castle.txt is no log of a game"),
        ("convert three.json --to json", "such a file holds one"),
        ("repair one.json", "'caladale convert' writes its castle"),
        ("render torn.json", "move 1 is off"),
    ],
)
def test_what_a_log_cannot_give_is_refused(
    logs: Path, capsys: pytest.CaptureFixture[str], line: str, message: str
) -> None:
    del logs
    text = Path("one.json").read_text()
    Path("torn.json").write_text(text.replace("gate-stone", "gate-stove"))
    assert run(line.split()) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert message in err
    assert not Path("x.html").exists()
