"""Repair: legal castles, as few changes as brute force needs, and honest answers."""

from __future__ import annotations

import random
import time
from typing import Any

import pytest

from benchmarks.castles import broken, grown
from benchmarks.repair import BruteForce, small_problem
from caladale import (
    Grass,
    HandError,
    Layout,
    LayoutError,
    Placement,
    Variant,
    read_layout,
    score,
    validate,
    write_json,
)
from caladale.core.tile_file import parse_tilefile
from caladale.core.tiles import build_tileset
from caladale.rules.changes import ChangeKind, changes_between
from caladale.rules.dissolution import dissolve
from caladale.solve import RepairResult, Status, Stop, repair
from tests.support.changes_recounted import recount
from tests.support.places import CASES
from tests.support.strategies import BOX

HEAD = "caladale standard 0+4 - - "
SOLO = "caladale solo2 0+4 - - "


def mended(layout: Layout, *spares: str, margin: int | None = None) -> RepairResult:
    """The result, checked against the referee and a recount."""
    result = repair(layout, spares, workers=1, time_limit=120, margin=margin)
    assert result.layout is not None
    sheet = score(result.layout)
    assert sheet.total is not None
    assert sheet.total == result.score
    assert result.changes == changes_between(layout, result.layout)
    assert result.status is Status.OPTIMAL
    assert result.least == len(result.changes)
    assert result.best_score
    assert result.stop is Stop.PROVED
    own = {placed.tile for placed in layout.tiles}
    assert {placed.tile for placed in result.layout.tiles} <= own | set(spares)
    assert result.layout.grass == layout.grass
    return result


def told(result: RepairResult) -> list[str]:
    return [change.sentence for change in result.changes]


def test_a_legal_castle_needs_no_change() -> None:
    castle = read_layout(HEAD + "gate-stone@1,0 stone-tower-1@1,1")
    result = mended(castle)
    assert (result.layout, result.changes) == (castle, ())
    assert result.anywhere


@pytest.mark.parametrize(
    ("line", "spares", "expected", "total"),
    [
        (
            HEAD + "gate-stone@1,0 tree-tower-1@1,1",
            (),
            ["Remove tree-tower-1 from column 1, row 1."],
            -4,
        ),
        (
            HEAD + "gate-stone@1,0 stone-edge-1@2,0W stone-tower-1@1,1",
            (),
            ["Turn stone-edge-1 at column 2, row 0 a half turn."],
            5,
        ),
        # The two edges look the same but for their turn: one swap and no turn.
        (
            HEAD + "gate-stone@1,0 stone-edge-1@0,0E stone-edge-2@2,0W stone-tower-1@1,1",
            (),
            ["Swap stone-edge-1 at column 0, row 0 with stone-edge-2 at column 2, row 0."],
            11,
        ),
        # Three tiles that lie in a ring: two swaps.
        (
            HEAD + "gate-stone@1,0 tudor-tower-1@1,1 stone-tree-mid-1@1,2S tree-tudor-mid-1@1,3S "
            "stone-edge-1@0,0W stone-edge-2@2,0E",
            (),
            [
                "Swap tudor-tower-1 at column 1, row 1 with tree-tudor-mid-1 at column 1, row 3.",
                (
                    "Swap tree-tudor-mid-1 at column 1, row 1 with stone-tree-mid-1 at column 1, "
                    "row 2."
                ),
            ],
            15,
        ),
        # In Solo the gate may be turned over, which closes the castle; in Standard it may not.
        (
            SOLO + "gate-stone:back@1,0 stone-edge-1@0,0W stone-tower-1@1,1 stone-edge-2@2,0E",
            (),
            ["Turn gate-stone at column 1, row 0 over to its front."],
            11,
        ),
        (
            HEAD + "gate-stone:back@1,0 stone-edge-1@0,0W stone-tower-1@1,1 stone-edge-2@2,0E",
            (),
            ["Remove stone-edge-2 from column 2, row 0."],
            5,
        ),
        (
            HEAD + "tree-tower-1@1,1",
            ("gate-tree",),
            ["Add gate-tree at column 1, row 0."],
            1,
        ),
        # Of two gates that lie in one cell, one goes.
        (
            HEAD + "gate-stone@1,0 gate-tree@1,0 tree-tower-1@1,1",
            (),
            ["Remove gate-stone from column 1, row 0."],
            1,
        ),
    ],
)
def test_repairs(line: str, spares: tuple[str, ...], expected: list[str], total: int) -> None:
    result = mended(read_layout(line), *spares)
    assert result.score == total
    assert len(result.changes) == len(expected)
    assert told(result) == expected
    assert result.anywhere


@pytest.mark.parametrize(
    "tiles",
    [
        "gate-stone@1,0 stone-edge-1@0,0W stone-tower-1@1,1 stone-edge-1@2,0E",
        "gate-stone@1,0 stone-tower-1@1,1 wild-1@0,0W wild-2@2,0E",
    ],
)
def test_of_what_there_is_too_often_one_goes(tiles: str) -> None:
    (change,) = mended(read_layout(HEAD + tiles), "stone-tower-3").changes
    assert change.act is ChangeKind.REMOVED
    assert change.before[0].tile in ("stone-edge-1", "wild-1", "wild-2")


@pytest.mark.parametrize("seed", range(1000, 1020))
def test_as_few_as_brute_force(seed: int) -> None:
    castle, spares = small_problem(seed)
    brute = BruteForce(castle, spares).fewest()
    found = len(mended(castle, *spares, margin=1).changes)
    assert found == brute if brute is not None else found > 2


@pytest.mark.parametrize("seed", range(4))
def test_a_larger_castle(seed: int) -> None:
    rng = random.Random(seed)
    castle = grown(rng, 16, Layout(variant=Variant.SPEED))
    worse = broken(rng, castle, 2)
    result = mended(worse)
    assert 1 <= len(result.changes) <= 4
    assert result.layout is not None
    if len({p.cell for p in worse.tiles}) == len(worse.tiles):
        assert recount(worse, result.layout) == len(result.changes)


def test_a_castle_beyond_the_grass_moves_there_as_a_whole() -> None:
    """Taking all away but the gate, which moves, takes as many changes and scores less."""
    result = mended(read_layout((CASES / "repair-far-castle.txt").read_text(encoding="utf-8")))
    assert result.layout is not None
    assert (len(result.changes), result.score) == (4, 11)
    assert len(result.layout.tiles) == 4
    assert (result.anywhere, result.best_anywhere) == (True, True)
    assert result.proof.startswith("With fewer changes no castle reaches from the grass")
    near = mended(read_layout(HEAD + "gate-stone@7,0 stone-tower-1@7,1"))
    assert told(near)[0] == "Move gate-stone from column 7, row 0 to column 3, row 0."
    assert (len(near.changes), near.score) == (2, 1)


def test_where_two_tiles_lie_in_one_cell_one_leaves_first() -> None:
    crowded = read_layout((CASES / "repair-crowded-castle.txt").read_text(encoding="utf-8"))
    assert told(mended(crowded)) == [
        "Move gate-stone from column 0, row 1 to column 0, row 0.",
        "Swap stone-edge-1 at column -1, row 0 with stone-two-1 at column 0, row 1.",
    ]


def test_a_tile_out_of_reach_leaves() -> None:
    far = read_layout(HEAD + "gate-stone@1,0 stone-edge-1@1000000,1000000")
    result = mended(far)
    assert (len(result.changes), result.score) == (1, 0)
    assert result.changes[0].act is ChangeKind.MOVED
    with pytest.raises(LayoutError, match="tiles: the box"):
        repair(far, margin=1)


def test_at_the_end_of_the_world_nothing_is_claimed_of_what_lies_beyond() -> None:
    """A layout names no column beyond the millionth."""
    line = "caladale standard 999998+4 - - gate-stone@1000000,0 stone-tower-1@1000000,3"
    result = repair(read_layout(line), workers=1, time_limit=120)
    assert (result.status, len(result.changes)) == (Status.OPTIMAL, 1)
    assert (result.best_score, result.best_anywhere) == (True, False)
    assert result.layout is not None
    assert read_layout(write_json(result.layout)) == result.layout


def test_a_castle_too_large_to_be_searched_is_answered_all_the_same() -> None:
    tiles = (f"stone-four-1@{x},{y}" for x in range(60) for y in range(60))
    castle = read_layout(HEAD + " ".join(("gate-stone@1,0", *tiles)))
    result = repair(castle, tuple(BOX.tiles)[1:70:3], workers=1, time_limit=60)
    assert result.status is Status.FEASIBLE
    assert result.stop is Stop.SIZE
    assert result.layout is not None
    assert (result.least, result.best_score, result.proof) == (1, False, "")


HANGING_GATE = """
format = "caladale-tiles/1"
name = "hanging-gate"
title = "A gate that shows sky below"

[counts]
standard = 2
gate = 1
enchanted = 0
wild = 0
supply = 2
supply_without_plus = 2

[[tile]]
id = "gate"
group = "gate"
role = "gate"
edges = ["sky", "stone", "sky", "stone"]
back = ["sky", "stone", "sky", "sky"]
provenance = "assumed"
note = "It can only be a bridge."

[[tile]]
id = "pier"
group = "standard"
role = "two"
edges = ["sky", "stone", "stone", "sky"]
count = 2
provenance = "assumed"
note = "It stands on the grass."
"""


def test_where_no_gate_stands_alone_a_castle_is_searched_all_the_same() -> None:
    box = build_tileset(parse_tilefile(HANGING_GATE))
    apart = (Placement("pier-1", 0, 0), Placement("gate", 5, 0), Placement("pier-2", 9, 3))
    result = repair(Layout(tiles=apart, tileset=box), workers=1, time_limit=120)
    assert (result.status, len(result.changes), result.score) == (Status.OPTIMAL, 2, 8)
    assert (result.anywhere, result.best_anywhere) == (True, True)
    late = repair(Layout(tiles=apart, tileset=box), workers=1, time_limit=0)
    assert (late.status, late.layout, late.stop) == (Status.UNKNOWN, None, Stop.TIME_LIMIT)
    alone = repair(Layout(tiles=apart[1:], tileset=box), workers=1, time_limit=120)
    assert (alone.status, alone.layout) == (Status.INFEASIBLE, None)
    assert "found no legal castle of these tiles; none can lie beyond" in alone.proof
    boxed = repair(Layout(tiles=apart[1:2], tileset=box), workers=1, time_limit=120, margin=0)
    assert (boxed.status, boxed.layout) == (Status.UNKNOWN, None)


def test_points_that_are_not_built_with_do_not_confuse_the_best_score() -> None:
    castle = read_layout(HEAD + "gate-stone@1,0 stone-edge-1@2,0W stone-tower-1@1,1")
    for extra, other in ((3, Variant.STANDARD), (-3, Variant.SOLO2)):
        layout = Layout(
            tiles=castle.tiles,
            variant=other,
            flipped=max(extra, 0),
            exchanges=max(-extra, 0),
        )
        result = mended(layout)
        assert (len(result.changes), result.score) == (1, 5 + extra)


def test_a_gate_of_settled_side_stays_on_it() -> None:
    """Also where two of one kind lie there, or a spare comes in."""
    text = HANGING_GATE.replace('"sky", "stone", "sky", "sky"', '"sky", "sky", "stone", "sky"')
    text = text.replace('role = "gate"\n', 'role = "gate"\ncount = 2\n').replace(
        "gate = 1", "gate = 2"
    )
    box = build_tileset(parse_tilefile(text))
    two = (Placement("gate-1", 7, 0), Placement("gate-2", 9, 0, 0, "back"))
    result = mended(Layout(tiles=two, tileset=box))
    assert result.layout is not None
    assert [(p.tile, p.side) for p in result.layout.tiles] == [("gate-2", "back")]
    spare = repair(Layout(tileset=box, variant=Variant.SOLO2), ("gate-1:front",), time_limit=120)
    assert spare.status is Status.INFEASIBLE
    spare = repair(Layout(tileset=box, variant=Variant.SOLO2), ("gate-1",), time_limit=120)
    assert spare.status is Status.OPTIMAL


def test_of_tiles_that_lie_alike_in_one_cell_one_stays() -> None:
    line = "caladale speed -2+1 - - gate-apprentice:back@-2,0 wild-1@-1,0E wild-2@-1,0E"
    result = mended(read_layout(f"{line} wild-2@-2,0S"))
    assert [change.act for change in result.changes] == [ChangeKind.REMOVED, ChangeKind.REMOVED]


@pytest.mark.parametrize(
    ("terms", "reason"),
    [
        ({"time_limit": float("nan")}, "time limit"),
        ({"time_limit": -1}, "time limit"),
        ({"time_limit": float("inf")}, "time limit"),
        ({"seed": 2**31}, "seed"),
        ({"seed": -1}, "seed"),
        ({"workers": 0}, "workers"),
        ({"workers": -3}, "workers"),
        ({"workers": 10**6}, "workers"),
        ({"margin": -1}, "margin"),
        ({"margin": 10**9}, "margin"),
        ({"margin": True}, "margin"),
        ({"margin": 1.5}, "margin"),
    ],
)
def test_terms_that_make_no_sense_are_refused_at_once(terms: dict[str, Any], reason: str) -> None:
    """Also where the castle is legal and nothing would be searched."""
    with pytest.raises(ValueError, match=reason):
        repair(read_layout(HEAD + "gate-stone@1,0"), **terms)


def test_the_limit_is_kept_while_models_are_built() -> None:
    """Two hundred tiles all over the table: the model alone would take longer than is allowed."""
    rng = random.Random(4)
    tiles = [
        Placement(rng.choice(tuple(BOX.tiles)), rng.randrange(30), rng.randrange(20))
        for _ in range(200)
    ]
    began = time.monotonic()
    result = repair(Layout(tiles=tuple(tiles), grass=(Grass(0, 30),)), time_limit=0.5, workers=48)
    assert time.monotonic() - began < 20
    assert result.stop in (Stop.TIME_LIMIT, Stop.SIZE)
    assert result.layout is not None


def test_a_margin_is_told_honestly() -> None:
    rng = random.Random(5)
    for _ in range(20):
        worse = broken(rng, grown(rng, 9), 3)
        result = mended(worse, margin=0)
        assert result.anywhere == (result.least <= 1)
        if not result.anywhere:
            assert "beyond them was not" in result.proof
            return
    pytest.fail("no castle needed two changes")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (HEAD + "-", "no gate"),
        (HEAD + "stone-four-1@1,0", "no gate"),
        ("caladale standard - - - gate-stone@0,0", "no grass"),
        ("caladale all-tiles 0+4,5+4 - strips=side_by_side gate-stone@0,0", "strips of grass"),
    ],
)
def test_what_no_change_can_mend(line: str, reason: str) -> None:
    result = repair(read_layout(line), ("stone-edge-3",))
    assert (result.status, result.layout, result.changes) == (Status.INFEASIBLE, None, ())
    assert reason in result.proof


def test_out_of_time_nothing_is_claimed() -> None:
    rng = random.Random(1)
    worse = broken(rng, grown(rng, 16), 3)
    result = repair(worse, time_limit=0.000001, workers=1)
    assert result.status is Status.FEASIBLE
    assert result.layout is not None
    assert validate(result.layout).valid
    assert [placed.tile[:5] for placed in result.layout.tiles] == ["gate-"]
    assert (result.least, result.best_score, result.proof) == (1, False, "")
    assert result.stop is Stop.TIME_LIMIT


def test_ctrl_c_ends_the_search() -> None:
    def interrupt() -> bool:
        raise KeyboardInterrupt

    rng = random.Random(1)
    worse = broken(rng, grown(rng, 16), 3)
    result = repair(worse, time_limit=200, should_stop=interrupt)
    assert result.stop is Stop.INTERRUPTED
    assert result.status in (Status.FEASIBLE, Status.OPTIMAL)
    assert result.layout is not None


def test_a_hint_is_an_answer_in_any_case() -> None:
    rng = random.Random(1)
    worse = broken(rng, grown(rng, 16), 3)
    left = dissolve(worse).layout
    late = repair(worse, time_limit=0.000001, workers=1, hint=left)
    assert (late.status, late.layout) == (Status.FEASIBLE, left)
    assert all(change.act is ChangeKind.REMOVED for change in late.changes)
    in_time = repair(worse, time_limit=120, workers=1, hint=left)
    assert in_time.status is Status.OPTIMAL
    assert len(in_time.changes) <= len(late.changes)
    for hint in (worse, left.placing(Placement("stone-four-3", 50, 50)), left.replace(grass=())):
        with pytest.raises(HandError, match="hint"):
            repair(worse, hint=hint)


def test_a_single_removal_as_hint() -> None:
    castle = read_layout(HEAD + "gate-stone@1,0 stone-tower-1@1,1 stone-edge-1@2,0W")
    result = repair(castle, workers=1, time_limit=120, hint=dissolve(castle).layout)
    assert told(result) == ["Turn stone-edge-1 at column 2, row 0 a half turn."]
    assert result.best_score


@pytest.mark.parametrize(
    ("spare", "reason"),
    [
        ("stone-for-1", "no tile"),
        ("gate-stone", "there already"),
        ("stone-edge-1:back", "no sides"),
        ("gate-tree:top", "neither front nor back"),
    ],
)
def test_spares_are_checked(spare: str, reason: str) -> None:
    castle = read_layout(HEAD + "gate-stone@1,1")
    with pytest.raises(HandError, match=reason):
        repair(castle, (spare,))
    with pytest.raises(HandError, match="there already"):
        repair(castle, ("stone-edge-1", "stone-edge-1"))


def test_seeds_repeat_and_validate() -> None:
    rng = random.Random(3)
    worse = broken(rng, grown(rng, 10), 2)
    one, two = (repair(worse, workers=1, seed=7, time_limit=120) for _ in range(2))
    assert one.layout == two.layout
    assert one.layout is not None
    assert validate(one.layout).valid
