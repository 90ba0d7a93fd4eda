"""The names of tiles: short ones are unique, and every spelling means one thing."""

from __future__ import annotations

import itertools

import pytest

from caladale.core.layout import Placement
from caladale.core.tile_names import Numbering, names_of, needs_numbers
from caladale.core.tiles import TileSet
from tests.support.own_box import OWN_BOX
from tests.support.strategies import BOX

NAMES = names_of(BOX.file)


def test_the_short_names_of_the_box() -> None:
    assert len(NAMES.short) == len(BOX.file.tile)
    assert " ".join(NAMES.short.values()) == (
        "s4 s3 s2 sm se st r4 r3 r2 rm re rt u4 u3 u2 um ue ut "
        "sra srb src srm sua sub suc sum rua rub ruc rum gs gr gu gp w"
    )


def test_the_short_names_of_ones_own_box() -> None:
    own = names_of(OWN_BOX.file).short
    assert {kind: own.get(kind) for kind in ("stone-two", "aaa-bbb", "hall", "halls")} == {
        "stone-two": None,
        "aaa-bbb": None,
        "hall": "h",
        "halls": "a",
    }
    assert len(set(own.values())) == len(own)
    others = {entry.id for entry in OWN_BOX.file.tile} | set(OWN_BOX.tiles)
    assert all(short == kind or short not in others for kind, short in own.items())


@pytest.mark.parametrize("box", [BOX, OWN_BOX], ids=["box", "own"])
def test_every_tile_as_it_lies_has_a_word_that_means_only_that(box: TileSet) -> None:
    names = names_of(box.file)
    words = set()
    for (tile, side), turn in itertools.product(box.faces, range(4)):
        placed = Placement(tile, 0, 0, turn, side)
        for short in (True, False):
            word = names.spell(placed, numbered=True, short=short)
            (meant,) = names.spellings(word.upper())
            assert (meant.side, meant.turn) == (side, turn)
            assert Numbering(()).tile(meant.name) == tile
            words.add(word)
    assert len(words) >= 4 * len(box.faces)


def test_in_the_box_no_turn_needs_a_slash() -> None:
    for word, turn in itertools.product(NAMES.known, ("", "n", "e", "s", "w", ":b", ":bs", ":f")):
        assert len(NAMES.spellings(word + turn)) == 1
    assert NAMES.spellings("s4E") == NAMES.spellings("stone-four/e")
    assert not NAMES.spellings("s4/")
    assert not NAMES.spellings("s4/x")
    assert not NAMES.spellings("s4/n/e")
    assert not NAMES.spellings("gs:left")
    assert not NAMES.spellings("")


def test_tiles_without_a_number_take_the_lowest_that_nobody_names() -> None:
    words = ("s4", "stone-four-1", "s4", "S4", "gs", "gs")
    names = [NAMES.spellings(word)[0].name for word in words]
    numbering = Numbering(names)
    assert [numbering.tile(name) for name in names] == [
        "stone-four-2",
        "stone-four-1",
        "stone-four-3",
        None,
        "gate-stone",
        "gate-stone",
    ]


def test_numbers_are_needed_where_others_would_be_given() -> None:
    assert needs_numbers(("stone-four-1", "tree-four-2", "stone-four-2", "wild-1"), NAMES) == {
        "tree-four"
    }


@pytest.mark.parametrize(
    ("word", "near"),
    [
        ("stone-for", ("stone-four",)),
        ("stnoe-four", ("stone-four",)),
        ("STONE-TOWR/e", ("stone-tower/e",)),
        ("stone-tower-6", ("stone-tower-1", "stone-tower-2", "stone-tower-3")),
        ("gate-ston:back", ("gate-stone:back",)),
        ("srbb", ("srb",)),
        ("sbrW", ("srbW",)),
        ("s5", ("s4", "s3", "s2")),
        ("xyz", ()),
        ("brick-four", ()),
        ("", ()),
    ],
)
def test_the_nearest_names_are_suggested(word: str, near: tuple[str, ...]) -> None:
    assert NAMES.close_to(word) == near
