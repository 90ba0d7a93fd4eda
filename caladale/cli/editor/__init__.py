"""The editor on the terminal: a castle laid at a cursor, full screen, by the keyboard alone.

Reading order: `castle_file` (what is saved, and what a kill leaves), `views` (what each part of the
screen shows, as text), `dialogs`, `app`, `start`. Imports the castle under edit, and is the only
room that imports textual, an extra. What is listed here is imported when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from caladale._late import late

if TYPE_CHECKING:
    from caladale.cli.editor.app import EditorApp
    from caladale.cli.editor.views import Style
else:
    __getattr__, __dir__ = late(
        __name__,
        {"EditorApp": "caladale.cli.editor.app", "Style": "caladale.cli.editor.views"},
    )

__all__ = ["EditorApp", "Style"]
