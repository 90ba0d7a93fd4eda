"""``castle-crush score``: the sheet of a game that was logged."""

from __future__ import annotations

import click

from castle_companions.crush.record import Log
from castle_companions.crush.referee import judge
from castle_companions.crush.sheet import print_sheet, sheet_of
from castle_companions.records import (
    Form,
    format_option,
    one_line,
    print_data,
    read_record,
    record_text,
)


@click.command()
@click.argument("log", type=click.Path())
@format_option
def score(log: str, form: Form) -> None:
    """Check every entry of LOG and print the sheet; - reads it from standard input.

    A log may stop anywhere: the sheet then tells how the game stands and what is next.
    """
    game = judge(read_record(Log, log), one_line(log))
    sheet = sheet_of(game.table)
    if form is Form.JSON:
        print_data(record_text(sheet))
    else:
        print_sheet(sheet)
