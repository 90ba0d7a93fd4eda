"""Cuts: what a solution of the plain model broke, turned into clauses that forbid it for good.

Two rules are about the castle as a whole, and stating them in full would need a rank for every
cell. Most solutions keep them anyway, so they are checked after the fact, as in branch and cut:

- *Connection* (rule D). A set of cells without the root, with no joint to the rest, is apart. In
  any legal castle, a tile in that set is joined to the gate by a chain that leaves the set, so some
  joint across its border is there (or the gate lies in the set).
- *Foundation* (rule F). Under some readings the reasons why tiles stay up may run in a circle. The
  atoms that the circle makes true have, in any legal castle, a first one in the order of the least
  fixed point, and its reason lies outside the set: the loop formula of Lin and Zhao (ASSAT, 2004).
- *Holes*, where a hole spoils a complete castle: fill a cell of it, or open its wall, or do not
  claim to be complete.
"""

from __future__ import annotations

from typing import Any

import networkx as nx

from caladale.core.edges import Cell, Direction, neighbour
from caladale.solve.engine.cp_sat import Value
from caladale.solve.models.holes import holes
from caladale.solve.models.plain import CastleModel
from caladale.solve.models.plain_support import Atom


def add_cuts(castle: CastleModel, value: Value) -> int:
    """Add the clauses that `value`, a solution of the model, shows to be missing.

    Returns:
        How many were added; 0 means that the solution is legal, and complete if it says so.
    """
    return (
        _connection_cuts(castle, value)
        + _foundation_cuts(castle, value)
        + _hole_cuts(castle, value)
    )


def _connection_cuts(castle: CastleModel, value: Value) -> int:
    graph: nx.Graph[Cell] = nx.Graph()
    graph.add_nodes_from(cell for cell, literal in castle.occupied.items() if value(literal))
    for (cell, side), literal in castle.joint.items():
        if value(literal):
            graph.add_edge(cell, neighbour(cell, side))
    parts = sorted(sorted(part) for part in nx.connected_components(graph))
    root = _root(castle, value)
    added = 0
    for part in parts:
        if root not in part:
            _cut_off(castle, set(part), root)
            added += len(part)
    return added


def _root(castle: CastleModel, value: Value) -> Cell:
    """The cell of the leftmost gate."""
    pieces = castle.pieces_of(value)
    return min(cell for cell, piece in pieces.items() if piece.lot.is_gate)


def _cut_off(castle: CastleModel, part: set[Cell], root: Cell) -> None:
    """A tile in `part` needs a joint across its border, or the root in it."""
    ways_out: list[Any] = []
    for cell in sorted(part):
        for side in Direction:
            joint = castle.joint_between(cell, side)
            inside = neighbour(cell, side) in part
            if joint is not None and not inside:
                ways_out.append(joint)
    if castle.one_gate:
        ways_out += [
            literal
            for cell in sorted(part)
            for piece, literal in castle.place[cell].items()
            if piece.lot.is_gate
        ]
    else:
        ways_out.append(~castle.occupied[root])
    for cell in sorted(part):
        castle.model.add_bool_or([~castle.occupied[cell], *ways_out])


def _foundation_cuts(castle: CastleModel, value: Value) -> int:
    true = {atom: bodies for atom, (literal, bodies) in castle.atoms.items() if value(literal)}
    founded: set[Atom] = set()
    growing = True
    while growing:
        new = {
            atom
            for atom, bodies in true.items()
            if atom not in founded
            and any(value(body.literal) and founded.issuperset(body.rests_on) for body in bodies)
        }
        founded |= new
        growing = bool(new)
    loop = true.keys() - founded
    if not loop:
        return 0
    circle = sorted(loop, key=lambda atom: (atom.cell, atom.what))
    claims = [castle.atoms[atom][0] for atom in circle]
    outside = [
        body.literal
        for atom in circle
        for body in castle.atoms[atom][1]
        if loop.isdisjoint(body.rests_on)
    ]
    # One clause for all: not all of these at once, unless something outside holds one of them.
    castle.model.add_bool_or([*(~claim for claim in claims), *outside])
    return 1


def _hole_cuts(castle: CastleModel, value: Value) -> int:
    if not castle.rules.holes_spoil or not value(castle.complete):
        return 0
    filled = {cell for cell, literal in castle.occupied.items() if value(literal)}
    found = holes(filled)
    for hole in found:
        near = {neighbour(cell, side) for cell in hole for side in Direction} - hole
        walls = [~castle.occupied[cell] for cell in sorted(near & filled)]
        inside = [castle.occupied[cell] for cell in sorted(hole) if cell in castle.occupied]
        castle.model.add_bool_or([~castle.complete, *walls, *inside])
    return len(found)
