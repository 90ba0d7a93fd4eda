"""The solver against brute force: the same legal castles, the same best scores."""

from __future__ import annotations

import msgspec
import pytest
from ortools.sat.python import cp_model

from caladale.core.edges import Cell
from caladale.core.hand import Hand
from caladale.core.layout import Layout, Placement, Variant
from caladale.core.readings import Readings
from caladale.games.deal import deal_hand
from caladale.notation import read_layout, write_line
from caladale.rules.score_sheet import score
from caladale.rules.verdict import validate
from caladale.solve import SolveResult, Status, Stop, best_castle
from caladale.solve.hand.counting import counting_bound
from caladale.solve.hand.windows import reach
from caladale.solve.models.plain import CastleModel
from caladale.solve.models.plain_cuts import add_cuts
from caladale.solve.models.stock import Piece, Stock, stock_of
from tests.support.brute_force import (
    BOARD,
    GROUND,
    SMALL,
    Look,
    brute_force,
    look,
    name,
    one_reading_each,
)


class Collector(cp_model.CpSolverSolutionCallback):
    """Gathers every solution that no cut would refuse, with the score that the model gives it."""

    def __init__(self, castle: CastleModel) -> None:
        super().__init__()
        self.castle = castle
        self.castles: dict[Look, int] = {}
        self.refused: list[Look] = []

    def on_solution_callback(self) -> None:  # noqa: D102 - CP-SAT's own name
        pieces = self.castle.pieces_of(self.boolean_value)
        # The cuts go to a model that nobody solves; here only their number counts.
        if add_cuts(self.castle, self.boolean_value):
            self.refused.append(look(pieces))
        else:
            total = self.value(self.castle.score)
            self.castles[look(pieces)] = max(total, self.castles.get(look(pieces), total))


def all_castles(stock: Stock, rules: Readings, most: int) -> Collector:
    castle = CastleModel(stock, BOARD, GROUND, rules)
    castle.model.add(cp_model.LinearExpr.sum(list(castle.occupied.values())) <= most)
    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    solved = castle.model.clone()
    collector = Collector(castle)
    assert solver.solve(solved, collector) == cp_model.OPTIMAL
    return collector


@pytest.mark.parametrize("rules", list(one_reading_each()), ids=name)
def test_model_and_brute_force_know_the_same_castles(rules: Readings) -> None:
    stock = stock_of(msgspec.structs.replace(SMALL, rules=rules))
    expected = brute_force(stock, rules, most=3)
    found = all_castles(stock, rules, most=3)
    assert found.castles == expected
    assert len(expected) > 20
    assert max(found.castles.values()) == max(expected.values())


RING = Hand(  # a gate with its roof, and apart from them four tiles in a ring
    gates=("gate-stone:front",),
    tiles=("stone-tower-1", "stone-three-1", "stone-three-2", "stone-two-1", "stone-two-2"),
    wilds=0,
    rules=Readings(gate_sides="sky"),
)
CIRCLE = Hand(  # a four-sided tile on an upside-down edge, which hangs from it
    gates=("gate-stone:front",),
    tiles=("stone-mid-1", "stone-two-1", "stone-four-1", "stone-edge-1"),
    wilds=0,
    rules=Readings(mid_may_hang="yes"),
)
RING_LINE = (
    "caladale standard 0+3 - gate_sides=sky gate-stone@0,0 stone-tower-1@0,1 "
    "stone-three-1@1,0W stone-three-2@2,0E stone-two-1@1,1E stone-two-2@2,1S"
)
CIRCLE_LINE = (
    "caladale standard 0+3 - mid_may_hang=yes gate-stone@0,0 stone-mid-1@0,1 stone-two-1@0,2E "
    "stone-four-1@1,2 stone-edge-1@1,1S"
)


@pytest.mark.parametrize(
    ("hand", "line", "code"),
    [(RING, RING_LINE, "D"), (CIRCLE, CIRCLE_LINE, "F")],
    ids=["apart", "circle"],
)
def test_a_cut_forbids_what_it_was_made_for(hand: Hand, line: str, code: str) -> None:
    refused = read_layout(line)
    assert {breach.code for breach in validate(refused).violations} == {code}
    board = [(x, y) for x in range(3) for y in range(3)]
    castle = CastleModel(stock_of(hand), board, range(3), hand.rules)
    kinds = {p.cell: (refused.tileset.tiles[p.tile].kind, p.turn) for p in refused.tiles}
    fixed = [
        literal
        for cell, here in castle.place.items()
        for piece, literal in here.items()
        if kinds.get(cell) == (piece.lot.kind, piece.turn)
    ]
    assert len(fixed) == len(refused.tiles)

    def status() -> object:
        model = castle.model.clone()
        model.add_assumptions(fixed)
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        result = solver.solve(model)
        if result == cp_model.OPTIMAL:
            assert add_cuts(castle, solver.boolean_value) > 0
        return result

    assert status() == cp_model.OPTIMAL
    assert status() == cp_model.INFEASIBLE


def solve(hand: Hand, *, complete_only: bool = False, time_limit: float = 60) -> SolveResult:
    return best_castle(hand, time_limit=time_limit, seed=0, workers=1, complete_only=complete_only)


def best_by_growing(hand: Hand) -> int:
    """The best score of all castles of a tiny hand, by placing its tiles in every legal way.

    Every legal castle can be built tile by tile so that each step is joined and matches; the steps
    between need not be legal, so all placements beside a tile are tried, and the referee judges.
    """
    stock = stock_of(hand)
    starts = [piece for piece in stock.pieces() if piece.lot.is_gate]
    best = -100
    seen: set[Look] = set()
    stack: list[dict[Cell, Piece]] = [{(x, 0): gate} for x in range(4) for gate in starts]
    while stack:
        pieces = stack.pop()
        if look(pieces) in seen:
            continue
        seen.add(look(pieces))
        ids = {lot.kind: iter(lot.own) for lot in stock.lots}
        tiles = tuple(
            Placement(next(ids[p.lot.kind]), *cell, p.turn, p.face.side)
            for cell, p in pieces.items()
        )
        sheet = score(Layout(tiles, rules=hand.rules, variant=hand.variant))
        codes = {breach.code for breach in sheet.verdict.violations}
        if sheet.total is not None:
            best = max(best, sheet.total)
        if codes - {"F", "E"}:
            continue
        cells = {
            (x + dx, y + dy) for x, y in pieces for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))
        }
        for cell in sorted(cells - set(pieces)):
            for piece in stock.pieces():
                used = sum(p.lot is piece.lot for p in pieces.values())
                if cell[1] >= 0 and used < len(piece.lot.own) and not piece.lot.is_gate:
                    stack.append({**pieces, cell: piece})
    return best


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    "rules",
    [
        Readings(),
        Readings(wild="four_sides"),
        Readings(mid_may_hang="yes", enchanted_a="two_sided"),
    ],
    ids=name,
)
def test_the_best_castle_is_as_good_as_brute_force(seed: int, rules: Readings) -> None:
    dealt = deal_hand(Variant.SOLO2, seed, own=3)
    hand = msgspec.structs.replace(dealt, supply=(), rules=rules)
    result = solve(hand)
    assert result.status is Status.OPTIMAL
    assert result.score == best_by_growing(hand)


def test_a_result_is_what_the_referee_says() -> None:
    improving: list[int] = []
    result = best_castle(
        deal_hand(Variant.SOLO2, 1, own=6),
        time_limit=60,
        seed=3,
        workers=1,
        on_castle=lambda _, total: improving.append(total),
    )
    assert result.layout is not None
    assert score(result.layout).total == result.score
    assert result.status is Status.OPTIMAL
    assert (result.bound, result.gap, result.stop) == (result.score, 0, Stop.PROVED)
    assert improving == sorted(set(improving))
    assert improving[-1] == result.score
    assert (result.seed, result.workers, result.time_limit) == (3, 1, 60)
    assert set(result.versions) == {"caladale", "ortools"}
    assert result.proof


def test_one_worker_and_one_seed_give_one_castle() -> None:
    hand = deal_hand(Variant.STANDARD, 5, own=3)
    first, second = solve(hand), solve(hand)
    assert first.layout is not None
    assert second.layout is not None
    assert write_line(first.layout) == write_line(second.layout)


def test_flipped_tiles_count_in_score_and_bound() -> None:
    hand = deal_hand(Variant.STANDARD, 2, own=3)
    plain, flipped = solve(hand), solve(msgspec.structs.replace(hand, flipped=4))
    assert plain.score is not None
    assert flipped.score == plain.score + 4
    assert flipped.bound == flipped.score


def test_an_exchange_costs_a_point_in_solo_2_and_nothing_in_speed() -> None:
    # Two edges and a tower close the gate; the supply has the tower that is missing in hand.
    solo = Hand(
        gates=("gate-stone:front",),
        tiles=("stone-edge-1", "stone-edge-2", "tudor-four-1"),
        variant=Variant.SOLO2,
        supply=("stone-tower-1",),
    )
    result = solve(solo)
    assert result.layout is not None
    assert result.layout.exchanges == 1
    assert result.score == 4 * 2 + 1 + 2 - 1
    speed = solve(msgspec.structs.replace(solo, variant=Variant.SPEED))
    assert speed.score == 4 * 2 + 1 + 2


def test_no_more_tiles_are_used_than_the_hand_has() -> None:
    # Four edges would be welcome, but only two tiles are owned.
    hand = Hand(
        gates=("gate-stone:front",),
        tiles=("tree-four-1", "tree-four-2"),
        variant=Variant.SPEED,
        wilds=0,
        supply=("stone-edge-1", "stone-edge-2", "stone-edge-3"),
    )
    result = solve(hand)
    assert result.layout is not None
    assert len(result.layout.tiles) == 3


def test_a_castle_that_cannot_be_completed_is_refused_with_a_proof() -> None:
    # A gate of four sides and one edge tile: at least one side stays open.
    hand = Hand(gates=("gate-stone:front",), tiles=("stone-edge-1",), wilds=0)
    refused = solve(hand, complete_only=True)
    assert refused.status is Status.INFEASIBLE
    assert refused.layout is None
    assert refused.bound is None
    assert refused.proof
    anyhow = solve(hand)
    assert anyhow.status is Status.OPTIMAL
    assert anyhow.score == 4 - 2 * 2


def test_no_ground_means_no_castle() -> None:
    hand = Hand(gates=("gate-stone",), tiles=(), grass=())
    assert solve(hand).status is Status.INFEASIBLE


def test_time_that_is_too_short_is_no_proof() -> None:
    result = solve(deal_hand(Variant.SOLO2, 0), time_limit=0.05)
    assert result.status in (Status.UNKNOWN, Status.FEASIBLE)
    assert result.stop is Stop.TIME_LIMIT
    assert result.proof == ""


@pytest.mark.parametrize("seed", range(6))
def test_the_bound_is_never_below_the_best(seed: int) -> None:
    hand = deal_hand(Variant.SOLO2, seed, own=3)
    result = solve(hand)
    bound = counting_bound(stock_of(hand), 4, hand.rules)
    assert bound is not None
    assert result.score is not None
    assert bound >= result.score


def test_the_window_is_all_that_a_castle_can_reach() -> None:
    hand = Hand(("gate-stone",), ("stone-two-1", "stone-four-1"), wilds=0)
    cells = set(reach(range(4), stock_of(hand), hand.rules))
    assert (1, 2) in cells
    assert (1, 3) not in cells
    assert (4, 0) in cells
    assert (5, 0) not in cells, "only the corner can hang beyond the ground"
    assert (4, 1) in cells
    assert (4, 2) not in cells
    assert all(y >= 0 for _, y in cells)
