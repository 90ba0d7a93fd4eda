"""What rich draws on a terminal, imported when something is first drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from caladale._late import late

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
    from rich.table import Table
else:
    __getattr__, __dir__ = late(
        __name__,
        {
            "BarColumn": "rich.progress",
            "Console": "rich.console",
            "MofNCompleteColumn": "rich.progress",
            "Progress": "rich.progress",
            "Table": "rich.table",
            "TextColumn": "rich.progress",
            "TimeElapsedColumn": "rich.progress",
        },
    )

__all__ = [
    "BarColumn",
    "Console",
    "MofNCompleteColumn",
    "Progress",
    "Table",
    "TextColumn",
    "TimeElapsedColumn",
]
