"""Every argument of the solver that needs a reading or a kind of tile has a proof and a test."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import msgspec
import pytest
from ortools.sat.python import cp_model

from caladale.core.edges import Edge
from caladale.core.hand import Hand
from caladale.core.layout import Layout
from caladale.core.readings import Readings
from caladale.core.tile_file import Group
from caladale.core.tiles import Face, TileSet, load_tileset, standard_tileset
from caladale.notation import read_layout
from caladale.rules.score_sheet import score
from caladale.rules.verdict import validate
from caladale.solve import Challenge
from caladale.solve.engine.budget import Outcome, WorkBudget, feasibility_solver
from caladale.solve.explanation import explain
from caladale.solve.hand.aims import Kind, ScoreRange
from caladale.solve.hand.model import HandModel
from caladale.solve.hand.problem import HandProblem
from caladale.solve.hand.windows import around
from caladale.solve.models import arguments, plain_support
from caladale.solve.models import parity as counting
from caladale.solve.models.arguments import (
    has_mirror_image,
    is_stratified,
    is_stratified_but_for_a_pivot,
    may_slide,
    sides_pair_up,
    themes_meet_only_in_tiles,
    wild_only_closes,
)
from caladale.solve.models.plain import CastleModel
from tests.support.places import CASES, DOCS
from tests.support.small_boxes import odd_box

NAMES = {
    name
    for name, function in inspect.getmembers(arguments, inspect.isfunction)
    if function.__module__ == arguments.__name__ and not name.startswith("_")
}


def test_every_argument_is_proved_in_the_docs_and_no_other() -> None:
    page = (DOCS / "proofs.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^### `(\w+)`$", page, flags=re.MULTILINE)) == NAMES


def test_every_argument_has_a_test_of_where_it_fails() -> None:
    assert {name for name in NAMES if f"test_{name}" not in Path(__file__).read_text()} == set()


def problem_of(castle: Layout) -> HandProblem:
    """The hand that holds just the tiles of a castle, as a problem."""
    groups = {p: castle.tileset.tiles[p.tile].group for p in castle.tiles}
    hand = Hand(
        gates=tuple(f"{p.tile}:{p.side}" for p in castle.tiles if groups[p] is Group.GATE),
        tiles=tuple(p.tile for p in castle.tiles if groups[p] in (Group.STANDARD, Group.ENCHANTED)),
        wilds=sum(group is Group.WILD for group in groups.values()),
        rules=castle.rules,
    )
    return HandProblem(hand)


def is_known(
    castle: Layout, *, from_first: bool = False, mirrored: bool = False, as_it_lies: bool = True
) -> bool:
    """Whether the model by borders knows a castle as it lies, or else any of its tiles and score.

    It is told that it may take an image for the castle: moved along the grass (`from_first`), or
    mirrored.
    """
    sheet = score(castle)
    assert sheet.total is not None
    problem = problem_of(castle)
    pieces = problem.placing.pieces_of(castle)
    height = 1 + max(y for _, y in pieces)
    cells = frozenset((x, y) for x in range(-1, 5) for y in range(height))
    castles = HandModel(
        problem.stock,
        around(cells.union(pieces), problem.ground),
        castle.rules,
        aim=ScoreRange((sheet.total, sheet.total), Kind.ANY),
        fixed=pieces if as_it_lies else {},
        from_first=from_first,
        mirrored=mirrored,
    )
    outcome, _ = castles.solve(feasibility_solver(0), WorkBudget(60.0))
    return outcome is Outcome.FOUND


WHOLE_COLUMN = read_layout(
    "caladale standard 0+4 - overhang=whole_column "
    "stone-tower-1@2,1 stone-tower-2@1,1 gate-stone@2,0 stone-two-1@1,0"
)
"""Moved until the gate stands on the first column, a tower would lie beyond the grass."""

CHAIN = read_layout(
    "caladale standard 0+4 - mid_may_hang=yes "
    "gate-stone@3,0 stone-mid-1@4,0E stone-tree-mid-1@5,0W tree-edge-1@6,0E"
)
"""The edge hangs from a mid that hangs from a mid."""

FROM_THE_TOP = read_layout(
    "caladale standard 0+4 - corner_hangs_from_top=yes,gate_sides=sky "
    "gate-stone@3,0 stone-three-1@3,1 stone-two-1@4,1S stone-two-2@4,0 stone-edge-1@5,0E"
)
"""The edge hangs from a corner that hangs from the corner above it."""


def test_may_slide_needs_that_only_row_0_asks_for_grass() -> None:
    assert not may_slide(problem_of(WHOLE_COLUMN).stock, WHOLE_COLUMN.rules)
    assert is_known(WHOLE_COLUMN)
    assert not is_known(WHOLE_COLUMN, from_first=True)


def test_may_slide_needs_that_grass_holds_up_no_sky() -> None:
    hand = Hand(gates=("gate-stone",), tiles=("stone-edge-1", "stone-three-1"))
    stock = HandProblem(hand).stock
    assert may_slide(stock, Readings())
    assert not may_slide(stock, Readings(grass_supports_sky="yes"))


def test_may_slide_needs_gates_that_stand_on_castle() -> None:
    stock = HandProblem(Hand(gates=("gate-stone",), tiles=(), wilds=0)).stock
    (gate,) = stock.lots
    top, right, _, left = gate.faces[0].edges
    hovering = msgspec.structs.replace(gate.faces[0], edges=(top, right, Edge.SKY, left))
    other = msgspec.structs.replace(gate, faces=(hovering,))
    assert not may_slide(msgspec.structs.replace(stock, lots=(other,)), Readings())


def test_has_mirror_image_needs_a_tile_for_each_that_is_turned_left_to_right() -> None:
    castle = read_layout("caladale standard 0+4 - - gate-tudor:back@1,0 stone-edge-1@2,0E")
    assert not has_mirror_image(problem_of(castle).stock)
    assert has_mirror_image(problem_of(WHOLE_COLUMN).stock)
    assert is_known(castle, as_it_lies=False)
    assert not is_known(castle, as_it_lies=False, mirrored=True)


def test_is_stratified_needs_that_what_hangs_holds_up_nothing_beside_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stock = problem_of(CHAIN).stock
    assert not is_stratified(stock, CHAIN.rules)
    assert is_stratified(stock, Readings())
    assert knows(CHAIN)
    monkeypatch.setattr(plain_support, "is_stratified", lambda _stock, _rules: True)
    assert not knows(CHAIN)


def knows(castle: Layout) -> bool:
    """Whether the plain model has a castle just as it lies."""
    assert validate(castle).valid
    problem = problem_of(castle)
    pieces = problem.placing.pieces_of(castle)
    castles = CastleModel(problem.stock, pieces, problem.ground, castle.rules)
    for cell, piece in pieces.items():
        castles.fix(cell, piece)
    return feasibility_solver(0).solve(castles.model) == cp_model.OPTIMAL


def test_is_stratified_but_for_a_pivot_needs_others_that_go_row_by_row() -> None:
    assert not is_stratified_but_for_a_pivot(problem_of(FROM_THE_TOP).stock, FROM_THE_TOP.rules)
    assert knows(FROM_THE_TOP)
    assert not is_known(FROM_THE_TOP)


def test_is_stratified_but_for_a_pivot_knows_what_the_pivot_stands_on() -> None:
    """The edge below hangs from the wild, which stands on it, and so is the pier of a bridge."""
    castle = read_layout((CASES / "four-sided-wild-castle.txt").read_text(encoding="utf-8"))
    assert is_stratified_but_for_a_pivot(problem_of(castle).stock, castle.rules)
    assert is_known(castle)


def test_themes_meet_only_in_tiles_needs_that_nothing_is_wild(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    box = odd_box("gate gate s-s-", "mid mid w-w-", "tower tower --t-")
    castle = read_layout("odd all-tiles 0+1 - - gate@0,0 mid@0,1 tower@0,2", box)
    sheet = score(castle)
    assert (sheet.total, sheet.verdict.complete) == (9, True)
    problem = Challenge(tileset=box, grass=castle.grass)
    assert themes_meet_only_in_tiles({Edge.STONE, Edge.TREE})
    assert not themes_meet_only_in_tiles({Edge.STONE, Edge.TREE, Edge.WILD})
    assert problem.obstacle() is None
    monkeypatch.setattr(counting, "themes_meet_only_in_tiles", lambda _shown: True)
    found = problem.obstacle()
    assert found is not None
    assert found.bound is counting.Bound.MEETING


def faces(box: TileSet, *names: str) -> list[Face]:
    return [box.faces[name, "front"] for name in names]


def test_sides_pair_up() -> None:
    """An odd stone side is closed by the wild side of an ordinary tile."""
    box = load_tileset(CASES / "no-theme-edge-box.toml")
    castle = read_layout("odd standard 0+4 - - g@1,0 e-1@0,0W e-2@2,0E we-1@1,1", box)
    assert validate(castle).complete
    hand = Hand(("g",), ("e-1", "e-2", "we-1"), tileset=box)
    assert not sides_pair_up(faces(box, "g", *hand.tiles))
    assert explain(hand) == ()
    theirs = standard_tileset()
    assert sides_pair_up(faces(theirs, "gate-stone", "stone-edge-1"))


def test_wild_only_closes() -> None:
    """A wild that is wild on all sides joins a tudor tile to a gate of stone."""
    rules = Readings(wild="four_sides")
    tiles = "gate-stone@1,0 wild-1@0,0 tudor-edge-1@0,1"
    castle = read_layout(f"caladale standard 0+4 - wild=four_sides {tiles}")
    assert validate(castle).valid
    box = castle.tileset.under(rules)
    assert not wild_only_closes(faces(box, "wild-1"))
    told = explain(Hand(("gate-stone",), ("tudor-edge-1",), rules=rules))
    assert any(
        reason.startswith("Without the wild: No tile joins stone to tudor") for reason in told
    )
    assert wild_only_closes(faces(castle.tileset, "wild-1"))
    told = explain(Hand(("gate-stone",), ("tudor-edge-1",)))
    assert any(reason.startswith("No tile joins stone to tudor") for reason in told)
