"""``caladale score``: what are these castles worth?"""

from __future__ import annotations

from typing import Any

import click

from caladale.cli.answers import Answers
from caladale.cli.options import files_argument, format_option, rule_option, tileset_option
from caladale.cli.output import cell, console, echo
from caladale.cli.validate import verdict_to_data, verdict_to_text
from caladale.layout import Layout
from caladale.score import ITEM_LABELS, Score, ranking, score
from caladale.tiles import TileSet


def points_to_data(sheet: Score) -> dict[str, int]:
    """The points of each item and their total, whether the castle is legal or not."""
    points = sheet.points()
    return points | {"total": sum(points.values())}


def score_to_data(sheet: Score) -> dict[str, Any]:
    """A score as plain data, with the cells and edges behind its items."""
    verdict = verdict_to_data(sheet.verdict)
    breaches = verdict.pop("violations")
    data: dict[str, Any] = verdict | {
        "score": points_to_data(sheet) if sheet.verdict.valid else None
    }
    if not sheet.verdict.valid:
        data["violations"] = breaches
        data["would_score"] = points_to_data(sheet) if sheet.items else None
    data["cells"] = {item.name: [list(c) for c in item.cells] for item in sheet.items if item.cells}
    data["exposed"] = [[x, y, side.name] for item in sheet.items for x, y, side in item.edges]
    return data


def _print_sheet(name: str, sheet: Score) -> None:
    from rich.table import Table  # noqa: PLC0415 - JSON output does without rich

    echo(verdict_to_text(name, sheet.verdict))
    if not sheet.items:
        return
    table = Table("Item", box=None, pad_edge=False, show_footer=True)
    table.columns[0].footer = "Score" if sheet.verdict.valid else "Would score, if it were legal"
    table.add_column("Number", justify="right")
    total = sum(item.points for item in sheet.items)
    table.add_column("Points", justify="right", footer=str(total))
    for item in sheet.items:
        table.add_row(ITEM_LABELS[item.name], str(item.count), str(item.points))
    console().print(table)


def _rank(answers: list[dict[str, Any]]) -> None:
    """Give each layout that could be read its rank, None if it is not legal."""
    points = [answer.get("score") for answer in answers]
    totals = [None if of_items is None else of_items["total"] for of_items in points]
    for answer, rank in zip(answers, ranking(totals), strict=True):
        if "error" not in answer:
            answer["rank"] = rank


def _print_table(answers: list[dict[str, Any]]) -> None:
    from rich.table import Table  # noqa: PLC0415

    table = Table("Rank", "File", box=None, pad_edge=False)
    for name in (*ITEM_LABELS, "total"):
        table.add_column(name.capitalize(), justify="right")
    order = sorted(answers, key=lambda answer: answer.get("rank") or len(answers) + 1)
    ranks = [answer.get("rank") for answer in answers]
    for answer in order:
        rank, points = answer.get("rank"), answer.get("score")
        tied = "=" if rank and ranks.count(rank) > 1 else ""
        if points:
            cells = [str(points[name]) for name in (*ITEM_LABELS, "total")]
        else:
            cells = [""] * len(ITEM_LABELS) + ["unreadable" if "error" in answer else "not legal"]
        table.add_row(f"{rank or '-'}{tied}", cell(answer["file"]), *cells)
    console().print(table)


@click.command("score", short_help="What is a castle worth?")
@files_argument
@format_option()
@rule_option
@tileset_option
def command(*, files: tuple[str, ...], format_: str, chosen: dict[str, str], box: TileSet) -> int:
    """Score layouts by the rulebook's table.

    One layout gives its whole score sheet; several give a table with ranks. Castles with equal
    scores share a rank: the book's tie-breakers are not known to caladale. An illegal castle has no
    score.
    """

    def judge(name: str, layout: Layout) -> dict[str, Any]:
        sheet = score(layout)
        if format_ == "text" and len(files) == 1:
            _print_sheet(name, sheet)
        return score_to_data(sheet)

    answers = Answers(files, box, chosen, judge)
    if len(files) > 1:
        _rank(answers.data)
    if format_ == "json":
        answers.print_json()
    elif len(files) > 1:
        _print_table(answers.data)
    return answers.exit_code
