"""Castles that need no search, to answer with when nothing better is found in time."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from caladale.core.layout import FAR, Layout, Placement
from caladale.core.tile_file import Role
from caladale.errors import HandError
from caladale.rules.board import Ground
from caladale.rules.verdict import Verdict, validate
from caladale.solve.models.stock import Stock


def castle_given(hint: Layout, before: Layout, stock: Stock) -> Layout:
    """A castle of the same tiles on the same grass, to fall back on.

    Raises:
        HandError: when it has other tiles or other grass, or breaks the rules.
    """
    faces = {(name, face.side) for lot in stock.lots for face in lot.faces for name in lot.names}
    if hint.grass != before.grass or any(
        (placed.tile, placed.side) not in faces for placed in hint.tiles
    ):
        raise HandError("the castle to fall back on has other tiles or other grass", "hint")
    castle = before.replace(tiles=hint.tiles)
    if not validate(castle).valid:
        raise HandError("the castle to fall back on breaks the rules", "hint")
    return castle


def why_no_castle(before: Layout, stock: Stock, verdict: Verdict) -> str:
    """Why no number of changes helps, if that can be seen without a search; else empty."""
    if not any(lot.is_gate for lot in stock.lots):
        return _NO_GATE
    if any(breach.code == "T5" for breach in verdict.violations):
        return _STRIPS_APART
    return "" if before.grass else _NO_GRASS


def castles_at_hand(layout: Layout, stock: Stock) -> Iterator[Layout]:
    """Legal castles that `layout` can be changed into: a gate alone, and the whole moved as it is.

    There may be none: a gate with sky below does not stand alone on the grass.
    """
    gates = (layout.replace(tiles=(gate,)) for gate in _gates(layout, stock))
    yield from (castle for castle in islice(gates, _MOST_GATES) if validate(castle).valid)
    number = max(1, _MOST_MOVED // max(1, len(layout.tiles)))
    for castle in islice(_moved(layout), number):
        if validate(castle).valid:
            yield castle
            return


def _gates(layout: Layout, stock: Stock) -> Iterator[Placement]:
    """Each gate alone: where it lies if it lies on the grass, else on the nearest column of it."""
    ground = Ground(layout.grass)
    lying = {placed.tile: placed for placed in layout.tiles}
    for lot in stock.lots:
        if not lot.is_gate:
            continue
        for name in lot.names:
            x, y = lying[name].cell if name in lying else (0, 0)
            if y or not ground.covers(x):
                x = _nearest(ground, x)[0]
            for face in lot.faces:
                yield Placement(name, x, 0, 0, face.side)


def _nearest(ground: Ground, x: int) -> list[int]:
    """Columns of grass, those nearest to column `x` first."""
    found: set[int] = set()
    for start, end in ground.runs:
        middle = min(max(x, start), end - 1)
        found.update(range(max(start, middle - _COLUMNS), min(end, middle + _COLUMNS)))
    return sorted(found, key=lambda column: (abs(column - x), column))


def _moved(layout: Layout) -> Iterator[Layout]:
    """The castle moved as it is, so that its first gate stands on the grass, the nearest first."""
    gates = [p for p in layout.tiles if layout.tileset.tiles[p.tile].role is Role.GATE]
    if not gates:
        return
    gate = min(gates, key=lambda placed: placed.cell)
    for column in _nearest(Ground(layout.grass), gate.x):
        right, up = column - gate.x, -gate.y
        cells = [(placed.x + right, placed.y + up) for placed in layout.tiles]
        if all(abs(number) <= FAR for cell in cells for number in cell):
            yield layout.replace(
                tiles=(
                    Placement(placed.tile, x, y, placed.turn, placed.side)
                    for placed, (x, y) in zip(layout.tiles, cells, strict=True)
                )
            )


_MOST_GATES = 40
"""So many gates are tried; the box has four."""
_MOST_MOVED = 20_000
"""So many tiles are moved in all, which takes a fraction of a second."""
_COLUMNS = 40
"""Of each piece of grass so many columns are looked at, to the left and to the right."""

_NO_GATE = "There is no gate, neither in the castle nor among the spare tiles."
_STRIPS_APART = "The strips of grass lie apart, and changes move tiles only."
_NO_GRASS = "There is no grass for the gate to stand on."
