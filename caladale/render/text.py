"""A castle for the terminal: a box of seven by three characters for each tile.

The middle of each side of a box shows its edge: a thin line for sky, the theme's own pattern for
castle. So nothing depends on colour, and the same drawing exists in plain ASCII.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct
from rich.text import Text

from caladale.core.edges import Cell, Direction, Edge, Edges
from caladale.core.layout import Layout, Placement
from caladale.core.tile_file import Role
from caladale.core.tiles import Face
from caladale.notation import write_drawn
from caladale.render.canvas import Canvas, Piece
from caladale.render.collapse import Gap, Slot
from caladale.render.named_tiles import NamedTiles
from caladale.render.scene import Scene

WIDTH, HEIGHT = 7, 3
"""Characters and lines of one tile."""

MOST_CELLS = 100_000
"""A drawing with more cells, empty ones included, becomes a list of its rows instead."""

MOST_BREACHES = 20
"""So many breaches are told below the drawing; more are counted."""

Box: TypeAlias = tuple[list[Piece], ...]
"""The lines of one tile, `HEIGHT` of them and each `WIDTH` characters wide."""


class Signs(Struct, frozen=True):
    """The characters that a drawing is made of."""

    patterns: dict[Edge, str]
    corners: str
    broken_corners: str
    """The corners of a tile that breaks a rule: top left, top right, bottom left, bottom right."""
    flat: str
    tall: str
    flag: str
    door: str
    exposed: str
    dots: str
    times: str
    blades: str


UNICODE = Signs(
    patterns={
        Edge.STONE: "▒",
        Edge.TREE: "♣",
        Edge.TUDOR: "\N{BOX DRAWINGS LIGHT DIAGONAL CROSS}",
        Edge.WILD: "✦",
    },
    corners="┌┐└┘",
    broken_corners="╔╗╚╝",
    flat="─",
    tall="│",
    flag="⚑",
    door="∩",
    exposed="!",
    dots="…",
    times="\N{MULTIPLICATION SIGN}",
    blades="wvwWvwv",
)

ASCII = Signs(
    patterns={Edge.STONE: "#", Edge.TREE: "%", Edge.TUDOR: "X", Edge.WILD: "*"},
    corners="++++",
    broken_corners="@@@@",
    flat="-",
    tall="|",
    flag="P",
    door="n",
    exposed="!",
    dots="..",
    times="x",
    blades="wvwWvwv",
)

STYLES = {
    Edge.SKY: "dim cyan",
    Edge.STONE: "",
    Edge.TREE: "green",
    Edge.TUDOR: "dark_orange3",
    Edge.WILD: "magenta",
}

_BREACH = "bold white on red"
_EXPOSED = "bold red"
_BROKEN = "bold red"
_SYMBOL = "bold"
_GRASS = "bold green"
_FAINT = "dim"


def render_text(
    layout: Layout,
    *,
    unicode: bool = True,
    color: bool = True,
    coordinates: bool = False,
    legend: bool = True,
    names: bool = False,
) -> Text:
    """Draw `layout` for a terminal.

    Print the result with a `rich.console.Console` and ``soft_wrap=True``, so that the console
    decides on colour and does not break the lines of a wide castle.

    Args:
        layout: the castle, legal or not.
        unicode: whether characters beyond ASCII may be used.
        color: whether the text carries styles at all.
        coordinates: whether to number the columns below and the rows at the left.
        legend: whether to explain the signs, the breaches and the verdict below the drawing.
        names: whether each tile bears its short name, so that the drawing can be read again as the
            same castle; what is explained then stands in comments.

    Returns:
        Lines without trailing blanks, three for each row of tiles, from the top row down to the
        grass. A castle scattered over too many cells is listed row by row instead.
    """
    scene = Scene(layout)
    signs = UNICODE if unicode else ASCII
    canvas = Canvas()
    is_scattered = len(scene.columns) * len(scene.rows) > MOST_CELLS
    if names and (is_scattered or not layout.tiles):
        canvas.lines(write_drawn(layout).splitlines())
    elif is_scattered:
        _list_rows(canvas, scene)
    elif names:
        named = NamedTiles(scene)
        canvas.lines(named.head)
        drawing = _Drawing(canvas, scene, signs, coordinates or named.needs_axes)
        drawing.draw(named.words, max(WIDTH, named.width))
        canvas.lines(named.others)
    elif scene.columns:
        _Drawing(canvas, scene, signs, coordinates).draw()
    if legend:
        canvas.margin = "# " if names else ""
        _explain(canvas, scene, signs, has_symbols=not names)
    return canvas.text(color)


def tile_boxes(layout: Layout, *, unicode: bool = True, marks: bool = True) -> dict[Cell, Box]:
    """The box of each tile of `layout`, for whoever lays them out in a way of its own.

    Args:
        layout: the castle, legal or not.
        unicode: whether characters beyond ASCII may be used.
        marks: whether breaches and exposed edges are marked.
    """
    drawing = _Drawing(Canvas(), Scene(layout), UNICODE if unicode else ASCII, coordinates=False)
    if not marks:
        drawing.scene.codes.clear()
        drawing.exposed.clear()
    return {cell: drawing.box(*tile) for cell, tile in drawing.drawn.items()}


class _Drawing:
    """The castle as a grid of boxes."""

    def __init__(self, canvas: Canvas, scene: Scene, signs: Signs, coordinates: bool) -> None:
        self.canvas = canvas
        self.scene = scene
        self.signs = signs
        self.coordinates = coordinates
        self.exposed = scene.exposed
        self.drawn = {placed.cell: (placed, face, edges) for placed, face, edges in scene.tiles()}
        numbers = [str(slot) for slot in scene.rows if isinstance(slot, int)]
        self.margin = max(map(len, numbers)) + 1 if coordinates else 0
        self.words: Mapping[Cell, str] = {}
        self.width = WIDTH

    def draw(self, words: Mapping[Cell, str] | None = None, width: int = WIDTH) -> None:
        """Draw it, with `words` in their cells in place of the tiles' hearts."""
        self.words, self.width = words or {}, width
        for slot in reversed(self.scene.rows):
            if isinstance(slot, Gap):
                dots = self.signs.dots
                self.canvas.put(" " * self.margin)
                self.canvas.put(f"  {dots} {slot.count} empty rows {dots}", _FAINT)
                self.canvas.end()
                continue
            lines = self._row(slot)
            for number, line in enumerate(lines):
                label = str(slot) if number == HEIGHT // 2 else ""
                if self.coordinates:
                    self.canvas.put(label.rjust(self.margin - 1) + " ", _FAINT)
                for characters, style in line:
                    self.canvas.put(characters, style)
                self.canvas.end()
            if slot == 0:
                self._grass()
        if self.coordinates:
            self._column_numbers()

    def _row(self, y: int) -> list[list[Piece]]:
        lines: list[list[Piece]] = [[] for _ in range(HEIGHT)]
        for slot in self.scene.columns:
            if isinstance(slot, Gap):
                width = self._width(slot)
                lines[0].append((" " * width, ""))
                lines[1].append((self._gap_mark(slot).center(width), _FAINT))
                lines[2].append((" " * width, ""))
            elif (slot, y) in self.drawn:
                box = self.box(*self.drawn[slot, y])
                for number, pieces in enumerate(box):
                    lines[number] += pieces
            else:
                for line in lines:
                    line.append((" " * self.width, ""))
        return lines

    def box(self, placed: Placement, face: Face, edges: Edges) -> Box:
        """The lines of a tile."""
        cell = placed.cell
        codes = self.scene.codes.get(cell, ())
        signs = self.signs
        corners = signs.broken_corners if codes else signs.corners
        style = _BROKEN if codes else STYLES[Edge.SKY]
        # The rules broken stand on the top edge, two at most, and the others on the bottom edge.
        above, below = codes[:2], codes[2:4]
        if len(codes) > 4:
            below = (codes[2], "+")
        return (
            [
                (corners[0], style),
                *self._flat_edge(cell, edges, Direction.N, above),
                (corners[1], style),
            ],
            self._middle(cell, face, edges),
            [
                (corners[2], style),
                *self._flat_edge(cell, edges, Direction.S, below),
                (corners[3], style),
            ],
        )

    def _flat_edge(
        self, cell: Cell, edges: Edges, side: Direction, codes: tuple[str, ...]
    ) -> list[Piece]:
        edge = edges[side]
        pattern = self.signs.patterns.get(edge, self.signs.flat)
        style = STYLES[edge]
        middle = (pattern, style)
        if (*cell, side) in self.exposed:
            middle = (self.signs.exposed, _EXPOSED)
        half = (self.width - 3) // 2
        rest = self.width - 3 - half
        left, right = [(pattern * half, style)], [(pattern * rest, style)]
        if codes:
            left = [(codes[0], _BREACH), (pattern * (half - len(codes[0])), style)]
        if len(codes) > 1:
            right = [(pattern * (rest - len(codes[1])), style), (codes[1], _BREACH)]
        return [*left, middle, *right]

    def _middle(self, cell: Cell, face: Face, edges: Edges) -> list[Piece]:
        north, east, south, west = edges
        heart = next((edge for edge in (south, north, west, east) if edge.is_castle), Edge.SKY)
        left = west if west.is_castle else heart
        right = east if east.is_castle else heart
        if cell in self.words:
            return [
                self._tall_edge(cell, edges, Direction.W),
                (self.words[cell].center(self.width - 2), _SYMBOL),
                self._tall_edge(cell, edges, Direction.E),
            ]
        return [
            self._tall_edge(cell, edges, Direction.W),
            self._filling(west, 1),
            *self._symbol(cell, face, (left, heart, right)),
            self._filling(east, 1),
            self._tall_edge(cell, edges, Direction.E),
        ]

    def _filling(self, edge: Edge, width: int) -> Piece:
        return self.signs.patterns.get(edge, " ") * width, STYLES[edge]

    def _symbol(self, cell: Cell, face: Face, body: tuple[Edge, Edge, Edge]) -> list[Piece]:
        """The three characters at the heart of the box."""
        signs = self.signs
        count = self.scene.count[cell]
        if count > 1:
            told = str(count) if count < 100 else "++"
            return [(f"{signs.times}{told}".center(3), _BREACH)]
        if face.role is Role.TOWER:
            return [("/", STYLES[body[0]]), (signs.flag, _SYMBOL), ("\\", STYLES[body[2]])]
        if face.role is Role.GATE:
            return [(f"[{signs.door}]", _SYMBOL)]
        return [self._filling(edge, 1) for edge in body]

    def _tall_edge(self, cell: Cell, edges: Edges, side: Direction) -> Piece:
        if (*cell, side) in self.exposed:
            return self.signs.exposed, _EXPOSED
        edge = edges[side]
        return self.signs.patterns.get(edge, self.signs.tall), STYLES[edge]

    def _width(self, slot: Slot) -> int:
        return len(self._gap_mark(slot)) + 2 if isinstance(slot, Gap) else self.width

    def _gap_mark(self, gap: Gap) -> str:
        return f"{self.signs.dots} {gap.count} {self.signs.dots}"

    def _grass(self) -> None:
        self.canvas.put(" " * self.margin)
        for slot in self.scene.columns:
            width = self._width(slot)
            column = slot.first if isinstance(slot, Gap) else slot
            blades = (self.signs.blades * (width // len(self.signs.blades) + 1))[:width]
            if self.scene.board.ground.covers(column):
                self.canvas.put(blades, _GRASS)
            else:
                self.canvas.put(" " * width)
        self.canvas.end()

    def _column_numbers(self) -> None:
        self.canvas.put(" " * self.margin)
        for slot in self.scene.columns:
            label = "" if isinstance(slot, Gap) else str(slot)
            self.canvas.put(label.center(self._width(slot)), _FAINT)
        self.canvas.end()


def _list_rows(canvas: Canvas, scene: Scene) -> None:
    """List the tiles row by row, from the top down, for want of a drawing."""
    canvas.put("The tiles lie too scattered to be drawn. Row by row, as tile@column:", _FAINT)
    canvas.end()
    rows: dict[int, list[Placement]] = {}
    for placed, _, _ in scene.tiles():
        rows.setdefault(placed.y, []).append(placed)
    for y in sorted(rows, reverse=True):
        canvas.put(f"row {y}:")
        for placed in sorted(rows[y], key=lambda placed: placed.x):
            canvas.put(f" {placed.tile}@{placed.x}")
            codes = scene.codes.get(placed.cell, ())
            if codes:
                canvas.put(f"[{','.join(codes)}]", _BREACH)
        canvas.end()


def _explain(canvas: Canvas, scene: Scene, signs: Signs, *, has_symbols: bool) -> None:
    """Say below the drawing what its signs mean, what is broken, and the verdict."""
    meanings = _meanings(scene, signs, has_symbols=has_symbols)
    if meanings:
        canvas.end()
    for sign, style, meaning in meanings:
        canvas.put(sign, style)
        canvas.put(f" {meaning}   ")
    if meanings:
        canvas.end()
    for breach in scene.violations[:MOST_BREACHES]:
        canvas.put(breach.code, _BREACH)
        canvas.put(f" {breach.message}")
        canvas.end()
    more = len(scene.violations) - MOST_BREACHES
    if more > 0:
        canvas.put(f"and {more} more breaches")
        canvas.end()
    canvas.put(scene.caption)
    canvas.end()


def _meanings(scene: Scene, signs: Signs, *, has_symbols: bool) -> list[tuple[str, str, str]]:
    """The signs that occur in the drawing, with their styles and meanings."""
    edges: set[Edge] = set()
    roles: set[Role] = set()
    for _, face, turned in scene.tiles():
        edges.update(turned)
        roles.update([face.role] if has_symbols else [])
    found = [
        (pattern, STYLES[edge], edge.value)
        for edge, pattern in signs.patterns.items()
        if edge in edges
    ]
    if Role.TOWER in roles:
        found.append((signs.flag, _SYMBOL, "tower top"))
    if Role.GATE in roles:
        found.append((signs.door, _SYMBOL, "gate"))
    if scene.exposed:
        found.append((signs.exposed, _EXPOSED, "exposed castle edge"))
    return found
