"""Solving: the best castle from a hand, and the all-tiles challenge."""

from __future__ import annotations

from caladale.solve.challenge import ChallengeResult, Progress, challenge
from caladale.solve.hand import best_castle
from caladale.solve.problem import Challenge
from caladale.solve.result import SolveResult, Status, Stop

__all__ = [
    "Challenge",
    "ChallengeResult",
    "Progress",
    "SolveResult",
    "Status",
    "Stop",
    "best_castle",
    "challenge",
]
