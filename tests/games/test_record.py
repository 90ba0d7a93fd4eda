"""Games as files: read back as they were, refused at the first bad move, never lost."""

from __future__ import annotations

import copy
import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caladale.core.layout import Variant
from caladale.core.readings import Readings
from caladale.errors import FormatError
from caladale.games.move import Draw, Keep
from caladale.games.record import GameRecord, game_from_data, game_to_data, read_game, write_game
from caladale.games.setup import Setup
from caladale.games.state import GameError
from tests.support.places import DOCS, ROOT
from tests.support.random_play import some_move

SETUPS = [
    Setup(variant=Variant.STANDARD, players=2, all_tiles=True, seed=1),
    Setup(variant=Variant.STANDARD, players=3, rules=Readings(wild_may_hang="no"), seed=2**70),
    Setup(
        variant=Variant.STANDARD, players=2, gates=("gate-tudor:front", "gate-stone:front"), seed=0
    ),
    Setup(variant=Variant.SPEED, players=4, rules=Readings(wild="four_sides"), seed=3),
]


def played(setup: Setup, seed: int, most: int = 400) -> GameRecord:
    """A game after up to `most` random moves."""
    chance = random.Random(seed)
    record = GameRecord(setup)
    while not record.state.is_over and len(record.moves) < most:
        record.push(some_move(record.state, chance))  # type: ignore[arg-type]
    return record


@pytest.mark.parametrize("setup", SETUPS)
@settings(max_examples=5)
@given(seed=st.integers(0, 2**32), most=st.integers(0, 300))
def test_a_game_is_read_back_as_it_was(setup: Setup, seed: int, most: int) -> None:
    record = played(setup, seed, most)
    text = write_game(record)
    again = read_game(text)
    assert (again.setup, again.moves, again.state) == (record.setup, record.moves, record.state)
    assert write_game(again) == text


def test_a_log_is_one_move_a_line() -> None:
    setup = Setup(variant=Variant.STANDARD, players=2, seed=4)
    text = write_game(GameRecord(setup, [Draw(), Keep()]))
    assert text == (
        '{\n "format": "caladale-game/1",\n "tileset": "caladale",\n "variant": "standard",\n'
        ' "players": 2,\n "seed": 4,\n "moves": [\n  {"move": "draw"},\n  {"move": "keep"}\n ]\n}\n'
    )


@pytest.mark.parametrize("setup", SETUPS)
def test_every_prefix_of_a_log_resumes(setup: Setup) -> None:
    record = played(setup, 7)
    data = game_to_data(record)
    again = GameRecord(setup)
    for count, move in enumerate(record.moves[:60]):
        prefix = game_from_data(data | {"moves": data["moves"][:count]})
        assert prefix.state == again.state
        again.push(move)


WHOLE = game_to_data(played(SETUPS[0], 5))
"""A finished Standard game."""


def _first(kind: str, after: int = 0) -> int:
    moves = enumerate(WHOLE["moves"])
    return next(i for i, move in moves if i >= after and move["move"] == kind)


def _unknown_move(moves: list[Any], i: int) -> None:
    moves[i] = {"move": "jump"}


def _not_a_move(moves: list[Any], i: int) -> None:
    moves[i] = 7


def _odd_key(moves: list[Any], i: int) -> None:
    moves[i] = moves[i] | {"why": "because"}


def _other_tile(moves: list[Any], i: int) -> None:
    moves[i] = {"move": "draw", "tile": "no-such-tile"}


def _other_game(moves: list[Any], i: int) -> None:
    moves[i] = {"move": "timer"}


def _far_away(moves: list[Any], i: int) -> None:
    moves[i] = {"move": "build", "tiles": [{"tile": "gate-tree", "x": 10**7, "y": 0}]}


DAMAGES: list[Callable[[list[Any], int], None]] = [
    _unknown_move,
    _not_a_move,
    _odd_key,
    _other_tile,
    _other_game,
    _far_away,
]


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("place", [0, 1, 33, len(WHOLE["moves"]) - 1])
def test_a_damaged_log_names_its_first_bad_move(
    damage: Callable[[list[Any], int], None], place: int
) -> None:
    data = copy.deepcopy(WHOLE)
    damage(data["moves"], place)
    with pytest.raises(FormatError, match=rf"move {place + 1}\b") as caught:
        game_from_data(data)
    assert caught.value.place.startswith(f"moves[{place}]")


@pytest.mark.parametrize("later", [{"move": "timer"}, {"move": "jump"}, 7])
def test_the_first_of_several_bad_moves_is_named(later: Any) -> None:
    data = copy.deepcopy(WHOLE)
    data["moves"][20] = {"move": "timer"}
    data["moves"][40] = later
    with pytest.raises(FormatError, match=r"move 21\b.*no such move in Standard"):
        game_from_data(data)


def test_a_lost_or_doubled_move_is_noticed() -> None:
    data = copy.deepcopy(WHOLE)
    place = _first("keep", 30)
    data["moves"].insert(place, {"move": "keep"})
    with pytest.raises(FormatError, match=rf"move {place + 2}\b.*a tile is to be drawn first"):
        game_from_data(data)
    data = copy.deepcopy(WHOLE)
    place = _first("draw", 30)
    del data["moves"][place]
    with pytest.raises(FormatError, match="a tile is to be drawn first"):
        game_from_data(data)


@pytest.mark.parametrize(
    ("change", "place", "why"),
    [
        ({"format": "caladale-game/2"}, "format", "caladale-game/2"),
        ({"variant": "chess"}, "variant", "standard, speed, solo1, solo2, all-tiles"),
        ({"variant": "all-tiles"}, "variant", "no game of moves"),
        ({"players": 5}, "players", "4"),
        ({"players": 1}, "players", "not for 1"),
        ({"players": 3}, "all_tiles", "except with two players"),
        ({"seed": -1}, "seed", "0"),
        ({"seed": 1.0}, "seed", "int"),
        ({"rules": {"wild": "no"}}, "rules.wild", "cap, four_sides"),
        ({"tileset": "other"}, "tileset", "other"),
        ({"gates": ["gate-stone:front"]}, "gates", "2 players need as many gates"),
        ({"gates": ["gate-stone:front"] * 2}, r"gates[1]", "taken already"),
        ({"gates": ["gate-stone:back"] * 2}, r"gates[0]", "none of gate-stone:front"),
        ({"gates": ["gate-apprentice:front"] * 2}, r"gates[0]", "none of"),
        ({"moves": {}}, "moves", "a list is wanted"),
        ({"more": 1}, "", "more"),
    ],
)
def test_a_log_with_an_odd_head_is_refused(change: dict[str, Any], place: str, why: str) -> None:
    with pytest.raises(FormatError, match=why) as caught:
        game_from_data(WHOLE | change)
    assert caught.value.place == place


def test_there_is_no_game_of_moves_with_all_tiles() -> None:
    with pytest.raises(GameError, match="no game of moves"):
        GameRecord(Setup(variant=Variant.ALL_TILES))


def test_a_torn_log_names_the_move_where_it_breaks() -> None:
    lines = write_game(GameRecord(SETUPS[0], [Draw(), Keep(), Draw(), Keep()])).splitlines()
    first = next(i for i, line in enumerate(lines) if line == '  {"move": "draw"},')
    for count in range(4):
        torn = "\n".join([*lines[: first + count], lines[first + count][:9]])
        with pytest.raises(FormatError, match=rf"move {count + 1} is off: this is not JSON"):
            read_game(torn)
    with pytest.raises(FormatError, match="move 5 is off: this is not JSON"):
        read_game("\n".join(lines[: first + 4]))
    with pytest.raises(FormatError, match=r"line 2, column \d+: this is not JSON"):
        read_game("\n".join(lines[:2]))
    doubled = lines[first + 2].replace('{"move"', '{"move": "draw", "move"')
    told = r'moves\[2\].move: "draw": move 3 is off: .*stands here twice'
    with pytest.raises(FormatError, match=told):
        read_game("\n".join([*lines[: first + 2], doubled, *lines[first + 3 :]]))


def test_windows_line_ends_do_no_harm() -> None:
    record = GameRecord(SETUPS[0], [Draw(), Keep()])
    assert read_game(write_game(record).replace("\n", "\r\n")).moves == record.moves


def test_a_failed_save_leaves_the_log_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.json"
    record = GameRecord(SETUPS[0], [Draw(), Keep()])
    record.save(path)
    before = path.read_bytes()

    def full_disk(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full_disk)
    record.push(Draw())
    with pytest.raises(OSError, match="No space"):
        record.save(path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


PLAYER = """
import random, sys
from pathlib import Path
from tests.support.random_play import some_move
from caladale.games.record import GameRecord
from caladale.games.setup import Setup
from caladale.core.layout import Variant
chance = random.Random(int(sys.argv[2]))
record = GameRecord(Setup(variant=Variant.STANDARD, players=3, seed=9))
while not record.state.is_over:
    record.push(some_move(record.state, chance))
    record.save(Path(sys.argv[1]))
    print(len(record.moves), flush=True)
"""


@pytest.mark.parametrize("seen", [1, 8, 50])
def test_a_game_killed_at_any_moment_resumes(tmp_path: Path, seen: int) -> None:
    path = tmp_path / "game.json"
    command = [sys.executable, "-c", PLAYER, str(path), str(seen)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONPATH": str(ROOT)}
    ) as process:
        assert process.stdout is not None
        for _ in range(seen):
            process.stdout.readline()
        process.send_signal(signal.SIGKILL)
    record = read_game(path.read_text(encoding="utf-8"))
    assert len(record.moves) >= seen
    # What it resumes with is what the player had played.
    chance = random.Random(seen)
    again = GameRecord(Setup(variant=Variant.STANDARD, players=3, seed=9))
    while len(again.moves) < len(record.moves):
        again.push(some_move(again.state, chance))  # type: ignore[arg-type]
    assert again.moves == record.moves
    record.push(some_move(record.state, chance))  # type: ignore[arg-type]


def test_the_game_in_the_docs_can_be_played() -> None:
    docs = (DOCS / "formats.md").read_text(encoding="utf-8")
    start = docs.rindex("```json", 0, docs.index('"caladale-game/1"')) + len("```json")
    text = docs[start : docs.index("```", start)].lstrip()
    assert write_game(read_game(text)) == text
