"""Checks of what values and searches are made of, each with one clear sentence for what is off."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from caladale.errors import ArgumentError

Refusal: TypeAlias = Callable[[str], Exception]
"""Makes the error to raise of a sentence."""

MOST_SECONDS = 10**9
"""Thirty years; the clocks of Python refuse much more."""

_LONGEST = 60


def told(value: object) -> str:
    """What was handed in, for a message: short, on one line, and plain ASCII."""
    text = ascii(value) if isinstance(value, str) else " ".join(ascii(value).split())
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."


def is_whole(value: object, least: int, most: int | None = None) -> bool:
    """Whether `value` is a whole number, neither 1.0 nor True, from `least` to `most`."""
    if isinstance(value, bool) or not isinstance(value, int):
        return False
    return least <= value and (most is None or value <= most)


def as_whole(value: Any) -> Any:
    """The integer that stands in a number of another library, such as numpy; else `value` itself.

    A float or a bool is none, whatever it says.
    """
    if type(value) is int or isinstance(value, bool):
        return value
    try:
        return operator.index(value)
    except TypeError:
        return value


def check_whole(
    value: object, what: str, least: int, most: int | None = None, *, error: Refusal = ArgumentError
) -> None:
    """Refuse what is no whole number from `least` to `most`.

    Args:
        value: what was handed in.
        what: what it is to be, with its article, such as "a seed".
        least: the least number allowed.
        most: the greatest; None for any.
        error: makes the error.
    """
    if not is_whole(value, least, most):
        limits = f"from {least}" if most is None else f"from {least} to {most}"
        raise error(f"{what} is a whole number {limits}, not {told(value)}")


def check_seconds(value: Any, what: str) -> None:
    """Refuse what is no number of seconds from 0 to `MOST_SECONDS`.

    Raises:
        ArgumentError: see there.
    """
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not (is_number and 0 <= value <= MOST_SECONDS):  # NaN is neither
        raise ArgumentError(f"{what} is a number of seconds from 0 to 10**9, not {told(value)}")


def check_kind(
    value: object, kind: type[Any], what: str, wanted: str, *, error: Refusal = ArgumentError
) -> None:
    """Refuse what is no `kind`.

    Args:
        value: what was handed in.
        kind: the class wanted.
        what: which value it is, such as "the variant".
        wanted: what it is to be, such as "a Variant, such as Variant.SOLO2".
        error: makes the error.
    """
    if not isinstance(value, kind):
        raise error(f"{what} is {wanted}, not {told(value)}")


def as_tuple(values: Any, what: str, wanted: str, *, error: Refusal = ArgumentError) -> Any:
    """A tuple of what was handed in, be it a list or any other number of things.

    A text is refused: its letters are never what is meant.
    """
    if type(values) is tuple:
        return values
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        raise error(f"{what} is {wanted}, not {told(values)}")
    return tuple(values)


def wants(value: object, kind: type[Any], advice: str = "") -> None:
    """Refuse an argument of another class than `kind`, and say what makes one.

    Raises:
        TypeError: see there; `advice` is the end of its sentence.
    """
    if not isinstance(value, kind):
        name = "text" if kind is str else kind.__name__
        article = "an" if name[0] in "AEIOU" else "a"
        hint = f"; {advice}" if advice else ""
        raise TypeError(f"{article} {name} is wanted here, not {told(value)}{hint}")
