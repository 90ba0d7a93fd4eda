"""The numbers that complete castles can have: what counting says, restated in `numbers.lp`."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import clingo

from tests.oracle.exact import Lot, lots_of
from tests.oracle.tiles import WILD, Box, Data, is_castle, turned

THEMES = ("stone", "tree", "tudor")
SETS = tuple(
    frozenset(themes) for size in (1, 2, 3) for themes in itertools.combinations(THEMES, size)
)
"""The sets of themes whose rows and columns are counted together."""


@dataclass(frozen=True)
class Tiles:
    """The tiles of which castles are counted.

    Attributes:
        hand: the hand that they come from.
        box: its box under its readings.
        is_whole: whether all tiles in hand must be used.
        may_exchange: whether the supply may be used.
        may_use_wild: whether the wild may be used.
        with_kind: a kind of which one must be used; empty for none.
        any_ground: whether there is as much ground as anything could stand on.
    """

    hand: Data
    box: Box
    is_whole: bool
    may_exchange: bool
    may_use_wild: bool
    with_kind: str = ""
    any_ground: bool = False


class Numbers:
    """What counting says of complete castles.

    Args:
        tiles: what the castles are made of.
        parts: the parts of the program that hold, each a name, with numbers if it asks for some;
            a set of themes is its place in `SETS`.
    """

    def __init__(self, tiles: Tiles, *parts: str | tuple[str, *tuple[int, ...]]) -> None:
        self._control = clingo.Control(["--warn=none"])
        self._control.add("base", [], _program())
        self._control.add("base", [], "\n".join(_facts(tiles)))
        named = [(part,) if isinstance(part, str) else part for part in ("base", *parts)]
        self._control.ground([(name, [*map(clingo.Number, numbers)]) for name, *numbers in named])

    def are_possible(self, *, seconds: float | None = None) -> bool | None:
        """Whether there are such numbers; None where the time is over before that is known."""
        with self._control.solve(async_=True) as handle:
            return handle.get().satisfiable if handle.wait(seconds) else None


def _facts(tiles: Tiles) -> Iterator[str]:
    hand = tiles.hand
    columns = 1000 if tiles.any_ground else sum(hand.get("grass", [4]))
    yield f"most_drawn({len(hand['tiles'])}). columns({columns})."
    if hand.get("variant", "standard") != "all-tiles":
        yield "one_gate."
    for number, themes in enumerate(SETS):
        yield from (f"set({number},{theme})." for theme in themes)
    yield from (f"theme({theme})." for theme in THEMES)
    lots = [lot for lot in lots_of(hand, tiles.box) if _may_use(tiles, lot)]
    looks = {edges: n for n, edges in enumerate({e: 0 for lot in lots for e in _edges_of(lot)})}
    for edges, look in looks.items():
        shown = ((side, edge) for side, edge in enumerate(edges) if is_castle(edge))
        yield from (f"edge({look},{side},{edge})." for side, edge in shown)
    numbers = itertools.count()
    with_kind = []
    for lot in lots:
        ids = (*lot.own, *(lot.spare if tiles.may_exchange else ()))
        for number, tile in zip(numbers, ids, strict=False):
            yield from (f"look({number},{looks[edges]})." for edges in _edges_of(lot))
            yield from _facts_of_a_tile(tiles, lot, tile, number)
            if lot.kind == tiles.with_kind:
                with_kind.append(f"not lain({number})")
    if tiles.with_kind:
        yield f":- {', '.join(with_kind)}."


def _may_use(tiles: Tiles, lot: Lot) -> bool:
    return tiles.may_use_wild or not lot.faces[0].is_wild


def _facts_of_a_tile(tiles: Tiles, lot: Lot, tile: str, number: int) -> Iterator[str]:
    face = lot.faces[0]
    yield f"tile({number})."
    if face.is_gate or face.is_wild:
        yield f"{'gate' if face.is_gate else 'wild'}({number})."
    if tiles.is_whole and tile in lot.own and not face.is_wild:
        yield f"must({number})."


def _edges_of(lot: Lot) -> Iterator[tuple[str, ...]]:
    """What a tile may show as it lies, each wild edge joined as some theme."""
    for face in lot.faces:
        for turn in face.turns:
            yield from _as_themes(turned(face.edges, turn))


def _as_themes(edges: Sequence[str]) -> Iterator[tuple[str, ...]]:
    yield from itertools.product(*(THEMES if edge == WILD else (edge,) for edge in edges))


@functools.cache
def _program() -> str:
    return Path(__file__).with_name("numbers.lp").read_text(encoding="utf-8")
