"""The problem of the challenge: which tiles, on which ground, under which rules, to which goals."""

from __future__ import annotations

import bisect
from collections.abc import Iterator

from msgspec import Struct, field
from msgspec.structs import force_setattr

from caladale._io.strict_json import quoted
from caladale.core.layout import Grass, Variant
from caladale.core.readings import Readings
from caladale.core.short_repr import call_of
from caladale.core.soundness import as_tuple, check_kind, is_whole, told
from caladale.core.tile_file import Group
from caladale.core.tiles import Side, TileSet, standard_tileset
from caladale.errors import ArgumentError, HandError
from caladale.solve.models.castle_ends import Offer, gate_lots
from caladale.solve.models.parity import Bound, Obstacle, Room, perfect_obstacle, too_narrow
from caladale.solve.models.points import COMPLETE, face_points

_WIDEST = 10**6
"""More columns or rows than this are a slip of the pen."""

BOOK_GROUND = (Grass(0, 4), Grass(4, 4))
"""The two strips of the challenge, side by side."""


class Challenge(Struct, frozen=True):
    """A castle to be built: of which tiles, on which ground, under which rules, to which goals.

    Attributes:
        tileset: the box.
        rules: the readings of the rules.
        grass: the strips, where they lie.
        tiles: ids of the standard and enchanted tiles to use; None for all that the box holds.
        gates: ids of the gates to use; ``:front`` or ``:back`` settles a side. None for all that
            the box holds, with either side up.
        variant: the game that the castle is scored in.
        within_columns: whether nothing may lie beyond the ground.
        max_width: the most columns that the castle may span.
        max_height: the most rows that the castle may have.
        no_holes: whether no hole may be left in the castle. Where the readings say that a hole
            spoils a complete castle, none may in any case.

    Raises:
        HandError: for a tile or gate that the box does not hold, that is there twice, or that is
            no tile of its place.
        ArgumentError: when no row or no column is allowed, and for a value of another sort than
            its field's.
    """

    tileset: TileSet = field(default_factory=standard_tileset)
    rules: Readings = Readings()
    grass: tuple[Grass, ...] = BOOK_GROUND
    tiles: tuple[str, ...] | None = None
    gates: tuple[str, ...] | None = None
    variant: Variant = Variant.ALL_TILES
    within_columns: bool = False
    max_width: int | None = None
    max_height: int | None = None
    no_holes: bool = False

    def __post_init__(self) -> None:
        self._check_values()
        seen: set[str] = set()
        for place, name, is_gate in self._named():
            tile = self.tileset.tiles.get(name)
            if tile is None:
                raise HandError(f"the box {self.tileset.name} has no tile {quoted(name)}", place)
            if is_gate != (tile.group is Group.GATE) or tile.group is Group.WILD:
                belongs = "gates" if is_gate else "standard and enchanted tiles"
                raise HandError(f"{name} does not belong here, only {belongs} do", place)
            if name in seen:
                raise HandError(f"{name} is there already", place)
            seen.add(name)

    def _check_values(self) -> None:
        """Refuse values of other sorts than their fields'."""
        for name in ("grass", "tiles", "gates"):
            value = getattr(self, name)
            if value is not None or name == "grass":
                wanted = "a number of strips" if name == "grass" else "a number of ids"
                force_setattr(self, name, as_tuple(value, name, wanted))
        for strip in self.grass:
            check_kind(strip, Grass, "a strip of grass", "a Grass")
        for gate in (*(self.tiles or ()), *(self.gates or ())):
            check_kind(gate, str, "a tile", "named by its id")
        check_kind(self.tileset, TileSet, "the box", "a TileSet")
        check_kind(self.rules, Readings, "rules", "Readings(...)")
        check_kind(self.variant, Variant, "the variant", "a Variant, such as Variant.ALL_TILES")
        for name in ("max_width", "max_height"):
            value = getattr(self, name)
            if value is not None and not is_whole(value, 1, _WIDEST):
                message = f"{name} is 1 or more, a whole number up to {_WIDEST}, not {told(value)}"
                raise ArgumentError(message)
        for name in ("within_columns", "no_holes"):
            check_kind(getattr(self, name), bool, name, "True or False")

    def __repr__(self) -> str:
        return call_of(self)

    def _named(self) -> Iterator[tuple[str, str, bool]]:
        """Every tile named, as (place, id, whether a gate is expected there)."""
        for i, gate in enumerate(self.gates or ()):
            name, colon, side = gate.partition(":")
            if colon and side not in ("front", "back"):
                raise HandError(f"{quoted(side)} is neither front nor back", f"gates[{i}]")
            yield f"gates[{i}]", name, True
        for i, name in enumerate(self.tiles or ()):
            yield f"tiles[{i}]", name, False

    def offered(self) -> dict[str, tuple[Side, ...]]:
        """The tiles to use, gates first, each with the sides that may lie up."""
        box = self.tileset
        gates = [gate.id for gate in box.gates()] if self.gates is None else self.gates
        tiles = [tile.id for tile in box.supply()] if self.tiles is None else self.tiles
        offered: dict[str, tuple[Side, ...]] = {}
        for gate in gates:
            name, _, side = gate.partition(":")
            if side:
                offered[name] = ("back",) if side == "back" else ("front",)
            else:
                offered[name] = box.tiles[name].sides
        offered.update((name, ("front",)) for name in tiles)
        return offered

    def ground(self) -> frozenset[int]:
        """The columns with grass."""
        return frozenset(x for g in self.grass for x in range(g.x, g.x + g.width))

    def room(self) -> Room:
        """The room for a castle on this ground within these goals."""
        ground = sorted(self.ground())
        width = self.max_width
        if self.within_columns and ground:
            span = ground[-1] - ground[0] + 1
            width = span if width is None else min(width, span)
        if width is None:
            return Room(len(ground), None, len(ground))
        ends = (bisect.bisect_left(ground, first + width) for first in ground)
        covered = max((end - start for start, end in enumerate(ends)), default=0)
        return Room(covered, width, len(ground))

    def most_points(self) -> int:
        """What a complete castle of all these tiles scores: no castle of them can score more."""
        faces = self.tileset.under(self.rules).faces
        offered = self.offered().items()
        tiles = sum(face_points(faces[name, sides[0]], self.rules) for name, sides in offered)
        return tiles + COMPLETE

    def most_gates(self) -> int:
        """The most gates that a legal castle can have: each takes a column of the ground (B1)."""
        gates = self.gates_offered()
        allowed = 1 if self.variant.has_one_gate else gates
        return 0 if self._strips_lie_apart() else min(gates, self.room().columns, allowed)

    def gates_offered(self) -> int:
        """How many gates there are."""
        return len(self._gates())

    def _gates(self) -> Offer:
        tiles = self.tileset.tiles
        offered = self.offered().items()
        return {name: sides for name, sides in offered if tiles[name].group is Group.GATE}

    def _strips_lie_apart(self) -> bool:
        """Whether the strips break the reading that they must touch (T5)."""
        ground = self.ground()
        is_apart = bool(ground) and max(ground) - min(ground) >= len(ground)
        return self.rules.strips_touch and is_apart

    def obstacle(self) -> Obstacle | None:
        """Why the counts forbid a complete castle of all these tiles, or None if they do not."""
        gates = self.gates_offered()
        if gates > 1 and self.variant.has_one_gate:
            reason = f"A castle of this game has one gate, and there are {gates}."
            return self.impossible() or Obstacle(Bound.GATES, reason, is_absolute=True)
        box, room = self.tileset.under(self.rules), self.room()
        return self._unplayable() or perfect_obstacle(
            box, self.offered(), room.columns, room.width, room.ground
        )

    def impossible(self) -> Obstacle | None:
        """Why there is no complete castle at all, however few gates and tiles it has, if so.

        It is proved by a gate alone: where one has no room, more have none either.
        """
        unplayable = self._unplayable()
        if unplayable:
            return unplayable
        box, room = self.tileset.under(self.rules), self.room()
        faults = [too_narrow([faces], room) for faces, _ in gate_lots(box, self._gates())]
        return faults[0] if all(faults) else None

    def _unplayable(self) -> Obstacle | None:
        """What makes every castle illegal, if anything does."""
        if not self._gates():
            return Obstacle(Bound.GATES, _NO_GATE, is_absolute=True)
        if self._strips_lie_apart():
            reason = "The strips of grass do not touch, as they must by the readings chosen."
            return Obstacle(Bound.STRIPS, reason, is_absolute=True)
        return None


_NO_GATE = "A castle needs a gate, and there is none."
