"""The ids of drawings that stand together, on one page or in one notebook."""

from __future__ import annotations

from collections import Counter


class Identifiers:
    """Gives each drawing ids of its own, even where several show the same.

    A drawing that used the paint of an equal one would be blank where that one is hidden. The first
    of its kind has the ids that it has when it stands alone.
    """

    def __init__(self) -> None:
        self._drawings: Counter[str] = Counter()

    def start(self, alone: str) -> str:
        """What the ids of the next drawing start with, given what they start with when alone."""
        self._drawings[alone] += 1
        number = self._drawings[alone]
        return alone if number == 1 else f"{alone}-{number}"
