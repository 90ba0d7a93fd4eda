"""Refutation: the cases of a score that are not yet ruled out, and who is at which."""

from __future__ import annotations

from collections.abc import Collection

from caladale.solve.cases import Case


class Refutation:
    """The cases of a score that one configuration of CP-SAT has not ruled out.

    Whereas another attempt to find a castle may be lucky, a proof takes what it takes. So a case
    that was not settled comes back with far more patience, once the others have had their turn.

    Args:
        cases: the cases; None stands for all castles of the score at once.
    """

    def __init__(self, cases: Collection[Case | None]) -> None:
        self._patience = dict.fromkeys(cases, _PATIENCE)
        self._taken: set[Case | None] = set()

    @property
    def open(self) -> tuple[Case | None, ...]:
        """The cases that are left."""
        return tuple(self._patience)

    def take(self) -> tuple[Case | None, float] | None:
        """The case that is to be tried next, and with how much work; None when all are taken."""
        free = [case for case in self._patience if case not in self._taken]
        if not free:
            return None
        case = min(free, key=self._patience.__getitem__)
        self._taken.add(case)
        return case, self._patience[case]

    def put_back(self, case: Case | None, *, is_ruled_out: bool) -> None:
        """Settle a case, or leave it for later."""
        self._taken.discard(case)
        if is_ruled_out:
            del self._patience[case]
        else:
            self._patience[case] *= _MORE_PATIENCE


_PATIENCE, _MORE_PATIENCE = 2.0, 6.0
"""The work on a case, and how much more the next time."""
