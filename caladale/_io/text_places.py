"""Where a value of a JSON or TOML file stands in its text: from a path to line and column.

Parsers tell paths such as ``tiles[3].turn``; a person who mends a file looks for lines. Only a
mistake is ever looked up, so the text is gone over once more instead of keeping every place.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable

from caladale._io.strict_json import member
from caladale.errors import TextMistake

_JSON = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+', re.DOTALL)
_HEADING = re.compile(r"^[ \t]*\[", re.MULTILINE)
_PART = re.compile(r"(\w[\w-]*)((?:\[\d+\])*)")

_DEEPEST = 50
"""Nothing in any format lies deeper; paths as long as a text would take all memory."""

Find = Callable[[str, str], tuple[int, int] | None]
"""From a path to begin and end of its value in a text, or of a key that it ends with or holds."""


def located(mistakes: Iterable[TextMistake], text: str) -> list[TextMistake]:
    """The mistakes with line, column and token where their path is found, in the text's order."""
    mistakes = list(mistakes)
    if all(one.line for one in mistakes):
        return sorted(mistakes, key=lambda one: (one.line, one.column))
    find = _json_finder(text) if text.lstrip()[:1] in ("{", "[") else _toml_finder(text)
    return sorted(
        (one if one.line else _located(one, text, find) for one in mistakes),
        key=lambda one: (one.line, one.column),
    )


def _located(mistake: TextMistake, text: str, find: Find) -> TextMistake:
    path = mistake.place
    found = find(path, mistake.token)
    while found is None and path:  # what a key that stands twice has hidden: where it was
        path = path[: max(path.rfind("."), path.rfind("["), 0)]
        found = find(path, "")
    if found is None:
        return mistake._replace(line=1, column=1)
    line, column = line_and_column(text, found[0])
    token = text[slice(*found)]
    is_plain = len(token) <= 40 and token.isprintable() and token.isascii()
    return mistake._replace(line=line, column=column, token=token if is_plain else mistake.token)


def line_and_column(text: str, at: int) -> tuple[int, int]:
    """The line and the column, each from 1, of a character of `text`."""
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def _json_finder(text: str) -> Find:
    """Where the keys and values of a JSON text stand."""
    return _JsonPlaces(text).find


class _JsonPlaces:
    """The places of a JSON text; of a key that stands twice in an object, the last.

    Args:
        text: the text; what lies deeper than any format is passed over.
    """

    def __init__(self, text: str) -> None:
        self._keys: dict[str, tuple[int, int]] = {}
        self._values: dict[str, tuple[int, int]] = {}
        self._open: list[tuple[str, int]] = []  # lists and objects: path, and a list's index
        self._key = ""
        self._wants_key = False
        for match in _JSON.finditer(text):
            if len(self._open) > _DEEPEST:
                break
            if match[0] in ("}", "]"):
                del self._open[-1:]
                self._wants_key = False
            elif match[0] == ",":
                self._comma()
            elif match[0] != ":":
                self._key_or_value(match)

    def _comma(self) -> None:
        path, index = self._open[-1] if self._open else ("", -1)
        if index >= 0:
            self._open[-1] = (path, index + 1)
        self._wants_key = bool(self._open) and index < 0

    def _key_or_value(self, match: re.Match[str]) -> None:
        path, index = self._open[-1] if self._open else ("", -1)
        if self._wants_key and match[0].startswith('"'):
            try:
                key = json.loads(match[0], strict=False)
            except ValueError:  # the text is no JSON
                key = match[0]
            self._key = member(path, key)
            self._keys[self._key] = match.span()
            self._wants_key = False
            return
        here = (f"{path}[{index}]" if index >= 0 else self._key) if self._open else ""
        self._values[here] = match.span()
        if match[0] in ("{", "["):
            self._open.append((here, 0 if match[0] == "[" else -1))
            self._wants_key = match[0] == "{"

    def find(self, path: str, key: str) -> tuple[int, int] | None:
        """Where a key stands, which is the last of the path or is in there, or else the value."""
        if key:
            found = self._keys.get(member(path, key)) or self._keys.get(path)
            return found or self._values.get(path)
        return self._values.get(path)


def _toml_finder(text: str) -> Find:
    """Where the tables and keys of a TOML text stand, as far as they begin a line.

    What is written inline is found at the value that holds it.
    """

    def find(path: str, key: str) -> tuple[int, int] | None:
        start, end, found = 0, len(text), None
        for name, indices in _PART.findall(f"{path}.{key}" if key else path):
            table = re.compile(
                rf"^[ \t]*(?P<it>\[\[?(?:[\w.-]+\.)?{re.escape(name)}\]?\])", re.MULTILINE
            )
            number = int(indices[1:].partition("]")[0]) if indices else 0
            headings = [one.span("it") for one in table.finditer(text, start, end)]
            if number < len(headings):
                found = headings[number]
                following = _HEADING.search(text, found[1], end)
                start, end = found[1], following.start() if following else end
                continue
            line = re.compile(
                rf"^[ \t]*{re.escape(name)}[ \t]*=[ \t]*(?P<it>\S.*?)[ \t]*$", re.MULTILINE
            )
            begun = line.search(text, start, end)
            if begun is None:
                return found
            found = begun.span("it")
            start = begun.start()
        return found

    return find
