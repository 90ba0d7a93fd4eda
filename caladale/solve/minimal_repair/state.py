"""The best castle that a repair has so far."""

from __future__ import annotations

from caladale.core.layout import Layout
from caladale.rules.changes import CastleChange, changes_between
from caladale.solve.engine.refereeing import judged
from caladale.solve.engine.state import SearchState


class RepairState(SearchState):
    """The best castle so far: of those with the fewest changes the one that scores most.

    Args:
        before: the castle that is repaired.
    """

    def __init__(self, before: Layout) -> None:
        super().__init__()
        self.before = before
        self._changes: tuple[CastleChange, ...] = ()

    @property
    def changes(self) -> tuple[CastleChange, ...]:
        """The changes that lead to the best castle; none while there is none."""
        return self._changes

    def offer(self, layout: Layout) -> None:
        """Put a castle before the referee, and keep it if it is the best so far.

        Raises:
            RefereeError: when the referee refuses it.
        """
        total = judged(layout)[1]
        changes = changes_between(self.before, layout)
        with self._lock:
            if self.take(layout, total, (-len(changes), total)):
                self._changes = changes
