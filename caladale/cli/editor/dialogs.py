"""What is asked on the way: a key, a line of text, a page to read, and the terms of a castle."""

from __future__ import annotations

from collections.abc import Mapping

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from caladale.cli.editor.views import Style, wrapped
from caladale.editing.document import EditError
from caladale.editing.terms import Term, terms_of, with_another_strip, without_last_strip
from caladale.editing.workbench import Workbench

_MARGIN = 4
"""Characters that the frame of a dialog takes from a line."""


class Dialog(ModalScreen[str]):
    """A frame with lines in it, above the castle. Its answer is a word; none at all is Esc.

    Attributes:
        look: how it is drawn.
    """

    def __init__(self, look: Style) -> None:
        super().__init__()
        self.look = look
        self.lines = Static(markup=False)
        self._is_answered = False

    def compose(self) -> ComposeResult:
        """The frame."""
        frame = Vertical(self.lines)
        frame.styles.border = ("round" if self.look.unicode else "ascii", "ansi_default")
        yield frame

    def answer(self, word: str = "") -> None:
        """Go back with an answer, or with none; keys that were pressed too soon change nothing."""
        if not self._is_answered:
            self._is_answered = True
            self.dismiss(word)

    def room(self) -> tuple[int, int]:
        """How many characters and lines there are inside."""
        width, height = self.app.size
        return max(10, width - _MARGIN), max(3, height - 3)

    def show(self) -> None:
        """Draw the lines anew."""
        raise NotImplementedError

    def on_mount(self) -> None:
        """Draw the lines."""
        self.show()

    def on_resize(self) -> None:
        """Draw them for the new size."""
        self.show()


class Question(Dialog):
    """A question that a key answers."""

    def __init__(self, look: Style, text: str, answers: Mapping[str, str]) -> None:
        """Ask `text`; `answers` has for each key what it does, beside Esc."""
        super().__init__(look)
        self._text = text
        self._answers = answers

    def show(self) -> None:
        """Write the question and the keys."""
        width, _ = self.room()
        keys = "\n".join(f"{key}    {words}" for key, words in self._answers.items())
        text = f"{self._text}\n\n{keys}\nEsc  go back"
        self.lines.update("\n".join(line.plain for line in wrapped(text, width, self.look)))

    def on_key(self, event: events.Key) -> None:
        """Answer with a key."""
        event.stop()
        event.prevent_default()
        if event.key == "escape":
            self.answer()
        elif (event.character or "").lower() in self._answers:
            self.answer((event.character or "").lower())


class TextEntry(Dialog):
    """A line of text to be typed."""

    def __init__(self, look: Style, text: str, value: str = "") -> None:
        super().__init__(look)
        self._text = text
        self._input = Input(value, compact=True, select_on_focus=False)

    def compose(self) -> ComposeResult:
        """The frame, with the line to type in."""
        frame = Vertical(self.lines, self._input)
        frame.styles.border = ("round" if self.look.unicode else "ascii", "ansi_default")
        yield frame

    def show(self) -> None:
        """Write what is asked for."""
        width, _ = self.room()
        text = f"{self._text}\nEnter takes it, Esc goes back."
        self.lines.update("\n".join(line.plain for line in wrapped(text, width, self.look)))
        self._input.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Answer with the line."""
        self.answer(event.value.strip())

    def on_key(self, event: events.Key) -> None:
        """Go back."""
        if event.key == "escape":
            event.stop()
            self.answer()


class Page(Dialog):
    """A text to read, longer than the screen if need be."""

    def __init__(self, look: Style, text: str, *, indent: int) -> None:
        """Show `text`; what has no room on its line goes on indented by so many blanks."""
        super().__init__(look)
        self._text = text
        self._indent = indent
        self._first = 0

    def show(self) -> None:
        """Write the lines that have room."""
        width, height = self.room()
        lines = [line.plain for line in wrapped(self._text, width, self.look, indent=self._indent)]
        height -= 1
        self._first = max(0, min(self._first, len(lines) - height))
        rest = len(lines) - self._first - height
        below = f"{rest} more lines: Down. " if rest > 0 else ""
        shown = lines[self._first : self._first + height]
        self.lines.update("\n".join([*shown, f"{below}Esc goes back."]))

    def on_key(self, event: events.Key) -> None:
        """Move the text, or go back."""
        event.stop()
        event.prevent_default()
        _, height = self.room()
        steps = {"up": -1, "down": 1, "pageup": -height, "pagedown": height, "space": height}
        if event.key in ("escape", "enter", "q"):
            self.answer()
        elif event.key in steps:
            self._first += steps[event.key]
            self.show()


class TermsDialog(Dialog):
    """The game, the strips, what counts besides, and the readings, each changed by a key."""

    def __init__(self, look: Style, bench: Workbench) -> None:
        super().__init__(look)
        self._bench = bench
        self._chosen = 0
        self._told = ""

    def show(self) -> None:
        """List the values, the chosen one marked, with its question below."""
        width, height = self.room()
        terms = terms_of(self._bench.layout)
        self._chosen = min(self._chosen, len(terms) - 1)
        chosen = terms[self._chosen]
        keys = "Up, Down choose; Left, Right change; a adds a strip, d drops one; Esc goes back."
        below = [
            *wrapped(self._told or chosen.question, width, self.look),
            *wrapped(keys, width, self.look),
        ]
        room = max(1, height - len(below) - 1)
        first = max(0, min(self._chosen - room // 2, len(terms) - room))
        rows = [_row(one, one is chosen, width, self.look) for one in terms[first : first + room]]
        self.lines.update("\n".join([*rows, "", *(line.plain for line in below)]))

    def on_key(self, event: events.Key) -> None:
        """Choose, change, or go back."""
        event.stop()
        event.prevent_default()
        terms = terms_of(self._bench.layout)
        chosen = terms[self._chosen]
        self._told = ""
        try:
            match event.key:
                case "up" | "down":
                    by = 1 if event.key == "down" else -1
                    self._chosen = (self._chosen + by) % len(terms)
                case "left":
                    self._bench.document.change(f"change {chosen.name}", chosen.before)
                case "right" | "space":
                    self._bench.document.change(f"change {chosen.name}", chosen.after)
                case "a":
                    more = with_another_strip(self._bench.layout)
                    self._bench.document.change("add a strip", more)
                case "d":
                    fewer = without_last_strip(self._bench.layout)
                    self._bench.document.change("drop a strip", fewer)
                case "escape" | "enter" | "q" | "o":
                    self.answer()
                    return
        except EditError as error:
            self._told = str(error)
        self.show()


def _row(term: Term, is_chosen: bool, width: int, look: Style) -> str:
    sign = ">" if is_chosen else " "
    return look.cut(f"{sign} {term.name:22} {term.value}", width)
