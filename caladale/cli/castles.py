"""Castles read from whatever file holds some: layouts in any notation, or the log of a game."""

from __future__ import annotations

import click

from caladale import games
from caladale._io.atomic_files import read_text
from caladale._io.formats import GAME, LAYOUT, is_game, read_as
from caladale.cli.options import under, unreadable
from caladale.cli.output import shown
from caladale.core.layout import Layout
from caladale.core.tiles import TileSet
from caladale.errors import FormatError
from caladale.notation import read_layout
from caladale.render.html.folder import numbered_layouts

seat_option = click.option(
    "--seat",
    type=click.IntRange(0, 3),
    help="Of the log of a game, only the castle of this seat; the first player is seat 0.",
)


def load_castles(name: str, box: TileSet, chosen: dict[str, str]) -> list[tuple[str, Layout]]:
    """Read the castle of a file, or those of a log in seat order, each with a name of its own.

    Raises:
        FormatError: when the text is neither a layout nor the log of a game.
        OSError: when the file cannot be read.
    """
    text = read_text(name)
    if not is_game(text):
        with read_as(text, LAYOUT, GAME):
            return [(name, under(read_layout(text, box), chosen))]
    found = labelled_castles(text, box)
    return [(f"{name}{label}", under(castle, chosen)) for label, castle in found]


def labelled_castles(text: str, box: TileSet | None) -> list[tuple[str, Layout]]:
    """The castles of a text, each with what is added to the name of its file.

    That is nothing for a castle alone, the seat in brackets for those of a log, and a number from 1
    for those on several lines.

    Raises:
        FormatError: when the text is neither a layout nor the log of a game.
    """
    if not is_game(text):
        return numbered_layouts(text, box)
    castles = games.castles_in(text, box)
    if len(castles) == 1:
        return [("", castles[0])]
    return [(f"[{seat}]", castle) for seat, castle in enumerate(castles)]


def castles_or_exit(
    name: str, box: TileSet, chosen: dict[str, str], seat: int | None = None
) -> list[Layout]:
    """Read all castles of a file, or end the command with a clear error.

    Args:
        name: the file.
        box: the box.
        chosen: the readings to judge them by.
        seat: of a log, only the castle of this seat.
    """
    try:
        text = read_text(name)
        found = games.castles_in(text, box)
    except (FormatError, OSError) as error:
        raise click.ClickException(unreadable(name, error)) from None
    if seat is not None:
        _check_seat(name, seat, len(found), is_log=is_game(text))
        found = [found[seat]]
    return [under(layout, chosen) for layout in found]


def steps_or_exit(
    name: str, box: TileSet, chosen: dict[str, str], seat: int | None = None
) -> list[Layout]:
    """Read a castle of a log as it was after each move, or end the command with a clear error."""
    try:
        text = read_text(name)
        record = games.read_game(text, box)
    except (FormatError, OSError) as error:
        raise click.ClickException(unreadable(name, error)) from None
    seats = record.setup.players
    if seat is None and seats > 1:
        raise click.UsageError(f"{shown(name)} is a game of {seats}: say whose castle with --seat")
    _check_seat(name, seat or 0, seats, is_log=True)
    return [under(layout, chosen) for layout in games.castle_steps(record, seat or 0)]


def _check_seat(name: str, seat: int, count: int, *, is_log: bool) -> None:
    if not is_log:
        raise click.UsageError(f"{shown(name)} is no log of a game: leave out --seat")
    if seat >= count:
        seats = "only seat 0" if count == 1 else f"seats 0 to {count - 1}"
        raise click.UsageError(f"{shown(name)} has {seats}")
