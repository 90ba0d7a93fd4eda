"""Castles made by chance: grown to be legal, and broken again."""

from __future__ import annotations

import random
from collections.abc import Sequence

from caladale.core.layout import Layout, Placement, Variant
from caladale.core.tiles import standard_tileset
from caladale.games.deal import deal_hand
from caladale.rules.placements import legal_placements
from caladale.rules.verdict import validate

BOX = standard_tileset()


def grown(rng: random.Random, size: int, empty: Layout | None = None) -> Layout:
    """A legal castle of up to `size` tiles, grown by one legal placement after another.

    Args:
        rng: chance.
        size: the most tiles that it may have, the gate among them.
        empty: the table to build on, with its grass, game and readings; the book's by default.
    """
    gate = rng.choice(BOX.gates()).id
    layout = empty or Layout()
    layout = layout.placing(rng.choice(legal_placements(layout, gate)))
    tiles = [*deal_hand(Variant.SOLO1, rng.randrange(10**6)).tiles, "wild-1"]
    rng.shuffle(tiles)
    for tile in tiles:
        if len(layout.tiles) >= size:
            break
        choices = legal_placements(layout, tile)
        if choices:
            layout = layout.placing(rng.choice(choices))
    return layout


def broken(rng: random.Random, layout: Layout, faults: int, more: Sequence[str] = ()) -> Layout:
    """The castle with so many faults made in it, one after another; illegal in the end.

    Args:
        rng: chance.
        layout: a legal castle.
        faults: how many.
        more: more kinds of fault: a tile laid down once more (``double``), another ``gate``.
    """
    for _ in range(_TRIES):
        worse = layout
        for _ in range(faults):
            worse = _with_fault(rng, worse, more)
        if not validate(worse).valid:
            return worse
    message = "no fault breaks this castle"
    raise ValueError(message)


_TRIES = 1000


def _with_fault(rng: random.Random, layout: Layout, more: Sequence[str]) -> Layout:
    tiles = list(layout.tiles)
    i = rng.randrange(len(tiles))
    old = tiles[i]
    fault = rng.choice(("turn", "turn", "lay", "swap", *more))
    if fault == "turn":
        tiles[i] = Placement(old.tile, old.x, old.y, rng.randrange(4), old.side)
    elif fault == "lay":
        near = rng.choice(tiles)
        x, y = near.x + rng.randint(-2, 2), max(0, near.y + rng.randint(-2, 2))
        tiles[i] = Placement(old.tile, x, y, old.turn, old.side)
    elif fault == "double":
        x, y = old.x + rng.randint(-1, 1), max(0, old.y + rng.randint(-1, 1))
        tiles.append(Placement(old.tile, x, y, rng.randrange(4), old.side))
    elif fault == "gate":
        tiles.append(Placement(rng.choice(BOX.gates()).id, old.x + 1, 0))
    else:
        j = rng.randrange(len(tiles))
        other = tiles[j]
        tiles[i] = Placement(old.tile, other.x, other.y, old.turn, old.side)
        tiles[j] = Placement(other.tile, old.x, old.y, other.turn, other.side)
    return layout.replace(tiles=tiles)
