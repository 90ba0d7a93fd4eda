"""Large neighbourhood search on shapes: one that stands but for a few faults, mended until it does.

Where what hangs carries nothing, hardly any shape is held up and search from nothing seldom meets
one. Shapes that would stand if a few hung tiles carried after all are plentiful. So the model
admits such *faults*, and from the first shape on, a few cells at a time, the destroy set, are
filled anew with as few faults as can be, while all others stay. Filling cells anew without gain is
welcome: it is how the shape drifts to where the last faults can be mended.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

from msgspec import Struct
from ortools.sat.python import cp_model

from caladale.core.edges import Cell
from caladale.core.readings import Readings
from caladale.solve.all_tiles.shape_model import Demand, Shape, ShapeModel
from caladale.solve.engine.budget import Outcome, StopToken, WorkBudget, feasibility_solver
from caladale.solve.engine.cp_sat import Watcher
from caladale.solve.models.blanks import Blank, Stance
from caladale.solve.models.window import Window


class ShapeRepairParams(Struct, frozen=True):
    """How a shape is repaired; by trial, on `benchmarks.challenge` under the readings that need it.

    Attributes:
        fewest: how many cells are filled anew around a fault at least; half as many are elsewhere.
        most: and at most.
        aimed: how often the cells are chosen for a fault among them.
        step: the most work on one part, in deterministic seconds; it takes a twentieth on average.
        step_cost: work that setting up a step is worth and CP-SAT does not count.
    """

    fewest: int = 12
    most: int = 26
    aimed: float = 0.8
    step: float = 0.3
    step_cost: float = 0.005


PARAMS = ShapeRepairParams()


class ShapeRepair(ShapeModel):
    """A shape model that is solved by repair; it keeps its shape from one call to the next.

    Args:
        window: where the shape lies.
        demand: what it is made of.
        rules: the readings.
        seed: chooses the destroy sets.
        token: what may end the stating of the model.

    Raises:
        StopRequested: when that is ended.
    """

    def __init__(
        self,
        window: Window,
        demand: Demand,
        rules: Readings,
        seed: int,
        *,
        token: StopToken | None = None,
    ) -> None:
        super().__init__(window, demand, rules, lenient=True, token=token)
        self._chance = random.Random(seed)
        self._cells = list(window.cells())
        self._faults = self._support.faults
        self._laid: dict[Cell, tuple[Blank, Stance]] = {}
        self._faulty: list[Cell] = []
        self._settled_cuts = 0

    def solve(
        self, solver: cp_model.CpSolver, budget: WorkBudget, watcher: Watcher | None = None
    ) -> tuple[Outcome, Shape | None]:
        """Look for a shape that is whole and stands; `solver` makes the first draft."""
        del watcher
        if not self._laid:
            self._model.minimize(sum(self._faults.values()))
            solver.parameters.stop_after_first_solution = True
            outcome = budget.solve(solver, self._model)
            if outcome is not Outcome.FOUND:
                return outcome, None
            self._keep(solver)
        # After a cut the shape is one that the model forbids: any part may be to blame.
        while self._faulty or self._is_forbidden():
            if budget.is_spent:
                return Outcome.LIMIT, None
            self._lay_anew(self._part(), budget)
        return Outcome.FOUND, self._shape()

    def _shape(self) -> Shape:
        return {cell: (blank, stance.sides) for cell, (blank, stance) in self._laid.items()}

    def _keep(self, solver: cp_model.CpSolver) -> None:
        """Make the shape that `solver` found the one to go on from."""
        self._laid = {
            cell: piece
            for cell, pieces in self._grid.pieces.items()
            for piece, placed in pieces.items()
            if solver.boolean_value(placed)
        }
        self._faulty = [cell for cell, fault in self._faults.items() if solver.boolean_value(fault)]
        self._settled_cuts = self.cuts

    def _is_forbidden(self) -> bool:
        """Whether the shape has been cut off since it was laid, or is cut off now."""
        return self.cuts > self._settled_cuts or self._cut_off(self._shape())

    def _part(self) -> set[Cell]:
        """The destroy set: cells around a fault, and elsewhere, as tiles must be traded."""
        is_aimed = self._faulty and self._chance.random() < PARAMS.aimed
        centre = self._chance.choice(self._faulty if is_aimed else self._cells)
        elsewhere = self._chance.choice(self._cells)
        count = self._chance.randint(PARAMS.fewest, PARAMS.most)
        return self._around(centre, count) | self._around(elsewhere, count // 2)

    def _around(self, centre: Cell, count: int) -> set[Cell]:
        """About a square of cells, ragged by chance."""
        x, y = centre
        far = {
            cell: max(abs(cell[0] - x), abs(cell[1] - y)) + self._chance.random()
            for cell in self._cells
        }
        return set(sorted(self._cells, key=far.__getitem__)[:count])

    def _lay_anew(self, part: set[Cell], budget: WorkBudget) -> None:
        """Lay `part` of the shape with the fewest faults, if there is a way in short time."""
        step = WorkBudget(min(PARAMS.step, budget.left), budget.token)
        solver = feasibility_solver(self._chance.randrange(2**31))
        outcome = step.solve(solver, self._with_fixed(set(self._cells) - part))
        budget.left -= min(PARAMS.step, budget.left) - step.left + PARAMS.step_cost
        if outcome is Outcome.FOUND and (
            self.cuts > self._settled_cuts or solver.objective_value <= len(self._faulty)
        ):
            self._keep(solver)

    def _with_fixed(self, cells: Iterable[Cell]) -> cp_model.CpModel:
        """The model with what lies in `cells` as it is."""
        model = self._model.clone()
        variables = model.proto.variables
        for cell in cells:
            laid = self._laid.get(cell)
            for piece, placed in self._grid.pieces[cell].items():
                domain = variables[placed.index].domain
                domain[0] = domain[1] = int(piece == laid)
        return model
