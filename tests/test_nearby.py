"""Laying a part of a castle anew: which tiles are taken up, and that the rest stays."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from caladale.construct import Effort as Growing
from caladale.construct import construct
from caladale.edges import Cell
from caladale.games.deal import deal_hand
from caladale.hand import Hand
from caladale.layout import Layout, Variant
from caladale.score import score
from caladale.solve.hand_model import HandModel
from caladale.solve.lay import Laying
from caladale.solve.nearby import room_for, taken_up
from caladale.solve.shape_effort import Effort, feasibility_solver
from caladale.solve.stock import stock_of
from caladale.solve.window import around

GROUND = range(4)
A_PIECE = stock_of(Hand(("gate-stone:front",), ())).pieces()[0]

cells = st.tuples(st.integers(-3, 6), st.integers(0, 6))


@given(st.sets(cells, min_size=1), st.sets(cells), st.integers(0, 99))
def test_what_is_taken_up_lies_together_and_is_not_fixed(
    castle: set[Cell], fixed: set[Cell], seed: int
) -> None:
    pieces = dict.fromkeys(castle, A_PIECE)
    taken = taken_up(pieces, fixed, random.Random(seed))
    assert taken <= castle - fixed
    assert bool(taken) == bool(castle - fixed)
    assert castle <= room_for(castle, taken)
    assert all(y >= 0 for _, y in room_for(castle, taken))


class Plot(Struct, frozen=True):
    """What a castle is grown from."""

    gate: str
    wild: str
    tiles: tuple[str, ...]
    castle: Layout


def grown(hand: Hand) -> Layout:
    return construct(Plot(hand.gates[0], "wild-1", hand.tiles, Layout(tiles=())), Growing(20, 1))


HAND = deal_hand(Variant.STANDARD, 0, own=25)


@pytest.mark.parametrize("seed", range(4))
def test_a_part_laid_anew_leaves_the_rest_and_scores_no_less(seed: int) -> None:
    stock = stock_of(HAND)
    laying = Laying(HAND, stock)
    before = score(grown(HAND))
    points = before.total
    assert points is not None
    assert before.verdict.complete
    pieces = laying.pieces_of(grown(HAND))
    taken = set(sorted(pieces)[seed::3])
    room = room_for(pieces, taken)
    stay = {cell: piece for cell, piece in pieces.items() if cell not in taken}
    model = HandModel(
        stock,
        around(room, GROUND),
        HAND.rules,
        points=(points, points + 10),
        fixed=stay,
        cells=room,
    )
    _, castle = model.solve(feasibility_solver(seed), Effort(20))
    assert castle is not None
    laid = {cell: piece for cell, (piece, _) in castle.items()}
    assert all(laid[cell].looks_like(piece) for cell, piece in stay.items())
    sheet = score(laying.layout(laid))
    assert sheet.verdict.complete
    assert sheet.total is not None
    assert sheet.total >= points
