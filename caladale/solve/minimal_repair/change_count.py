"""The number of changes from a given castle, stated on top of the plain model.

What a change is says `caladale.rules.changes`. Identical tiles are interchangeable, so changes are
counted for each kind: of the tiles of a kind that do not stay as they lie, as many as lie somewhere
else or another way afterwards are moved, one change each; the others are removed or, the other way
round, added. What swaps save comes off:

- A *ring* is a set of cells in which the kinds that lay there lie again, in another order. Making
  it takes one change fewer than it has tiles.
- Two tiles of one kind that stay in their cells but are turned can be swapped instead, each turned
  as it is laid down. Such a *pair* saves one change.

The count is stated one-sidedly, through claims: which tiles stay, which rings and pairs there are.
A solution may claim less than it could but never more, so "at most so many changes" is exact.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct
from ortools.sat.python import cp_model

from caladale.core.edges import Cell
from caladale.core.layout import Placement
from caladale.solve.engine.budget import StopToken
from caladale.solve.engine.cp_sat import Value
from caladale.solve.models.plain import CastleModel
from caladale.solve.models.stock import Lot, Piece


class PlacedTile(Struct, frozen=True, eq=False):
    """A tile of the castle that is to be changed.

    Attributes:
        placed: the tile as it lies.
        lot: the tiles of its kind.
        piece: how it lies, as a piece of the model; None if no legal castle has it like this.
    """

    placed: Placement
    lot: Lot
    piece: Piece | None

    @property
    def cell(self) -> Cell:
        """Where it lies."""
        return self.placed.cell


class ChangeCount:
    """At most so many changes, as constraints on a copy of a castle's model.

    Args:
        castle: the model of the castles to change to.
        model: a copy of its CP-SAT model; the constraints go there.
        before: the tiles of the castle before.
        least: solutions with fewer changes are not looked for.
        most: how many changes are allowed.
        rings: how many rings may be claimed; by default as many as so many changes can make.
        token: what may end the stating.

    Raises:
        StopRequested: when that is ended.

    Attributes:
        total: a variable that is at least the number of changes.
        stays: whether each tile stays as it lies; None if it cannot.
    """

    def __init__(
        self,
        castle: CastleModel,
        model: cp_model.CpModel,
        before: Sequence[PlacedTile],
        *,
        least: int,
        most: int,
        rings: int | None = None,
        token: StopToken,
    ) -> None:
        self.castle = castle
        self.model = model
        self.before = before
        self.by_kind: dict[str, list[int]] = defaultdict(list)
        self.in_cell: dict[Cell, list[int]] = defaultdict(list)
        for i, tile in enumerate(before):
            self.by_kind[tile.lot.kind].append(i)
            if tile.cell in castle.place:
                self.in_cell[tile.cell].append(i)
        self._placed = _by_kind(castle, self.in_cell, token)
        self.total = model.new_int_var(least, most, "changes")
        self.stays = [self._stay(tile) for tile in before]
        self._turned = self._turned_in_place()
        if rings is None:
            rings = min(most, len(self.in_cell) // 2)  # each takes a change and two cells at least
        self._rings = [_Ring(self, number, token) for number in range(rings)]
        self._one_claim_a_cell()
        self._count()
        self._implied()

    def placed(self, cell: Cell, lot: Lot) -> list[Any]:
        """The literals of the tiles of a kind in a cell that held a tile before."""
        return self._placed[cell][lot.kind]

    def owned(self, kind: str) -> int:
        """How many different tiles of a kind the castle before has."""
        return len({self.before[i].placed.tile for i in self.by_kind[kind]})

    # --- claims ---------------------------------------------------------------------------------

    def _stay(self, tile: PlacedTile) -> Any:
        if tile.piece is None:
            return None
        literal = self.castle.place[tile.cell][tile.piece]
        kind = tile.lot.kind
        alike = [i for i in self.in_cell[tile.cell] if self.before[i].piece is tile.piece]
        if len(self.by_kind[kind]) == self.owned(kind) and len(alike) == 1:
            return literal
        # One of these tiles lies in several places, and only one of them can stay; or several lie
        # alike in one cell, with the same end.
        stays = self.model.new_bool_var(f"{tile.placed.tile} stays@{tile.cell}")
        self.model.add_implication(stays, literal)
        return stays

    def claim(self, i: int, name: str) -> Any:
        """A claim about tile `i` that means that it does not stay."""
        literal = self.model.new_bool_var(f"{name}{i}")
        if self.stays[i] is not None:
            self.model.add_implication(literal, ~self.stays[i])
        return literal

    def _turned_in_place(self) -> dict[int, Any]:
        """Of each tile that has a twin, whether it is claimed to be turned in its cell."""
        turned = {}
        for tiles in self.in_cell.values():
            for i in tiles:
                lot = self.before[i].lot
                if len(self.by_kind[lot.kind]) > 1:
                    turned[i] = self.claim(i, "turned ")
                    self.model.add_bool_or([~turned[i], *self.placed(self.before[i].cell, lot)])
        return turned

    def _one_claim_a_cell(self) -> None:
        for cell, tiles in self.in_cell.items():
            claims = [literal for ring in self._rings for literal in ring.arrives[cell].values()]
            claims += [self._turned[i] for i in tiles if i in self._turned]
            if len(tiles) > 1:
                claims += [self.stays[i] for i in tiles if self.stays[i] is not None]
            self.model.add_at_most_one(claims)

    # --- the count ------------------------------------------------------------------------------

    def _count(self) -> None:
        changes: list[Any] = [-ring.used for ring in self._rings]
        laid_of: dict[str, list[Any]] = defaultdict(list)
        for here in self.castle.place.values():
            for piece, literal in here.items():
                laid_of[piece.lot.kind].append(literal)
        for lot in self.castle.stock.lots:
            tiles = self.by_kind[lot.kind]
            owned = self.owned(lot.kind)
            stay = _sum(self.stays[i] for i in tiles)
            laid = _sum(laid_of[lot.kind])
            most = max(owned, len(lot.names))
            changed = self.model.new_int_var(0, most, f"changed {lot.kind}")
            self.model.add(changed >= owned - stay)
            self.model.add(changed >= laid - stay)
            changes.append(changed)
            turned = [self._turned[i] for i in tiles if i in self._turned]
            if len(turned) > 1:
                pairs = self.model.new_int_var(0, len(turned) // 2, f"pairs {lot.kind}")
                self.model.add(2 * pairs <= _sum(turned))
                changes.append(-pairs)
            # The same tile in another place is no tile: it can be removed, and that is all.
            changes.append(len(tiles) - owned)
            for copies in self._copies(tiles):
                claims = [self.stays[i] for i in copies]
                claims += [self._turned.get(i) for i in copies]
                claims += [ring.leaves.get(i) for ring in self._rings for i in copies]
                self.model.add(_sum(claims) <= 1)
        self.model.add(_sum(changes) <= self.total)

    def _copies(self, tiles: Sequence[int]) -> list[list[int]]:
        """The places of each of these tiles that lies in several."""
        places: dict[str, list[int]] = defaultdict(list)
        for i in tiles:
            places[self.before[i].placed.tile].append(i)
        return [copies for copies in places.values() if len(copies) > 1]

    def _implied(self) -> None:
        """Implied constraints, stated for the sake of propagation."""
        occupied = self.castle.occupied
        filled = _sum(v for cell, v in occupied.items() if cell not in self.in_cell)
        emptied = _sum(~occupied[cell] for cell in self.in_cell)
        owned = sum(self.owned(kind) for kind in list(self.by_kind))
        self.model.add(filled <= self.total)
        self.model.add(emptied <= self.total)
        # A swap touches two tiles, any other change one.
        self.model.add(_sum(self.stays) >= owned - 2 * self.total)

    # --- reading a solution ---------------------------------------------------------------------

    def origins(self, value: Value) -> dict[Cell, int]:
        """The tile before, by index, that claims bring to a cell; other cells are left out."""
        found: dict[Cell, int] = {}
        for i, stays in enumerate(self.stays):
            if stays is not None and value(stays):
                found[self.before[i].cell] = i
        for ring in self._rings:
            found.update(ring.origins(value))
        for tiles in self.by_kind.values():
            turned = [i for i in tiles if i in self._turned and value(self._turned[i])]
            for one, two in zip(turned[::2], turned[1::2], strict=False):
                found[self.before[one].cell], found[self.before[two].cell] = two, one
        return found


class _Ring:
    """One ring, if it is used.

    Attributes:
        used: whether it is.
        leaves: whether each tile is one of the ring's.
        arrives: whether a tile of a kind is laid in each cell as part of the ring.
    """

    def __init__(self, count: ChangeCount, number: int, token: StopToken) -> None:
        self._count = count
        model = count.model
        self.used = model.new_bool_var(f"ring {number}")
        self.leaves: dict[int, Any] = {}
        self.arrives: dict[Cell, dict[str, Any]] = {}
        inside = [i for tiles in count.in_cell.values() for i in tiles]
        lots = {count.before[i].lot.kind: count.before[i].lot for i in inside}
        for cell, tiles in count.in_cell.items():
            token.check()
            self.leaves.update((i, count.claim(i, f"ring {number} takes ")) for i in tiles)
            here = self.arrives[cell] = {}
            for kind, lot in lots.items():
                literals = count.placed(cell, lot)
                if literals:
                    here[kind] = model.new_bool_var(f"ring {number} brings {kind} to {cell}")
                    model.add_bool_or([~here[kind], *literals])
            for i in tiles:
                same = here.get(count.before[i].lot.kind)
                if same is not None:
                    model.add_implication(self.leaves[i], ~same)
            model.add(_sum(self.leaves[i] for i in tiles) == _sum(here.values()))
        for kind in lots:
            leaving = _sum(self.leaves[i] for i in inside if count.before[i].lot.kind == kind)
            coming = _sum(here[kind] for here in self.arrives.values() if kind in here)
            model.add(leaving == coming)
        model.add_bool_or([~self.used, *self.leaves.values()])

    def origins(self, value: Value) -> dict[Cell, int]:
        """The tile before, by index, that the ring brings to each of its cells."""
        waiting: dict[str, list[int]] = defaultdict(list)
        for i, literal in self.leaves.items():
            if value(literal):
                waiting[self._count.before[i].lot.kind].append(i)
        return {
            cell: waiting[kind].pop()
            for cell, here in self.arrives.items()
            for kind, literal in here.items()
            if value(literal)
        }


def _by_kind(
    castle: CastleModel, cells: Iterable[Cell], token: StopToken
) -> dict[Cell, dict[str, list[Any]]]:
    """The literals of the tiles of each kind, cell by cell."""
    found: dict[Cell, dict[str, list[Any]]] = {}
    for cell in cells:
        token.check()
        here = found[cell] = defaultdict(list)
        for piece, literal in castle.place[cell].items():
            here[piece.lot.kind].append(literal)
    return found


def _sum(literals: Any) -> Any:
    return cp_model.LinearExpr.sum([literal for literal in literals if literal is not None])
