"""The command line in-process: output, exit codes, and every way to be refused."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import click
import jsonschema
import pytest

from caladale import read_layout, score, validate, write_json, write_line
from caladale.cli import COMMANDS, cli
from caladale.cli.commands.schema import KINDS
from caladale.core.layout import Variant
from caladale.core.readings import READINGS
from caladale.games.deal import deal_hand, deal_table
from caladale.notation.data import hand_to_data, table_to_data
from caladale.notation.json_schema import schema, schema_of
from caladale.notation.json_text import to_json
from caladale.rules.catalogue import RULES
from tests.support.command_line import Call
from tests.support.places import ROOT, TILE_FILE
from tests.support.strategies import BOX

GOOD = "caladale standard 0+4 - - gate-stone@1,0 stone-tower-1@1,1"
BETTER = GOOD + " stone-edge-1@2,0E stone-edge-2@0,0W"
BROKEN = "caladale standard 0+4 - - gate-stone@1,0 tree-tower-1@1,1"
CROWDED = "caladale standard 0+4 - - gate-stone@1,0 tree-tower-1@1,0"
WIDE_GRASS = "caladale standard 0+6 - - gate-stone@1,0"
SPOILT = "caladale standard 0+4 - - gate-stone@1"

Files = Callable[..., list[str]]


@pytest.fixture
def files(tmp_path: Path) -> Files:
    """Write each text to a file of its own and give back the names."""

    def write(*texts: str | bytes) -> list[str]:
        names = []
        for number, text in enumerate(texts):
            path = tmp_path / f"castle-{number}.txt"
            path.write_bytes(text if isinstance(text, bytes) else text.encode())
            names.append(str(path))
        return names

    return write


def feed(monkeypatch: pytest.MonkeyPatch, raw: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))


# ---- validate


def test_validate_tells_one_file_as_one_object(call: Call, files: Files) -> None:
    names = files(GOOD)
    code, out, err = call("validate", *names, "--format", "json")
    assert (code, err) == (0, "")
    assert json.loads(out) == {
        "file": names[0],
        "valid": True,
        "complete": False,
        "violations": [],
    }


def test_validate_tells_several_files_as_an_array_in_their_order(call: Call, files: Files) -> None:
    names = files(BROKEN, SPOILT, GOOD, WIDE_GRASS)
    code, out, err = call("validate", *names, "--format", "json")
    told = json.loads(out)
    assert code == 2
    assert [answer["file"] for answer in told] == names
    assert [answer.get("valid") for answer in told] == [False, None, True, True]
    assert set(told[1]) == {"file", "error"}
    assert "column 27" in told[1]["error"]
    assert told[1]["error"] in err
    assert told[3]["nonstandard_ground"] is True
    breach = told[0]["violations"][0]
    assert (breach["code"], breach["cells"]) == ("C", [[1, 0], [1, 1]])
    assert breach["message"]


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        ([GOOD], 0),
        ([BROKEN], 1),
        ([CROWDED], 1),
        ([SPOILT], 2),
        ([GOOD, GOOD], 0),
        ([GOOD, BROKEN], 1),
        ([BROKEN, GOOD], 1),
        ([BROKEN, SPOILT], 2),
        ([SPOILT, BROKEN], 2),
        ([SPOILT, GOOD], 2),
    ],
)
@pytest.mark.parametrize("command", ["validate", "score"])
def test_unreadable_outranks_broken_outranks_fine(
    call: Call, files: Files, command: str, texts: list[str], expected: int
) -> None:
    names = files(*texts)
    for form in ("text", "json"):
        code, out, err = call(command, *names, "--format", form)
        assert code == expected
        assert bool(err) == (expected == 2)
    assert isinstance(json.loads(out), list) == (len(texts) > 1)


def test_validate_as_text_names_file_code_and_breach(call: Call, files: Files) -> None:
    names = files(BROKEN, GOOD)
    code, out, _ = call("validate", *names)
    assert code == 1
    lines = out.splitlines()
    assert lines[0] == f"{names[0]}: not legal, 1 breach; not complete"
    assert lines[1].startswith("  C   ")
    assert lines[2] == f"{names[1]}: legal; not complete"


@pytest.mark.parametrize("raw", [GOOD.encode(), (GOOD + "\r\n").encode(), b"json", b"json-crlf"])
def test_standard_input_takes_both_notations(
    call: Call, monkeypatch: pytest.MonkeyPatch, raw: bytes
) -> None:
    text = write_json(read_layout(GOOD)).encode()
    feed(monkeypatch, {b"json": text, b"json-crlf": text.replace(b"\n", b"\r\n")}.get(raw, raw))
    code, out, err = call("validate", "-", "--format", "json")
    assert (code, err) == (0, "")
    assert json.loads(out)["file"] == "-"


def test_bad_standard_input_is_named_in_the_error(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    feed(monkeypatch, b"\xff")
    code, _, err = call("validate", "-")
    assert code == 2
    assert err == "Error: standard input: line 1, column 1, byte 1: this byte is not UTF-8\n"


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\n",
        b"\xef\xbb\xbf" + GOOD.encode(),
        GOOD.encode("utf-16"),
        GOOD.encode().replace(b"gate", b"g\xe4te"),
        b"[]",
        b"7",
        b"{}",
        b"{" * 100_000,
        b"[" * 100_000,
        (GOOD + "\n" + GOOD).encode(),
        GOOD.replace("gate-stone", "gate-brick").encode(),
        b"\x00\x00",
    ],
    ids=range(13),
)
@pytest.mark.parametrize("command", ["validate", "score", "render", "convert"])
def test_an_unreadable_file_is_one_clear_error(
    call: Call, files: Files, command: str, raw: bytes
) -> None:
    more = ["--to", "json"] if command == "convert" else []
    (name,) = files(raw)
    code, out, err = call(command, name, *more)
    assert (code, out) == (2, "")
    assert err.startswith(f"Error: {name}: ")
    first, *mistakes = err.splitlines()
    assert not mistakes or first.endswith(f"{len(mistakes)} mistakes")


@pytest.mark.parametrize("command", ["validate", "score", "render", "convert"])
def test_missing_files_and_directories_are_unreadable(
    call: Call, tmp_path: Path, command: str
) -> None:
    more = ["--to", "json"] if command == "convert" else []
    for name, reason in ((tmp_path / "none", "No such file"), (tmp_path, "Is a directory")):
        code, out, err = call(command, str(name), *more)
        assert (code, out) == (2, "")
        assert reason in err


def test_odd_file_names_are_told_as_they_are(call: Call, tmp_path: Path) -> None:
    for raw in (b"a\nb", b"\xff", b"tab\t", b"\x1b[31m", "schlo\u00df".encode(), b"[red]"):
        path = tmp_path / os.fsdecode(raw)
        path.write_text(GOOD)
        for command in ("validate", "score"):
            code, out, _ = call(command, str(path), "--format", "json")
            assert code == 0
            assert json.loads(out)["file"] == str(path)
            for text in (GOOD, SPOILT):
                path.write_text(text)
                code, out, _ = call(command, str(path), str(path))
                assert code == (0 if text is GOOD else 2)
                assert "\x1b" not in out
            path.write_text(GOOD)


# ---- readings and boxes


def test_a_reading_chosen_beats_the_files_own(call: Call, files: Files) -> None:
    (name,) = files(GOOD.replace(" - - ", " - gate_counts=no "))
    _, out, _ = call("score", name, "--format", "json")
    assert json.loads(out)["score"]["total"] == -1
    _, out, _ = call("score", name, "--format", "json", "--rule", "gate_counts=yes")
    assert json.loads(out)["score"]["total"] == 1


@pytest.mark.parametrize("rule", [f"{r.name}={v}" for r in READINGS for v in r.values])
def test_every_reading_can_be_chosen(call: Call, files: Files, rule: str) -> None:
    assert call("validate", *files(GOOD), "--rule", rule)[0] in (0, 1)


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        (["odd=yes"], "no reading 'odd'"),
        (["wild"], "cap, four_sides"),
        (["wild="], "cap, four_sides"),
        (["wild=odd"], "'odd'"),
        (["=cap"], "no reading ''"),
        (["wild=cap", "wild=four_sides"], "twice"),
        ([""], "no reading"),
        (["\udcff=1"], "no reading"),
    ],
)
@pytest.mark.parametrize("command", ["validate", "score", "render", "tiles", "solve"])
def test_a_bad_reading_is_bad_usage(
    call: Call, files: Files, command: str, rules: list[str], words: str
) -> None:
    names = [] if command == "tiles" else files(GOOD)
    chosen = [part for rule in rules for part in ("--rule", rule)]
    code, out, err = call(command, *names, *chosen)
    assert (code, out) == (2, "")
    assert words in err


def test_the_same_reading_chosen_twice_is_fine(call: Call, files: Files) -> None:
    chosen = ["--rule", "wild=cap", "--rule", "wild=cap"]
    assert call("validate", *files(GOOD), *chosen)[0] == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ["validate", GOOD],
        ["score", GOOD],
        ["render", GOOD],
        ["convert", GOOD, "--to", "line"],
        ["deal", "solo1"],
        ["tiles"],
        ["solve", "hand"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_every_command_that_needs_a_box_takes_another(
    call: Call, files: Files, tmp_path: Path, arguments: list[str]
) -> None:
    text = TILE_FILE.read_text(encoding="utf-8")
    box, bad = tmp_path / "box.toml", tmp_path / "bad.toml"
    box.write_text(text.replace('name = "caladale"', 'name = "mine"'))
    bad.write_text(text.replace("standard = 54", "standard = 53"))
    if arguments[1:] == ["hand"]:
        hand = hand_to_data(deal_hand(Variant.SOLO2, 1, own=0)) | {"tileset": "mine"}
        hand |= {"supply": [], "wilds": 0}
        arguments = [arguments[0], *files(to_json(hand)), "--workers", "1"]
    elif GOOD in arguments:
        arguments = [arguments[0], *files(GOOD.replace("caladale", "mine")), *arguments[2:]]
    assert call(*arguments, "--tileset", str(box))[0] == 0
    if arguments[0] not in ("deal", "tiles"):
        assert call(*arguments)[0] == 2
    for path, words in ((bad, "counts.standard"), (tmp_path / "none", "No such file")):
        code, out, err = call(*arguments, "--tileset", str(path))
        assert (code, out) == (2, "")
        assert words in err


# ---- score


def test_score_tells_every_item_and_what_is_behind_it(call: Call, files: Files) -> None:
    names = files(BETTER.replace(" 0+4 - ", " 0+4 flipped=2 "))
    code, out, _ = call("score", *names, "--format", "json")
    assert code == 0
    told = json.loads(out)
    assert told["file"] == names[0]
    assert told["valid"] is True
    assert told["score"] == {
        "tiles": 8,
        "complete": 2,
        "towers": 1,
        "flipped": 2,
        "timer": 0,
        "exposed": 0,
        "wild": 0,
        "exchanges": 0,
        "total": 13,
    }
    assert told["cells"]["towers"] == [[1, 1]]


@pytest.mark.parametrize(("castle", "would"), [(BROKEN, 1), (CROWDED, None)])
def test_an_illegal_castle_has_no_score(
    call: Call, files: Files, castle: str, would: int | None
) -> None:
    code, out, _ = call("score", *files(castle), "--format", "json")
    told = json.loads(out)
    assert code == 1
    assert told["score"] is None
    assert told["violations"]
    assert (told["would_score"] and told["would_score"]["total"]) == would


def test_several_castles_are_ranked_and_ties_share_a_rank(call: Call, files: Files) -> None:
    names = files(GOOD, BETTER, GOOD, BROKEN, SPOILT, GOOD.replace(" stone-tower-1@1,1", ""))
    code, out, _ = call("score", *names, "--format", "json")
    told = json.loads(out)
    assert code == 2
    assert [answer["file"] for answer in told] == names
    ranks = [answer.get("rank", "none") for answer in told]
    assert ranks == [2, 1, 2, None, "none", 4]
    _, out, _ = call("score", *names)
    rows = out.splitlines()[1:]
    assert [row.split()[0] for row in rows] == ["1", "2=", "2=", "4", "-", "-"]
    assert "not legal" in rows[4]
    assert "unreadable" in rows[5]


def test_a_score_sheet_sums_to_its_total(call: Call, files: Files) -> None:
    _, out, _ = call("score", *files(GOOD))
    rows = [line.split() for line in out.splitlines()[2:]]
    assert rows[-1] == ["Score", "1"]
    assert sum(int(row[-1]) for row in rows[:-1]) == 1


# ---- render


def test_render_draws_text_without_colour_where_there_is_no_terminal(
    call: Call, files: Files
) -> None:
    code, out, err = call("render", *files(GOOD))
    assert (code, err) == (0, "")
    assert "A castle of 2 tiles. It is legal." in out
    assert "\x1b" not in out
    plain = call("render", *files(GOOD), "--ascii")[1]
    assert plain.isascii()


@pytest.mark.parametrize("name", ["a.svg", "A.SVG", "odd name.Svg"])
def test_render_draws_svg_by_the_name_of_the_output(
    call: Call, files: Files, tmp_path: Path, name: str
) -> None:
    code, out, err = call("render", *files(BROKEN), "-o", str(tmp_path / name))
    assert (code, out, err) == (0, "", "")
    assert ET.parse(tmp_path / name).getroot().tag.endswith("svg")  # noqa: S314 - our own file


def test_render_draws_text_into_a_text_file(call: Call, files: Files, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    assert call("render", *files(GOOD), "-o", str(path)) == (0, "", "")
    assert "It is legal" in path.read_text(encoding="utf-8")


def test_render_by_format_whatever_the_name(call: Call, files: Files, tmp_path: Path) -> None:
    code, out, _ = call("render", *files(GOOD), "--format", "svg")
    assert code == 0
    assert out.startswith("<svg")
    path = tmp_path / "picture"
    assert call("render", *files(GOOD), "--format", "svg", "-o", str(path))[0] == 0
    assert path.read_text() == out


@pytest.mark.parametrize("name", ["a.pdf", "a", "a.svg.gz", ".svg"])
def test_render_to_an_unknown_ending_is_bad_usage(
    call: Call, files: Files, tmp_path: Path, name: str
) -> None:
    code, out, err = call("render", *files(GOOD), "-o", str(tmp_path / name))
    assert (code, out) == (2, "")
    assert "--format" in err
    assert not (tmp_path / name).exists()


def test_a_title_of_any_bytes_makes_a_well_formed_picture(
    call: Call, files: Files, tmp_path: Path
) -> None:
    path = tmp_path / "a.svg"
    title = '\udcff\x00\x1b</title><script>alert("1")</script>&'
    code, _, _ = call(
        "render", *files(GOOD), "-o", str(path), "--title", title, "--ids", "--coordinates"
    )
    assert code == 0
    root = ET.parse(path).getroot()  # noqa: S314 - our own file
    assert not [node for node in root.iter() if node.tag.endswith("script")]


def test_no_text_of_a_tile_file_becomes_markup(call: Call, files: Files, tmp_path: Path) -> None:
    evil = '</title><script>x</script><b onload=\\"y\\">&amp;]]>'
    text = TILE_FILE.read_text(encoding="utf-8").replace(
        'title = "Castles of Caladale"', f'title = "{evil}"'
    )
    lines = [f'note = "{evil}"' if row.startswith("note") else row for row in text.splitlines()]
    box = tmp_path / "box.toml"
    box.write_text("\n".join(lines))
    path = tmp_path / "a.svg"
    for castle in (BETTER, BROKEN, CROWDED):
        (name,) = files(castle)
        code, _, _ = call("render", name, "-o", str(path), "--tileset", str(box), "--ids")
        assert code == 0
        picture = path.read_text()
        assert "script" not in picture
        assert "onload" not in picture
        ET.fromstring(picture)  # noqa: S314 - our own file
    # A tile's name cannot hold markup in the first place.
    box.write_text(text.replace("stone-four", "<script>"))
    assert call("render", *files(GOOD), "--tileset", str(box))[0] == 2


def test_control_characters_of_a_tile_file_do_not_reach_the_terminal(
    call: Call, tmp_path: Path
) -> None:
    box = tmp_path / "box.toml"
    text = TILE_FILE.read_text(encoding="utf-8")
    box.write_text(text.replace('note = "', 'note = "\\u001b[31m[red]'))
    code, out, _ = call("tiles", "--tileset", str(box))
    assert code == 0
    assert "\x1b" not in out
    assert "\\x1b[31m[red]" in out


# ---- convert


def test_convert_goes_from_each_notation_to_each(call: Call, files: Files, tmp_path: Path) -> None:
    layout = read_layout(BETTER)
    for text in (BETTER, write_json(layout), write_json(layout).replace("\n", "\r\n")):
        (name,) = files(text)
        assert call("convert", name, "--to", "json") == (0, write_json(layout), "")
        assert call("convert", name, "--to", "line") == (0, write_line(layout) + "\n", "")
        path = tmp_path / "out"
        assert call("convert", name, "--to", "json", "-o", str(path)) == (0, "", "")
        assert path.read_text() == write_json(layout)


def test_convert_takes_an_illegal_castle(call: Call, files: Files) -> None:
    assert call("convert", *files(CROWDED), "--to", "line") == (0, CROWDED + "\n", "")


@pytest.mark.parametrize("more", [[], ["--to", "yaml"], ["--to"]])
def test_convert_wants_to_know_the_notation(call: Call, files: Files, more: list[str]) -> None:
    assert call("convert", *files(GOOD), *more)[:2] == (2, "")


# ---- outputs that cannot be written


@pytest.mark.parametrize(
    "arguments",
    [["render", "FILE"], ["convert", "FILE", "--to", "line"], ["deal", "solo2"]],
    ids=lambda arguments: arguments[0],
)
def test_an_output_that_cannot_be_written_leaves_nothing(
    call: Call, files: Files, tmp_path: Path, arguments: list[str]
) -> None:
    (name,) = files(GOOD)
    arguments = [name if word == "FILE" else word for word in arguments]
    before = sorted(tmp_path.rglob("*"))
    for path in (
        tmp_path / "none" / "a.svg",
        Path(name) / "a.svg",
        tmp_path / ("x" * 300 + ".svg"),
    ):
        code, out, err = call(*arguments, "-o", str(path))
        assert (code, out) == (2, "")
        assert err.startswith("Error: ")
    assert call(*arguments, "-o", str(tmp_path))[0] == 2
    assert sorted(tmp_path.rglob("*")) == before


def test_nothing_is_written_for_bad_input(call: Call, files: Files, tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    path.write_text("precious")
    assert call("render", *files(SPOILT), "-o", str(path))[0] == 2
    assert call("convert", *files(SPOILT), "--to", "json", "-o", str(path))[0] == 2
    assert path.read_text() == "precious"


# ---- deal


@pytest.mark.parametrize("variant", [variant.value for variant in Variant])
def test_deal_prints_the_hand_of_the_seed(call: Call, tmp_path: Path, variant: str) -> None:
    expected = to_json(hand_to_data(deal_hand(Variant(variant), 9)))
    assert call("deal", variant, "--seed", "9") == (0, expected, "")
    path = tmp_path / "hand.json"
    assert call("deal", variant, "--seed", "9", "-o", str(path)) == (0, "", "")
    assert path.read_text() == expected
    jsonschema.Draft202012Validator(schema("hand")).validate(json.loads(expected))
    code, out, _ = call("deal", variant, "--seed", "9", "--format", "text")
    assert code == 0
    assert out.startswith("gate ")


def test_deal_prints_a_table(call: Call) -> None:
    expected = to_json(table_to_data(deal_table(Variant.SPEED, 4, 2, all_tiles=True)))
    assert call("deal", "speed", "--seed", "4", "--players", "2", "--all") == (0, expected, "")
    code, out, _ = call("deal", "standard", "--players", "4", "--format", "text")
    assert code == 0
    assert [line for line in out.splitlines() if line.startswith("Seat")] == [
        f"Seat {number}" for number in (1, 2, 3, 4)
    ]
    assert "stacks    21, 21, 21" in out


@pytest.mark.parametrize(
    "arguments",
    [
        ["standard", "--players", "1"],
        ["speed", "--players", "1"],
        ["solo1", "--players", "2"],
        ["solo2", "--players", "4"],
        ["all-tiles", "--players", "2"],
        ["standard", "--players", "0"],
        ["standard", "--players", "5"],
        ["standard", "--players", "two"],
        ["standard", "--seed", "-1"],
        ["standard", "--seed", "1.5"],
        ["standard", "--tiles", "73"],
        ["solo2", "--tiles", "64"],
        ["standard", "--tiles", "81"],
        ["standard", "--tiles", "10", "--players", "2"],
        ["standard", "--all"],
        ["solo3"],
        [],
    ],
    ids=" ".join,
)
def test_an_impossible_deal_is_refused(call: Call, arguments: list[str]) -> None:
    code, out, err = call("deal", *arguments)
    assert (code, out) == (2, "")
    assert "Error" in err


# ---- rule, tiles, schema, help


@pytest.mark.parametrize("code", [rule.code for rule in RULES] + ["b1", "f"])
def test_every_rule_is_explained_with_a_good_and_a_bad_example(call: Call, code: str) -> None:
    status, out, _ = call("rule", code)
    assert status == 0
    assert out.startswith(f"{code.upper()}: ")
    assert "Keeps the rule" in out
    status, out, _ = call("rule", code, "--format", "json")
    told = json.loads(out)
    assert told["code"] == code.upper()
    assert told["says"]
    assert told["why"]
    assert validate(read_layout(told["good"])).valid
    assert code.upper() in {v.code for v in validate(read_layout(told["bad"])).violations}


@pytest.mark.parametrize("reading", READINGS, ids=lambda reading: reading.name)
def test_every_reading_is_explained(call: Call, reading: Any) -> None:
    status, out, _ = call("rule", reading.name)
    assert status == 0
    assert all(value in out for value in reading.values)
    status, out, _ = call("rule", reading.name, "--format", "json")
    assert json.loads(out)["default"] == reading.values[0]


def test_all_rules_and_readings_are_listed(call: Call) -> None:
    status, out, _ = call("rule")
    assert status == 0
    assert all(rule.title in out for rule in RULES)
    assert all(reading.name in out for reading in READINGS)
    told = json.loads(call("rule", "--format", "json")[1])
    assert len(told["rules"]) == len(RULES)
    assert len(told["readings"]) == len(READINGS)


@pytest.mark.parametrize("code", ["G", "X9", "", "wilds", "\udcff"])
def test_an_unknown_rule_is_bad_usage(call: Call, code: str) -> None:
    status, out, err = call("rule", code)
    assert (status, out) == (2, "")
    assert "B1" in err


def test_tiles_tells_counts_edges_and_provenance(call: Call) -> None:
    code, out, _ = call("tiles", "--format", "json")
    assert code == 0
    told = json.loads(out)
    assert told["counts"]["supply"] == 72
    assert sum(kind["count"] for kind in told["kinds"]) == 80
    assert sum(kind["without_plus"] for kind in told["kinds"]) == 48 + 8
    assert {kind["provenance"] for kind in told["kinds"]} == {"rulebook", "inferred", "assumed"}
    assert [name for kind in told["kinds"] for name in kind["tiles"]] == list(BOX.tiles)
    code, out, _ = call("tiles")
    assert code == 0
    assert "80 tiles: 54 standard, 18 enchanted, 4 gates, 4 wilds. 72 are drawn" in out
    assert out.count("  back ") == 4


def test_tiles_shows_the_edges_under_a_reading(call: Call) -> None:
    told = json.loads(call("tiles", "--format", "json", "--rule", "wild=four_sides")[1])
    (wild,) = [kind for kind in told["kinds"] if kind["kind"] == "wild"]
    assert wild["edges"] == {"front": ["wild"] * 4}
    assert "wild  wild  wild  wild" in call("tiles", "--rule", "wild=four_sides")[1]


@pytest.mark.parametrize("name", KINDS)
def test_schema_prints_a_schema(call: Call, name: str) -> None:
    code, out, _ = call("schema", name)
    assert code == 0
    assert json.loads(out) == json.loads(json.dumps(schema_of(KINDS[name])))


def test_schema_of_an_unknown_format_is_bad_usage(call: Call) -> None:
    assert call("schema", "castle")[:2] == (2, "")
    assert call("schema")[:2] == (2, "")


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_help_mentions_every_option(call: Call, name: str, flag: str) -> None:
    code, out, err = call(name, flag)
    assert (code, err) == (0, "")
    command = cli.get_command(None, name)  # type: ignore[arg-type]
    assert command is not None
    for parameter in command.params:
        if parameter.param_type_name == "option":
            assert all(option in out for option in parameter.opts)


def test_the_help_page_lists_every_command_and_the_exit_codes(call: Call) -> None:
    code, out, _ = call("--help")
    assert code == 0
    assert all(f"\n  {name} " in out for name in COMMANDS)
    assert "Exit codes: 0 fine" in out
    code, out, _ = call("--version")
    assert code == 0
    assert out.startswith("caladale ")


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["castle"],
        ["--odd"],
        ["validate"],
        ["score"],
        ["validate", "a", "--format", "yaml"],
        ["validate", "a", "--odd"],
        ["render"],
        ["render", "a", "b"],
        ["tiles", "a"],
        ["solve"],
        ["solve", "hand", "--time-limit", "0"],
        ["solve", "hand", "--time-limit", "nan"],
        ["solve", "hand", "--time-limit", "inf"],
        ["solve", "hand", "--workers", "0"],
        ["solve", "hand", "--seed", "-1"],
    ],
    ids=" ".join,
)
def test_bad_usage_is_exit_code_2(call: Call, arguments: list[str]) -> None:
    code, out, err = call(*arguments)
    assert (code, out) == (2, "")
    assert "Usage" in err


# ---- solve

HAND = {
    "format": "caladale-hand/1",
    "tileset": "caladale",
    "variant": "solo2",
    "gates": ["gate-stone:front"],
    "wilds": 0,
    "tiles": ["stone-edge-1", "stone-edge-2", "stone-tower-1"],
}


def test_solve_finds_and_proves_a_small_castle(call: Call, files: Files, tmp_path: Path) -> None:
    (name,) = files(json.dumps(HAND))
    path = tmp_path / "castle.json"
    code, out, _ = call(
        "solve", name, "--workers", "1", "--seed", "3", "--format", "json", "-o", str(path)
    )
    assert code == 0
    told = json.loads(out)
    assert {"status", "score", "bound", "seconds", "layout"} <= set(told)
    assert (told["status"], told["score"], told["bound"]) == ("optimal", 11, 11)
    assert (told["seed"], told["workers"]) == (3, 1)
    castle = read_layout(json.dumps(told["layout"]))
    assert score(castle).total == 11
    assert read_layout(path.read_text()) == castle


def test_solve_prints_a_picture_for_a_person(call: Call, files: Files) -> None:
    code, out, _ = call("solve", *files(json.dumps(HAND)), "--workers", "1")
    assert code == 0
    assert "optimal: This is the best castle there is." in out


def test_solve_of_a_hand_that_cannot_be_completed_is_exit_code_3(
    call: Call, files: Files, tmp_path: Path
) -> None:
    hand = HAND | {"tiles": ["stone-edge-1"]}
    path = tmp_path / "castle.json"
    arguments = ["solve", *files(json.dumps(hand)), "--workers", "1", "--complete-only"]
    code, out, _ = call(*arguments, "--format", "json", "-o", str(path))
    told = json.loads(out)
    assert code == 3
    assert (told["status"], told["score"], told["layout"]) == ("infeasible", None, None)
    assert not path.exists()
    assert "no such castle" in call(*arguments)[1]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (json.dumps(HAND | {"tiles": ["odd"]}), "tiles[0]"),
        (json.dumps(HAND | {"gates": []}), "gates"),
        (json.dumps(HAND | {"odd": 1}), "'odd'"),
        (json.dumps(HAND)[:-1] + ', "tiles": []}', "this key stands here twice"),
        (GOOD, "line 1: this is a layout"),
        ("", "there is nothing to read: the text is empty"),
        ("[]", "an object is wanted"),
        ("{" * 50_000, "line 1"),
        ('{"a":' * 50_000, "deep"),
    ],
    ids=range(9),
)
def test_solve_of_a_bad_hand_is_exit_code_2(
    call: Call, files: Files, text: str, place: str
) -> None:
    (name,) = files(text)
    code, out, err = call("solve", name)
    assert (code, out) == (2, "")
    assert err.startswith(f"Error: {name}: ")
    assert place in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_is_explained_and_every_argument_named(name: str) -> None:
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    assert command.help
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, parameter.name
        elif isinstance(parameter.type, click.Choice):
            # The usage line has no room for the choices, so the text names them.
            assert (parameter.metavar or "?") in command.help
            assert all(choice in command.help for choice in parameter.type.choices)


def test_an_empty_tile_file_is_told_as_such(call: Call, files: Files) -> None:
    (name,) = files("\n")
    code, out, err = call("tiles", "--tileset", name)
    assert (code, out) == (2, "")
    assert f"{name}: line 1, column 1: there is nothing to read: the text is empty" in err


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "inf", "-inf"])
@pytest.mark.parametrize("command", ["challenge", "solve -", "repair -"])
def test_a_time_limit_that_is_no_time_is_told(call: Call, command: str, seconds: str) -> None:
    code, out, err = call(*command.split(), "--time-limit", seconds)
    assert (code, out) == (2, "")
    assert f"{seconds} is not a number of seconds above 0" in err
    assert call(*command.split(), "--time-limit", "1e10")[0] == 2


def test_every_module_of_commands_is_a_command() -> None:
    folder = ROOT / "caladale" / "cli" / "commands"
    modules = {path.stem for path in folder.glob("*.py")} - {"__init__"}
    assert modules == set(COMMANDS)
