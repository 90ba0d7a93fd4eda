"""The growing board says of every castle on the way what the referee says."""

from __future__ import annotations

import random

import pytest

from caladale.construct.incremental_board import IncrementalBoard, cell_of, number_of
from caladale.core.layout import Grass, Layout, Placement, Variant
from caladale.core.readings import Readings
from caladale.games.deal import deal_hand
from caladale.notation import read_layout
from caladale.rules.placements import legal_placements
from caladale.rules.score_sheet import score
from caladale.rules.verdict import validate
from tests.support.strategies import BOX

OTHER_EDGES = Readings(wild="four_sides", enchanted_a="two_sided", gate_counts="no")
OTHER_SUPPORT = Readings(
    wild_may_hang="no", mid_may_hang="yes", corner_hangs_from_top="yes", bridge_tile="mid_only"
)


def strips(layout: Layout, board: IncrementalBoard) -> list[Layout]:
    """The castle on its strip, wherever that may lie."""
    width = layout.grass[0].width
    there = range(board.high - width + 1, board.low + 1)
    return [layout.replace(grass=[Grass(x, width)]) for x in there]


def by_the_referee(layout: Layout, board: IncrementalBoard, tile: str) -> set[Placement]:
    return {p for moved in strips(layout, board) for p in legal_placements(moved, tile)}


def by_the_board(board: IncrementalBoard, tile: str) -> set[Placement]:
    kind = board.looks.number_of_kind[BOX.tiles[tile].kind]
    moves = board.moves(board.looks.of_kind[kind])
    return {board.placement(tile, cell, look) for cell, look in moves}


@pytest.mark.parametrize("rules", [Readings(), OTHER_EDGES, OTHER_SUPPORT])
@pytest.mark.parametrize("seed", range(4))
def test_the_board_and_the_referee_agree_on_every_move_and_score(
    rules: Readings, seed: int
) -> None:
    chance = random.Random(seed)
    layout = Layout(variant=Variant.SOLO1, rules=rules)
    gate = chance.choice(BOX.gates()).id
    layout = layout.placing(chance.choice(legal_placements(layout, gate)))
    board = IncrementalBoard.of(layout)
    tiles = [*deal_hand(Variant.SOLO1, seed).tiles[:40], "wild-1"]
    chance.shuffle(tiles)
    for tile in tiles:
        legal = by_the_board(board, tile)
        assert legal == by_the_referee(layout, board, tile)
        assert score(layout).total == board.total
        if not legal:
            continue
        placed = chance.choice(sorted(legal, key=lambda p: (p.x, p.y, p.turn)))
        layout = next(
            grown
            for moved in strips(layout, board)
            if validate(grown := moved.placing(placed)).valid
        )
        look = board.looks.numbers[BOX.tiles[tile].kind, placed.side, placed.turn]
        board.place(number_of(placed.cell), look)
    assert len(layout.tiles) > 5


def test_a_copy_grows_on_its_own() -> None:
    board = IncrementalBoard.of(
        read_layout("caladale solo1 0+4 - - gate-stone@1,0 stone-four-1@1,1")
    )
    before = (board.total, dict(board.open), dict(board.needs), set(board.standing))
    other = board.copy()
    cell, look = next(other.moves(other.looks.of_kind[0]))
    other.place(cell, look)
    assert other.tiles != board.tiles
    assert before == (board.total, board.open, board.needs, board.standing)


@pytest.mark.parametrize("cell", [(0, 0), (-1, 0), (-3, 7), (5, 99)])
def test_cells_and_their_numbers(cell: tuple[int, int]) -> None:
    assert cell_of(number_of(cell)) == cell


def test_a_corner_that_hangs_stands_once_something_hangs_below_it() -> None:
    # Only then can it be a pier: the board must notice, as the referee does.
    castle = read_layout(
        "caladale solo1 0+4 - - gate-stone@1,0 stone-mid-1@1,1 stone-four-2@1,2 stone-two-1@2,2S"
    )
    board = IncrementalBoard.of(castle)
    corner = number_of((2, 2))
    assert corner not in board.standing
    below = castle.placing(Placement("stone-edge-1", 2, 1, 2))
    assert validate(below).valid
    assert corner in IncrementalBoard.of(below).standing
