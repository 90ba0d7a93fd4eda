"""The name that somebody may have meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from castle_companions.records.printing import quoted


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Say which of the known words are close to `word`.

    Returns:
        A clause for the end of a message, such as ``; did you mean "wall"?``, or nothing.
    """
    if len(word) > 60:
        return ""
    by_folded = {name.casefold(): name for name in known}
    near = difflib.get_close_matches(word.casefold(), by_folded, n=2, cutoff=0.6)
    if not near:
        return ""
    return "; did you mean " + " or ".join(quoted(by_folded[name]) for name in near) + "?"
