"""What somebody may have meant who wrote a word that nothing is called."""

from __future__ import annotations

import importlib
from collections.abc import Iterable

FARTHEST = 2
"""So many letters may be wrong, missing, too many, or swapped with the next one."""

_MOST = 3


def close_to(word: str, known: Iterable[str]) -> tuple[str, ...]:
    """The words of `known` that are closest to `word`, in any case of letters; three at most."""
    return closest(word, known)[1]


def closest(word: str, known: Iterable[str]) -> tuple[int, tuple[str, ...]]:
    """How many letters are wrong at least, and the words that so many lead to; three at most.

    Of a word of up to three letters only one may be wrong: with two it is like nearly any other.
    """
    # Only a mistake needs the library, and most texts have none.
    distance = importlib.import_module("rapidfuzz.distance").OSA.distance
    low = word.lower()
    most = FARTHEST if len(low) > 3 else 1
    far = {
        one: distance(low, one.lower(), score_cutoff=most)
        for one in dict.fromkeys(known)
        if abs(len(one) - len(low)) <= most
    }
    least = min(far.values(), default=most + 1)
    return least, tuple(one for one, d in far.items() if d == least <= most)[:_MOST]
