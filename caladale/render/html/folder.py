"""Many castles side by side: what a folder of layouts and of results of solves holds."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

from msgspec import Struct

from caladale._io.atomic_files import read_text
from caladale.core.layout import Layout
from caladale.core.tiles import TileSet
from caladale.errors import FormatError
from caladale.notation import read_layouts
from caladale.notation.data import layout_from_data
from caladale.notation.result_lines import OPENING, read_result_line

ENDINGS = (".json", ".txt", ".jsonl")
"""The endings of the files in a folder that are looked into."""


class Exhibit(Struct, frozen=True):
    """A castle of a gallery.

    Attributes:
        name: where it comes from: a file, with the number of its line in brackets when the file
            holds several castles, or with the hand that a log of results names.
        layout: the castle.
    """

    name: str
    layout: Layout


class Unreadable(Struct, frozen=True):
    """A file, or a line of one, that holds no castle that can be read.

    Attributes:
        name: which.
        error: why.
    """

    name: str
    error: FormatError | OSError


def files_in(folder: Path) -> list[Path]:
    """The files of a folder, not of the folders in it, that may hold castles, sorted by name.

    Raises:
        OSError: when the folder cannot be read.
    """
    return sorted(
        path for path in folder.iterdir() if path.suffix.lower() in ENDINGS and path.is_file()
    )


CastleReader: TypeAlias = Callable[[str, TileSet | None], list[tuple[str, Layout]]]
"""What makes castles of the text of a file, each with what is added to the file's name."""


def numbered_layouts(text: str, tileset: TileSet | None = None) -> list[tuple[str, Layout]]:
    """The layouts of a text; of several, each with its number from 1 in brackets.

    Raises:
        FormatError: see `read_layouts`.
    """
    found = read_layouts(text, tileset)
    if len(found) == 1:
        return [("", found[0])]
    return [(f"[{number}]", layout) for number, layout in enumerate(found, start=1)]


def read_exhibits(
    paths: Iterable[Path], tileset: TileSet | None = None, read: CastleReader = numbered_layouts
) -> Iterator[Exhibit | Unreadable]:
    """Read the castles of files, one by one: what `read` knows, and logs of results."""
    for path in paths:
        try:
            text = read_text(str(path))
            if text.startswith(OPENING):
                yield from _logged(path.name, text, tileset)
                continue
            found = read(text, tileset)
        except (FormatError, OSError) as error:
            yield Unreadable(path.name, error)
            continue
        for label, layout in found:
            yield Exhibit(f"{path.name}{label}", layout)


def _logged(name: str, text: str, tileset: TileSet | None) -> Iterator[Exhibit | Unreadable]:
    """The castles of a log of results; of several results of one hand the last one counts."""
    results: dict[str, dict[str, Any]] = {}
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            result = read_result_line(line)
            results[f"{name}: {result.get('file')}"] = result
        except FormatError as error:
            yield Unreadable(f"{name}[{number}]", error)
    for told, result in results.items():
        if result.get("layout") is None:
            continue
        try:
            yield Exhibit(told, layout_from_data(result["layout"], tileset))
        except FormatError as error:
            yield Unreadable(told, error)


def page_names(exhibits: Iterable[Exhibit]) -> list[str]:
    """A file name for the page of each castle: like its own name, safe everywhere, used once."""
    taken = {"index.html"}
    names = []
    for exhibit in exhibits:
        stem = re.sub(r"[^A-Za-z0-9_-]+", "-", exhibit.name).strip("-")[:80] or "castle"
        name, number = f"{stem}.html", 1
        while name.lower() in taken:
            number += 1
            name = f"{stem}-{number}.html"
        taken.add(name.lower())
        names.append(name)
    return names
