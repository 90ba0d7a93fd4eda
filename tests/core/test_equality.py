"""Values that were pickled, copied or read again equal what they came from."""

from __future__ import annotations

import copy
import gc
import pickle
import random
import subprocess
import sys
import threading
import weakref
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caladale import dissolve, load_tileset, read_layout, score, validate
from caladale.core.hand import Hand
from caladale.core.layout import Layout, Placement, Variant
from caladale.core.readings import Readings
from caladale.core.tile_file import parse_tilefile
from caladale.core.tiles import TileSet, build_tileset
from caladale.errors import FormatError, HandError, RefereeError
from caladale.games.deal import DealError, deal_hand, deal_table
from caladale.games.record import GameRecord
from caladale.games.setup import Setup
from caladale.games.speed import SpeedState
from caladale.games.standard import StandardState
from caladale.games.state import GameError
from caladale.solve import best_castle, challenge, repair
from tests.support.places import CASES, TILE_FILE
from tests.support.random_play import some_move
from tests.support.strategies import BOX, hands, layouts, readings

TEXT = TILE_FILE.read_text(encoding="utf-8")
BROKEN = "caladale standard 0+4 - - gate-stone@1,0 tree-tower-1@1,1"


def restored(data: bytes) -> Any:
    return pickle.loads(data)  # noqa: S301 - of our own making


def again(value: Any) -> list[Any]:
    """The value after every way to make it anew."""
    dumped = [pickle.dumps(value, protocol) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)]
    return [copy.copy(value), copy.deepcopy(value), *map(restored, dumped)]


def check(value: Any, *, hashable: bool = True) -> None:
    for other in again(value):
        assert other == value
        if hashable:
            assert hash(other) == hash(value)
            assert {other: 1}[value] == 1


@settings(max_examples=50)
@given(layouts())
def test_layouts_with_their_verdicts_and_scores(layout: Layout) -> None:
    check(layout)
    check(validate(layout))
    check(score(layout))
    check(layout.tileset.under(layout.rules))
    check(layout.faces())


@settings(max_examples=50)
@given(hands())
def test_hands(hand: Hand) -> None:
    check(hand)


@pytest.mark.parametrize("variant", Variant)
def test_tables_and_setups(variant: Variant) -> None:
    players = 2 if variant in (Variant.STANDARD, Variant.SPEED) else 1
    check(deal_table(variant, 1, players))
    check(Setup(variant=variant, players=players))


@given(readings())
def test_boxes_and_faces(rules: Readings) -> None:
    for box in (BOX, BOX.under(rules)):
        check(box)
        for face in box.faces.values():
            check(face)


def test_results() -> None:
    check(best_castle(deal_hand(Variant.STANDARD, 1, own=2), workers=1), hashable=False)
    check(repair(read_layout(BROKEN), workers=1), hashable=False)
    check(challenge(workers=1, attempts=1, time_limit=20), hashable=False)
    check(dissolve(read_layout(BROKEN)))


@pytest.mark.parametrize("variant", [Variant.STANDARD, Variant.SPEED])
def test_states_of_games_for_several(variant: Variant) -> None:
    record = GameRecord(Setup(variant=variant, players=2, seed=3))
    chance = random.Random(3)
    for _ in range(40):
        state = record.state
        check(state)
        assert isinstance(state, StandardState | SpeedState)
        if state.is_over:
            break
        record.push(some_move(state, chance))


@pytest.mark.parametrize("variant", [Variant.SOLO1, Variant.SOLO2])
def test_states_of_games_for_one(variant: Variant) -> None:
    record = GameRecord(Setup(variant=variant, seed=3))
    chance = random.Random(3)
    for _ in range(6):
        check(record.state)
        moves = [move for move in record.state.legal_moves() if type(move).__name__ != "Done"]
        record.push(chance.choice(moves))


def test_another_box_is_another(tmp_path: Path) -> None:
    other = build_tileset(parse_tilefile(TEXT.replace('note = "', 'note = "x', 1)))
    assert other != BOX
    layout = Layout((Placement("gate-stone", 1, 0),))
    assert layout != Layout((Placement("gate-stone", 1, 0),), tileset=other)
    check(other)
    path = tmp_path / "box.toml"
    path.write_text("# the same, with a comment\n" + TEXT, encoding="utf-8")
    assert load_tileset(path) is BOX


def test_a_file_read_twice_gives_equal_values() -> None:
    one, other = (load_tileset(CASES / "five-gates.toml") for _ in range(2))
    assert one == other
    assert one.under(Readings(wild="four_sides")) == other.under(Readings(wild="four_sides"))
    assert deal_hand(Variant.SOLO2, 1, tileset=one) == deal_hand(Variant.SOLO2, 1, tileset=other)
    check(deal_hand(Variant.SOLO2, 1, tileset=one))


def test_another_process_reads_the_same(tmp_path: Path) -> None:
    box = load_tileset(CASES / "five-gates.toml")
    rules = Readings(wild="four_sides")
    layout = Layout((Placement("gate-stone-1", 1, 0),), rules=rules, tileset=box)
    path = tmp_path / "values"
    path.write_bytes(pickle.dumps((layout, box.under(rules), BOX)))
    code = (
        "import pickle, sys; from pathlib import Path; from caladale import *\n"
        "path = Path(sys.argv[1]); layout, variant, box = pickle.loads(path.read_bytes())\n"
        "assert layout.tileset.under(layout.rules) is variant and box is standard_tileset()\n"
        "path.write_bytes(pickle.dumps((layout, variant, box)))"
    )
    subprocess.run([sys.executable, "-c", code, path], check=True, timeout=60)
    assert restored(path.read_bytes()) == (layout, box.under(rules), BOX)


def test_threads_that_read_a_file_at_once_get_one_box() -> None:
    found: list[TileSet] = []
    file = parse_tilefile(TEXT.replace('title = "', 'title = "threads ', 1))
    rules = Readings(wild="four_sides")
    start = threading.Barrier(8)

    def build() -> None:
        start.wait()
        found.append(build_tileset(file).under(rules))

    threads = [threading.Thread(target=build) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert len(set(map(id, found))) == 1


def test_a_box_that_nobody_has_is_forgotten() -> None:
    box = build_tileset(parse_tilefile(TEXT.replace('title = "', 'title = "once ', 1)))
    box.under(Readings(wild="four_sides"))
    seen = weakref.ref(box)
    del box
    gc.collect()
    assert seen() is None


@given(st.lists(layouts(), min_size=2, max_size=4))
def test_unequal_layouts_stay_unequal(found: list[Layout]) -> None:
    for one in found:
        for other in found:
            assert (copy.deepcopy(one) == restored(pickle.dumps(other))) == (one == other)


@pytest.mark.parametrize(
    "error",
    [
        FormatError("odd", "here"),
        FormatError("odd"),
        HandError("odd", "tiles[0]"),
        RefereeError("refused", BROKEN),
        GameError("not now"),
        DealError("too few"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors_from_another_process_say_the_same(error: Exception) -> None:
    for other in again(error):
        assert type(other) is type(error)
        assert str(other) == str(error)
        assert vars(other) == vars(error)
