"""Challenges: all tiles of a small box on given ground, drawn at random, and solved exactly.

A drawn box holds a few tiles of the box of the game, or of an odd one, and all of them are to be
used in one complete castle that keeps to some goals. The exact solver is that of hands; only the
ground is told here and not left open, and the goals are more rules.

The one argument about the cells: *a castle of n tiles is joined (rule D) and has a gate on the
grass (B1, T4), so every cell of it is at most n - 1 steps from a cell of the bottom row that has
grass*. Below each such cell there are only such cells, so what lies beyond them is open to the sky,
and a hole is one among them.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.oracle.draws import TILE_FILE
from tests.oracle.exact import Castles
from tests.oracle.odd_boxes import odd_box
from tests.oracle.tiles import ALTERNATIVES, Box, Data, is_castle
from tests.oracle.whole_castles import Strips, whole_castle, with_a_gate_more


@dataclass(frozen=True)
class Goals:
    """What is asked of a castle besides that it is complete.

    Attributes:
        within_columns: whether nothing may lie beyond the ground.
        max_width: the most columns that it may span; None for any number.
        max_height: the most rows; None for any number.
        no_holes: whether it may have no hole.
    """

    within_columns: bool = False
    max_width: int | None = None
    max_height: int | None = None
    no_holes: bool = False


@dataclass(frozen=True)
class Quest:
    """A challenge: every tile of a box, but the wilds, in one complete castle.

    Attributes:
        seed: the number of the draw.
        text: the tile file.
        rules: the readings that differ from the default.
        gates: the gates, some with a settled side.
        grass: the strips as (first column, width).
        goals: what else is asked.
    """

    seed: int
    text: str
    rules: dict[str, str]
    gates: tuple[str, ...]
    grass: Strips
    goals: Goals = field(default_factory=Goals)

    @property
    def ground(self) -> frozenset[int]:
        """The columns with grass."""
        return frozenset(x for first, width in self.grass for x in range(first, first + width))

    @property
    def tiles(self) -> tuple[str, ...]:
        """The standard and enchanted tiles of the box."""
        return tuple(Box(self.text, self.rules).in_group("standard", "enchanted"))

    def hand(self) -> dict[str, Any]:
        """The tiles as a hand of the challenge."""
        return {
            "format": "caladale-hand/1",
            "tileset": Box(self.text, self.rules).name,
            "variant": "all-tiles",
            "rules": self.rules,
            "gates": list(self.gates),
            "tiles": list(self.tiles),
            "wilds": 0,
            "grass": [width for _, width in self.grass],
        }


class QuestCastles(Castles):
    """All legal castles of a challenge that keep to its goals, to be asked about."""

    def __init__(self, quest: Quest) -> None:
        self._quest = quest
        super().__init__(quest.hand(), quest.text)

    def _facts(self) -> Iterator[str]:
        yield from super()._facts()
        goals = self._quest.goals
        if goals.max_width is not None:
            yield "in_column(X) :- filled(X,_)."
            yield f":- in_column(X), in_column(A), A - X >= {goals.max_width}."
        if goals.no_holes:
            yield _NO_HOLES

    def _facts_of_the_ground(self) -> Iterator[str]:
        for number, (first, width) in enumerate(self._quest.grass):
            yield f"strip({number},{width}). may_lie({number},{first})."
        yield f"column({min(self._quest.ground)}..{max(self._quest.ground)})."
        reach, ground, goals = self.most_tiles - 1, self._quest.ground, self._quest.goals
        cells: dict[tuple[int, int], int] = {}
        for column in ground:
            for y in range(reach + 1):
                for x in range(column - reach + y, column + reach - y + 1):
                    steps = abs(x - column) + y
                    cells[x, y] = min(steps, cells.get((x, y), steps))
        for (x, y), steps in sorted(cells.items()):
            is_within = not goals.within_columns or min(ground) <= x <= max(ground)
            if is_within and (goals.max_height is None or y < goals.max_height):
                yield f"cell({x},{y}). steps({x},{y},{steps})."


_NO_HOLES = """
airspace(X+I,Y+J) :- cell(X,Y), I = -1..1, J = -1..1, Y+J >= 0.
aired(X,Y) :- airspace(X,Y), not cell(X,Y).
aired(I,J) :- aired(X,Y), step(_,A,B), I = X+A, J = Y+B, airspace(I,J), not filled(I,J).
:- cell(X,Y), not filled(X,Y), not aired(X,Y).
"""


# --- drawing ------------------------------------------------------------------------------------


def draw_quest(seed: int) -> Quest:
    """The challenge of a seed: always the same.

    Every other one has a box that was made for a castle of all its tiles; some are spoiled then.
    """
    rng = random.Random(f"quest {seed}")
    rules = dict(rng.sample(ALTERNATIVES, rng.choices((0, 1, 2, 3), (4, 6, 3, 2))[0]))
    if rng.random() < 0.15:
        rules["gate_counts"] = "no"
    grass, goals = _grass(rng), _goals(rng)
    made = whole_castle(rng, rules, grass) if rng.random() < 0.5 else None
    if made is None:
        source = TILE_FILE.read_text(encoding="utf-8") if rng.random() < 0.3 else odd_box(rng)
        text = _few_of(rng, source)
    else:
        text, castle = made
        spoil = rng.random()
        if spoil < 0.7:
            goals = _just_met(rng, castle)
        if 0.4 < spoil < 0.7:
            grass = _less_grass(rng, grass)
        if spoil > 0.8:
            text = with_a_gate_more(rng, text)
            rules |= {"gate_counts": "no"} if rng.random() < 0.5 else {}
    gates = Box(text).in_group("gate")
    if rng.random() < 0.15:
        gates = [gate + rng.choice(("", ":front", ":back")) for gate in gates]
    return Quest(seed, text, rules, tuple(gates), grass, goals)


def _just_met(rng: random.Random, castle: Data) -> Goals:
    """Goals that a castle keeps to, and often only just."""
    columns = {tile["x"] for tile in castle["tiles"]}
    height = 1 + max(tile["y"] for tile in castle["tiles"])
    return Goals(
        max_width=max(columns) - min(columns) + 1 if rng.random() < 0.3 else None,
        max_height=height if rng.random() < 0.3 else None,
    )


def _less_grass(rng: random.Random, grass: Strips) -> Strips:
    """The grass without its last column."""
    (first, width), *others = reversed(grass)
    shorter = [(first, width - 1)] if width > 1 or not others else []
    kept = tuple(reversed([strip for strip in (*shorter, *others) if strip[1]]))
    return kept or grass if rng.random() < 0.8 else grass


def _few_of(rng: random.Random, source: str) -> str:
    """The file of a box with a few tiles of another."""
    data = tomllib.loads(source)
    gates = [entry for entry in data["tile"] if entry["group"] == "gate"]
    others = [entry for entry in data["tile"] if entry["group"] in ("standard", "enchanted")]
    if rng.random() < 0.6:
        # Complete castles of few tiles are made of those with few castle edges.
        others = [entry for entry in others if _castle_edges(entry) <= 2] or others
    if rng.random() < 0.5:
        theme = rng.choice([edge for gate in gates for edge in gate["edges"]])
        others = [entry for entry in others if theme in entry["edges"]] or others
    numbers: dict[str, int] = {}
    for entry in _drawn(rng, gates, rng.choices((1, 2, 3, 4), (6, 5, 2, 1))[0]):
        numbers[entry["id"]] = numbers.get(entry["id"], 0) + 1
    for entry in _drawn(rng, others, rng.choices((1, 2, 3, 4, 5, 6), (1, 3, 5, 6, 4, 2))[0]):
        numbers[entry["id"]] = numbers.get(entry["id"], 0) + 1
    kept = [entry for entry in data["tile"] if entry["id"] in numbers]
    return "\n".join(_box_lines(kept, numbers, data.get("overlay", ()))) + "\n"


def _castle_edges(entry: Data) -> int:
    return sum(map(is_castle, entry["edges"]))


def _drawn(rng: random.Random, entries: list[Any], number: int) -> list[Any]:
    """So many tiles of these kinds, if there are as many."""
    every = [entry for entry in entries for _ in range(entry.get("count", 1))]
    return rng.sample(every, min(number, len(every)))


def _box_lines(kept: list[Any], numbers: Data, overlays: Any) -> Iterator[str]:
    counts = {
        group: sum(numbers[entry["id"]] for entry in kept if entry["group"] == group)
        for group in ("standard", "gate", "enchanted", "wild")
    }
    drawn = counts["standard"] + counts["enchanted"]
    yield from ('format = "caladale-tiles/1"', 'name = "few"', 'title = "Few"', "[counts]")
    for name, number in (counts | {"supply": drawn, "supply_without_plus": drawn}).items():
        yield f"{name} = {number}"
    for entry in kept:
        yield "[[tile]]"
        yield f'id = "{entry["id"]}"\ngroup = "{entry["group"]}"\nrole = "{entry["role"]}"'
        if "count" in entry:
            yield f"count = {numbers[entry['id']]}"
        yield f"edges = {_listed(entry['edges'])}"
        if "back" in entry:
            yield f"back = {_listed(entry['back'])}"
        yield 'provenance = "assumed"\nnote = "Drawn."'
    for overlay in overlays:
        changes = [change for change in overlay["change"] if change["id"] in numbers]
        if changes:
            yield "[[overlay]]"
            yield f'reading = "{overlay["reading"]}"\nvalue = "{overlay["value"]}"\nchange = ['
            for change in changes:
                back = f", back = {_listed(change['back'])}" if "back" in change else ""
                yield f'    {{ id = "{change["id"]}", edges = {_listed(change["edges"])}{back} }},'
            yield "]"


def _listed(edges: list[str]) -> str:
    return "[" + ", ".join(f'"{edge}"' for edge in edges) + "]"


def _grass(rng: random.Random) -> Strips:
    columns = rng.choices((1, 2, 3, 4, 5, 6, 8), (2, 4, 5, 5, 3, 2, 1))[0]
    if rng.random() < 0.8:
        return tuple((x, min(4, columns - x)) for x in range(0, columns, 4))
    first = rng.randint(1, columns)
    start = rng.randint(-3, 3)
    strips = [(start, first)]
    if first < columns:
        strips.append((start + first + rng.randint(0, 3), columns - first))
    return tuple(strips)


def _goals(rng: random.Random) -> Goals:
    if rng.random() < 0.4:
        return Goals()
    return Goals(
        within_columns=rng.random() < 0.25,
        max_width=rng.randint(1, 5) if rng.random() < 0.3 else None,
        max_height=rng.randint(1, 4) if rng.random() < 0.3 else None,
        no_holes=rng.random() < 0.25,
    )
