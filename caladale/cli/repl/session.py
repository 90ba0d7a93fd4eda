"""A game played at the keyboard: lines that a player types, and a log that is never behind."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path

import click

from caladale._io.plural import counted
from caladale._io.sole_writer import FileChangedError, SoleWriter
from caladale.cli.output import echo, shown, unwritable
from caladale.core.layout import Layout, Placement
from caladale.core.tiles import Face
from caladale.errors import CaladaleError
from caladale.games.move import Move
from caladale.games.record import GameRecord, write_game
from caladale.rules.score_sheet import score

Command = Callable[[list[str]], None]
"""What a command does with the words after its name."""


class Mistake(Exception):  # noqa: N818 - a player errs, not the program
    """What a player typed makes no sense; the message says why."""


class Session:
    """A game at the keyboard.

    Attributes:
        record: the game; every move is in the log before the next line is read.
        log: the log, which nobody else writes meanwhile.
        commands: what can be typed, by its first word.
        manual: the commands as a table for the player.
    """

    def __init__(self, record: GameRecord, log: SoleWriter, manual: str) -> None:
        self.record = record
        self.log = log
        self.manual = manual
        self.commands: dict[str, Command] = {}
        self._hint: tuple[Move, ...] = ()

    def show(self) -> None:
        """Draw the game as it stands."""
        raise NotImplementedError

    def play(self) -> None:
        """Read lines until the game is over, the player quits, or the input ends."""
        self.save()
        self.show()
        lines = sys.stdin
        if isinstance(lines, io.TextIOWrapper):
            lines.reconfigure(errors="replace")  # a byte that is no text is a wrong command
        is_typed = lines.isatty()
        while not self.record.state.is_over:
            echo("> ", nl=False)
            line = lines.readline()
            if line and not is_typed:
                echo(line.rstrip())
            if not line:
                echo()
                return
            words = line.replace("\ufeff", "").lower().split()
            if words[:1] in (["quit"], ["q"], ["exit"]):
                return
            try:
                self._obey(words)
            except (Mistake, CaladaleError) as error:
                echo(str(error))

    def _obey(self, words: list[str]) -> None:
        if not words:
            return
        name, *rest = words
        if name in ("help", "h", "?"):
            echo(self.manual)
        elif name in ("show", "s"):
            self.show()
        elif name == "undo":
            self.record.pop()
            self.save()
            self.show()
        elif name == "go":
            if not self._hint:
                raise Mistake("There is no hint to follow; ask for one first.")
            self.push(*self._hint)
        elif name in self.commands:
            self.commands[name](rest)
        else:
            raise Mistake(f"There is no command {name[:20]!r}; 'help' lists them.")

    def offer(self, moves: tuple[Move, ...]) -> None:
        """Keep the moves that ``go`` makes."""
        self._hint = moves

    def push(self, *moves: Move) -> None:
        """Make moves that belong together, all or none, and show what comes of them."""
        state = self.record.state
        for move in moves:
            state = state.after(move)
        for move in moves:
            self.record.push(move)
        self._hint = ()
        self.save()
        self.show()

    def save(self) -> None:
        """Write the log.

        Raises:
            click.ClickException: when it cannot be written, or somebody else has written it; the
                game is then kept in another log.
        """
        try:
            self.log.write(write_game(self.record))
        except OSError as error:
            raise unwritable(self.log.path, error) from None
        except FileChangedError as error:
            self._save_elsewhere(error)

    def _save_elsewhere(self, error: FileChangedError) -> None:
        path = self.log.path
        try:
            other = free_name(path)
            self.record.save(other)
        except OSError as fault:
            raise unwritable(path, fault) from None
        raise click.ClickException(
            f"{shown(path)} is left as it is: {error}. This game is kept in {shown(other)}"
        )


def free_name(path: Path) -> Path:
    """A name for a new file: `path`, or the same with a number from 2."""
    found, number = path, 1
    while found.exists():
        number += 1
        found = path.with_stem(f"{path.stem}-{number}")
    return found


def number(word: str, what: str) -> int:
    """A whole number that the player typed.

    Raises:
        Mistake: when it is none.
    """
    try:
        return int(word)
    except ValueError:
        raise Mistake(f"{word[:20]!r} is no number for the {what}.") from None


def words_of(rest: list[str], least: int, most: int, usage: str) -> list[str]:
    """The words after a command, so many of them.

    Raises:
        Mistake: when there are fewer or more; it tells the usage.
    """
    if not least <= len(rest) <= most:
        raise Mistake(f"Say it as: {usage}")
    return rest


def edges_in_words(face: Face, turn: int = 0) -> str:
    """The castle edges of a tile as it lies, such as ``stone N E, tree S W``."""
    sides: dict[str, list[str]] = {}
    for name, edge in zip("NESW", face.turns[turn], strict=True):
        if edge.is_castle:
            sides.setdefault(edge.value, []).append(name)
    return ", ".join(f"{theme} {' '.join(names)}" for theme, names in sides.items())


def points(castle: Layout) -> str:
    """What a legal castle scores, in words."""
    return counted(score(castle).total or 0, "point", "points")


def place_in_words(placed: Placement) -> str:
    """A placement as the player types it: column, row, turn."""
    return f"{placed.x} {placed.y} {placed.turn}"
