"""A castle on the table: which tile lies where, on which grass, under which rules."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable
from typing import Annotated

from msgspec import Meta, Struct, field

from caladale._io.strict_json import quoted
from caladale.core.edges import Cell
from caladale.core.readings import Readings
from caladale.core.tiles import Face, Side, Tile, TileSet, standard_tileset
from caladale.errors import LayoutError

FAR = 10**6
"""No tile or strip lies farther than this many cells from the origin."""

WIDEST = 1000
"""The most columns of a strip."""

MOST_FLIPPED = 80
"""No more tiles are flipped than there are."""

MOST_EXCHANGES = 10**6

Coordinate = Annotated[int, Meta(ge=-FAR, le=FAR)]


class Variant(enum.Enum):
    """The games that a castle can belong to; they differ in what is scored and allowed."""

    # What a game changes in the rules of building and in the score sheet stands here and only here.

    STANDARD = "standard"
    SPEED = "speed"
    SOLO1 = "solo1"
    SOLO2 = "solo2"
    ALL_TILES = "all-tiles"

    @property
    def most_wilds(self) -> int:
        """How many wilds a castle may have (T3)."""
        return 0 if self is Variant.ALL_TILES else 1

    @property
    def has_one_gate(self) -> bool:
        """Whether a castle has just one gate, not one or more (T4)."""
        return self is not Variant.ALL_TILES

    @property
    def book_ground(self) -> tuple[int, ...]:
        """The columns of each strip of grass, as the book has it."""
        return (4, 4) if self is Variant.ALL_TILES else (4,)

    @property
    def settles_gate_sides(self) -> bool:
        """Whether the number of players decides which side of a gate lies up."""
        return self in (Variant.STANDARD, Variant.SPEED)

    @property
    def scores_flipped(self) -> bool:
        """Whether flipped tiles score."""
        return self is Variant.STANDARD

    @property
    def scores_timer(self) -> bool:
        """Whether who flipped the sand timer scores."""
        return self is Variant.SPEED

    @property
    def may_exchange(self) -> bool:
        """Whether tiles may be exchanged with the supply."""
        return self in (Variant.SOLO2, Variant.SPEED)

    @property
    def scores_exchanges(self) -> bool:
        """Whether each exchange costs points."""
        return self is Variant.SOLO2


class Placement(Struct, frozen=True, forbid_unknown_fields=True):
    """One tile on the table."""

    tile: str
    x: Coordinate
    y: Coordinate
    turn: Annotated[int, Meta(ge=0, le=3, description="Quarter turns clockwise.")] = 0
    side: Side = "front"

    @property
    def cell(self) -> Cell:
        """Where the tile lies, as (x, y)."""
        return self.x, self.y


class Grass(Struct, frozen=True, forbid_unknown_fields=True):
    """One grass strip: the ground below row 0 in columns x to x + width - 1."""

    x: Coordinate
    width: Annotated[int, Meta(ge=1, le=WIDEST)]


BOOK_STRIP = Grass(0, 4)
"""The strip of the rulebook, four tiles wide."""


class Layout(Struct, frozen=True):
    """A castle, legal or not, with all that its verdict and its score depend on.

    Immutable and comparable; the order of placements is kept but means nothing to the rules.

    Raises:
        LayoutError: for a tile that the box does not hold, a side or turn that no tile has, and a
            number that no layout has.
    """

    tiles: tuple[Placement, ...] = ()
    grass: tuple[Grass, ...] = (BOOK_STRIP,)
    variant: Variant = Variant.STANDARD
    rules: Readings = Readings()
    flipped: int = 0
    timer: bool = False
    exchanges: int = 0
    tileset: TileSet = field(default_factory=standard_tileset)

    def __post_init__(self) -> None:
        faces = self.tileset.faces
        for index, placed in enumerate(self.tiles):
            if (placed.tile, placed.side) not in faces:
                if placed.tile in self.tileset.tiles:
                    message, field = f"{placed.tile} has no back; only gates have one", "side"
                else:
                    message = f"the box {self.tileset.name} has no tile {quoted(placed.tile)}"
                    field = "tile"
                raise LayoutError(message, f"tiles[{index}].{field}")
            if placed.turn not in (0, 1, 2, 3):
                raise LayoutError("a turn is 0, 1, 2 or 3", f"tiles[{index}].turn")
        for index, strip in enumerate(self.grass):
            if not 1 <= strip.width <= WIDEST:
                message = f"a strip is 1 to {WIDEST} columns wide"
                raise LayoutError(message, f"grass[{index}].width")
        if not 0 <= self.flipped <= MOST_FLIPPED:
            raise LayoutError(f"0 to {MOST_FLIPPED} tiles are flipped", "flipped")
        if not 0 <= self.exchanges <= MOST_EXCHANGES:
            raise LayoutError(f"0 to {MOST_EXCHANGES} exchanges are made", "exchanges")

    def replace(
        self, tiles: Iterable[Placement] | None = None, grass: Iterable[Grass] | None = None
    ) -> Layout:
        """Return this layout with other tiles or other grass."""
        return Layout(
            self.tiles if tiles is None else tuple(tiles),
            self.grass if grass is None else tuple(grass),
            self.variant,
            self.rules,
            self.flipped,
            self.timer,
            self.exchanges,
            self.tileset,
        )

    def placing(self, *placements: Placement) -> Layout:
        """Return this layout with more tiles placed."""
        return self.replace(tiles=(*self.tiles, *placements))

    def faces(self) -> tuple[Face, ...]:
        """The face of each placed tile, in the order of `tiles`, as the layout's rules read it."""
        known = self.tileset.under(self.rules).faces
        return tuple([known[placed.tile, placed.side] for placed in self.tiles])

    def remaining(self) -> tuple[Tile, ...]:
        """The tiles of the box that this layout does not use, in the box's order."""
        used = {placed.tile for placed in self.tiles}
        return tuple(tile for name, tile in self.tileset.tiles.items() if name not in used)

    @property
    def has_book_ground(self) -> bool:
        """Whether the strips are the book's: one of four columns, two in the challenge."""
        return tuple(strip.width for strip in self.grass) == self.variant.book_ground

    def _repr_svg_(self) -> str | None:
        """Draw the castle in a notebook; None where nothing that draws was named."""
        return None if _drawing is None else _drawing(self)


_drawing: Callable[[Layout], str] | None = None


def draw_in_notebooks(drawing: Callable[[Layout], str]) -> None:
    """Name what draws a layout in a notebook: the layout itself knows no pictures."""
    global _drawing  # noqa: PLW0603 - one for the process, as a notebook asks any layout
    _drawing = drawing
