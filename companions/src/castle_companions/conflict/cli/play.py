"""``castle-conflict play``: a game against the computer."""

from __future__ import annotations

from pathlib import Path

import click

from castle_companions.conflict.cards import BY_NAME, RULER_RANKS, Card, Seat
from castle_companions.conflict.cli.options import PLAYERS, readings_option, seed_option
from castle_companions.conflict.cli.table import YOU, Table, play_on
from castle_companions.conflict.readings import Readings
from castle_companions.conflict.record import GameRecord
from castle_companions.conflict.session import Session, new_session, resumed
from castle_companions.records import Mistake, RecordError, echo, one_line, read_record

_NEW_GAME = ("against", "begins", "ruler", "readings", "seed")
"""The parameters that only a new game has."""


@click.command()
@click.argument("file", default="castle-conflict.json", metavar="[FILE]")
@click.option("--new", is_flag=True, help="Begin a new game even if FILE holds one, which is lost.")
@click.option(
    "--against",
    type=click.Choice(list(PLAYERS)),
    default="searching",
    show_default=True,
    help="Who plays the other side.",
)
@click.option("--begins", type=click.Choice([YOU, "computer"]), default=YOU, show_default=True)
@click.option("--ruler", metavar="CARD", help="Your ruler, such as QS; by chance if not given.")
@readings_option
@seed_option
@click.pass_context
def play(
    context: click.Context,
    *,
    file: str,
    new: bool,
    against: str,
    begins: str,
    ruler: str | None,
    readings: Readings,
    seed: int,
) -> None:
    """Play against the computer; the game is kept in FILE after every move.

    Where FILE holds a game already, it goes on. FILE is castle-conflict.json if not given. It holds
    the hidden cards too: who reads it cheats.
    """
    if file == "-":
        raise click.UsageError("a game is kept in a file, which - is not", context)
    path = Path(file)
    if path.exists() and not new:
        _refuse_options(context, file)
        session = resumed(read_record(GameRecord, path), one_line(file))
        echo(f"The game in {one_line(file)} goes on; its seed is {session.record.seed}.")
    else:
        first = Seat.ONE if begins == YOU else Seat.TWO
        session = new_session((YOU, against), seed, first, readings, _ruler(ruler))
        echo(f"A new game, kept in {one_line(file)}; its seed is {seed}. Type help for help.")
    play_on(_table(session, file), session)


def _refuse_options(context: click.Context, file: str) -> None:
    given = [
        name
        for name in _NEW_GAME
        if context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE
    ]
    if given:
        raise click.UsageError(
            f"{one_line(file)} holds a game, which goes on as it began; add --new for a new one, "
            "or name another file",
            context,
        )


def _ruler(text: str | None) -> Card | None:
    if text is None:
        return None
    card = BY_NAME.get(f"{text.upper()}/{Seat.ONE.number}")
    if card is None or card.rank not in RULER_RANKS:
        raise click.BadParameter("a ruler is a king or queen, such as QS", param_hint="--ruler")
    return card


def _table(session: Session, file: str) -> Table:
    """Who sits where.

    Raises:
        RecordError: when the game is not one between a person and a computer player.
    """
    names = [side.player for side in session.record.sides]
    if names.count(YOU) == 1:
        seat = Seat(names.index(YOU))
        opponent = names[seat.other]
        if opponent in PLAYERS:
            return Table(file, seat, PLAYERS[opponent](), opponent)
    message = f'one player must be "{YOU}", the other one of {", ".join(PLAYERS)}'
    raise RecordError(one_line(file), (Mistake("sides", message),))
