"""A castle on the table: which tile lies where, on which grass, under which rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta, Struct, field
from msgspec.structs import force_setattr

from caladale._io.strict_json import quoted
from caladale.core import layout_view
from caladale.core.edges import Cell
from caladale.core.readings import Readings
from caladale.core.short_repr import NamedMember, call_of
from caladale.core.soundness import as_tuple, as_whole, check_kind, check_whole, told, wants
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


class Variant(NamedMember):
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

    # The text above is what the schemas say, too: they have no errors to tell of.

    def __post_init__(self) -> None:
        """Refuse, with a LayoutError, what lies on no table; what the box holds a layout knows."""
        x, y, turn = self.x, self.y, self.turn
        # One look for the many that are in order; what is off is told apart only then.
        if not (
            type(x) is type(y) is type(turn) is int
            and -FAR <= x <= FAR
            and -FAR <= y <= FAR
            and 0 <= turn <= 3
            and (self.side == "front" or self.side == "back")  # noqa: PLR1714 - quicker so
            and type(self.tile) is str
        ):
            self._look_closely()

    def _look_closely(self) -> None:
        for name in ("x", "y", "turn"):
            force_setattr(self, name, as_whole(getattr(self, name)))
        _check_text(self.tile, "tile", "the id of a tile")
        check_whole(self.x, "a column", -FAR, FAR, error=_at("x"))
        check_whole(self.y, "a row", -FAR, FAR, error=_at("y"))
        if self.turn not in (0, 1, 2, 3) or isinstance(self.turn, bool | float):
            raise LayoutError(f"a turn is 0, 1, 2 or 3, not {told(self.turn)}", "turn")
        if self.side not in ("front", "back"):
            raise LayoutError(f"a side is 'front' or 'back', not {told(self.side)}", "side")

    def __repr__(self) -> str:
        return call_of(self, "tile", "x", "y")

    @property
    def cell(self) -> Cell:
        """Where the tile lies, as (x, y)."""
        return self.x, self.y


class Grass(Struct, frozen=True, forbid_unknown_fields=True):
    """One grass strip: the ground below row 0 in columns x to x + width - 1."""

    x: Coordinate
    width: Annotated[int, Meta(ge=1, le=WIDEST)]

    def __post_init__(self) -> None:
        """Refuse, with a LayoutError, what is no whole number within its limits."""
        for name in ("x", "width"):
            force_setattr(self, name, as_whole(getattr(self, name)))
        check_whole(self.x, "a column", -FAR, FAR, error=_at("x"))
        check_whole(self.width, "the width of a strip", 1, WIDEST, error=_at("width"))

    def __repr__(self) -> str:
        return call_of(self, "x", "width")


def _at(place: str) -> Any:
    """Makes a LayoutError at `place` of a sentence."""
    return lambda message: LayoutError(message, place)


def _check_text(value: object, place: str, what: str) -> None:
    if not isinstance(value, str):
        raise LayoutError(f"{what} is a text, not {told(value)}", place)


BOOK_STRIP = Grass(0, 4)
"""The strip of the rulebook, four tiles wide."""


class Layout(Struct, frozen=True, eq=False):
    """A castle, legal or not, with all that its verdict and its score depend on.

    Immutable. Two layouts are equal when they say the same; the order of the tiles and of the
    strips is kept but means nothing, to the rules or here. ``Layout("caladale standard ...")``
    reads one-line notation, which is also how a layout shows itself.

    A layout is a collection of its placements: ``len``, ``in`` and iteration work on them. ``in``
    takes a cell or the id of a tile too, and ``layout[x, y]`` is what lies in a cell.

    Args:
        tiles: the placements; or a whole layout as a text, in either notation, and nothing else
            then but its box.
        grass: the strips.
        variant: the game.
        rules: the readings of the rules.
        flipped: how many tiles were flipped face down for a point (Standard).
        timer: whether this player flipped the sand timer (Speed).
        exchanges: how many exchanges were made (Solo 2).
        tileset: the box.

    Raises:
        LayoutError: for a tile that the box does not hold, a side that it does not have, and a
            number or a value that no layout has.
        FormatError: for a text that is no layout.
    """

    tiles: tuple[Placement, ...] = ()
    grass: tuple[Grass, ...] = (BOOK_STRIP,)
    variant: Variant = Variant.STANDARD
    rules: Readings = Readings()
    flipped: int = 0
    timer: bool = False
    exchanges: int = 0
    tileset: TileSet = field(default_factory=standard_tileset)

    if TYPE_CHECKING:  # what msgspec makes takes more than the types of the fields tell

        def __init__(  # noqa: PLR0917 - the fields
            self,
            tiles: Iterable[Placement] | str = (),
            grass: Iterable[Grass] = (BOOK_STRIP,),
            variant: Variant = Variant.STANDARD,
            rules: Readings = Readings(),  # noqa: B008 - frozen
            flipped: int = 0,
            timer: bool = False,
            exchanges: int = 0,
            tileset: TileSet = ...,
        ) -> None: ...

    def __post_init__(self) -> None:
        if type(self.tiles) is not tuple or type(self.grass) is not tuple:
            self._settle()
        self._check_tiles()
        for index, strip in enumerate(self.grass):
            if type(strip) is not Grass:
                raise LayoutError(f"a Grass is wanted, not {told(strip)}", f"grass[{index}]")
        wanted = "a Variant, such as Variant.SOLO2"
        check_kind(self.variant, Variant, "the variant", wanted, error=_at("variant"))
        check_kind(self.rules, Readings, "rules", "Readings(...)", error=_at("rules"))
        if not (self.flipped == 0 == self.exchanges and self.timer is False):
            self._check_extras()

    def _check_tiles(self) -> None:
        check_kind(self.tileset, TileSet, "the box", "a TileSet", error=_at("tileset"))
        faces = self.tileset.faces
        for index, placed in enumerate(self.tiles):
            if type(placed) is not Placement:
                raise LayoutError(f"a Placement is wanted, not {told(placed)}", f"tiles[{index}]")
            if (placed.tile, placed.side) not in faces:
                if placed.tile in self.tileset.tiles:
                    message, field = f"{placed.tile} has no back; only gates have one", "side"
                else:
                    message = f"the box {self.tileset.name} has no tile {quoted(placed.tile)}"
                    field = "tile"
                raise LayoutError(message, f"tiles[{index}].{field}")

    def _check_extras(self) -> None:
        what = "the number of flipped tiles"
        check_whole(self.flipped, what, 0, MOST_FLIPPED, error=_at("flipped"))
        what = "the number of exchanges"
        check_whole(self.exchanges, what, 0, MOST_EXCHANGES, error=_at("exchanges"))
        check_kind(self.timer, bool, "timer", "True or False", error=_at("timer"))

    def _settle(self) -> None:
        """Make tuples of what was handed in, or read it if it is a text."""
        if isinstance(self.tiles, str):
            self._read(self.tiles)
            return
        wanted = "a number of placements; caladale.read_layout reads the text of a file"
        tiles = as_tuple(self.tiles, "tiles", wanted, error=_at("tiles"))
        force_setattr(self, "tiles", tiles)
        grass = as_tuple(self.grass, "grass", "a number of strips", error=_at("grass"))
        force_setattr(self, "grass", grass)

    def _read(self, text: str) -> None:
        for name, usual in zip(_SAID_BY_TEXT, Layout.__struct_defaults__[1:-1], strict=True):
            if getattr(self, name) != usual:
                raise LayoutError("a layout that is a text says this itself", name)
        read = layout_view.shown_by().read(text, self.tileset)
        for name in ("tiles", *_SAID_BY_TEXT):
            force_setattr(self, name, getattr(read, name))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Layout):
            return NotImplemented
        return (
            len(self.tiles) == len(other.tiles)
            and self._apart_from_order() == other._apart_from_order()
            and (self.tiles == other.tiles or Counter(self.tiles) == Counter(other.tiles))
            and (self.grass == other.grass or Counter(self.grass) == Counter(other.grass))
        )

    def __hash__(self) -> int:
        return hash((frozenset(self.tiles), frozenset(self.grass), self._apart_from_order()))

    def _apart_from_order(self) -> tuple[object, ...]:
        """All fields but those whose order means nothing."""
        extras = (self.flipped, self.timer, self.exchanges)
        return self.variant, self.rules, extras, self.tileset

    def __repr__(self) -> str:
        box = "" if self.tileset is standard_tileset() else f", tileset={self.tileset!r}"
        return f"Layout({layout_view.shown_by().line(self)!r}{box})"

    def __str__(self) -> str:
        return layout_view.shown_by().text(self)

    def __len__(self) -> int:
        return len(self.tiles)

    def __bool__(self) -> bool:
        return True  # a layout without tiles is a layout all the same

    def __iter__(self) -> Iterator[Placement]:
        return iter(self.tiles)

    def __contains__(self, what: object) -> bool:
        if isinstance(what, str):
            return any(placed.tile == what for placed in self.tiles)
        if isinstance(what, tuple):
            return any((placed.x, placed.y) == what for placed in self.tiles)
        return what in self.tiles

    def __getitem__(self, cell: Cell) -> Placement:
        """What lies in `cell`, as (x, y); the first of several.

        Raises:
            KeyError: when nothing lies there.
        """
        found = self.get(cell)
        if found is None:
            raise KeyError(cell)
        return found

    def get(self, cell: Cell) -> Placement | None:
        """What lies in `cell`, as (x, y), the first of several; None when nothing does."""
        return next((placed for placed in self.tiles if (placed.x, placed.y) == cell), None)

    def replace(
        self,
        tiles: Iterable[Placement] | None = None,
        grass: Iterable[Grass] | None = None,
        **others: Any,
    ) -> Layout:
        """Return this layout with other tiles, other grass, or other values of any field."""
        if others:
            return msgspec.structs.replace(self.replace(tiles, grass), **others)
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

    def without(self, *cells: Cell) -> Layout:
        """Return this layout without what lies in `cells`, each as (x, y).

        Raises:
            LayoutError: when nothing lies in one of them.
        """
        for cell in cells:
            if cell not in self:
                raise LayoutError(f"no tile lies in cell {told(cell)}", "cells")
        taken = set(cells)
        return self.replace(tiles=[one for one in self.tiles if one.cell not in taken])

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

    def _repr_svg_(self) -> str:
        """Draw the castle in a notebook."""
        return layout_view.shown_by().svg(self)


_SAID_BY_TEXT = ("grass", "variant", "rules", "flipped", "timer", "exchanges")


def wants_layout(value: object) -> None:
    """Refuse what is no layout, and say what makes one.

    Raises:
        TypeError: see there.
    """
    if type(value) is not Layout:
        wants(value, Layout, "caladale.read_layout makes one of the text of a file")
