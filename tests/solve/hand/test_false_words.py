"""Hands that once were answered with more than was proved, and what is right.

Each stands for its kind; `test_oracle` has many more of each.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from caladale.cli import run
from caladale.core.hand import Hand
from caladale.core.layout import Layout, Placement, Variant
from caladale.core.readings import Readings
from caladale.core.tile_file import parse_tilefile
from caladale.core.tiles import TileSet, build_tileset, load_tileset
from caladale.errors import HandError
from caladale.games.deal import deal_hand
from caladale.notation import read_layout
from caladale.notation.data import hand_from_data
from caladale.rules.score_sheet import score
from caladale.rules.verdict import validate
from caladale.solve import Status, best_castle
from tests.support.places import CASES

Solve = Callable[..., tuple[int, dict[str, Any]]]


@pytest.fixture
def solve(capsys: pytest.CaptureFixture[str]) -> Solve:
    """Run ``caladale solve`` on files of the cases: exit code, and the result."""

    def run_it(*arguments: str) -> tuple[int, dict[str, Any]]:
        files = [str(CASES / a) if (CASES / a).is_file() else a for a in arguments]
        code = run(["solve", *files, "--workers", "1", "--format", "json"])
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return code, json.loads(out) if out else {"error": err}

    return run_it


def hand(name: str, box: TileSet | None = None) -> Hand:
    return hand_from_data(json.loads((CASES / name).read_text(encoding="utf-8")), box)


def castle(name: str, box: TileSet | None = None) -> Layout:
    return read_layout((CASES / name).read_text(encoding="utf-8"), box)


def test_a_castle_that_cannot_be_moved_along_the_grass_is_not_ruled_out(solve: Solve) -> None:
    assert score(castle("whole-column-castle.txt")).total == 8
    code, result = solve("whole-column-hand.json", "--time-limit", "30")
    assert code == 0
    assert result["status"] == "optimal"
    assert result["score"] == result["bound"] == 8


def test_a_wild_stands_on_what_hangs_from_it(solve: Solve) -> None:
    fixed = ("--fixed", "four-sided-wild-castle.txt", "--complete-only")
    code, result = solve("four-sided-wild-hand.json", *fixed, "--time-limit", "30")
    assert code == 0
    assert (result["status"], result["score"]) == ("optimal", 16)


def test_a_hint_without_the_fixed_tiles_is_refused(solve: Solve) -> None:
    fixed, hint = ("--fixed", "fixed-and-hint-fixed.txt"), ("--hint", "fixed-and-hint-hint.txt")
    code, result = solve("fixed-and-hint-hand.json", *fixed, *hint)
    assert code == 2
    assert "lacks the fixed tile gate-stone at column 0, row 0" in result["error"]
    code, result = solve("fixed-and-hint-hand.json", *fixed, "--time-limit", "30")
    assert (code, result["status"], result["score"]) == (0, "optimal", 7)
    with pytest.raises(HandError, match="lacks the fixed tile"):
        best_castle(
            hand("fixed-and-hint-hand.json"),
            fixed=castle("fixed-and-hint-fixed.txt"),
            hint=castle("fixed-and-hint-hint.txt"),
        )


def test_a_hint_that_keeps_the_fixed_tiles_is_a_start() -> None:
    fixed = castle("fixed-and-hint-fixed.txt")
    hint = fixed.placing(Placement("stone-edge-2", x=1, y=0, turn=1))
    result = best_castle(
        hand("fixed-and-hint-hand.json"), fixed=fixed, hint=hint, time_limit=0, workers=1
    )
    assert result.layout is not None
    assert result.score == score(hint).total
    assert set(fixed.tiles) <= set(result.layout.tiles)


@pytest.mark.parametrize("option", ["hint", "fixed"])
def test_a_start_has_no_more_tiles_than_the_hand_allows(option: str) -> None:
    small = Hand(
        gates=("gate-stone",),
        tiles=("stone-edge-1",),
        supply=("stone-edge-2",),
        variant=Variant.SOLO2,
    )
    both = read_layout("caladale solo2 0+4 - - gate-stone@1,0 stone-edge-1@0,0W stone-edge-2@2,0E")
    with pytest.raises(HandError, match="2 tiles besides gate and wild, but the hand allows 1"):
        best_castle(small, **{option: both})  # type: ignore[arg-type]


@pytest.mark.parametrize("option", ["hint", "fixed"])
@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            "gate-stone@1,0 stone-edge-1@0,0W stone-edge-1@2,0E",
            "stone-edge-1 lies in the castle twice|breaks rule T3: The box holds one stone-edge-1",
        ),
        ("gate-stone@1,0 stone-edge-1@0,-1W", "stone-edge-1 lies below the ground"),
        (
            "gate-stone@1,0 tree-edge-1@0,0W",
            "tree-edge-1 as it lies is not in the hand|breaks rule C: tree-edge-1 at ",
        ),
        ("gate-stone:back@1,0", "gate-stone as it lies is not in the hand"),
        ("gate-tree@1,0", "gate-tree as it lies is not in the hand"),
        (
            "gate-stone@1,0 stone-edge-1@1,0",
            "two tiles lie in one cell|breaks rule T1: gate-stone and stone-edge-1 lie",
        ),
    ],
)
def test_a_start_is_made_of_the_hand(line: str, told: str, option: str) -> None:
    small = Hand(gates=("gate-stone",), tiles=("stone-edge-1", "stone-edge-2"))
    start = read_layout(f"caladale standard 0+4 - - {line}")
    with pytest.raises(HandError, match=told):
        best_castle(small, **{option: start})  # type: ignore[arg-type]


def test_a_fixed_tile_out_of_reach_is_no_castle_and_takes_no_time() -> None:
    far = read_layout("caladale standard 0+4 - - gate-stone@1,0 stone-edge-1@900000,0W")
    result = best_castle(Hand(gates=("gate-stone",), tiles=("stone-edge-1",)), fixed=far)
    assert result.status is Status.INFEASIBLE
    assert "farther from the grass" in result.proof


def test_gates_may_be_counted(solve: Solve) -> None:
    box = str(CASES / "gate-with-count-box.toml")
    code, result = solve("gate-with-count-hand.json", "--tileset", box, "--time-limit", "30")
    assert code == 0
    assert (result["status"], result["score"]) == ("optimal", 11)


def test_gates_of_one_kind_may_be_settled_to_different_sides() -> None:
    box = load_tileset(CASES / "gate-with-count-box.toml")
    two = Hand(
        gates=("g-1:front", "g-2:back"),
        tiles=("e-1", "e-2"),
        variant=Variant.ALL_TILES,
        wilds=0,
        tileset=box,
    )
    result = best_castle(two, time_limit=30, workers=1)
    assert result.layout is not None
    assert result.layout.tileset is box
    for placed in result.layout.tiles:
        assert (placed.tile, placed.side) not in (("g-1", "back"), ("g-2", "front"))


@pytest.mark.parametrize("name", ["no-first-castle-hand.json", "solo2-4.json"])
def test_there_is_a_castle_before_any_proof(name: str, solve: Solve) -> None:
    result = best_castle(hand(name), time_limit=0, workers=1)
    assert result.status is Status.FEASIBLE
    assert result.layout is not None
    assert validate(result.layout).valid
    code, told = solve(name, "--time-limit", "0.5")
    assert (code, told["status"]) == (0, "feasible")


@pytest.mark.parametrize("variant", [Variant.STANDARD, Variant.SPEED, Variant.SOLO1, Variant.SOLO2])
@pytest.mark.parametrize("tiles", [1, 25, 63])
def test_every_dealt_hand_has_a_castle_at_once(variant: Variant, tiles: int) -> None:
    result = best_castle(deal_hand(variant, 3, own=tiles), time_limit=0, workers=1)
    assert result.status is Status.FEASIBLE
    assert result.bound is not None
    assert result.score is not None
    assert result.bound >= result.score


def test_the_fixed_castle_is_one_before_any_proof(solve: Solve) -> None:
    fixed = castle("fixed-6-castle.txt")
    result = best_castle(hand("fixed-6-hand.json"), fixed=fixed, time_limit=0, workers=1)
    assert result.layout is not None
    assert result.score == score(fixed).total
    told = ("--fixed", "fixed-6-castle.txt", "--time-limit", "0.5")
    code, answer = solve("fixed-6-hand.json", *told)
    assert code == 0
    assert answer["score"] >= 1


def test_complete_castles_only_may_need_a_search() -> None:
    """The gate alone is not complete, so there is none at once, and none is claimed."""
    result = best_castle(
        deal_hand(Variant.STANDARD, 3, own=12), complete_only=True, time_limit=0, workers=1
    )
    assert result.status in (Status.UNKNOWN, Status.FEASIBLE)
    assert result.layout is None or validate(result.layout).complete


def test_a_gate_that_shows_no_castle_is_one_alone_where_grass_holds_up_sky() -> None:
    """A tile without castle edges is of no theme, so none has to meet another in it."""
    text = (CASES / "gate-with-count-box.toml").read_text(encoding="utf-8")
    bare = text.replace(
        'edges=["stone", "stone", "stone", "stone"]', 'edges=["sky", "sky", "sky", "sky"]'
    )
    alone = Hand(
        gates=("g-1:front",),
        tiles=("e-1",),
        wilds=0,
        rules=Readings(grass_supports_sky="yes"),
        tileset=_box(bare),
    )
    result = best_castle(alone, time_limit=30, workers=1)
    assert (result.status, result.score) == (Status.OPTIMAL, 4)
    grass_holds_nothing = msgspec.structs.replace(alone, rules=Readings())
    assert best_castle(grass_holds_nothing, time_limit=30, workers=1).layout is None


def _box(text: str) -> TileSet:
    return build_tileset(parse_tilefile(text))


@pytest.mark.parametrize(
    "terms",
    [
        {"time_limit": float("nan")},
        {"time_limit": -1},
        {"time_limit": float("inf")},
        {"seed": 2**31},
        {"seed": -1},
        {"workers": 0},
        {"workers": 10**9},
    ],
    ids=str,
)
def test_terms_that_make_no_sense_are_refused(terms: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"a time limit|a seed|number of workers"):
        best_castle(Hand(gates=("gate-stone",), tiles=()), **terms)


def test_rounds_of_steps_that_end_at_once_may_come_by_the_thousand() -> None:
    """Nothing can be laid anew here, and nothing is proved of strips that may lie apart."""
    start = read_layout(
        "caladale speed 0+6,6+1 - strips=side_by_side gate-stone:back@5,0 stone-edge-2@5,1"
    )
    two = Hand(
        gates=("gate-stone:back",),
        tiles=("stone-tudor-mid-1", "stone-tower-4"),
        supply=("stone-edge-2", "stone-tower-3"),
        variant=Variant.SPEED,
        rules=start.rules,
        grass=(6, 1),
        wilds=0,
    )
    result = best_castle(two, fixed=start, hint=start, time_limit=2, workers=1)
    assert result.layout is not None
    assert set(start.tiles) <= set(result.layout.tiles)
