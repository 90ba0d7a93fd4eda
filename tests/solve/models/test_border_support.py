"""The shapes that the model allows, against every shape there is, judged by the referee."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from caladale.core.edges import Cell, Direction
from caladale.core.layout import Grass, Layout, Placement, Variant
from caladale.core.readings import Readings
from caladale.core.tiles import Face, standard_tileset
from caladale.rules.verdict import validate
from caladale.solve.all_tiles.problem import Challenge
from caladale.solve.all_tiles.shape_model import Demand, Shape, ShapeModel, ThemeNogood, nogood_of
from caladale.solve.engine.budget import WorkBudget, feasibility_solver
from caladale.solve.models.blanks import blanks_of
from caladale.solve.models.window import Window

BOX = standard_tileset()
GATE = "gate-stone:front"

STOCKS = {
    "block": ("stone-two-1", "stone-two-2", "stone-two-3", "stone-edge-1"),
    "hangers": ("stone-two-1", "stone-edge-1", "stone-edge-2", "stone-tower-1"),
    "bridge": ("stone-mid-1", "stone-edge-1", "stone-edge-2", "stone-edge-3"),
    "cross": ("stone-three-1", "stone-edge-1", "stone-edge-2", "stone-edge-3", "stone-tower-1"),
    "ring": ("stone-three-1", "stone-two-1", "stone-two-2", "stone-edge-1", "stone-edge-2"),
}

READINGS = [
    Readings(),
    Readings(grass_supports_sky="yes"),
    Readings(sky_stack_supports="yes"),
    Readings(mid_may_hang="yes"),
    Readings(hung_tiles_carry="no"),
    Readings(bridge_piers="unbroken_to_grass"),
    Readings(bridge_tile="mid_only"),
    Readings(overhang="whole_column"),
    Readings(hole_breaks_complete="yes"),
]


class _Everything:
    """Every way to fill a window with all tiles so that all edges match, cell by cell."""

    def __init__(self, window: Window, faces: dict[str, Face]) -> None:
        self._cells = sorted(window.cells(), key=lambda cell: (cell[1], cell[0]))
        self._window = window
        self._faces = faces
        self._placed: dict[Cell, Placement] = {}

    def _is_castle(self, cell: Cell, side: Direction) -> bool:
        placed = self._placed.get(cell)
        return placed is not None and (self._faces[placed.tile].turns[placed.turn][side].is_castle)

    def _fits(self, cell: Cell) -> bool:
        x, y = cell
        last = self._window.left + self._window.width - 1
        below = self._is_castle((x, y - 1), Direction.N)
        if y == 0:
            below = self._window.is_grassy(cell) and self._is_castle(cell, Direction.S)
        return (
            self._is_castle(cell, Direction.S) == below
            and self._is_castle(cell, Direction.W) == self._is_castle((x - 1, y), Direction.E)
            and not (x == last and self._is_castle(cell, Direction.E))
            and not (y == self._window.height - 1 and self._is_castle(cell, Direction.N))
        )

    def layouts(self, names: tuple[str, ...], at: int = 0) -> Iterator[tuple[Placement, ...]]:
        if at == len(self._cells):
            if not names:
                yield tuple(self._placed.values())
            return
        cell = self._cells[at]
        if self._fits(cell):
            yield from self.layouts(names, at + 1)
        for kind in sorted({name.rstrip("-1234567890") for name in names}):
            name = next(n for n in names if n.rstrip("-1234567890") == kind)
            rest = tuple(n for n in names if n != name)
            for turn in self._faces[name].orientations:
                self._placed[cell] = Placement(name, *cell, turn)
                if self._fits(cell):
                    yield from self.layouts(rest, at + 1)
                del self._placed[cell]


def _all_legal(window: Window, tiles: tuple[str, ...], rules: Readings) -> set[ThemeNogood]:
    names = ("gate-stone", *tiles)
    faces = {name: BOX.faces[name, "front"] for name in names}
    stock = blanks_of(BOX, rules, Challenge(gates=(GATE,), tiles=tiles).offered())
    blank_of = {name: blank for blank, group in stock.items() for name in group}
    legal = set()
    grass = tuple(Grass(x, 1) for x in sorted(window.ground))
    for placements in _Everything(window, faces).layouts(names):
        verdict = validate(Layout(placements, grass, Variant.STANDARD, rules))
        if verdict.valid and verdict.complete:
            shape: Shape = {
                p.cell: (
                    blank_of[p.tile],
                    sum(1 << d for d in Direction if faces[p.tile].turns[p.turn][d].is_castle),
                )
                for p in placements
            }
            legal.add(_fixed(shape))
    return legal


def _fixed(shape: Shape) -> ThemeNogood:
    """The shape where it lies, so that shapes can be compared."""
    return frozenset((x, y, *standing) for (x, y), standing in shape.items())


def _all_modelled(window: Window, tiles: tuple[str, ...], rules: Readings) -> set[ThemeNogood]:
    stock = blanks_of(BOX, rules, Challenge(gates=(GATE,), tiles=tiles).offered())
    demand = Demand(
        tuple((blank, len(names)) for blank, names in stock.items()),
        len(tiles) + 1,
        no_holes=rules.hole_breaks_complete == "yes",
    )
    found: set[ThemeNogood] = set()
    model = ShapeModel(window, demand, rules)
    while True:
        _, shape = model.solve(feasibility_solver(0), WorkBudget(10.0))
        if shape is None:
            return found
        found.add(_fixed(shape))
        model.forbid_at(nogood_of(shape, shape), min(shape))


@pytest.mark.parametrize("rules", READINGS, ids=lambda rules: repr(rules)[:60])
@pytest.mark.parametrize("stock", sorted(STOCKS))
def test_the_model_allows_what_the_referee_allows(stock: str, rules: Readings) -> None:
    window = Window(0, 4, 3, frozenset({1, 2}))
    legal = _all_legal(window, STOCKS[stock], rules)
    assert _all_modelled(window, STOCKS[stock], rules) == legal
