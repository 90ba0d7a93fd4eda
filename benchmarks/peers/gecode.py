"""MiniZinc with Gecode: a model of one variable a cell, in ``castle.mzn``.

Castles come as they get better, so there is one to show when the time is up. One in several parts
is cut off, and Gecode starts again with what is left of the time. The model states support for the
default readings only.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import networkx as nx

from benchmarks.peers.answer import Answer, Problem, Terms
from caladale.edges import Cell, Direction, Edge, neighbour
from caladale.hand import Hand
from caladale.readings import Readings
from caladale.solve.hanging import hanging_sides
from caladale.solve.stock import Piece
from caladale.solve.window import snug

_EDGES = tuple(Edge)


def solve(hand: Hand, terms: Terms) -> Answer:
    """The best castle in the window of the flat model.

    Raises:
        ValueError: for other readings than the default ones.
    """
    if hand.rules != Readings():
        message = "this peer knows the default readings only"
        raise ValueError(message)
    problem = Problem(hand, terms)
    window = _Window(hand, problem)
    best: int | None = None
    parts: list[set[Cell]] = []
    while problem.left > 0:
        known = len(parts)
        for pieces in window.castles(problem, terms, parts):
            total = problem.judged(pieces)
            if total is None:
                parts += [part for part in _apart(pieces) if part not in parts]
            elif best is None or total > best:
                best = total
        if len(parts) == known:
            break
    return problem.answer(best)


class _Window:
    """The cells and pieces, numbered as the model numbers them."""

    def __init__(self, hand: Hand, problem: Problem) -> None:
        self._program = shutil.which("minizinc") or "minizinc"
        self._pieces = problem.stock.pieces()
        cells = set(snug(problem.ground, problem.stock, hand.rules))
        self._left = min(x for x, _ in cells)
        self._columns = range(self._left, max(x for x, _ in cells) + 1)
        self._rows = range(max(y for _, y in cells) + 1)
        lots = problem.stock.lots
        self._facts: dict[str, Any] = {
            "columns": len(self._columns),
            "rows": len(self._rows),
            "pieces": len(self._pieces),
            "lots": len(lots),
            "ground": [x in problem.ground for x in self._columns],
            "there": self._grid(cells),
            "edge": [[_EDGES.index(edge) for edge in piece.edges] for piece in self._pieces],
            "lot": [lots.index(piece.lot) + 1 for piece in self._pieces],
            "have": [len(lot.own) for lot in lots],
            "points": [lot.points(hand.rules) for lot in lots],
            "is_gate": [lot.is_gate for lot in lots],
            "hangs": [
                [side in hanging_sides(piece.face, hand.rules) for side in Direction]
                for piece in self._pieces
            ],
            "bound": problem.bound,
        }

    def _grid(self, cells: set[Cell]) -> list[list[bool]]:
        return [[(x, y) in cells for x in self._columns] for y in self._rows]

    def castles(
        self, problem: Problem, terms: Terms, parts: list[set[Cell]]
    ) -> Iterator[dict[Cell, Piece]]:
        """Ever better castles, the last being the best that there is or the time allows."""
        cuts = [*parts, set()]  # data for MiniZinc must not be empty
        facts = {**self._facts, "parts": len(cuts), "part": [self._grid(part) for part in cuts]}
        options = {
            "--solver": "gecode",
            "--time-limit": str(max(1, round(problem.left * 1000))),
            "--parallel": str(terms.workers),
            "--random-seed": str(terms.seed),
        }
        settings = [word for option in options.items() for word in option]
        model = resources.as_file(resources.files(__package__).joinpath("castle.mzn"))
        with tempfile.TemporaryDirectory() as folder, model as path:
            data = Path(folder) / "hand.json"
            data.write_text(json.dumps(facts), encoding="utf-8")
            words = ["--json-stream", "--intermediate", *settings, str(path), str(data)]
            with subprocess.Popen(
                [self._program, *words], stdout=subprocess.PIPE, text=True
            ) as process:
                try:
                    yield from map(self._castle, _solutions(process))
                finally:
                    process.kill()

    def _castle(self, lay: list[list[int]]) -> dict[Cell, Piece]:
        return {
            (x, y): self._pieces[number - 1]
            for y, row in zip(self._rows, lay, strict=True)
            for x, number in zip(self._columns, row, strict=True)
            if number
        }


def _solutions(process: subprocess.Popen[str]) -> Iterator[list[list[int]]]:
    """What lies in the cells, row by row, for each solution.

    Raises:
        RuntimeError: when MiniZinc tells of an error.
    """
    for line in process.stdout or ():
        said = json.loads(line)
        if said["type"] == "error":
            raise RuntimeError(said.get("message", line))
        if said["type"] == "solution":
            yield said["output"]["json"]["lay"]


def _apart(pieces: dict[Cell, Piece]) -> list[set[Cell]]:
    """The parts of a castle that are not joined to its gate."""
    graph: nx.Graph[Cell] = nx.Graph()
    graph.add_nodes_from(pieces)
    for cell, piece in pieces.items():
        for side in (Direction.N, Direction.E):
            other = neighbour(cell, side)
            if piece.edges[side].is_castle and other in pieces:
                graph.add_edge(cell, other)
    gate = next(cell for cell, piece in pieces.items() if piece.is_gate)
    return [set(part) for part in nx.connected_components(graph) if gate not in part]
