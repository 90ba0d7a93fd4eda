"""A part of a castle for the terminal: some columns and rows, whatever lies in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct
from rich.text import Text

from caladale.core.edges import Cell
from caladale.core.layout import Layout
from caladale.render.text import HEIGHT, UNICODE, WIDTH, Box, tile_boxes
from caladale.rules.board import Ground

_GRASS = "bold green"
_FAINT = "dim"
_EMPTY: Box = tuple([(" " * WIDTH, "")] for _ in range(HEIGHT))


class Viewport(Struct, frozen=True):
    """The cells that are drawn.

    Attributes:
        columns: from left to right.
        rows: from the bottom up.
    """

    columns: range
    rows: range

    @property
    def margin(self) -> int:
        """How many characters the numbers of the rows take, with the blank behind them."""
        return max(len(str(row)) for row in (self.rows[0], self.rows[-1])) + 1

    def following(self, cell: Cell) -> Viewport:
        """This viewport, moved just as far as it must be to hold `cell`."""
        x, y = cell
        return Viewport(_moved(self.columns, x), _moved(self.rows, y))


def _moved(numbers: range, wanted: int) -> range:
    by = min(0, wanted - numbers[0]) + max(0, wanted - numbers[-1])
    return range(numbers.start + by, numbers.stop + by)


def viewport_that_fits(width: int, height: int, corner: Cell = (0, 0)) -> Viewport:
    """The largest viewport that `render_viewport` draws into so many characters and lines.

    It has a column and a row at least, where these do not fit either.

    Args:
        width: characters.
        height: lines.
        corner: the column and row of its lower left corner.
    """
    x, y = corner
    rows = range(y, y + max(1, (height - 2) // HEIGHT))
    columns = max(1, (width - Viewport(range(1), rows).margin) // WIDTH)
    return Viewport(range(x, x + columns), rows)


def render_viewport(
    viewport: Viewport,
    ground: Ground,
    boxes: Mapping[Cell, Box],
) -> Text:
    """Draw the boxes that lie in a viewport, with grass and with columns and rows numbered.

    Args:
        viewport: the cells to draw.
        ground: where grass lies; it is drawn below row 0.
        boxes: what is drawn in the cells that are not empty, see `tile_boxes`.

    Returns:
        Lines without a line feed after the last: `HEIGHT` for each row, one for the grass where
        row 0 is in the viewport, and one for the numbers of the columns.
    """
    lines: list[Text] = []
    margin = viewport.margin
    for y in reversed(viewport.rows):
        for number in range(HEIGHT):
            label = str(y) if number == HEIGHT // 2 else ""
            line = Text(label.rjust(margin - 1) + " ", _FAINT)
            for x in viewport.columns:
                line.append_tokens(boxes.get((x, y), _EMPTY)[number])
            lines.append(line)
        if y == 0:
            blades = "".join(
                UNICODE.blades if ground.covers(x) else " " * WIDTH for x in viewport.columns
            )
            lines.append(Text(" " * margin).append(blades, _GRASS))
    numbers = "".join(str(x).center(WIDTH) for x in viewport.columns)
    lines.append(Text(" " * margin + numbers, _FAINT))
    return _joined(lines)


def _joined(lines: Iterable[Text]) -> Text:
    text = Text("\n", no_wrap=True, overflow="crop", end="").join(lines)
    text.no_wrap = True
    return text


def render_part(layout: Layout, viewport: Viewport, *, unicode: bool = True) -> Text:
    """Draw what of a castle lies in a viewport, see `render_viewport`; breaches are marked."""
    return render_viewport(viewport, Ground(layout.grass), tile_boxes(layout, unicode=unicode))


def viewport_around(layout: Layout, width: int, height: int, cells: Sequence[Cell]) -> Viewport:
    """The viewport of a castle that fits into so many characters and lines.

    It is as small as the castle is; where the castle is larger it shows the last of `cells`, as
    many of the others as come before the viewport has to move, and the ground if it can.

    Args:
        layout: the castle.
        width: characters.
        height: lines.
        cells: what should be seen, the most important last.
    """
    strips = [x for strip in layout.grass for x in (strip.x, strip.x + strip.width - 1)]
    xs = [placed.x for placed in layout.tiles] or strips or [0]
    ys = [0, *(placed.y for placed in layout.tiles)]
    low, high = min(xs), max(xs)
    for x in sorted(strips):  # the ends of the strip, as far as there is room
        low, high = min(low, max(x, low - 2)), max(high, min(x, high + 2))
    left, bottom = low, min(ys)
    viewport = viewport_that_fits(width, height, (left, bottom))
    columns = viewport.columns[: high - left + 1]
    rows = viewport.rows[: max(ys) - bottom + 1]
    viewport = Viewport(range(columns[0], columns[-1] + 1), range(rows[0], rows[-1] + 1))
    for cell in cells:
        viewport = viewport.following(cell)
    return viewport
