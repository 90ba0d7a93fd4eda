"""The command line as a process of its own: streams, pipes, encodings, imports."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from caladale.core.layout import Variant
from caladale.games.deal import deal_hand
from caladale.games.record import GameRecord
from caladale.games.setup import Setup
from caladale.notation.data import hand_to_data
from caladale.notation.json_text import to_json
from tests.support.command_process import MODULE, command, environment, shell
from tests.support.places import TILE_FILE

GOOD = "caladale standard 0+4 - - gate-stone@1,0 stone-tower-1@1,1"
BROKEN = "caladale standard 0+4 - - gate-stone@1,0 tree-tower-1@1,1"
LATE = ("ortools", "pandas", "networkx", "rich", "numpy")
"""What neither the library nor a plain verdict may load."""


@pytest.fixture
def castle(tmp_path: Path) -> str:
    path = tmp_path / "castle.txt"
    path.write_text(GOOD)
    return str(path)


@pytest.fixture
def long_castle(tmp_path: Path) -> str:
    """A castle whose picture fills more than any pipe holds."""
    path = tmp_path / "long.txt"
    rows = " ".join(f"stone-four-1@{x},{y}" for y in range(40) for x in range(100))
    path.write_text(f"caladale standard 0+1000 - - {rows}")
    return str(path)


@pytest.fixture
def small_hand(tmp_path: Path) -> str:
    path = tmp_path / "hand.json"
    path.write_text(to_json(hand_to_data(deal_hand(Variant.STANDARD, 1, own=1))))
    return str(path)


@pytest.mark.parametrize(("text", "code"), [(GOOD, 0), (BROKEN, 1), ("odd", 2)])
def test_the_exit_code_is_that_of_the_process(tmp_path: Path, text: str, code: int) -> None:
    path = tmp_path / "castle.txt"
    path.write_text(text)
    done = command("validate", str(path), "--format", "json")
    assert done.returncode == code
    assert ("error" in json.loads(done.stdout)) == (code == 2)
    assert bool(done.stderr) == (code == 2)


@pytest.mark.parametrize("text", [GOOD, GOOD + "\r\n"])
def test_standard_input_is_read(text: str) -> None:
    done = command("score", "-", "--format", "json", stdin=text.encode())
    assert done.returncode == 0
    assert json.loads(done.stdout)["score"]["total"] == 1


def test_one_command_feeds_the_next(castle: str) -> None:
    done = shell('caladale convert "$1" --to json | caladale validate -', castle)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"-: legal; not complete\n", b"")


def into_a_closed_pipe(
    *arguments: str, errors_too: bool = False
) -> subprocess.CompletedProcess[bytes]:
    """Run the command with a standard output that nobody reads any more."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        return subprocess.run(
            [*MODULE, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=writer,
            stderr=writer if errors_too else subprocess.PIPE,
            env=environment(),
            check=False,
            timeout=120,
        )
    finally:
        os.close(writer)


@pytest.mark.parametrize(
    "arguments",
    [
        "--help",
        "--version",
        "validate --help",
        "validate CASTLE",
        "validate LONG --format json",
        "score CASTLE",
        "score CASTLE LONG --format json",
        "render CASTLE",
        "render LONG",
        "render CASTLE --format svg",
        "render CASTLE --format png",
        "convert LONG --to json",
        "deal solo2",
        "advise GAME",
        "simulate standard --games 1 --policy easy",
        "solve HAND --format json",
        "solve HAND",
        "challenge --attempts 1 --time-limit 1 --format json",
        "dissolve CASTLE",
        "repair CASTLE --format json",
        "rule",
        "tiles",
        "schema tiles",
    ],
)
def test_a_closed_pipe_ends_quietly(
    tmp_path: Path, castle: str, long_castle: str, small_hand: str, arguments: str
) -> None:
    game = tmp_path / "game.json"
    GameRecord(Setup(variant=Variant.STANDARD, players=2)).save(game)
    names = {"CASTLE": castle, "LONG": long_castle, "HAND": small_hand, "GAME": str(game)}
    words = [names.get(word, word) for word in arguments.split()]
    done = into_a_closed_pipe(*words)
    told = [line for line in done.stderr.splitlines() if not line.startswith(b"a castle of")]
    assert (done.returncode, told) == (0, [])


@pytest.mark.parametrize("arguments", ["validate none", "solve HAND", "repair CASTLE"])
def test_closed_pipes_for_output_and_messages_end_quietly(
    castle: str, small_hand: str, arguments: str
) -> None:
    names = {"CASTLE": castle, "HAND": small_hand}
    words = [names.get(word, word) for word in arguments.split()]
    assert into_a_closed_pipe(*words, errors_too=True).returncode == 0


def test_an_error_that_nobody_reads_is_still_told_by_the_exit_code() -> None:
    assert into_a_closed_pipe("convert", "none", "--to", "line", errors_too=True).returncode == 2


def test_a_reader_that_leaves_early_is_no_fault(long_castle: str) -> None:
    script = '{ caladale render "$1"; echo "exit $?" >&2; } | head -n 1'
    done = shell(script, long_castle)
    assert (done.returncode, done.stderr) == (0, b"exit 0\n")


@pytest.mark.parametrize(
    ("script", "code"),
    [
        ('caladale validate "$1" >&-', 0),
        ('caladale validate "$1" "$1" --format json >&-', 0),
        ('caladale score "$1" >&-', 0),
        ('caladale render "$1" >&-', 0),
        ("caladale tiles >&-", 0),
        ("caladale rule F >&-", 0),
        ("caladale deal solo2 >&-", 0),
        ('caladale validate "$1" <&- >&- 2>&-', 0),
        ("caladale validate none <&- >&- 2>&-", 2),
    ],
)
def test_closed_streams_do_no_harm(castle: str, script: str, code: int) -> None:
    done = shell(script, castle)
    assert (done.returncode, done.stdout, done.stderr) == (code, b"", b"")


def test_closed_standard_input_reads_as_empty() -> None:
    done = shell("caladale validate - <&-")
    assert done.returncode == 2
    assert b"standard input: line 1, column 1: there is nothing to read" in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
@pytest.mark.parametrize("arguments", ['validate "$1"', "tiles", "schema layout", 'render "$1"'])
def test_a_full_device_is_a_clear_error(castle: str, arguments: str) -> None:
    done = shell(f"caladale {arguments} >/dev/full", castle)
    assert done.returncode == 2
    assert done.stderr == b"Error: No space left on device\n"


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
@pytest.mark.parametrize(
    "arguments",
    [
        ["render", "CASTLE"],
        ["validate", "CASTLE"],
        ["score", "CASTLE", "CASTLE"],
        ["tiles", "--tileset", "BOX"],
        ["tiles", "--tileset", "BOX", "--format", "json"],
        ["rule", "B2"],
        ["rule"],
        ["deal", "solo2", "--format", "text"],
    ],
    ids=" ".join,
)
def test_a_terminal_without_unicode_is_written_plain_ascii(
    tmp_path: Path, arguments: list[str], encoding: str
) -> None:
    castle = tmp_path / "schloß-🏰.txt"
    castle.write_text(GOOD)
    box = tmp_path / "box.toml"
    box.write_text(
        TILE_FILE.read_text(encoding="utf-8").replace('note = "', 'note = "🏰 Burg: '),
        encoding="utf-8",
    )
    names = {"CASTLE": str(castle), "BOX": str(box)}
    done = command(
        *(names.get(word, word) for word in arguments), changes={"PYTHONIOENCODING": encoding}
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout
    if "CASTLE" not in arguments[1:] or arguments[0] == "render":
        assert done.stdout.isascii()


@pytest.mark.parametrize(
    ("changes", "coloured"),
    [
        ({}, False),
        ({"FORCE_COLOR": "1"}, True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        ({"NO_COLOR": "1"}, False),
    ],
    ids=["pipe", "forced", "no-colour", "pipe-no-colour"],
)
def test_colour_is_for_terminals_and_no_color_is_honoured(
    castle: str, changes: dict[str, str], *, coloured: bool
) -> None:
    done = command("render", castle, changes=changes)
    assert done.returncode == 0
    assert bool(re.search(rb"\x1b\[(?:[0-9;]*;)?[349][0-9]", done.stdout)) == coloured


@pytest.mark.parametrize("raw", [b"\xff\xfe", b"two\nlines", b"\x1b[31m", b"- x", "ß".encode()])
def test_file_names_of_any_bytes_are_read_and_written(tmp_path: Path, raw: bytes) -> None:
    name = os.path.join(os.fsencode(tmp_path), raw)  # noqa: PTH118 - a name of bytes
    Path(os.fsdecode(name)).write_text(GOOD)
    for encoding in ("utf-8", "ascii"):
        for form in ("text", "json"):
            done = command(
                "validate", name, "--format", form, changes={"PYTHONIOENCODING": encoding}
            )
            assert (done.returncode, done.stderr) == (0, b"")
        assert json.loads(done.stdout)["file"] == os.fsdecode(name)
    done = command("render", name, "-o", name + b".svg")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    ET.parse(os.fsdecode(name) + ".svg")  # noqa: S314 - our own file
    done = command("validate", name + b" none")
    assert done.returncode == 2
    assert b"No such file" in done.stderr


def loaded(code: str) -> list[str]:
    """Those of the `LATE` modules that running `code` loads."""
    tail = f"\nimport sys\nprint([name for name in {LATE!r} if name in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", code + tail],
        capture_output=True,
        env=environment(),
        check=True,
        timeout=120,
        text=True,
    )
    found = done.stdout.splitlines()[-1]
    return [name for name in LATE if repr(name) in found]


def test_importing_the_library_loads_nothing_large() -> None:
    assert loaded("import caladale") == []
    assert loaded("import caladale.cli") == []


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_verdict_loads_nothing_large(castle: str, form: str) -> None:
    code = f"from caladale.cli import run\nrun(['validate', {castle!r}, '--format', '{form}'])"
    assert loaded(code) == []


def test_bad_input_to_solve_is_answered_without_the_solver() -> None:
    code = "from caladale.cli import run\nrun(['solve', '-'])"
    assert "ortools" not in loaded(code)


def test_the_solver_is_loaded_when_it_is_asked_for() -> None:
    assert "ortools" in loaded("import caladale\ncaladale.solve.best_castle")


def test_ctrl_c_during_a_solve_is_no_traceback(tmp_path: Path) -> None:
    hand = tmp_path / "hand.json"
    dealt = command("deal", "standard", "--seed", "2", "--tiles", "12", "-o", str(hand))
    assert dealt.returncode == 0
    process = subprocess.Popen(
        [*MODULE, "solve", str(hand), "--workers", "1", "--time-limit", "100", "--format", "json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    assert process.stderr is not None
    first = process.stderr.readline()  # the first castle is found
    assert b"points" in first
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0
    assert b"Traceback" not in err
    told = json.loads(out)
    assert told["layout"]["tiles"]
    assert told["stop"] != "proved"
