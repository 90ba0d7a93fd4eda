"""The command line: what it prints, what it keeps, and how it ends."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import jsonschema
import pytest

from castle_companions import __version__
from castle_companions.conflict.cards import Seat
from castle_companions.conflict.cli import cli
from castle_companions.conflict.readings import DEFAULT
from castle_companions.conflict.record import GameRecord
from castle_companions.conflict.session import new_session
from castle_companions.conflict.simulate import Result
from castle_companions.records import Exit, read_record, record_text, run


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


class Ran:
    """How a command ended, and what it printed."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err


@pytest.fixture
def conflict(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Conflict:
    assert folder.exists()
    return Conflict(monkeypatch, capsys)


class Conflict:
    """Runs ``castle-conflict`` in this process, in a folder of its own."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch, self._capsys = monkeypatch, capsys

    def __call__(self, *arguments: str, typed: str = "") -> Ran:
        lines = iter(typed.splitlines())

        def answer(prompt: str) -> str:
            print(prompt, end="")  # noqa: T201 - as `input` does
            try:
                return next(lines)
            except StopIteration:
                raise EOFError from None

        self._monkeypatch.setattr("builtins.input", answer)
        self._monkeypatch.setattr(sys, "argv", ["castle-conflict", *arguments])
        with pytest.raises(SystemExit) as left:
            run(cli, "castle-conflict")
        printed = self._capsys.readouterr()
        assert isinstance(left.value.code, int)
        return Ran(left.value.code, printed.out, printed.err)


def test_version_and_help(conflict: Conflict) -> None:
    assert conflict("--version").out == f"castle-conflict, version {__version__}\n"
    for command in ("play", "odds", "simulate", "show", "readings", "schema"):
        done = conflict(command, "--help")
        assert (done.code, done.err) == (Exit.FINE, "")
        assert f"castle-conflict {command}" in done.out
    assert conflict().code == Exit.BAD_INPUT


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["plau"], "No such command 'plau'"),
        (["simulate", "greed", "random"], "'greed' is not one of"),
        (
            ["odds", "--rule", "armin=segment"],
            'there is no reading "armin"; did you mean "arming"?',
        ),
        (["odds", "--rule", "arming"], 'arming is segment or whole-wall, not ""'),
        (["play", "--ruler", "5H"], "a ruler is a king or queen"),
        (["play", "-"], "a game is kept in a file"),
        (["play", "none/game.json"], "none/game.json: cannot be written: No such file"),
        (["show", "none.json"], "none.json: cannot be read: No such file"),
    ],
)
def test_bad_usage_has_exit_code_2(conflict: Conflict, arguments: list[str], told: str) -> None:
    done = conflict(*arguments)
    assert done.code == Exit.BAD_INPUT
    assert told in done.err
    assert list(Path.cwd().iterdir()) == []


def test_odds_as_json_and_as_fractions(conflict: Conflict) -> None:
    data = json.loads(conflict("odds", "--check", "1000", "--seed", "2", "--format", "json").out)
    first = data["attacks"][0]
    assert first["attack"] == "ram"
    assert first["beats"]["4"] == {"exact": "1/2", "chance": 0.5}
    assert abs(first["worst"]["standard_errors"]) < 4
    assert (data["seed"], data["throws"]) == (2, 1000)
    assert "49/432" in conflict("odds", "--exact").out


def test_simulate_gives_the_same_games_for_a_seed(conflict: Conflict) -> None:
    arguments = ["simulate", "greedy", "random", "--games", "4", "--seed", "5"]
    done = conflict(*arguments)
    assert done.out.startswith("4 games, seed 5: 0 drawn, ")
    assert conflict(*arguments).out == done.out
    data = json.loads(conflict(*arguments, "--format", "json").out)
    assert data["players"][0]["wins"] == 4
    assert data["players"][0]["interval"][0] == pytest.approx(0.510, abs=0.001)


def test_a_stopped_simulation_tells_what_was_played(
    conflict: Conflict, monkeypatch: pytest.MonkeyPatch
) -> None:
    def two(*_: object) -> Iterator[Result]:
        yield Result(0, 10)
        yield Result(1, 20)
        raise KeyboardInterrupt

    # The package has a command of the same name, which hides the module.
    monkeypatch.setattr(sys.modules["castle_companions.conflict.cli.simulate"], "games", two)
    done = conflict("simulate", "random", "random", "--seed", "1")
    assert done.code == Exit.INTERRUPTED
    assert done.out.startswith("2 games, seed 1: 0 drawn, 15.0 turns on average\n")


def test_a_random_seed_is_printed(conflict: Conflict) -> None:
    arguments = ["simulate", "random", "random", "--games", "1", "--turn-limit", "4"]
    printed = conflict(*arguments).out
    seed = printed.partition("seed ")[2].partition(":")[0]
    assert conflict(*arguments, "--seed", seed).out == printed


def test_a_game_is_kept_by_every_move_and_goes_on(conflict: Conflict, folder: Path) -> None:
    done = conflict("play", "--seed", "4", "--ruler", "qs", typed="build wall 10D\n")
    assert done.code == Exit.FINE
    assert "you: build wall 10D" in done.out
    assert "The game is kept in castle-conflict.json." in done.out
    record = read_record(GameRecord, folder / "castle-conflict.json")
    assert [move.action for move in record.moves] == ["build"]
    assert record.sides[0].ruler == "QS/1"

    again = conflict("play", typed="arm w1 KS\nquit\n")
    assert "The game in castle-conflict.json goes on; its seed is 4." in again.out
    assert "searching: " in again.out
    record = read_record(GameRecord, folder / "castle-conflict.json")
    assert len(record.moves) == 4
    assert conflict("show", "castle-conflict.json").code == Exit.FINE


def test_a_game_that_is_there_is_not_written_over(conflict: Conflict, folder: Path) -> None:
    conflict("play", "--seed", "4")
    before = (folder / "castle-conflict.json").read_bytes()
    done = conflict("play", "--seed", "5")
    assert done.code == Exit.BAD_INPUT
    assert "holds a game, which goes on as it began" in done.err
    assert (folder / "castle-conflict.json").read_bytes() == before
    assert conflict("play", "--new", "--seed", "5").code == Exit.FINE
    assert read_record(GameRecord, folder / "castle-conflict.json").seed == 5


def test_questions_and_mistakes_cost_nothing(conflict: Conflict, folder: Path) -> None:
    typed = "\n".join(
        [
            "help", "hint", "odds", "board", "", "undo", "buidl wall 5H", "undp", "build wall 2S",
            "build moat 10D", "arm w9 KS", "attack w1", "attack w1+w2 r", "discard", "draw now",
            "draw", "fortify r KS",
        ]
    )  # fmt: skip
    done = conflict("play", "--seed", "4", "--ruler", "QS", typed=typed)
    assert done.code == Exit.FINE
    for told in (
        "Type an action:",
        "The searching player would choose",
        "There is no attack that you could make.",
        "There is nothing to take back",
        'there is no action "buidl"; did you mean "build"?',
        'did you mean "undo"?',
        'there is no "2S" in your hand',
        'build a wall, a tower or the keep, not "moat"',
        '"w9" is no place',
        "say it like: attack w1 w3",
        "That is against the rules: wall 1 is not armed.",
        "say it like: discard 5H",
        'nothing follows here, not "now"',
        "That is against the rules: the hand holds 6 cards already.",
        "That is against the rules: a ruler is fortified with a card of its rank.",
    ):
        assert told in done.out
    assert read_record(GameRecord, folder / "castle-conflict.json").moves == ()


def test_undo(conflict: Conflict, folder: Path) -> None:
    done = conflict("play", "--seed", "4", "--ruler", "QS", typed="build wall 10D\nundo\n")
    assert "Taken back." in done.out
    assert read_record(GameRecord, folder / "castle-conflict.json").moves == ()


def test_a_game_to_its_end(conflict: Conflict, folder: Path) -> None:
    # The computer plays both sides: each time the person takes what the hint says.
    session = new_session(("you", "random"), 2, Seat.ONE, DEFAULT)
    (folder / "game.json").write_text(record_text(session.record), encoding="utf-8")
    out = ""
    for _ in range(400):
        hint = conflict("play", "game.json", typed="hint\n").out
        if "won in turn" in hint:
            out = hint
            break
        best = hint.partition("is a game won):\n")[2].splitlines()[0]
        action = best.strip().partition("  ")[2].partition(" (beats")[0]
        out = conflict("play", "game.json", typed=action).out
        if "won in turn" in out:
            break
    assert "The game is over: you won in turn" in out
    done = conflict("show", "game.json", "--moves")
    assert (done.code, "is captured" in done.out) == (Exit.FINE, True)
    data = json.loads(conflict("show", "game.json", "--format", "json").out)
    assert (data["valid"], data["winner"], data["to_move"]) == (True, 1, None)
    again = conflict("play", "game.json")
    assert (again.code, "The game is over" in again.out) == (Exit.FINE, True)


def test_broken_games_have_exit_code_1_or_2(conflict: Conflict, folder: Path) -> None:
    session = new_session(("you", "random"), 2, Seat.ONE, DEFAULT)
    text = record_text(session.record)
    path = folder / "game.json"
    path.write_text(text.replace('"moves": []', '"moves": [{"action": "pass"}]'), encoding="utf-8")
    done = conflict("show", "game.json")
    assert (done.code, done.out) == (Exit.BREAKS_RULES, "")
    assert done.err.startswith("game.json: moves[0]: pass: an action is given up only")
    path.write_text(text.replace('"moves": []', '"moves": [{"action": "pas"}]'), encoding="utf-8")
    done = conflict("play", "game.json")
    assert (done.code, done.out) == (Exit.BAD_INPUT, "")
    assert 'did you mean "pass"?' in done.err
    path.write_text(text.replace('"you"', '"me"'), encoding="utf-8")
    assert conflict("play", "game.json").code == Exit.BAD_INPUT


def test_names_in_files_do_not_act_on_the_terminal(conflict: Conflict, folder: Path) -> None:
    session = new_session(("\x1b[31m[red]", "random"), 2, Seat.ONE, DEFAULT)
    (folder / "game.json").write_text(record_text(session.record), encoding="utf-8")
    assert "\\x1b[31m[red] (side 1)" in conflict("show", "game.json").out


def test_the_schema_fits_a_game(conflict: Conflict) -> None:
    printed = conflict("schema").out
    kept = Path(__file__).parents[2] / "docs" / "schemas" / "castle-conflict-1.json"
    assert printed == kept.read_text(encoding="utf-8")
    schema = json.loads(printed)
    jsonschema.Draft202012Validator.check_schema(schema)
    record = new_session(("you", "random"), 2, Seat.ONE, DEFAULT).record
    jsonschema.validate(json.loads(record_text(record)), schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"format": "castle-conflict/1"}, schema)


def _program() -> list[str]:
    return [str(Path(sys.executable).parent / "castle-conflict")]


def test_ctrl_c_keeps_the_game(folder: Path) -> None:
    with subprocess.Popen(
        [*_program(), "play", "--seed", "4"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("discard 10D\n")
        process.stdin.flush()
        while "in hand:" not in process.stdout.readline():
            pass
        while "you: discard" not in process.stdout.readline():
            pass
        time.sleep(0.2)  # only so that it is asking again; it would be kept without
        os.kill(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert process.returncode == Exit.INTERRUPTED
    assert "The game is kept in castle-conflict.json." in out
    assert err == "stopped\n"
    assert len(read_record(GameRecord, folder / "castle-conflict.json").moves) == 1


@pytest.mark.usefixtures("folder")
def test_a_pipe_that_closes_is_no_fault() -> None:
    command = f"{_program()[0]} schema | head -n 1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert done.stdout == "{\n0\n"
    assert done.stderr == ""
