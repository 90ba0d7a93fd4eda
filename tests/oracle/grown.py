"""Castles that are grown tile by tile, by chance; every step on the way is legal."""

from __future__ import annotations

import random
from typing import Any

from tests.oracle.exact import Lot, gate_sides, has_supply, lots_of
from tests.oracle.referee import NAMES, OPPOSITE, beside, judge
from tests.oracle.tiles import match, read_box, turned


def grow(
    rng: random.Random,
    hand: dict[str, Any],
    text: str,
    *,
    attempts: int,
    most: int | None = None,
) -> dict[str, Any]:
    """A legal castle of the hand, grown by chance; illegal only where the gate alone is.

    Args:
        rng: where the chance comes from.
        hand: the hand.
        text: the tile file of its box.
        attempts: how often a tile is tried.
        most: the most drawn tiles that it may have; as many as the hand by default.
    """
    box = read_box(text, hand["rules"])
    most = len(hand["tiles"]) if most is None else most
    drawn = {*hand["tiles"], *hand.get("supply", ())}
    castle = _gate_alone(rng, hand) | {"tileset": box.name}
    verdict = judge(castle, text)
    first = castle["tiles"][0]["tile"]
    left = [way for lot in lots_of(hand, box) for way in _ways(lot, hand) if way[0] != first]
    for _ in range(attempts):
        number = sum(placed["tile"] in drawn for placed in castle["tiles"])
        usable = [way for way in left if number < most or way[0] not in drawn]
        if not usable:
            break
        tile, side = rng.choice(usable)
        turns = list(range(4))
        if verdict.exposed and rng.random() < 0.7:
            x, y, name = rng.choice(verdict.exposed)
            towards = NAMES.index(name)
            faced = next(t for t in castle["tiles"] if (t["x"], t["y"]) == (x, y))
            edge = turned(box.face(faced["tile"], faced["side"]).edges, faced["turn"])[towards]
            face = box.face(tile, side)
            back = OPPOSITE[towards]
            turns = [turn for turn in turns if match(turned(face.edges, turn)[back], edge)]
            cell = beside((x, y), towards)
        else:
            base = rng.choice(castle["tiles"])
            cell = beside((base["x"], base["y"]), rng.randrange(4))
        if not turns:
            continue
        placed = {"tile": tile, "side": side, "x": cell[0], "y": cell[1], "turn": rng.choice(turns)}
        larger = castle | {"tiles": [*castle["tiles"], placed]}
        judged = judge(larger, text)
        if judged.is_legal:
            castle, verdict = larger, judged
            left = [way for way in left if way[0] != tile]
    return with_exchanges(castle, hand)


def _gate_alone(rng: random.Random, hand: dict[str, Any]) -> dict[str, Any]:
    """The first gate somewhere on the grass, whose strips may lie apart."""
    column = rng.randint(-2, 2)
    grass = []
    gap = rng.randint(1, 3) if hand["rules"].get("strips") is None and rng.random() < 0.1 else 0
    for width in rng.sample(hand["grass"], len(hand["grass"])):
        grass.append({"x": column, "width": width})
        column += width + gap
    sides = gate_sides(hand)
    gate = next(iter(sides))
    at = rng.choice([x for strip in grass for x in range(strip["x"], strip["x"] + strip["width"])])
    return {
        "format": "caladale-layout/1",
        "variant": hand["variant"],
        "rules": hand["rules"],
        "grass": grass,
        "tiles": [{"tile": gate, "side": rng.choice(sides[gate]), "x": at, "y": 0, "turn": 0}],
        "flipped": hand.get("flipped", 0),
    }


def _ways(lot: Lot, hand: dict[str, Any]) -> list[tuple[str, str]]:
    if hand["variant"] != "all-tiles" and lot.faces[0].is_gate:
        return []
    return [(tile, face.side) for tile in (*lot.own, *lot.spare) for face in lot.faces]


def with_exchanges(castle: dict[str, Any], hand: dict[str, Any]) -> dict[str, Any]:
    """A castle with the number of exchanges that its tiles take."""
    if hand["variant"] != "solo2" or not has_supply(hand):
        return castle
    supply = set(hand.get("supply", ()))
    return castle | {"exchanges": sum(tile["tile"] in supply for tile in castle["tiles"])}


def planted(rng: random.Random, hand: dict[str, Any], text: str) -> list[str]:
    """Drawn tiles that make a castle under the readings, as many as the hand has or fewer.

    Of a few castles it is one that would be illegal under the default readings, if there is such a
    one, and of these the one with the highest score; so what the readings allow is made use of.
    """
    box = read_box(text, hand["rules"])
    every = box.in_group("standard", "enchanted")
    number = len(hand["tiles"])
    best: tuple[tuple[bool, int], list[str]] | None = None
    for _ in range(_CASTLES):
        pool = rng.sample(every, min(len(every), _POOL))
        castle = grow(
            rng, hand | {"tiles": pool, "supply": []}, text, attempts=20 + 12 * number, most=number
        )
        score = judge(castle, text).score
        if score is None:
            continue
        needs_readings = not judge(castle | {"rules": {}}, text).is_legal
        tiles = [tile["tile"] for tile in castle["tiles"] if tile["tile"] in pool]
        found = ((needs_readings, score), tiles)
        if best is None or found[0] > best[0]:
            best = found
    return [] if best is None else best[1]


_CASTLES, _POOL = 4, 24
