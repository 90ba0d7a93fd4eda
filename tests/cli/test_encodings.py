"""Every command says all that it has to say, whatever the encoding of the standard streams."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from caladale.cli import COMMANDS, main
from caladale.core.layout import Variant
from caladale.games.deal import deal_hand
from caladale.games.record import GameRecord
from caladale.games.setup import Setup
from caladale.notation.data import hand_to_data
from caladale.notation.json_text import to_json
from tests.support.command_process import command
from tests.support.places import TILE_FILE

GOOD = "caladale standard 0+4 - - gate-stone@1,0 stone-tower-1@1,1"
BROKEN = "caladale standard 0+4 - - gate-stone@1,0 tree-tower-1@1,1"
NAME = "schloß-城-🏰.txt"
ENCODINGS = ("ascii", "cp437", "cp866", "cp1252", "latin-1", "utf-8", "utf-16")
LINES = (
    "validate NAME",
    "score NAME",
    "score NAME BROKEN",
    "render NAME",
    "render BROKEN",
    "render NAME --format svg",
    "gallery . -o pages-🏰",
    "convert NAME --to json",
    "edit NAME",
    "edit none-🏰",
    "new",
    "deal solo2 --format text",
    "solo --seed 3 --log 城.json",
    "simulate standard --games 2 --players 2 --policy easy",
    "advise GAME",
    "solve HAND --workers 1 --explain",
    "solve HAND HAND",
    "challenge --attempts 1 --workers 1 --time-limit 20",
    "dissolve BROKEN",
    "repair BROKEN --workers 1",
    "rule",
    "rule F",
    "tiles --tileset BOX",
    "tiles --tileset BOX --format json",
    "schema tiles",
    "config",
    "validate none-🏰",
    "validate --rule ±=…",
    "--help",
)


@pytest.fixture
def names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Files to work on, and what they are called."""
    monkeypatch.chdir(tmp_path)
    found = {"NAME": NAME, "BROKEN": "дом.txt", "HAND": "рука.json", "GAME": "игра.json"}
    Path(found["NAME"]).write_text(GOOD)
    Path(found["BROKEN"]).write_text(BROKEN)
    hand = deal_hand(Variant.STANDARD, 1, own=2)
    Path(found["HAND"]).write_text(to_json(hand_to_data(hand)))
    GameRecord(Setup(variant=Variant.STANDARD, players=2)).save(Path(found["GAME"]))
    text = TILE_FILE.read_text(encoding="utf-8")
    odd = text.replace('note = "', 'note = "🏰 ± — … Burg: ')
    Path("box.toml").write_text(odd, encoding="utf-8")
    return found | {"BOX": "box.toml"}


def said(
    monkeypatch: pytest.MonkeyPatch, encoding: str, line: list[str]
) -> tuple[object, bytes, bytes]:
    """Exit code, standard output and standard error with streams of an encoding."""
    streams = {}
    for name in ("stdout", "stderr"):
        streams[name] = io.BytesIO()
        stream = io.TextIOWrapper(streams[name], encoding=encoding, errors="strict")
        monkeypatch.setattr(sys, name, stream)
    monkeypatch.setattr(sys, "stdin", io.StringIO("gate 1\n±\nplace … 0 0\nquit\n"))
    with pytest.raises(SystemExit) as caught:
        main(line)
    sys.stdout.flush()
    sys.stderr.flush()
    return caught.value.code, streams["stdout"].getvalue(), streams["stderr"].getvalue()


def test_every_command_is_among_those() -> None:
    assert {line.split()[0] for line in LINES} >= set(COMMANDS)


@pytest.mark.parametrize("line", LINES)
def test_no_encoding_stops_a_command(
    monkeypatch: pytest.MonkeyPatch, names: dict[str, str], line: str
) -> None:
    words = [names.get(word, word) for word in line.split()]
    codes = set()
    for encoding in ENCODINGS:
        for log in Path().glob("城*.json"):
            log.unlink()
        with monkeypatch.context() as patch:
            code, out, err = said(patch, encoding, words)
        codes.add(code)
        assert out or err
        for raw in (out, err):
            text = raw.decode(encoding)
            assert "Traceback" not in text
            assert "\ufffd" not in text
            if encoding == "ascii":
                assert raw.isascii()
        if "--format json" in line:
            assert json.loads(out.decode(encoding))
    assert len(codes) == 1


def test_what_cannot_be_said_is_said_plainly(
    monkeypatch: pytest.MonkeyPatch, names: dict[str, str]
) -> None:
    line = ["simulate", "standard", "--games", "2", "--players", "2", "--policy", "easy"]
    shapes = []
    for encoding, sign in (("ascii", "+/- "), ("cp866", "+/- "), ("utf-8", "± "), ("cp1252", "± ")):
        with monkeypatch.context() as patch:
            _, out, _ = said(patch, encoding, line)
        rows = out.decode(encoding).splitlines()
        assert sign in rows[1]
        assert len({len(row) for row in rows[1:4]}) == 1
        shapes.append([row.replace("+/- ", "± ").split() for row in rows])
    assert all(shape == shapes[0] for shape in shapes)
    with monkeypatch.context() as patch:
        _, out, _ = said(patch, "cp1252", ["validate", names["NAME"]])
    assert out.decode("cp1252") == "schloß-\\u57ce-\\U0001f3f0.txt: legal; not complete\n"


@pytest.mark.parametrize(
    "changes",
    [
        {"PYTHONIOENCODING": "ascii"},
        {"PYTHONIOENCODING": "cp866"},
        {"PYTHONIOENCODING": "", "LANG": "C"},
        {"PYTHONIOENCODING": "", "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
        {"PYTHONIOENCODING": "", "LC_ALL": "POSIX", "PYTHONUTF8": "0"},
    ],
    ids=["ascii", "cp866", "lang-c", "bare-c", "posix"],
)
def test_a_process_survives_its_encoding(names: dict[str, str], changes: dict[str, str]) -> None:
    line = "simulate standard --games 2 --players 2 --policy easy"
    done = command(*line.split(), changes=changes)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"2 games of standard for 2" in done.stdout
    done = command("validate", names["NAME"].encode(), changes=changes)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.endswith(b"txt: legal; not complete\n")
