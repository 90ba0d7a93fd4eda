"""Recorded runs: with one worker a seed gives the same answer after any change of the code's form.

``python -m tests.support.recorded_runs`` prints the answers as they are now. What the file holds
was recorded when hand, challenge and repair were still driven by three loops of their own. Record
anew only for a change that is meant to find other castles, and say so in its commit.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

from benchmarks.castles import broken, grown
from caladale.core.hand import Hand
from caladale.core.layout import Grass, Layout, Variant
from caladale.core.readings import Readings
from caladale.core.tiles import standard_tileset
from caladale.games.deal import deal_hand
from caladale.notation import write_line
from caladale.solve import Challenge, SolveResult, best_castle, challenge, repair
from caladale.solve.result import versions
from tests.support.places import CASES

FILE = CASES / "recorded-runs.json"

Run = Callable[[], dict[str, Any]]
"""Makes a run, and gives its answer without the times."""


def runs() -> Iterator[tuple[str, Run]]:
    """Every run with its name."""
    for seed, tiles, rules in _HANDS:
        yield f"hand {seed} {tiles} {rules}".strip(), _hand(seed, tiles, rules)
    for seed in _IMPROVED:
        yield f"hand {seed} with a hint", _with_hint(seed)
    for seed, rules, attempts in _CHALLENGES:
        yield f"challenge {seed} {rules}".strip(), _challenge(seed, rules, attempts)
    for seed, size, faults in _REPAIRS:
        yield f"repair {seed} {size} {faults}", _repair(seed, size, faults)


_HANDS = (
    *((seed, 6, "") for seed in range(4)),
    *((seed, 9, "") for seed in (0, 4, 5)),
    (4, 7, "hung_tiles_carry=no"),
    (5, 6, "mid_may_hang=yes"),
    (6, 7, "bridge_piers=unbroken_to_grass"),
    (7, 6, "hole_breaks_complete=yes"),
    (8, 6, "overhang=whole_column"),
)
_IMPROVED = (11, 12)
_CHALLENGES = (
    (0, "", 3),
    (1, "", 3),
    (2, "enchanted_a=opposite", 1),
    (3, "hung_tiles_carry=no", 1),
)
_REPAIRS = tuple((seed, 6 + seed % 4, 1 + seed % 3) for seed in range(12))


def _readings(text: str) -> Readings:
    chosen: dict[str, Any] = dict(part.split("=") for part in text.split())
    return Readings(**chosen)


def _small_hand(seed: int, tiles: int, rules: str = "") -> Hand:
    dealt = deal_hand(Variant.SOLO2, seed, own=tiles)
    return Hand(dealt.gates, dealt.tiles, Variant.SOLO2, _readings(rules))


def _hand(seed: int, tiles: int, rules: str) -> Run:
    return lambda: _answer(best_castle(_small_hand(seed, tiles, rules), seed=seed, workers=1))


def _with_hint(seed: int) -> Run:
    def run() -> dict[str, Any]:
        hand = _small_hand(seed, 7)
        hint = best_castle(hand, seed=seed, workers=1).layout
        return _answer(best_castle(hand, seed=seed, workers=1, fixed=hint, hint=hint))

    return run


def _challenge(seed: int, rules: str, attempts: int) -> Run:
    problem = Challenge(
        tiles=tuple(tile.id for tile in standard_tileset().supply(plus=False)),
        gates=("gate-stone",),
        grass=(Grass(0, 4),),
        rules=_readings(rules),
    )

    def run() -> dict[str, Any]:
        result = challenge(problem, seed=seed, workers=1, time_limit=None, attempts=attempts)
        return _answer(result) | {"attempts": result.attempts, "patterns": result.patterns}

    return run


def _repair(seed: int, size: int, faults: int) -> Run:
    def run() -> dict[str, Any]:
        rng = random.Random(seed)
        empty = Layout(grass=(Grass(0, 4),), variant=Variant.SOLO2)
        castle = broken(rng, grown(rng, size, empty), faults)
        result = repair(castle, time_limit=120, seed=seed, workers=1)
        return {
            "status": result.status.value,
            "changes": [change.sentence for change in result.changes],
            "layout": result.layout and write_line(result.layout),
            "score": result.score,
            "least": result.least,
            "best_score": result.best_score,
            "proof": result.proof,
            "stop": result.stop.value,
        }

    return run


def _answer(result: SolveResult) -> dict[str, Any]:
    return {
        "status": result.status.value,
        "layout": result.layout and write_line(result.layout),
        "score": result.score,
        "bound": result.bound,
        "proof": result.proof,
        "stop": result.stop.value,
    }


if __name__ == "__main__":
    answers = {name: run() for name, run in runs()}
    recorded = {"ortools": versions()["ortools"], "answers": answers}
    print(json.dumps(recorded, indent=1, ensure_ascii=False))  # noqa: T201 - it is a script
