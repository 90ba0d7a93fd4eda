"""What the shell completes: file names, readings, tiles and gates.

Click knows commands, options and choices by itself, and writes the scripts for bash, zsh and fish.
"""

from __future__ import annotations

import os
from collections.abc import Iterable

import click
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    add_completion_class,
    split_arg_string,
)

from caladale.core.readings import READINGS
from caladale.core.tile_file import Group
from caladale.core.tiles import TileSet, standard_tileset


def complete_files(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Leave it to the shell, which knows its files."""
    del ctx, param
    return [CompletionItem(incomplete, type="file")]


def beginning(words: Iterable[tuple[str, str]], incomplete: str) -> list[CompletionItem]:
    """Those of the words that begin so, each with what it means."""
    return [
        CompletionItem(word, help=help_) for word, help_ in words if word.startswith(incomplete)
    ]


def complete_readings(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Readings as NAME=VALUE."""
    del ctx, param
    words = [(f"{one.name}={value}", one.question) for one in READINGS for value in one.values]
    return beginning(words, incomplete)


def _box(ctx: click.Context) -> TileSet:
    box = ctx.params.get("box")
    return box if isinstance(box, TileSet) else standard_tileset()


def complete_tiles(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Ids of tiles."""
    del param
    return beginning(((tile.id, tile.role.value) for tile in _box(ctx)), incomplete)


def complete_gates(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Ids of gates, with the side that lies up."""
    del param
    words = [
        (f"{tile.id}:{side}", f"its {side} up")
        for tile in _box(ctx)
        if tile.group is Group.GATE
        for side in tile.sides
    ]
    return beginning(words, incomplete)


_BASH = """\
%(complete_func)s() {
    local IFS=$'\\n' type value
    COMPREPLY=()
    while IFS=',' read -r type value; do
        case $type in
            dir) compopt -o dirnames;;
            file) compopt -o default;;
            plain) COMPREPLY+=("$value");;
        esac
    done < <(CALADALE_LINE="${COMP_LINE:0:COMP_POINT}" %(complete_var)s=bash_complete "$1")
}
complete -o nosort -F %(complete_func)s %(prog_name)s
"""


@add_completion_class
class BashByLine(BashComplete):
    """Bash, which takes = and : for the ends of words: NAME=VALUE is put together from the line."""

    source_template = _BASH

    def get_completion_args(self) -> tuple[list[str], str]:
        """The words before the one to be completed, and what there is of it."""
        line = os.environ.get("CALADALE_LINE", "")
        words = split_arg_string(line)
        begun = "" if not line or line[-1].isspace() or not words else words.pop()
        return words[1:], begun

    def format_completion(self, item: CompletionItem) -> str:
        """The part of a word that bash is to put in place of what it takes for a word."""
        _, begun = self.get_completion_args()
        word = begun.partition("=")[2] if begun.startswith("--") else begun
        settled = word[: max(word.rfind("="), word.rfind(":")) + 1]
        return f"{item.type},{item.value.removeprefix(settled)}"
