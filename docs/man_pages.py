"""The man pages, read off the commands by click-man: one for caladale, one for each command."""

from __future__ import annotations

import re

import click
from click_man.core import generate_man_page

from caladale import __version__
from caladale.cli import COMMANDS, cli

_MACROS = ("B ", "PP", "SH ", "TH ", "TP")


def man_pages() -> dict[str, str]:
    """The text of each page by the name of its file."""
    main = click.Context(cli, info_name="caladale")
    commands = {name: cli.get_command(main, name) for name in COMMANDS}
    known = {name: command for name, command in commands.items() if command is not None}
    # The generator looks at the commands of a group without asking for them one by one.
    whole = click.Group("caladale", known, params=cli.params, help=cli.help)
    whole.short_help = "validate, score, draw and solve castles of the tile game"
    context = click.Context(whole, info_name="caladale")
    pages = {"caladale.1": _page(context)}
    for name, command in known.items():
        pages[f"caladale-{name}.1"] = _page(click.Context(command, context, info_name=name))
    return pages


def _page(context: click.Context) -> str:
    # Pages that are made anew differ only where the commands do: they tell no date.
    text = generate_man_page(context, version=__version__, date=" ")
    return "\n".join(map(_safe, text.splitlines())) + "\n"


def _safe(line: str) -> str:
    """A line that troff takes for text where it is text, although it begins like a request."""
    is_request = line.startswith(".") and line[1:].startswith(_MACROS)
    line = re.sub(r"^([.'])", r"\\&\1", line) if not is_request else line
    return line.rstrip()
