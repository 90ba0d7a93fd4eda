"""What a challenge answers, as a value and as plain data."""

from __future__ import annotations

from typing import Any

from caladale.solve.models.parity import Obstacle
from caladale.solve.result import SolveResult
from caladale.solve.result_data import result_to_data


class ChallengeResult(SolveResult, frozen=True):
    """The answer to the challenge: the best complete castle, and what it took to find it.

    Attributes:
        placed: how many tiles the castle has, 0 if there is none.
        wanted: how many tiles there are.
        attempts: how many shapes were tried.
        patterns: how many patterns without themes were learned.
        obstacle: why counting forbids a complete castle of all tiles; None if it does not.
        cannot_be: what the obstacle forbids, all tiles or all gates, and why, in a sentence; empty
            without an obstacle.
    """

    placed: int
    wanted: int
    attempts: int
    patterns: int
    obstacle: Obstacle | None
    cannot_be: str

    @property
    def is_perfect(self) -> bool:
        """Whether every tile is placed."""
        return self.placed == self.wanted


def challenge_to_data(result: ChallengeResult) -> dict[str, Any]:
    """The result of a challenge as plain data."""
    data = result_to_data(result)
    castle = data.pop("layout")
    return data | {
        "placed": result.placed,
        "wanted": result.wanted,
        "attempts": result.attempts,
        "patterns": result.patterns,
        "obstacle": result.obstacle.reason if result.obstacle else None,
        "cannot_be": result.cannot_be or None,
        "layout": castle,
    }
