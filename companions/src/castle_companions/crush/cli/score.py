"""``castle-crush score``: the sheet of a game that was logged."""

from __future__ import annotations

import click

from castle_companions.crush.record import Log
from castle_companions.crush.referee import judge
from castle_companions.crush.sheet import print_sheet, sheet_of
from castle_companions.records import one_line, print_data, read_record, record_text


@click.command()
@click.argument("log", type=click.Path())
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="How the sheet is printed.",
)
def score(log: str, form: str) -> None:
    """Check every entry of LOG and print the sheet; - reads it from standard input.

    A log may stop anywhere: the sheet then tells how the game stands and what is next.
    """
    game = judge(read_record(Log, log), one_line(log))
    sheet = sheet_of(game.table)
    if form == "json":
        print_data(record_text(sheet))
    else:
        print_sheet(sheet)
