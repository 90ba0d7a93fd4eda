"""Where a log was damaged, and whether a message points there."""

from __future__ import annotations

import json
import re
from enum import Enum

from castle_companions.records import Mistake
from castle_companions.records.plain import Plain, member

_STEP = re.compile(r"rounds\[(\d+)\](?:\.(\w+)(?:\[(\d+)\])?)?")
_SYNTAX = re.compile(r"line 1 column (\d+)")
_PARTS = ("building", "attacks", "scoring", "allocation")
_ENTRY_BY_ENTRY = ("attacks", "allocation")
"""Parts whose entries are steps of their own; the others are judged as a whole."""


class Whereabouts(Enum):
    """Where the first message of a damaged log points."""

    AT = "at the damage"
    LATER = "at a later step"
    """What did not happen there is noticed where the game no longer fits, never before."""
    ELSEWHERE = "elsewhere"


def whereabouts(data: Plain, text: str, mistakes: tuple[Mistake, ...]) -> Whereabouts:
    """Where a message points; the nearest one counts.

    Args:
        data: the log before the damage.
        text: the damaged log.
        mistakes: what was said of it.
    """
    if not text:
        return Whereabouts.AT
    if syntax := _SYNTAX.fullmatch(mistakes[0].place):
        before = json.dumps(data)
        first = next(
            (i for i, (a, b) in enumerate(zip(before, text, strict=False)) if a != b), len(text)
        )
        # A quotation mark lost or gained is noticed from the beginning of its text on.
        begins = max(before.rfind(mark, 0, first) for mark in '"{[,:')
        return Whereabouts.AT if int(syntax[1]) > begins else Whereabouts.ELSEWHERE
    damage = differences(data, json.loads(text))
    if any(_leads_to(one.place, path) for one in mistakes for path in damage):
        return Whereabouts.AT
    earliest = min(_step(path) for path in damage)
    if all(_step(one.place) >= earliest for one in mistakes):
        return Whereabouts.LATER
    return Whereabouts.ELSEWHERE


def differences(one: Plain, other: Plain, path: str = "") -> list[str]:
    """The places at which two logs differ; of lists of unequal length the first of them."""
    if isinstance(one, dict) and isinstance(other, dict):
        found = []
        for key in one.keys() | other.keys():
            here = member(path, key)
            both = key in one and key in other
            found += differences(one[key], other[key], here) if both else [here]
        return found
    if isinstance(one, list) and isinstance(other, list):
        pairs = list(zip(one, other, strict=False))
        if len(one) != len(other):
            # What follows the first difference has only moved.
            first = next((i for i, (a, b) in enumerate(pairs) if differences(a, b)), len(pairs))
            return [member(path, first)]
        return [
            place for i, (a, b) in enumerate(pairs) for place in differences(a, b, member(path, i))
        ]
    return [] if type(one) is type(other) and one == other else [path]


def _leads_to(place: str, path: str) -> bool:
    """Whether one of two paths is the other or a part of it; the whole log leads nowhere."""
    if not place or not path:
        return place == path
    short, long = sorted((place, path), key=len)
    return long.startswith(short) and long[len(short) : len(short) + 1] in ("", ".", "[")


def _step(path: str) -> tuple[int, int, int]:
    """When a place of a log is judged, as round, part and entry; the head comes first."""
    found = _STEP.match(path)
    if found is None:
        return (-1, 0, 0)
    part = found[2]
    if part not in _PARTS:
        return (int(found[1]), 0, 0)
    entry = int(found[3] or 0) if part in _ENTRY_BY_ENTRY else 0
    return (int(found[1]), _PARTS.index(part), entry)
