"""Dissolving: what falls, in which round, and that a legal castle is left where one can be."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given

from benchmarks.castles import grown
from caladale import Layout, Placement, Variant, read_layout, score, validate, write_line
from caladale.core.tile_file import Group
from caladale.rules.dissolution import Dissolved, dissolve
from tests.support.strategies import NEAR_COORDINATES, layouts

HEAD = "caladale standard 0+4 - - "
CHALLENGE = "caladale all-tiles 0+4 - - "


def fallen(done: Dissolved) -> list[list[tuple[str, tuple[str, ...]]]]:
    return [[(fall.placed.tile, fall.codes) for fall in round_] for round_ in done.rounds]


@pytest.mark.parametrize(
    ("tiles", "expected"),
    [
        ("gate-stone@1,0 stone-tower-1@1,1", []),
        ("gate-stone@1,0 tree-tower-1@1,1", [[("tree-tower-1", ("C",))]]),
        # The tower only falls once what carries it is gone; it is no longer joined then either.
        (
            "gate-stone@1,0 tree-mid-1@1,1 tree-tower-1@1,2",
            [[("tree-mid-1", ("C",))], [("tree-tower-1", ("D", "F"))]],
        ),
        ("gate-stone@1,0 stone-tower-1@2,0E", [[("stone-tower-1", ("B2", "F"))]]),
        ("gate-stone@3,0 stone-two-1@4,0S", [[("stone-two-1", ("E",))]]),
        (
            "gate-stone@3,0 stone-edge-1@4,0E stone-edge-2@4,-1",
            [[("stone-edge-2", ("D", "F", "T2"))]],
        ),
        # Of a clash the farther tile falls, and takes nothing with it that stands by itself.
        (
            "gate-stone@0,0 stone-four-1@1,0 tree-two-1@2,0S stone-edge-1@1,1",
            [[("tree-two-1", ("C",))]],
        ),
        # A pier is gone, so the bridge falls.
        (
            "gate-stone@0,0 stone-mid-1@1,0E tree-two-1@2,0S",
            [[("tree-two-1", ("C",))], [("stone-mid-1", ("F",))]],
        ),
        (
            "gate-stone@1,0 stone-tower-1@1,1 stone-edge-1@1,1",
            [[("stone-tower-1", ("T1",)), ("stone-edge-1", ("T1",))]],
        ),
        # Two tiles in one cell both fall, but not the gate.
        ("gate-stone@1,0 stone-edge-1@1,0", [[("stone-edge-1", ("T1",))]]),
        (
            "gate-stone@1,0 stone-edge-1@2,0E stone-edge-1@0,3",
            [[("stone-edge-1", ("T3",))]],
        ),
        ("gate-stone@1,0 wild-1@2,0E wild-2@1,1", [[("wild-2", ("T3",))]]),
        ("gate-stone@1,0 gate-tree@2,0", [[("gate-tree", ("T4",))]]),
        # The gate that stands right is the one that stays.
        ("gate-stone@0,1 gate-tree@2,0", [[("gate-stone", ("T4",))]]),
    ],
)
def test_what_falls(tiles: str, expected: list[list[tuple[str, tuple[str, ...]]]]) -> None:
    done = dissolve(read_layout(HEAD + tiles))
    assert fallen(done) == expected
    assert done.score.verdict.valid
    assert done.score == score(done.layout)


def test_every_fall_has_a_sentence_for_each_breach() -> None:
    done = dissolve(read_layout(HEAD + "gate-stone@1,0 tree-mid-1@1,1 tree-tower-1@1,2"))
    (clash,) = done.rounds[0][0].why
    assert clash.startswith("gate-stone at column 1, row 0 shows stone to the tree of tree-mid-1")
    assert clash.endswith("It is tree-mid-1 at column 1, row 1 that falls.")
    assert done.rounds[1][0].why == (
        "tree-tower-1 at column 1, row 2 is not joined to the gate.",
        "Nothing holds up tree-tower-1 at column 1, row 2.",
    )


@pytest.mark.parametrize(
    ("line", "codes"),
    [
        (HEAD + "-", ["T4"]),
        (HEAD + "stone-four-1@1,0", ["T4"]),
        (HEAD + "gate-stone@1,1 stone-four-1@1,2", ["B1", "F"]),
        (HEAD + "gate-stone@1,0E stone-tower-1@1,1", ["B1"]),
        (HEAD + "gate-stone@7,0 stone-edge-1@8,0E", ["B1", "E", "F"]),
        ("caladale all-tiles 0+4,5+4 - strips=side_by_side gate-stone@0,0", ["T5"]),
    ],
)
def test_what_dissolving_cannot_mend_is_told(line: str, codes: list[str]) -> None:
    done = dissolve(read_layout(line))
    assert [breach.code for breach in done.score.verdict.violations] == codes
    assert done.score.total is None


def test_in_the_challenge_gates_can_fall() -> None:
    apart = dissolve(read_layout(CHALLENGE + "gate-stone@0,0 gate-tree@2,0 tree-tower-1@2,1"))
    assert fallen(apart) == [[("gate-tree", ("D",)), ("tree-tower-1", ("D",))]]
    floating = dissolve(read_layout(CHALLENGE + "gate-stone@0,1 gate-tree@2,0"))
    assert fallen(floating) == [[("gate-stone", ("B1",))]]
    # Of a clash the gate stays, though it is the farther one from the leftmost gate.
    clash = dissolve(
        read_layout(CHALLENGE + "gate-stone@0,0 stone-four-1@1,0 gate-tree@2,0 wild-1@0,1")
    )
    assert fallen(clash) == [
        [("wild-1", ("T3",))],
        [("stone-four-1", ("C",))],
        [("gate-tree", ("D",))],
    ]


@given(layouts(NEAR_COORDINATES))
def test_dissolving_ends_well(layout: Layout) -> None:
    done = dissolve(layout)
    assert Counter(layout.tiles) == Counter((*done.layout.tiles, *done.fallen))
    assert all(done.rounds)
    again = dissolve(done.layout)
    assert (again.rounds, again.layout) == ((), done.layout)
    columns = {x for strip in layout.grass for x in range(strip.x, strip.x + strip.width)}
    gates = [p for p in layout.tiles if layout.tileset.tiles[p.tile].group is Group.GATE]
    right = [p for p in gates if p.y == 0 and p.turn == 0 and p.x in columns]
    left = done.score.verdict
    assert left == validate(done.layout)
    if gates:
        assert any(gate in done.layout.tiles for gate in right or gates)
    strips_apart = any(breach.code == "T5" for breach in validate(layout).violations)
    assert left.valid == (bool(right) and not strips_apart)


@given(layouts(NEAR_COORDINATES))
def test_the_order_of_the_tiles_means_nothing(layout: Layout) -> None:
    turned_round = layout.replace(tiles=layout.tiles[::-1])
    assert Counter(dissolve(layout).layout.tiles) == Counter(dissolve(turned_round).layout.tiles)


def by_the_letter(layout: Layout) -> Layout:
    """Dissolve as the rules page says it, for a castle with one gate that stands right."""
    gate = next(p for p in layout.tiles if layout.tileset.tiles[p.tile].group is Group.GATE)
    while violations := validate(layout).violations:
        cells = set()
        for breach in violations:
            if breach.code == "C":
                cells.add(
                    max(
                        breach.cells,
                        key=lambda c: (abs(c[0] - gate.x) + abs(c[1] - gate.y), c[1], c[0]),
                    )
                )
            else:
                assert breach.code in ("B2", "E", "T2", "D", "F")
                cells.update(breach.cells)
        cells.discard(gate.cell)
        layout = layout.replace(tiles=(p for p in layout.tiles if p.cell not in cells))
    return layout


@pytest.mark.parametrize("seed", range(40))
def test_as_the_rules_page_says(seed: int) -> None:
    rng = random.Random(seed)
    castle = grown(rng, 14, Layout(variant=Variant.SPEED))
    tiles = list(castle.tiles)
    free = {(x, y) for x in range(-2, 7) for y in range(-1, 7)} - {p.cell for p in tiles}
    for i in rng.sample(range(1, len(tiles)), min(3, len(tiles) - 1)):
        cell = rng.choice(sorted({*free, tiles[i].cell}))
        free.discard(cell)
        tiles[i] = Placement(tiles[i].tile, *cell, rng.randrange(4), tiles[i].side)
    worse = castle.replace(tiles=tiles)
    assert write_line(dissolve(worse).layout) == write_line(by_the_letter(worse))
