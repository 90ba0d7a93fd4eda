"""Every mistake of a record is told with its place, whatever the file holds."""

from __future__ import annotations

import json
from enum import Enum
from pathlib import Path
from typing import Annotated, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import Field

from castle_companions.records import (
    Mistake,
    Notation,
    Record,
    RecordError,
    parse_record,
    read_record,
    record_text,
    schema_text,
)
from castle_companions.records.plain import MOST_BYTES


class Place(Enum):
    WALL = "wall"
    TOWER = "tower"


class Hit(Record):
    kind: Literal["hit"]
    points: int = Field(ge=0, le=9)


class Miss(Record):
    kind: Literal["miss"]
    place: Place


class Game(Record):
    format: Literal["game/1"]
    names: tuple[str, ...] = Field(min_length=1)
    shots: tuple[Annotated[Hit | Miss, Field(discriminator="kind")], ...] = ()


GOOD = '{"format": "game/1", "names": ["a"], "shots": [{"kind": "hit", "points": 3}]}'


def mistakes(text: str, notation: Notation = Notation.JSON) -> list[str]:
    with pytest.raises(RecordError) as caught:
        parse_record(Game, text, "it", notation)
    return [str(mistake) for mistake in caught.value.mistakes]


def test_what_is_written_is_read_again() -> None:
    game = parse_record(Game, GOOD, "it")
    assert game.shots == (Hit(kind="hit", points=3),)
    assert parse_record(Game, record_text(game), "it") == game


def test_toml_says_the_same() -> None:
    text = 'format = "game/1"\nnames = ["a"]\n[[shots]]\nkind = "hit"\npoints = 3\n'
    assert parse_record(Game, text, "it", Notation.TOML) == parse_record(Game, GOOD, "it")


def test_all_mistakes_are_told_at_once() -> None:
    text = (
        '{"format": "game/1", "names": ["a", 5], "shot": [],'
        ' "shots": [{"kind": "hit", "points": 3}, {"kind": "hit", "points": 12},'
        ' {"kind": "miss", "place": "wal"}, {"kind": "his"}, {"kind": "hit"}]}'
    )
    assert mistakes(text) == [
        "names[1]: this must be a text in quotes",
        "shots[1].points: this must be 9 or less",
        "shots[2].place: this must be 'wall' or 'tower', not \"wal\"; did you mean \"wall\"?",
        "shots[3]: 'kind' must be one of 'hit', 'miss'; did you mean \"hit\"?",
        "shots[4].points: this is missing",
        'shot: there is no such key; did you mean "shots"?',
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "there is nothing in it"),
        (
            '{"format": "game/1",\n "names": [}',
            "line 2 column 12: this is not JSON (Expecting value)",
        ),
        ('{"names": ["a"], "names": ["b"]}', "names: this key stands here twice"),
        ('{"shots": [{"a": 1, "a": 2}]}', "shots[0].a: this key stands here twice"),
        ('{"names": NaN}', "names: this is not a number, or has too many digits"),
        ('{"names": 1e999}', "names: this is not a number, or has too many digits"),
        ('{"names": 1' + "0" * 5000 + "}", "names: this is not a number, or has too many digits"),
        ('{"names": ["\\ud800"]}', "names[0]: this text holds half of a surrogate pair"),
        ("[" * 200 + "]" * 200, "this is nested too deeply"),
        ("[" * 100_000, "this is nested too deeply"),
        ("[]", "this must be an object in braces"),
    ],
)
def test_json_that_is_off(text: str, told: str) -> None:
    assert mistakes(text) == [told]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a = 1\na = 2\n", "line 2 column 6: this is not TOML (Cannot overwrite a value)"),
        ("format = ", "end of document: this is not TOML (Invalid value)"),
        ("names = nan", "names: this is not a number, or has too many digits"),
        ("names = 2020-01-01", "names: dates and times have no place here; put it in quotes"),
    ],
)
def test_toml_that_is_off(text: str, told: str) -> None:
    assert mistakes(text, Notation.TOML) == [told]


def test_a_list_with_a_wrong_item_is_not_called_too_short() -> None:
    assert mistakes('{"format": "game/1", "names": [5]}') == [
        "names[0]: this must be a text in quotes"
    ]
    assert mistakes('{"format": "game/1", "names": []}') == [
        "names: there are too few here: 0, and 1 at least"
    ]


def test_numbers_are_exact() -> None:
    for points in ("3.0", "true", '"3"', "null"):
        told = mistakes(GOOD.replace("3", points))
        assert [one.partition(":")[0] for one in told] == ["shots[0].points"]


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(GOOD, encoding="utf-8")
    assert read_record(Game, path) == parse_record(Game, GOOD, "it")
    told = {
        b"\xef\xbb\xbf{}": "byte-order mark",
        b"{\n\xff}": "line 2, byte 3: this byte is not UTF-8",
        b" " * (MOST_BYTES + 1): "larger than 4 MiB",
    }
    for raw, part in told.items():
        path.write_bytes(raw)
        with pytest.raises(RecordError, match=part):
            read_record(Game, path)
    for name in (tmp_path / "none.json", tmp_path, "a\0b"):
        with pytest.raises(RecordError, match=r"cannot be"):
            read_record(Game, name)


def test_messages_stay_on_their_lines() -> None:
    told = mistakes('{"format": "game/1", "names": ["a"], "a\\u001b[31m\\nb": 1}')
    assert len(told) == 1
    assert told[0].isprintable()


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists, max_leaves=5))
def test_any_data_is_read_or_refused_with_words(value: object) -> None:
    text = json.dumps({"format": "game/1", "names": value})
    found: tuple[Mistake, ...] = ()
    try:
        game = parse_record(Game, text, "it")
    except RecordError as error:
        found = error.mistakes
    else:
        assert isinstance(value, list)
        assert list(game.names) == value
    assert all(mistake.message.isprintable() for mistake in found)


def test_the_schema_names_its_format() -> None:
    assert '"title": "game/1"' in schema_text(Game, "game/1")
