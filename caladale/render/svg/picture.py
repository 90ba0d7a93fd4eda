"""A castle as a picture in SVG, in the manner of a picture book.

The picture stands alone: no scripts, no styles that could leak into a page, nothing loaded from
elsewhere. Artwork is drawn once for each look of a tile and used wherever that look occurs. Equal
castles give equal text, except among other drawings, where the ids of each are its own.
"""

from __future__ import annotations

import functools
import hashlib
import textwrap
from collections.abc import Mapping

from caladale._io.plural import counted
from caladale.core.edges import Cell
from caladale.core.layout import Layout, Placement
from caladale.render.scene import Scene
from caladale.render.svg.artwork import draw_tile, look
from caladale.render.svg.grid import Axes
from caladale.render.svg.identifiers import Identifiers
from caladale.render.svg.landscape import GAP, backdrop, sky_gradient, tear, turf, turf_pattern
from caladale.render.svg.marks import (
    MODE_LETTERS,
    across,
    badge,
    breach_frame,
    breach_tag,
    clash_sign,
    hatching,
    lettering,
    name_plate,
    support_arrow,
    support_badge,
    zigzag,
)
from caladale.render.svg.markup import Node, add, harmless, number, written
from caladale.render.svg.sheet import Sheet
from caladale.render.svg.silhouette import SIZE
from caladale.rules.checks import Violation, cell_name
from caladale.rules.support_rule import Hold

_MARGIN = 40
_NUMBERS = 36
"""The room for a column number below the picture."""

_HEADING, _NOTE = 26, 18
"""The sizes of letters."""

_PIXELS = 0.8
"""Pixels for each unit of the drawing, a hundredth of a tile, where that makes no giant."""

_TURNS = ("upright", "a quarter turn", "a half turn", "three quarter turns")


def render_svg(
    layout: Layout,
    *,
    title: str | None = None,
    coordinates: bool = False,
    ids: bool = False,
    breaches: bool = True,
    exposed: bool = True,
    support: bool = False,
) -> str:
    """Draw `layout` as an SVG picture.

    Args:
        layout: the castle, legal or not.
        title: a heading, drawn above the castle and told to screen readers; any text is safe here.
        coordinates: whether to number the columns below and the rows at the left.
        ids: whether to write its id on every tile.
        breaches: whether to mark the cells that break a rule, and to name breaches without a cell.
        exposed: whether to mark the exposed castle edges.
        support: whether to draw an arrow from each tile to those that it holds up, with the mode of
            support on it: B, H or R.

    Returns:
        The text of an SVG file: ASCII only, ending in a line feed. It may also be put into an HTML
        page as it is, once: its ids start with a hash of the content.
    """
    picture = draw_svg(
        layout,
        title=title,
        coordinates=coordinates,
        ids=ids,
        breaches=breaches,
        exposed=exposed,
        support=support,
    )
    return written(picture)


def draw_svg(
    layout: Layout,
    *,
    title: str | None = None,
    coordinates: bool = False,
    ids: bool = False,
    breaches: bool = True,
    exposed: bool = True,
    support: bool = False,
    badges: Mapping[Cell, str] | None = None,
    among: Identifiers | None = None,
) -> Node:
    """Draw `layout` as a tree of SVG elements; most arguments are those of `render_svg`.

    Args:
        layout: the castle.
        title: as of `render_svg`, and so are those that follow it.
        coordinates: the same.
        ids: the same.
        breaches: the same.
        exposed: the same.
        support: the same.
        badges: a few characters to write in a cell, for notes about single tiles; those of cells
            beyond the picture are left out.
        among: the ids of the drawings that it is to stand together with.
    """
    scene = Scene(layout)
    badges = {} if badges is None else badges
    options = (title, coordinates, ids, breaches, exposed, support, *sorted(badges.items()))
    prefix = _prefix(scene, options)
    if among is not None:
        prefix = among.start(prefix)
    picture = _Picture(scene, prefix, title, coordinates, scene.homeless if breaches else [])
    picture.draw_backdrop()
    picture.draw_tiles(support=support)
    picture.draw_ground()
    picture.draw_gaps()
    picture.write_words()
    if exposed:
        picture.mark_exposed()
    if breaches:
        picture.mark_breaches()
    if support:
        picture.draw_support()
    if ids:
        picture.draw_names()
    if coordinates:
        picture.draw_numbers()
    picture.draw_badges(badges)
    return picture.root


_NOTEBOOK = Identifiers()


def render_for_notebook(layout: Layout) -> str:
    """Draw `layout` as an SVG picture among all others that this process draws into a notebook."""
    return written(draw_svg(layout, among=_NOTEBOOK))


def _prefix(scene: Scene, options: tuple[object, ...]) -> str:
    """Start ids with a hash of all that the picture shows."""
    edges = [[edge.value for edge in edges] for edges in scene.board.edges]
    content = repr((options, scene.layout.tiles, edges, scene.board.ground.runs))
    content += repr(scene.violations) + scene.caption
    return "c" + hashlib.sha256(content.encode("utf-8", "backslashreplace")).hexdigest()[:10]


def _lines(text: str, size: float, width: float, most: int) -> list[str]:
    """Break text into lines that fit a width, and cut it short after the last allowed."""
    letters = max(12, int(width / (0.54 * size)))
    return textwrap.wrap(harmless(text), letters, max_lines=most, placeholder=" \u2026")


class _Picture:
    """An SVG tree that grows layer by layer; what is used from ``<defs>`` is added on demand."""

    def __init__(
        self,
        scene: Scene,
        prefix: str,
        title: str | None,
        coordinates: bool,
        notes: list[Violation],
    ) -> None:
        self.scene = scene
        digits = max(len(str(row)) for row in scene.rows if isinstance(row, int))
        left = _MARGIN + (4 + 9 * digits if coordinates else 0)
        plan = Axes(scene.columns, scene.rows, left, 0)
        width = plan.right + _MARGIN
        heading = _lines(title or "", _HEADING, width - 2 * _MARGIN, most=3)
        top = _MARGIN + len(heading) * _HEADING * 1.25
        self.grid = Axes(scene.columns, scene.rows, left, top)
        words = [f"{note.code}: {note.message}" for note in notes]
        room = plan.right - left
        below = [line for note in words for line in _lines(note, _NOTE, room, most=3)]
        foot = self.grid.bottom + (_NUMBERS if coordinates else 0)
        height = foot + len(below) * _NOTE * 1.4 + _MARGIN * 0.6
        self.width, self.height = width, height
        tiles = len(scene.layout.tiles)
        name = harmless(title or "") or f"A castle of {counted(tiles, 'tile', 'tiles')}"
        self._sheet = Sheet((width, height), _PIXELS, prefix=prefix, title=name, desc=scene.caption)
        self.root = self._sheet.root
        self._heading, self._notes, self._foot = heading, below, foot

    # ---- what the picture uses

    def _use(self, parent: Node, identifier: str, **attributes: str | float) -> Node:
        return add(parent, "use", href=f"#{identifier}", **attributes)

    # ---- the layers, from back to front

    def draw_backdrop(self) -> None:
        """Draw the scenery."""
        gradient = self._sheet.define("sky", sky_gradient)
        backdrop(self.root, gradient, self.width, self.height, self.grid.ground)

    def draw_tiles(self, *, support: bool) -> None:
        """Draw every tile, each with a hint that says what it is and perhaps what holds it up."""
        layer = add(self.root, "g")
        held = self._held() if support and not self.scene.board.crowded else None
        for placed, face, _ in self.scene.tiles():
            seen = look(face, placed.turn)
            artist = functools.partial(draw_tile, seen, paint=self._sheet.paint)
            identifier = self._sheet.define(seen.name, artist)
            x, y = self._corner(placed.cell)
            place = {"x": x, "y": y, "width": SIZE, "height": SIZE}
            cell = f"{placed.x},{placed.y}"
            tile = self._use(layer, identifier, **place, class_="caladale-tile", data_cell=cell)
            hint = self._hint(placed)
            if held is not None:
                by = held.get(placed.cell)
                hint += f"; held up by {' and '.join(by)}" if by else "; nothing holds it up"
            add(tile, "title", hint)

    def _corner(self, cell: Cell) -> tuple[float, float]:
        return self.grid.x[cell[0]], self.grid.y[cell[1]]

    def _hint(self, placed: Placement) -> str:
        side = " (back)" if placed.side == "back" else ""
        hint = f"{placed.tile}{side}, {cell_name(placed.cell)}, {_TURNS[placed.turn]}"
        others = self.scene.count[placed.cell] - 1
        if others:
            hint += f"; {counted(others, 'more tile lies', 'more tiles lie')} in this cell"
        return hint

    def _held(self) -> dict[Cell, list[str]]:
        """What holds up each tile, in words."""
        found: dict[Cell, list[str]] = {}
        for hold in self.scene.holds():
            by = self._holder(hold)
            found.setdefault(hold.cell, []).append(by)
        return found

    def _holder(self, hold: Hold) -> str:
        """What holds up a tile, with the letter of the mode."""
        by = "the grass" if hold.by is None else self.scene.named(hold.by)
        return f"{by} ({MODE_LETTERS[hold.mode]})"

    def draw_ground(self) -> None:
        """Lay the grass; its blades stand before the castle's feet."""
        place = self.grid.x
        for start, end in self.scene.board.ground.runs:
            turfs = self._sheet.define("turf", turf_pattern)
            turf(self.root, turfs, place[start], place[end - 1] + SIZE, self.grid.ground)

    def draw_gaps(self) -> None:
        """Draw the folded columns and rows as torn strips, and write their number along them."""
        grid = self.grid
        tears = [
            (f"translate({number(x)} 0)", self.height, f"{gap.count} columns", grid.ground - 50)
            for gap, x in grid.column_gaps
        ]
        tears += [
            (
                f"translate(0 {number(y + GAP)}) rotate(-90)",
                self.width,
                f"{gap.count} rows",
                (grid.left + grid.right) / 2,
            )
            for gap, y in grid.row_gaps
        ]
        # All tears between columns look alike, and so do all between rows.
        for move, length, _, _ in tears:
            name = "tear" if length == self.height else "level-tear"
            torn = self._sheet.define(name, functools.partial(tear, length=length))
            self._use(self.root, torn, transform=move, class_="caladale-gap")
        # Where strips cross, neither hides what is written on the other.
        style = lettering(16) | {"dominant_baseline": "central"}
        for move, _, words, middle in tears:
            place = f"{move} translate({number(GAP / 2 + 4)} {number(middle)}) rotate(90)"
            add(self.root, "text", f"\u2026 {words} \u2026", transform=place, **style)

    def write_words(self) -> None:
        """Write the heading above the castle and the notes below it."""
        middle = self.width / 2
        for n, line in enumerate(self._heading):
            y = _MARGIN * 0.7 + (n + 0.75) * _HEADING * 1.25
            add(self.root, "text", line, x=middle, y=y, **lettering(_HEADING, bold=True))
        for n, line in enumerate(self._notes):
            y = self._foot + (n + 0.9) * _NOTE * 1.4
            style = lettering(_NOTE, anchor="start")
            add(self.root, "text", line, x=self.grid.left, y=y, **style)

    def draw_support(self) -> None:
        """Draw an arrow across each border over which a tile is held up."""
        found = self.scene.holds()
        if not found:
            return
        shaft = self._sheet.define("support", support_arrow)
        layer = add(self.root, "g", class_="caladale-support")
        for hold in found:
            letter = MODE_LETTERS[hold.mode]
            group = add(layer, "g")
            add(group, "title", f"{self.scene.named(hold.cell)} is held up by {self._holder(hold)}")
            at = self._corner(hold.cell)
            self._use(group, shaft, transform=across(hold.side, *at))
            support_badge(group, letter, hold.side, *at)

    def mark_exposed(self) -> None:
        """Draw a ragged line outside every exposed castle edge."""
        edges = self.scene.board.exposed
        if not edges:
            return
        line = self._sheet.define("exposed", zigzag)
        layer = add(self.root, "g")
        for x, y, side in sorted(edges):
            place = across(side, *self._corner((x, y)))
            mark = self._use(layer, line, transform=place, class_="caladale-exposed")
            add(mark, "title", f"exposed castle edge: {self.scene.named((x, y))}, side {side.name}")

    def mark_breaches(self) -> None:
        """Frame the cells of every breach, with codes, and mark the borders that clash."""
        board = self.scene.board
        if self.scene.codes:
            hatch = self._sheet.define("hatching", hatching)
            frame = self._sheet.define("breach", functools.partial(breach_frame, hatch=hatch))
        layer = add(self.root, "g")
        for cell, codes in sorted(self.scene.codes.items()):
            x, y = self._corner(cell)
            group = add(layer, "g", class_="caladale-breach")
            add(group, "title", f"{self.scene.named(cell)} breaks {', '.join(codes)}")
            self._use(group, frame, x=x, y=y)
            words = " ".join(codes)
            if self.scene.count[cell] > 1:
                words += f" \u00d7{self.scene.count[cell]}"
            breach_tag(group, words, x, y)
        for one, other in board.clashes:
            sign = self._sheet.define("clash", clash_sign)
            tiles = self.scene.layout.tiles
            (x, y), (u, v) = self._corner(tiles[one].cell), self._corner(tiles[other].cell)
            # Off the middle of a level border, where the tag with the codes may reach.
            across = 78 if x == u else SIZE
            at = {"x": x + across, "y": (y + v + SIZE) / 2}
            self._use(layer, sign, **at, class_="caladale-clash")

    def draw_names(self) -> None:
        """Write its id on every tile."""
        layer = add(self.root, "g", class_="caladale-ids")
        for placed, _, _ in self.scene.tiles():
            name_plate(layer, placed.tile, *self._corner(placed.cell))

    def draw_badges(self, badges: Mapping[Cell, str]) -> None:
        """Write a note on a badge in each of some cells."""
        for (column, row), words in sorted(badges.items()):
            if column in self.grid.x and row in self.grid.y:
                badge(self.root, words, *self._corner((column, row)))

    def draw_numbers(self) -> None:
        """Number the columns below and the rows at the left."""
        layer = add(self.root, "g", class_="caladale-numbers")
        for column, x in self.grid.x.items():
            place = {"x": x + SIZE / 2, "y": self.grid.bottom + 30}
            add(layer, "text", str(column), **place, **lettering(16))
        for row, y in self.grid.y.items():
            place = {"x": self.grid.left - 22, "y": y + SIZE / 2 + 6}
            add(layer, "text", str(row), **place, **lettering(16, anchor="end"))
