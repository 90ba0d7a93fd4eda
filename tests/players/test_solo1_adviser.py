"""The adviser of Solo 1: what it looks at, what it must not look at, and exact ends of games."""

from __future__ import annotations

import json
import random
from importlib import resources

import msgspec
import pytest

from caladale.construct.incremental_board import (
    IncrementalBoard,
    Orientations,
    number_of,
    orientations_of,
)
from caladale.core.layout import Variant
from caladale.core.readings import Readings
from caladale.games.move import Done, Place, Slide
from caladale.games.record import GameRecord
from caladale.games.setup import Setup
from caladale.games.solo1 import Solo1State
from caladale.games.state import GameError
from caladale.notation import read_layout
from caladale.players import value_function as expected
from caladale.players.advisers import advise
from caladale.players.lookahead import (
    Lookahead,
    Position,
    PossiblePlacement,
    close_out,
    look_ahead,
    options,
)
from caladale.players.solo1_adviser import choices, position_of
from caladale.players.value_function import FEATURES, NODES, TilesToCome, fitted, kinds_of, shares
from tests.support.strategies import BOX

QUICK = Lookahead(rounds=((3, 1),), depth=2)
"""Little work, for tests."""

LOOKS: Orientations = orientations_of(BOX, Readings())
KINDS = kinds_of(LOOKS)


def begun(seed: int, moves: int, rules: Readings | None = None) -> GameRecord:
    """A game some quick decisions old."""
    record = GameRecord(Setup(variant=Variant.SOLO1, seed=seed, rules=rules or Readings()))
    for number in range(moves):
        if not record.state.is_over:
            for move in choices(state_of(record), random.Random(number), QUICK)[0].moves:
                record.push(move)
    return record


def state_of(record: GameRecord) -> Solo1State:
    assert isinstance(record.state, Solo1State)
    return record.state


def counts(*kinds: str) -> list[int]:
    found = [0] * KINDS.count
    for kind in kinds:
        found[LOOKS.number_of_kind[kind]] += 1
    return found


def ending(castle: str, *up: str, wild: int = 1) -> Position:
    """A castle in one-line notation, with the last tiles face up."""
    board = IncrementalBoard.of(read_layout(f"caladale solo1 0+4 - - {castle}"))
    return Position(board, counts(*up), counts(), wild)


def test_the_fitted_weights_belong_to_the_features() -> None:
    text = (resources.files("caladale.players") / "value_function.json").read_text(encoding="utf-8")
    data = json.loads(text)
    assert tuple(data["nodes"]) == NODES
    assert [len(row) for row in data["weights"]] == [FEATURES] * len(NODES)


@pytest.mark.parametrize(
    ("left", "expected"), [(0, (0, 1, 0)), (5, (0, 0, 1)), (9, (1, 0.2, 0.8)), (73, (6, 0, 1))]
)
def test_weights_are_mixed_between_two_numbers_of_tiles_left(
    left: int, expected: tuple[int, float, float]
) -> None:
    assert shares(left) == pytest.approx(expected)


def test_features_count_what_the_castle_shows() -> None:
    position = ending(
        "gate-stone@1,0 stone-four-1@1,1", "stone-tower", "stone-tower", "tree-four", "stone-edge"
    )
    to_come = TilesToCome(KINDS, position.up, counts("tudor-two"), 1)
    found = to_come.features(position.board)
    assert to_come.left == 5
    # Five exposed edges: one points up, four sideways, none down.
    assert found[expected._ENDS : expected._ENDS + 3] == [1, 4, 0]
    assert sum(found[expected._ENDS : expected._ENDS + 3]) == position.board.exposed
    # Of four face-up tiles three can be placed; the big tile without a place is the tree's.
    assert found[expected._PLAYABLE + 3] == 1
    assert found[expected._GROUPS : expected._GROUPS + 5] == [0, 0, 1, 0, 0]
    # The unseen tudor corner fits nowhere.
    assert found[expected._HOMELESS] == 1


def test_an_ending_is_played_as_well_as_by_trying_everything() -> None:
    position = ending(
        "gate-stone@1,0 stone-three-1@1,1 stone-edge-1@0,0W",
        "stone-tower", "stone-two", "stone-edge", "tree-edge",
    )  # fmt: skip
    wide = Lookahead(beam=10**6)
    found = close_out(position, options(position, fitted(), wide), fitted(), wide)
    everything = best_by_trying(position)
    assert found[0].value == everything
    assert everything > position.board.total + 2
    narrow = look_ahead(position, fitted(), random.Random(0))
    assert narrow[0].value <= everything


def best_by_trying(position: Position) -> int:
    """The best score that can be reached, every order of every placement tried."""
    best = position.board.total
    for kind in range(KINDS.count + 1):
        if kind == KINDS.count and not position.wild:
            continue
        if kind < KINDS.count and not position.up[kind]:
            continue
        for cell, look in position.board.moves(LOOKS.of_kind[kind]):
            board = position.board.copy()
            board.place(cell, look)
            after = position.playing(PossiblePlacement(kind, cell, look, board, 0.0), None)
            best = max(best, best_by_trying(after))
    return best


def test_the_last_open_edge_is_closed_with_the_last_tile() -> None:
    position = ending(
        "gate-stone@1,0 stone-edge-1@0,0W stone-edge-2@2,0E", "stone-tower", "stone-four"
    )
    best = look_ahead(position, fitted(), random.Random(0))[0]
    assert LOOKS.kinds[best.option.kind] == "stone-tower"
    assert best.option.cell == number_of((1, 1))
    assert best.value == best.option.board.total == 4 * 2 + 1 + 2


def test_advice_is_the_same_again_and_blind_to_the_order_of_the_stack() -> None:
    state = state_of(begun(4, 6))
    other = msgspec.structs.replace(state, stack=tuple(sorted(state.stack)))
    assert other.stack != state.stack
    mine, again, its = (
        [choice.moves for choice in choices(s, random.Random(1), QUICK)]
        for s in (state, state, other)
    )
    assert mine == again == its


def test_advice_comes_with_legal_moves_and_reasons_the_best_first() -> None:
    record = begun(5, 4)
    advice = advise(record)
    assert len(advice.options) == 3
    values = [option.value for option in advice.options]
    assert values[0] == max(values)
    for option in advice.options:
        state = record.state
        for move in option.moves:
            state = state.after(move)
        assert option.why.endswith(".")
    assert "closes 1 open edge" in advice.options[0].why
    assert "seed 0" in advice.how


def test_the_first_advice_is_a_gate() -> None:
    first = choices(state_of(begun(0, 0)), random.Random(0), QUICK)
    (move,) = first[0].moves
    assert isinstance(move, Place)
    assert move.tile.startswith("gate-")
    assert len({choice.moves for choice in first}) == len(first) == 3


def test_a_strip_that_must_slide_is_slid_first() -> None:
    # A tile that stands left of the strip is reachable only after a slide.
    for seed in range(30):
        record = begun(seed, 0)
        record.push(Place(tile="gate-tree", x=0, y=0))
        for choice in choices(
            state_of(record), random.Random(seed), Lookahead(((40, 1),), depth=0)
        ):
            if len(choice.moves) == 2:
                slide, place = choice.moves
                assert isinstance(slide, Slide)
                assert isinstance(place, Place)
                assert slide.x <= place.x < slide.x + 4
                record.push(slide)
                record.push(place)
                return
    raise AssertionError("no choice needed a slide")


def test_who_cannot_gain_is_told_to_stop() -> None:
    record = begun(0, 0)
    record.push(Place(tile="gate-stone", x=1, y=0))
    state = msgspec.structs.replace(state_of(record), supply=("tree-four-1",), stack=())
    # Only the wild fits: it closes one edge of three for -1 + 2.
    best, *_ = choices(state, random.Random(0))
    (move,) = best.moves
    assert isinstance(move, Place)
    assert move.tile == "wild-1"
    (stop,) = choices(state.after(move), random.Random(0))
    assert stop.moves == (Done(),)


def test_no_advice_after_the_end() -> None:
    record = begun(0, 1)
    record.push(Done())
    with pytest.raises(GameError, match="over"):
        advise(record)


@pytest.mark.parametrize(
    "rules",
    [Readings(wild="four_sides", overhang="whole_column"), Readings(hung_tiles_carry="no")],
)
def test_advice_under_other_readings_is_legal_too(rules: Readings) -> None:
    record = begun(3, 7, rules)
    assert len(state_of(record).castle.tiles) > 3


def test_the_position_counts_every_tile_once() -> None:
    record = begun(2, 8)
    state = state_of(record)
    position = position_of(state)
    assert position.left == len(state.supply) + len(state.stack)
    assert sum(position.up) == 9
    drawn = sum(placed.tile != "wild-1" for placed in state.castle.tiles) - 1
    assert position.left + drawn == 72
