"""The editor's screen: keys become calls of the workbench, and its state becomes text."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import Static

from caladale._io.sole_writer import FileTakenError
from caladale.cli.editor.castle_file import (
    NOTATIONS,
    EditedFile,
    Opening,
    Recovery,
    notation_of_name,
)
from caladale.cli.editor.dialogs import Dialog, Page, Question, TermsDialog, TextEntry
from caladale.cli.editor.views import (
    HELP,
    Style,
    board_view,
    board_viewport,
    keys_view,
    place_in_words,
    title_view,
    tray_view,
    verdict_view,
    whole_verdict,
    wrapped,
)
from caladale.core.layout import Layout
from caladale.editing.document import EditError
from caladale.editing.workbench import Workbench
from caladale.render.viewport import Viewport

_TRAY, _VERDICT, _MESSAGE = 27, 4, 2
"""Characters of the tray, and lines of the verdict and of a message."""
_FAR = 4
"""So many cells the cursor goes at once with Shift."""


class EditorApp(App[str]):
    """A castle on the screen. What it leaves behind is a sentence for the terminal.

    Attributes:
        bench: the castle under edit.
        file: where it is saved.
        look: how it is drawn.
    """

    ENABLE_COMMAND_PALETTE = False
    CSS = f"""
    * {{ scrollbar-size: 0 0; }}
    #middle {{ height: 1fr; }}
    #board {{ width: 1fr; height: 1fr; }}
    #tray {{ width: {_TRAY}; height: 1fr; }}
    #title, #place, #keys {{ height: 1; }}
    #verdict {{ height: {_VERDICT}; }}
    #message {{ height: {_MESSAGE}; }}
    Dialog {{ align: center middle; background: ansi_default; }}
    Dialog Vertical {{ height: auto; max-height: 100%; width: auto; }}
    Dialog Static {{ width: auto; height: auto; }}
    TextEntry Input {{ width: 50; border: none; padding: 0; background: ansi_default; }}
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "go(0, 1)"),
        Binding("down", "go(0, -1)"),
        Binding("left", "go(-1, 0)"),
        Binding("right", "go(1, 0)"),
        Binding("shift+up", f"go(0, {_FAR})"),
        Binding("shift+down", f"go(0, -{_FAR})"),
        Binding("shift+left", f"go(-{_FAR}, 0)"),
        Binding("shift+right", f"go({_FAR}, 0)"),
        Binding("tab", "next(1)", priority=True),
        Binding("shift+tab,grave_accent", "next(-1)", priority=True),
        Binding("slash", "find"),
        Binding("t", "turn(1)"),
        Binding("T", "turn(-1)"),
        Binding("enter,space", "lay"),
        Binding("x,delete,backspace", "take_up"),
        Binding("m", "carry"),
        Binding("escape", "put_down"),
        Binding("u,ctrl+z", "undo"),
        Binding("r,ctrl+y", "redo"),
        Binding("n", "breach"),
        Binding("b", "verdict"),
        Binding("o", "terms"),
        Binding("s,ctrl+s", "save"),
        Binding("S", "save_as"),
        Binding("q", "leave"),
        Binding("ctrl+q,ctrl+c", "leave", priority=True),
        Binding("question_mark,f1", "manual"),
    ]

    def __init__(self, opening: Opening, look: Style) -> None:
        super().__init__(ansi_color=True)
        self.bench = Workbench(opening.layout)
        self.file = opening.file
        self.look = look
        self._recovery = opening.recovery
        self._unsaved = opening.unsaved
        self._viewport: Viewport | None = None
        self._said = "A new castle. ? lists the keys." if opening.is_new else "? lists the keys."
        self._kept: Layout | None = None
        self._parts = {
            name: Static(id=name, markup=False)
            for name in ("title", "board", "tray", "verdict", "place", "message", "keys")
        }

    def compose(self) -> ComposeResult:
        """Title, castle and tray, verdict, the cell, a message, the keys."""
        parts = self._parts
        yield parts["title"]
        yield Horizontal(parts["board"], parts["tray"], id="middle")
        for name in ("verdict", "place", "message", "keys"):
            yield parts[name]

    def on_mount(self) -> None:
        """Say what an earlier session left, and leave the terminal as it was when told to end."""
        for number in (signal.SIGTERM, signal.SIGHUP):
            with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
                asyncio.get_running_loop().add_signal_handler(number, self._end_at_once)
        if self._unsaved is None:
            self._keep()
        else:
            self._ask_unsaved(self._unsaved)
        self.call_after_refresh(self.show)

    def _end_at_once(self) -> None:
        """End as a signal asks, and keep what is not saved."""
        self._end(keep=not self.bench.document.is_saved)

    def on_resize(self) -> None:
        """Draw for the new size."""
        self.call_after_refresh(self.show)

    def show(self) -> None:
        """Draw all parts, each as large as it is now."""
        width = self.size.width
        board = self._parts["board"].size
        self._viewport = board_viewport(self.bench, self._viewport, board.width, board.height)
        bench, look, parts = self.bench, self.look, self._parts
        parts["title"].update(title_view(bench, self.file.path.name, width, look))
        parts["board"].update(board_view(bench, self._viewport, look))
        parts["tray"].update(tray_view(bench, _TRAY - 1, board.height, look))
        parts["verdict"].update(verdict_view(bench, width, _VERDICT, look))
        parts["place"].update(look.cut(place_in_words(bench), width))
        lines = wrapped(self._said, width, look)
        parts["message"].update("\n".join(line.plain for line in lines[:_MESSAGE]))
        parts["keys"].update(keys_view(width))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key may act: those of the castle may not while something is asked."""
        del parameters
        return len(self.screen_stack) == 1 or action not in ("next", "find")

    # ---- what the keys do

    def _do(self, act: Callable[[], str | None]) -> None:
        """Do something at the workbench, say what came of it, and keep the castle if it changed."""
        try:
            self._said = act() or ""
        except EditError as error:
            self._said = str(error)
        self._keep()
        self.show()

    def _keep(self) -> None:
        """Keep the castle for the case that this session is killed."""
        if self._kept is not self.bench.layout:
            self._kept = self.bench.layout
            fault = self._recovery.keep(self.bench.layout)
            if fault:
                self._said += f" Save often: what is not saved cannot be kept ({fault})."

    def action_go(self, right: int, up: int) -> None:
        """Move the cursor."""
        self._do(lambda: self.bench.go(right, up))

    def action_next(self, by: int) -> None:
        """Take another kind of tile into the hand."""
        self._do(lambda: self.bench.choose_next(by))

    def action_turn(self, by: int) -> None:
        """Turn a tile."""
        self._do(lambda: self.bench.turn_on(by))

    def action_lay(self) -> None:
        """Lay the tile in hand."""
        self._do(self.bench.lay)

    def action_take_up(self) -> None:
        """Take up the tile at the cursor."""
        self._do(self.bench.take_up)

    def action_carry(self) -> None:
        """Begin to move a tile."""
        self._do(self.bench.carry)

    def action_put_down(self) -> None:
        """Move no tile."""
        self._do(self.bench.put_down)

    def action_undo(self) -> None:
        """Take a step back."""
        self._do(self.bench.undo)

    def action_redo(self) -> None:
        """Make it again."""
        self._do(self.bench.redo)

    def action_breach(self) -> None:
        """Go to the next breach."""
        self._do(self.bench.go_to_breach)

    def action_find(self) -> None:
        """Ask for a kind of tile."""

        def choose(words: str | None) -> None:
            if words:
                self._do(lambda: self.bench.choose_named(words))

        self.push_screen(TextEntry(self.look, "Which tile? Beginnings of its words do."), choose)

    def action_verdict(self) -> None:
        """Show the whole verdict."""
        self.push_screen(Page(self.look, whole_verdict(self.bench), indent=6))

    def action_manual(self) -> None:
        """Show the keys."""
        self.push_screen(Page(self.look, HELP, indent=12))

    def action_terms(self) -> None:
        """Change game, strips and readings."""
        self.push_screen(
            TermsDialog(self.look, self.bench), lambda _: self._do(lambda: "The terms are set.")
        )

    # ---- saving and leaving

    def action_save(self) -> None:
        """Save the castle."""
        self._save(leave=False)

    def _save(self, *, leave: bool) -> None:
        """Save in the file, after whatever has to be asked, and leave if that is wanted."""
        if self.file.form is None:
            keys = {one.key: f"save as {one.words}" for one in NOTATIONS.values()}

            def choose(key: str | None) -> None:
                form = next((n for n, one in NOTATIONS.items() if one.key == key), None)
                if form is not None:
                    self.file.form = form
                    self._save(leave=leave)

            name = self.file.path.name
            self.push_screen(Question(self.look, f"How is {name} to be written?", keys), choose)
            return
        if self.file.is_foreign():
            question = f"{self.file.path.name} holds something else by now, or did before."
            keys = {"o": "write over it", "n": "save under another name"}

            def decide(key: str | None) -> None:
                if key == "o":
                    self._write(leave=leave)
                elif key == "n":
                    self._ask_name(leave=leave)

            self.push_screen(Question(self.look, question, keys), decide)
            return
        self._write(leave=leave)

    def _write(self, *, leave: bool) -> None:
        try:
            self.file.save(self.bench.layout)
        except OSError as error:
            reason = error.strerror or str(error)
            self._do(lambda: f"Not saved: {self.file.path.name}: {reason}.")
            return
        self.bench.document.mark_saved()
        if leave:
            self._end()
        else:
            self._do(lambda: f"Saved in {self.file.path.name}.")

    def action_save_as(self) -> None:
        """Save under another name."""
        self._ask_name(leave=False)

    def _ask_name(self, *, leave: bool) -> None:
        def name(answer: str | None) -> None:
            if answer:
                self._rename(Path(answer), leave=leave)

        endings = " and ".join(
            f"{one.endings[0]} for {one.words}" for one in NOTATIONS.values() if one.endings
        )
        text = f"Save under which name? It may end in {endings}."
        self.push_screen(TextEntry(self.look, text, str(self.file.path)), name)

    def _rename(self, path: Path, *, leave: bool) -> None:
        """Go on with another file, and save in it."""
        if path != self.file.path:
            if path.is_dir():
                self._do(lambda: f"Not saved: {path} is a folder.")
                return
            try:
                recovery = Recovery(path)
            except FileTakenError as error:
                told = str(error)
                self._do(lambda: f"Not saved: {path.name}: {told}.")
                return
            self._recovery.close()
            self._recovery, self._kept = recovery, None
            self.file = EditedFile(path, notation_of_name(path))
        self._save(leave=leave)

    def action_leave(self) -> None:
        """Leave, but not without asking what becomes of what is not saved."""
        if isinstance(self.screen, Dialog):
            self.screen.answer()
            return
        if self.bench.document.is_saved:
            self._end()
            return
        keys = {"s": "save, and quit", "d": "quit without saving"}

        def decide(key: str | None) -> None:
            if key == "s":
                self._save(leave=True)
            elif key == "d":
                self._end()

        name = self.file.path.name
        self.push_screen(Question(self.look, f"{name} is not saved.", keys), decide)

    def _end(self, *, keep: bool = False) -> None:
        self._recovery.close(keep=keep)
        told = f"What was not saved is kept: open {self.file.path} again." if keep else ""
        self.exit(told)

    def _ask_unsaved(self, left: Layout) -> None:
        """Ask whether to go on with what an earlier session left."""
        name = self.file.path.name
        question = f"An earlier session ended before it had saved {name}."
        keys = {"g": "go on where it ended", "d": "drop what was not saved"}

        def decide(key: str | None) -> None:
            if key == "g":
                self.bench.document.change("go on", left)
                self._do(lambda: "This is where the earlier session ended. u goes back.")
            elif key == "d":
                self._do(lambda: "What was not saved is dropped.")
            else:  # nothing is lost by a key that was not meant
                self._end(keep=True)

        self.push_screen(Question(self.look, question, keys), decide)
