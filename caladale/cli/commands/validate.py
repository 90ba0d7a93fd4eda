"""``caladale validate``: is this castle legal, is it complete?"""

from __future__ import annotations

from typing import Any

import click

from caladale.cli.answers import Answers, verdict_to_text
from caladale.cli.options import answers_option, files_argument, rule_option, tileset_option
from caladale.cli.output import echo
from caladale.core.layout import Layout
from caladale.core.tiles import TileSet
from caladale.notation.results import verdict_to_data
from caladale.rules.verdict import validate


@click.command("validate", short_help="Is a castle legal, is it complete?")
@files_argument
@answers_option()
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
    answers.print_as(format_)
    return answers.exit_code
