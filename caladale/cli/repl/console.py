"""Where a player types and reads: a terminal with a line editor, or a pipe.

On a terminal, text is wrapped at its width, and it is known how much of what was drawn last is
still in view. A pipe gets every line as it is.
"""

from __future__ import annotations

import io
import shutil
import sys
import textwrap
from collections.abc import Callable, Sequence

from rich.text import Text

from caladale.cli.output import console, echo, printable

try:
    import readline
except ImportError:  # Windows, where the terminal itself edits lines
    readline = None  # type: ignore[assignment]

Completer = Callable[[Sequence[str]], Sequence[str]]
"""Gives what the last of some words may be, from the words before it."""

_WIDEST = 100
"""Longer lines are hard to read on any terminal."""


class PlayerConsole:
    """The keyboard and the screen of one player.

    Attributes:
        is_typed: whether lines are typed and answered on a terminal.
        ascii_only: whether castles are drawn in plain ASCII.
        below: how many lines were written since `begin_view`, on a terminal.
    """

    def __init__(self, *, ascii_only: bool = False) -> None:
        self.ascii_only = ascii_only or console().options.ascii_only
        self.is_typed = sys.stdin.isatty() and sys.stdout.isatty()
        self.below = 0
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")  # a byte that is no text is a wrong command

    @property
    def width(self) -> int:
        """Characters on a line of the terminal."""
        return max(20, shutil.get_terminal_size().columns)

    @property
    def height(self) -> int:
        """Lines of the terminal."""
        return max(8, shutil.get_terminal_size().lines)

    def complete_with(self, completer: Completer) -> None:
        """From now on, the tabulator key completes words."""
        if readline is None or not self.is_typed:
            return

        def complete(text: str, state: int) -> str | None:
            words = readline.get_line_buffer()[: readline.get_begidx()].split()
            found = [word for word in completer(words) if word.startswith(text.lower())]
            return f"{found[state]} " if state < len(found) else None

        readline.set_completer(complete)
        readline.set_completer_delims(" ")
        is_other = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if is_other else "tab: complete")

    def read(self, prompt: str = "> ") -> str | None:
        """The next line, without its end; None when there is none any more.

        What comes from a pipe is written as if it had been typed.
        """
        if self.is_typed:
            sys.stdout.flush()
            try:
                line = input(prompt)
            except EOFError:
                echo()
                return None
            self.below += 1 + len(prompt + line) // self.width
            return line
        echo(prompt, nl=False)
        line = sys.stdin.readline()
        if not line:
            echo()
            return None
        echo(line.rstrip())
        return line

    def say(self, text: str = "", *, indent: int = 0) -> None:
        """Write a text; on a terminal it is wrapped, all but the first line of each indented."""
        if not self.is_typed:
            echo(text)
            return
        for line in self.wrapped(text, indent=indent):
            self.put(line)

    def put(self, line: str) -> None:
        """Write a line that is no wider than the terminal."""
        echo(line)
        self.below += 1

    def wrapped(self, text: str, *, indent: int = 0) -> list[str]:
        """A text in lines that the terminal does not break."""
        most = min(_WIDEST, self.width)
        found: list[str] = []
        for paragraph in printable(text).split("\n"):
            words = paragraph.lstrip(" ")
            found += textwrap.wrap(
                words,
                most,
                initial_indent=" " * (len(paragraph) - len(words)),
                subsequent_indent=" " * indent,
                break_long_words=False,
                break_on_hyphens=False,
            ) or [""]
        return found

    def begin_view(self) -> None:
        """What is drawn from now on is what should stay in view."""
        self.below = 0

    def draw(self, text: Text) -> None:
        """Draw lines that are no wider than the terminal."""
        console().print(text, soft_wrap=True)
        self.below += text.plain.count("\n") + 1

    @property
    def is_view_lost(self) -> bool:
        """Whether a part of what was drawn last is out of view, with a line to type in below."""
        return self.is_typed and self.below + 1 > self.height
