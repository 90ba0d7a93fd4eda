"""Values as a person meets them in Python: how they show themselves, and what they refuse to be."""

from __future__ import annotations

import math
import multiprocessing
import random
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import pytest
from hypothesis import given, settings

import caladale
from caladale import games
from caladale.core.hand import Hand, Table
from caladale.core.layout import Grass, Layout, Placement, Variant
from caladale.core.readings import Readings
from caladale.core.tile_file import Group, Role
from caladale.core.tiles import Tile, load_tileset
from caladale.errors import (
    CaladaleError,
    FormatError,
    HandError,
    LayoutError,
    RefereeError,
    TileSetError,
)
from caladale.games.deal import DealError, deal_hand, deal_table
from caladale.games.setup import Setup
from caladale.games.state import GameError
from caladale.players.tournament import SimulationTerms
from caladale.rules.score_sheet import score
from caladale.rules.verdict import validate
from caladale.solve import Challenge, best_castle, challenge, repair
from tests.support.places import CASES
from tests.support.strategies import BOX, hands, layouts

LINE = "caladale standard 0+4 - - gate-stone@1,0 stone-tower-1@1,1 stone-edge-1@2,0E"
BROKEN = LINE.replace("stone-tower-1", "tree-tower-1")
CASTLE = Layout(LINE)
NAMES = {name: getattr(front, name) for front in (games, caladale) for name in front.__all__}


def made_again(value: object) -> object:
    """What the text of a value makes where everything public has its name."""
    return eval(repr(value), dict(NAMES))  # noqa: S307 - that is what is tested


@settings(max_examples=60)
@given(layouts())
def test_a_layout_shows_itself_as_the_call_that_makes_it(layout: Layout) -> None:
    assert made_again(layout) == layout
    assert repr(layout).startswith("Layout('caladale ")
    assert made_again(validate(layout)) == validate(layout)
    assert made_again(score(layout)) == score(layout)


@settings(max_examples=30)
@given(hands())
def test_a_hand_shows_itself_as_the_call_that_makes_it(hand: Hand) -> None:
    assert made_again(hand) == hand


@pytest.mark.parametrize(
    "value",
    [
        BOX,
        BOX.under(Readings(wild="four_sides", gate_sides="sky")),
        *list(BOX)[:2],
        *caladale.Mode,
        caladale.Mode(0),
        caladale.Mode(5),
        *caladale.Direction,
        *caladale.Edge,
        *Variant,
        Readings(wild="four_sides"),
        Placement("gate-tree", 1, 0, side="back"),
        Setup(variant=Variant.SPEED, players=3),
        Challenge(max_width=3, tiles=("stone-edge-1",)),
        deal_table(Variant.SPEED, 1, 2),
        caladale.dissolve(Layout(BROKEN)),
        caladale.changes_between(CASTLE, Layout(BROKEN)),
        games.Build(tiles=CASTLE.tiles, seat=1),
        games.Draw(),
        games.Place.of(CASTLE.tiles[2]),
        games.Result((CASTLE,)),
    ],
    ids=lambda value: type(value).__name__,
)
def test_other_values_do_so_too(value: object) -> None:
    assert made_again(value) == value
    assert "object at" not in repr(value)


def test_results_do_so_too_and_can_be_hashed() -> None:
    one = best_castle(deal_hand(Variant.STANDARD, 1, own=2), workers=1)
    two = repair(Layout(BROKEN), workers=1)
    three = challenge(Challenge(max_width=2), workers=1, attempts=1)
    assert three.obstacle is not None
    for result in (one, two):
        assert made_again(result) == result
        assert hash(made_again(result)) == hash(result)
    assert len({one, two, three}) == 3
    assert str(one.layout) in str(one)
    assert "optimal: " in str(one)


def test_a_box_of_ones_own_is_named_and_not_taken_for_the_published_one() -> None:
    box = load_tileset(CASES / "five-gates.toml")
    layout = Layout((Placement("gate-stone-1", 1, 0),), tileset=box)
    assert repr(layout).endswith(f", tileset=<TileSet {box.name}: {len(box)} tiles>)")
    assert Layout(caladale.write_line(layout), tileset=box) == layout


def test_a_text_is_a_whole_layout_and_nothing_goes_beside_it() -> None:
    assert Layout(LINE) == caladale.read_layout(LINE)
    assert Layout(caladale.write_json(CASTLE)) == CASTLE
    with pytest.raises(LayoutError, match="flipped: a layout that is a text says this itself"):
        Layout(LINE, flipped=3)
    with pytest.raises(FormatError, match="column 27"):
        Layout("caladale standard 0+4 - - gate-stone@1")


@given(layouts())
def test_the_order_of_tiles_and_strips_makes_no_difference(layout: Layout) -> None:
    chance = random.Random(len(layout))
    tiles, grass = list(layout.tiles), list(layout.grass)
    chance.shuffle(tiles)
    chance.shuffle(grass)
    other = layout.replace(tiles, grass)
    assert other == layout
    assert hash(other) == hash(layout)
    assert other.tiles == tuple(tiles)
    doubled = layout.replace([*tiles, *tiles[:1]])
    assert (doubled == layout) == (not tiles)
    assert layout != layout.replace(grass=[*grass, Grass(0, 7)])


def test_the_order_of_a_hand_makes_no_difference() -> None:
    one = Hand(["gate-stone"], ["stone-edge-1", "tree-edge-1"], supply=["stone-edge-2"])
    other = Hand(["gate-stone"], ["tree-edge-1", "stone-edge-1"], supply=["stone-edge-2"])
    assert one == other
    assert hash(one) == hash(other)
    assert one != Hand(["gate-stone"], ["tree-edge-1"], supply=["stone-edge-1", "stone-edge-2"])
    assert (len(one), list(one), "tree-edge-1" in one) == (2, ["stone-edge-1", "tree-edge-1"], True)


def test_a_pool_of_processes_gives_back_equal_values() -> None:
    values = [CASTLE, deal_hand(Variant.SOLO2, 1), BOX]
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context) as pool:
        found = list(pool.map(_same, values))
    assert found == values
    assert [hash(one) for one in found] == [hash(one) for one in values]


def _same(value: object) -> object:
    return value


def test_a_layout_is_a_collection_of_its_placements() -> None:
    gate, tower, edge = CASTLE
    assert (len(CASTLE), list(CASTLE)) == (3, [gate, tower, edge])
    assert CASTLE[1, 0] is gate
    assert CASTLE.get((1, 1)) is tower
    assert CASTLE.get((5, 5)) is None
    for there in (gate, (1, 0), "gate-stone"):
        assert there in CASTLE
    for absent in (Placement("gate-stone", 2, 0), (5, 5), "gate-tree", 3):
        assert absent not in CASTLE
    with pytest.raises(KeyError):
        CASTLE[5, 5]
    assert CASTLE.without((1, 1)).tiles == (gate, edge)
    assert CASTLE.without((1, 1), (2, 0)).tiles == (gate,)
    with pytest.raises(LayoutError, match=r"no tile lies in cell \(5, 5\)"):
        CASTLE.without((5, 5))
    assert Layout()
    assert CASTLE.replace(tiles=[gate], flipped=2) == Layout([gate], flipped=2)
    assert str(CASTLE) == caladale.render_text(CASTLE).plain.rstrip("\n")


def test_a_box_is_a_collection_of_its_tiles() -> None:
    assert len(BOX) == len(list(BOX)) == 80
    assert BOX["wild-1"] in list(BOX)
    assert "wild-1" in BOX
    assert "wild-9" not in BOX
    with pytest.raises(KeyError):
        BOX["wild-9"]
    assert "stone-four" in str(BOX)


def test_a_game_is_a_collection_of_its_moves() -> None:
    setup = Setup(variant=Variant.SOLO1, seed=3)
    record, other = games.GameRecord(setup), games.GameRecord(setup)
    assert record == other
    move = next(record.legal_moves())
    record.push(move)
    assert (len(record), list(record)) == (1, [move])
    assert record != other
    assert repr(record) == f"<GameRecord of {setup!r}: 1 move>"
    assert str(record) == str(record.state.castles[0])


ODD: Any = "odd"
NAN: Any = math.nan
GATE = ("gate-stone",)


@pytest.mark.parametrize(
    ("make", "error", "told"),
    [
        (lambda: Placement("gate-stone", 1.5, 0), LayoutError, "x: a column is a whole number"),  # type: ignore[arg-type]
        (lambda: Placement("gate-stone", ODD, 0), LayoutError, "x: .*not 'odd'"),
        (lambda: Placement("gate-stone", 0, y=True), LayoutError, "y: a row is a whole number"),
        (lambda: Placement("gate-stone", 0, NAN), LayoutError, "y: .*not nan"),
        (lambda: Placement("gate-stone", 10**7, 0), LayoutError, "x: .*not 10000000"),
        (lambda: Placement("gate-stone", 0, 0, 4), LayoutError, "a turn is 0, 1, 2 or 3, not 4"),
        (lambda: Placement("gate-stone", 0, 0, side=ODD), LayoutError, "a side is 'front' or"),
        (lambda: Placement(3, 0, 0), LayoutError, "the id of a tile is a text, not 3"),  # type: ignore[arg-type]
        (lambda: Grass(0, 0), LayoutError, "width: the width of a strip is a whole number from 1"),
        (lambda: Grass(0, 1001), LayoutError, "width: .*not 1001"),
        (lambda: Grass(NAN, 4), LayoutError, "x: a column"),
        (lambda: Layout([ODD]), LayoutError, r"tiles\[0\]: a Placement is wanted, not 'odd'"),
        (lambda: Layout(variant=ODD), LayoutError, "Variant.SOLO2, not 'odd'"),
        (lambda: Layout(exchanges=NAN), LayoutError, "exchanges"),
        (lambda: Hand("gate-stone", ()), HandError, "gates: .* not 'gate-stone'"),
        (lambda: Hand(GATE, [NAN]), HandError, r"tiles\[0\]: a tile is named by its id, not nan"),
        (lambda: Hand(GATE, (), wilds=True), HandError, "a hand has 0 wilds or 1, not True"),
        (lambda: Hand(GATE, (), grass=[0]), HandError, "grass: the width of a strip"),
        (lambda: Hand(GATE, (), flipped=NAN), HandError, "flipped"),
        (lambda: Hand(GATE, (), variant=ODD), HandError, "variant"),
        (lambda: Hand(GATE, (), rules=ODD), HandError, "rules"),
        (lambda: Table((), (), (), Variant.SPEED, -1), HandError, "seed"),
        (lambda: Table((ODD,), (), (), Variant.SPEED, 1), HandError, r"hands\[0\]"),
        (lambda: Tile("a", "a", ODD, Role.TWO, plus=False), TileSetError, "group: .* not 'odd'"),
        (lambda: Tile(ODD, "a", Group.WILD, Role.TWO, NAN), TileSetError, "plus"),
        (lambda: Setup(variant=ODD), CaladaleError, "the variant is a Variant"),
        (lambda: Setup(variant=Variant.SPEED, players=NAN), CaladaleError, "number of players"),
        (lambda: Setup(variant=Variant.SPEED, gates=ODD), CaladaleError, "gates"),
        (lambda: games.Place(tile="gate-stone", x=NAN, y=0), LayoutError, "x: a column"),
        (lambda: games.Slide(x=1.0), CaladaleError, "a column"),  # type: ignore[arg-type]
        (lambda: games.Done(seat=4), CaladaleError, "a seat is a whole number from 0 to 3"),
        (lambda: games.Build(tiles=[ODD]), CaladaleError, "a Placement, not 'odd'"),  # type: ignore[arg-type]
        (lambda: games.Exchange(give="x", take=NAN), CaladaleError, "named by its id"),
        (lambda: games.Draw(tile=3), CaladaleError, "named by its id"),  # type: ignore[arg-type]
        (lambda: Challenge(max_width=NAN), CaladaleError, "max_width is 1 or more"),
        (lambda: Challenge(max_height=True), CaladaleError, "max_height"),
        (lambda: Challenge(grass=[(0, 4)]), CaladaleError, "a Grass, not"),  # type: ignore[arg-type]
        (lambda: Readings(wild=ODD), CaladaleError, "wild is one of cap, four_sides, not 'odd'"),
        (lambda: SimulationTerms(BOX.file, time_limit=1e10), CaladaleError, "a time limit"),
        (lambda: SimulationTerms(BOX.file, time_limit=NAN), CaladaleError, "a time limit"),
    ],
)
def test_a_value_that_cannot_be_is_refused_when_it_is_made(
    make: Any, error: type[Exception], told: str
) -> None:
    with pytest.raises(error, match=told) as caught:
        make()
    assert isinstance(caught.value, ValueError)
    assert isinstance(caught.value, CaladaleError)


@pytest.mark.parametrize(
    "limits",
    [
        {"time_limit": NAN},
        {"time_limit": -1},
        {"time_limit": 1e10},
        {"time_limit": math.inf},
        {"time_limit": True},
        {"seed": -1},
        {"seed": 2**31},
        {"seed": 1.0},
        {"workers": 0},
        {"workers": 10**6},
        {"workers": NAN},
    ],
    ids=str,
)
def test_limits_that_make_no_sense_are_refused_by_every_search(limits: dict[str, Any]) -> None:
    hand = deal_hand(Variant.STANDARD, 1, own=1)
    for search in (
        lambda: best_castle(hand, **limits),
        lambda: repair(CASTLE, **limits),
        lambda: challenge(**limits),
    ):
        with pytest.raises(caladale.ArgumentError):
            search()


@pytest.mark.parametrize("bad", [-1, NAN, 10**10, True, 1.5])
def test_attempts_and_margins_that_make_no_sense_are_refused(bad: Any) -> None:
    with pytest.raises(caladale.ArgumentError, match="the number of attempts"):
        challenge(attempts=bad)
    with pytest.raises(caladale.ArgumentError, match="a margin is a number of cells"):
        repair(CASTLE, margin=bad)


@pytest.mark.parametrize(
    "function",
    [
        validate,
        score,
        caladale.support,
        caladale.dissolve,
        caladale.write_line,
        caladale.render_svg,
        caladale.render_text,
        caladale.to_networkx,
        repair,
        lambda text: caladale.legal_placements(text, "wild-1"),
        lambda text: caladale.changes_between(CASTLE, text),
    ],
)
def test_a_text_in_place_of_a_layout_is_told_what_makes_one(function: Any) -> None:
    with pytest.raises(TypeError, match=r"a Layout is wanted here, not .*caladale.read_layout"):
        function(LINE)


def test_other_arguments_of_another_sort_are_told_what_is_wanted() -> None:
    bad: Any = CASTLE
    with pytest.raises(TypeError, match=r"a Hand is wanted here, not Layout.*deal_hand"):
        best_castle(bad)
    with pytest.raises(TypeError, match="a Challenge is wanted here"):
        challenge(bad)
    with pytest.raises(TypeError, match="a Setup is wanted here"):
        games.GameRecord(bad)
    with pytest.raises(TypeError, match=r"a move is wanted here, such as .*not 'odd'"):
        games.GameRecord(Setup(variant=Variant.SOLO1)).push(ODD)
    with pytest.raises(TypeError, match="a text is wanted here"):
        caladale.read_layout(bad)
    with pytest.raises(TypeError, match="a Table is wanted here"):
        caladale.write_json(ODD)
    with pytest.raises(TypeError, match="or a Layout or a Hand"):
        caladale.to_records(ODD)


def test_errors_are_value_errors_where_a_value_is_at_fault() -> None:
    for error in (FormatError, LayoutError, HandError, TileSetError, DealError, GameError):
        assert issubclass(error, ValueError)
    assert not issubclass(RefereeError, ValueError)


class _Whole:
    """A whole number of another library, such as numpy's."""

    def __index__(self) -> int:
        return 2


def test_whole_numbers_of_other_libraries_are_taken() -> None:
    two: Any = _Whole()
    assert Placement("gate-stone", two, 0) == Placement("gate-stone", 2, 0)
    assert type(Placement("gate-stone", two, 0).x) is int
    assert Grass(two, two) == Grass(2, 2)
