"""Damaging a log: its text, its shape, or only what it tells of the game."""

from __future__ import annotations

import copy
import json
from random import Random

from castle_companions.records.plain import Plain

_ODD: tuple[Plain, ...] = (None, True, -1, 10**6, 1.5, "", "Zoë\u202e", "x" * 400, [], {}, [[]])


def damaged(data: Plain, random: Random) -> str:
    """The text of a log with one thing changed."""
    how = random.randrange(6)
    if how == 0:
        return _text_damaged(json.dumps(data), random)
    data = copy.deepcopy(data)
    places = [place for place in _places(data) if place]
    place = random.choice(places)
    parent = _at(data, place[:-1])
    key = place[-1]
    if how == 1:
        parent[key] = random.choice(_ODD)
    elif how == 2:
        del parent[key]
    elif how == 3:
        _add_key(parent, key, random)
    else:
        _lie(data, random)
    return json.dumps(data)


def _text_damaged(text: str, random: Random) -> str:
    at = random.randrange(len(text))
    match random.randrange(3):
        case 0:
            return text[:at]
        case 1:
            return text[:at] + random.choice('{}[]",:\\\x00\x1b') + text[at:]
        case _:
            return text[:at] + text[at + random.randint(1, 9) :]


def _add_key(parent: Plain, key: Plain, random: Random) -> None:
    """A key that is misspelt, or an entry that is there twice."""
    if isinstance(parent, dict):
        letter = random.randrange(len(key)) if key else 0
        parent[key[:letter] + "q" + key[letter + 1 :]] = parent.pop(key)
    else:
        parent.insert(key, copy.deepcopy(parent[key]))


def _lie(data: Plain, random: Random) -> None:
    """Something well-formed that did not happen: another number, another word, another order."""
    places = [place for place in _places(data) if place and place[0] == "rounds"]
    place = random.choice(places or [("rounds",)])
    parent, key = _at(data, place[:-1]), place[-1]
    value = parent[key]
    if isinstance(value, bool):
        parent[key] = not value
    elif isinstance(value, int):
        parent[key] = value + random.choice((1, 1, 2, 5, 40))
    elif isinstance(value, str):
        words = sorted({w for p in _places(data) if isinstance(w := _at(data, p), str)} - {value})
        parent[key] = random.choice(words)
    elif isinstance(value, list) and len(value) > 1:
        first, second = random.sample(range(len(value)), 2)
        value[first], value[second] = value[second], value[first]


def _places(data: Plain, at: tuple[Plain, ...] = ()) -> list[tuple[Plain, ...]]:
    found = [at]
    if isinstance(data, dict):
        for key, value in data.items():
            found += _places(value, (*at, key))
    elif isinstance(data, list):
        for i, value in enumerate(data):
            found += _places(value, (*at, i))
    return found


def _at(data: Plain, place: tuple[Plain, ...]) -> Plain:
    for key in place:
        data = data[key]
    return data
