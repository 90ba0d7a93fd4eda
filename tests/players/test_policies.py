"""Computer players: what a tile is worth, whole games, and advice."""

from __future__ import annotations

import msgspec
import pytest

from caladale.construct.beam_search import BeamEffort
from caladale.core.layout import Variant
from caladale.games.move import Build, Done, Draw, Flip, Keep
from caladale.games.record import GameRecord, read_game, write_game
from caladale.games.seat import SeatState
from caladale.games.setup import Setup
from caladale.games.state import GameError
from caladale.players import policies as policy
from caladale.players import standard_adviser
from caladale.players import tile_value as appraise
from caladale.players.advisers import advise
from caladale.players.hand_balance import Balance, balance
from caladale.players.policies import POLICIES, best_step, play, standard
from caladale.players.tile_value import FLIPPED, LATE, by_building, by_counting, weigh_draws
from caladale.rules.score_sheet import score

TWO = Setup(variant=Variant.STANDARD, players=2, seed=3)
FOUR = Setup(variant=Variant.STANDARD, players=4, seed=4)


@pytest.fixture(autouse=True)
def _little_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let castles be built with less work than in play: what is tested does not hang on it."""
    for module in (appraise, policy, standard_adviser):
        for name in ("LOOK", "FINAL"):
            if hasattr(module, name):
                monkeypatch.setattr(module, name, BeamEffort(3, 1))


def holding(*tiles: str, gate: str = "gate-stone:front") -> SeatState:
    """The first seat of a table with these tiles."""
    setup = Setup(
        variant=Variant.STANDARD,
        players=2,
        gates=(gate, "gate-tree:front" if gate != "gate-tree:front" else "gate-tudor:front"),
    )
    state = standard(GameRecord(setup))
    return msgspec.structs.replace(state.builders[0], tiles=tiles)


def test_a_hand_is_balanced_by_its_castle_edges() -> None:
    # A gate alone has three edges to close; its bottom stands on the grass.
    assert balance(holding()) == Balance(pairs=3, crowded=0, cut_off=0)
    caps = ("stone-edge-1", "stone-edge-2", "stone-tower-1")
    assert balance(holding(*caps)) == Balance(pairs=0, crowded=0, cut_off=0)
    assert balance(holding(*caps), ["stone-four-1"]).pairs == 2
    assert balance(holding(*caps, "stone-edge-3", "stone-tower-2")).pairs == -2


def test_a_theme_needs_a_tile_that_leads_to_it() -> None:
    assert balance(holding("tree-four-1", "tree-two-1")).cut_off == 2
    assert balance(holding("tree-four-1", "stone-tree-mid-1")).cut_off == 0
    # Two steps: from stone to tree, from tree to tudor.
    steps = ("tudor-four-1", "tree-tudor-a-1", "stone-tree-c-1")
    assert balance(holding(*steps)).cut_off == 0
    assert balance(holding(*steps[:2])).cut_off == 2


def test_towers_are_worth_most_and_what_is_cut_off_least() -> None:
    builder = holding("stone-three-1", "stone-two-1")
    tower = by_counting(builder, "stone-tower-1", 10)
    edge = by_counting(builder, "stone-edge-1", 10)
    far = by_counting(builder, "tudor-edge-1", 10)
    assert tower.points > edge.points > far.points
    assert "no tile leads from the gate" in far.why
    # With less to come there is less to mend it.
    assert by_counting(builder, "tudor-edge-1", 0).points < far.points
    bridge = by_counting(holding("tudor-edge-1"), "stone-tudor-mid-1", 10)
    assert "helps where no tile leads" in bridge.why
    assert bridge.points > 2


def test_by_building_it_shows_whether_a_tile_finds_a_place() -> None:
    builder = holding("stone-edge-1", "stone-edge-2")
    worth = by_building(builder, "stone-tower-1", BeamEffort(20, 2), 0)
    assert "to 11 points with it" in worth.why
    useless = by_building(builder, "tudor-four-1", BeamEffort(20, 2), 0)
    assert "finds no place" in useless.why


def test_a_step_is_the_best_single_placement() -> None:
    builder = holding("stone-edge-1")
    step = best_step(builder, "stone-edge-1")
    assert step is not None
    assert step[0] == score(builder.castle.replace(tiles=step[1])).total == 0
    assert best_step(builder, "tudor-edge-1") is None


def test_every_draw_is_weighed_and_the_best_comes_first() -> None:
    state = standard(GameRecord(TWO))
    choices = weigh_draws(state, 0, 0)
    assert {choice.draw.tile for choice in choices} == {*state.supply, None}
    points = [max(FLIPPED, choice.worth.points) for choice in choices]
    assert points == sorted(points, reverse=True)
    assert weigh_draws(state, 0, 0) == choices


def test_what_others_flipped_is_not_known() -> None:
    record = GameRecord(TWO, [Draw(), Flip(), Draw(), Keep()])
    state = standard(record)
    hidden = {name for stack in state.stacks for name in stack}
    assert state.unseen(0) == hidden
    assert state.unseen(1) == hidden | {*state.builders[0].flipped}


def test_every_seat_knows_how_many_tiles_it_will_get() -> None:
    record = GameRecord(TWO)
    for seen in range(24):
        for seat in (0, 1):
            assert standard(record).to_come(seat) == 24 - seen
            record.push(Draw()) if standard(record).hidden else record.push(
                Draw(tile=standard(record).supply[0])
            )
            assert standard(record).to_come(seat) == 23 - seen
            record.push(Keep())
            assert standard(record).to_come(seat) == 23 - seen


@pytest.mark.parametrize(
    ("setup", "names"), [(TWO, ("good", "easy")), (FOUR, ("easy", "good", "easy", "easy"))]
)
def test_computer_players_play_to_the_end(setup: Setup, names: tuple[str, ...]) -> None:
    record = play(setup, names, seed=1)
    assert record.state.is_over
    again = read_game(write_game(record))
    assert again.state == record.state
    assert play(setup, names, seed=1).moves == record.moves
    totals = record.state.result().totals()
    assert min(totals) > 10


def test_the_policies_have_names() -> None:
    assert set(POLICIES) == {"easy", "good"}


LATE_GAME = play(TWO, ("easy", "easy"), seed=0)
"""A whole game."""


def at(count: int) -> GameRecord:
    return GameRecord(TWO, LATE_GAME.moves[:count])


def test_advice_can_be_followed_from_the_start_to_the_end() -> None:
    record = GameRecord(TWO, [m for m in LATE_GAME.moves if not isinstance(m, Build | Done)][:84])
    seen = set()
    while not record.state.is_over:
        advice = advise(record, seed=2)
        values = [option.value for option in advice.options]
        assert values == sorted(values, reverse=True)
        assert advice.how
        for option in advice.options:
            state = record.state
            for move in option.moves:
                state = state.after(move)
        for move in advice.options[0].moves:
            record.push(move)
            seen.add(type(move))
    assert {Draw, Build, Done} <= seen
    with pytest.raises(GameError, match="the game is over"):
        advise(record)


def test_advice_on_a_drawn_tile_is_to_keep_or_to_flip_it() -> None:
    record = GameRecord(TWO, [Draw(tile=standard(GameRecord(TWO)).supply[0])])
    for _ in range(2):
        options = advise(record).options
        assert {option.moves for option in options} == {(Keep(),), (Flip(),)}
        assert all(option.why for option in options)
        while standard(record).to_come(0) > LATE - 2:
            record.push(Keep() if standard(record).drawn else Draw(tile=standard(record).supply[0]))
        if standard(record).drawn is None:
            record.push(Draw(tile=standard(record).supply[0]))


def test_there_is_no_advice_for_speed() -> None:
    with pytest.raises(GameError, match="there is advice for standard"):
        advise(GameRecord(Setup(variant=Variant.SPEED, players=2)))
