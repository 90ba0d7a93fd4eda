"""Castles and hands as people type them, through every command that reads one."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from caladale import read_layout, write_json
from tests.support.command_line import Call
from tests.support.places import DOCS
from tests.support.strategies import BOX

DRAWN = ". st\nseW gs seE\n"
LINE = (
    "caladale standard 0+4 - - stone-tower-1@1,1 stone-edge-1@0,0W gate-stone@1,0 stone-edge-2@2,0E"
)
TYPED = "speeed timer\n. stt\nseW gs s5E\n"


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    hand = "gate-stone 3*s4 3*se 2*st"
    texts = {"drawn.txt": DRAWN, "typed.txt": TYPED, "hand.txt": hand, "bad.txt": "gs st/e\nr4"}
    texts["spares.txt"] = "stone-edge, 2*s4\n"
    for name, text in texts.items():
        Path(name).write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    "arguments",
    [
        ["validate", "drawn.txt"],
        ["score", "drawn.txt"],
        ["render", "drawn.txt"],
        ["render", "drawn.txt", "-o", "x.html"],
        ["convert", "drawn.txt", "--to", "json"],
        ["dissolve", "drawn.txt"],
        ["repair", "drawn.txt"],
        ["repair", "drawn.txt", "--spares", "spares.txt"],
        ["gallery", ".", "-o", "pages"],
        ["solve", "hand.txt", "--fixed", "drawn.txt", "--hint", "drawn.txt", "--time-limit", "0.1"],
        ["solve", "hand.txt", "hand.txt", "--time-limit", "0.1"],
    ],
    ids=" ".join,
)
def test_every_command_reads_what_people_type(call: Call, arguments: list[str]) -> None:
    Path("typed.txt").unlink()
    Path("bad.txt").unlink()
    code, _, err = call(*arguments)
    assert code == 0, err


def test_convert_goes_from_any_form_to_any_other(call: Call) -> None:
    assert call("convert", "drawn.txt", "--to", "line") == (0, LINE + "\n", "")
    code, out, _ = call("convert", "drawn.txt", "--to", "drawn")
    assert (code, out) == (0, ".   st\nseW gs seE\n")
    code, out, _ = call("convert", "drawn.txt", "--to", "json")
    assert (code, out) == (0, write_json(read_layout(DRAWN)))
    assert call("convert", "drawn.txt", "--to", "drawing")[0] == 2


@pytest.mark.parametrize("more", [[], ["--ascii"], ["--coordinates"], ["--ascii", "--coordinates"]])
def test_a_drawing_with_names_goes_back_through_a_pipe(
    call: Call, monkeypatch: pytest.MonkeyPatch, more: list[str]
) -> None:
    code, out, _ = call("render", "drawn.txt", "--names", *more)
    assert code == 0
    assert " st " in out
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(out.encode())))
    assert call("convert", "-", "--to", "line") == (0, LINE + "\n", "")


def test_names_in_a_picture_are_refused(call: Call) -> None:
    code, _, err = call("render", "drawn.txt", "--names", "-o", "x.svg")
    assert code == 2
    assert "--names is for text" in err
    assert not Path("x.svg").exists()


def test_every_mistake_is_told_on_a_line_of_its_own(call: Call) -> None:
    code, out, err = call("score", "typed.txt", "--format", "json")
    assert code == 2
    assert err.splitlines() == [
        "Error: typed.txt: 3 mistakes",
        '  line 1, column 1: "speeed" is the name of no tile; did you mean speed?',
        '  line 2, column 3: "stt" is the name of no tile; did you mean st?',
        '  line 3, column 8: "s5E" is the name of no tile; did you mean s4E, s3E or s2E?',
    ]
    assert json.loads(out)["error"] == err.removeprefix("Error: ").rstrip("\n")
    for command in (["convert", "--to", "line"], ["repair"], ["render"]):
        assert call(command[0], "typed.txt", *command[1:])[2] == err


def test_fixed_tiles_that_break_rules_are_told_with_every_breach(call: Call) -> None:
    code, out, err = call("solve", "hand.txt", "--fixed", "bad.txt")
    assert (code, out) == (2, "")
    first, *told = err.splitlines()
    assert first == "Error: --fixed or --hint does not fit the hand: 3 mistakes"
    assert [line[:35] for line in told] == [
        f"  what is fixed breaks rule {code}" for code in ("B1: gat", "B2: sto", "C: tree")
    ]


def test_tiles_shows_ids_short_names_and_numbers(call: Call) -> None:
    _, out, _ = call("tiles")
    assert "stone-tower-1..5      st         5          3" in out
    assert "gate-stone            gs         1          1" in out
    kinds = json.loads(call("tiles", "--format", "json")[1])["kinds"]
    assert [kind["short"] for kind in kinds][:3] == ["s4", "s3", "s2"]
    assert [tile for kind in kinds for tile in kind["tiles"]] == list(BOX.tiles)


def test_tiles_draws_the_box(call: Call) -> None:
    assert call("tiles", "--picture", "box.svg")[0] == 0
    shown = (DOCS / "images" / "box.svg").read_text(encoding="utf-8")
    assert Path("box.svg").read_text(encoding="utf-8") == shown
    assert call("tiles", "--picture", "box.PNG")[0] == 0
    assert Path("box.PNG").read_bytes().startswith(b"\x89PNG")
    code, out, err = call("tiles", "--picture", "box.pdf")
    assert (code, out) == (2, "")
    assert "box.pdf does not end in .svg or .png" in err
    assert call("tiles", "--picture", "nowhere/box.svg")[0] == 2
