"""``caladale validate``: is this castle legal, is it complete?"""

from __future__ import annotations

from typing import Any

import click

from caladale.cli.answers import Answers
from caladale.cli.options import files_argument, format_option, rule_option, tileset_option
from caladale.cli.output import echo, shown
from caladale.core.layout import Layout
from caladale.core.tiles import TileSet
from caladale.rules.checks import Violation
from caladale.rules.verdict import Verdict, validate


def violation_to_data(breach: Violation) -> dict[str, Any]:
    """A breach as plain data."""
    cells = [list(cell) for cell in breach.cells]
    return {"code": breach.code, "cells": cells, "message": breach.message}


def verdict_to_data(verdict: Verdict) -> dict[str, Any]:
    """A verdict as plain data."""
    data: dict[str, Any] = {"valid": verdict.valid, "complete": verdict.complete}
    if verdict.nonstandard_ground:
        data["nonstandard_ground"] = True
    return data | {"violations": [violation_to_data(breach) for breach in verdict.violations]}


def verdict_to_text(name: str, verdict: Verdict) -> str:
    """A verdict as lines for a person."""
    count = len(verdict.violations)
    legal = (
        "legal" if verdict.valid else f"not legal, {count} {'breach' if count == 1 else 'breaches'}"
    )
    complete = "complete" if verdict.complete else "not complete"
    ground = "; its grass is not the book's" if verdict.nonstandard_ground else ""
    lines = [f"{shown(name)}: {legal}; {complete}{ground}"]
    lines += [f"  {breach.code:2}  {breach.message}" for breach in verdict.violations]
    return "\n".join(lines)


@click.command("validate", short_help="Is a castle legal, is it complete?")
@files_argument
@format_option()
@rule_option
@tileset_option
def command(*, files: tuple[str, ...], format_: str, chosen: dict[str, str], box: TileSet) -> int:
    """Check layouts against every rule.

    Every breach is told, with the code of its rule ('caladale rule CODE' explains it).
    """

    def judge(name: str, layout: Layout) -> dict[str, Any]:
        verdict = validate(layout)
        if format_ == "text":
            echo(verdict_to_text(name, verdict))
        return verdict_to_data(verdict)

    answers = Answers(files, box, chosen, judge)
    if format_ == "json":
        answers.print_json()
    return answers.exit_code
