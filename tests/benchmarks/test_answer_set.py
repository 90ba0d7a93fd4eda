"""The answer-set model: what it finds is what the referee says, on time and in good order."""

from __future__ import annotations

import signal
import time
from importlib import resources

import msgspec
import pytest

from benchmarks.peers.answer_set import AnswerSet
from caladale.core.edges import Cell
from caladale.core.hand import Hand
from caladale.core.layout import Grass, Layout, Placement, Variant
from caladale.core.readings import Readings
from caladale.games.deal import deal_hand
from caladale.rules.score_sheet import score
from caladale.solve.hand.counting import counting_bound
from caladale.solve.hand.windows import reach, snug
from caladale.solve.models.stock import Piece, stock_of
from tests.support.brute_force import BOARD, GROUND, SMALL, brute_force, look, name

pytest.importorskip("clingo")

RULES = resources.files("benchmarks.peers").joinpath("castle.lp")


def castles(hand: Hand, *, complete_only: bool = False) -> AnswerSet:
    stock, ground = stock_of(hand), range(sum(hand.grass))
    cells = list(reach(ground, stock, hand.rules))
    one_gate = hand.variant is not Variant.ALL_TILES
    return AnswerSet(
        stock, cells, ground, hand.rules, one_gate=one_gate, complete_only=complete_only
    )


def layout_of(hand: Hand, pieces: dict[Cell, Piece]) -> Layout:
    ids = {lot.kind: iter((*lot.own, *lot.spare)) for lot in stock_of(hand).lots}
    tiles = tuple(
        Placement(next(ids[piece.lot.kind]), *cell, piece.turn, piece.face.side)
        for cell, piece in sorted(pieces.items(), key=lambda item: item[0])
    )
    return Layout(
        tiles=tiles,
        grass=(Grass(0, sum(hand.grass)),),
        variant=hand.variant,
        rules=hand.rules,
        exchanges=sum(tile.tile in hand.supply for tile in tiles),
    )


@pytest.mark.parametrize("variant", [Variant.STANDARD, Variant.SPEED, Variant.SOLO2])
def test_every_castle_told_is_legal_and_better_than_the_last(variant: Variant) -> None:
    hand = deal_hand(variant, 5, own=4)
    hand = msgspec.structs.replace(hand, supply=hand.supply[:3])
    told: list[tuple[Layout, int]] = []
    outcome = castles(hand).solve(
        seconds=60, on_solution=lambda pieces, total: told.append((layout_of(hand, pieces), total))
    )
    assert [score(layout).total for layout, _ in told] == [total for _, total in told]
    totals = [total for _, total in told]
    assert totals == sorted(set(totals))
    assert outcome.is_proved
    assert not outcome.interrupted
    assert outcome.pieces is not None
    assert outcome.score == totals[-1] == score(layout_of(hand, outcome.pieces)).total


def test_an_exchange_costs_a_point_in_solo_2_and_nothing_in_speed() -> None:
    solo = Hand(
        gates=("gate-stone:front",),
        tiles=("stone-edge-1", "stone-edge-2", "tudor-four-1"),
        variant=Variant.SOLO2,
        supply=("stone-tower-1",),
    )
    assert castles(solo).solve(seconds=60).score == 4 * 2 + 1 + 2 - 1
    speed = msgspec.structs.replace(solo, variant=Variant.SPEED)
    assert castles(speed).solve(seconds=60).score == 4 * 2 + 1 + 2


def test_several_gates_score_each() -> None:
    hand = Hand(
        gates=("gate-stone:front", "gate-apprentice:front"),
        tiles=("stone-edge-1", "stone-edge-2", "stone-tower-1", "stone-tower-2"),
        variant=Variant.ALL_TILES,
        wilds=0,
    )
    outcome = castles(hand).solve(seconds=60)
    assert outcome.score == 6 * 2 + 2 + 2
    assert outcome.is_proved
    assert outcome.pieces is not None
    assert score(layout_of(hand, outcome.pieces)).total == outcome.score


def test_where_no_castle_can_be_completed_that_is_proved() -> None:
    hand = Hand(gates=("gate-stone:front",), tiles=("stone-edge-1",), wilds=0)
    refused = castles(hand, complete_only=True).solve(seconds=60)
    assert (refused.pieces, refused.score, refused.is_proved) == (None, None, True)
    assert castles(hand).solve(seconds=60).score == 4 - 2 * 2


def test_limits_are_kept() -> None:
    hand = deal_hand(Variant.STANDARD, 100, own=4)
    best = castles(hand).solve(seconds=60).score
    assert best is not None
    bound = counting_bound(stock_of(hand), 4, hand.rules)
    assert castles(hand).solve(least=best, most=bound, seconds=60).score == best
    more = castles(hand).solve(least=best + 1, most=bound, seconds=60)
    assert (more.pieces, more.is_proved) == (None, True)
    # Whoever says that nothing is better is believed, and asked no more.
    assert castles(hand).solve(most=best, seconds=60).is_proved


def test_one_seed_gives_one_castle() -> None:
    hand = deal_hand(Variant.STANDARD, 101, own=4)
    first, second = (castles(hand).solve(seconds=60, seed=7) for _ in range(2))
    assert first.pieces is not None
    assert second.pieces is not None
    assert layout_of(hand, first.pieces) == layout_of(hand, second.pieces)


def large() -> AnswerSet:
    """Far too much to be proved while a test runs."""
    stock = stock_of(deal_hand(Variant.SOLO2, 1, own=16))
    return AnswerSet(stock, snug(range(4), stock, Readings()), range(4), Readings())


def test_time_is_kept() -> None:
    began = time.monotonic()
    outcome = large().solve(seconds=1.0, threads=2)
    assert time.monotonic() - began < 10
    assert not outcome.is_proved
    assert not outcome.interrupted


def test_ctrl_c_ends_the_search_in_good_order() -> None:
    def press(*_: object) -> None:
        signal.raise_signal(signal.SIGINT)

    outcome = large().solve(seconds=100, on_solution=press)
    assert outcome.interrupted
    assert outcome.pieces is not None
    assert not outcome.is_proved


@pytest.mark.parametrize(
    "rules",
    [
        Readings(wild="four_sides", hung_tiles_carry="no"),
        Readings(mid_may_hang="yes", bridge_piers="unbroken_to_grass", wild_may_hang="no"),
        Readings(corner_hangs_from_top="yes", grass_supports_sky="yes", overhang="whole_column"),
    ],
    ids=name,
)
def test_answer_sets_are_the_castles_that_brute_force_knows(rules: Readings) -> None:
    stock = stock_of(msgspec.structs.replace(SMALL, rules=rules))
    castles = AnswerSet(stock, BOARD, GROUND, rules)
    clingo = pytest.importorskip("clingo")
    control = clingo.Control(["--models=0", "--warn=none"])
    few_tiles = ":- #count { X,Y : filled(X,Y) } > 3."
    for text in (RULES.read_text(encoding="utf-8"), castles.facts, few_tiles):
        control.add("base", [], text)
    control.ground([("base", [])])
    found = {}
    with control.solve(yield_=True) as handle:
        for model in handle:
            pieces, deficit = castles.read(model)
            found[look(pieces)] = castles.ideal - deficit
    assert found == brute_force(stock, rules, most=3)
