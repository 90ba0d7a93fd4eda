"""Strict reading: bytes to text to plain data to a typed value, each step refusing what is off."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, TypeVar

import msgspec

from caladale._io.plain_words import in_plain_words
from caladale.errors import FormatError

T = TypeVar("T")

_MOST_DIGITS = 300

_PLAIN = re.compile(r"[A-Za-z0-9_-]{1,60}")
_WHERE = re.compile(r" - at `(?:key in )?\$\.?(?P<path>[^`]*)`$")


def quoted(text: str) -> str:
    """Quote a piece of somebody's file for a message: short, on one line, plain ASCII."""
    short = text if len(text) <= 40 else text[:37] + "..."
    return json.dumps(short).replace("\x7f", "\\u007f")  # which JSON lets stand


def named(word: str) -> str:
    """A name from somebody's file for a message: a plain word as it is, anything else quoted."""
    return word if _PLAIN.fullmatch(word) else quoted(word)


def decode_utf8(raw: bytes) -> str:
    """Decode UTF-8 that has no byte-order mark.

    Raises:
        FormatError: with the place of the first byte that is off.
    """
    if raw.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")):
        raise FormatError("the file starts with a byte-order mark; save it as plain UTF-8")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise FormatError("this byte is not UTF-8", f"byte {error.start + 1}") from None


def load_json(text: str) -> Any:
    """Parse JSON, refusing what the standard leaves open: doubled keys, NaN, infinities.

    Raises:
        FormatError: with line and column, or with the path of a doubled key.
    """
    faults: list[tuple[object, str, str]] = []

    def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for name, value in pairs:
            if name in found:
                faults.append((found, name, "this key stands here twice"))
            found[name] = value
        return found

    def constant(word: str) -> object:
        marker = object()
        faults.append((marker, "", f"{word} is not a JSON number"))
        return marker

    def integer(digits: str) -> object:
        if len(digits) <= _MOST_DIGITS:
            return int(digits)
        marker = object()
        faults.append((marker, "", "this number has too many digits"))
        return marker

    try:
        data = json.loads(
            text, object_pairs_hook=members, parse_constant=constant, parse_int=integer
        )
    except json.JSONDecodeError as error:
        place = f"line {error.lineno} column {error.colno}"
        why = error.msg if text.strip() else "the text is empty"
        raise FormatError(f"this is not JSON ({why})", place) from None
    except RecursionError:
        raise FormatError("this is nested too deeply") from None
    if faults:
        paths = {id(value): path for path, value in _walk(data)}
        # What stood under a doubled key may be gone, but that key's own fault is still there.
        found, name, message = next(fault for fault in faults if id(fault[0]) in paths)
        path = paths[id(found)]
        raise FormatError(message, _member(path, name) if name else path)
    return data


def _member(path: str, key: str) -> str:
    """The path of a member; a key that is no plain word is quoted."""
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,40}", key):
        return f"{path}[{quoted(key)}]"
    return f"{path}.{key}" if path else key


def _walk(data: Any) -> Iterator[tuple[str, Any]]:
    """Every value in plain data with its path, in the order of the text."""
    stack: list[tuple[str, Any]] = [("", data)]
    while stack:
        path, value = stack.pop()
        yield path, value
        if isinstance(value, dict):
            stack += [(_member(path, key), item) for key, item in reversed(value.items())]
        elif isinstance(value, list):
            stack += [(f"{path}[{i}]", value[i]) for i in reversed(range(len(value)))]


def _place_of_half_character(data: Any) -> str:
    """Where the first text or key is that holds half of a surrogate pair."""

    def halved(text: object) -> bool:
        return isinstance(text, str) and any("\ud800" <= c <= "\udfff" for c in text)

    for path, value in _walk(data):
        if halved(value):
            return path
        if isinstance(value, dict):
            for key in filter(halved, value):
                return _member(path, key)
    return ""


def convert(data: Any, kind: type[T]) -> T:
    """Turn plain data into a value of type `kind`, exactly: no unknown key, no `1.0` for `1`.

    Raises:
        FormatError: with the path of the first value that does not fit.
    """
    try:
        return msgspec.convert(data, kind, strict=True)
    except UnicodeEncodeError:
        place = _place_of_half_character(data)
        raise FormatError("this is no text: it holds half of a surrogate pair", place) from None
    except msgspec.ValidationError as error:
        # The library tells the place only within its sentence, so that is taken apart; a sentence
        # of another form would keep its place in its words.
        text = str(error)
        where = _WHERE.search(text)
        message = text[: where.start()] if where else text
        # The message may quote a key of the file: keep it on one line and printable.
        message = message.replace("`", "'").encode("ascii", "backslashreplace").decode()
        message = "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in message)
        if len(message) > 200:
            message = message[:197] + "..."
        place = where["path"] if where else ""
        raise FormatError(in_plain_words(message[:1].lower() + message[1:]), place) from None
