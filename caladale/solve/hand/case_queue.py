"""Refutation: the cases of a score that are not yet ruled out, and who is at which."""

from __future__ import annotations

from collections.abc import Collection

from caladale.solve.hand.cases import Subproblem


class CaseQueue:
    """The cases of a score that one configuration of CP-SAT has not ruled out.

    Whereas another attempt to find a castle may be lucky, a proof takes what it takes. So a case
    that was not settled comes back with far more patience, once the others have had their turn.

    Args:
        cases: the cases, and what was not sorted into cases.
        is_all_there_is: whether there is nothing else to do; otherwise only one worker at a time
            is put to a case that needs patience, so that the others go on looking for castles.
    """

    def __init__(self, cases: Collection[Subproblem], *, is_all_there_is: bool = False) -> None:
        self._is_all_there_is = is_all_there_is
        self._patience = dict.fromkeys(cases, _PATIENCE)
        self._taken: set[Subproblem] = set()

    @property
    def open(self) -> tuple[Subproblem, ...]:
        """The cases that are left."""
        return tuple(self._patience)

    def take(self) -> tuple[Subproblem, float] | None:
        """The case that is to be tried next, and with how much work; None when there is none."""
        free = [case for case in self._patience if case not in self._taken]
        if not free:
            return None
        case = min(free, key=self._patience.__getitem__)
        work = self._patience[case]
        is_one_at_it = any(self._patience[other] > _PATIENCE for other in self._taken)
        if work > _PATIENCE and is_one_at_it and not self._is_all_there_is:
            return None
        self._taken.add(case)
        return case, work

    def put_back(self, case: Subproblem, *, is_ruled_out: bool) -> None:
        """Settle a case, or leave it for later."""
        self._taken.discard(case)
        if is_ruled_out:
            del self._patience[case]
        else:
            self._patience[case] *= _MORE_PATIENCE


_PATIENCE, _MORE_PATIENCE = 2.0, 15.0
"""The work on a case, and how much more the next time."""
