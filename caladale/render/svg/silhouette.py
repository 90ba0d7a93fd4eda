"""The outline of the castle on one tile, and how themes share it; lengths in hundredths of a tile.

The castle reaches every castle edge and keeps off the sky edges, so that tiles laid side by side
join into one building. Gravity points down however the tile is turned: a roof lies on top, an arch
or a corbel below. y grows downward, as in SVG.
"""

from __future__ import annotations

from msgspec import Struct

from caladale.core.edges import Edge, Edges
from caladale.render.svg.markup import Point, point, trace

SIZE = 100

_WALL = 14
"""How far a wall keeps off a sky edge at the side."""

_ROOF, _LOW_ROOF = 34, 50
"""Where the roof begins below a sky edge on top; lower on a tile with nothing but a bottom."""


class TileBody(Struct, frozen=True):
    """The castle on one tile.

    Attributes:
        left: where the wall begins.
        top: where the wall ends and the roof begins.
        right: where the wall ends.
        bottom: the least y of the underside, 100 when the bottom edge is castle.
        shape: the whole outline as SVG path data.
        contour: the parts of the outline that face sky, as SVG path data.
    """

    left: float
    top: float
    right: float
    bottom: float
    shape: str
    contour: str


class _Pen:
    """Draws an outline once as a whole and once without what lies on a castle edge."""

    def __init__(self, start: Point) -> None:
        self.shape = [f"M{point(start)}"]
        self.contour: list[str] = []
        self._at = start
        self._down = False

    def line(self, *points: Point, visible: bool = True) -> None:
        for end in points:
            if end != self._at:
                self._draw(f"L{point(end)}", end, visible)

    def curve(self, one: Point, two: Point, end: Point) -> None:
        self._draw(f"C{point(one)} {point(two)} {point(end)}", end, visible=True)

    def _draw(self, command: str, end: Point, visible: bool) -> None:
        if visible and not self._down:
            self.contour.append(f"M{point(self._at)}")
        if visible:
            self.contour.append(command)
        self.shape.append(command)
        self._at, self._down = end, visible


def body(edges: Edges) -> TileBody:
    """Give the castle's outline for a tile with these edges, one of which at least is castle."""
    north, east, south, west = (edge.is_castle for edge in edges)
    left = 0 if west else _WALL
    right = SIZE if east else SIZE - _WALL
    if not (north or south) and east != west:
        # An oriel: it hangs on one wall and reaches out just past the middle.
        left, right = (0, 68) if west else (32, SIZE)
    top = 0 if north else (_LOW_ROOF if south and not (east or west) else _ROOF)
    pen = _Pen((left, top))
    pen.line((right, top), visible=not north)
    if south:
        bottom: float = SIZE
        pen.line((right, SIZE), visible=not east)
        pen.line((left, SIZE), visible=False)
    else:
        bottom = _underside(pen, left, right, east, west)
    pen.line((left, top), visible=not west)
    return TileBody(left, top, right, bottom, "".join(pen.shape) + "Z", "".join(pen.contour))


def _underside(pen: _Pen, left: float, right: float, east: bool, west: bool) -> float:
    """Draw the underside from right to left and return its least y."""
    if east and west:
        pen.line((SIZE, 94), visible=False)
        pen.line((90, 94))
        pen.curve((84, 58), (16, 58), (10, 94))
        pen.line((0, 94))
        return 67
    if east:
        pen.line((SIZE, 92), visible=False)
        pen.curve((74, 92), (left, 84), (left, 56))
        return 72
    if west:
        pen.line((right, 56))
        pen.curve((right, 84), (26, 92), (0, 92))
        return 72
    pen.line((right, 30))
    pen.curve((right, 58), (60, 56), (50, 84))
    pen.curve((40, 56), (left, 58), (left, 30))
    return 54


# The border of a tile has eight stations, clockwise: 0 the middle of the top edge, 1 the top right
# corner, 2 the middle of the right edge, and so on. Edge number i has its middle at station 2 i.
_STATIONS: tuple[Point, ...] = (
    (50, 0),
    (100, 0),
    (100, 50),
    (100, 100),
    (50, 100),
    (0, 100),
    (0, 50),
    (0, 0),
)


class Region(Struct, frozen=True):
    """The part of a tile that belongs to one theme: from one station clockwise to another.

    A region that starts where it ends is the whole tile.
    """

    theme: Edge
    start: int
    end: int

    @property
    def outline(self) -> str:
        """The region as SVG path data."""
        if self.start == self.end:
            return "M0,0H100V100H0Z"
        last = self.end if self.end > self.start else self.end + 8
        around = [_STATIONS[i % 8] for i in range(self.start, last + 1)]
        return trace((50, 50), *around, close=True)

    @property
    def border(self) -> str:
        """Where the region begins, as a line from the middle of the tile; SVG path data."""
        return trace((50, 50), _STATIONS[self.start])


def regions(edges: Edges) -> tuple[Region, ...]:
    """Share a tile among the themes of its castle edges; sky is shared by its neighbours.

    Neighbouring edges of one theme share one region, so a tile of one theme has a single region.
    """
    castle = [i for i in range(4) if edges[i].is_castle]
    starts: list[tuple[int, Edge]] = []
    for n, i in enumerate(castle):
        before = castle[n - 1]
        if edges[i] is not edges[before]:
            distance = 2 * ((i - before) % 4)
            starts.append(((2 * before + distance // 2) % 8, edges[i]))
    if not starts:
        return (Region(edges[castle[0]], 0, 0),)
    ends = [start for start, _ in starts[1:]] + [starts[0][0]]
    return tuple(
        Region(theme, start, end) for (start, theme), end in zip(starts, ends, strict=True)
    )


def theme_at(edges: Edges, station: float) -> Edge:
    """The theme whose region holds a place on the border, given between two stations."""
    for region in regions(edges):
        span = (region.end - region.start) % 8 or 8
        if (station - region.start) % 8 < span:
            return region.theme
    raise AssertionError("the regions cover the border")
