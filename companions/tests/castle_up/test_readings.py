"""The readings of Castle Up: every one is explained, the default first."""

from __future__ import annotations

from enum import Enum

from castle_companions.castle_up.readings import DEFAULT, EXPLAINED


def _values(default: object) -> list[object]:
    assert isinstance(default, Enum)
    return [default.value, *(one.value for one in type(default) if one is not default)]


def test_every_value_of_every_reading_is_explained_and_the_default_comes_first() -> None:
    told = {name: list(values) for name, values in EXPLAINED.items()}
    assert told == {name: _values(default) for name, default in DEFAULT}
