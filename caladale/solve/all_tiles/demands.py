"""Demands: what a shape of so many tiles and gates is made of, and what it may leave out."""

from __future__ import annotations

from collections.abc import Mapping

from caladale.core.tile_file import Role
from caladale.core.tiles import TileSet
from caladale.solve.all_tiles.shape_model import Demand
from caladale.solve.all_tiles.window_rounds import Make
from caladale.solve.models.blanks import Blank


class Demands:
    """The tiles of a challenge, sorted by blank, as the demands that shapes are to meet.

    Args:
        tileset: the box.
        blanks: the ids of the tiles on offer, sorted by blank (`blanks_of`).
        no_holes: whether no hole may be walled in.
    """

    def __init__(
        self, tileset: TileSet, blanks: Mapping[Blank, list[str]], *, no_holes: bool
    ) -> None:
        self._no_holes = no_holes
        self._stock = tuple((blank, len(names)) for blank, names in blanks.items())
        self._gates = frozenset(blank for blank in blanks if blank.is_gate)
        self._towers = frozenset(
            blank
            for blank, names in blanks.items()
            if all(tileset.tiles[name].role is Role.TOWER for name in names)
        )

    def of(self, make: Make) -> Demand:
        """What a castle that is made so asks of its shape."""
        all_gates = sum(count for blank, count in self._stock if blank.is_gate)
        all_used = self._towers if make.all_towers else frozenset()
        if make.gates == all_gates:
            return Demand(self._stock, make.size, self._gates | all_used, self._no_holes)
        return Demand(self._stock, make.size, all_used, self._no_holes, make.gates)
