"""What is false in an answer of `repair`, told in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.oracle.broken import Broken
from tests.oracle.exact import Answer, Found
from tests.oracle.referee import judge
from tests.oracle.repairs import Repairs, faults_of_changes


class Judged:
    """An answer of `repair`, as ``caladale repair --format json`` prints it, and what is false.

    Args:
        problem: what was asked.
        answer: the answer.
        seconds: for each question to the oracle; then it is undecided.

    Attributes:
        claims: how many claims were checked.
        false: a sentence for each that is false.
        undecided: how many could not be told in time.
    """

    def __init__(self, problem: Broken, answer: dict[str, Any], *, seconds: float = 60.0) -> None:
        self._problem = problem
        self._answer = answer
        self._seconds = seconds
        self._repairs = Repairs(problem.layout, problem.spares, problem.text)
        self.claims = 0
        self.undecided = 0
        self.false = [told for told in self._checks() if told]

    def _checks(self) -> Iterator[str]:
        answer, layout = self._answer, self._problem.layout
        changes = answer["changes"]
        if answer["layout"] is None:
            if answer["status"] == "infeasible":
                yield self._none(
                    self._repairs.castle(seconds=self._seconds), "it says that there is no castle"
                )
            elif answer["status"] != "unknown":
                yield "it has no castle and calls that solved"
            return
        yield self._says(
            not faults_of_changes(layout, self._problem.spares, changes, answer["layout"]),
            "the changes cannot be made",
        )
        verdict = judge(answer["layout"], self._problem.text)
        yield self._says(
            verdict.score == answer["score"], "its castle is illegal or has another score"
        )
        yield self._says(
            answer["least"] <= len(changes), "it takes fewer changes than it says are needed"
        )
        is_optimal = answer["least"] == len(changes)
        yield self._says(
            (answer["status"] == "optimal") == is_optimal, "its status is not what it proved"
        )
        if answer["least"] > 0:
            yield self._says(not self._repairs.is_legal(), "the castle is legal as it is")
        if answer["least"] > 1 and answer["anywhere"]:
            fewer = answer["least"] - 1
            yield self._none(self._repairs.castle(fewer, seconds=self._seconds), "fewer changes do")
        if answer["best_score"] and answer["best_anywhere"]:
            better = self._repairs.castle(
                len(changes), least=answer["score"] + 1, seconds=self._seconds
            )
            yield self._none(better, "as few changes score more")

    def _says(self, is_so: bool, told: str) -> str:
        self.claims += 1
        return "" if is_so else told

    def _none(self, found: Found, told: str) -> str:
        if found.answer is Answer.UNDECIDED:
            self.undecided += 1
            return ""
        self.claims += 1
        return "" if found.is_no else f"{told}: {found.layout and found.layout['tiles']}"
