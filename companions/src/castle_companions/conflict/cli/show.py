"""``castle-conflict show``: check a recorded game and print it."""

from __future__ import annotations

import json

import click

from castle_companions.conflict.cards import Seat
from castle_companions.conflict.record import GameRecord
from castle_companions.conflict.session import Session, resumed
from castle_companions.conflict.terminal.board import board
from castle_companions.conflict.terminal.telling import told
from castle_companions.records import Form, echo, format_option, one_line, print_data, read_record


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--moves", is_flag=True, help="Tell every move as well.")
@format_option
def show(file: str, moves: bool, form: Form) -> None:
    """Play a recorded game again under the eyes of the rules, and print how it stands.

    FILE is a game record, or - for standard input. Only what lies open on the table is shown, and
    the hand of side 1.
    """
    session = resumed(read_record(GameRecord, file), one_line(file))
    state = session.state
    if form is Form.JSON:
        data = {
            "valid": True,
            "moves": len(session.record.moves),
            "turn": state.turn,
            "to_move": None if state.winner is not None else state.mover.number,
            "winner": None if state.winner is None else state.winner.number,
        }
        print_data(json.dumps(data, indent=2) + "\n")
        return
    names = _names(session)
    if moves:
        for number, move in enumerate(session.record.moves):
            before, after = session.states[number : number + 2]
            happened = told(before, after, move)
            echo(f"turn {before.turn}, {names[before.mover]}: {happened}")
        echo()
    echo(board(state, Seat.ONE, names))


def _names(session: Session) -> tuple[str, str]:
    one, two = (
        f"{one_line(side.player)} (side {seat.number})"
        for seat, side in zip(Seat, session.record.sides, strict=True)
    )
    return one, two
