"""Where the commands write to: files, standard output by its names, pipes, open files."""

from __future__ import annotations

import functools
import json
import os
import threading
from pathlib import Path

import pytest

from caladale import read_layout, validate
from caladale.cli import run
from caladale.cli.results import StepsFile
from caladale.core.layout import Variant
from caladale.games.deal import deal_hand
from caladale.notation import read_layouts
from caladale.notation.data import hand_to_data
from caladale.notation.json_text import to_json
from tests.support.command_process import shell

GOOD = "caladale standard 0+4 - - gate-stone@1,0 stone-tower-1@1,1"
BROKEN = "caladale standard 0+4 - - gate-stone@1,0 tree-tower-1@1,1"

LINES = {
    "convert": "convert good.txt --to json",
    "deal": "deal solo2 --seed 3",
    "render-svg": "render good.txt --format svg",
    "render-html": "render good.txt --format html",
    "render-text": "render good.txt --format text",
    "dissolve": "dissolve broken.txt",
    "repair": "repair broken.txt --workers 1",
    "solve": "solve hand.json --workers 1",
    "solve-json": "solve hand.json --workers 1 --format json",
    "challenge": "challenge --attempts 1 --workers 1 --time-limit 20",
    "steps": "solve hand.json --workers 1",
    "picture": "dissolve broken.txt",
}
"""A command for each that has an option for a file to write to."""

ALONE = ("convert", "deal", "render-svg", "render-html", "render-text")
"""Those that print nothing else."""


def option(name: str) -> str:
    return {"steps": "--steps", "picture": "--picture"}.get(name, "-o")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that the commands read, to work in."""
    (tmp_path / "good.txt").write_text(GOOD)
    (tmp_path / "broken.txt").write_text(BROKEN)
    hand = deal_hand(Variant.STANDARD, 1, own=2)
    (tmp_path / "hand.json").write_text(to_json(hand_to_data(hand)))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@functools.cache
def _written(line: str) -> bytes:
    out = Path("out")
    assert run([*line.split(), str(out)]) in (0, 1)
    found = out.read_bytes()
    out.unlink()
    return found


def written(name: str) -> bytes:
    """What a command writes to a file, asked in the `folder`."""
    return _written(f"{LINES[name]} {option(name)}")


@pytest.mark.parametrize("name", LINES)
def test_every_way_to_say_standard_output(folder: Path, name: str) -> None:
    expected = written(name)
    line = f"caladale {LINES[name]} {option(name)}"
    before = sorted(folder.iterdir())
    ways = [f"{line} -", f"{line} /dev/stdout"]
    if name in ("convert", "solve"):
        ways += [f"{line} - | cat", f"{line} /dev/fd/1", f"{line} >(cat) > report; sleep 0.2"]
        ways += [f"{line} /dev/fd/3 3>&1 > report", f"{line} /dev/stdout 2> report | cat"]
    for way in ways:
        done = shell(way)
        assert done.stdout == expected, way
        Path("report").unlink(missing_ok=True)
    assert sorted(folder.iterdir()) == before


@pytest.mark.parametrize("name", ["convert", "solve", "steps"])
@pytest.mark.parametrize("target", ["/dev/stdout", "-", "log", "/dev/fd/3"])
@pytest.mark.usefixtures("folder")
def test_what_is_appended_to_loses_nothing(name: str, target: str) -> None:
    Path("log").write_text("before\n")
    line = f"caladale {LINES[name]} {option(name)} {target}"
    done = shell(f"{{ {line}; echo after; }} {'3>> log >' if '3' in target else '>'}> log")
    assert done.returncode == 0
    found = Path("log").read_bytes()
    assert found.startswith(b"before\n")
    assert written(name) in found
    assert found.endswith(b"after\n")


@pytest.mark.usefixtures("folder")
def test_a_file_whose_name_is_a_dash_can_be_written() -> None:
    assert run(["convert", "good.txt", "--to", "json", "-o", "./-"]) == 0
    assert Path("./-").read_bytes() == written("convert")


@pytest.mark.usefixtures("folder")
def test_two_documents_on_standard_output_are_both_whole(
    capfd: pytest.CaptureFixture[str],
) -> None:
    line = "solve hand.json --workers 1 -o - --steps - --format json"
    assert run(line.split()) == 0
    out, err = capfd.readouterr()
    head, brace, tail = out.partition("{")
    assert read_layout(brace + tail) == read_layouts(head)[-1]
    assert json.loads(err[err.index("{") :])["status"] == "optimal"


@pytest.mark.usefixtures("folder")
def test_the_results_of_several_hands_go_to_standard_output(
    capfd: pytest.CaptureFixture[str],
) -> None:
    assert run(["solve", "hand.json", "hand.json", "-o", "-"]) == 0
    out, err = capfd.readouterr()
    assert [json.loads(line)["status"] for line in out.splitlines()] == ["optimal"] * 2
    assert "2 hands: 2 optimal" in err
    Path("log").write_text("before\n")
    done = shell("caladale solve hand.json hand.json -o /dev/stdout >> log 2> report")
    assert done.returncode == 0
    before, *lines = Path("log").read_text().splitlines()
    assert before == "before"
    assert [json.loads(line)["status"] for line in lines] == ["optimal"] * 2


@pytest.mark.parametrize("name", LINES)
@pytest.mark.usefixtures("folder")
def test_a_reader_that_leaves_early_is_no_fault(name: str) -> None:
    line = f"caladale {LINES[name]} {option(name)} /dev/stdout"
    done = shell(f"{{ sleep 0.3; {line} 2>/dev/null; echo exit $? >&2; }} | true")
    assert done.stderr == b"exit 0\n"


def test_a_named_pipe_hears_every_step(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    heard: list[str] = []
    reader = threading.Thread(target=lambda: heard.append(pipe.read_text()))
    reader.start()
    steps = StepsFile(pipe)
    for line in (GOOD, BROKEN):
        steps.add(read_layout(line))
    steps.close()
    reader.join(20)
    assert heard == [f"{GOOD}\n{BROKEN}\n"]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("gallery . -o -", "-o names a folder"),
        ("challenge --all-readings -o -", "-o names a folder"),
        ("challenge --all-readings -o /dev/null", "-o names a folder"),
        ("challenge --resume -o -", "the file that -o names"),
        ("solo --log -", "no file that can be read again"),
        ("solo --log /dev/stdout", "no file that can be read again"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_what_needs_a_file_or_a_folder_takes_no_stream(
    capsys: pytest.CaptureFixture[str], line: str, words: str
) -> None:
    assert run(line.split()) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert words in err


def test_every_file_may_have_a_long_name_and_further_names(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    for name, line in LINES.items():
        path = folder / (name + "n" * (255 - len(name)))
        further = folder / "further"
        path.write_text("old")
        further.hardlink_to(path)
        assert run([*line.split(), option(name), str(path)]) in (0, 1)
        assert path.read_bytes() == further.read_bytes() == written(name)
        further.unlink()
    capfd.readouterr()
    assert not [found for found in folder.iterdir() if found.name.endswith(".tmp")]


@pytest.mark.usefixtures("folder")
def test_what_is_solved_can_be_piped_on() -> None:
    done = shell(
        "caladale solve hand.json --workers 1 -o - 2>/dev/null | caladale convert - --to line"
    )
    assert validate(read_layout(done.stdout.decode())).valid
