"""The sentences in which breaches are told to a player, word for word."""

from __future__ import annotations

import pytest

from caladale.core.edges import Direction
from caladale.notation import read_layout
from caladale.rules.catalogue import RULES, Rule
from caladale.rules.verdict import validate

HEAD = "caladale standard 0+4 - - "
CHALLENGE = "caladale all-tiles 0+4 - - "
FLOATING = HEAD + "gate-stone@0,0 tree-four-1@5,5 tree-four-2@5,6 tree-four-3@6,5 tudor-four-1@0,9"


def sentences(line: str, code: str) -> list[str]:
    """What is said of each breach of one rule."""
    return [v.message for v in validate(read_layout(line)).violations if v.code == code]


@pytest.mark.parametrize(
    ("line", "code", "told"),
    [
        (
            HEAD + "gate-stone@1,0E",
            "B1",
            ["gate-stone at column 1, row 0 is turned."],
        ),
        (
            HEAD + "gate-stone@1,2 gate-tree@-1,0 gate-tudor:back@4,0S gate-apprentice@2,1W",
            "B1",
            [
                "gate-tree at column -1, row 0 stands beyond the grass.",
                "gate-stone at column 1, row 2 lies in row 2, not in row 0.",
                "gate-apprentice at column 2, row 1 is turned and lies in row 1, not in row 0.",
                "gate-tudor at column 4, row 0 is turned and stands beyond the grass.",
            ],
        ),
        (
            HEAD + "gate-stone@1,0 stone-tower-2@2,0E tree-tower-1@1,1",
            "B2",
            ["stone-tower-2 at column 2, row 0 is turned; a tower top only stands upright."],
        ),
        (
            HEAD + "gate-stone@1,0 tree-tower-1@1,1 stone-tower-1@2,0 wild-1@0,0W",
            "C",
            [
                "gate-stone at column 1, row 0 shows stone to the tree of tree-tower-1 above it.",
                (
                    "gate-stone at column 1, row 0 shows stone to the sky of stone-tower-1 "
                    "at its right."
                ),
            ],
        ),
        (
            HEAD + "stone-tower-1@0,0 gate-stone@1,0",
            "C",
            ["stone-tower-1 at column 0, row 0 shows sky to the stone of gate-stone at its right."],
        ),
        (
            HEAD + "gate-stone@0,0 stone-edge-1@3,0",
            "D",
            ["1 tile is not joined to gate-stone: stone-edge-1 at column 3, row 0."],
        ),
        (
            # The gate is what the others are joined to, even where a tile lies left of it,
            HEAD + "stone-edge-1@0,0 gate-stone@2,0",
            "D",
            ["1 tile is not joined to gate-stone: stone-edge-1 at column 0, row 0."],
        ),
        (
            # of several gates the leftmost, whichever is named first.
            CHALLENGE + "stone-edge-1@0,0 gate-stone@3,0 gate-tree@1,0",
            "D",
            [
                (
                    "2 tiles are not joined to gate-tree: stone-edge-1 at column 0, row 0; "
                    "gate-stone at column 3, row 0."
                )
            ],
        ),
        (
            # Without a gate, the tile that is least in (x, y) is what the others are joined to.
            HEAD + "stone-two-1@1,1 stone-edge-1@3,0 tree-edge-1@1,0 tree-edge-2@2,2",
            "D",
            [
                (
                    "3 tiles are not joined to tree-edge-1: stone-two-1 at column 1, row 1; "
                    "tree-edge-2 at column 2, row 2; stone-edge-1 at column 3, row 0."
                )
            ],
        ),
        (
            HEAD + "gate-stone@3,0 stone-two-1@4,0S",
            "E",
            ["stone-two-1 at column 4, row 0 has a castle bottom edge beyond the grass."],
        ),
        (
            HEAD + "gate-stone@0,0 stone-mid-1@1,0E",
            "F",
            ["Nothing holds up 1 tile: stone-mid-1 at column 1, row 0."],
        ),
        (
            FLOATING,
            "F",
            [
                (
                    "Nothing holds up 4 tiles: tudor-four-1 at column 0, row 9; tree-four-1 at "
                    "column 5, row 5; tree-four-2 at column 5, row 6; tree-four-3 at column 6, "
                    "row 5."
                )
            ],
        ),
        (
            FLOATING + " tudor-four-2@7,7",
            "F",
            [
                (
                    "Nothing holds up 5 tiles: tudor-four-1 at column 0, row 9; tree-four-1 at "
                    "column 5, row 5; tree-four-2 at column 5, row 6; tree-four-3 at column 6, "
                    "row 5; and 1 more."
                )
            ],
        ),
        (
            FLOATING + " tudor-four-2@7,7 tudor-four-3@8,8",
            "F",
            [
                (
                    "Nothing holds up 6 tiles: tudor-four-1 at column 0, row 9; tree-four-1 at "
                    "column 5, row 5; tree-four-2 at column 5, row 6; tree-four-3 at column 6, "
                    "row 5; and 2 more."
                )
            ],
        ),
        (
            HEAD + "gate-stone@0,0 stone-tower-1@0,1 stone-edge-1@0,1",
            "T1",
            ["stone-tower-1 and stone-edge-1 lie in the same cell, column 0, row 1."],
        ),
        (
            # Of many tiles in a cell the first four are named.
            HEAD + "gate-stone@0,0 tree-edge-1@2,0 tree-edge-2@2,0 tree-edge-3@2,0 tree-two-1@2,0 "
            "tree-two-2@2,0 stone-two-1@1,0 stone-two-2@1,0",
            "T1",
            [
                "stone-two-1 and stone-two-2 lie in the same cell, column 1, row 0.",
                (
                    "tree-edge-1 and tree-edge-2 and tree-edge-3 and tree-two-1 and 1 more lie in "
                    "the same cell, column 2, row 0."
                ),
            ],
        ),
        (
            HEAD + "gate-stone@3,0 stone-edge-2@4,-2",
            "T2",
            ["stone-edge-2 lies below the ground, at column 4, row -2."],
        ),
        (
            HEAD + "gate-stone@1,0 stone-edge-1@2,0E stone-edge-1@0,0W",
            "T3",
            [
                (
                    "The box holds one stone-edge-1, but it lies in 2 places: column 0, row 0; "
                    "column 2, row 0."
                )
            ],
        ),
        (
            HEAD + "gate-stone@1,0 wild-2@2,0E wild-1@0,0W",
            "T3",
            [
                (
                    "This game allows only one wild tile, but 2 lie here: wild-1 at column 0, row "
                    "0; wild-2 at column 2, row 0."
                )
            ],
        ),
        (
            CHALLENGE + "gate-stone@1,0 wild-1@2,0E",
            "T3",
            ["This game allows no wild tile, but 1 lies here: wild-1 at column 2, row 0."],
        ),
        (HEAD + "stone-four-1@0,0", "T4", ["The castle has no gate."]),
        (
            HEAD + "gate-tree@2,0 gate-stone@0,0",
            "T4",
            [
                (
                    "A castle has one gate, but this one has 2: gate-stone at column 0, row 0; "
                    "gate-tree at column 2, row 0."
                )
            ],
        ),
        (
            "caladale all-tiles 0+2,3+2,8+4 - strips=side_by_side gate-stone@0,0",
            "T5",
            ["The grass lies in 3 pieces, but the strips must touch."],
        ),
    ],
)
def test_a_breach_is_told_in_these_words(line: str, code: str, told: list[str]) -> None:
    assert sentences(line, code) == told


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_a_breach_tells_its_tiles_and_names_them(rule: Rule) -> None:
    layout = read_layout(rule.bad)
    for breach in validate(layout).violations:
        assert {placed.cell for placed in breach.tiles} == set(breach.cells)
        assert all(placed in layout for placed in breach.tiles)
        assert all(placed.tile in breach.message for placed in breach.tiles)
        assert all((x, y) in breach.cells for x, y, _ in breach.edges)
        assert bool(breach.edges) == (breach.code in ("C", "E"))


def test_the_edges_of_a_clash_face_each_other() -> None:
    layout = read_layout(HEAD + "gate-stone@1,0 tree-tower-1@1,1 stone-tower-1@2,0")
    above, right = (v.edges for v in validate(layout).violations if v.code == "C")
    assert above == ((1, 0, Direction.N), (1, 1, Direction.S))
    assert right == ((1, 0, Direction.E), (2, 0, Direction.W))
