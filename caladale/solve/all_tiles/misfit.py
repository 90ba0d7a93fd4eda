"""Misfits: why a castle is no answer to a challenge, by the referee's word and the problem's."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from caladale.core.layout import Layout
from caladale.rules.board import Board
from caladale.rules.score_sheet import score
from caladale.solve.all_tiles.problem import Challenge


def fault_of(problem: Challenge, layout: Layout) -> str:
    """Why `layout` is no answer to `problem`, in a sentence without a full stop; empty if it is.

    An answer may use fewer tiles and gates than there are, but it is legal and complete, made of
    the problem's tiles on its ground under its readings, and keeps to its goals.
    """
    for faults in (
        _of_another_problem(problem, layout),
        _not_offered(problem, layout),
        _faults(layout),
        _missed_goals(problem, layout),
    ):
        fault = next(faults, "")
        if fault:
            return fault
    return ""


def _of_another_problem(problem: Challenge, layout: Layout) -> Iterator[str]:
    if layout.tileset != problem.tileset:
        yield f"it is for another box, {layout.tileset.name}"
    if layout.variant is not problem.variant:
        yield f"it is for another game, {layout.variant.value} and not {problem.variant.value}"
    ours = msgspec.structs.asdict(problem.rules)
    for name, value in msgspec.structs.asdict(layout.rules).items():
        if value != ours[name]:
            yield f"it is for another reading, {name}={value} and not {name}={ours[name]}"
    strips, wanted = (
        sorted((strip.x, strip.width) for strip in grass) for grass in (layout.grass, problem.grass)
    )
    if strips != wanted:
        yield f"it stands on other ground, {_told(strips)} and not {_told(wanted)}"


def _told(strips: list[tuple[int, int]]) -> str:
    """Strips as the one-line notation has them."""
    return ",".join(f"{x}+{width}" for x, width in strips) or "none"


def _not_offered(problem: Challenge, layout: Layout) -> Iterator[str]:
    offered = problem.offered()
    for placed in layout.tiles:
        if placed.tile not in offered:
            yield f"it uses {placed.tile}, which is not offered"
        elif placed.side not in offered[placed.tile]:
            yield f"it shows the {placed.side} of {placed.tile}, which is not offered"


def _faults(layout: Layout) -> Iterator[str]:
    sheet = score(layout)
    for breach in sheet.verdict.violations:
        yield f"it breaks {breach.code}: {breach.message.rstrip('.')}"
    if not sheet.verdict.complete:
        yield "it is not complete"
    points = sheet.points()
    if points["flipped"] or points["timer"] or points["exchanges"]:
        yield "it scores points for more than its tiles"


def _missed_goals(problem: Challenge, layout: Layout) -> Iterator[str]:
    columns = sorted(placed.x for placed in layout.tiles)
    height = 1 + max(placed.y for placed in layout.tiles)
    ground = problem.ground()
    if problem.within_columns and not min(ground) <= columns[0] <= columns[-1] <= max(ground):
        yield "it reaches beyond the ground"
    if problem.max_width is not None and columns[-1] - columns[0] >= problem.max_width:
        yield f"it is wider than {problem.max_width}"
    if problem.max_height is not None and height > problem.max_height:
        yield f"it is higher than {problem.max_height}"
    if problem.no_holes and Board(layout).holes():
        yield "it has a hole"
