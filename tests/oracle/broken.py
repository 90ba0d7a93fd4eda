"""Broken castles at random, with spares: small, and wrong in all the ways that a table knows."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from tests.oracle.draws import draw
from tests.oracle.grown import grow
from tests.oracle.referee import judge
from tests.oracle.tiles import Box, Data, read_box

FAULTS = ("turn", "lay", "swap", "double", "pile", "sink", "gate", "wild", "new", "take", "move")
"""What goes wrong: a tile is turned, laid elsewhere, swapped with another, laid twice, laid on
another, or sinks below the ground; a gate, a wild or any tile comes in, a tile goes out, or the
castle is moved as a whole."""


@dataclass(frozen=True)
class Broken:
    """What `repair` is asked.

    Attributes:
        sort: one of `draws.SORTS`, as hands are drawn.
        seed: the number of the draw.
        text: the tile file of the box.
        layout: the castle, rarely a legal one.
        spares: tiles that may be added.
    """

    sort: str
    seed: int
    text: str
    layout: dict[str, Any]
    spares: tuple[str, ...]


def draw_broken(sort: str, seed: int, *, most_tiles: int = 5, most_spares: int = 2) -> Broken:
    """The broken castle of a sort and a seed: always the same."""
    rng = random.Random(f"broken {sort} {seed}")
    problem = draw(sort, seed)
    hand = problem.hand
    hand["tiles"] = hand["tiles"][: most_tiles - 1]
    box = read_box(problem.text, hand["rules"])
    castle = grow(rng, hand, problem.text, attempts=30 * len(hand["tiles"]))
    castle["grass"] = _grass(rng, castle["grass"])
    if hand["variant"] == "speed":
        castle["timer"] = rng.random() < 0.3
    for _ in range(rng.choices((1, 2, 3, 4), (4, 4, 2, 1))[0]):
        castle["tiles"] = _with_fault(rng, castle["tiles"], box)
        castle["tiles"] = castle["tiles"][-most_tiles:]
    if rng.random() < 0.9 and judge(castle, problem.text).is_legal:
        castle["tiles"] = _with_fault(rng, castle["tiles"], box)[-most_tiles:]
    return Broken(sort, seed, problem.text, castle, _spares(rng, castle, box, most_spares))


def _grass(rng: random.Random, strips: list[dict[str, int]]) -> list[dict[str, int]]:
    """The strips, sometimes narrower, apart or elsewhere, and seldom none."""
    if rng.random() < 0.02:
        return []
    shift = rng.choices((0, rng.randint(-6, 6)), (5, 1))[0]
    gap = rng.choices((0, 1, 3), (4, 1, 1))[0]
    return [
        {
            "x": strip["x"] + shift + gap * number,
            "width": min(strip["width"], rng.choice((2, 4, 8))),
        }
        for number, strip in enumerate(strips)
    ]


def _with_fault(rng: random.Random, tiles: list[dict[str, Any]], box: Box) -> list[dict[str, Any]]:
    tiles = [dict(tile) for tile in tiles]
    fault = rng.choice(FAULTS)
    if not tiles:
        return [_anywhere(rng, rng.choice(list(box.kind_of)), box)]
    if fault in _COMING:
        return tiles + _come(rng, fault, tiles, box)
    if fault == "take":
        tiles.remove(rng.choice(tiles))
        return tiles
    if fault == "move":
        right, up = rng.choice(((rng.randint(-5, 5), 0), (0, 1), (rng.randint(1, 3), 1)))
        return [tile | {"x": tile["x"] + right, "y": tile["y"] + up} for tile in tiles]
    _spoil(rng, fault, *(rng.choice(tiles) for _ in range(2)))
    return tiles


_COMING = {"double": (), "gate": ("gate",), "wild": ("wild",), "new": ("standard", "enchanted")}
"""The faults by which a tile comes in, and of which groups it is."""


def _come(
    rng: random.Random, fault: str, tiles: list[dict[str, Any]], box: Box
) -> list[dict[str, Any]]:
    names = box.in_group(*_COMING[fault]) or [tile["tile"] for tile in tiles]
    return [_near(rng, rng.choice(names), rng.choice(tiles), box)]


def _spoil(rng: random.Random, fault: str, one: dict[str, Any], other: dict[str, Any]) -> None:
    """Lay a tile wrongly, perhaps with another one."""
    here, there = {"x": one["x"], "y": one["y"]}, {"x": other["x"], "y": other["y"]}
    if fault == "turn":
        one["turn"] = rng.randrange(4)
    elif fault == "lay":
        one["x"] = other["x"] + rng.randint(-2, 2)
        one["y"] = max(0, other["y"] + rng.randint(-1, 2))
    elif fault == "sink":
        one["y"] = -rng.randint(1, 2)
    else:
        one |= there
        if fault == "swap":
            other |= here


def _near(rng: random.Random, name: str, other: Data, box: Box) -> dict[str, Any]:
    x, y = other["x"] + rng.randint(-1, 1), max(0, other["y"] + rng.randint(-1, 1))
    return _anywhere(rng, name, box) | {"x": x, "y": y}


def _anywhere(rng: random.Random, name: str, box: Box) -> dict[str, Any]:
    side = rng.choice(("front", "back")) if box.face(name).is_gate else "front"
    turn = rng.choice((0, rng.randrange(4)))
    return {"tile": name, "x": rng.randint(-2, 5), "y": 0, "turn": turn, "side": side}


def _spares(rng: random.Random, castle: Data, box: Box, most: int) -> tuple[str, ...]:
    used = {tile["tile"] for tile in castle["tiles"]}
    has_gate = any(box.face(name).is_gate for name in used)
    names = [name for name in box.kind_of if name not in used]
    gates = [name for name in box.in_group("gate") if name not in used]
    chosen = rng.sample(names, min(len(names), rng.randint(0, most)))
    if not has_gate and gates and rng.random() < 0.7:
        gate = rng.choice(gates)
        chosen = [gate, *(name for name in chosen if name != gate)][: max(1, most)]
    sides = ("", "", ":front", ":back")
    return tuple(n + rng.choice(sides) if box.face(n).is_gate else n for n in chosen)
