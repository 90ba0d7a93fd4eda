"""Castles at hand: legal ones that need no search, for what cannot be searched in time."""

from __future__ import annotations

import pytest

from caladale import Layout, read_layout, validate
from caladale.solve.minimal_repair.fallback import castles_at_hand
from caladale.solve.minimal_repair.laid_tiles import stock_of_castle

HEAD = "caladale standard 0+4 - - "


def at_hand(line: str, *spares: str) -> list[list[tuple[str, int, int]]]:
    layout = read_layout(line)
    found: list[Layout] = list(castles_at_hand(layout, stock_of_castle(layout, spares)))
    assert all(validate(castle).valid for castle in found)
    return [[(placed.tile, *placed.cell) for placed in castle.tiles] for castle in found]


@pytest.mark.parametrize(
    ("line", "spares", "expected"),
    [
        ("gate-stone@2,0 tree-edge-1@2,1", (), [[("gate-stone", 2, 0)]]),
        ("gate-stone@2,3E stone-edge-1@2,1", (), [[("gate-stone", 2, 0)]]),
        ("gate-stone@-7,0 gate-tree@9,0", (), [[("gate-stone", 0, 0)], [("gate-tree", 3, 0)]]),
        ("stone-edge-1@2,0", ("gate-tudor",), [[("gate-tudor", 0, 0)]]),
        ("stone-edge-1@2,0", (), []),
        (
            "gate-stone@9,2 stone-tower-1@9,3",
            (),
            [[("gate-stone", 3, 0)], [("gate-stone", 3, 0), ("stone-tower-1", 3, 1)]],
        ),
        (
            "gate-stone@9,0 stone-edge-1@8,0W stone-four-1@10,0",
            (),
            [
                [("gate-stone", 3, 0)],
                [("gate-stone", 2, 0), ("stone-edge-1", 1, 0), ("stone-four-1", 3, 0)],
            ],
        ),
    ],
)
def test_a_gate_alone_and_the_whole_moved(
    line: str, spares: tuple[str, ...], expected: list[list[tuple[str, int, int]]]
) -> None:
    assert at_hand(HEAD + line, *spares) == expected
