"""What is set outside the command line: which goes before which, and what is told of a mistake."""

from __future__ import annotations

import json
import os
import pty
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest

from caladale.cli import COMMANDS, cli, run
from caladale.cli.completion import BashByLine
from caladale.core.readings import READINGS
from caladale.rules.catalogue import RULES
from tests.support.places import CASES, TILE_FILE

WILD = "caladale standard 0+4 - - gate-stone@1,0 wild-1@1,1"
BROKEN = "caladale standard 0+4 - - gate-stone@1,0 tree-tower-1@1,1"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder below the one that holds the settings."""
    folder = tmp_path / "castles"
    folder.mkdir()
    monkeypatch.chdir(folder)
    (folder / "wild.txt").write_text(WILD, encoding="utf-8")
    (folder / "broken.txt").write_text(BROKEN, encoding="utf-8")
    return folder


def configure(here: Path, text: str, name: str = "caladale.toml") -> Path:
    path = here.parent / name
    path.write_text(text, encoding="utf-8")
    return path


def line_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(["convert", "wild.txt", "--to", "line", *arguments]) == 0
    return capsys.readouterr().out


def test_an_option_goes_before_the_environment_and_that_before_a_file(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def seed(*arguments: str) -> int:
        assert run(["deal", "solo2", "--format", "json", *arguments]) == 0
        return hash(capsys.readouterr().out)

    by_seed = {number: seed("--seed", str(number)) for number in (0, 1, 2, 3)}
    assert len(set(by_seed.values())) == 4
    assert seed() == by_seed[0]
    configure(here, "[deal]\nseed = 1\n")
    assert seed() == by_seed[1]
    monkeypatch.setenv("CALADALE_DEAL_SEED", "2")
    assert seed() == by_seed[2]
    assert seed("--seed", "3") == by_seed[3]


def test_readings_stand_in_for_defaults_and_a_file_of_its_own_goes_before_them(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert " - - gate" in line_of(capsys)
    configure(here, '[rules]\nwild = "four_sides"\ngate_counts = "no"\n')
    assert " gate_counts=no,wild=four_sides " in line_of(capsys)
    monkeypatch.setenv("CALADALE_RULE", "gate_counts=yes strips=side_by_side")
    assert " wild=four_sides,strips=side_by_side " in line_of(capsys)
    assert " strips=side_by_side " in line_of(capsys, "--rule", "wild=cap")
    (here / "wild.txt").write_text(WILD.replace(" - - ", " - enchanted_a=opposite "))
    monkeypatch.setenv("CALADALE_RULE", "enchanted_a=two_sided")
    assert "enchanted_a=opposite" in line_of(capsys)
    assert "enchanted_a=two_sided" in line_of(capsys, "--rule", "enchanted_a=two_sided")


def test_a_tile_file_is_found_beside_the_file_that_names_it(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(CASES / "five-gates.toml", here.parent / "box.toml")
    configure(here, '[tool.other]\n[tool.caladale]\ntileset = "box.toml"\n', "pyproject.toml")
    assert run(["tiles", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["counts"]["gate"] == 5
    monkeypatch.setenv("CALADALE_TILESET", str(TILE_FILE))
    assert run(["tiles", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["counts"]["gate"] == 4


def test_the_nearest_file_holds_and_a_tile_file_is_none(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    configure(here, '[rules]\nwild = "four_sides"\n')
    shutil.copy(TILE_FILE, here / "caladale.toml")
    assert "wild=four_sides" in line_of(capsys)
    (here / "caladale.toml").write_text("", encoding="utf-8")
    assert "wild=four_sides" not in line_of(capsys)
    monkeypatch.setenv("CALADALE_CONFIG", str(here.parent / "caladale.toml"))
    assert "wild=four_sides" in line_of(capsys)
    monkeypatch.setenv("CALADALE_CONFIG", "")
    assert "wild=four_sides" not in line_of(capsys)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("quite = true", "quite: there is no such setting; did you mean quiet?"),
        ("quiet = 1", "quiet: true or false is wanted"),
        ("tileset = 3", "tileset: the path of a tile file is wanted"),
        ("rules = 3", "rules: a table of readings is wanted"),
        ("[rules]\nwild = 'x'", 'rules.wild: wild is one of cap, four_sides, not "x"'),
        ("[rules]\nwilt = 'cap'", "rules.wilt: there is no such setting; did you mean wild?"),
        ("convert = 3", "convert: a table of options is wanted"),
        ("[convert]\ntoo = 'line'", "convert.too: there is no such setting; did you mean to?"),
        ("[convert]\nto = ['line']", "convert.to: a text or a number is wanted"),
        ("[convert]\nto = 'svg'", "convert.to: 'svg' is not one of 'json', 'line', 'drawn'."),
        ("[convert]\noutput = 'x'", "convert.output: this option is not taken from a file"),
        ("a = x", "this is not TOML: Invalid value (at line 1, column 5)"),
    ],
)
def test_a_mistake_in_the_file_is_told_with_its_place(
    here: Path, capsys: pytest.CaptureFixture[str], text: str, told: str
) -> None:
    path = configure(here, text)
    assert run(["convert", "wild.txt"]) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith(f"Error: {path}: {told}")
    assert captured.out == ""
    assert run(["convert", "--help"]) == 0


def test_a_mistake_in_the_environment_is_told_with_its_name(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, value, told in (
        ("CALADALE_SOLVE_TIME_LIMIT", "nan", "nan is not a number of seconds above 0"),
        ("CALADALE_RULE", "wild=no", "wild is one of cap, four_sides, not 'no'"),
        ("CALADALE_CONFIG", str(here / "none.toml"), ""),
    ):
        with monkeypatch.context() as patch:
            patch.setenv(name, value)
            assert run(["solve", "none.json"]) == 2
        error = capsys.readouterr().err
        place = f"the environment variable {name}: " if told else f"{value}: No such file"
        assert error.startswith(f"Error: {place}{told}"), error


def test_config_tells_what_is_set_and_by_whom(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["config"]) == 0
    assert "Nothing is set" in capsys.readouterr().out
    path = configure(here, "quiet = true\n[rules]\nwild = 'cap'\n[solve]\nseed = 4\n")
    monkeypatch.setenv("CALADALE_SOLVE_WORKERS", "1")
    assert run(["config"]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["solve.seed", "4", "the", "file,", "solve.seed"] in lines
    assert ["solve.workers", "1", "CALADALE_SOLVE_WORKERS"] in lines
    assert ["rules.wild", "cap", "the", "file,", "rules.wild"] in lines
    assert run(["config", "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["file"] == str(path)
    quiet = {one["setting"] for one in told["settings"] if one["place"] == "quiet"}
    assert quiet == {f"{name}.quiet" for name in COMMANDS}


def test_quiet_leaves_errors_only(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    del here
    gate = "caladale standard 0+4 - - gate-stone@1,0E"
    Path("turned.txt").write_text(gate, encoding="utf-8")
    command = ["dissolve", "turned.txt", "-o", "left.json"]
    assert run(command) == 1
    assert capsys.readouterr().err == "Nothing is written to left.json.\n"
    for arguments in ([*command, "--quiet"], ["--quiet", *command]):
        assert run(arguments) == 1
        assert capsys.readouterr().err == ""
    assert run(["dissolve", "none.txt", "--quiet"]) == 2
    assert capsys.readouterr().err == "Error: none.txt: No such file or directory\n"


def test_a_pattern_that_no_shell_expanded_stands_for_its_files(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    del here
    assert run(["validate", "*.txt", "--format", "jsonl"]) == 1
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [answer["file"] for answer in answers] == ["broken.txt", "wild.txt"]
    Path("a[b].txt").write_text(WILD, encoding="utf-8")
    assert run(["validate", "a[b].txt"]) == 0
    assert run(["validate", "z*"]) == 2
    assert "z*: No such file" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["validate", "score", "dissolve"])
def test_json_lines_are_what_json_says_of_each_file(
    here: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    del here

    def told(*arguments: str) -> Any:
        run([command, *arguments])
        return capsys.readouterr().out

    files = ("wild.txt", "broken.txt", "none.txt")
    alone = [json.loads(told(name, "--format", "json")) for name in files]
    together = json.loads(told(*files, "--format", "json"))
    lines = [json.loads(line) for line in told(*files, "--format", "jsonl").splitlines()]
    assert lines == together
    assert [set(one) for one in alone] == [set(one) for one in together]
    assert json.loads(told("wild.txt", "--format", "jsonl")) == alone[0]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--title", "x"], "--title is for svg, png and html, not for text"),
        (["-o", "x.svg", "--ascii"], "--ascii is for text, not for svg"),
        (["-o", "x.html", "--no-marks"], "--marks/--no-marks is for svg and png, not for html"),
        (["-o", "x.svg", "--width", "9"], "--width is for png, not for svg"),
    ],
)
def test_render_refuses_an_option_that_would_do_nothing(
    here: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], told: str
) -> None:
    assert run(["render", "wild.txt", *arguments]) == 2
    assert told in capsys.readouterr().err
    assert not list(here.glob("x.*"))
    configure(here, "[render]\nascii = true\ntitle = 'x'\n")
    assert run(["render", "wild.txt", "-o", "y.svg"]) == 0


def test_the_shipped_tile_file_is_printed_as_it_is(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    del here
    assert run(["tiles", "--format", "toml"]) == 0
    assert capsys.readouterr().out == TILE_FILE.read_text(encoding="utf-8")
    other = CASES / "five-gates.toml"
    assert run(["tiles", "--format", "toml", "--tileset", str(other)]) == 0
    assert capsys.readouterr().out == other.read_text(encoding="utf-8")


def completed(monkeypatch: pytest.MonkeyPatch, line: str) -> list[str]:
    """What bash is told where a line ends."""
    monkeypatch.setenv("CALADALE_LINE", line)
    completion = BashByLine(cli, {}, "caladale", "_CALADALE_COMPLETE")
    return completion.complete().splitlines()


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("caladale rule f", ["F"]),
        ("caladale rule ", [*(rule.code for rule in RULES), *(one.name for one in READINGS)]),
        ("caladale solve x --rule wild=", ["cap", "four_sides"]),
        ("caladale solve x --rule wild=f", ["four_sides"]),
        ("caladale solve x --rule=wild=f", ["four_sides"]),
        ("caladale repair x --spare stone-two", ["stone-two-1", "stone-two-2", "stone-two-3"]),
        ("caladale solo --gate gate-stone:", ["front", "back"]),
        ("caladale deal so", ["solo1", "solo2"]),
        ("caladale val", ["validate"]),
        ("caladale tiles --format t", ["text", "toml"]),
    ],
)
def test_the_shell_completes_what_there_is_to_choose(
    monkeypatch: pytest.MonkeyPatch, line: str, words: list[str]
) -> None:
    assert completed(monkeypatch, line) == [f"plain,{word}" for word in words]


def test_the_shell_completes_every_reading_and_tiles_of_another_box(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    every = [f"plain,{one.name}={value}" for one in READINGS for value in one.values]
    assert completed(monkeypatch, "caladale score x --rule ") == every
    line = f"caladale repair x --tileset {CASES / 'five-gates.toml'} --spare gate-stone"
    assert "plain,gate-stone-1" in completed(monkeypatch, line)


@pytest.mark.parametrize(
    "line", ["validate ", "solve ha", "render x", "advise g", "solve x --hint "]
)
def test_files_are_left_to_the_shell(monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    (told,) = completed(monkeypatch, f"caladale {line}")
    assert told.startswith("file,")


def test_bash_completes_a_word_that_holds_an_equals_sign(tmp_path: Path) -> None:
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("bash is not installed")
    program = tmp_path / "caladale"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m caladale "$@"\n')
    program.chmod(0o755)
    script = """
      eval "$(_CALADALE_COMPLETE=bash_source caladale)"
      COMP_LINE="caladale score x --rule wild=f"; COMP_POINT=${#COMP_LINE}
      COMP_WORDS=(caladale score x --rule wild = f); COMP_CWORD=6
      _caladale_completion caladale 2>/dev/null
      printf '%s\n' "${COMPREPLY[@]}"
    """
    done = subprocess.run(
        [bash, "-c", script],
        env=os.environ | {"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "four_sides\n"


def test_help_is_in_colour_on_a_terminal_and_nowhere_else(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    assert run(["score", "--help"]) == 0
    plain = capsys.readouterr().out
    assert "\x1b" not in plain
    ours, theirs = pty.openpty()
    with open(theirs, "w", encoding="utf-8") as terminal:  # noqa: PTH123 - it has no name
        monkeypatch.setattr(sys, "stdout", terminal)
        assert run(["score", "--help"]) == 0
        monkeypatch.setenv("NO_COLOR", "1")
        assert run(["score", "--help"]) == 0
        terminal.flush()
        shown = b""
        while shown.count(b"Show this message and exit.") < 2:
            shown += os.read(ours, 65536)
    os.close(ours)
    coloured, _, rest = shown.decode().replace("\r", "").partition("Show this message and exit.")
    assert "\x1b[1mUsage:\x1b[0m caladale score" in coloured
    assert "\x1b[36m--rule NAME=VALUE\x1b[0m" in coloured
    assert "\x1b" not in rest
    assert plain.split()[:-5] == click.unstyle(coloured).split()
