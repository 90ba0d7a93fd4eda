"""Logs of results, format ``caladale-results/1``: a line of JSON for each hand that was solved."""

from __future__ import annotations

import json
from typing import Any, Literal

from msgspec import Struct

from caladale._io.formats import RESULTS
from caladale._io.strict_json import convert, load_json
from caladale.errors import FormatError

OPENING = f'{{"format": "{RESULTS.name}"'
"""How a log begins, whatever it says."""
HEAD = f'{OPENING}, "file": "'
"""How each line begins that `write_result_line` writes."""


class ResultLine(Struct):
    """What a line must have to be gone on from; what it has beyond that is the result."""

    format: Literal["caladale-results/1"]
    file: str
    hand: str
    settings: dict[str, Any]
    status: Literal["optimal", "feasible", "infeasible", "unknown"]
    stop: str
    score: int | None
    bound: int | None
    seconds: float


def read_result_line(line: str) -> dict[str, Any]:
    """The plain data of a line, of which no more is known than that it is one.

    Raises:
        FormatError: when it is no JSON, or says that it is something else.
    """
    data = load_json(line)
    if not isinstance(data, dict) or data.get("format") != RESULTS.name:
        raise FormatError(f"this is no line of {RESULTS.name}")
    return data


def read_whole_result_line(line: str) -> tuple[ResultLine, dict[str, Any]]:
    """A line that a search can go on after: what it must have, and the result alone.

    Raises:
        FormatError: when it is no JSON, or lacks something.
    """
    data = load_json(line)
    known = convert(data, ResultLine)
    head = ("format", "file", "hand", "settings")
    return known, {key: value for key, value in data.items() if key not in head}


def write_result_line(
    file: str, hand: str, settings: dict[str, Any], result: dict[str, Any]
) -> bytes:
    """A line, with its end.

    Args:
        file: the name of the hand, as text that can be encoded.
        hand: the digest of the hand and its box.
        settings: what the search was started with.
        result: its result as plain data.
    """
    head: dict[str, Any] = {"format": RESULTS.name, "file": file}
    head |= {"hand": hand, "settings": settings}
    return json.dumps(head | result).encode() + b"\n"
