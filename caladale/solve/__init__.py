"""Solving: the best castle from a hand, the all-tiles challenge, and the mending of castles."""

from __future__ import annotations

from caladale.solve.challenge import ChallengeResult, Progress, challenge
from caladale.solve.hand import best_castle
from caladale.solve.mended import RepairResult
from caladale.solve.problem import Challenge
from caladale.solve.repair import repair
from caladale.solve.result import SolveResult, Status, Stop

__all__ = [
    "Challenge",
    "ChallengeResult",
    "Progress",
    "RepairResult",
    "SolveResult",
    "Status",
    "Stop",
    "best_castle",
    "challenge",
    "repair",
]
