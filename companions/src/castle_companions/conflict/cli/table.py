"""The talk at the table: the computer's moves are told, the person's are asked for."""

from __future__ import annotations

import random
from dataclasses import dataclass

from castle_companions.conflict.actions import Action, Attack
from castle_companions.conflict.cards import Seat, in_order
from castle_companions.conflict.legal import legal_actions, why_not
from castle_companions.conflict.players.player import Player
from castle_companions.conflict.players.searching import SearchingPlayer
from castle_companions.conflict.session import Session
from castle_companions.conflict.terminal.board import board, shorts
from castle_companions.conflict.terminal.phrases import HELP, PhraseError, action_typed
from castle_companions.conflict.terminal.telling import told, with_odds
from castle_companions.conflict.view import view_of
from castle_companions.records import did_you_mean, echo, one_line, record_text, write_text

YOU = "you"
"""How the person is called in records."""
_HINTS = 3
_WORDS = ("hint", "odds", "undo", "board", "help", "quit")


@dataclass(frozen=True)
class Table:
    """Who plays, and where the game is kept.

    Attributes:
        file: the file that holds the game.
        seat: the person's seat.
        computer: who plays the other side.
        opponent: what that player is called.
    """

    file: str
    seat: Seat
    computer: Player
    opponent: str

    @property
    def names(self) -> tuple[str, str]:
        """What the sides are called, in the order of the seats."""
        return (YOU, self.opponent) if self.seat is Seat.ONE else (self.opponent, YOU)


def play_on(table: Table, session: Session) -> None:
    """Play until the game is over, the person quits or input ends; keep every move.

    Raises:
        RecordError: when the game cannot be kept; the move before is.
    """
    _keep(table, session)
    if session.state.mover is table.seat:
        _show(table, session)
    try:
        while session.state.winner is None:
            after = _step(table, session)
            if after is None:
                _say_where(table)
                return
            session = after
    except KeyboardInterrupt:
        echo()
        _say_where(table)
        raise
    _show(table, session)


def _step(table: Table, session: Session) -> Session | None:
    """The game after one more move, or after a question; None when the person leaves."""
    if session.state.mover is table.seat:
        return _asked(table, session)
    after = _computer_moves(table, session)
    if after.state.mover is table.seat and after.state.winner is None:
        _show(table, after)
    return after


def _say_where(table: Table) -> None:
    echo(f"The game is kept in {one_line(table.file)}.")


def _keep(table: Table, session: Session) -> None:
    write_text(table.file, record_text(session.record))


def _show(table: Table, session: Session) -> None:
    echo("\n" + board(session.state, table.seat, table.names) + "\n")


def _thoughts(session: Session) -> random.Random:
    """The chance of a player who thinks about the next move; it decides no dice."""
    return random.Random(f"{session.record.seed}:{len(session.record.moves)}:thoughts")


def _computer_moves(table: Table, session: Session) -> Session:
    action = table.computer.choose(view_of(session.state), _thoughts(session))
    return _taken(table, session, action, table.opponent)


def _taken(table: Table, session: Session, action: Action, name: str) -> Session:
    after = session.taking(action)
    _keep(table, after)
    happened = told(session.state, after.state, after.record.moves[-1])
    if name == YOU:
        happened = _you(happened)
    echo(f"{name}: {happened}")
    return after


def _you(happened: str) -> str:
    """What is told of another one, told of the person: ``builds`` becomes ``build``."""
    for verb in (
        "passes",
        "discards",
        "attacks",
        "shuffles",
        "builds",
        "fortifies",
        "arms",
        "draws",
    ):
        if happened.startswith(verb):
            stem = {"passes": "pass", "fortifies": "fortify"}.get(verb, verb.removesuffix("s"))
            return stem + happened.removeprefix(verb)
    return happened


def _asked(table: Table, session: Session) -> Session | None:
    """The game after what the person typed; None when there is no more."""
    left = session.state.actions_left
    try:
        line = input(f"{left} action{'s' * (left > 1)} left> ").strip()
    except EOFError:
        echo()
        return None
    match line.lower():
        case "":
            return session
        case "quit":
            return None
        case "undo":
            return _undo(table, session)
        case "help":
            echo(HELP)
        case "board":
            _show(table, session)
        case "hint":
            _hint(session)
        case "odds":
            _odds(session)
        case _:
            return _act(table, session, line)
    return session


def _act(table: Table, session: Session, line: str) -> Session:
    try:
        action = action_typed(session.state, line)
    except PhraseError as error:
        word = line.split(maxsplit=1)[0].lower()
        echo(f"{error}{did_you_mean(word, _WORDS)}. Type help for help.")
        return session
    reason = why_not(session.state, action)
    if reason:
        echo(f"That is against the rules: {reason}.")
        return session
    after = _taken(table, session, action, YOU)
    if after.state.mover is table.seat and after.state.winner is None:
        echo(f"in hand: {shorts(in_order(after.state.own.hand)) or 'nothing'}")
    return after


def _undo(table: Table, session: Session) -> Session:
    before = session.undone(table.seat)
    if before is None:
        echo("There is nothing to take back that dice, a draw or a shuffle have not settled.")
        return session
    _keep(table, before)
    echo("Taken back.")
    _show(table, before)
    return before


def _hint(session: Session) -> None:
    judged = SearchingPlayer().judged(view_of(session.state), _thoughts(session))
    echo("The searching player would choose, with what it expects (200 is a game won):")
    for one in judged[:_HINTS]:
        echo(f"  {one.value:+7.1f}  {with_odds(session.state, one.action)}")


def _odds(session: Session) -> None:
    attacks = [action for action in legal_actions(session.state) if isinstance(action, Attack)]
    if not attacks:
        echo("There is no attack that you could make.")
    for attack in attacks:
        echo(f"  {with_odds(session.state, attack)}")
