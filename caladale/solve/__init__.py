"""Solving: the best castle from a hand, the all-tiles challenge, and repair.

Reading order: `result` (what every search answers), `engine` (CP-SAT and the one loop of all
searches), `models` (castles as constraints), and then a package for each search: `hand`,
`all_tiles`, `minimal_repair`. `explanation` says why a hand makes no more. Imports the referee, the
notation and `caladale.construct`; inside, `models` never asks the referee.

What is listed here is imported when it is first used, since OR-Tools is large.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from caladale._late import late

if TYPE_CHECKING:
    from caladale.solve.all_tiles.answer import ChallengeResult, challenge_to_data
    from caladale.solve.all_tiles.misfit import fault_of
    from caladale.solve.all_tiles.problem import BOOK_GROUND, Challenge
    from caladale.solve.all_tiles.readings_survey import Finding, survey, survey_to_markdown
    from caladale.solve.all_tiles.search import ChallengeProgress, challenge
    from caladale.solve.engine.state import Progress
    from caladale.solve.explanation import explain
    from caladale.solve.hand.search import best_castle
    from caladale.solve.minimal_repair.answer import RepairResult, repair_to_data
    from caladale.solve.minimal_repair.search import repair
    from caladale.solve.models.parity import Obstacle
    from caladale.solve.result import (
        SearchResult,
        SolveResult,
        Status,
        Stop,
        SupplyExchange,
        versions,
    )
    from caladale.solve.result_data import result_to_data
else:
    __getattr__, __dir__ = late(
        __name__,
        {
            "BOOK_GROUND": "caladale.solve.all_tiles.problem",
            "Challenge": "caladale.solve.all_tiles.problem",
            "ChallengeProgress": "caladale.solve.all_tiles.search",
            "ChallengeResult": "caladale.solve.all_tiles.answer",
            "Finding": "caladale.solve.all_tiles.readings_survey",
            "Obstacle": "caladale.solve.models.parity",
            "Progress": "caladale.solve.engine.state",
            "RepairResult": "caladale.solve.minimal_repair.answer",
            "SearchResult": "caladale.solve.result",
            "SolveResult": "caladale.solve.result",
            "Status": "caladale.solve.result",
            "Stop": "caladale.solve.result",
            "SupplyExchange": "caladale.solve.result",
            "best_castle": "caladale.solve.hand.search",
            "challenge": "caladale.solve.all_tiles.search",
            "challenge_to_data": "caladale.solve.all_tiles.answer",
            "explain": "caladale.solve.explanation",
            "fault_of": "caladale.solve.all_tiles.misfit",
            "repair": "caladale.solve.minimal_repair.search",
            "repair_to_data": "caladale.solve.minimal_repair.answer",
            "result_to_data": "caladale.solve.result_data",
            "survey": "caladale.solve.all_tiles.readings_survey",
            "survey_to_markdown": "caladale.solve.all_tiles.readings_survey",
            "versions": "caladale.solve.result",
        },
    )

__all__ = [
    "BOOK_GROUND",
    "Challenge",
    "ChallengeProgress",
    "ChallengeResult",
    "Finding",
    "Obstacle",
    "Progress",
    "RepairResult",
    "SearchResult",
    "SolveResult",
    "Status",
    "Stop",
    "SupplyExchange",
    "best_castle",
    "challenge",
    "challenge_to_data",
    "explain",
    "fault_of",
    "repair",
    "repair_to_data",
    "result_to_data",
    "survey",
    "survey_to_markdown",
    "versions",
]
