"""Whole castles: boxes made for a castle, so that all their tiles can be used, whatever they show.

Some cells are chosen, joined at random, and each becomes a tile with the edges that it needs there,
under a name that need not be that of its shape. What the referee does not allow is thrown away. In
some of them a gate with a bottom of sky is a bridge between two tiles, and in some all that is
castle at the bottom is a tower top.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from tests.oracle.odd_boxes import THEMES
from tests.oracle.referee import OPPOSITE, Cell, beside, judge
from tests.oracle.tiles import EAST, NORTH, SKY, SOUTH, WEST, WILD, Edges, is_castle, turned

Strips = tuple[tuple[int, int], ...]
"""Grass as (first column, width)."""

_ROLES = {
    1: ("edge", "edge", "tower"),
    2: ("two", "mid", "a"),
    3: ("three", "b", "c"),
    4: ("four",),
}
_UPRIGHT = ("gate", "tower")


def whole_castle(
    rng: random.Random, rules: Mapping[str, str], grass: Strips
) -> tuple[str, dict[str, Any]] | None:
    """A tile file and a legal, complete castle of all its tiles; None when none was hit upon."""
    oddity = rng.choice((0.0, 0.1, 0.3))
    ground = {x for first, width in grass for x in range(first, first + width)}
    bridged = rng.random() < 0.15
    for _ in range(300):
        cells = _cells(rng, grass, bridged=bridged)
        sides = _joined(rng, cells, ground, bridged=bridged)
        roles = _roles(rng, sides, ground, oddity=oddity, bridged=bridged)
        if "gate" not in roles.values():
            continue
        text, tiles = _box(rng, sides, roles, oddity)
        layout = {
            "format": "caladale-layout/1",
            "tileset": "whole",
            "variant": "all-tiles",
            "rules": dict(rules),
            "grass": [{"x": x, "width": width} for x, width in grass],
            "tiles": tiles,
        }
        verdict = judge(layout, text)
        if verdict.is_legal and verdict.complete:
            return text, layout
    return None


def _cells(rng: random.Random, grass: Strips, *, bridged: bool) -> list[Cell]:
    """Cells side by side, the first on the grass; or else it is the middle one of three there."""
    x, width = rng.choice(grass)
    wanted = rng.choices((1, 2, 3, 4, 5, 6, 7, 8, 9), (1, 2, 4, 6, 6, 6, 4, 3, 2))[0]
    cells = [(rng.randrange(x, x + width), 0)]
    if bridged:
        cells = [(x + 1, 0), (x, 0), (x + 2, 0)]
    while len(cells) < wanted:
        cell = beside(rng.choice(cells), rng.choice((NORTH, NORTH, EAST, WEST, SOUTH)))
        if cell[1] >= 0 and cell not in cells:
            cells.append(cell)
    return cells


def _joined(
    rng: random.Random, cells: list[Cell], ground: set[int], *, bridged: bool
) -> dict[Cell, list[str]]:
    """The edges of each cell: joined to one before, to others by chance, and to the grass."""
    themes = rng.sample(THEMES, rng.choices((1, 2, 3), (5, 3, 1))[0])
    wildness = rng.choice((0.0, 0.0, 0.0, 0.1, 0.3))
    edges = {cell: [SKY] * 4 for cell in cells}

    def join(cell: Cell, side: int) -> None:
        theme = rng.choice(themes)
        for one, at in ((cell, side), (beside(cell, side), OPPOSITE[side])):
            edges[one][at] = WILD if rng.random() < wildness else theme

    for number, cell in enumerate(cells):
        before = [side for side in range(4) if beside(cell, side) in cells[:number]]
        rng.shuffle(before)
        for side in before[:1]:
            join(cell, side)
        for side in before[1:]:
            if rng.random() < 0.4:
                join(cell, side)
        if cell[1] == 0 and cell[0] in ground and rng.random() < 0.8:
            edges[cell][SOUTH] = WILD if rng.random() < wildness else rng.choice(themes)
    if bridged:
        edges[cells[0]][SOUTH] = SKY
    return edges


def _roles(
    rng: random.Random,
    sides: Mapping[Cell, list[str]],
    ground: set[int],
    *,
    oddity: float,
    bridged: bool,
) -> dict[Cell, str]:
    places = [cell for cell in sides if cell[1] == 0 and cell[0] in ground]
    gates = rng.sample(places, min(len(places), rng.choices((1, 2, 3), (6, 4, 2))[0]))
    if bridged:
        gates = [*places[:1], *gates[1:]]
    every = [role for group in _ROLES.values() for role in group]
    towered = rng.random() < 0.15
    roles = {}
    for cell, edges in sides.items():
        fitting = _fitting(edges)
        if towered and is_castle(edges[SOUTH]):
            fitting = ("tower",)
        roles[cell] = rng.choice(every if rng.random() < oddity else fitting)
    return roles | dict.fromkeys(gates, "gate")


def _fitting(edges: list[str]) -> tuple[str, ...]:
    castle = [side for side in range(4) if is_castle(edges[side])]
    if castle == [NORTH, SOUTH]:
        return ("mid", "tower")
    if len(castle) == 2:
        return ("mid",) if castle[1] - castle[0] == 2 else ("two", "two", "a")
    return _ROLES.get(len(castle), ("edge",))


def _box(
    rng: random.Random, sides: Mapping[Cell, list[str]], roles: Mapping[Cell, str], oddity: float
) -> tuple[str, list[dict[str, Any]]]:
    """The tile file, and where its tiles lie. Tiles that are alike are one kind."""
    entries: dict[tuple[str, str, Edges, Edges | None], list[Cell]] = {}
    shown: dict[Cell, str] = {}
    for cell, (north, east, south, west) in sides.items():
        edges = (north, east, south, west)
        role = roles[cell]
        group = "gate" if role == "gate" else "enchanted" if role in "abc" else "standard"
        back = None
        if role == "gate":
            back = _other_side(rng, edges)
            shown[cell] = rng.choice(("front", "back"))
            edges, back = (edges, back) if shown[cell] == "front" else (back, edges)
        elif role not in _UPRIGHT:
            edges = min(turned(edges, turn) for turn in range(4))
            group = rng.choice(("standard", "enchanted")) if rng.random() < oddity else group
        entries.setdefault((group, role, edges, back), []).append(cell)
    lines = _head(entries)
    tiles: list[dict[str, Any]] = []
    for number, ((group, role, edges, back), cells) in enumerate(entries.items()):
        name = f"{role}{number}"
        is_counted = len(cells) > 1 or rng.random() < 0.3
        lines += ["[[tile]]", f'id = "{name}"', f'group = "{group}"', f'role = "{role}"']
        lines += [f"count = {len(cells)}"] if is_counted else []
        lines += [f"edges = {_listed(edges)}"] + ([f"back = {_listed(back)}"] if back else [])
        lines += ['provenance = "assumed"', 'note = "Made."']
        for index, cell in enumerate(cells, start=1):
            tile = f"{name}-{index}" if is_counted else name
            turns = [turn for turn in range(4) if turned(edges, turn) == tuple(sides[cell])]
            tiles.append(
                {
                    "tile": tile,
                    "side": shown.get(cell, "front"),
                    "x": cell[0],
                    "y": cell[1],
                    "turn": 0 if role in _UPRIGHT else turns[0],
                }
            )
    return "\n".join(lines) + "\n", tiles


def _other_side(rng: random.Random, edges: Edges) -> Edges:
    """The side of a gate that does not lie up: the same, or one edge of it other."""
    if rng.random() < 0.5:
        return edges
    changed = list(edges)
    changed[rng.randrange(4)] = rng.choice((SKY, WILD, *THEMES))
    north, east, south, west = changed
    return (north, east, south, west)


def _head(entries: Mapping[tuple[str, str, Edges, Edges | None], list[Cell]]) -> list[str]:
    lines = ['format = "caladale-tiles/1"', 'name = "whole"', 'title = "Whole"', "[counts]"]
    numbers = {
        group: sum(len(cells) for (other, *_), cells in entries.items() if other == group)
        for group in ("standard", "gate", "enchanted", "wild")
    }
    drawn = numbers["standard"] + numbers["enchanted"]
    numbers |= {"supply": drawn, "supply_without_plus": drawn}
    return lines + [f"{name} = {number}" for name, number in numbers.items()]


def _listed(edges: Edges) -> str:
    return "[" + ", ".join(f'"{edge}"' for edge in edges) + "]"


def with_a_gate_more(rng: random.Random, text: str) -> str:
    """The box with one gate more, which no castle may have use for."""
    number = int(text.split("\ngate = ")[1].split(maxsplit=1)[0])
    theme = rng.choice([theme for theme in THEMES if theme not in text] or THEMES)
    usual = [rng.choice((SKY, WILD, *THEMES)) if rng.random() < 0.1 else theme for _ in "NESW"]
    edges = _listed((usual[0], usual[1], usual[2], usual[3]))
    lines = ["[[tile]]", 'id = "more"', 'group = "gate"', 'role = "gate"', f"edges = {edges}"]
    lines += [f"back = {edges}", 'provenance = "assumed"', 'note = "Made."']
    counted = text.replace(f"\ngate = {number}\n", f"\ngate = {number + 1}\n")
    return counted + "\n".join(lines) + "\n"
