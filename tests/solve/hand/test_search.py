"""The parts of the hand solver: closed castles, counting, windows, and what it is told to keep."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import msgspec
import pytest
from ortools.sat.python import cp_model

from caladale.core.edges import THEMES, Cell, Direction, Edge
from caladale.core.hand import Hand
from caladale.core.layout import Layout, Variant
from caladale.core.readings import Readings
from caladale.errors import HandError
from caladale.games.deal import deal_hand
from caladale.notation import read_layout
from caladale.rules.score_sheet import score
from caladale.solve import Status, Stop, best_castle
from caladale.solve.engine.budget import Outcome, WorkBudget, feasibility_solver
from caladale.solve.hand import cases as cases_module
from caladale.solve.hand.aims import Kind, ScoreRange
from caladale.solve.hand.cases import Case, sorted_into_cases, within
from caladale.solve.hand.counting import counting_bound
from caladale.solve.hand.model import HandModel
from caladale.solve.hand.windows import around, boxes, enough, overhang, reach
from caladale.solve.models.arguments import has_mirror_image, is_stratified_but_for_a_pivot
from caladale.solve.models.relaxation import CountingRelaxation
from caladale.solve.models.stock import Stock, stock_of
from caladale.solve.models.window import Window
from tests.support.brute_force import (
    GROUND,
    SMALL,
    Look,
    brute_force,
    look,
    name,
    one_reading_each,
)

WINDOW = Window(0, 3, 2, frozenset(GROUND))


class Collector(cp_model.CpSolverSolutionCallback):
    """Gathers every solution that no cut would refuse."""

    def __init__(self, model: HandModel) -> None:
        super().__init__()
        self.model = model
        self.castles: set[Look] = set()
        self._seen: set[tuple[Look, bool]] = set()

    def on_solution_callback(self) -> None:  # noqa: D102 - CP-SAT's own name
        castle = self.model.castle(self.boolean_value)
        is_excused = any(map(self.boolean_value, self.model._excuses))
        found = look({cell: piece for cell, (piece, _) in castle.items()})
        if (found, is_excused) in self._seen:  # it stays up for another reason, or the like
            return
        self._seen.add((found, is_excused))
        if not self.model._cut_off(castle, is_excused=is_excused):
            self.castles.add(found)


@pytest.mark.parametrize("rules", list(one_reading_each()), ids=name)
def test_the_castles_are_those_that_brute_force_knows(rules: Readings) -> None:
    rules = msgspec.structs.replace(rules, gate_sides="sky")  # or three tiles close no gate
    stock = stock_of(msgspec.structs.replace(SMALL, rules=rules))
    closed_ones = set(brute_force(stock, rules, most=3, complete_only=True))
    assert len(closed_ones) > 5
    castles = enumerated(stock, rules, Kind.COMPLETE, None)
    assert castles <= closed_ones
    if not is_stratified_but_for_a_pivot(stock, rules):
        return  # nothing is proved by this model, and there are too many ways to hold a tile up
    assert castles == closed_ones
    every_one = set(brute_force(stock, rules, most=3))
    assert len(every_one) > len(closed_ones)
    assert enumerated(stock, rules, Kind.ANY, None) == every_one


@pytest.mark.parametrize(
    "rules",
    [Readings(gate_sides="sky"), Readings(gate_sides="sky", hole_breaks_complete="yes")],
    ids=name,
)
def test_the_castles_of_a_score_are_those_that_make_it(rules: Readings) -> None:
    stock = stock_of(msgspec.structs.replace(SMALL, rules=rules))
    known = brute_force(stock, rules, most=3)
    closed_ones = set(brute_force(stock, rules, most=3, complete_only=True))
    for kind, points in itertools.product(Kind, sorted(set(known.values()))):
        expected = {one for one in known if kind in (Kind.ANY, Kind.of(one in closed_ones))}
        castles = enumerated(stock, rules, kind, points)
        wanted = {castle for castle in expected if known[castle] == points}
        assert castles >= wanted
        # Where holes spoil a castle, the model may take a closed one for one with a hole.
        assert castles == wanted or rules.hole_breaks_complete == "yes"


def enumerated(stock: Stock, rules: Readings, kind: Kind, points: int | None) -> set[Look]:
    """The castles of up to three tiles that the model knows."""
    model = HandModel(
        stock,
        WINDOW,
        rules,
        aim=ScoreRange(None if points is None else (points, points), kind),
    )
    # Larger castles, which brute force does not know, would only take time.
    model._model.add(cp_model.LinearExpr.sum(list(model._grid.occupied.values())) <= 3)
    # Nor would a wild edge that stays exposed, in one theme after the other.
    for (cell, _, theme), exposed in model._open.items():
        for (piece, _), placed in model._grid.pieces[cell].items():
            if theme is not THEMES[0] and Edge.WILD in piece.edges:
                model._model.add_bool_or([~placed, ~exposed])
    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    collector = Collector(model)
    assert solver.solve(model._model.clone(), collector) in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
    return collector.castles


def test_a_castle_may_take_any_choice_of_tiles_that_the_recipe_says() -> None:
    rules = Readings(gate_sides="sky")
    stock = stock_of(msgspec.structs.replace(SMALL, rules=rules))
    recipe = {lot.kind: int(lot.is_gate or lot.kind == "stone-tower") for lot in stock.lots}
    for on_grass, status in ((1, cp_model.OPTIMAL), (2, cp_model.INFEASIBLE)):
        case = Case(tuple(recipe.items()), (on_grass, 0, 0), (0, 0, 0))
        closed = HandModel(stock, WINDOW, rules, aim=case)
        solver = cp_model.CpSolver()
        assert solver.solve(closed._model) == status
        if status == cp_model.OPTIMAL:
            pieces = closed.castle(solver.boolean_value).values()
            assert sorted(piece.lot.kind for piece, _ in pieces) == ["gate-stone", "stone-tower"]


def test_every_complete_castle_belongs_to_a_case_of_its_score() -> None:
    tiles = ("stone-two-1", "stone-edge-1", "stone-tree-mid-1", "tree-tower-1")
    hand = Hand(("gate-stone:front",), tiles, rules=Readings(gate_sides="sky"))
    stock = stock_of(hand)
    edges = {(p.lot.kind, str(p.face.side), p.turn): p.edges for p in stock.pieces()}
    sums = CountingRelaxation(stock, len(GROUND), hand.rules)
    castles = brute_force(stock, hand.rules, most=4, complete_only=True)
    assert {points % 2 for points in castles.values()} == {0, 1}  # with the wild and without
    for castle, points in castles.items():
        used = Counter(kind for _, _, kind, _, _ in castle)
        recipe = tuple((lot.kind, used[lot.kind]) for lot in stock.lots)
        bottoms = [edges[kind, up, turn][Direction.S] for _, y, kind, up, turn in castle if y == 0]
        fitting = [case for case in cases_of(sums, points) if case.recipe == recipe]
        assert any(
            all(
                bottoms.count(theme) <= number <= bottoms.count(theme) + bottoms.count(Edge.WILD)
                for theme, number in zip(THEMES, case.ground, strict=True)
            )
            and sum(case.shown) == used["wild"]
            for case in fitting
        )


def test_too_many_cases_are_not_listed_nor_more_than_the_work_allows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hand = deal_hand(Variant.STANDARD, 18, own=25)
    sums = CountingRelaxation(stock_of(hand), 4, hand.rules)
    assert len(cases_of(sums, 60)) == 1
    assert sorted_into_cases(sums, 60, WorkBudget(0), complete=True) is None
    assert sorted_into_cases(sums, 60, WorkBudget(0.01), complete=True) is None
    monkeypatch.setattr(cases_module, "_MANY", 10)
    assert (
        sorted_into_cases(sums, 50, WorkBudget(20), complete=True) is None
    )  # thousands of choices


def cases_of(sums: CountingRelaxation, points: int, *, complete: bool = True) -> tuple[Case, ...]:
    found = sorted_into_cases(sums, points, WorkBudget(20), complete=complete)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("seed", "most"),
    [
        (4, 53),  # the stone rows and columns cross too seldom for the stone tiles
        (9, 54),  # too few tiles close a row for so many four-sided ones
        (56, 17),  # no tile joins the gate's theme to another
    ],
)
def test_counting_sees_what_keeps_a_hand_from_a_perfect_castle(seed: int, most: int) -> None:
    hand = deal_hand(Variant.STANDARD, seed, own=25)
    stock = stock_of(hand)
    perfect = 2 + sum(
        len(lot.own) * lot.points(hand.rules) for lot in stock.lots if not lot.is_wild
    )
    assert counting_bound(stock, 4, hand.rules) == most < perfect


def test_a_bound_below_the_most_is_found_too() -> None:
    hand = deal_hand(Variant.STANDARD, 0, own=25)
    stock = stock_of(hand)
    bound = counting_bound(stock, 4, hand.rules, kind=Kind.COMPLETE)
    assert bound is not None
    below = counting_bound(stock, 4, hand.rules, kind=Kind.COMPLETE, most=bound - 1)
    assert below is not None
    assert below < bound


def cells_enough(hand: Hand, points: int) -> frozenset[Cell]:
    sums = CountingRelaxation(stock_of(hand), 4, hand.rules)
    return enough(range(4), sums, hand.rules, points)


def test_a_castle_reaches_no_farther_than_tiles_can_hang() -> None:
    edges = [f"stone-edge-{i}" for i in (1, 2, 3)]
    hand = Hand(("gate-stone:front",), ("stone-two-1", *edges), wilds=0)
    assert overhang(stock_of(hand), hand.rules) == 4
    cells = cells_enough(hand, 12)  # one corner carries on, and two tiles end what it began
    assert {x for x, _ in cells} == set(range(-3, 7))
    assert min(y for x, y in cells if x == 5) == 0


def test_farther_out_castles_hang_higher() -> None:
    tiles = [f"stone-{kind}-{i}" for kind in ("two", "edge", "three") for i in (1, 2, 3)]
    cells = cells_enough(Hand(("gate-stone:front",), tuple(tiles), wilds=0), 22)
    assert min(y for x, y in cells if x == 4) == 0
    assert min(y for x, y in cells if x == 7) == 2


REACHING = Hand(
    gates=("gate-stone:front",),
    tiles=tuple(f"stone-{kind}-{i}" for kind in ("two", "edge") for i in (1, 2, 3)),
)


@pytest.mark.parametrize(
    "hand", [REACHING, *(deal_hand(Variant.STANDARD, seed, own=6) for seed in (1, 7, 13))]
)
def test_no_score_is_lost_case_by_case_in_the_cells_that_are_enough(hand: Hand) -> None:
    assert_no_score_is_lost(hand, range(4, 18), complete=True)


@pytest.mark.parametrize(
    ("seed", "tiles", "rules"),
    [
        *((seed, 3, Readings()) for seed in range(4)),
        *((seed, 2, Readings(wild="four_sides")) for seed in (1, 3)),
    ],
    ids=lambda value: name(value) if isinstance(value, Readings) else str(value),
)
def test_nor_is_one_of_castles_with_exposed_edges(seed: int, tiles: int, rules: Readings) -> None:
    hand = msgspec.structs.replace(deal_hand(Variant.STANDARD, seed, own=tiles), rules=rules)
    most = counting_bound(stock_of(hand), 4, hand.rules, kind=Kind.OPEN)
    assert most is not None
    assert_no_score_is_lost(hand, range(most - 6, most + 1), complete=False)


def assert_no_score_is_lost(hand: Hand, scores: range, *, complete: bool) -> None:
    stock = stock_of(hand)
    everywhere = frozenset(reach(range(4), stock, hand.rules))
    sums = CountingRelaxation(stock, 4, hand.rules)
    seen: set[bool] = set()
    for points in scores:
        asked: dict[str, Any] = {"aim": ScoreRange((points, points), Kind.of(complete))}
        is_there = can_be_built(hand, everywhere, **asked)
        seen.add(is_there)
        assert is_there == any(
            can_be_built(
                hand,
                enough(range(4), within(sums, case), hand.rules, points, complete=complete),
                aim=case,
                from_first=True,
                mirrored=has_mirror_image(stock),
            )
            for case in cases_of(sums, points, complete=complete)
        )
        cells = enough(range(4), sums, hand.rules, points, complete=complete)
        assert is_there == can_be_built(hand, cells, **asked, from_first=True)
    assert True in seen


def can_be_built(hand: Hand, cells: frozenset[Cell], **settings: Any) -> bool:
    window = around(cells, range(4))
    model = HandModel(stock_of(hand), window, hand.rules, cells=cells, **settings)
    outcome, _ = model.solve(feasibility_solver(0), WorkBudget(20))
    assert outcome is not Outcome.LIMIT
    return outcome is Outcome.FOUND


def test_where_holes_spoil_a_castle_one_without_exposed_edges_need_not_be_complete() -> None:
    tiles = ("stone-tower-1", "stone-edge-1", "stone-edge-2")
    hand = Hand(("gate-stone:front",), tiles, wilds=0, rules=Readings(hole_breaks_complete="yes"))
    everywhere = frozenset(reach(range(4), stock_of(hand), hand.rules))
    points = 2 * 4 + 1  # all four tiles, and nothing lost by exposed edges
    assert can_be_built(hand, everywhere, aim=ScoreRange((points, points), Kind.OPEN))


def test_tiles_round_a_pivot_that_hold_each_other_up_are_seen_afterwards() -> None:
    tiles = ("stone-two-1", "stone-two-2", "stone-two-3")
    hand = Hand(("gate-stone:front",), tiles, rules=Readings(wild="four_sides"))
    stock = stock_of(hand)
    assert is_stratified_but_for_a_pivot(stock, hand.rules)
    edges = {  # the pivot hangs from the corner above it, and so on round
        (0, 1): (True, True, True, True),
        (0, 2): (False, True, True, False),
        (1, 2): (False, False, True, True),
        (1, 1): (True, False, False, True),
    }
    loose = [piece for piece in stock.pieces() if not piece.is_gate]
    ring = {
        cell: next(p for p in loose if tuple(edge.is_castle for edge in p.edges) == sides)
        for cell, sides in edges.items()
    }
    window = Window(0, 5, 3, frozenset(range(4)))
    model = HandModel(stock, window, hand.rules, aim=ScoreRange(kind=Kind.ANY))
    gate = next(piece for piece in stock.pieces() if piece.is_gate)
    for cell, piece in {**ring, (3, 0): gate}.items():  # it stands beside them
        model._model.add_bool_or(
            [v for (other, _), v in model._grid.pieces[cell].items() if other.looks_like(piece)]
        )
    solver = cp_model.CpSolver()
    assert solver.solve(model._model) == cp_model.OPTIMAL
    assert model._support.unfounded(solver.boolean_value) == set(ring)
    outcome, _ = model.solve(feasibility_solver(0), WorkBudget(20))
    assert outcome is Outcome.IMPOSSIBLE


def test_a_mixed_gate_has_no_mirror_image() -> None:
    front, back = (Hand((f"gate-stone:{side}",), ("stone-two-1",)) for side in ("front", "back"))
    assert has_mirror_image(stock_of(front))
    assert not has_mirror_image(stock_of(back))


@pytest.mark.parametrize("tiles", [1, 2, 5, 26, 76])
def test_there_is_always_a_box_to_try(tiles: int) -> None:
    for box in boxes(range(4), tiles):
        assert box.area >= tiles
        assert not box.ground.isdisjoint(range(box.left, box.left + box.width))
    assert boxes(range(4), tiles)


HAND = Hand(
    gates=("gate-stone:front",),
    tiles=("stone-tower-1", "stone-edge-1", "stone-edge-2", "stone-two-1"),
    wilds=0,
)
PERFECT = read_layout(
    "caladale standard 0+4 - - gate-stone@1,0 stone-tower-1@1,1 stone-edge-1@0,0W stone-edge-2@2,0E"
)


def test_fixed_tiles_stay_where_they_lie() -> None:
    fixed = read_layout("caladale standard 10+4 - - gate-stone@13,0 stone-edge-2@12,0W")
    result = best_castle(HAND, fixed=fixed, time_limit=20, workers=1)
    assert result.status is Status.OPTIMAL
    assert result.layout is not None
    placed = {(p.tile.rsplit("-", 1)[0], p.x, p.y) for p in result.layout.tiles}
    assert {("gate", 3, 0), ("stone-edge", 2, 0)} <= placed
    assert result.score == 2 * 5 + 1 + 2


def test_a_hint_is_where_the_search_starts() -> None:
    seen: list[int] = []
    result = best_castle(
        HAND,
        hint=PERFECT,
        time_limit=20,
        workers=1,
        on_castle=lambda _, total: seen.append(total),
    )
    assert score(PERFECT).total == 11
    assert seen[0] == 11
    assert result.score == 13


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("caladale standard 0+4 - - gate-stone@1,0 tree-tower-1@1,1", "tree-tower-1 as it lies"),
        ("caladale standard 0+4 - - gate-stone@1,0E", "gate-stone as it lies"),
        ("caladale standard 0+3 - - gate-stone@1,0", "grass"),
        ("caladale standard 0+4 - - gate-stone@1,0 stone-edge-1@3,3", "breaks the rules"),
    ],
)
def test_a_hint_that_does_not_fit_the_hand_is_refused(line: str, message: str) -> None:
    with pytest.raises(HandError, match=message):
        best_castle(HAND, hint=read_layout(line), time_limit=5, workers=1)


def test_exchanges_are_told_one_by_one() -> None:
    hand = Hand(
        gates=("gate-stone:front",),
        tiles=("stone-tower-1", "tree-tower-1", "tree-tower-2"),
        variant=Variant.SOLO2,
        supply=("stone-edge-1", "stone-edge-2", "tudor-edge-1"),
        wilds=0,
    )
    result = best_castle(hand, time_limit=20, workers=1)
    assert result.status is Status.OPTIMAL
    assert [(e.give, e.take) for e in result.exchanges] == [
        ("tree-tower-2", "stone-edge-1"),
        ("tree-tower-1", "stone-edge-2"),
    ]
    assert result.layout is not None
    assert result.layout.exchanges == 2
    assert result.score == 2 * 4 + 1 + 2 - 2


def test_time_is_kept() -> None:
    hand = deal_hand(Variant.SOLO2, 1, own=36)
    result = best_castle(hand, time_limit=1.0, workers=1)
    assert result.seconds < 1.2 * 1.0 + 2
    assert result.stop in (Stop.TIME_LIMIT, Stop.PROVED)


def test_a_hand_of_many_tiles_has_a_castle_soon() -> None:
    hand = deal_hand(Variant.SOLO2, 1, own=36)
    seen: list[Layout] = []

    def enough_is_enough(layout: Layout, _: int) -> None:
        seen.append(layout)
        raise KeyboardInterrupt

    result = best_castle(hand, time_limit=60, workers=1, on_castle=enough_is_enough)
    assert seen
    assert result.stop is Stop.INTERRUPTED
    assert result.status is Status.FEASIBLE


def test_one_worker_finds_the_same_castle_for_the_same_seed() -> None:
    hand = deal_hand(Variant.STANDARD, 3, own=5)
    first, second = (best_castle(hand, seed=5, workers=1, time_limit=60) for _ in range(2))
    assert first.status is Status.OPTIMAL
    assert first.layout == second.layout


def test_a_castle_may_lie_wholly_where_a_part_once_hung_apart() -> None:
    hand = Hand(("gate-stone:front",), ("stone-edge-1", "stone-edge-2"), wilds=0)
    stock = stock_of(hand)
    model = HandModel(
        stock, Window(0, 4, 2, frozenset(range(4))), hand.rules, aim=ScoreRange(kind=Kind.ANY)
    )
    gate, edge = (
        next(p for p in stock.pieces() if p.is_gate is is_gate) for is_gate in (True, False)
    )
    apart = {(0, 0): 2, (1, 0): 8, (2, 0): 2, (3, 0): 9, (3, 1): 4}
    assert model._cut_off({cell: (edge, sides) for cell, sides in apart.items()})
    facing = next(p for p in stock.pieces() if p.edges[Direction.W] is Edge.STONE and not p.is_gate)
    for cell, piece in {(0, 0): gate, (1, 0): facing}.items():
        here = [v for (p, _), v in model._grid.pieces[cell].items() if p.looks_like(piece)]
        model._model.add_bool_or(here)
    for cell, occupied in model._grid.occupied.items():
        if cell not in ((0, 0), (1, 0)):
            model._model.add_bool_or([~occupied])
    outcome, castle = model.solve(feasibility_solver(0), WorkBudget(20))
    assert outcome is Outcome.FOUND
    assert castle is not None
    assert set(castle) == {(0, 0), (1, 0)}
