"""Collecting what breaks the rules, so that one message tells of every mistake of a step."""

from __future__ import annotations

from castle_companions.records.errors import BrokenRulesError, Mistake


class Faults:
    """The mistakes found so far in one step of a game, each with its place.

    Attributes:
        source: what messages call the record.
        place: the place of the step in the record, such as ``rounds[0].attacks[2]``.
    """

    def __init__(self, source: str, place: str = "") -> None:
        self.source = source
        self.place = place
        self._found: list[Mistake] = []

    def __bool__(self) -> bool:
        return bool(self._found)

    def note(self, message: str, place: str = "") -> None:
        """Add a mistake; `place` is counted from the place of the step."""
        dot = "." if self.place and place and not place.startswith("[") else ""
        self._found.append(Mistake(f"{self.place}{dot}{place}", message))

    def unless(self, holds: bool, message: str, place: str = "") -> bool:
        """Add a mistake unless something holds; returns whether it holds."""
        if not holds:
            self.note(message, place)
        return holds

    def stop_if_any(self) -> None:
        """Give up when there are mistakes.

        Raises:
            BrokenRulesError: with all of them.
        """
        if self._found:
            raise BrokenRulesError(self.source, tuple(self._found))
