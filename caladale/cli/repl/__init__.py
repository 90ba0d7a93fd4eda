"""Games that are played line by line in the terminal.

Reading order: `console`, `listing`, `view`, `session`, then a module for each game. Imports the
games and the players. What is listed here is imported when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from caladale._late import late

if TYPE_CHECKING:
    from caladale.cli.repl.solo1 import Solo1Session
    from caladale.cli.repl.solo2 import Solo2Session
else:
    __getattr__, __dir__ = late(
        __name__,
        {
            "Solo1Session": "caladale.cli.repl.solo1",
            "Solo2Session": "caladale.cli.repl.solo2",
        },
    )

__all__ = ["Solo1Session", "Solo2Session"]
