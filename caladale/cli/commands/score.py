"""``caladale score``: what are these castles worth?"""

from __future__ import annotations

import textwrap
from typing import Any

import click

from caladale._io.plural import counted
from caladale.cli import terminal
from caladale.cli.answers import Answers, verdict_to_text
from caladale.cli.options import answers_option, files_argument, rule_option, tileset_option
from caladale.cli.output import cell, console, echo, shown, whole_width
from caladale.core.layout import Layout
from caladale.core.tiles import TileSet
from caladale.notation.results import score_to_data
from caladale.rules.score_sheet import ITEM_LABELS, Score, ranking, score


def _print_sheet(name: str, sheet: Score) -> None:
    echo(verdict_to_text(name, sheet.verdict))
    if not sheet.items:
        return
    table = terminal.Table("Item", box=None, pad_edge=False, show_footer=True)
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
    table = terminal.Table("Rank", "File", box=None, pad_edge=False)
    for name in (*ITEM_LABELS, "total"):
        table.add_column(name.capitalize(), justify="right")
    ranked = _in_order(answers)
    for rank, answer in ranked:
        points = answer.get("score")
        if points:
            cells = [str(points[name]) for name in (*ITEM_LABELS, "total")]
        else:
            cells = [""] * len(ITEM_LABELS) + [_without_points(answer)]
        table.add_row(rank, cell(answer["file"]), *cells)
    out = console(table)
    if whole_width(table, out) <= out.width:
        out.print(table)
    else:  # the name of a file is worth more than a table
        _print_list(ranked, out.width)


def _in_order(answers: list[dict[str, Any]]) -> list[tuple[str, dict[str, Any]]]:
    """The answers with their ranks in words, the best first."""
    ranks = [answer.get("rank") for answer in answers]
    order = sorted(answers, key=lambda answer: answer.get("rank") or len(answers) + 1)
    return [(_rank_in_words(answer.get("rank"), ranks), answer) for answer in order]


def _rank_in_words(rank: int | None, ranks: list[int | None]) -> str:
    return f"{rank or '-'}{'=' if rank and ranks.count(rank) > 1 else ''}"


def _without_points(answer: dict[str, Any]) -> str:
    return "unreadable" if "error" in answer else "not legal"


def _print_list(ranked: list[tuple[str, dict[str, Any]]], width: int) -> None:
    """Print what the table says castle by castle, without the items that score nothing."""
    margin = " " * 6
    for rank, answer in ranked:
        points = answer.get("score")
        total = counted(points["total"], "point", "points") if points else _without_points(answer)
        echo(f"{rank:<6}{shown(answer['file'])}: {total}")
        items = (
            ", ".join(f"{name} {points[name]}" for name in ITEM_LABELS if points[name])
            if points
            else ""
        )
        for line in textwrap.wrap(items, max(20, width - len(margin))):
            echo(margin + line)


@click.command("score", short_help="What is a castle worth?")
@files_argument
@answers_option()
@rule_option
@tileset_option
def command(*, files: tuple[str, ...], format_: str, chosen: dict[str, str], box: TileSet) -> int:
    """Score layouts by the rulebook's table.

    One layout gives its whole score sheet; several give a table with ranks. Castles with equal
    scores share a rank: the book's tie-breakers are not known to caladale. An illegal castle has no
    score. Of the log of a game the castle of each seat is scored, as it stands after the last move.
    """
    sheets: list[tuple[str, Score]] = []

    def judge(name: str, layout: Layout) -> dict[str, Any]:
        sheet = score(layout)
        sheets.append((name, sheet))
        return score_to_data(sheet)

    answers = Answers(files, box, chosen, judge)
    _rank(answers.data)
    answers.print_as(format_)
    if format_ != "text":
        return answers.exit_code
    if len(answers.data) > 1:
        _print_table(answers.data)
    else:
        for name, sheet in sheets:
            _print_sheet(name, sheet)
    return answers.exit_code
