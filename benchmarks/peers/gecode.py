"""MiniZinc with Gecode: a model of one variable a cell, in ``castle.mzn``.

Gecode goes through all castles first, for a quarter of the time, which settles small hands. Then it
searches around the best castle so far: from restart to restart it keeps most of that castle and
lays the rest anew, which on large hands is worth far more.

A castle in several parts is cut off, and Gecode starts again with what is left of the time. The
model states support for the default readings only.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import resources
from pathlib import Path
from typing import Any, TypeVar

import networkx as nx

from benchmarks.peers.answer import Answer, Problem, Terms
from caladale.core.edges import Cell, Direction, Edge, neighbour
from caladale.core.hand import Hand
from caladale.core.readings import Readings
from caladale.solve.hand.windows import snug
from caladale.solve.models.hanging import hanging_sides
from caladale.solve.models.stock import Piece

_EDGES = tuple(Edge)

Told = TypeVar("Told")


_FOR_ALL = 0.25
"""The share of the time for going through all castles."""

_THROUGH = ("OPTIMAL_SOLUTION", "UNSATISFIABLE")
"""What MiniZinc says when there is nothing better."""

_POOREST = -10_000
"""A score below that of any castle."""


def solve(hand: Hand, terms: Terms) -> Answer:
    """The best castle in the window of the flat model.

    Raises:
        ValueError: for other readings than the default ones.
    """
    if hand.rules != Readings():
        message = "this peer knows the default readings only"
        raise ValueError(message)
    problem = Problem(hand, terms)
    search = _Search(hand, problem, terms)
    if not search.through_all(problem.left * _FOR_ALL):
        search.nearby()
    return problem.answer(search.best)


class _Search:
    """The castles of a hand, as the model numbers cells and pieces, and the best one so far.

    Attributes:
        best: its score; None before the first.
    """

    def __init__(self, hand: Hand, problem: Problem, terms: Terms) -> None:
        self.best: int | None = None
        self._problem = problem
        self._terms = terms
        self._program = shutil.which("minizinc") or "minizinc"
        self._pieces = problem.stock.pieces()
        cells = set(snug(problem.ground, problem.stock, hand.rules))
        left = min(x for x, _ in cells)
        self._columns = range(left, max(x for x, _ in cells) + 1)
        self._rows = range(max(y for _, y in cells) + 1)
        self._parts: list[set[Cell]] = []
        self._runs = 0
        gate = next(number for number, piece in enumerate(self._pieces, 1) if piece.is_gate)
        self._lay = self._grid(lambda cell: gate if cell == (problem.ground.start, 0) else 0)
        lots = problem.stock.lots
        self._facts: dict[str, Any] = {
            "columns": len(self._columns),
            "rows": len(self._rows),
            "pieces": len(self._pieces),
            "lots": len(lots),
            "ground": [x in problem.ground for x in self._columns],
            "there": self._grid(cells.__contains__),
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

    def through_all(self, seconds: float) -> bool:
        """Go through all castles; whether there is none better than the best one now."""
        return self._run(self._problem.left - seconds, nearby=False)

    def nearby(self) -> None:
        """Search around the best castle, at first around the gate alone, as long as there is time.

        When Gecode is through with what is near it starts again, with another seed.
        """
        while self._problem.left > 0 and self.best != self._problem.bound:
            self._run(0, nearby=True)

    def _run(self, keep: float, *, nearby: bool) -> bool:
        """Search until so many seconds are left; whether Gecode says that it is through."""
        while (seconds := self._problem.left - keep) > 0 and self.best != self._problem.bound:
            whole, through = True, False
            with _minizinc(self._words(), self._told(nearby=nearby), seconds) as messages:
                for said in messages:
                    if said["type"] == "status":
                        through = said["status"] in _THROUGH
                    elif said["type"] == "solution":
                        whole = self._take(json.loads(said["output"]["default"]))
                        if not whole or self.best == self._problem.bound:
                            break
            if whole:
                return through
        return False

    def _take(self, lay: list[list[int]]) -> bool:
        """Keep a castle that is better; False for one in several parts, which is cut off.

        Gecode goes on only to castles that are better than the last, so after one that does not
        count it must start again.

        Raises:
            RuntimeError: when the referee finds another fault than several parts.
        """
        pieces = self._castle(lay)
        total = self._problem.judged(pieces)
        if total is not None:
            self.best, self._lay = total, lay
            return True
        parts = _apart(pieces)
        if not parts:
            message = f"the model let a castle pass that the referee does not: {lay}"
            raise RuntimeError(message)
        self._parts += parts
        return False

    def _grid(self, told: Callable[[Cell], Told]) -> list[list[Told]]:
        return [[told((x, y)) for x in self._columns] for y in self._rows]

    def _told(self, *, nearby: bool) -> dict[str, Any]:
        cuts = [*self._parts, set()]  # data for MiniZinc must not be empty
        return {
            **self._facts,
            "least": _POOREST if self.best is None else self.best + 1,
            "nearby": nearby,
            "start": self._lay,
            "parts": len(cuts),
            "part": [self._grid(part.__contains__) for part in cuts],
        }

    def _words(self) -> list[str]:
        """The command; each run has a seed of its own, or it would go the same way again."""
        self._runs += 1
        seed = self._terms.seed + self._runs - 1
        settings = ("--parallel", str(self._terms.workers), "--random-seed", str(seed))
        return [self._program, "--solver", "gecode", *settings]

    def _castle(self, lay: list[list[int]]) -> dict[Cell, Piece]:
        return {
            (x, y): self._pieces[number - 1]
            for y, row in zip(self._rows, lay, strict=True)
            for x, number in zip(self._columns, row, strict=True)
            if number
        }


@contextmanager
def _minizinc(
    words: list[str], facts: dict[str, Any], seconds: float
) -> Iterator[Iterator[dict[str, Any]]]:
    """What MiniZinc says, until so many seconds are over or the ``with`` block is left.

    It is asked to end, and not killed, for it must end Gecode in turn.
    """
    model = resources.as_file(resources.files(__package__).joinpath("castle.mzn"))
    with tempfile.TemporaryDirectory() as folder, model as path:
        data = Path(folder) / "hand.json"
        data.write_text(json.dumps(facts), encoding="utf-8")
        words = [*words, "--json-stream", "--intermediate", str(path), str(data)]
        own = {**os.environ, "TMPDIR": folder}  # what it leaves behind goes with the folder
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=own) as process:
            clock = threading.Timer(seconds, process.terminate)
            clock.start()
            try:
                yield _messages(process)
            finally:
                clock.cancel()
                process.terminate()


def _messages(process: subprocess.Popen[str]) -> Iterator[dict[str, Any]]:
    """Line by line what MiniZinc says.

    Raises:
        RuntimeError: when it tells of an error.
    """
    for line in filter(str.strip, process.stdout or ()):
        said = json.loads(line)
        if said["type"] == "error":
            raise RuntimeError(said.get("message", line))
        yield said


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
