"""Solo 1 and Solo 2: random legal games to their end, and every way to be refused."""

from __future__ import annotations

import random
from collections import Counter

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caladale.core.layout import Variant
from caladale.errors import FormatError
from caladale.games.move import Build, Done, Draw, Exchange, Move, Place, Slide
from caladale.games.record import GameRecord, read_game, write_game
from caladale.games.setup import Setup
from caladale.games.solo1 import Solo1State
from caladale.games.solo2 import Solo2State
from caladale.games.state import GameError
from caladale.rules.placements import legal_placements
from caladale.rules.score_sheet import score
from caladale.rules.verdict import validate
from tests.support.strategies import BOX

SEEDS = st.integers(0, 2**32)
ALL_DRAWN = Counter(tile.id for tile in BOX.supply())


def solo1(seed: int, *moves: Move) -> GameRecord:
    return GameRecord(Setup(variant=Variant.SOLO1, seed=seed), moves)


def solo2(seed: int, *moves: Move) -> GameRecord:
    return GameRecord(Setup(variant=Variant.SOLO2, seed=seed), moves)


def state1(record: GameRecord) -> Solo1State:
    assert isinstance(record.state, Solo1State)
    return record.state


def state2(record: GameRecord) -> Solo2State:
    assert isinstance(record.state, Solo2State)
    return record.state


def some_way(state: Solo1State, chance: random.Random) -> tuple[Move, ...]:
    """A slide now and then, else a tile with the slide that it needs; a gate at first."""
    if state.castle.tiles and chance.random() < 0.2:
        others = state.strips()[1:]
        if others:
            return (Slide(x=chance.choice(others)),)
    for tile in chance.sample(state.placeable(), len(state.placeable())):
        ways = state.ways(tile)
        if ways:
            return chance.choice(ways)
    raise AssertionError("the game goes on although no tile can be placed")


@settings(max_examples=8, deadline=None)
@given(SEEDS)
def test_solo1_is_played_to_its_end(seed: int) -> None:
    chance = random.Random(seed)
    record = solo1(seed)
    stops_at = chance.randint(5, 40)
    while not record.state.is_over:
        before = state1(record)
        if len(before.castle.tiles) >= stops_at:
            record.push(Done())
            break
        for move in some_way(before, chance):
            record.push(move)
        state = state1(record)
        assert validate(state.castle).valid
        assert state.castle.tiles[: len(before.castle.tiles)] == before.castle.tiles
        lying = Counter(placed.tile for placed in state.castle.tiles)
        assert max(lying.values()) == 1
        in_castle = Counter({name: 1 for name in lying if name in ALL_DRAWN})
        assert in_castle + Counter(state.supply) + Counter(state.stack) == ALL_DRAWN
        assert len(state.supply) == min(9, 9 + len(state.stack))
    result = record.state.result()
    assert result.totals() == (score(state1(record).castle).total,)
    assert list(record.state.legal_moves()) == []
    again = read_game(write_game(record))
    assert again.state == record.state
    for move in (Done(), Slide(x=99), Place(tile="wild-1", x=1, y=1)):
        with pytest.raises(GameError):
            record.push(move)


@settings(max_examples=8, deadline=None)
@given(SEEDS)
def test_every_listed_move_of_solo1_is_taken(seed: int) -> None:
    chance = random.Random(seed)
    record = solo1(seed)
    for _ in range(chance.randint(0, 12)):
        if not record.state.is_over:
            for move in some_way(state1(record), chance):
                record.push(move)
    moves = list(record.state.legal_moves())
    assert len(set(moves)) == len(moves)
    for move in chance.sample(moves, min(15, len(moves))):
        record.state.after(move)


def test_any_gate_may_begin_either_side_up() -> None:
    first = list(solo1(0).state.legal_moves())
    gates = {(move.tile, move.side) for move in first if isinstance(move, Place)}
    assert len(gates) == 8
    assert len(first) == 8 * 4


GATE = Place(tile="gate-stone", x=1, y=0)


@pytest.mark.parametrize(
    ("moves", "why"),
    [
        ([Done()], "gate is placed first"),
        ([Slide(x=1)], "gate is placed first"),
        ([Place(tile="stone-four-1", x=1, y=0)], "gate is placed first"),
        ([Place(tile="gate-stone", x=1, y=1)], "not in row 0"),
        ([Place(tile="gate-stone", x=4, y=0)], "beyond the grass"),
        ([Place(tile="stone-gate", x=1, y=0)], 'no tile "stone-gate"'),
        ([GATE, GATE], "in the castle already"),
        ([GATE, Place(tile="gate-tree", x=2, y=0)], "one gate"),
        ([GATE, Place(tile="wild-2", x=1, y=1)], "face up"),
        ([GATE, Place(tile="wild-1", x=1, y=1, side="back")], "no back"),
        ([GATE, Place(tile="wild-1", x=3, y=1)], "not joined"),
        ([GATE, Slide(x=0)], "there already"),
        ([GATE, Slide(x=2)], "beyond the grass"),
        ([GATE, Done(seat=1)], "no such move"),
        ([GATE, Draw()], "no such move"),
        ([GATE, Done(), Done()], "over"),
    ],
)
def test_what_solo1_refuses(moves: list[Move], why: str) -> None:
    record = solo1(0, *moves[:-1])
    with pytest.raises(GameError, match=why):
        record.push(moves[-1])
    assert record.moves == tuple(moves[:-1])


def test_only_face_up_tiles_are_drawn_and_the_supply_is_refilled() -> None:
    state = state1(solo1(0))
    face_down = next(name for name in state.stack if name.startswith("stone-four"))
    placed = state.after(GATE)
    with pytest.raises(GameError, match="face up"):
        placed.after(Place(tile=face_down, x=1, y=1))
    tile, way = next((t, w) for t in placed.supply for w in placed.ways(t))
    for move in way:
        placed = placed.after(move)
    where = state.supply.index(tile)
    assert placed.supply == (*state.supply[:where], state.stack[0], *state.supply[where + 1 :])
    assert placed.stack == state.stack[1:]


def test_solo1_takes_back_what_has_turned_up_no_tile() -> None:
    record = solo1(0, GATE, Slide(x=-1))
    wild = state1(record).wild
    way = state1(record).ways(wild)[0]
    for move in way:
        record.push(move)
    for move in (*reversed(way), Slide(x=-1), GATE):
        assert record.pop() == move
    assert record.state == solo1(0).state
    with pytest.raises(GameError, match="no move to take back"):
        record.pop()


def test_a_tile_that_has_turned_up_another_stands_unless_it_is_practice() -> None:
    record = solo1(0, GATE)
    state = state1(record)
    way = next(w for t in state.supply for w in state.ways(t) if len(w) == 1)
    practice = GameRecord(Setup(variant=Variant.SOLO1, seed=0, practice=True), [GATE, *way])
    record.push(way[0])
    before = record.state
    with pytest.raises(
        GameError,
        match="stands for good: a move may be taken back unless it has turned",
    ):
        record.pop()
    assert record.state == before
    assert practice.pop() == way[0]
    assert practice.state == state
    assert read_game(write_game(practice)).setup.practice


def test_the_last_tiles_of_solo1_turn_up_nothing_and_may_be_taken_back() -> None:
    state = state1(solo1(0, GATE))
    move = next(w[-1] for t in state.supply for w in state.ways(t))
    assert not state.may_take_back(move)
    assert msgspec.structs.replace(state, stack=()).may_take_back(move)


def test_solo1_begins_without_a_gate() -> None:
    with pytest.raises(FormatError, match="first move"):
        GameRecord(Setup(variant=Variant.SOLO1, gates=("gate-tree:back",)))


def test_a_complete_castle_ends_solo1() -> None:
    for seed in range(200):
        record = solo1(seed, Place(tile="gate-tudor", x=1, y=0))
        for x, y, turn in ((1, 1, 0), (0, 0, 3), (2, 0, 1)):
            caps = [t for t in state1(record).supply if t.startswith("tudor-edge")]
            if caps:
                record.push(Place(tile=caps[0], x=x, y=y, turn=turn))
        if len(record.moves) == 4:
            assert record.state.is_over
            assert record.state.result().totals() == (10,)
            return
    raise AssertionError("no seed deals three tudor edges in time")


@settings(max_examples=6, deadline=None)
@given(SEEDS)
def test_solo2_keeps_its_counts_and_charges_for_exchanges(seed: int) -> None:
    chance = random.Random(seed)
    record = solo2(seed)
    start = state2(record)
    tiles = Counter((*start.builder.tiles, *start.supply))
    assert (len(start.builder.tiles), len(start.supply)) == (25, 9)
    exchanges = 0
    for _ in range(12):
        state = state2(record)
        builder = state.builder
        spare = builder.spare()
        if spare and chance.random() < 0.3:
            record.push(Exchange(give=chance.choice(spare), take=chance.choice(state.supply)))
            exchanges += 1
        else:
            tile = chance.choice((*spare, builder.wild))
            places = legal_placements(builder.castle, tile)
            if places:
                record.push(Build(tiles=(*builder.castle.tiles, chance.choice(places))))
        after = state2(record)
        assert Counter((*after.builder.tiles, *after.supply)) == tiles
        assert len(after.supply) == 9
        assert validate(after.builder.castle).valid
        assert after.builder.castle.exchanges == exchanges
    record.push(Done())
    (sheet,) = record.state.result().scores()
    assert sheet.points()["exchanges"] == -exchanges
    assert read_game(write_game(record)).state == record.state
    with pytest.raises(GameError, match="over"):
        record.push(Done())


def test_solo2_takes_back_whatever_was_done_since_all_tiles_lie_open() -> None:
    record = solo2(1)
    state = state2(record)
    (gate,) = state.builder.castle.tiles
    moves = (
        Build(tiles=(gate, legal_placements(state.builder.castle, "wild-1")[0])),
        Exchange(give=state.builder.tiles[0], take=state.supply[0]),
        Done(),
    )
    for move in moves:
        record.push(move)
    for move in reversed(moves):
        assert record.pop() == move
    assert record.state == state
    assert next(iter(record.state.legal_moves())) == Done()


@pytest.mark.parametrize(
    ("move", "why"),
    [
        (Exchange(give="stone-four-9", take="stone-four-8"), "face up"),
        (Build(tiles=()), "not legal"),
        (Slide(x=1), "no such move"),
        (Done(seat=1), "no such move"),
    ],
)
def test_what_solo2_refuses(move: Move, why: str) -> None:
    with pytest.raises(GameError, match=why):
        solo2(0).push(move)


def test_a_game_of_solo2_that_is_over_takes_no_move_and_one_that_is_not_has_no_result() -> None:
    record = solo2(0)
    with pytest.raises(GameError, match="the game is not over"):
        record.state.result()
    record.push(Done())
    assert list(record.state.legal_moves()) == []
    with pytest.raises(GameError, match="the game is over"):
        record.push(Done())


def test_solo1_has_no_result_before_its_end() -> None:
    with pytest.raises(GameError, match="the game is not over"):
        solo1(0, GATE).state.result()


def test_the_gate_of_solo2_may_be_chosen() -> None:
    record = GameRecord(Setup(variant=Variant.SOLO2, gates=("gate-tree:back",)))
    (gate,) = state2(record).builder.castle.tiles
    assert (gate.tile, gate.side) == ("gate-tree", "back")
