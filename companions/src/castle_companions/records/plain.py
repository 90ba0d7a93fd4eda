"""Bytes to text to plain data, refusing what the standards of JSON and TOML leave open."""

from __future__ import annotations

import datetime as dt
import json
import math
import re
import tomllib
from collections.abc import Iterator
from typing import Any, TypeAlias

from castle_companions.records.errors import Mistake, RecordError
from castle_companions.records.printing import quoted

Plain: TypeAlias = Any
"""What JSON can say: None, bool, int, float, str, and lists and dicts of these."""

MOST_BYTES = 4 * 2**20
"""The largest record that is read. A long game takes a tenth of it."""
_MOST_DIGITS = 300
_MOST_DEPTH = 100
_PLAIN_KEY = re.compile(r"[A-Za-z0-9_-]{1,40}")


def text_of(raw: bytes, source: str) -> str:
    """Decode UTF-8 that has no byte-order mark.

    Raises:
        RecordError: with the place of the first byte that is off, or when there are too many.
    """
    if len(raw) > MOST_BYTES:
        message = f"this is larger than {MOST_BYTES // 2**20} MiB, which no game fills"
        raise RecordError(source, (Mistake("", message),))
    if raw.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")):
        message = "it starts with a byte-order mark; save it as plain UTF-8"
        raise RecordError(source, (Mistake("", message),))
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        place = f"line {raw.count(10, 0, error.start) + 1}, byte {error.start + 1}"
        raise RecordError(source, (Mistake(place, "this byte is not UTF-8"),)) from None


def plain_json(text: str, source: str) -> Plain:
    """Parse JSON; doubled keys, NaN, infinities and half characters are refused.

    Raises:
        RecordError: with line and column where the syntax is wrong, otherwise with the path of
            every mistake.
    """
    doubled: list[tuple[dict[str, Plain], str]] = []

    def members(pairs: list[tuple[str, Plain]]) -> dict[str, Plain]:
        found: dict[str, Plain] = {}
        for name, value in pairs:
            if name in found:
                doubled.append((found, name))
            found[name] = value
        return found

    try:
        data = json.loads(text, object_pairs_hook=members, parse_int=_integer)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno} column {error.colno}" if text.strip() else ""
        why = f"this is not JSON ({error.msg})" if text.strip() else "there is nothing in it"
        raise RecordError(source, (Mistake(place, why),)) from None
    except RecursionError:
        raise RecordError(source, (Mistake("", "this is nested too deeply"),)) from None
    mistakes = _oddities(data, source)
    if doubled:
        paths = {id(value): path for path, value in _walk(data)}
        for found, name in doubled:
            # What stood under a doubled key may be gone; then that key is reported itself.
            if id(found) in paths:
                place = member(paths[id(found)], name)
                mistakes.append(Mistake(place, "this key stands here twice"))
    if mistakes:
        raise RecordError(source, tuple(mistakes))
    return data


def plain_toml(text: str, source: str) -> Plain:
    """Parse TOML that says nothing that JSON could not: no dates, no NaN, no infinities.

    Raises:
        RecordError: with line and column where the syntax is wrong, otherwise with the path of
            every mistake.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.fullmatch(
            r"(?s)(.*) \(at (?:line (\d+), column (\d+)|(end of document))\)", str(error)
        )
        why, place = str(error), ""
        if found:
            why = found[1]
            place = found[4] or f"line {found[2]} column {found[3]}"
        raise RecordError(source, (Mistake(place, f"this is not TOML ({why})"),)) from None
    except (RecursionError, ValueError):  # the latter for numbers of thousands of digits
        message = "this is nested too deeply, or holds a number with too many digits"
        raise RecordError(source, (Mistake("", message),)) from None
    mistakes = _oddities(data, source)
    if mistakes:
        raise RecordError(source, tuple(mistakes))
    return data


def member(path: str, key: str | int) -> str:
    """The path of a member of what is at `path`; a key that is no plain word is quoted."""
    if isinstance(key, int):
        return f"{path}[{key}]"
    if not _PLAIN_KEY.fullmatch(key):
        return f"{path}[{quoted(key)}]"
    return f"{path}.{key}" if path else key


def _integer(digits: str) -> float:
    # A number that no field takes is as good as infinite, and is reported with those.
    return int(digits) if len(digits) <= _MOST_DIGITS else math.inf


def _oddities(data: Plain, source: str) -> list[Mistake]:
    """Every value that a standard lets stand and this one does not."""
    found: list[Mistake] = []
    for path, value in _walk(data):
        if path.count("[") + path.count(".") > _MOST_DEPTH:
            raise RecordError(source, (Mistake("", "this is nested too deeply"),))
        match value:
            case float() if not math.isfinite(value):
                found.append(Mistake(path, "this is not a number, or has too many digits"))
            case int() if abs(value) >= 10**_MOST_DIGITS:
                found.append(Mistake(path, "this is not a number, or has too many digits"))
            case dt.date() | dt.time():
                found.append(Mistake(path, "dates and times have no place here; put it in quotes"))
            case str() if _is_halved(value):
                found.append(Mistake(path, "this text holds half of a surrogate pair"))
            case dict():
                halved = [key for key in value if _is_halved(key)]
                message = "this key holds half of a surrogate pair"
                found += [Mistake(member(path, key), message) for key in halved]
    return found


def _is_halved(text: str) -> bool:
    return any("\ud800" <= character <= "\udfff" for character in text)


def _walk(data: Plain) -> Iterator[tuple[str, Plain]]:
    """Every value in plain data with its path, in the order of the text."""
    stack: list[tuple[str, Plain]] = [("", data)]
    while stack:
        path, value = stack.pop()
        yield path, value
        if isinstance(value, dict):
            stack += [(member(path, key), item) for key, item in reversed(value.items())]
        elif isinstance(value, list):
            stack += [(member(path, i), value[i]) for i in reversed(range(len(value)))]
