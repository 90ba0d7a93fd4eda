"""The referee's word on what a search finds: no castle is an answer without it."""

from __future__ import annotations

from caladale.core.layout import Layout
from caladale.errors import RefereeError
from caladale.notation import write_line
from caladale.rules.score_sheet import Score, score


def judged(layout: Layout) -> tuple[Score, int]:
    """The score sheet and the score of a castle that a model holds to be legal.

    Raises:
        RefereeError: when the referee refuses it, which would be a fault in caladale.
    """
    sheet = score(layout)
    if sheet.total is None:
        codes = ", ".join(breach.code for breach in sheet.verdict.violations)
        raise refusal(codes, layout)
    return sheet, sheet.total


def refusal(why: str, layout: Layout) -> RefereeError:
    """The error that tells of a castle which a model wrongly holds to be an answer, and why."""
    return RefereeError(f"the referee refuses a solution ({why})", write_line(layout))
