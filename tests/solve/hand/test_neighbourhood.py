"""Laying a part of a castle anew: which tiles are taken up, and that the rest stays."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from caladale.construct.beam_search import BeamEffort as Growing
from caladale.construct.beam_search import build_castle
from caladale.core.edges import Cell
from caladale.core.hand import Hand
from caladale.core.layout import Layout, Variant
from caladale.games.deal import deal_hand
from caladale.rules.score_sheet import score
from caladale.solve.engine.budget import WorkBudget, feasibility_solver
from caladale.solve.hand.aims import ScoreRange
from caladale.solve.hand.model import HandModel
from caladale.solve.hand.neighbourhood import destroy_set, free_cells
from caladale.solve.hand.placing import PiecePlacing
from caladale.solve.hand.windows import around
from caladale.solve.models.stock import stock_of

GROUND = range(4)
A_PIECE = stock_of(Hand(("gate-stone:front",), ())).pieces()[0]

cells = st.tuples(st.integers(-3, 6), st.integers(0, 6))


@given(st.sets(cells, min_size=1), st.sets(cells), st.integers(0, 99))
def test_what_is_taken_up_lies_together_and_is_not_fixed(
    castle: set[Cell], fixed: set[Cell], seed: int
) -> None:
    pieces = dict.fromkeys(castle, A_PIECE)
    taken = destroy_set(pieces, fixed, random.Random(seed))
    assert taken <= castle - fixed
    assert bool(taken) == bool(castle - fixed)
    assert castle <= free_cells(castle, taken)
    assert all(y >= 0 for _, y in free_cells(castle, taken))


class Plot(Struct, frozen=True):
    """What a castle is grown from."""

    gate: str
    wild: str
    tiles: tuple[str, ...]
    castle: Layout


def grown(hand: Hand) -> Layout:
    return build_castle(Plot(hand.gates[0], "wild-1", hand.tiles, Layout(tiles=())), Growing(20, 1))


HAND = deal_hand(Variant.STANDARD, 0, own=25)


@pytest.mark.parametrize("seed", range(4))
def test_a_part_laid_anew_leaves_the_rest_and_scores_no_less(seed: int) -> None:
    stock = stock_of(HAND)
    placing = PiecePlacing(HAND, stock)
    before = score(grown(HAND))
    points = before.total
    assert points is not None
    assert before.verdict.complete
    pieces = placing.pieces_of(grown(HAND))
    taken = set(sorted(pieces)[seed::3])
    room = free_cells(pieces, taken)
    stay = {cell: piece for cell, piece in pieces.items() if cell not in taken}
    model = HandModel(
        stock,
        around(room, GROUND),
        HAND.rules,
        aim=ScoreRange((points, points + 10)),
        fixed=stay,
        cells=room,
    )
    _, castle = model.solve(feasibility_solver(seed), WorkBudget(20))
    assert castle is not None
    laid = {cell: piece for cell, (piece, _) in castle.items()}
    assert all(laid[cell].looks_like(piece) for cell, piece in stay.items())
    sheet = score(placing.layout(laid))
    assert sheet.verdict.complete
    assert sheet.total is not None
    assert sheet.total >= points
