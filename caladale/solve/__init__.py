"""Solving: the best castle from a hand, the all-tiles challenge, and the mending of castles."""

from __future__ import annotations

from caladale.solve.all_tiles.problem import Challenge
from caladale.solve.all_tiles.search import ChallengeProgress, ChallengeResult, challenge
from caladale.solve.engine.state import Progress
from caladale.solve.hand.search import best_castle
from caladale.solve.minimal_repair.answer import RepairResult
from caladale.solve.minimal_repair.search import repair
from caladale.solve.result import SolveResult, Status, Stop

__all__ = [
    "Challenge",
    "ChallengeProgress",
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
