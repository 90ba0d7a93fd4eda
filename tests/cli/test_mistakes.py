"""``caladale dissolve`` and ``caladale repair``: output, files, exit codes, refusals."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from caladale import read_layout, score, validate
from caladale.cli import run
from caladale.core.layout import Variant
from caladale.games.deal import deal_hand
from caladale.notation.data import hand_to_data
from tests.support.command_line import Call
from tests.support.places import CASES, DOCS

GOOD = "caladale speed 0+4 - - gate-stone@1,0 stone-tower-1@1,1"
BROKEN = (
    "caladale speed 0+4 - - gate-stone@1,0 tree-mid-1@1,1 tree-tower-1@1,2 stone-edge-1@2,0E "
    "stone-edge-2@0,3"
)
NO_GATE = "caladale speed 0+4 - - stone-four-1@1,0"
SPOILT = "caladale speed 0+4 - - gate-stone@1"

PATIENT = ("--time-limit", "120")
"""Long enough for a proof on a machine that is busy."""


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a folder with some castles."""
    monkeypatch.chdir(tmp_path)
    castles = {"good": GOOD, "broken": BROKEN, "no-gate": NO_GATE, "spoilt": SPOILT, "empty": ""}
    for name, text in castles.items():
        Path(name).write_text(text.replace("\n", "\r\n") + "\r\n", encoding="utf-8", newline="")


def is_picture(name: str) -> bool:
    root = ET.parse(name).getroot()  # noqa: S314 - our own file
    panels = [node for node in root if node.tag.endswith("svg")]
    return root.tag.endswith("svg") and len(panels) == 2


# ---- dissolve


def test_dissolve_tells_what_falls_and_why(call: Call) -> None:
    code, out, err = call("dissolve", "broken")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "broken: 3 tiles fall; 2 tiles left, 0 points"
    assert "Round 1: 2 tiles fall" in lines
    assert "  tree-mid-1 (C)" in lines
    assert "Round 2: 1 tile falls" in lines
    assert "      Nothing holds up tree-tower-1 at column 1, row 2." in lines


def test_dissolve_as_json(call: Call) -> None:
    code, out, err = call("dissolve", "broken", "--format", "json", "-o", "left.json")
    assert (code, err) == (0, "")
    told = json.loads(out)
    assert (told["file"], told["valid"], told["fallen"]) == ("broken", True, 3)
    assert told["rounds"][1] == [
        {
            "tile": {"tile": "tree-tower-1", "x": 1, "y": 2},
            "codes": ["D", "F"],
            "why": [
                "tree-tower-1 at column 1, row 2 is not joined to the gate.",
                "Nothing holds up tree-tower-1 at column 1, row 2.",
            ],
        }
    ]
    assert told["score"]["total"] == 0
    left = read_layout(json.dumps(told["layout"]))
    assert score(left).total == 0
    assert read_layout(Path("left.json").read_text(encoding="utf-8")) == left


def test_dissolve_several_files(call: Call) -> None:
    code, out, err = call("dissolve", "good", "broken", "no-gate", "spoilt", "--format", "json")
    told = json.loads(out)
    assert code == 2
    assert [one.get("valid") for one in told] == [True, True, False, None]
    assert set(told[3]) == {"file", "error"}
    assert told[3]["error"] in err
    assert told[2]["score"] is None
    assert [breach["code"] for breach in told[2]["violations"]] == ["T4"]
    assert call("dissolve", "good", "no-gate")[0] == 1


def test_dissolve_writes_nothing_that_is_not_legal(call: Call) -> None:
    code, out, err = call("dissolve", "no-gate", "-o", "left.json")
    assert code == 1
    assert "no-gate: 1 tile left, and not legal" in out
    assert "The castle has no gate." in out
    assert "Nothing is written" in err
    assert not Path("left.json").exists()


def test_dissolve_draws_before_and_after(call: Call) -> None:
    assert call("dissolve", "broken", "--picture", "both.svg")[0] == 0
    assert is_picture("both.svg")
    text = Path("both.svg").read_text(encoding="ascii")
    assert text.count('class="caladale-badge"') == 3
    assert "Round 1: stone-edge-2 (D, F), tree-mid-1 (C)" in text


# ---- repair


def test_repair_tells_the_changes(call: Call) -> None:
    code, out, err = call(
        "repair", "broken", "--workers", "1", "--spare", "stone-tree-mid-1", *PATIENT
    )
    assert (code, err) == (0, "")
    assert "It is legal." in out
    assert "\n3 changes:\n  1. Remove tree-mid-1 from column 1, row 1.\n" in out
    assert "\noptimal: No fewer changes make this castle legal." in out
    assert "seed 0, 1 worker, caladale" in out


def test_repair_as_json(call: Call) -> None:
    code, out, err = call(
        "repair", "broken", "--format", "json", "-o", "mended.json", "--picture", "both.svg",
        "--seed", "4", *PATIENT,
    )  # fmt: skip
    assert (code, err) == (0, "")
    told = json.loads(out)
    assert (told["status"], told["seed"], told["time_limit"]) == ("optimal", 4, 120.0)
    assert len(told["changes"]) == told["least"] == 3
    assert {change["act"] for change in told["changes"]} <= {"removed", "moved"}
    mended = read_layout(json.dumps(told["layout"]))
    assert score(mended).total == told["score"]
    assert read_layout(Path("mended.json").read_text(encoding="utf-8")) == mended
    assert is_picture("both.svg")


def test_repair_moves_a_castle_beyond_the_grass_as_a_whole(call: Call) -> None:
    code, out, _ = call("repair", str(CASES / "repair-far-castle.txt"), *PATIENT)
    assert code == 0
    assert "It scores 11 points." in out
    assert "\n4 changes:\n" in out
    assert "\noptimal: No fewer changes make this castle legal. With fewer changes no castle" in out
    assert "\nNo other castle with so few changes scores more.\n" in out


def test_repair_takes_a_tile_away_before_it_lays_another_there(call: Call) -> None:
    code, out, _ = call("repair", str(CASES / "repair-crowded-castle.txt"), *PATIENT)
    assert code == 0
    assert "  1. Move gate-stone from column 0, row 1 to column 0, row 0.\n  2. Swap" in out


def test_repair_within_a_margin_claims_nothing_beyond_it(call: Call) -> None:
    code, out, _ = call("repair", str(CASES / "repair-far-castle.txt"), "--margin", "0", *PATIENT)
    assert code == 0
    assert "\noptimal: No fewer changes make this castle legal. " in out
    assert "\nNo other castle in the cells searched with so few changes scores more.\n" in out
    code, out, _ = call("repair", "broken", "--margin", "0", *PATIENT)
    assert code == 0
    assert "optimal: No fewer changes make this castle legal within the cells searched. " in out
    assert "; what lies beyond them was not." in out


def test_repair_of_a_legal_castle_changes_nothing(call: Call) -> None:
    code, out, _ = call("repair", "good")
    assert code == 0
    assert "0 changes" in out
    assert "The castle is legal as it is." in out


def test_repair_without_a_gate_is_exit_code_3(call: Call) -> None:
    code, out, _ = call("repair", "no-gate", "-o", "mended.json")
    assert code == 3
    assert "infeasible: No changes make this castle legal. There is no gate" in out
    assert not Path("mended.json").exists()
    code, out, _ = call("repair", "no-gate", "--format", "json")
    told = json.loads(out)
    assert (code, told["changes"], told["layout"]) == (3, None, None)


def test_spares_come_from_a_list_or_a_hand(call: Call) -> None:
    Path("list.txt").write_text("gate-stone, stone-edge-1\r\nstone-edge-2\r\n", encoding="utf-8")
    code, out, _ = call("repair", "no-gate", "--spares", "list.txt", "--format", "json", *PATIENT)
    assert code == 0
    acts = [(one["act"], one["after"][0]["tile"]) for one in json.loads(out)["changes"]]
    assert ("added", "gate-stone") in acts
    hand = hand_to_data(deal_hand(Variant.SPEED, 1))
    Path("hand.json").write_text(json.dumps(hand), encoding="utf-8")
    code, out, _ = call("repair", "no-gate", "--spares", "hand.json", "--format", "json")
    assert code == 0
    own = {*hand["tiles"], hand["gates"][0].partition(":")[0], "stone-four-1", "wild-1"}
    assert {tile["tile"] for tile in json.loads(out)["layout"]["tiles"]} <= own
    Path("none.txt").write_text("\n", encoding="utf-8")
    assert call("repair", "good", "--spares", "none.txt")[0] == 0


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["dissolve"], "Usage"),
        (["dissolve", "good", "broken", "-o", "x.json"], "single file"),
        (["dissolve", "good", "broken", "--picture", "x.svg"], "single file"),
        (["dissolve", "spoilt"], "column 24"),
        (["dissolve", "empty"], "empty"),
        (["dissolve", "missing"], "No such file"),
        (["repair"], "Usage"),
        (["repair", "good", "broken"], "Usage"),
        (["repair", "spoilt"], "column 24"),
        (["repair", "empty"], "empty"),
        (["repair", "missing"], "No such file"),
        (["repair", "broken", "--spare", "odd"], "no tile"),
        (["repair", "broken", "--spare", "gate-stone"], "there already"),
        (["repair", "broken", "--spares", "missing"], "missing: No such file"),
        (["repair", "broken", "--spares", "broken"], "but a hand is wanted"),
        (["repair", "-", "--spares", "-"], "standard input"),
        (["repair", "broken", "--margin", "-1"], "Usage"),
        (["repair", "broken", "--time-limit", "0"], "Usage"),
        (["repair", "broken", "-o", "nowhere/x.json"], "cannot write nowhere/x.json"),
        (["repair", "broken", "--picture", "nowhere/x.svg"], "cannot write nowhere/x.svg"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_refusals(call: Call, arguments: list[str], reason: str) -> None:
    code, out, err = call(*arguments)
    assert (code, out) == (2, "")
    assert reason in err
    assert not Path("x.json").exists()


def test_standard_input(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    for command in ("dissolve", "repair"):
        raw = io.BytesIO(BROKEN.encode())
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(raw))
        code, out, _ = call(command, "-", "--format", "json")
        assert code == 0
        assert json.loads(out)["file"] == "-"


def test_a_reading_chosen_on_the_command_line(call: Call) -> None:
    castle = "caladale speed 0+4 - - gate-stone@1,0 wild-1@2,0E"
    Path("wild").write_text(castle, encoding="utf-8")
    assert "legal; 2 tiles left" in call("dissolve", "wild")[1]
    assert "1 tile falls" in call("dissolve", "wild", "--rule", "wild_may_hang=no")[1]
    told = json.loads(
        call("repair", "wild", "--rule", "wild_may_hang=no", "--format", "json", *PATIENT)[1]
    )
    assert len(told["changes"]) == 1
    assert validate(read_layout(json.dumps(told["layout"]))).valid


PAGE = (DOCS / "mistakes.md").read_text(encoding="utf-8")


def test_the_pages_picture_shows_what_repair_does(call: Call) -> None:
    castles = re.findall(r"```text\n(caladale .*)\n```", PAGE)
    for castle, name in zip(castles, ("mistakes-fall.txt", "mistakes-swap.txt"), strict=True):
        assert (DOCS / "examples" / name).read_text(encoding="utf-8") == f"{castle}\n"
        Path(name).write_text(castle, encoding="utf-8")
    call("repair", "mistakes-swap.txt", "--picture", "repair.svg", *PATIENT)
    texts = [
        re.findall(r">(\d\. [^<]*)<", picture.read_text(encoding="ascii"))
        for picture in (DOCS / "images" / "repair.svg", Path("repair.svg"))
    ]
    assert texts[0] == texts[1] != []


@pytest.mark.parametrize(("typed", "meant"), [("scoer", "'score'"), ("Validate", "'validate'")])
def test_a_misspelt_command_is_told_with_what_may_be_meant(
    capsys: pytest.CaptureFixture[str], typed: str, meant: str
) -> None:
    assert run([typed]) == 2
    assert f"Did you mean {meant}?" in capsys.readouterr().err
