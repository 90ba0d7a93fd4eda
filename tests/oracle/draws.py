"""Drawn problems: small hands at random, with readings, fixed tiles and hints, by their seed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.oracle.grown import grow, planted, with_exchanges
from tests.oracle.odd_boxes import odd_box
from tests.oracle.referee import judge
from tests.oracle.tiles import ALTERNATIVES, Box, read_box

TILE_FILE = Path(__file__).parents[2] / "tiles" / "caladale.toml"
"""The box of the game."""

READINGS = tuple(f"{name}={value}" for name, value in ALTERNATIVES)
"""Every single alternative, as the name of a sort of problem."""

SORTS = ("default", *READINGS, "mixed", "supply", "strips", "fixed", "odd")
"""The sorts of problem: the readings as they are by default, one alternative each, and what is
told by `Problem`: two to four alternatives, a supply, several strips and gates, fixed tiles and
hints, odd boxes, the last four under up to two alternatives."""

VARIANTS = ("standard", "speed", "solo1", "solo2", "all-tiles")
_SIZES = {1: 4, 2: 22, 3: 34, 4: 26, 5: 8, 6: 3, 7: 2, 8: 1}
"""How often a hand has so many drawn tiles."""


@dataclass(frozen=True)
class Problem:
    """What a solver is asked: the best castle of a hand.

    Attributes:
        sort: one of `SORTS`.
        seed: the number of the draw.
        text: the tile file of the box.
        hand: the hand.
        fixed: a layout whose tiles stay where they lie; None for none.
        hint: a legal castle to start from; None for none.
        complete_only: whether only complete castles count.
    """

    sort: str
    seed: int
    text: str
    hand: dict[str, Any]
    fixed: dict[str, Any] | None = None
    hint: dict[str, Any] | None = None
    complete_only: bool = False


def draw(sort: str, seed: int) -> Problem:
    """The problem of a sort and a seed: always the same."""
    rng = random.Random(f"{sort} {seed}")
    text = odd_box(rng) if sort == "odd" else TILE_FILE.read_text(encoding="utf-8")
    rules = _rules(rng, sort)
    box = read_box(text, rules)
    hand = _hand(rng, sort, box, rules)
    if rng.random() < 0.5:
        _plant(rng, hand, text)
    fixed = hint = None
    if sort == "fixed" or rng.random() < 0.1:
        fixed, hint = _fixed_and_hint(rng, hand, text)
    return Problem(sort, seed, text, hand, fixed, hint, rng.random() < 0.15)


def _rules(rng: random.Random, sort: str) -> dict[str, str]:
    if sort == "default":
        return {}
    if sort in READINGS:
        name, _, value = sort.partition("=")
        return {name: value}
    if sort == "odd" and rng.random() < 0.3:
        chosen = {"grass_supports_sky": "yes"} if rng.random() < 0.6 else {}
        return chosen | dict(rng.sample(ALTERNATIVES, 2))
    number = rng.randint(2, 4) if sort == "mixed" else rng.choice((0, 0, 1, 2))
    return dict(rng.sample(ALTERNATIVES, number))


# --- the hand -----------------------------------------------------------------------------------


def _hand(rng: random.Random, sort: str, box: Box, rules: dict[str, str]) -> dict[str, Any]:
    variant = rng.choice(VARIANTS)
    if sort == "supply":
        variant = rng.choice(("speed", "solo2"))
    elif sort == "strips" and rng.random() < 0.6:
        variant = "all-tiles"
    gates = rng.sample(box.in_group("gate"), _gates(rng, variant, box))
    pool = _pool(rng, box, gates, rules)
    number = min(len(pool), rng.choices(tuple(_SIZES), tuple(_SIZES.values()))[0])
    number = max(1, number + 1 - len(gates)) if number else 0
    drawn = rng.sample(pool, min(len(pool), number + rng.randint(1, 4)))
    hand: dict[str, Any] = {
        "format": "caladale-hand/1",
        "tileset": box.name,
        "variant": variant,
        "rules": rules,
        "gates": [gate + rng.choice(("", "", ":front", ":back")) for gate in gates],
        "tiles": drawn[:number],
        "grass": _grass(rng, sort, rules),
    }
    if variant in ("speed", "solo2") and (sort == "supply" or rng.random() < 0.3):
        hand["supply"] = drawn[number:]
    if variant == "all-tiles":
        hand["wilds"] = 0
    elif rng.random() < 0.8:
        hand["wilds"] = 1 if "wild" in " ".join(rules) else rng.randint(0, 1)
    if rng.random() < (0.3 if variant == "standard" else 0.05):
        hand["flipped"] = rng.randint(1, 3)
    return hand


def _plant(rng: random.Random, hand: dict[str, Any], text: str) -> None:
    """Give the hand tiles that make a castle, some of them by exchange if there is a supply."""
    tiles = planted(rng, hand, text)
    others = [tile for tile in hand["tiles"] if tile not in tiles]
    hand["tiles"] = tiles + others[: len(hand["tiles"]) - len(tiles)]
    spare = [tile for tile in hand.get("supply", ()) if tile not in hand["tiles"]]
    if "supply" not in hand:
        return
    for number in range(len(hand["tiles"])):
        if spare and rng.random() < 0.3:
            other = rng.randrange(len(spare))
            hand["tiles"][number], spare[other] = spare[other], hand["tiles"][number]
    hand["supply"] = spare


def _gates(rng: random.Random, variant: str, box: Box) -> int:
    if variant != "all-tiles":
        return 1
    return min(len(box.in_group("gate")), rng.choices((1, 2, 3, 4), (5, 4, 2, 1))[0])


def _pool(rng: random.Random, box: Box, gates: Sequence[str], rules: dict[str, str]) -> list[str]:
    """The tiles to draw from, often those that go with the first gate or with a reading."""
    every = box.in_group("standard", "enchanted")
    if rng.random() < 0.3:
        return every
    theme = box.face(gates[0]).edges[0]
    pool = [tile for tile in every if theme in box.face(tile).edges]
    wanted = {"mid_may_hang": "mid", "bridge_tile": "mid", "enchanted_a": "a"}
    roles = [wanted[name] for name in rules if name in wanted]
    if roles and rng.random() < 0.7:
        extra = [tile for tile in pool if box.face(tile).role in roles]
        pool = extra + rng.sample(pool, min(len(pool), 8))
    if rng.random() < 0.4:
        few = [tile for tile in pool if len(box.face(tile).castle_sides()) < 3]
        pool = few + rng.sample(pool, min(len(pool), 4))
    return sorted(set(pool)) or every


def _grass(rng: random.Random, sort: str, rules: dict[str, str]) -> list[int]:
    if sort == "strips" or ("strips" in rules and rng.random() < 0.8):
        number = rng.choices((1, 2, 3), (1, 4, 1))[0]
    else:
        number = rng.choices((1, 2), (14, 1))[0]
    narrow = "overhang" in rules or "grass_supports_sky" in rules
    usual = (1, 2, 3) if narrow and rng.random() < 0.7 else (1, 2, 3, 4, 4, 5, 6, 7, 8)
    return [rng.choice(usual) for _ in range(number)]


# --- what is fixed, and hints ---------------------------------------------------------------------


def _fixed_and_hint(
    rng: random.Random, hand: dict[str, Any], text: str
) -> tuple[dict[str, Any] | None, dict[str, Any] | None]:
    """A part of a castle of the hand to be kept, or a castle to start from, or both."""
    castle = grow(rng, hand, text, attempts=30 * (len(hand["tiles"]) + 1))
    hint = castle if rng.random() < 0.6 and judge(castle, text).is_legal else None
    if hint is not None and rng.random() < 0.4:
        return None, hint
    part = _legal_part(rng, castle, text)
    if rng.random() < 0.15:
        kept = rng.sample(castle["tiles"], rng.randint(1, len(castle["tiles"])))
        part = with_exchanges(castle | {"tiles": kept}, hand)
    if rng.random() < 0.1:
        # Another castle: it may not hold what is fixed.
        other = grow(rng, hand, text, attempts=30)
        hint = other if judge(other, text).is_legal else None
    return with_exchanges(part, hand), hint


def _legal_part(rng: random.Random, castle: dict[str, Any], text: str) -> dict[str, Any]:
    """A castle without some of its outer tiles."""
    for _ in range(rng.randint(0, len(castle["tiles"]))):
        out = rng.choice(castle["tiles"])
        part = castle | {"tiles": [tile for tile in castle["tiles"] if tile is not out]}
        if judge(part, text).is_legal:
            castle = part
    return castle
