"""One question after another; some words mean the same at every question."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from castle_companions.records import did_you_mean, echo, one_line, quoted

T = TypeVar("T")

HELP = """At every question:
  help    this
  sheet   the sheet so far
  undo    take back the last answer; at the first question of an entry, the entry before
  quit    leave; the file has every entry, and the same command goes on with it
What fell is typed by owner: a name, a colon, what fell, and a semicolon before the next owner:
  Bob: 2 roof, second, king; Cat: general, crown
A King goes by whose King he is, wherever he stood: on a prison, or as the Rat's on another castle.
A number stands before what fell more than once. "pinned king" and "pinned crown" have a block on
them that does not touch the table; "sub roof" fell from a sub-castle. Nothing typed means that
nothing fell."""


class LeaveError(Exception):
    """Somebody wants to stop."""


class TakeBackError(Exception):
    """Somebody wants to take something back."""


class PhraseError(Exception):
    """Words that say nothing; the message tells which."""


class Talk:
    """Asks at the terminal; `show` prints the sheet.

    The answers of an entry are remembered, so that the last one of them can be taken back: the
    questions before it then answer themselves.
    """

    def __init__(self, show: Callable[[], None]) -> None:
        self.show = show
        self._given: list[str] = []
        self._again: list[str] = []

    def begin(self) -> None:
        """Begin an entry: what was answered before is settled."""
        self._given, self._again = [], []

    def step_back(self) -> bool:
        """Let the entry be asked for again up to its last answer; whether there was one."""
        if not self._given:
            return False
        self._given, self._again = [], self._given[:-1]
        return True

    def read(self, question: str, parse: Callable[[str], T]) -> T:
        """Ask until `parse` understands the line, of which it gets no spaces around.

        Args:
            question: without the space after it.
            parse: raises a `PhraseError` for what it cannot understand.

        Raises:
            LeaveError: for ``quit`` and at the end of the input.
            TakeBackError: for ``undo``.
        """
        while True:
            line = self._again.pop(0) if self._again else self._typed(question)
            try:
                found = parse(line)
            except PhraseError as error:
                said = str(error)
                echo(f"{said[:1].upper()}{said[1:]}.")
            else:
                self._given.append(line)
                return found

    def _typed(self, question: str) -> str:
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

        def parse(line: str) -> str:
            found = fitting(line or default, options)
            if found is None:
                raise PhraseError(f"{quoted(line)} is none of these{did_you_mean(line, options)}")
            return found

        hint = f" [{default}]" if default else ""
        return self.read(f"{question} ({', '.join(options)}){hint}", parse)

    def number(self, question: str, most: int, default: int | None = None, least: int = 0) -> int:
        """Ask for a whole number; nothing typed means `default`, if there is one."""

        def parse(line: str) -> int:
            found = default if not line else whole(line, most)
            if found is None or found < least:
                raise PhraseError(f"a whole number from {least} to {most}, please")
            return found

        hint = "" if default is None else f" [{default}]"
        return self.read(f"{question} ({least} to {most}){hint}", parse)

    def number_if_told(self, question: str, most: int) -> int | None:
        """Ask for a whole number from 0; nothing typed is None."""

        def parse(line: str) -> int | None:
            found = whole(line, most)
            if line and found is None:
                raise PhraseError(f"a whole number from 0 to {most}, please, or nothing")
            return found

        return self.read(question, parse)

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


def whole(line: str, most: int) -> int | None:
    """The whole number that a line is, if it is none above `most`."""
    if line.isascii() and line.isdecimal() and len(line) <= len(str(most)) and int(line) <= most:
        return int(line)
    return None
