"""Strict reading: bytes to text to plain data to a typed value, each step refusing what is off."""

from __future__ import annotations

import enum
import json
import re
from collections.abc import Iterator
from types import UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

import msgspec

from caladale._io.plain_words import in_plain_words
from caladale._io.suggestions import close_to
from caladale.errors import FormatError, TextMistake

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
        message = "the file starts with a byte-order mark; save it as plain UTF-8"
        raise FormatError.of([TextMistake(message, "", 1, 1)])
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8")
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        place = f"byte {error.start + 1}"
        one = TextMistake("this byte is not UTF-8", place, line, column)
        raise FormatError.of([one]) from None


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
        message = f"this is not JSON ({why})"
        one = TextMistake(message, place, error.lineno, error.colno, _word_at(text, error.pos))
        raise FormatError.of([one]) from None
    except RecursionError:
        raise FormatError("this is nested too deeply") from None
    if faults:
        paths = {id(value): path for path, value in _walk(data)}
        # What stood under a doubled key may be gone, but that key's own fault is still there.
        raise FormatError.of(
            TextMistake(message, member(paths[id(found)], name), token=named(name))
            if name
            else TextMistake(message, paths[id(found)])
            for found, name, message in faults
            if id(found) in paths
        )
    return data


def _word_at(text: str, at: int) -> str:
    found = re.compile(r"[!-~]{1,20}").match(text, at)
    return found[0] if found else ""


def member(path: str, key: str) -> str:
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
            stack += [(member(path, key), item) for key, item in reversed(value.items())]
        elif isinstance(value, list):
            stack += [(f"{path}[{i}]", value[i]) for i in reversed(range(len(value)))]


def _place_of_half_character(data: Any) -> str:
    """Where the first text or key is that holds half of a surrogate pair."""
    for path, value in _walk(data):
        if _is_halved(value):
            return path
        if isinstance(value, dict):
            for key in filter(_is_halved, value):
                return member(path, key)
    return ""


def _is_halved(text: object) -> bool:
    return isinstance(text, str) and any("\ud800" <= c <= "\udfff" for c in text)


def convert(data: Any, kind: type[T]) -> T:
    """Turn plain data into a value of type `kind`, exactly: no unknown key, no `1.0` for `1`.

    Raises:
        FormatError: with every mistake, each with the path of the value that does not fit.
    """
    try:
        return msgspec.convert(data, kind, strict=True)
    except (UnicodeEncodeError, msgspec.ValidationError):
        raise FormatError.of(_misfits(data, kind, "")) from None


def _misfits(data: Any, kind: Any, path: str) -> Iterator[TextMistake]:
    """Every mistake in `data`, which does or does not fit `kind`; the library stops at the first.

    Where a value is one of several types of object, the first mistake in it is all that is told.
    """
    own = _misfit(data, kind, path)
    if own is None:
        return
    kind = _bare(kind)
    inner: list[TextMistake] = []
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and isinstance(data, dict):
        inner += _misfit_members(data, kind, path)
    elif get_origin(kind) is tuple and isinstance(data, list):
        inside = get_args(kind)
        kinds = [inside[0]] * len(data) if inside[-1] is ... else inside
        for i, (item, one) in enumerate(zip(data, kinds, strict=False)):
            inner += _misfits(item, one, f"{path}[{i}]")
    yield from inner or [own]


def _misfit_members(
    data: dict[str, Any], kind: type[msgspec.Struct], path: str
) -> Iterator[TextMistake]:
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    meant: set[str] = set()
    tag = kind.__struct_config__.tag_field
    for key, value in data.items():
        if key in fields:
            yield from _misfits(value, fields[key].type, member(path, key))
        elif key != tag and kind.__struct_config__.forbid_unknown_fields:
            if _is_halved(key):
                yield TextMistake(_HALVED, member(path, key), token=named(key))
                continue
            message = _plain_sentence(f"object contains unknown field `{key}`")
            near = close_to(key, [name for name in fields if name not in data])
            meant |= set(near)
            yield TextMistake(message, path, token=named(key)[:60], suggestions=near)
    for name, field in fields.items():
        if field.required and name not in data and name not in meant:
            message = _plain_sentence(f"object missing required field `{name}`")
            example = "".join(f", such as {quoted(one)}" for one in _choices(field.type)[:1])
            yield TextMistake(message + example, path)


def _misfit(data: Any, kind: Any, path: str) -> TextMistake | None:
    """What the library says first of `data`; None when it fits."""
    try:
        msgspec.convert(data, kind, strict=True)
    except UnicodeEncodeError:
        return TextMistake(_HALVED, _joined(path, _place_of_half_character(data)))
    except msgspec.ValidationError as error:
        choices = _choices(kind)
        if choices and isinstance(data, str) and data not in choices:
            one_of = f"one of {', '.join(choices)}" if len(choices) > 1 else choices[0]
            near = close_to(data, choices)
            return TextMistake(f"{quoted(data)} is not {one_of}", path, suggestions=near)
        # The library tells the place only within its sentence, so that is taken apart; a sentence
        # of another form would keep its place in its words.
        text = str(error)
        where = _WHERE.search(text)
        inside = where["path"] if where else ""
        message = _plain_sentence(text[: where.start()] if where else text)
        return TextMistake(message, _joined(path, inside))
    return None


_HALVED = "this is no text: it holds half of a surrogate pair"


def _joined(path: str, inside: str) -> str:
    return f"{path}.{inside}" if path and inside and inside[0] != "[" else path + inside


def _plain_sentence(message: str) -> str:
    """A sentence of the library in plain words, short and on one line; it may quote the file."""
    message = message.replace("`", "'").encode("ascii", "backslashreplace").decode()
    message = "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in message)
    if len(message) > 200:
        message = message[:197] + "..."
    return in_plain_words(message[:1].lower() + message[1:])


def _bare(kind: Any) -> Any:
    """A type without what is said about it, and without the mark of a value that is left out."""
    while get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    if get_origin(kind) in (Union, UnionType):
        inside = [one for one in get_args(kind) if one is not msgspec.UnsetType]
        return _bare(inside[0]) if len(inside) == 1 else kind
    return kind


def _choices(kind: Any) -> list[str]:
    """The words that a type allows, where it allows only some."""
    kind = _bare(kind)
    if get_origin(kind) is Literal:
        return [str(one) for one in get_args(kind)]
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return [str(one.value) for one in kind]
    return []
