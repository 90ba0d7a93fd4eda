"""A log as castles: as they stand at its end, and step by step."""

from __future__ import annotations

import random

import pytest

from caladale._io.formats import is_game
from caladale.core.layout import Variant
from caladale.errors import FormatError
from caladale.games.logged_castles import castle_steps, castles_in
from caladale.games.move import Done, Place, Slide
from caladale.games.record import GameRecord, write_game
from caladale.games.setup import Setup
from caladale.notation import read_layout, write_line
from tests.support.random_play import some_move

GATE = Place(tile="gate-stone", x=1, y=0)


def test_a_log_gives_the_castle_of_each_seat_as_it_stands() -> None:
    chance = random.Random(5)
    record = GameRecord(Setup(variant=Variant.STANDARD, players=3, seed=5))
    for _ in range(60):
        record.push(some_move(record.state, chance))  # type: ignore[arg-type]
    castles = castles_in(write_game(record))
    assert castles == list(record.state.castles)
    assert len(castles) == 3
    for castle in castles:
        assert read_layout(write_line(castle)) == castle


def test_a_text_with_layouts_gives_these() -> None:
    line = "caladale standard 0+4 - - gate-stone@1,0"
    assert castles_in(f"{line}\n{line}\n") == [read_layout(line)] * 2
    assert not is_game(line)


def test_a_log_that_is_off_is_told_as_such() -> None:
    text = write_game(GameRecord(Setup(variant=Variant.SOLO1, seed=1), [GATE]))
    assert is_game(text)
    with pytest.raises(FormatError, match="move 1 is off"):
        castles_in(text.replace("gate-stone", "gate-stove"))


def test_the_steps_are_the_castles_that_differ() -> None:
    setup = Setup(variant=Variant.SOLO1, seed=1)
    record = GameRecord(setup, [GATE, Slide(x=-1), Done()])
    steps = castle_steps(record)
    assert [(len(one.tiles), one.grass[0].x) for one in steps] == [(0, 0), (1, 0), (1, -1)]
    assert steps[-1:] == list(record.state.castles)
    with pytest.raises(IndexError):
        castle_steps(record, 1)
