"""What a parser says of plain data, in words for whoever wrote the file."""

from __future__ import annotations

import re
from collections.abc import Callable

_SORTS = {
    "int": "a whole number",
    "float": "a number with a point",
    "str": "a text",
    "bool": "true or false",
    "null": "null",
    "array": "a list",
    "object": "an object",
}

NO_CHOICE = "is not among the choices"
"""How a sentence ends about a value that is none of those allowed."""


def _sort(word: str) -> str:
    """A sort of value, or several with a | between them."""
    return " or ".join(_SORTS.get(one.strip(), one.strip()) for one in word.split("|"))


def _limited(found: re.Match[str]) -> str:
    sort, sign, limit = found.groups()
    words = {"<=": f"up to {limit}", ">=": f"from {limit} on"}
    return f"{_sort(sort)} {words[sign]} is wanted here"


def _length(found: re.Match[str]) -> str:
    sort, sign, limit, got = found.groups()
    many = {"<=": f"{limit} at most", ">=": f"{limit} at least", None: limit}[sign]
    unit = " letters" if sort == "str" else ""
    return f"{_sort(sort)} of {many}{unit} is wanted here" + (f", not of {got}" if got else "")


_WORDINGS: tuple[tuple[str, Callable[[re.Match[str]], str]], ...] = (
    (r"object missing required field '(.*)'", lambda m: f"the key '{m[1]}' is missing here"),
    (r"object contains unknown field '(.*)'", lambda m: f"there is no key '{m[1]}' here"),
    (
        r"expected '([^']*)', got '([^']*)'",
        lambda m: f"{_sort(m[1])} is wanted here, not {_sort(m[2])}",
    ),
    (r"expected '([^']*)' (<=|>=) (-?[\d.]+)", _limited),
    (r"expected '([^']*)' of length (?:(<=|>=) )?(\d+)(?:, got (\d+))?", _length),
    (r"expected 'str' matching regex .*", lambda _: "a name such as stone-four is wanted here"),
    (r"invalid enum value '(.*?)'?", lambda m: f"'{m[1]}' {NO_CHOICE}"),
    (r"invalid enum value (-?\d+)", lambda m: f"{m[1]} {NO_CHOICE}"),
    (r"invalid value '(.*?)'?", lambda m: f"'{m[1]}' {NO_CHOICE}"),
)


def in_plain_words(message: str) -> str:
    """The sentence of a parser in plain words; one that is not known stays as it is."""
    for pattern, words in _WORDINGS:
        found = re.fullmatch(pattern, message)
        if found:
            return words(found)
    return message
