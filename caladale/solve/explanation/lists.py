"""Themes and tiles in a row, as sentences name them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from caladale._io.plural import some
from caladale.core.edges import Edge

FEW = 6
"""Up to so many tiles are named one by one."""


def listed(words: Sequence[str], last: str) -> str:
    """Words in a row, as in "stone, tree and tudor"."""
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def listed_kinds(kinds: Iterable[str]) -> str:
    """Tiles by kind, as in "stone-edge, 2 tree-two and tree-four"."""
    numbers = Counter(kinds)
    return listed([kind if n == 1 else f"{n} {kind}" for kind, n in numbers.items()], "and")


def few_tiles(kinds: Sequence[str]) -> str:
    """Tiles by kind where they are few, and else their number."""
    return listed_kinds(kinds) if len(kinds) <= FEW else some(len(kinds), "tile", "tiles")


def listed_themes(themes: Sequence[Edge], last: str) -> str:
    """Themes in a row, as in "stone or tree"."""
    return listed([theme.value for theme in themes], last)
