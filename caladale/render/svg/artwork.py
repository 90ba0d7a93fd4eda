"""The artwork of one tile, drawn from its edges as they lie.

A tile is 100 units square; y grows downward. Only gates and tower tops have artwork that turns with
the tile, so that a forbidden turn is seen; on every other tile roofs stay on top.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct

from caladale.core.edges import Direction, Edge, Edges, turned
from caladale.core.tile_file import Role
from caladale.core.tiles import Face
from caladale.render.svg import palette as c
from caladale.render.svg.markup import Node, add, new, trace
from caladale.render.svg.roofs import LINE, Eaves, banded, foliage, roof
from caladale.render.svg.silhouette import SIZE, TileBody, body, regions, theme_at
from caladale.render.svg.walls import Paint


class Look(Struct, frozen=True):
    """What a tile looks like; tiles of equal look share their artwork.

    Attributes:
        edges: the edges as the tile lies.
        role: `Role.GATE` or `Role.TOWER`; None for any other tile.
        turn: quarter turns clockwise of a gate or tower top; 0 for any other tile.
    """

    edges: Edges
    role: Role | None
    turn: int

    @property
    def name(self) -> str:
        """A name that differs from look to look."""
        sides = "-".join(edge.value for edge in self.edges)
        return f"{self.role.value}{self.turn}-{sides}" if self.role else sides


def look(face: Face, turn: int) -> Look:
    """Give the look of a face that lies with so many quarter turns."""
    if face.upright_only:
        return Look(face.turns[turn], face.role, turn)
    return Look(face.turns[turn], None, 0)


def draw_tile(seen: Look, identifier: str, paint: Paint) -> Node:
    """Return the ``<symbol>`` with the artwork of one look; whatever leaves the tile is cut off.

    Args:
        seen: the look.
        identifier: the symbol's id, which ids inside it start with.
        paint: gives the reference to a pattern by its name.
    """
    symbol = new("symbol", id=identifier, viewBox=f"0 0 {SIZE} {SIZE}")
    frame: dict[str, str | float] = {"x": 0.5, "y": 0.5, "width": 99, "height": 99}
    add(symbol, "rect", **frame, fill=c.PAPER, fill_opacity=0.28)
    # What turns with the tile is drawn upright and turned as a whole.
    upright = turned(seen.edges, -seen.turn)
    canvas = symbol
    if seen.turn:
        canvas = add(symbol, "g", transform=f"rotate({90 * seen.turn} 50 50)")
    if any(edge.is_castle for edge in upright):
        if seen.role is Role.TOWER and _is_plain_tower(upright):
            _TOWERS[upright[Direction.S]](canvas, paint)
            _flag(canvas)
        else:
            _castle(canvas, upright, identifier, paint, seen.role)
    seam: dict[str, str | float] = {"fill": "none", "stroke": c.INK, "stroke_opacity": 0.3}
    add(symbol, "rect", **frame, **seam)
    return symbol


def _is_plain_tower(edges: Edges) -> bool:
    return [edge.is_castle for edge in edges] == [False, False, True, False]


def _castle(canvas: Node, edges: Edges, identifier: str, paint: Paint, role: Role | None) -> None:
    shape = body(edges)
    parts = regions(edges)
    if len(parts) == 1:
        add(canvas, "path", d=shape.shape, fill=paint(parts[0].theme.value))
    else:
        clip = add(canvas, "clipPath", id=f"{identifier}-body")
        add(clip, "path", d=shape.shape)
        inside = add(canvas, "g", clip_path=f"url(#{identifier}-body)")
        for part in parts:
            add(inside, "path", d=part.outline, fill=paint(part.theme.value))
        seams = "".join(part.border for part in parts)
        for stroke, width in ((c.INK, 8), (c.FLAG, 3.5)):
            add(
                inside,
                "path",
                d=seams,
                fill="none",
                stroke=stroke,
                stroke_width=width,
                stroke_linecap="round",
            )
    if shape.contour:
        add(canvas, "path", d=shape.contour, fill="none", stroke=c.INK, stroke_width=LINE + 0.4)
    if role is Role.GATE:
        _door(canvas)
    elif len(parts) == 1:
        _window(canvas, parts[0].theme, shape)
    if not edges[Direction.N].is_castle:
        _roofs(canvas, edges, shape, paint)
    if role is Role.TOWER:
        _flag(canvas)


def _roofs(canvas: Node, edges: Edges, shape: TileBody, paint: Paint) -> None:
    """Put the roof on: one, or two halves where themes meet above the middle."""
    left_on, right_on = shape.left == 0, shape.right == SIZE
    left, right = theme_at(edges, 7.5), theme_at(edges, 0.5)
    if left is right:
        halves = [(left, Eaves(shape.left, shape.right, shape.top, left_on, right_on))]
    else:
        halves = [
            (left, Eaves(shape.left, 50, shape.top, left_on, runs_on_right=True)),
            (right, Eaves(50, shape.right, shape.top, runs_on_left=True, runs_on_right=right_on)),
        ]
    for theme, eaves in halves:
        roof(canvas, theme, eaves, paint)


def _window(canvas: Node, theme: Edge, shape: TileBody) -> None:
    """Put a window in the middle of a wall that is large enough for one."""
    if min(shape.right - shape.left, shape.bottom - shape.top) < 48:
        return
    x, y = (shape.left + shape.right) / 2, (shape.top + shape.bottom) / 2
    place = add(canvas, "g", transform=f"translate({x:g} {y:g})")
    _WINDOWS[theme](place)


def _arched_window(place: Node) -> None:
    frame = "M-11,16V-5A11,12 0 0 1 11,-5V16Z"
    add(place, "path", d=frame, fill=c.STONE_LIGHT, stroke=c.INK, stroke_width=LINE)
    add(place, "path", d="M-6.5,13V-5A6.5,7.5 0 0 1 6.5,-5V13Z", fill=c.IRON)
    add(place, "path", d="M-5,12V-4A5,6.5 0 0 1 5,-4V12Z", fill=c.GLASS)
    add(place, "path", d="M0,-11V13M-6,1H6", stroke=c.IRON, stroke_width=1.6)


def _round_window(place: Node) -> None:
    add(place, "circle", r=13, fill=c.BARK_LIGHT, stroke=c.INK, stroke_width=LINE)
    add(place, "circle", r=8.5, fill=c.GLASS, stroke=c.BARK_LINE, stroke_width=2)
    add(place, "path", d="M0,-8.5V8.5M-8.5,0H8.5", stroke=c.BARK_LINE, stroke_width=2)


def _lattice_window(place: Node) -> None:
    frame: dict[str, str | float] = {"x": -13, "y": -14, "width": 26, "height": 28}
    add(place, "rect", **frame, fill=c.GLASS, stroke=c.BEAM, stroke_width=4)
    panes = "M-13,-5L-4,-14M-13,5L6,-14M-11,13L13,-11M-3,14L13,-2M7,14L13,8"
    more = "M13,-5L4,-14M13,5L-6,-14M11,13L-13,-11M3,14L-13,-2M-7,14L-13,8"
    add(place, "path", d=panes + more, stroke=c.BEAM, stroke_width=1.2)
    add(place, "path", d="M0,-14V14", stroke=c.BEAM, stroke_width=2.6)


def _moon(place: Node) -> None:
    moon = "M4,-14A14,14 0 1 0 13,5A11,11 0 0 1 4,-14Z"
    add(place, "path", d=moon, fill=c.STAR, stroke=c.INK, stroke_width=1.6)


_WINDOWS: dict[Edge, Callable[[Node], None]] = {
    Edge.STONE: _arched_window,
    Edge.TREE: _round_window,
    Edge.TUDOR: _lattice_window,
    Edge.WILD: _moon,
}


def _door(canvas: Node) -> None:
    """An arched door with iron bands, a lamp at each side and a shield above."""
    arch = "M26,100V70A24,24 0 0 1 74,70V100Z"
    add(canvas, "path", d=arch, fill=c.STONE_LIGHT, stroke=c.INK, stroke_width=LINE)
    voussoirs = "M26,84H33M74,84H67M27,66L34,68M73,66L66,68M34,52L39,58M66,52L61,58M50,46V53"
    add(canvas, "path", d=voussoirs, stroke=c.INK, stroke_width=1.6)
    add(canvas, "path", d="M33,100V70A17,17 0 0 1 67,70V100Z", fill=c.WOOD)
    planks = "M41.5,56V100M50,53V100M58.5,56V100"
    add(canvas, "path", d=planks, stroke=c.WOOD_LINE, stroke_width=1.8)
    add(canvas, "path", d="M33,72H67M33,90H67", stroke=c.IRON, stroke_width=3.2)
    inner = "M33,100V70A17,17 0 0 1 67,70V100"
    add(canvas, "path", d=inner, fill="none", stroke=c.INK, stroke_width=LINE)
    add(canvas, "circle", cx=62, cy=81, r=2.6, fill=c.FLAG, stroke=c.IRON)
    shield = "M39,16H61V27C61,35 56,39 50,42C44,39 39,35 39,27Z"
    add(canvas, "path", d=shield, fill=c.FLAG, stroke=c.INK, stroke_width=LINE)
    add(canvas, "path", d="M50,17V41M40,26H60", stroke=c.INK, stroke_width=2)


def _flag(canvas: Node) -> None:
    add(canvas, "path", d="M50,24V2", stroke=c.INK, stroke_width=2.4, stroke_linecap="round")
    pennant = "M51,3C58,0 63,7 74,4L69,9.5L75,15C64,17 58,10 51,14Z"
    add(canvas, "path", d=pennant, fill=c.FLAG, stroke=c.INK, stroke_width=1.8)


def _turret(canvas: Node, fill: str) -> None:
    """The round of a tower, on a foot as wide as the wall below."""
    foot = trace((25, 50), (75, 50), (75, 88), (86, 100), (14, 100), (25, 88), close=True)
    add(canvas, "path", d=foot, fill=fill)
    sides = trace((25, 50), (25, 88), (14, 100)) + trace((75, 50), (75, 88), (86, 100))
    add(canvas, "path", d=sides, fill="none", stroke=c.INK, stroke_width=LINE + 0.4)


def _stone_tower(canvas: Node, paint: Paint) -> None:
    _turret(canvas, paint("stone"))
    _small_window(canvas, c.IRON)
    banded(canvas, Eaves(25, 75, 50), (6, 46), (6, 55), c.STONE_LIGHT)
    cone = trace((22, 46), (50, 16), (78, 46), close=True)
    add(canvas, "path", d=cone, fill=paint("slate"), stroke=c.INK, stroke_width=LINE)


def _tree_tower(canvas: Node, paint: Paint) -> None:
    _turret(canvas, paint("tree"))
    _small_window(canvas, c.BARK_LINE)
    foliage(
        canvas,
        [(24, 46, 12), (76, 46, 12), (50, 47, 13), (37, 36, 13), (63, 36, 13), (50, 25, 11)],
    )


def _tudor_tower(canvas: Node, paint: Paint) -> None:
    _turret(canvas, paint("tudor"))
    _small_window(canvas, c.BEAM)
    gable = trace((15, 54), (50, 14), (85, 54), close=True)
    add(canvas, "path", d=gable, fill=paint("shingle"), stroke=c.INK, stroke_width=LINE)


def _wild_tower(canvas: Node, paint: Paint) -> None:
    _turret(canvas, paint("wild"))
    roof(canvas, Edge.WILD, Eaves(25, 75, 50), paint)


def _small_window(canvas: Node, frame: str) -> None:
    arch = "M44,80V71A6,6 0 0 1 56,71V80Z"
    add(canvas, "path", d=arch, fill=c.GLASS, stroke=frame, stroke_width=3)


Tower: TypeAlias = Callable[[Node, Paint], None]

_TOWERS: dict[Edge, Tower] = {
    Edge.STONE: _stone_tower,
    Edge.TREE: _tree_tower,
    Edge.TUDOR: _tudor_tower,
    Edge.WILD: _wild_tower,
}
