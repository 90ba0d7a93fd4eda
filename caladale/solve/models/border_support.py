"""Support (rule F) as constraints on a shape, stated so that no cycle can satisfy them.

Every literal here is a *claim* that implies its reasons, and each tile must make one claim.
Claims are founded because their reasons lie in an order: a tile stands on the row below; a bridge
spans, and a hanging tile hangs from, tiles that stand in its own row; a straight tile that hangs
(where the readings allow it) takes its hold from one side only, so that a chain of them has a
first link; and a tile that hangs from its top carries nothing, so that no tile rests on what
hangs from itself.

That is the least fixed point, row by row, for every reading but one: under
``corner_hangs_from_top`` a corner that hangs from its top could hold others, and that is given up
here. Whatever is built is still legal; only a claim that nothing can be built would need more.

A wild with four castle sides is a *pivot*: it may hang by all but its bottom, and others may hang
from it on any side. What hangs from a pivot only asks for it to be there, so there reasons may go
round in a circle after all. That is rare, and looked for afterwards (`unfounded`).

A *lenient* model lets a tile stand on a hung one where the readings forbid it, and counts that as
a fault; `shape_repair` mends them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ortools.sat.python import cp_model

from caladale.core.edges import Cell, Direction, neighbour
from caladale.core.readings import Readings
from caladale.solve.engine.cp_sat import Value
from caladale.solve.models.blanks import ALL_SIDES, NORTH, SOUTH, Sides, Stance, bit
from caladale.solve.models.border_grid import BorderGrid, Literal
from caladale.solve.models.foundation import founded


def is_pivot(stance: Stance) -> bool:
    """Whether tiles in this stance may hang, and others from them, in every direction."""
    return stance.sides == ALL_SIDES and bool(stance.hangs)


class Support:
    """The claims of every cell of a grid; making one adds the constraints of rule F.

    Attributes:
        stands: mode B, for each cell.
        bridges: mode R, for each cell.
        hangs_from_top: mode H by the N edge, for each cell.
        faults: standing on what carries nothing, for each cell where a lenient model admits it.
    """

    def __init__(self, grid: BorderGrid[Any], rules: Readings, *, lenient: bool = False) -> None:
        self._grid = grid
        self._rules = rules
        self._model = grid.model
        cells = list(grid.window.cells())
        self.stands = {cell: self._model.new_bool_var(f"stands {cell}") for cell in cells}
        self.bridges = {cell: self._model.new_bool_var(f"bridges {cell}") for cell in cells}
        self.hangs_from_top = {cell: self._model.new_bool_var(f"top {cell}") for cell in cells}
        self._holds = {side: self._sideways_hold(side) for side in (Direction.E, Direction.W)}
        self._unbroken: dict[Cell, Literal] = {}
        self.faults: dict[Cell, cp_model.IntVar] = {}
        self._lenient = lenient
        for cell in cells:
            self._found_standing(cell)
            self._found_bridge(cell)
            self._found_hanging_from_top(cell)
            self._every_tile_is_held(cell)

    def _implies_any(self, claim: Literal, reasons: Sequence[Literal]) -> None:
        self._model.add_bool_or([claim.negated(), *reasons])

    def _sideways_hold(self, side: Direction) -> dict[Cell, Literal]:
        """What a tile that hangs by `side` needs of the neighbour there: it stands, or hangs on.

        A neighbour that is a bridge needs the hanging tile to stand, and then it need not hang.
        """
        grid = self._grid
        if not any(
            stance.hangs & bit(side) and stance.sides & bit(side.opposite)
            for stance in grid.stances
        ):
            return dict(self.stands)
        holds: dict[Cell, Literal] = {
            cell: self._model.new_bool_var(f"holds {side.name} {cell}")
            for cell in grid.window.cells()
        }
        for cell, hold in holds.items():
            links = self._links(cell, side, holds)
            self._implies_any(hold, [self.stands[cell], *links, *self._pivots(cell)])
        return holds

    def _pivots(self, cell: Cell) -> list[cp_model.IntVar]:
        return self._grid.where(cell, is_pivot)

    def _links(self, cell: Cell, side: Direction, holds: dict[Cell, Literal]) -> list[Literal]:
        """A literal for `cell` hanging by `side` from a neighbour that itself has a hold."""
        further = holds.get(neighbour(cell, side))
        if further is None:
            return []
        link = self._model.new_bool_var(f"link {side.name} {cell}")
        self._model.add_implication(link, further)
        self._implies_any(link, self._grid.where(cell, lambda s: bool(s.hangs & bit(side))))
        return [link]

    def _found_standing(self, cell: Cell) -> None:
        """Mode B: on grass, or on a tile below that carries."""
        grid, stands = self._grid, self.stands[cell]
        if grid.exposed:  # else whatever asks for it has a joint with the cell
            self._model.add_implication(stands, grid.occupied[cell])
        if grid.window.is_grassy(cell):
            if not self._rules.grass_holds_sky:
                self._implies_any(stands, [grid.joint(cell, Direction.S)])
            self._model.add_implication(grid.joint(cell, Direction.S), stands)
            return
        if cell[1] == 0:
            self._model.add_bool_or([stands.negated()])
            return
        below = neighbour(cell, Direction.S)
        if not self._rules.sky_stacks:
            self._implies_any(stands, [grid.joint(cell, Direction.S)])
        self._model.add_implication(stands, grid.occupied[below])
        if self._rules.hung_tiles_hold:
            # A pivot that is held up otherwise does stand on what hangs from it.
            self._implies_any(stands, [~self.hangs_from_top[below], *self._pivots(cell)])
            self._model.add_bool_or(
                [grid.joint(cell, Direction.S).negated(), self.hangs_from_top[below], stands]
            )
        else:
            carriers = [self.stands[below], self.bridges[below]]
            self._implies_any(stands, [*carriers, *self._leniency(cell)])
            bottom = grid.joint(cell, Direction.S)
            for carrier in carriers:
                self._model.add_bool_or([bottom.negated(), carrier.negated(), stands])

    def _leniency(self, cell: Cell) -> list[cp_model.IntVar]:
        """A literal for `cell` standing on a hung tile, unless it holds that tile up itself."""
        if not self._lenient:
            return []
        fault = self._model.new_bool_var(f"fault {cell}")
        below = neighbour(cell, Direction.S)
        self._model.add_implication(fault, self.hangs_from_top[below].negated())
        self.faults[cell] = fault
        return [fault]

    def _found_bridge(self, cell: Cell) -> None:
        """Mode R: joined at E and W to tiles that stand."""
        bridge = self.bridges[cell]
        self._implies_any(bridge, self._grid.where(cell, lambda stance: stance.bridges))
        for side in (Direction.E, Direction.W):
            pier = neighbour(cell, side)
            if not self._grid.window.holds(pier):
                self._model.add_bool_or([bridge.negated()])
                return
            self._model.add_implication(bridge, self.stands[pier])
            if self._rules.piers_reach_grass:
                self._model.add_implication(bridge, self._joined_to_grass(pier))

    def _joined_to_grass(self, cell: Cell) -> Literal:
        """A literal for `cell` being joined, each tile to the one below it, down to the grass."""
        if cell not in self._unbroken:
            unbroken = self._model.new_bool_var(f"unbroken {cell}")
            if self._grid.window.may_join(cell, Direction.S):
                self._implies_any(unbroken, [self._grid.joint(cell, Direction.S)])
            else:
                self._model.add_bool_or([unbroken.negated()])
            if cell[1] > 0:
                below = self._joined_to_grass(neighbour(cell, Direction.S))
                self._model.add_implication(unbroken, below)
            self._unbroken[cell] = unbroken
        return self._unbroken[cell]

    def _found_hanging_from_top(self, cell: Cell) -> None:
        """Mode H by the N edge: joined to the tile above, which is held up without it."""
        top = self.hangs_from_top[cell]
        self._implies_any(top, self._grid.where(cell, lambda stance: bool(stance.hangs & NORTH)))
        above = neighbour(cell, Direction.N)
        if self._grid.exposed:
            held = [self._grid.joint(cell, Direction.N)] if self._grid.window.holds(above) else []
            self._implies_any(top, held)
        if self._grid.window.holds(above):
            self._implies_any(top, [~self.hangs_from_top[above], *self._pivots(above)])

    def _every_tile_is_held(self, cell: Cell) -> None:
        """Rule F: whatever stands in `cell` makes a claim that its stance allows."""
        for (_, stance), placed in self._grid.pieces[cell].items():
            self._implies_any(placed, self._claims(cell, stance))

    def _claims(self, cell: Cell, stance: Stance) -> list[Literal]:
        claims: list[Literal] = []
        if self._may_stand(cell, stance.sides):
            claims.append(self.stands[cell])
        if stance.bridges:
            claims.append(self.bridges[cell])
        for side, hold in self._holds.items():
            other = hold.get(neighbour(cell, side))
            if stance.hangs & bit(side) and other is not None:
                claims.append(other)
        if stance.hangs & NORTH:
            claims.append(self.hangs_from_top[cell])
        return claims

    def _may_stand(self, cell: Cell, sides: Sides) -> bool:
        """Leave out a claim that cannot be made anyway: shorter clauses propagate better."""
        if sides & SOUTH:
            return True
        if cell[1] == 0:
            return self._rules.grass_holds_sky and self._grid.window.is_grassy(cell)
        return self._rules.sky_stacks

    def unfounded(self, value: Value) -> set[Cell]:
        """The cells of a solution whose tiles nothing holds up but each other.

        Only with a pivot can there be any.
        """
        lying = {
            cell: stance
            for cell, pieces in self._grid.pieces.items()
            for (_, stance), placed in pieces.items()
            if value(placed)
        }
        if not any(map(is_pivot, lying.values())):
            return set()
        return lying.keys() - founded(lying, self._grid.window, self._rules)
