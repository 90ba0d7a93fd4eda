"""The outlook of a challenge: what counting says at first, and what a castle then proves."""

from __future__ import annotations

from caladale.solve.all_tiles.leaving_out import prospects
from caladale.solve.all_tiles.problem import Challenge
from caladale.solve.models.points import TILE
from caladale.solve.result import Status


class Outlook:
    """What can be hoped for.

    Attributes:
        wanted: how many tiles there are.
        obstacle: why counting forbids a complete castle of all tiles; None if it does not.
        prospects: what is left open for each number of gates, the best first.
        bound: no legal castle that keeps to the goals scores more, complete or not; None when
            counting forbids every complete castle.
    """

    def __init__(self, problem: Challenge) -> None:
        self.wanted = len(problem.offered())
        self._gates = problem.gates_offered()
        self.obstacle = problem.obstacle()
        self.prospects = prospects(problem)
        self._impossible = problem.impossible()
        self._all = problem.most_points()
        self.bound = None if self.is_hopeless else self.prospects[0].points

    @property
    def is_hopeless(self) -> bool:
        """Whether counting forbids every complete castle, however few tiles and gates it has."""
        return self._impossible is not None or not any(p.size for p in self.prospects)

    @property
    def cannot_be(self) -> str:
        """What counting forbids, and why, in a sentence; empty if it forbids nothing."""
        if self.obstacle is None:
            return ""
        what = f"All {self.wanted} cannot be"
        if self._impossible is not None:
            what = "No complete castle can be"
        elif self.obstacle.is_absolute:
            what = f"No complete castle has all {self._gates} gates"
        return f"{what}: {self.obstacle.reason}"

    @property
    def lead_size(self) -> int:
        """How many tiles the first castle to be looked for has; 0 when there is none."""
        return next((prospect.size for prospect in self.prospects if prospect.size), 0)

    def is_reached(self, score: int, placed: int) -> bool:
        """Whether a castle of so many points and tiles is all that can be hoped for."""
        return self.bound is not None and score >= self.bound and placed >= self.lead_size

    def verdict(self, score: int | None, placed: int) -> tuple[Status, str]:
        """What the best castle proves, and how, in a sentence; a score of None stands for none."""
        if score is None:
            return (Status.INFEASIBLE, self._why_none()) if self.is_hopeless else _UNKNOWN
        if score != self.bound:
            return Status.FEASIBLE, ""
        return Status.OPTIMAL, self._why_best(placed)

    def _why_none(self) -> str:
        if self._impossible is not None:
            return self._impossible.reason
        reason = self.obstacle.reason if self.obstacle else ""
        return f"{reason} The same counts forbid all castles of fewer tiles and gates.".lstrip()

    def _why_best(self, placed: int) -> str:
        if placed == self.wanted:
            return "Every tile is placed and every castle edge is closed."
        if self.obstacle is None:
            return "A gate scores nothing, so with every tile it would score no more."
        lost = self._all - (self.bound or 0)
        if placed == self.wanted - 1 and lost == TILE:
            return f"One tile less than all, for all cannot be: {self.obstacle.reason}"
        if lost == 0:
            return (
                "A gate scores nothing, so it scores as much as all tiles would; and all cannot "
                f"be: {self.obstacle.reason}"
            )
        return (
            f"All cannot be: {self.obstacle.reason} Whatever is left out instead, counting forbids "
            "every castle that scores more."
        )


_UNKNOWN = Status.UNKNOWN, ""
