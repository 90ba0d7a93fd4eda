"""One question after another; some words mean the same at every question."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from castle_companions.records import did_you_mean, echo, one_line, quoted

HELP = """At every question:
  help    this
  sheet   the sheet so far
  undo    take back the entry before
  quit    leave; the file has every entry, and the same command goes on with it
What fell is typed by castle: a name, a colon, what fell, and a semicolon before the next castle:
  Bob: 2 roof, second, king; Cat: general, crown
A number stands before what fell more than once. "pinned king" and "pinned crown" have a block on
them that does not touch the table; "sub roof" fell from a sub-castle. Nothing typed means that
nothing fell."""


class LeaveError(Exception):
    """Somebody wants to stop."""


class TakeBackError(Exception):
    """Somebody wants to take back the entry before."""


class Talk:
    """Asks at the terminal; `show` prints the sheet."""

    def __init__(self, show: Callable[[], None]) -> None:
        self.show = show

    def ask(self, question: str) -> str:
        """Ask for a line; returned without spaces around it.

        Raises:
            LeaveError: for ``quit`` and at the end of the input.
            TakeBackError: for ``undo``.
        """
        while True:
            try:
                line = input(f"{one_line(question)} ").strip()
            except EOFError:
                echo()
                raise LeaveError from None
            match line.casefold():
                case "help":
                    echo(HELP)
                case "sheet":
                    self.show()
                case "quit":
                    raise LeaveError
                case "undo":
                    raise TakeBackError
                case _:
                    return line

    def choose(self, question: str, options: Sequence[str], default: str = "") -> str:
        """Ask for one of some words; a beginning that fits only one is enough.

        Nothing typed means `default`, if there is one. A single option is not asked for.
        """
        if len(options) == 1:
            return options[0]
        hint = f" [{default}]" if default else ""
        while True:
            line = self.ask(f"{question} ({', '.join(options)}){hint}")
            if not line and default:
                return default
            found = fitting(line, options)
            if found is not None:
                return found
            echo(f"{quoted(line)} is none of these{did_you_mean(line, options)}")

    def number(self, question: str, most: int, default: int | None = None) -> int:
        """Ask for a whole number from 0."""
        hint = "" if default is None else f" [{default}]"
        while True:
            line = self.ask(f"{question} (0 to {most}){hint}")
            if not line and default is not None:
                return default
            found = _whole(line, most)
            if found is not None:
                return found
            echo(f"A whole number from 0 to {most}, please.")

    def number_if_told(self, question: str, most: int) -> int | None:
        """Ask for a whole number from 0; nothing typed is None."""
        while True:
            line = self.ask(question)
            found = _whole(line, most)
            if found is not None or not line:
                return found
            echo(f"A whole number from 0 to {most}, please, or nothing.")

    def agrees(self, question: str) -> bool:
        """Ask yes or no; nothing typed is no."""
        return self.choose(question, ("yes", "no"), "no") == "yes"


def fitting(word: str, options: Sequence[str]) -> str | None:
    """The option that a word names: wholly, or by its beginning if no other begins so."""
    folded = word.casefold()
    same = [option for option in options if option.casefold() == folded]
    if same:
        return same[0]
    near = [option for option in options if folded and option.casefold().startswith(folded)]
    return near[0] if len(near) == 1 else None


def _whole(line: str, most: int) -> int | None:
    """The whole number that a line is, if it is none above `most`."""
    if line.isascii() and line.isdecimal() and len(line) <= len(str(most)) and int(line) <= most:
        return int(line)
    return None
