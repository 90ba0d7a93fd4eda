"""The file of a castle under edit, and the file beside it that outlives a kill."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from pathlib import Path

from msgspec import Struct

from caladale import notation
from caladale._io.atomic_files import write_text
from caladale._io.sole_writer import FileChangedError, SoleWriter
from caladale._io.strict_json import decode_utf8
from caladale.core.layout import Layout
from caladale.core.tiles import TileSet
from caladale.errors import FormatError


class Notation(Struct, frozen=True):
    """A written form of castles.

    Attributes:
        key: the key that chooses it, where a question is asked.
        words: what it is called in the question.
        endings: the endings of files that are written in it without a question.
        write: makes the text of a file.
    """

    key: str
    words: str
    endings: tuple[str, ...]
    write: Callable[[Layout], str]


NOTATIONS: Mapping[str, Notation] = {
    "json": Notation("j", "JSON", (".json",), notation.write_json),
    "line": Notation("l", "one line", (".txt", ".line"), lambda x: notation.write_line(x) + "\n"),
    "drawn": Notation("d", "drawn", (), notation.write_drawn),
}
"""The notations that a castle can be saved in, by the names that the command line has for them."""


def notation_of_name(path: Path) -> str | None:
    """The notation that the ending of a name asks for; None when it asks for none."""
    ending = path.suffix.lower()
    return next((name for name, one in NOTATIONS.items() if ending in one.endings), None)


def notation_of_text(text: str) -> str:
    """The notation that a text with a castle is in."""
    if text.lstrip().startswith("{"):
        return "json"
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    is_line = len(lines) == 1 and ("@" in lines[0] or lines[0].startswith("caladale "))
    return "line" if is_line else "drawn"


class EditedFile:
    """The file that a castle is saved in.

    Attributes:
        path: where it is.
        form: the notation to save in, None as long as nobody has chosen one.
    """

    def __init__(self, path: Path, form: str | None = None) -> None:
        self.path = path
        self.form = form or notation_of_name(path)
        self._known: bytes | None = None

    def read(self, box: TileSet) -> Layout | None:
        """The castle in the file; None when there is no file.

        Raises:
            FormatError: when it holds no castle, or several.
            OSError: when it cannot be read.
        """
        try:
            data = self.path.read_bytes()
        except FileNotFoundError:
            return None
        text = decode_utf8(data)
        layout = notation.read_layout(text, box)
        self.form = notation_of_text(text)
        self._known = data
        return layout

    def is_foreign(self) -> bool:
        """Whether the file holds something that was neither read nor written here."""
        try:
            return self.path.read_bytes() != self._known
        except FileNotFoundError:
            return False
        except OSError:
            return True

    def save(self, layout: Layout) -> None:
        """Write the castle, whole or not at all, whatever the file holds.

        Raises:
            OSError: when it cannot be written; it is then as it was.
        """
        text = NOTATIONS[self.form or "json"].write(layout)
        write_text(self.path, text)
        self._known = text.encode("utf-8")


class Recovery:
    """What is not saved yet, in a file beside the castle's, after every change.

    As long as it is open nobody else can edit the same castle. Where no file can be made there,
    nothing is kept.

    Attributes:
        path: the file.

    Raises:
        FileTakenError: when somebody else edits the castle now.
    """

    def __init__(self, castle: Path) -> None:
        self.path = self.path_for(castle)
        self._writer: SoleWriter | None = None
        with contextlib.suppress(OSError):
            self._writer = SoleWriter(self.path)

    @staticmethod
    def path_for(castle: Path) -> Path:
        """Where it is for the castle of a file."""
        return castle.with_name(f".{castle.name}.unsaved")

    def found(self, box: TileSet) -> Layout | None:
        """The castle that an earlier session left here; None when there is none.

        Raises:
            FormatError: when what is there is no castle.
        """
        text = self._writer.text() if self._writer else None
        return None if text is None else notation.read_layout(text, box)

    def keep(self, layout: Layout) -> str:
        """Keep a castle; give back why it cannot be kept, or nothing."""
        if self._writer is None:
            return "no file can be made beside it"
        try:
            self._writer.write(notation.write_json(layout))
        except OSError as error:
            return error.strerror or str(error)
        except FileChangedError as error:
            return str(error)
        return ""

    def close(self, *, keep: bool = False) -> None:
        """Let others edit the castle, and forget what was kept unless it is wanted."""
        if self._writer is None:
            return
        if not keep and not self._writer.is_new:
            with contextlib.suppress(OSError):
                self.path.unlink()
        self._writer.close()
        self._writer = None


class Opening(Struct, frozen=True):
    """A castle that has been opened.

    Attributes:
        file: its file.
        recovery: what keeps it from change to change.
        layout: the castle as it was saved, or a new one.
        is_new: whether there is no file yet.
        unsaved: what an earlier session left that differs; None when there is nothing.
    """

    file: EditedFile
    recovery: Recovery
    layout: Layout
    is_new: bool
    unsaved: Layout | None


def open_castle(path: Path, box: TileSet, blank: Layout) -> Opening:
    """Open the castle of a file, or begin with `blank` where there is none.

    Raises:
        FormatError: when the file holds no castle, or what an earlier session left is none.
        FileTakenError: when somebody else edits it now.
        OSError: when it cannot be read.
    """
    file = EditedFile(path)
    saved = file.read(box)
    recovery = Recovery(path)
    try:
        left = recovery.found(box)
    except FormatError as error:
        recovery.close(keep=True)
        place = f"{recovery.path.name}, which an earlier session left"
        raise FormatError(str(error), place) from None
    layout = blank if saved is None else saved
    return Opening(file, recovery, layout, saved is None, None if left == layout else left)
