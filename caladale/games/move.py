"""The moves of the games: small values, so that a whole game is a list of them."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import force_setattr

from caladale._io.strict_json import named
from caladale.core.layout import FAR, Coordinate, Placement
from caladale.core.short_repr import call_of
from caladale.core.soundness import as_tuple, check_kind, check_whole
from caladale.core.tiles import Side
from caladale.notation.data import placement_to_data

SeatNumber = Annotated[int, Meta(ge=0, le=3, description="Who moves; the first player is seat 0.")]


def _check_id(tile: object) -> None:
    check_kind(tile, str, "a tile", "named by its id")


def _check_seat(seat: object) -> None:
    check_whole(seat, "a seat", 0, 3)


class MoveBase(
    Struct,
    frozen=True,
    tag_field="move",
    tag=str.lower,
    omit_defaults=True,
    kw_only=True,
    forbid_unknown_fields=True,
):
    """What all moves have in common: a tag in their JSON, and defaults left out of it.

    Raises:
        ArgumentError: for a value of another sort than its field's.
        LayoutError: for a placement that cannot be.
    """

    def __repr__(self) -> str:
        return call_of(self)


class Draw(MoveBase, frozen=True):
    """Draw a tile from the supply (Standard).

    Attributes:
        tile: the id of a face-up tile, or None for a blind one. A blind tile comes from the first
            stack that is not empty; they are shuffled, so it makes no difference which.
    """

    tile: str | None = None

    def __post_init__(self) -> None:
        if self.tile is not None:
            _check_id(self.tile)


class Keep(MoveBase, frozen=True):
    """Keep the drawn tile face up for good (Standard)."""


class Flip(MoveBase, frozen=True):
    """Flip the drawn tile face down for good, for a point (Standard)."""


class Build(MoveBase, frozen=True):
    """Build a castle, or rebuild it: what lies on the strip from now on (all but Solo 1).

    Attributes:
        tiles: the whole castle, on a strip that begins at column 0.
        seat: whose castle it is; building needs no turn.
    """

    tiles: tuple[Placement, ...]
    seat: SeatNumber = 0

    def __post_init__(self) -> None:
        tiles = as_tuple(self.tiles, "tiles", "a number of placements")
        for placed in tiles:
            check_kind(placed, Placement, "what lies in a castle", "a Placement")
        force_setattr(self, "tiles", tiles)
        _check_seat(self.seat)


class Exchange(MoveBase, frozen=True):
    """Exchange a tile with the supply, one for one (Speed, Solo 2).

    Attributes:
        give: the id of an own tile that is not in the castle.
        take: the id of a face-up tile.
        seat: who exchanges; it needs no turn.
    """

    give: str
    take: str
    seat: SeatNumber = 0

    def __post_init__(self) -> None:
        _check_id(self.give)
        _check_id(self.take)
        _check_seat(self.seat)


class Timer(MoveBase, frozen=True):
    """Flip the sand timer and stop playing, for a point (Speed)."""

    seat: SeatNumber = 0

    def __post_init__(self) -> None:
        _check_seat(self.seat)


class TimeUp(MoveBase, frozen=True):
    """The timer has run out: the game is over (Speed)."""


class Done(MoveBase, frozen=True):
    """Be content with the castle as it stands (not in Speed); the last to say so ends the game."""

    seat: SeatNumber = 0

    def __post_init__(self) -> None:
        _check_seat(self.seat)


class Place(MoveBase, frozen=True):
    """Place a tile for good: the gate, a face-up tile that is thereby drawn, the wild (Solo 1).

    Attributes:
        tile: its id.
        x: the column.
        y: the row.
        turn: quarter turns clockwise.
        side: which side of a gate lies up.
    """

    tile: str
    x: Coordinate
    y: Coordinate
    turn: Annotated[int, Meta(ge=0, le=3)] = 0
    side: Side = "front"

    def __post_init__(self) -> None:
        placed = self.placement  # which refuses what cannot be
        for name in ("x", "y", "turn"):
            force_setattr(self, name, getattr(placed, name))

    @classmethod
    def of(cls, placed: Placement) -> Place:
        """The move that makes a placement."""
        return cls(tile=placed.tile, x=placed.x, y=placed.y, turn=placed.turn, side=placed.side)

    @property
    def placement(self) -> Placement:
        """The placement that the move makes."""
        return Placement(self.tile, self.x, self.y, self.turn, self.side)


class Slide(MoveBase, frozen=True):
    """Slide the grass strip under the castle (Solo 1).

    Attributes:
        x: the first column that it then covers.
    """

    x: Coordinate

    def __post_init__(self) -> None:
        check_whole(self.x, "a column", -FAR, FAR)


Move: TypeAlias = Draw | Keep | Flip | Build | Exchange | Timer | TimeUp | Done | Place | Slide
"""A move of some game; each game refuses those that belong to others."""


def move_to_data(move: Move) -> dict[str, Any]:
    """Turn a move into plain data; what is at its default is left out."""
    data: dict[str, Any] = msgspec.to_builtins(move)
    if isinstance(move, Build):
        data["tiles"] = [placement_to_data(placed) for placed in move.tiles]
    return data


def move_in_words(move: Move) -> str:
    """Tell a move in a few words, such as ``draw stone-four-1``."""
    match move:
        case Draw(tile=tile):
            words = "draw blind" if tile is None else f"draw {named(tile)}"
        case Build(tiles=tiles):
            words = f"build a castle of {len(tiles)}"
        case Exchange(give=give, take=take):
            words = f"exchange {named(give)} for {named(take)}"
        case Place(tile=tile, x=x, y=y, turn=turn, side=side):
            heading = f", its top to the {_HEADINGS[turn]}" if turn else ""
            back = ", its back up" if side == "back" else ""
            words = f"place {named(tile)} in column {x}, row {y}{heading}{back}"
        case Slide(x=x):
            words = f"slide the strip to column {x}"
        case Timer():
            words = "flip the timer"
        case TimeUp():
            words = "time is up"
        case _:
            words = type(move).__name__.lower()
    seat = getattr(move, "seat", 0)
    return f"{words} (seat {seat})" if seat else words


_HEADINGS = ("top", "right", "bottom", "left")
