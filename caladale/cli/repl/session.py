"""A game played at the keyboard: lines that a player types, and a log that is never behind."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from pathlib import Path

import click

from caladale._io.sole_writer import FileChangedError, SoleWriter
from caladale.cli.drawing import draw_into
from caladale.cli.names import free_name
from caladale.cli.output import shown, unwritable
from caladale.cli.repl.console import PlayerConsole
from caladale.cli.repl.listing import Listed
from caladale.cli.repl.view import Choice, GameView, points
from caladale.core.layout import Layout, Placement
from caladale.errors import CaladaleError
from caladale.games.move import Done, Move, move_in_words
from caladale.games.record import GameRecord, write_game
from caladale.games.state import State

Manual = Sequence[tuple[str, str]]
"""Commands as they are typed, each with what it does."""

_SECOND_COLUMN = 22
"""Where what commands do begins, when they are listed."""
_PIPE_WIDTH = 90
"""So wide is that list in a pipe, and at most on a terminal."""
_MANUAL_END = "TILE is a number of the list, an id such as stone-four-1, or 'wild'."

Command = Callable[[list[str]], None]
"""What a command does with the words after its name."""


class Mistake(Exception):  # noqa: N818 - a player errs, not the program
    """What a player typed makes no sense; the message says why."""


ALIASES = {
    "?": "help",
    "exit": "quit",
    "h": "help",
    "p": "place",
    "q": "quit",
    "s": "show",
    "u": "undo",
    "w": "ways",
}
"""Short words for commands."""


class Session:
    """A game at the keyboard.

    Attributes:
        record: the game; every move is in the log before the next line is read.
        log: the log, which nobody else writes meanwhile.
        console: where lines come from, and answers go to.
        view: draws castles and lists tiles there.
        commands: what can be typed, by its first word.
        manual: the commands for the player.
    """

    def __init__(
        self, record: GameRecord, log: SoleWriter, manual: Manual, *, ascii_only: bool = False
    ) -> None:
        self.record = record
        self.log = log
        self.manual = manual
        self.console = PlayerConsole(ascii_only=ascii_only)
        self.view = GameView(self.console)
        self.commands: dict[str, Command] = {}
        self._hint: tuple[Move, ...] = ()
        self._answered = 0

    # ---- what each game has of its own

    @property
    def castle(self) -> Layout:
        """The castle as it stands."""
        return self.record.state.castles[0]

    def show_all(self) -> None:
        """Draw the game as it stands, the whole castle and all tiles with their edges."""
        raise NotImplementedError

    def heading(self) -> list[str]:
        """What is said above the castle, or in its place before there is one."""
        raise NotImplementedError

    def choice(self) -> Choice:
        """The tiles to choose from."""
        raise NotImplementedError

    # ---- the loop

    def play(self) -> None:
        """Read lines until the game is over, the player quits, or the input ends."""
        self.console.complete_with(self.completions)
        self.save()
        self.show()
        was_over = self.record.state.is_over
        while not self.record.state.is_over:
            self._keep_in_view()
            start = self.console.below
            line = self.console.read()
            if line is None:
                return
            words = line.replace("\ufeff", "").lower().split()
            name = ALIASES.get(words[0], words[0]) if words else ""
            if name == "quit":
                return
            try:
                self._obey(name, words[1:])
            except (Mistake, CaladaleError) as error:
                self.console.say(str(error))
            self._answered = max(0, self.console.below - start)
        self._end(is_new=not was_over)

    def _obey(self, name: str, rest: list[str]) -> None:
        if not name:
            return
        if name == "help":
            self._say_manual()
        elif name == "show":
            self._show(rest)
        elif name == "undo":
            self._undo()
        elif name == "tiles":
            self.view.list_tiles(self.choice())
        elif name == "go":
            if not self._hint:
                raise Mistake("There is no hint to follow; ask for one first.")
            self.push(*self._hint)
        elif name == "stop":
            words_of(rest, 0, 0, "stop")
            self._stop()
        elif name in self.commands:
            self.commands[name](rest)
        else:
            raise Mistake(f"There is no command {name[:20]!r}; 'help' lists them.")

    def _say_manual(self) -> None:
        """List the commands in two columns."""
        width = self.console.width if self.console.is_typed else _PIPE_WIDTH
        for usage, words in self.manual:
            lines = textwrap.wrap(words, max(20, min(_PIPE_WIDTH, width) - _SECOND_COLUMN - 1))
            first, *others = lines
            self.console.say(f"{usage:{_SECOND_COLUMN}} {first}")
            for line in others:
                self.console.say(" " * (_SECOND_COLUMN + 1) + line)
        self.console.say()
        self.console.say(_MANUAL_END)

    def completions(self, words: Sequence[str]) -> Sequence[str]:
        """What the next word may be after `words`: a command, or a tile."""
        if not words:
            own = ("help", "show", "tiles", "undo", "go", "stop", "quit")
            return sorted({*self.commands, *own})
        return [one.name for _, tiles in self.choice().lists for one in tiles] + ["wild"]

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

    def _show(self, rest: list[str]) -> None:
        """Draw the game again, all of it, or the castle around a cell."""
        if rest == ["all"]:
            self.show_all()
        elif len(rest) < 2 or not self.castle.tiles or not self.console.is_typed:
            words_of(rest, 0, 2, "show, show all, or show COLUMN ROW")
            self.show()
        else:
            x, y = (number(w, n) for w, n in zip(rest, ("column", "row"), strict=True))
            self.console.begin_view()
            self.view.draw_part(self.castle, self.console.height - 2, (x, y))

    def _undo(self) -> None:
        """Take the last move back, and say what else can be."""
        state = self.record.state
        if not self.record.moves:
            raise Mistake(f"There is nothing to undo yet: {self._may_undo(state)}.")
        if not self.record.may_pop:
            last = move_in_words(self.record.moves[-1])
            raise Mistake(f"'{last}' stands: {self._may_undo(state)}. With --practice, any may be.")
        move = self.record.pop()
        self._hint = ()
        self.save()
        self.show()
        if self.record.may_pop:
            then = f"'undo' again takes back '{move_in_words(self.record.moves[-1])}'."
        else:
            then = (
                "What came before it stands." if self.record.moves else "That was the first move."
            )
        self.console.say(f"Undone: '{move_in_words(move)}'. {then}")

    def _may_undo(self, state: State) -> str:
        is_practice = self.record.setup.practice
        return "for practice, every move may be taken back" * is_practice or (
            state.may_be_taken_back()
        )

    def _stop(self) -> None:
        """End the game, on a terminal only when the player says so twice."""
        move = Done()
        self.record.state.after(move)  # it may be too early to stop
        if self.console.is_typed:
            answer = self.console.read(f"End the game with {points(self.castle)}? (yes/no) ") or ""
            if answer.strip().lower() not in ("y", "yes", "stop"):
                self.console.say("The game goes on.")
                return
        self.push(move)

    def _end(self, *, is_new: bool) -> None:
        """Offer a picture of the finished castle."""
        if self.console.is_typed and is_new:
            self._offer_picture()
        log = shown(self.log.path)
        self.console.say(
            f"Look at it again: caladale render {log} -o castle.svg, or move by move with "
            f"caladale render {log} --steps -o game.html"
        )

    def _offer_picture(self) -> None:
        asked = "A picture of it? Name a file, .svg, .png or .html; Enter alone makes none."
        confirmed = ""
        while True:
            self.console.say(asked)
            answer = (self.console.read("File: ") or "").strip()
            if not answer:
                return
            path = Path(answer)
            if path.exists() and confirmed != answer:
                confirmed = answer
                self.console.say(f"{shown(path)} is there already: name it again to write over it.")
                continue
            try:
                draw_into(path, self.castle)
            except (click.ClickException, CaladaleError) as error:
                self.console.say(str(error))
                continue
            self.console.say(f"The castle is drawn in {shown(path)}.")
            return

    # ---- the castle in view

    def show(self) -> None:
        """Draw the game as it stands: in a pipe all of it, on a terminal what has room."""
        if not self.console.is_typed or self.record.state.is_over:
            self.show_all()
            return
        self._answered = 0
        self.view.show(self.heading(), self.castle, self.choice())

    def listed(self, label: str, name: str) -> Listed:
        """A tile for a list."""
        castle = self.castle
        return Listed(label, name, castle.tileset.under(castle.rules).faces[name, "front"])

    def _keep_in_view(self) -> None:
        """Draw the castle once more where answers have pushed it out of view."""
        if self.console.is_view_lost and self.castle.tiles:
            self.view.draw_again(self.castle, self._answered)

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


def place_in_words(placed: Placement) -> str:
    """A placement as the player types it: column, row, turn."""
    return f"{placed.x} {placed.y} {placed.turn}"
