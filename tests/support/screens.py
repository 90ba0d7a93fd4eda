"""The screens on the pages of the docs: how they are made, and how a page gets them anew.

A comment before a block says what leads to it: ``<!-- screen 80x24: solo -->`` begins a
session, ``<!-- keys: Tab "gate 1" Enter -->`` goes on with it; what is in quotes is typed as it is.
``python -m tests.support.screens`` writes the screens of `PAGE` as they are now.
"""

from __future__ import annotations

import re
import shlex
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from tests.support.places import DOCS
from tests.support.terminal import Terminal

PAGE = DOCS / "terminal.md"

_BLOCK = re.compile(
    r"(<!-- (?:screen (\d+)x(\d+): ([^\n]*?)|keys: ([^\n]*?)) -->\n```text\n)(.*?)(```)",
    re.DOTALL,
)


def shown_screens(page: str, folder: Path, *, is_quiet: bool) -> Iterator[tuple[str, Terminal]]:
    """Go through the sessions of a page; each screen as it is on the page, and the terminal.

    Args:
        page: the text of the page.
        folder: where the sessions work.
        is_quiet: whether to wait a while until nothing changes any more.
    """
    with ExitStack() as open_ones:
        terminal: Terminal | None = None
        for found in _BLOCK.finditer(page):
            _, columns, lines, command, keys, screen, _ = found.groups()
            if columns is not None:
                open_ones.close()
                terminal = open_ones.enter_context(
                    Terminal(
                        *shlex.split(command),
                        columns=int(columns),
                        lines=int(lines),
                        folder=folder,
                    )
                )
            assert terminal is not None, "the first screen of a page begins a session"
            if keys is not None:
                terminal.press(*shlex.split(keys))
            if is_quiet:
                terminal.settle(2.5)
            yield screen, terminal


def page_anew(page: str, folder: Path) -> str:
    """The text of a page with the screens as they are now."""
    screens = [one.text for _, one in shown_screens(page, folder, is_quiet=True)]
    return _BLOCK.sub(lambda found: f"{found[1]}{screens.pop(0)}\n{found[7]}", page)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        PAGE.write_text(page_anew(PAGE.read_text(encoding="utf-8"), Path(name)), encoding="utf-8")
