"""Solving: the best castle from a hand."""

from __future__ import annotations

from caladale.solve.hand import best_castle
from caladale.solve.result import SolveResult, Status, Stop

__all__ = ["SolveResult", "Status", "Stop", "best_castle"]
