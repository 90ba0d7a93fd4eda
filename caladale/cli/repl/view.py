"""A game as a player sees it: the castle and the tiles, on a terminal so that both have room."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from caladale._io.plural import counted
from caladale.cli.drawing import print_castle
from caladale.cli.repl.console import PlayerConsole
from caladale.cli.repl.listing import Listed, edge_rows, edges_in_words, legend, named_columns
from caladale.core.edges import Cell
from caladale.core.layout import Layout
from caladale.render.text import HEIGHT, WIDTH
from caladale.render.viewport import Viewport, render_part, viewport_around
from caladale.rules.score_sheet import score

_LEAST_VIEW = HEIGHT + 2
"""Lines of a castle below which it is not worth drawing: a row, the grass, the numbers."""
_GOOD_VIEW = 4 * HEIGHT + 2
"""Lines of a castle for which tiles are listed without their names."""


class Choice(Struct, frozen=True):
    """The tiles that a player may choose from.

    Attributes:
        lists: lists of tiles with a heading each, which may be empty.
        footing: what is said below them.
    """

    lists: tuple[tuple[str, list[Listed]], ...]
    footing: str


class GameView:
    """Draws castles and lists tiles for one player.

    Args:
        console: where.
    """

    def __init__(self, console: PlayerConsole) -> None:
        self._console = console

    def draw_whole(self, castle: Layout) -> None:
        """Draw all of a castle, and say what it is worth.

        On a terminal a castle that is too wide comes in parts, one below the other.
        """
        console = self._console
        if not console.is_typed:
            print_castle(castle, ascii_only=console.ascii_only, coordinates=True)
            return
        view = viewport_around(castle, 10**6, 10**6, ())
        broad = max(1, (console.width - view.margin) // WIDTH)
        for first in range(view.columns.start, view.columns.stop, broad):
            columns = range(first, min(first + broad, view.columns.stop))
            part = Viewport(columns, view.rows)
            console.draw(render_part(castle, part, unicode=not console.ascii_only))
        console.say(legend(unicode=not console.ascii_only))
        console.say(_worth(castle))

    def draw_part(self, castle: Layout, room: int, at: Cell | None = None) -> None:
        """Draw as much of a castle as has room in so many lines, with what it is worth.

        Args:
            castle: the castle.
            room: lines.
            at: a cell of the part that is drawn; by default that of the tile that came last.
        """
        console = self._console
        last = [placed.cell for placed in castle.tiles[-1:]] if at is None else [at]
        words = console.wrapped(_worth(castle))
        view = viewport_around(castle, console.width, room - 1 - len(words), last)
        if _cut(castle, view):
            # A line says what is cut off; with the room that it takes, that may be more.
            view = viewport_around(castle, console.width, room - 2 - len(words), last)
            words += console.wrapped(_cut(castle, view))
        console.draw(render_part(castle, view, unicode=not console.ascii_only))
        console.say(legend(unicode=not console.ascii_only))
        for line in words:
            console.say(line)

    def draw_again(self, castle: Layout, taken: int) -> None:
        """Draw a castle that is out of view, if so many lines are taken and some are left."""
        room = self._console.height - 2 - taken
        if room >= _LEAST_VIEW + 2:
            self._console.begin_view()
            self.draw_part(castle, room)

    def show(self, heading: Sequence[str], castle: Layout, choice: Choice) -> None:
        """Draw what has room on the terminal: a heading, the castle if there is one, the tiles."""
        console = self._console
        console.begin_view()
        for line in heading:
            console.say(line)
        lines = self._tile_lines(castle, choice, console.height - 4 - len(heading))
        if castle.tiles:
            self.draw_part(castle, console.height - 1 - console.below - len(lines))
        for line in lines:
            console.put(line)

    def _tile_lines(self, castle: Layout, choice: Choice, room: int) -> list[str]:
        """The tiles in lines that leave room for the castle, of so many lines for both."""
        console = self._console
        rows = max((placed.y for placed in castle.tiles), default=-1) + 1
        wanted = min(_GOOD_VIEW, HEIGHT * rows + 2) if rows else 0
        found: list[str] = []
        for listed in (named_columns, edge_rows):
            found = []
            for title, tiles in choice.lists:
                found += [title] if title and tiles else []
                found += listed(tiles, console.width, unicode=not console.ascii_only)
            if listed is edge_rows:
                found.append("Edges: top, right, bottom, left. 'tiles' tells the names.")
            found += console.wrapped(choice.footing)
            if len(found) + wanted <= room:
                break
        return found

    def list_tiles(self, choice: Choice) -> None:
        """List the tiles to choose from, a line each; on a terminal in columns if they must be."""
        console = self._console
        count = sum(len(tiles) + 1 for _, tiles in choice.lists)
        is_long = console.is_typed and count + 2 > console.height
        for title, tiles in choice.lists:
            if title:
                console.say(title)
            if is_long:
                for line in named_columns(tiles, console.width, unicode=not console.ascii_only):
                    console.put(line)
                continue
            for one in tiles:
                words = f"{one.label:>5} {one.name:18} {edges_in_words(one.face)}"
                console.say(words, indent=25)

    def list_ways(self, ways: Sequence[tuple[int, str]], *, all_: bool) -> None:
        """List where a tile may go, each way with its points; on a terminal the best that fit."""
        console = self._console
        most = max(3, console.height - _LEAST_VIEW - 6)
        told = list(ways)
        if console.is_typed and not all_ and len(ways) > most:
            told = sorted(ways, key=lambda way: -way[0])[:most]
        console.say("column row turn")
        for total, words in told:
            console.say(f"{words}: {counted(total, 'point', 'points')}", indent=17)
        if len(told) < len(ways):
            console.say(f"These score most now; 'all' after the tile lists all {len(ways)}.")


def _worth(castle: Layout) -> str:
    """A legal castle in a few words: its tiles, its open edges, its points."""
    sheet = score(castle)
    exposed = next(item.count for item in sheet.items if item.name == "exposed")
    tiles = counted(len(castle.tiles), "tile", "tiles")
    edges = counted(exposed, "exposed edge", "exposed edges")
    return f"{tiles}, {'complete' if sheet.verdict.complete else edges}: {points(castle)}."


def _cut(castle: Layout, view: Viewport) -> str:
    """What a viewport leaves out, in words; nothing where it shows the whole castle."""
    told = []
    for name, axis, part in (("columns", 0, view.columns), ("rows", 1, view.rows)):
        numbers = [placed.cell[axis] for placed in castle.tiles]
        if min(numbers) < part[0] or max(numbers) > part[-1]:
            told.append(f"{name} {part[0]} to {part[-1]} of {min(numbers)} to {max(numbers)}")
    return f"Shown: {', '.join(told)}; all with 'show all'." if told else ""


def points(castle: Layout) -> str:
    """What a legal castle scores, in words."""
    return counted(score(castle).total or 0, "point", "points")
