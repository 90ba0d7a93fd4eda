"""A bound on the score that looks at no grid: castle ends, joints and ground edges are counted.

Every castle edge in a castle is one of three things: half of a joint with an edge of its own theme
(or the wild), a bottom edge on the grass, or exposed. A connected castle of n tiles has at least
n - 1 joints. Whatever satisfies these counts bounds what any castle can score, however wide the
table, so a castle that reaches the bound is the best there is.
"""

from __future__ import annotations

from typing import Any

from ortools.sat.python import cp_model

from caladale.edges import THEMES, Direction, Edge
from caladale.readings import Readings
from caladale.solve.counts import add_limits, tile_points
from caladale.solve.engine import quiet_solver
from caladale.solve.stock import Stock
from caladale.tiles import Face

_SECONDS = 10.0


def score_bound(
    stock: Stock,
    ground_columns: int,
    rules: Readings,
    *,
    one_gate: bool = True,
    complete_only: bool = False,
) -> int | None:
    """The most points that counting alone allows, or None when it allows no castle at all.

    Flipped tiles are not in it. The little model is solved by one worker with a fixed seed, so the
    result is always the same.
    """
    model = cp_model.CpModel()
    faces = [(lot, face) for lot in stock.lots for face in lot.faces]
    counts = {
        face: model.new_int_var(0, len(lot.own) + len(lot.spare), f"{face.kind} {face.side}")
        for lot, face in faces
    }
    used = {lot.kind: sum(counts[face] for face in lot.faces) for lot in stock.lots}
    add_limits(model, stock, used, one_gate=one_gate)

    most_ends = 4 * (stock.most_tiles + 1)

    def number(name: str) -> cp_model.IntVar:
        return model.new_int_var(0, most_ends, name)

    def ends(edge: Edge) -> Any:
        return sum(face.edges.count(edge) * counts[face] for _, face in faces)

    joints, with_wild, ground, exposed = [], [], [], []
    for theme in THEMES:
        own, mixed, low, bare = (
            number(f"{theme.value} {what}") for what in ("joints", "to wild", "ground", "exposed")
        )
        model.add(ends(theme) == 2 * own + mixed + low + bare)
        gate_bottoms = sum(
            counts[face] for lot, face in faces if lot.is_gate and _bottom(face) is theme
        )
        model.add(low >= gate_bottoms)
        joints.append(own)
        with_wild.append(mixed)
        ground.append(low)
        exposed.append(bare)
    wild_joints, wild_low, wild_bare = (
        number("wild joints"),
        number("wild low"),
        number("wild bare"),
    )
    model.add(ends(Edge.WILD) == sum(with_wild) + 2 * wild_joints + wild_low + wild_bare)
    model.add(sum(joints) + sum(with_wild) + wild_joints >= sum(counts.values()) - 1)
    model.add(sum(ground) + wild_low <= ground_columns)

    complete = model.new_bool_var("complete")
    open_edges = sum(exposed) + wild_bare
    model.add(open_edges == 0).only_enforce_if(complete)
    if complete_only:
        model.add(complete == 1)
    model.maximize(tile_points(model, stock, used, rules) + 2 * complete - 2 * open_edges)
    solver = quiet_solver(seconds=_SECONDS)
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        return None
    return round(solver.best_objective_bound)


def _bottom(face: Face) -> Edge:
    return face.edges[Direction.S]
