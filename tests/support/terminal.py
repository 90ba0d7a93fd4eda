"""A terminal of so many columns and lines, with a program in it: what is typed, and what shows."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Callable
from pathlib import Path

import pyte

from tests.support.command_process import MODULE, environment

KEYS = {
    "Enter": "\r",
    "Tab": "\t",
    "BackTab": "\x1b[Z",
    "Esc": "\x1b",
    "Up": "\x1b[A",
    "Down": "\x1b[B",
    "Right": "\x1b[C",
    "Left": "\x1b[D",
    "Ctrl-C": "\x03",
    "Ctrl-U": "\x15",
}
"""Keys by their names; anything else is typed as it is."""

_COLOUR = re.compile(rb"\x1b\[(?:[0-9;]*;)?(?:3[0-7]|4[0-7]|38|48|9[0-7]|10[0-7])[;m]")
_ALONE = 0.25
"""Seconds after which Esc is a key of its own, not the beginning of another."""
_MOST_SECONDS = 60.0


class Terminal:
    """The command in a terminal without colour.

    Attributes:
        raw: all that the program has written.
        pid: the process.
    """

    def __init__(
        self, *arguments: str, columns: int, lines: int, folder: Path, **changes: str
    ) -> None:
        """Run the command with `arguments` in `folder`, with `changes` to the environment."""
        self._screen = pyte.Screen(columns, lines)
        self._stream = pyte.ByteStream(self._screen)
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        around = {"TERM": "xterm-256color", "NO_COLOR": "1", "INPUTRC": os.devnull} | changes
        self._process = subprocess.Popen(
            [*MODULE, *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=folder,
            env=environment(**around),
            preexec_fn=_take_terminal,  # noqa: PLW1509 - no thread runs yet in a test
        )
        os.close(slave)
        self.pid = self._process.pid
        self.raw = b""

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        os.close(self._master)

    @property
    def lines(self) -> list[str]:
        """The screen, without blanks at the ends of lines and without empty lines at its end."""
        return "\n".join(line.rstrip() for line in self._screen.display).rstrip().split("\n")

    @property
    def text(self) -> str:
        """The screen as one text."""
        return "\n".join(self.lines)

    def press(self, *keys: str) -> None:
        """Press keys, each once the program has answered the one before."""
        for key in keys:
            os.write(self._master, KEYS.get(key, key).encode())
            if key == "Esc":
                time.sleep(_ALONE)
            self.settle(0.1)

    def settle(self, quiet: float) -> None:
        """Wait until the program writes nothing for so many seconds."""
        while self._read(quiet):
            pass

    def wait_until(self, holds: Callable[[], bool]) -> bool:
        """Wait until something holds of the screen; tell whether it does in the end."""
        end = time.monotonic() + _MOST_SECONDS
        while not holds() and time.monotonic() < end:
            if not self._read(0.1) and self._process.poll() is not None and not self._read(0.1):
                break
        return holds()

    def wait_for(self, words: str) -> None:
        """Wait until the screen shows some words."""
        assert self.wait_until(lambda: words in self.text), self.text

    def end(self) -> int:
        """Wait until the program has ended, and give its exit code."""
        while self._read(_MOST_SECONDS):
            pass
        return self._process.wait(timeout=_MOST_SECONDS)

    def kill(self, number: signal.Signals = signal.SIGKILL) -> None:
        """End the program by a signal."""
        self._process.send_signal(number)
        self.end()

    def has_colour(self) -> bool:
        """Whether the program has ever asked for a colour."""
        return bool(_COLOUR.search(self.raw))

    def _read(self, seconds: float) -> bool:
        ready, _, _ = select.select([self._master], [], [], seconds)
        if not ready:
            return False
        try:
            data = os.read(self._master, 65536)
        except OSError:  # nobody is at the other end any more
            return False
        self.raw += data
        # What the emulator does not know would show as letters: questions about keyboards.
        self._stream.feed(re.sub(rb"\x1b\[[<>=?][0-9;]*u", b"", data))
        return bool(data)


def _take_terminal() -> None:
    """Make the terminal that of the new process, so that Ctrl-C reaches it."""
    os.setsid()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
