"""The tray: the tiles of the box that the castle does not use, by kind, and where they may go."""

from __future__ import annotations

from msgspec import Struct

from caladale.core.edges import Cell
from caladale.core.layout import Layout
from caladale.core.tiles import Face, Side
from caladale.rules.placements import legal_placements


class Pile(Struct, frozen=True):
    """The tiles of one kind; the two sides of a gate are two piles of the same tile.

    Attributes:
        face: what they show.
        left: the ids of those that the castle does not use, in the box's order.
        total: how many the box holds.
    """

    face: Face
    left: tuple[str, ...]
    total: int

    @property
    def kind(self) -> str:
        """The kind of the tiles."""
        return self.face.kind

    @property
    def side(self) -> Side:
        """The side that lies up."""
        return self.face.side

    @property
    def name(self) -> str:
        """The kind, and for the back of a gate that word."""
        return f"{self.kind} back" if self.side == "back" else self.kind

    def answers_to(self, words: str) -> bool:
        """Whether each of the words begins a part of the name, as ``st tow`` does stone-tower."""
        parts = self.name.replace("-", " ").split()
        typed = words.lower().replace("-", " ").split()
        return all(any(part.startswith(word) for part in parts) for word in typed)


def tray_of(layout: Layout) -> tuple[Pile, ...]:
    """Every kind of the box, in the box's order, with what is left of it beside `layout`."""
    box = layout.tileset.under(layout.rules)
    used = {placed.tile for placed in layout.tiles}
    ids: dict[tuple[str, Side], list[str]] = {}
    faces: dict[tuple[str, Side], Face] = {}
    for tile in box.tiles.values():
        for side in tile.sides:
            ids.setdefault((tile.kind, side), []).append(tile.id)
            faces[tile.kind, side] = box.faces[tile.id, side]
    return tuple(
        Pile(faces[key], tuple(name for name in names if name not in used), len(names))
        for key, names in ids.items()
    )


def turned_on(face: Face, turn: int, by: int) -> int:
    """The turn after `turn`, or `by` -1 before it, among those that look different and are allowed.

    A tile that only stands upright has one.
    """
    turns = face.orientations
    looks = [face.turns[one] for one in turns]
    if turn not in turns and (face.upright_only or face.turns[turn] not in looks):
        return turns[0]
    return turns[(looks.index(face.turns[turn]) + by) % len(turns)]


def places_for(layout: Layout, pile: Pile) -> dict[Cell, tuple[int, ...]]:
    """The cells where a tile of `pile` keeps the castle legal, each with the turns that do."""
    found: dict[Cell, tuple[int, ...]] = {}
    for placed in legal_placements(layout, pile.left[0]) if pile.left else ():
        if placed.side == pile.side:
            found[placed.cell] = (*found.get(placed.cell, ()), placed.turn)
    return found


def suits(face: Face, turn: int, turns: tuple[int, ...]) -> bool:
    """Whether a face under `turn` looks as it does under one of `turns`, and may lie like that."""
    if face.upright_only and turn:
        return False
    return any(face.turns[turn] == face.turns[one] for one in turns)
