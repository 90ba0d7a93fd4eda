"""``caladale dissolve``: what falls when the illegal part of a castle is dissolved."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from caladale import render
from caladale._io.plural import counted
from caladale.cli.answers import Answers
from caladale.cli.exits import BROKEN_RULES
from caladale.cli.options import (
    answers_option,
    castle_option,
    files_argument,
    picture_option,
    rule_option,
    tileset_option,
)
from caladale.cli.output import echo, note, print_text, report, shown
from caladale.core.layout import Layout
from caladale.core.tiles import TileSet
from caladale.notation import write_json
from caladale.notation.results import dissolved_to_data
from caladale.rules.dissolution import Dissolved, Fall, dissolve


def dissolved_to_text(name: str, done: Dissolved) -> str:
    """What came of dissolving a castle, as lines for a person."""
    lines = []
    for number, round_ in enumerate(done.rounds, start=1):
        lines.append(f"Round {number}: {counted(len(round_), 'tile falls', 'tiles fall')}")
        for fall in round_:
            codes = ", ".join(fall.codes)
            lines.append(f"  {fall.placed.tile} ({codes})")
            lines += [f"      {why}" for why in fall.why]
    left = counted(len(done.layout.tiles), "tile", "tiles")
    if not done.score.verdict.valid:
        head = f"{shown(name)}: {left} left, and not legal: dissolving cannot mend"
        rest = [f"  {one.code:2}  {one.message}" for one in done.score.verdict.violations]
    else:
        fallen = counted(len(done.fallen), "tile falls", "tiles fall") if done.rounds else "legal"
        points = counted(done.score.total or 0, "point", "points")
        head = f"{shown(name)}: {fallen}; {left} left, {points}"
        rest = []
    return "\n".join([head, *rest, *lines])


def _round_in_words(number: int, falls: Sequence[Fall]) -> str:
    fallen = [f"{fall.placed.tile} ({', '.join(fall.codes)})" for fall in falls]
    return f"Round {number}: {', '.join(fallen)}"


def dissolved_picture(layout: Layout, done: Dissolved) -> str:
    """The castle before, with the round in which each tile falls, and what is left."""
    rounds = {
        fall.placed.cell: str(number)
        for number, round_ in enumerate(done.rounds, start=1)
        for fall in round_
    }
    return render.render_before_after(
        layout,
        done.layout,
        [_round_in_words(number, round_) for number, round_ in enumerate(done.rounds, start=1)],
        badges_before=rounds,
        titles=("Before", "What is left"),
    )


@click.command("dissolve", short_help="Take down the illegal part of a castle.")
@files_argument
@castle_option(
    "Write what is left of the one FILE to this file, as a layout in JSON, if it is legal."
)
@picture_option
@answers_option()
@rule_option
@tileset_option
def command(
    *,
    files: tuple[str, ...],
    output: Path | None,
    picture: Path | None,
    format_: str,
    chosen: dict[str, str],
    box: TileSet,
) -> int:
    """Dissolve the illegal part of castles, and what it supports.

    Tells round by round which tiles fall and why, and the score of what is left. The gate never
    falls; where the gate itself stands wrongly, what is left is not legal, and the exit code is 1.
    """
    if len(files) > 1 and (output or picture):
        raise click.UsageError("-o and --picture belong to a single file")

    def judge(name: str, layout: Layout) -> dict[str, Any]:
        done = dissolve(layout)
        if output is not None and done.score.verdict.valid:
            print_text(write_json(done.layout), output)
        if picture is not None:
            print_text(dissolved_picture(layout, done), picture)
        if format_ == "text":
            echo(dissolved_to_text(name, done))
        return dissolved_to_data(done)

    with report(output, picture):
        answers = Answers(files, box, chosen, judge)
        answers.print_as(format_)
    if output is not None and answers.exit_code == BROKEN_RULES:
        note(f"Nothing is written to {shown(output)}.")
    return answers.exit_code
