"""Standard and Speed: random legal games to their end, and every way to be refused."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caladale.core.layout import Layout, Placement, Variant
from caladale.core.tile_file import parse_tilefile
from caladale.core.tiles import build_tileset
from caladale.games.deal import DealError
from caladale.games.move import (
    Build,
    Done,
    Draw,
    Exchange,
    Flip,
    Keep,
    Move,
    Place,
    Slide,
    Timer,
    TimeUp,
    move_in_words,
)
from caladale.games.record import GameRecord
from caladale.games.setup import Setup
from caladale.games.speed import SpeedState
from caladale.games.standard import StandardState
from caladale.games.state import GameError, Result
from caladale.notation import read_layout
from caladale.rules.placements import legal_placements
from caladale.rules.verdict import validate
from tests.support.places import TILE_FILE
from tests.support.random_play import some_move
from tests.support.strategies import BOX

STANDARD = [
    (Setup(variant=Variant.STANDARD, players=2), 24),
    (Setup(variant=Variant.STANDARD, players=2, all_tiles=True), 36),
    (Setup(variant=Variant.STANDARD, players=3), 24),
    (Setup(variant=Variant.STANDARD, players=4), 18),
]
"""Every Standard game, and how many tiles each player ends with."""
SPEED = [
    (Setup(variant=Variant.SPEED, players=2), 20),
    (Setup(variant=Variant.SPEED, players=2, all_tiles=True), 32),
    (Setup(variant=Variant.SPEED, players=3), 21),
    (Setup(variant=Variant.SPEED, players=4), 16),
]

SEEDS = st.integers(0, 2**32)


def seeded(setup: Setup, seed: int) -> Setup:
    return Setup(variant=setup.variant, players=setup.players, seed=seed, all_tiles=setup.all_tiles)


def in_play(setup: Setup) -> Counter[str]:
    plus = setup.players > 2 or setup.all_tiles
    return Counter(tile.id for tile in BOX.supply(plus=plus))


def standard_state(record: GameRecord) -> StandardState:
    assert isinstance(record.state, StandardState)
    return record.state


def speed_state(record: GameRecord) -> SpeedState:
    assert isinstance(record.state, SpeedState)
    return record.state


def all_tiles_of(state: StandardState | SpeedState) -> Counter[str]:
    names = Counter(state.supply)
    for builder in state.builders:
        names.update((*builder.tiles, *builder.flipped))
    if isinstance(state, StandardState):
        names.update(itertools.chain(*state.stacks))
        names.update([] if state.drawn is None else [state.drawn])
    return names


def check_castles(state: StandardState | SpeedState) -> None:
    """Every castle is legal, of tiles that its seat owns, and no tile is in two castles."""
    lying = Counter(placed.tile for b in state.builders for placed in b.castle.tiles)
    assert max(lying.values()) == 1
    for builder in state.builders:
        assert validate(builder.castle).valid
        gate = builder.gate.partition(":")[0]
        assert builder.in_castle() <= {gate, builder.wild, *builder.tiles}
        assert builder.castle.flipped == len(builder.flipped)


@pytest.mark.parametrize(("setup", "own"), STANDARD)
@settings(max_examples=12)
@given(seed=SEEDS)
def test_standard_is_played_to_its_end(setup: Setup, own: int, seed: int) -> None:
    chance = random.Random(seed)
    record = GameRecord(seeded(setup, seed))
    whole = in_play(setup)
    state = standard_state(record)
    assert len(state.supply) == 9
    assert state.undrawn == own * setup.players == whole.total()
    while not state.is_over:
        record.push(some_move(state, chance))
        state = standard_state(record)
        assert all_tiles_of(state) == whole
        assert len(state.supply) == min(9, state.undrawn)
        sizes = [len(b.tiles) + len(b.flipped) for b in state.builders]
        assert max(sizes) - min(sizes) <= 1
        check_castles(state)
    assert sizes == [own] * setup.players
    assert list(state.legal_moves()) == []
    totals = state.result().totals()
    assert totals == tuple(sheet.total for sheet in state.result().scores())
    assert {totals[seat] for seat in state.result().winners()} == {max(totals)}


@pytest.mark.parametrize(("setup", "own"), SPEED)
@settings(max_examples=12)
@given(seed=SEEDS)
def test_speed_is_played_to_its_end(setup: Setup, own: int, seed: int) -> None:
    chance = random.Random(seed)
    record = GameRecord(seeded(setup, seed))
    state = speed_state(record)
    whole = all_tiles_of(state)
    assert max(whole.values()) == 1
    assert whole <= in_play(setup)
    face_up = len(state.supply)
    assert face_up == (9 if setup.players == 3 else 8)
    while not state.is_over:
        record.push(some_move(state, chance))
        state = speed_state(record)
        assert all_tiles_of(state) == whole
        assert len(state.supply) == face_up
        assert [len(b.tiles) for b in state.builders] == [own] * setup.players
        assert not any(builder.flipped for builder in state.builders)
        check_castles(state)
    assert list(state.legal_moves()) == []
    timers = [sheet.points()["timer"] for sheet in state.result().scores()]
    assert timers == [int(seat == state.stopped) for seat in range(setup.players)]


@pytest.mark.parametrize("setup", [STANDARD[0][0], STANDARD[3][0], SPEED[0][0]])
@settings(max_examples=8)
@given(seed=SEEDS)
def test_every_listed_move_is_taken(setup: Setup, seed: int) -> None:
    chance = random.Random(seed)
    record = GameRecord(seeded(setup, seed))
    for _ in range(chance.randrange(80)):
        if not record.state.is_over:
            record.push(some_move(record.state, chance))  # type: ignore[arg-type]
    listed = list(itertools.islice(record.state.legal_moves(), 300))
    assert len(set(listed)) == len(listed)
    for move in listed:
        assert record.state.after(move) != record.state


def play(setup: Setup, *moves: Move) -> GameRecord:
    return GameRecord(setup, moves)


TWO = Setup(variant=Variant.STANDARD, players=2, seed=5)
FAST = Setup(variant=Variant.SPEED, players=2, seed=5)


def refused(record: GameRecord, move: Move, why: str) -> None:
    before, moves = record.state, record.moves
    with pytest.raises(GameError, match=why):
        record.push(move)
    assert (record.state, record.moves) == (before, moves)


def test_a_turn_is_a_draw_and_a_decision() -> None:
    record = play(TWO)
    first = standard_state(record)
    refused(record, Keep(), "a tile is to be drawn first")
    refused(record, Flip(), "a tile is to be drawn first")
    tile = first.supply[4]
    record.push(Draw(tile=tile))
    drawn = standard_state(record)
    assert drawn.drawn == tile
    # The place on the board is filled again before the decision.
    assert drawn.supply == (*first.supply[:4], first.stacks[0][0], *first.supply[5:])
    refused(record, Draw(), f"{tile} is to be kept or flipped first")
    record.push(Keep())
    assert standard_state(record).builders[0].tiles == (tile,)
    assert standard_state(record).turn == 1
    record.push(Draw())
    assert standard_state(record).drawn == first.stacks[0][1]
    assert standard_state(record).supply == drawn.supply
    record.push(Flip())
    assert standard_state(record).builders[1].flipped == (first.stacks[0][1],)
    assert standard_state(record).builders[1].castle.flipped == 1
    assert standard_state(record).turn == 0
    refused(record, Draw(tile=tile), "does not lie face up")
    refused(record, Draw(tile="no-such-tile"), "does not lie face up")


def test_nothing_is_done_before_all_is_drawn_and_nothing_drawn_after() -> None:
    record = play(TWO)
    while standard_state(record).undrawn:
        refused(record, Done(), "until all tiles are drawn")
        if not standard_state(record).hidden:
            refused(record, Draw(), "the stacks are empty")
        record.push(Draw(tile=standard_state(record).supply[0]))
        refused(record, Done(), "until all tiles are drawn")
        record.push(Keep())
    refused(record, Draw(), "all tiles are drawn")
    with pytest.raises(GameError, match="not over"):
        record.state.result()
    record.push(Done(seat=1))
    refused(record, Done(seat=1), "seat 1 has finished")
    refused(record, Build(tiles=(), seat=1), "seat 1 has finished")
    refused(record, Done(seat=2), "nobody sits at seat 2")
    assert not record.state.is_over
    assert record.pop() == Done(seat=1)
    record.push(Done(seat=1))
    record.push(Done(seat=0))
    assert record.state.is_over
    # Both castles are a gate with three open edges.
    assert record.state.result().totals() == (-4, -4)
    assert record.state.result().winners() == (0, 1)
    assert record.state.result().ranks() == (1, 1)


def test_only_legal_castles_of_own_tiles_stand() -> None:
    record = play(TWO, Draw(), Flip(), Draw(), Keep())
    state = standard_state(record)
    mine, other = state.builders
    (gate,) = mine.castle.tiles
    flipped, theirs = mine.flipped[0], other.tiles[0]
    refused(record, Build(tiles=(), seat=0), "not legal: .*gate")
    refused(record, Build(tiles=(gate, Placement(flipped, 1, 1))), "not among the own tiles")
    refused(record, Build(tiles=(gate, Placement(theirs, 1, 1))), "not among the own tiles")
    refused(record, Build(tiles=(gate, Placement(other.wild, 1, 1))), "not among the own tiles")
    refused(record, Build(tiles=(Placement(gate.tile, 1, 0, 0, "back"),)), "shows its front")
    refused(record, Build(tiles=(Placement(gate.tile, 1, 0, 1),)), "not legal: .*gate")
    refused(record, Build(tiles=(Placement(gate.tile, 9, 0),)), "not legal")
    refused(record, Build(tiles=(gate, Placement(mine.wild, 1, 1, 0, "back"))), "no back")
    refused(record, Build(tiles=(gate,), seat=2), "nobody sits")
    moved = (Placement(gate.tile, 3, 0), Placement(mine.wild, 3, 1))
    record.push(Build(tiles=moved))
    assert standard_state(record).builders[0].castle.tiles == moved
    assert standard_state(record).turn == 0


def test_what_is_permanent_is_not_taken_back() -> None:
    record = play(TWO)
    with pytest.raises(GameError, match="no move to take back"):
        record.pop()
    gate = standard_state(record).builders[1].castle.tiles[0]
    build = Build(tiles=(Placement(gate.tile, 0, 0),), seat=1)
    before = record.state
    record.push(build)
    assert record.pop() == build
    assert record.state == before
    for move in (Draw(), Keep()):
        record.push(move)
        with pytest.raises(GameError, match="stands for good: what was built may be taken back"):
            record.pop()


def test_exchanges_are_one_for_one() -> None:
    record = play(FAST)
    state = speed_state(record)
    give, take = state.builders[1].tiles[3], state.supply[2]
    exchange = Exchange(give=give, take=take, seat=1)
    record.push(exchange)
    after = speed_state(record)
    assert after.supply[2] == give
    assert after.builders[1].tiles[3] == take
    assert after.builders[0] == state.builders[0]
    refused(record, exchange, "does not lie face up")
    refused(record, Exchange(give=give, take=after.supply[0], seat=1), "not among the own tiles")
    refused(record, Exchange(give=take, take=give, seat=2), "nobody sits")
    assert record.pop() == exchange
    assert record.state == state


def test_what_lies_in_the_castle_is_not_exchanged() -> None:
    record = play(FAST)
    state = speed_state(record)
    tile, choices = next(
        (name, found)
        for name in state.builders[0].tiles
        if (found := legal_placements(state.builders[0].castle, name))
    )
    record.push(Build(tiles=(*state.builders[0].castle.tiles, choices[0])))
    refused(record, Exchange(give=tile, take=state.supply[0]), "take it out first")


def test_the_timer_stops_one_player_and_then_the_game() -> None:
    record = play(FAST)
    refused(record, TimeUp(), "nobody has flipped the timer")
    refused(record, Timer(seat=2), "nobody sits")
    with pytest.raises(GameError, match="not over"):
        record.state.result()
    record.push(Timer(seat=1))
    with pytest.raises(GameError, match="the timer not"):
        record.pop()
    state = speed_state(record)
    give, take = state.builders[1].tiles[0], state.supply[0]
    refused(record, Exchange(give=give, take=take, seat=1), "plays no more")
    refused(record, Build(tiles=state.builders[1].castle.tiles, seat=1), "plays no more")
    refused(record, Timer(seat=0), "seat 1 has flipped the timer already")
    record.push(Exchange(give=state.builders[0].tiles[0], take=take, seat=0))
    record.push(TimeUp())
    refused(record, Timer(seat=0), "the time is up")
    assert record.state.result().totals() == (-4, -3)
    assert record.state.result().winners() == (1,)


@pytest.mark.parametrize(
    ("setup", "moves"),
    [(TWO, (Exchange(give="a", take="b"), Timer(), TimeUp())), (FAST, (Draw(), Keep(), Done()))],
)
def test_moves_of_another_game_are_refused(setup: Setup, moves: tuple[Move, ...]) -> None:
    for move in moves:
        refused(play(setup), move, "there is no such move")


@pytest.mark.parametrize(
    ("move", "words"),
    [
        (Draw(), "draw blind"),
        (Draw(tile="wild-1"), "draw wild-1"),
        (Keep(), "keep"),
        (Flip(), "flip"),
        (Build(tiles=(Placement("gate-stone", 0, 0),)), "build a castle of 1"),
        (Exchange(give="wild-1", take="wild-2"), "exchange wild-1 for wild-2"),
        (Place(tile="wild-1", x=2, y=1), "place wild-1 in column 2, row 1"),
        (
            Place(tile="gate-tree", x=2, y=0, turn=2, side="back"),
            "place gate-tree in column 2, row 0, its top to the bottom, its back up",
        ),
        (Slide(x=-1), "slide the strip to column -1"),
        (Timer(), "flip the timer"),
        (TimeUp(), "time is up"),
        (Done(), "done"),
    ],
)
def test_a_move_is_told_in_words(move: Move, words: str) -> None:
    assert move_in_words(move) == words


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_gates_to_choose_from_depend_on_the_number_of_players(players: int) -> None:
    names = ["gate-stone", "gate-tree", "gate-tudor", "gate-apprentice"][:players]
    side = "back" if players == 4 else "front"
    setup = Setup(
        variant=Variant.STANDARD, players=players, gates=tuple(f"{n}:{side}" for n in names)
    )
    state = GameRecord(setup).state
    assert isinstance(state, StandardState)
    placed = [builder.castle.tiles[0] for builder in state.builders]
    assert [(tile.tile, tile.side) for tile in placed] == [(name, side) for name in names]


def test_ties_are_told_not_broken() -> None:
    lone = read_layout("caladale standard 0+4 - - gate-stone@1,0")
    more = read_layout("caladale standard 0+4 - - gate-tree@1,0 tree-tower-1@1,1")
    result = Result((lone, more, Layout(lone.tiles), more))
    assert result.totals() == (-4, 1, -4, 1)
    assert result.ranks() == (3, 1, 3, 1)
    assert result.winners() == (1, 3)


def test_a_box_without_wilds_is_refused() -> None:
    text = TILE_FILE.read_text(encoding="utf-8").replace("wild = 4", "wild = 3")
    kind = text.index('id = "wild"')
    box = build_tileset(parse_tilefile(text[:kind] + text[kind:].replace("count = 4", "count = 3")))
    for variant in (Variant.STANDARD, Variant.SPEED):
        assert GameRecord(Setup(variant=variant, players=3, tileset=box)).moves == ()
        with pytest.raises(DealError, match="too few wilds"):
            GameRecord(Setup(variant=variant, players=4, tileset=box))
