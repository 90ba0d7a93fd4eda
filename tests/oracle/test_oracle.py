"""The oracle is right where it can be held against others, and no solver's claim is false to it."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from caladale.core.readings import READINGS as SWITCHES
from caladale.notation import read_layout
from caladale.notation.data import hand_from_data, layout_from_data, layout_to_data
from caladale.rules.score_sheet import score
from caladale.rules.verdict import validate
from tests.support.places import CASES

pytest.importorskip("clingo")

from benchmarks.brute_force import BruteForce
from benchmarks.oracle import ask, box_of
from tests.oracle.claims import check
from tests.oracle.draws import READINGS, SORTS, TILE_FILE, Problem, draw
from tests.oracle.exact import Castles, Wanted
from tests.oracle.grown import grow
from tests.oracle.odd_boxes import odd_box
from tests.oracle.referee import Verdict, judge
from tests.oracle.tiles import ALTERNATIVES, DEFAULTS, Box

TEXT = TILE_FILE.read_text(encoding="utf-8")
WORKED: list[dict[str, Any]] = [
    case
    for name in ("rules.json", "readings.json")
    for case in json.loads((CASES / name).read_text(encoding="utf-8"))
]


def by_code(verdict: Verdict) -> dict[str, list[list[int]]]:
    cells: dict[str, set[tuple[int, int]]] = {}
    for code, of_breach in verdict.breaches:
        cells.setdefault(code, set()).update(of_breach)
    return {code: sorted(list(cell) for cell in found) for code, found in cells.items()}


# --- the referee --------------------------------------------------------------------------------


@pytest.mark.parametrize("case", WORKED, ids=lambda case: f"{case['id']} {case['title']}")
def test_the_oracle_judges_a_worked_castle_as_written(case: dict[str, Any]) -> None:
    verdict = judge(layout_to_data(read_layout(case["castle"])), TEXT)
    assert by_code(verdict) == case["violations"]
    assert verdict.complete == case.get("complete", verdict.complete)
    if not case["violations"]:
        total = case["score"]["total"] if "score" in case else case["total"]
        assert verdict.score == total
        assert verdict.sheet == case.get("score", verdict.sheet)
        assert [list(edge) for edge in verdict.exposed] == case.get(
            "exposed", [list(edge) for edge in verdict.exposed]
        )


def assert_the_referees_agree(layout: dict[str, Any], text: str) -> Verdict:
    verdict = judge(layout, text)
    theirs = layout_from_data(layout, box_of(text))
    other, sheet = validate(theirs), score(theirs)
    assert list(verdict.breaches) == sorted((b.code, b.cells) for b in other.violations)
    assert verdict.complete == other.complete
    assert verdict.score == sheet.total
    points = sheet.points()
    assert verdict.sheet == (points | {"total": sum(points.values())} if points else {})
    exposed = [edge for item in sheet.items for edge in item.edges]
    assert list(verdict.exposed) == [(x, y, side.name) for x, y, side in exposed]
    return verdict


def random_board(rng: random.Random, text: str) -> dict[str, Any]:
    """Anything on any table: tiles lie at random, a few of them doubled or in one cell."""
    box = Box(text)
    ids = list(box.kind_of)
    gates = box.in_group("gate")
    tiles = []
    for _ in range(rng.randint(0, 9)):
        tile = rng.choice(gates if rng.random() < 0.15 else ids)
        side = "back" if tile in gates and rng.random() < 0.4 else "front"
        x, y = rng.randint(0, 3), rng.choice((-1, 0, 0, 0, 1, 1, 2))
        turn = 0 if rng.random() < 0.4 else rng.randrange(4)
        tiles.append({"tile": tile, "side": side, "x": x, "y": y, "turn": turn})
    grass = [
        {"x": rng.randint(-2, 4), "width": rng.randint(1, 4)}
        for _ in range(rng.choice((0, 1, 1, 2, 3)))
    ]
    return _layout(rng, box, tiles) | {"grass": grass}


def _layout(rng: random.Random, box: Box, tiles: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "format": "caladale-layout/1",
        "tileset": box.name,
        "variant": rng.choice(("standard", "speed", "solo1", "solo2", "all-tiles")),
        "rules": dict(rng.sample(ALTERNATIVES, rng.randint(0, 4))),
        "tiles": tiles,
        "flipped": rng.choice((0, 2)),
        "timer": rng.random() < 0.3,
        "exchanges": rng.choice((0, 3)),
    }


@pytest.mark.parametrize("chunk", range(4))
def test_the_referees_agree_on_any_board(chunk: int) -> None:
    rng = random.Random(chunk)
    for number in range(500):
        text = odd_box(rng) if number % 3 == 0 else TEXT
        assert_the_referees_agree(random_board(rng, text), text)


def spoiled(rng: random.Random, castle: dict[str, Any]) -> dict[str, Any]:
    """A castle with one thing changed: a tile moved, turned or taken away, the grass, a reading."""
    castle = copy.deepcopy(castle)
    tile = rng.choice(castle["tiles"])
    match rng.randrange(6):
        case 0:
            tile["x"] += rng.choice((-1, 1))
        case 1:
            tile["y"] += rng.choice((-1, 1))
        case 2:
            tile["turn"] = rng.randrange(4)
        case 3:
            castle["tiles"].remove(tile)
        case 4:
            castle["grass"][0]["x"] += rng.choice((-2, -1, 1, 2))
        case _:
            castle["rules"] = dict(rng.sample(ALTERNATIVES, 2))
    return castle


@pytest.mark.parametrize("chunk", range(5))
def test_the_referees_agree_on_castles_and_what_is_nearly_one(chunk: int) -> None:
    rng = random.Random(chunk)
    legal, illegal = 0, 0
    for seed in range(20):
        problem = draw(rng.choice(("mixed", "odd", *READINGS)), 1000 * chunk + seed)
        if not problem.hand["grass"]:
            continue
        castle = grow(rng, problem.hand, problem.text, attempts=150)
        for layout in (castle, *(spoiled(rng, castle) for _ in range(20))):
            if assert_the_referees_agree(layout, problem.text).is_legal:
                legal += 1
            else:
                illegal += 1
    assert min(legal, illegal) > 50


# --- the exact solver ---------------------------------------------------------------------------


@pytest.mark.parametrize("reading", ["default", *READINGS])
def test_the_exact_solver_finds_what_brute_force_finds(reading: str) -> None:
    compared = 0
    for seed in range(24):
        problem = draw(reading, seed)
        hand = hand_from_data(problem.hand | {"supply": []}, box_of(problem.text))
        if len(hand.grass) > 1 or len(hand.gates) > 1 or len(hand.tiles) > 3:
            continue
        castles = Castles(problem.hand | {"supply": []}, TEXT)
        best = castles.best()
        assert BruteForce(hand).search() == (None if best is None else best - castles.flipped)
        compared += 1
    assert compared > 2


def hand_of(*tiles: str, **more: Any) -> dict[str, Any]:
    return {
        "format": "caladale-hand/1",
        "tileset": "caladale",
        "variant": "standard",
        "rules": {},
        "gates": ["gate-stone"],
        "tiles": list(tiles),
        "wilds": 0,
        "grass": [4],
    } | more


def test_what_is_asked_of_a_castle_is_kept() -> None:
    castles = Castles(hand_of("stone-tower-1", "stone-edge-1", "stone-edge-2", wilds=1), TEXT)
    assert castles.best() == 11
    assert castles.best(complete=False) == 5
    assert castles.castle(Wanted(all_own=True, complete=True, wilds=(0, 0))).is_yes
    assert castles.castle(Wanted(all_own=True, complete=True, wilds=(1, 1))).is_no
    assert castles.castle(Wanted(kinds={"stone-edge": (0, 0)}, complete=True)).is_no
    one_edge = castles.castle(Wanted(kinds={"stone-edge": (1, 1)}, complete=True))
    assert one_edge.layout is not None
    used = [tile["tile"] for tile in one_edge.layout["tiles"]]
    assert sorted(used) == ["gate-stone", "stone-edge-1", "stone-tower-1", "wild-1"]
    assert castles.castle(Wanted(least=8, most=8)).is_yes
    assert castles.castle(Wanted(least=12)).is_no


def test_an_exchange_costs_a_point_in_solo_2_only() -> None:
    tiles = ("tree-edge-1", "tree-edge-2", "tree-edge-3")
    supply = ["stone-tower-1", "stone-edge-1", "stone-edge-2", "stone-edge-3"]
    # In Solo 2 the gate may show its back, whose tree side an own tile closes.
    for variant, best in (("solo2", 11 - 2), ("speed", 11), ("standard", -4)):
        assert Castles(hand_of(*tiles, variant=variant, supply=supply), TEXT).best() == best


def test_strips_lie_anywhere_or_side_by_side() -> None:
    # With a column between the gates a three spans it; if they touch, its sides find no caps.
    castle = read_layout(
        "caladale all-tiles 0+1,2+1 - - gate-stone@0,0 stone-three-1@1,0S gate-apprentice@2,0 "
        "stone-tower-1@0,1 stone-tower-2@1,1 stone-tower-3@2,1 stone-edge-1@-1,0W stone-edge-2@3,0E"
    )
    assert score(castle).total == 2 * 8 + 2 + 3
    tiles = [placed.tile for placed in castle.tiles if not placed.tile.startswith("gate")]
    gates = ["gate-stone:front", "gate-apprentice:front"]
    hand = hand_of(*tiles, variant="all-tiles", gates=gates, grass=[1, 1])
    wanted = Wanted(all_own=True, complete=True)
    assert Castles(hand, TEXT).castle(wanted).is_yes
    assert Castles(hand | {"rules": {"strips": "side_by_side"}}, TEXT).castle(wanted).is_no


def test_what_is_fixed_lies_as_it_did() -> None:
    fixed = layout_to_data(read_layout("caladale standard 5+4 - - gate-stone@5,0 stone-edge-1@5,1"))
    hand = hand_of("stone-tower-1", "stone-edge-1", "stone-edge-2", wilds=1)
    castles = Castles(hand, TEXT, fixed=fixed)
    assert castles.best() == 7
    with pytest.raises(ValueError, match="stone-edge-1"):
        Castles(hand_of("stone-edge-2"), TEXT, fixed=fixed)


# --- the claims of the solver -------------------------------------------------------------------


@pytest.mark.parametrize("chunk", range(2))
@pytest.mark.parametrize("sort", SORTS)
def test_no_claim_about_a_drawn_hand_is_false(sort: str, chunk: int) -> None:
    for seed in range(6 * chunk, 6 * chunk + 6):
        problem = draw(sort, seed)
        answer = ask(problem, 0.6)
        checked = check(problem, answer, seconds=1.0)
        assert not checked.false, (sort, seed, checked.false, answer, checked.castle)


LIES: dict[str, Callable[[dict[str, Any]], None]] = {
    "a better score": lambda answer: answer.update(score=answer["score"] + 1),
    "a lower bound": lambda answer: answer.update(bound=answer["bound"] - 1),
    "no castle": lambda answer: answer.update(status="infeasible", layout=None, score=None),
    "another game": lambda answer: answer["layout"].update(variant="speed"),
    "other readings": lambda answer: answer["layout"].update(rules={"gate_counts": "no"}),
    "other grass": lambda answer: answer["layout"].update(grass=[{"x": 0, "width": 5}]),
    "a tile moved": lambda answer: answer["layout"]["tiles"][0].update(y=5),
    "a foreign tile": lambda answer: answer["layout"]["tiles"][-1].update(tile="tree-edge-1"),
    "no exchange": lambda answer: answer.update(exchanges=[]),
    "an exchange too many": lambda answer: answer["exchanges"].append(
        {"give": "tree-edge-3", "take": "stone-edge-3"}
    ),
    "a tile used and given": lambda answer: answer["exchanges"][0].update(give="stone-edge-1"),
    "exchanges not counted": lambda answer: answer["layout"].update(exchanges=0),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_false_claim_is_noticed(lie: str) -> None:
    hand = hand_of(
        "stone-edge-1", "tree-edge-2", "tree-edge-3", variant="solo2", supply=["stone-tower-1"]
    )
    problem = Problem("default", 0, TEXT, hand)
    answer = ask(problem, 30.0)
    assert answer["status"] == "optimal"
    assert len(answer["exchanges"]) == 1
    assert not check(problem, answer, seconds=30.0).false
    LIES[lie](answer)
    assert check(problem, answer, seconds=30.0).false


def test_fixed_tiles_hints_and_refusals_are_claims_too() -> None:
    line = "caladale standard 0+4 - - gate-stone@{},0 stone-edge-1@{},1"
    one, other = (layout_to_data(read_layout(line.format(x, x))) for x in (0, 2))
    hand = hand_of("stone-edge-1")
    problem = Problem("fixed", 0, TEXT, hand, fixed=one)
    answer = ask(problem, 30.0)
    assert not check(problem, answer, seconds=30.0).false
    assert check(problem, answer | {"layout": other}, seconds=30.0).false
    assert check(problem, {"refused": "without a reason"}).false
    assert check(problem, {"crashed": "IndexError"}).false
    alone = layout_to_data(read_layout("caladale standard 0+4 - - gate-stone@1,0"))
    problem = Problem("fixed", 0, TEXT, hand, hint=one)
    answer = ask(problem, 30.0)
    worse = answer | {"layout": alone, "score": -4, "status": "feasible"}
    assert not check(problem, answer, seconds=30.0).false
    assert check(problem, worse, seconds=30.0).false


def test_a_problem_is_drawn_by_its_sort_and_seed() -> None:
    for sort in SORTS:
        assert draw(sort, 3) == draw(sort, 3) != draw(sort, 4)
        assert set(draw(sort, 3).hand["rules"]) <= set(DEFAULTS)
    assert {len(draw("mixed", seed).hand["rules"]) for seed in range(30)} == {2, 3, 4}


def test_the_oracle_knows_every_reading() -> None:
    assert {reading.name: reading.values[0] for reading in SWITCHES} == DEFAULTS
    others = {(r.name, value) for r in SWITCHES for value in r.values[1:]}
    assert set(ALTERNATIVES) == others
