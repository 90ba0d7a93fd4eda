"""The survey: the challenge under every reading that can change its answer, one after the other."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from caladale._io.plural import counted
from caladale.core.layout import Layout
from caladale.core.readings import READINGS, Readings
from caladale.core.tiles import TileSet
from caladale.solve.all_tiles.answer import ChallengeResult
from caladale.solve.all_tiles.problem import Challenge
from caladale.solve.all_tiles.search import challenge
from caladale.solve.result import Status, Stop

WITHOUT_EFFECT = {
    "gate_counts": "it changes what the castle scores, not whether there is one",
    "wild": "it concerns the wild tiles only, and the challenge has none",
    "wild_may_hang": "it concerns the wild tiles only, and the challenge has none",
}
"""The readings that cannot change the answer, and why; unless a box prints other edges for one."""


class Finding(Struct, frozen=True):
    """The answer under one choice of readings.

    Attributes:
        name: ``default``, or the reading that differs, as NAME=VALUE.
        result: what the search found.
    """

    name: str
    result: ChallengeResult

    @property
    def answer(self) -> str:
        """Whether all tiles make one complete castle.

        ``solved`` with every tile placed, ``impossible`` with a proof, or ``open``.
        """
        if self.result.is_perfect:
            return "solved"
        return "impossible" if self.result.obstacle else "open"

    @property
    def certificate(self) -> Layout | None:
        """The castle that proves what was reached."""
        return self.result.layout

    @property
    def remark(self) -> str:
        """The reason, or how far the best castle is from the bound."""
        if self.result.obstacle:
            return self.result.obstacle.reason
        if self.result.status is Status.OPTIMAL:
            return ""
        best = (
            "no castle"
            if self.result.score is None
            else counted(self.result.score, "point", "points")
        )
        return f"best found: {best}; no castle can score more than {self.result.bound}"


def readings_to_try(problem: Challenge) -> Iterator[tuple[str, Readings]]:
    """The readings of `problem`, and then each with one other value of a switch that matters."""
    base = problem.rules
    yield "default" if base == Readings() else "as given", base
    kinds = {problem.tileset.tiles[name].kind for name in problem.offered()}
    for reading in READINGS:
        if reading.name in WITHOUT_EFFECT and not _prints(problem.tileset, reading.name, kinds):
            continue
        for value in reading.values:
            if value != getattr(base, reading.name):
                changed = msgspec.structs.replace(base, **{reading.name: value})
                yield f"{reading.name}={value}", changed


def _prints(box: TileSet, reading: str, kinds: set[str]) -> bool:
    """Whether the edges of one of these kinds of tile depend on a reading."""
    return any(
        change.id in kinds
        for overlay in box.file.overlay
        if overlay.reading == reading
        for change in overlay.change
    )


def survey(
    problem: Challenge, *, seed: int = 0, workers: int | None = None, time_limit: float = 60.0
) -> Iterator[Finding]:
    """Take the challenge under each of the readings in turn, `time_limit` seconds each.

    Ctrl-C ends the reading at work and the survey with it.
    """
    for name, rules in readings_to_try(problem):
        changed = msgspec.structs.replace(problem, rules=rules)
        result = challenge(changed, seed=seed, workers=workers, time_limit=time_limit)
        yield Finding(name, result)
        if result.stop is Stop.INTERRUPTED:
            return


def survey_to_markdown(findings: list[Finding]) -> str:
    """The findings as a table in Markdown."""
    lines = [
        "| readings | answer | tiles | points | seconds | remark |",
        "|---|---|---|---|---|---|",
    ]
    for finding in findings:
        result = finding.result
        points = "" if result.score is None else str(result.score)
        lines.append(
            f"| `{finding.name}` | {finding.answer} | {result.placed} of {result.wanted} "
            f"| {points} | {result.seconds:.1f} | {finding.remark} |"
        )
    return "\n".join(lines) + "\n"
