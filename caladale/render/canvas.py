"""Lines of characters with styles, as a drawing for the terminal is made."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from rich.text import Text

Piece: TypeAlias = tuple[str, str]
"""A run of characters and its style."""


class Canvas:
    """Lines of styled characters; blanks at the end of a line are never kept.

    Attributes:
        margin: what each further line begins with.
    """

    def __init__(self) -> None:
        self.margin = ""
        self._pieces: list[Piece] = []
        self._blanks = 0
        self._is_new = True

    def lines(self, texts: Iterable[str]) -> None:
        """Add whole lines."""
        for text in texts:
            self.put(text)
            self.end()

    def put(self, characters: str, style: str = "") -> None:
        """Add characters to the line."""
        if self._is_new and self.margin:
            self._add(self.margin, "")
        self._is_new = False
        body = characters.rstrip(" ")
        if body:
            if self._blanks:
                self._add(" " * self._blanks, "")
                self._blanks = 0
            self._add(body, style)
        self._blanks += len(characters) - len(body)

    def end(self) -> None:
        """End the line."""
        self._blanks = 0
        self._is_new = True
        self._add("\n", "")

    def _add(self, characters: str, style: str) -> None:
        if self._pieces and self._pieces[-1][1] == style:
            characters = self._pieces.pop()[0] + characters
        self._pieces.append((characters, style))

    def text(self, color: bool) -> Text:
        """All of it, with or without styles."""
        text = Text(no_wrap=True, overflow="ignore", end="")
        if color:
            return text.append_tokens(self._pieces)
        return text.append("".join(characters for characters, _ in self._pieces))
