"""How low can a castle of all tiles be? ``python -m benchmarks.low_castles``.

Asks the shape model, which knows no themes, for castles of few rows in a window that is wide enough
for any: a castle grows at most one column beyond the ground with every row, and one more by an edge
tile that hangs head down. Where there is no shape there is no castle. Each refutation is made
twice, by two configurations of CP-SAT. Any tiles may be left out, gates too.
"""

from __future__ import annotations

import argparse

from ortools.sat.python import cp_model

from benchmarks.timing import machine
from caladale.core.layout import Grass
from caladale.solve.all_tiles.problem import BOOK_GROUND, Challenge
from caladale.solve.all_tiles.shape_model import Demand, ShapeModel
from caladale.solve.engine.budget import Outcome, StopToken, WorkBudget, feasibility_solver
from caladale.solve.engine.cp_sat import quiet_solver
from caladale.solve.models.blanks import blanks_of
from caladale.solve.models.window import Window


def solvers() -> dict[str, cp_model.CpSolver]:
    """Two ways to search that share little."""
    single = feasibility_solver(0)
    portfolio = quiet_solver(workers=8)
    portfolio.parameters.cp_model_presolve = False
    return {"one worker": single, "8 workers, no presolve": portfolio}


def ask(challenge: Challenge, rows: int, tiles: int, seconds: float) -> dict[str, Outcome]:
    """What each configuration says of a shape of so many tiles in so many rows."""
    ground = challenge.ground()
    left, right = min(ground) - rows - 1, max(ground) + rows + 1
    window = Window(left, right - left + 1, rows, ground)
    box = challenge.tileset.under(challenge.rules)
    blanks = blanks_of(box, challenge.rules, challenge.offered())
    stock = tuple((blank, len(names)) for blank, names in blanks.items())
    demand = Demand(stock, tiles)
    answers = {}
    for name, solver in solvers().items():
        model = ShapeModel(window, demand, challenge.rules)
        answers[name], _ = model.solve(solver, WorkBudget(10**6, StopToken(seconds)))
    return answers


def main() -> None:
    """Print a line for each question."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, help="for each answer")
    options = parser.parse_args()
    print(machine(), vars(options))
    questions = [(BOOK_GROUND, 5, tiles) for tiles in range(76, 70, -1)]
    questions += [((Grass(0, 4), Grass(4 + gap, 4)), 4, 76) for gap in range(1, 13)]
    for grass, rows, tiles in questions:
        answers = ask(Challenge(grass=grass), rows, tiles, options.seconds)
        told = ", ".join(f"{outcome.value} ({name})" for name, outcome in answers.items())
        gap = grass[1].x - 4
        print(f"{tiles} tiles in {rows} rows, strips {gap} columns apart: {told}", flush=True)


if __name__ == "__main__":
    main()
