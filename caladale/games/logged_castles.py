"""The castles of a game that is kept as a log: as they stand at its end, or from move to move."""

from __future__ import annotations

from caladale._io.formats import GAME, LAYOUT, is_game, read_as
from caladale.core.layout import Layout
from caladale.core.tiles import TileSet
from caladale.games.record import GameRecord, read_game
from caladale.notation import read_layouts


def castles_in(text: str, tileset: TileSet | None = None) -> list[Layout]:
    """Read castles from any text that holds some: layouts as `read_layouts` reads them, or a log.

    Args:
        text: one layout or several, or the log of a game.
        tileset: the box; the published one by default.

    Returns:
        One castle or more; those of a log in seat order, as they stand after its last move.

    Raises:
        FormatError: see `read_layouts` and `read_game`.
    """
    with read_as(text, LAYOUT, GAME):
        if is_game(text):
            return list(read_game(text, tileset).state.castles)
        return read_layouts(text, tileset)


def castle_steps(record: GameRecord, seat: int = 0) -> list[Layout]:
    """The castle of a seat before the first move, and after every move that has changed it.

    Raises:
        IndexError: when nobody sits there.
    """
    found: list[Layout] = []
    for state in record.states:
        castle = state.castles[seat]
        if not found or castle != found[-1]:
            found.append(castle)
    return found
