"""Castles, hands and boxes as flat records, one a tile, of which pandas and others make tables."""

from __future__ import annotations

from collections import Counter
from typing import Any, TypeAlias

from caladale.core.hand import Hand
from caladale.core.layout import Layout
from caladale.core.soundness import wants
from caladale.core.tiles import Side, TileSet
from caladale.rules.board import Board
from caladale.rules.support_rule import Mode, support_modes

Record: TypeAlias = dict[str, Any]
"""The columns of one row: texts, whole numbers, yes or no, or None."""


def to_records(value: Layout | Hand | TileSet) -> list[Record]:
    """One flat dict for each tile of a castle, a hand or a box, all with the same keys.

    ``pandas.DataFrame(to_records(castle))`` is a table. Every tile has ``tile`` (its id), ``kind``,
    ``group``, ``role``, ``plus``, ``side``, and what its edges show: ``north``, ``east``,
    ``south``, ``west``. Tiles of a castle have their edges as they lie, and ``x``, ``y``, ``turn``,
    ``on_grass``, ``support`` (the letters of its modes, such as BH; None where two tiles lie in one
    cell) and ``exposed`` (how many of its edges are). Tiles of a hand have ``owner``: gate, hand,
    or supply; a gate whose side is free shows its front. A box has a record for each side of a
    tile.
    """
    if isinstance(value, Layout):
        return _of_castle(value)
    if isinstance(value, Hand):
        return _of_hand(value)
    wants(value, TileSet, "or a Layout or a Hand")
    return [_record(value, tile.id, side) for tile in value.tiles.values() for side in tile.sides]


def _record(box: TileSet, name: str, side: Side, turn: int = 0) -> Record:
    """What can be told of any tile under the box's reading, turned as it is."""
    tile = box.tiles[name]
    edges = box.faces[name, side].turns[turn]
    shown = dict(zip(("north", "east", "south", "west"), (e.value for e in edges), strict=True))
    head = {"tile": name, "kind": tile.kind, "group": tile.group.value, "role": tile.role.value}
    return head | {"plus": tile.plus, "side": side} | shown


def _of_castle(layout: Layout) -> list[Record]:
    box, board = layout.tileset.under(layout.rules), Board(layout)
    modes: list[int | None] = [None] * len(layout)
    if not board.crowded:
        modes = list(support_modes(board))
    exposed = Counter((x, y) for x, y, _ in board.exposed)
    found = []
    for placed, mode, on_grass in zip(layout.tiles, modes, board.on_grass, strict=True):
        record = _record(box, placed.tile, placed.side, placed.turn)
        record |= {"x": placed.x, "y": placed.y, "turn": placed.turn, "on_grass": on_grass}
        record["support"] = None if mode is None else _letters(mode)
        record["exposed"] = None if board.crowded else exposed[placed.cell]
        found.append(record)
    return found


def _letters(mode: int) -> str:
    """The modes of support by the letters of the rules, in their order."""
    return "".join(letter for bit, letter in _LETTERS.items() if mode & bit)


_LETTERS = {Mode.BOTTOM: "B", Mode.HANGING: "H", Mode.BRIDGE: "R"}


def _of_hand(hand: Hand) -> list[Record]:
    box = hand.tileset.under(hand.rules)
    gates = [_record(box, name, sides[0]) for name, sides in hand.gate_sides().items()]
    return [
        *(gate | {"owner": "gate"} for gate in gates),
        *(_record(box, name, "front") | {"owner": "hand"} for name in hand.tiles),
        *(_record(box, name, "front") | {"owner": "supply"} for name in hand.supply),
    ]
