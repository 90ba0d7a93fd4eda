"""Short forms of values for whoever looks at them in Python: a call that makes the value again."""

from __future__ import annotations

import enum
import functools
from typing import Any

import msgspec
from msgspec import NODEFAULT, Struct


class NamedMember(enum.Enum):
    """An enumeration whose members show themselves as they are written: ``Variant.SOLO2``."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"


@functools.cache
def _fields(kind: type[Struct]) -> tuple[tuple[str, Any, Any], ...]:
    """Each field with its default and what makes one, NODEFAULT where there is none."""
    return tuple((f.name, f.default, f.default_factory) for f in msgspec.structs.fields(kind))


def call_of(value: Struct, *by_place: str, **instead: str) -> str:
    """The call that makes `value`, without what is at its default.

    Args:
        value: the value.
        by_place: the fields that are told without their names; they are always told.
        instead: for a field the text that is to stand for it; none of it where that is empty.
    """
    parts = []
    for name, default, factory in _fields(type(value)):
        own = getattr(value, name)
        if name in by_place:
            parts.append(instead.get(name) or repr(own))
            continue
        usual = factory() if factory is not NODEFAULT else default
        if usual is not NODEFAULT and own == usual:
            continue
        text = instead.get(name, f"{own!r}")
        if text:
            parts.append(f"{name}={text}")
    return f"{type(value).__name__}({', '.join(parts)})"
