"""Nothing that a file, its name or an argument says acts on a terminal or forges a line."""

from __future__ import annotations

import copy
import io
import json
import os
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from caladale.cli import COMMANDS, run
from caladale.core.layout import Placement, Variant
from caladale.core.readings import Readings
from caladale.errors import FormatError
from caladale.games.deal import deal_hand, deal_table
from caladale.games.move import Build, Draw, Exchange, Flip, Keep, Move
from caladale.games.record import GameRecord, game_to_data, read_game
from caladale.games.setup import Setup
from caladale.notation import read_layout
from caladale.notation.data import hand_to_data, layout_to_data, table_to_data
from tests.support.places import CASES, TILE_FILE

GOOD = "caladale standard 0+4 - - gate-stone@1,0 stone-tower-1@1,1"
FORGED = "Error: forged"
EVIL = f"\x1b]0;PWNED\x07\x1b[2J\x9b31m\x85\u202e\u2066\u200b\u2028\u2029\x7f\r\n{FORGED}"
NAMES = (
    b"\x1b[31mred",
    b"two\nError: forged",
    b"\xff\xfe",
    "\u202etxt.\u2028".encode(),
    b"\xc2\x9b1m",
)
"""What a file may be called."""


def check(text: str) -> None:
    """Whatever was printed can be read, and its lines are the program's own."""
    odd = {c for c in text if not (c == "\n" or c.isprintable() or unicodedata.category(c) == "Zs")}
    assert not odd, text
    assert not any(line.startswith(FORGED) for line in text.splitlines()), text


LAYOUT = layout_to_data(
    read_layout("caladale speed 0+4 flipped=1,timer wild=four_sides gate-apprentice:back@1,0")
)
HAND = hand_to_data(deal_hand(Variant.SOLO2, 1, own=3)) | {"rules": {"wild": "cap"}}
TABLE = table_to_data(deal_table(Variant.SPEED, 1, 2))


def game(variant: Variant, players: int, *moves: Move) -> dict[str, Any]:
    setup = Setup(variant=variant, players=players, seed=1, rules=Readings(wild="four_sides"))
    return game_to_data(GameRecord(setup, moves))


STANDARD = game(
    Variant.STANDARD,
    2,
    Draw(),
    Keep(),
    Draw(),
    Flip(),
    Build(tiles=(Placement("gate-stone", 2, 0),), seat=1),
)
SOLO2_MOVE = Exchange(
    give=deal_hand(Variant.SOLO2, 1).tiles[0], take=deal_hand(Variant.SOLO2, 1).supply[0]
)
SOLO2 = game(Variant.SOLO2, 1, SOLO2_MOVE)
RESULT = {
    "format": "caladale-results/1",
    "file": "hand.json",
    "hand": "0",
    "settings": {"seed": 0},
    "status": "feasible",
    "stop": "error",
    "score": 1,
    "bound": None,
    "seconds": 1.0,
    "layout": LAYOUT,
}
FILES: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "layout": (
        LAYOUT,
        (
            "validate FILE FILE",
            "score FILE",
            "render FILE",
            "dissolve FILE",
            "convert FILE --to line",
            "repair good.txt --spares FILE",
            "solve hand.json --fixed FILE",
            "gallery .",
        ),
    ),
    "hand": (HAND, ("solve FILE --time-limit 0.1", "solve FILE FILE --time-limit 0.1")),
    "table": (TABLE, ("solve FILE --time-limit 0.1",)),
    "standard": (STANDARD, ("advise FILE", "validate FILE")),
    "solo2": (SOLO2, ("solo --log FILE", "advise FILE")),
    "result": (RESULT, ("solve hand.json hand.json --time-limit 0.1 -o FILE", "gallery .")),
}
"""Files of every kind, and commands that read them."""


def spoilt(data: Any) -> Iterator[Any]:
    """Copies of plain data, in each of which one text or one key is evil."""

    def spots(value: Any) -> Iterator[tuple[Any, Any]]:
        members = value.items() if isinstance(value, dict) else enumerate(value)
        for key, inner in list(members):
            yield value, key
            if isinstance(inner, dict | list):
                yield from spots(inner)

    for number in range(len(list(spots(data)))):
        for act in ("value", "key"):
            copied = copy.deepcopy(data)
            container, key = list(spots(copied))[number]
            if act == "key" and isinstance(container, dict):
                container[EVIL] = container.pop(key)
                yield copied
            elif act == "value" and isinstance(container[key], str):
                container[key] = EVIL
                yield copied


def few(data: dict[str, Any]) -> list[dict[str, Any]]:
    """One in several of those of a long file, and all of a short one."""
    found = list(spoilt(data))
    return found[:: max(1, len(found) // 40)]


@pytest.mark.parametrize("kind", FILES)
def test_what_a_file_says_is_escaped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    Path("good.txt").write_text(GOOD)
    Path("hand.json").write_text(json.dumps(HAND | {"tiles": [], "supply": []}))
    data, lines = FILES[kind]
    name = "file.jsonl" if kind == "result" else "file.json"
    refused = 0
    for odd in few(data):
        for line in lines:
            Path(name).write_text(json.dumps(odd) + "\n")
            refused += run([name if word == "FILE" else word for word in line.split()]) == 2
            out, err = capsys.readouterr()
            check(out + err)
    assert refused > 5


def test_a_castle_on_a_line_is_escaped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "castle.txt"
    words = GOOD.split()
    for evil in (EVIL, EVIL.replace("\r\n", "").replace("\u2028", "").replace("\x85", "")):
        for number in range(len(words)):
            text = " ".join([*words[:number], evil, *words[number + 1 :]])
            path.write_bytes(text.encode())
            for line in (["validate"], ["score"], ["render"], ["convert", "--to", "json"]):
                assert run([*line, str(path)]) == 2
                check("".join(capsys.readouterr()))


@pytest.mark.parametrize(
    "line", ["tiles", "deal standard --format text", "deal solo2", "validate good.txt"]
)
def test_what_a_tile_file_says_is_escaped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], line: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("good.txt").write_text(GOOD)
    text = TILE_FILE.read_text(encoding="utf-8")
    evil = json.dumps(EVIL)[1:-1].replace("\\u007f", "\\u007F").replace("\x7f", "\\u007F")
    spots = ['note = "', 'title = "', 'name = "', 'id = "', 'provenance = "', 'reading = "']
    for spot in spots:
        assert spot in text
        for odd in (text.replace(spot, spot + evil), text.replace(spot, f'"{evil}" = "')):
            Path("box.toml").write_text(odd)
            run([*line.split(), "--tileset", "box.toml"])
            check("".join(capsys.readouterr()))
    for raw in ("name = \x1b[31m", 'name = "\x1b"', "[\x9b]", "\x00"):
        Path("box.toml").write_text(raw)
        assert run([*line.split(), "--tileset", "box.toml"]) == 2
        check("".join(capsys.readouterr()))


NAMED = {
    "validate": "validate NAME NAME",
    "score": "score NAME",
    "score-several": "score NAME NAME",
    "render": "render NAME",
    "render-page": "render NAME -o NAME.html",
    "render-unknown": "render NAME -o NAME.odd",
    "render-none": "render NAME -o none/NAME.svg",
    "render-hint": "render two -o NAME.svg",
    "convert": "convert NAME --to json -o NAME.json",
    "gallery": "gallery . --title NAME",
    "gallery-out": "gallery . -o NAME.out",
    "gallery-none": "gallery NAME.none",
    "dissolve": "dissolve NAME -o none/NAME",
    "dissolve-out": "dissolve broken -o NAME",
    "repair": "repair NAME --spares NAME --spare NAME",
    "repair-out": "repair broken -o none/NAME",
    "solve": "solve NAME NAME -o NAME.log",
    "solve-several": "solve hand hand -o NAME.log --time-limit 1",
    "solve-again": "solve hand hand -o NAME.log --time-limit 1",
    "solve-torn": "solve hand hand -o NAME.torn --time-limit 1",
    "solve-results": "solve hand -o NAME.log",
    "solve-cluster": "solve hand hand --cluster NAME",
    "fixed": "solve hand --fixed NAME --hint NAME",
    "challenge": "challenge -o NAME.dir",
    "resume": "challenge --resume -o NAME",
    "edit": "edit NAME",
    "new": "new NAME",
    "solo": "solo --log NAME",
    "solo-new": "solo --seed 3 --log NAME.game",
    "solo-again": "solo --seed 3 --log NAME.game",
    "advise": "advise NAME",
    "tileset": "tiles --tileset NAME",
    "rule": "rule NAME",
    "reading": "tiles --rule NAME",
    "reading-value": "tiles --rule wild=NAME",
    "number": "deal solo2 --seed NAME",
    "choice": "deal NAME",
    "command": "NAME",
    "option": "deal solo2 --NAME",
    "schema": "schema NAME",
    "gate": "solo --variant solo2 --gate NAME",
}
"""Every command with names in all places where a name may stand."""


def test_every_command_is_among_those() -> None:
    assert {line.split()[0] for line in NAMED.values()} >= set(COMMANDS) - {"simulate", "config"}


@pytest.mark.parametrize("raw", NAMES, ids=range(len(NAMES)))
def test_names_are_escaped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], raw: bytes
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    name = os.fsdecode(raw)
    Path(f"{name}.dir").mkdir()
    Path("broken").write_text(GOOD.replace("stone-tower", "tree-tower"))
    Path("two").write_text(f"{GOOD}\n{GOOD}\n")
    Path("hand").write_text(json.dumps(HAND | {"tiles": [], "supply": []}))
    Path(f"{name}.torn").write_text('{"format": "caladale-results/1", "file": "x')
    for line in NAMED.values():
        Path(name).write_text(GOOD)
        run([word.replace("NAME", name) for word in line.split()])
        check("".join(capsys.readouterr()))
    run(["simulate", name, "--policy", name])
    check("".join(capsys.readouterr()))


def test_the_case_of_a_game_log(capsys: pytest.CaptureFixture[str]) -> None:
    path = CASES / "escape-in-game-log.json"
    assert run(["advise", str(path)]) == 2
    out, err = capsys.readouterr()
    check(out + err)
    assert len(err.splitlines()) == 1
    assert '"\\u001b]0;PWNED' in err
    with pytest.raises(FormatError) as caught:
        read_game(path.read_text(encoding="utf-8"))
    check(str(caught.value))
    assert str(caught.value).isascii()


def test_a_plain_name_is_told_as_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("castle.txt", "schloß \U0001f3f0.txt", "城\u3000一.txt"):
        path = tmp_path / name
        path.write_text(GOOD)
        assert run(["validate", str(path)]) == 0
        assert capsys.readouterr().out == f"{path}: legal; not complete\n"
