"""Strict reading: what is off is refused with its place, whatever the format."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

from caladale._io.atomic_files import read_text
from caladale._io.strict_json import convert, decode_utf8, load_json, named, quoted
from caladale.errors import FormatError


class Leaf(Struct, forbid_unknown_fields=True):
    """A small type to convert to."""

    number: int = 0
    text: str = ""
    flag: bool = False
    children: tuple[Leaf, ...] = ()


def fault(text: str) -> tuple[str, str]:
    with pytest.raises(FormatError) as caught:
        load_json(text)
    assert str(caught.value).isprintable()
    return caught.value.place, caught.value.message


@pytest.mark.parametrize(
    ("raw", "word"),
    [
        (b"\xef\xbb\xbf{}", "byte-order mark"),
        ("{}".encode("utf-16"), "byte-order mark"),
        (b"\xfe\xff\x00{", "byte-order mark"),
        (b"{\xff}", "byte 2"),
        (b"ab\xc3", "byte 3"),
        (b"\xed\xa0\x80", "byte 1"),
    ],
)
def test_bytes_that_are_no_plain_utf8_are_refused(raw: bytes, word: str) -> None:
    with pytest.raises(FormatError, match=word):
        decode_utf8(raw)


def test_plain_utf8_is_decoded() -> None:
    assert decode_utf8("ü€🏰".encode()) == "ü€🏰"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('{"a": 1, "a": 1}', "a"),
        ('{"a": {"b": 1, "b": 2}}', "a.b"),
        ('{"a": [0, {"b": [{"c": 1, "d": 2, "c": 3}]}]}', "a[1].b[0].c"),
        ('[{"a": 1}, {"a": 1, "a": 1}]', "[1].a"),
        ('{"a": {"b": 1, "b": 2}, "a": 3}', "a"),
        ('{"x": {"a": {"b": 1, "b": 2}, "a": 3}, "x": 4}', "x"),
        ('{"a b": 1, "a b": 1}', '["a b"]'),
        ('{"\\n": {"": 1, "": 2}}', '["\\n"]'),
        ('{"\\ud800": 1, "\\ud800": 2}', '["\\ud800"]'),
        ('{"' + "k" * 50 + '": 1, "' + "k" * 50 + '": 2}', '["' + "k" * 37 + '..."]'),
    ],
)
def test_a_doubled_key_is_refused_at_every_depth(text: str, place: str) -> None:
    assert fault(text) == (place, "this key stands here twice")


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity"])
def test_what_is_no_json_number_is_refused_with_its_place(word: str) -> None:
    assert fault(f'{{"a": [1, {word}]}}') == ("a[1]", f"{word} is not a JSON number")
    assert fault(word) == ("", f"{word} is not a JSON number")


@pytest.mark.parametrize("digits", [301, 5000, 100_000])
def test_an_integer_of_very_many_digits_is_refused_with_its_place(digits: int) -> None:
    assert fault(f'{{"a": {"7" * digits}}}') == ("a", "this number has too many digits")


def test_an_integer_of_many_digits_is_read_exactly() -> None:
    assert load_json("9" * 300) == 10**300 - 1


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", "line 1 column 1"),
        ("{", "line 1 column 2"),
        ('{"a": 1}\n\n x', "line 3 column 2"),
        ('{"a": 1,}', "line 1 column 9"),
        ("{'a': 1}", "line 1 column 2"),
        ('{"a": "\n"}', "line 1 column 8"),
        ('{"a": 01}', "line 1 column 8"),
        ("[1] [2]", "line 1 column 5"),
    ],
)
def test_text_that_is_no_json_is_refused_with_line_and_column(text: str, place: str) -> None:
    where, message = fault(text)
    assert where == place
    assert message.startswith("this is not JSON")


@pytest.mark.parametrize("piece", ["[", '{"a":', '[{"a":'])
def test_deep_nesting_is_refused(piece: str) -> None:
    assert fault(piece * 100_000) == ("", "this is nested too deeply")


def test_nesting_within_reason_is_read() -> None:
    depth = sys.getrecursionlimit() // 4
    assert load_json("[" * depth + "]" * depth)


@pytest.mark.parametrize(
    ("data", "place", "word"),
    [
        ({"number": 1.0}, "number", "a whole number is wanted here"),
        ({"number": True}, "number", "a whole number is wanted here"),
        ({"number": "1"}, "number", "a whole number is wanted here"),
        ({"number": None}, "number", "a whole number is wanted here"),
        ({"flag": 1}, "flag", "true or false is wanted here"),
        ({"text": 3}, "text", "a text is wanted here"),
        ({"children": {}}, "children", "a list is wanted here"),
        ({"children": [{}, {"children": [{"number": []}]}]}, "children[1].children[0].number", ""),
        ({"children": [{}, {"odd": 1}]}, "children[1]", "'odd'"),
        ({"odd": 1}, "", "'odd'"),
        ([], "", "object"),
        (3, "", "object"),
        ({"\udfff": 1}, '["\\udfff"]', "surrogate"),
        ({"children": [{}, {"\ud800": {}}]}, 'children[1]["\\ud800"]', "surrogate"),
    ],
)
def test_data_that_does_not_fit_is_refused_with_its_path(data: Any, place: str, word: str) -> None:
    with pytest.raises(FormatError) as caught:
        convert(data, Leaf)
    assert caught.value.place == place
    assert word in caught.value.message


@pytest.mark.parametrize("key", ["a\nb", "\x1b[31m", "`", "x` - at `$.number", "é" * 500])
def test_an_odd_key_is_told_on_one_short_printable_line(key: str) -> None:
    with pytest.raises(FormatError) as caught:
        convert({key: 1}, Leaf)
    message = str(caught.value)
    assert message.isprintable()
    assert message.isascii()
    assert len(message) < 300


@pytest.mark.parametrize("text", ["", " ", "\r\n\n"])
def test_an_empty_text_is_told_as_such(text: str) -> None:
    assert fault(text)[1] == "this is not JSON (the text is empty)"


@pytest.mark.parametrize("text", ["", "plain", 'a "quote"', "\n", "ü", "\ud800", "x" * 1000])
def test_quoted_text_is_short_printable_ascii(text: str) -> None:
    shown = quoted(text)
    assert shown.isascii()
    assert shown.isprintable()
    assert len(shown) <= 2 + 6 * 40
    if len(text) <= 40:
        assert json.loads(shown) == text


def test_a_file_is_read_with_its_line_ends_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "ends.txt"
    path.write_bytes(b"a\r\nb\n")
    assert read_text(str(path)) == "a\r\nb\n"


def test_an_empty_file_reads_as_empty_text(tmp_path: Path) -> None:
    path = tmp_path / "empty"
    path.touch()
    assert read_text(str(path)) == ""


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("stone-four-1", "stone-four-1"),
        ("a" * 60, "a" * 60),
        ("", '""'),
        ("two words", '"two words"'),
        ("\x7f\x1b\u202e", '"\\u007f\\u001b\\u202e"'),
        ("a" * 61, '"' + "a" * 37 + '..."'),
    ],
)
def test_a_name_is_told_as_it_is_or_quoted(word: str, told: str) -> None:
    assert named(word) == told
