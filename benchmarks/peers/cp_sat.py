"""CP-SAT itself on the flat model, with the score as the objective: the plain way to use it.

No linear relaxation: it costs more than it gives where nearly everything is a clause. A castle in
several parts is cut off, and CP-SAT starts again with what is left of the time.
"""

from __future__ import annotations

from ortools.sat.python import cp_model

from benchmarks.peers.answer import Answer, Problem, Terms
from benchmarks.peers.flat import flat_castle, maximized
from caladale.core.hand import Hand
from caladale.solve.models.plain_cuts import add_cuts


def solve(hand: Hand, terms: Terms) -> Answer:
    """The best castle in the window of the flat model."""
    problem = Problem(hand, terms)
    castle = maximized(flat_castle(hand, problem), problem)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = terms.workers
    solver.parameters.random_seed = terms.seed
    solver.parameters.linearization_level = 0
    while (seconds := problem.left) > 0:
        solver.parameters.max_time_in_seconds = seconds
        if solver.solve(castle.model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            break
        if not add_cuts(castle, solver.boolean_value):
            return problem.answer(problem.judged(castle.pieces_of(solver.boolean_value)))
    return problem.answer(None)
