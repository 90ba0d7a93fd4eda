"""Numbers of things in words, in the singular or the plural."""

from __future__ import annotations


def counted(number: int, one: str, many: str) -> str:
    """Say a number of things: ``0 tiles``, ``1 tile``, ``4 tiles``."""
    return f"{number} {one if number == 1 else many}"


def some(number: int, one: str, many: str) -> str:
    """The same, but for none: ``no tiles``, ``1 tile``, ``4 tiles``."""
    return counted(number, one, many) if number else f"no {many}"
