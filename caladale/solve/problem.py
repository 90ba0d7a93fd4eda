"""The problem of the challenge: which tiles, on which ground, under which rules, to which goals."""

from __future__ import annotations

from msgspec import Struct

from caladale.layout import Grass, Variant
from caladale.readings import Readings
from caladale.solve.counting import Obstacle, perfect_obstacle
from caladale.tilefile import Group, Role
from caladale.tiles import Side, TileSet, standard_tileset

BOOK_GROUND = (Grass(0, 4), Grass(4, 4))
"""The two strips of the challenge, side by side."""


class Challenge(Struct, frozen=True):
    """A castle to be built: of which tiles, on which ground, under which rules, to which goals.

    Attributes:
        tileset: the box.
        rules: the readings of the rules.
        grass: the strips, where they lie.
        tiles: ids of the standard and enchanted tiles to use; None for all that the box holds.
        gates: ids of the gates, all of which are used; ``:front`` or ``:back`` settles a side.
            None for all that the box holds, with either side up.
        variant: the game that the castle is scored in.
        within_columns: whether nothing may lie beyond the ground.
        max_width: the most columns that the castle may span.
        max_height: the most rows that the castle may have.
        no_holes: whether no hole may be left in the castle. Where the readings say that a hole
            spoils a complete castle, none may in any case.
    """

    tileset: TileSet = standard_tileset()
    rules: Readings = Readings()
    grass: tuple[Grass, ...] = BOOK_GROUND
    tiles: tuple[str, ...] | None = None
    gates: tuple[str, ...] | None = None
    variant: Variant = Variant.ALL_TILES
    within_columns: bool = False
    max_width: int | None = None
    max_height: int | None = None
    no_holes: bool = False

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

    def most_points(self) -> int:
        """What a complete castle of all these tiles scores: no castle of them can score more."""
        box, count_gates = self.tileset.tiles, self.rules.gate_counts == "yes"
        tiles = [box[name] for name in self.offered()]
        scoring = sum(count_gates or tile.group is not Group.GATE for tile in tiles)
        return 2 * scoring + sum(tile.role is Role.TOWER for tile in tiles) + 2

    def obstacle(self) -> Obstacle | None:
        """Why the counts forbid a complete castle of all these tiles, or None if they do not."""
        ground = self.ground()
        width = self.max_width
        if self.within_columns:
            span = max(ground) - min(ground) + 1
            width = span if width is None else min(width, span)
        columns = len(ground) if width is None else min(width, len(ground))
        return perfect_obstacle(self.tileset.under(self.rules), self.offered(), columns, width)
