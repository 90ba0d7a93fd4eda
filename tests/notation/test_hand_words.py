"""Hands in words and in JSON: tiles by kind and number, and each mistake with its place."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings

from caladale import read_hand, write_json, write_line
from caladale.core.hand import Hand
from caladale.core.layout import Variant
from caladale.errors import FormatError
from tests.support.own_box import OWN_BOX
from tests.support.strategies import hands

HEAD = {"format": "caladale-hand/1", "tileset": "caladale", "gates": ["gate-stone"]}


@settings(max_examples=60)
@given(hands())
def test_a_hand_in_words_is_lossless(hand: Hand) -> None:
    line = write_line(hand)
    assert len(line.splitlines()) == 1
    assert read_hand(line) == hand
    assert read_hand(write_json(hand)) == hand


def test_a_hand_of_ones_own_box_in_words_is_lossless() -> None:
    tiles = tuple(tile.id for tile in OWN_BOX.supply())
    hand = Hand(gates=("gate:back",), tiles=tiles, grass=(), tileset=OWN_BOX)
    assert read_hand(write_line(hand), OWN_BOX) == hand


@pytest.mark.parametrize(
    "text",
    [
        "solo2 gate-stone:back 3*s4 st stone-tower-1 supply r4 2*r3",
        "# ours\nSOLO2, GS:B,\nstone-four 2*stone-FOUR st st-1\nSupply: tree-four 2*r3 # more\n",
        json.dumps(
            HEAD
            | {"variant": "solo2", "gates": ["gs:b"], "tiles": ["3*s4", "st", "stone-tower-1"]}
            | {"supply": ["tree-four", "2*r3"]}
        ),
    ],
)
def test_a_hand_may_name_kinds_and_numbers_of_them(text: str) -> None:
    hand = read_hand(text)
    assert hand.variant is Variant.SOLO2
    assert hand.gates == ("gate-stone:back",)
    fours = ("stone-four-1", "stone-four-2", "stone-four-3")
    assert hand.tiles == (*fours, "stone-tower-2", "stone-tower-1")
    assert hand.supply == ("tree-four-1", "tree-three-1", "tree-three-2")
    assert hand.wilds == 1


def test_the_settings_of_a_hand_in_words() -> None:
    hand = read_hand("all-tiles wilds=0 grass=4,4 flipped=3 strips=side_by_side gs gr s4")
    assert (hand.wilds, hand.grass, hand.flipped) == (0, (4, 4), 3)
    assert hand.rules.strips_touch
    assert hand.gates == ("gate-stone", "gate-tree")
    assert read_hand("gs grass=none w").grass == ()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", ["there is nothing to read"]),
        ("gs 4*s4", ["line 1, column 4: 4*s4: the box holds only 3 of stone-four"]),
        ("gs s4 stone-for", ['column 7: "stone-for" is the name of no tile; did you mean ston']),
        ("gs s4E .\n====", ["has no turns", "has no places", "has no places"]),
        ("gs speeed", ['"speeed" is the name of no tile; did you mean speed?']),
        ("gs gr", ["a hand of this game has one gate"]),
        ("s4 s3", ["this hand has no gate; name one, such as gate-stone"]),
        ("gs supply gr", ["a hand of this game has one gate"]),
        ("gs wilds=2 s9 fliped=1", ["a whole number up to 1", "mean s4", "mean flipped"]),
        ("gs s4:b", ["has no tile"]),
        ("gs gs@1,0", ["this is a layout"]),
    ],
)  # fmt: skip
def test_what_is_wrong_in_a_hand_in_words_is_told(text: str, told: list[str]) -> None:
    with pytest.raises(FormatError) as caught:
        read_hand(text)
    found = caught.value.mistakes
    assert len(found) == len(told)
    for one, words in zip(found, told, strict=True):
        assert words in str(one)
        assert one.line or one.place


def test_every_mistake_of_a_hand_in_json_is_told_with_its_line() -> None:
    data = HEAD | {"tiles": ["stone-for", "9*u2", "wild-1", "tree-four"], "supply": ["tree-four-1"]}
    with pytest.raises(FormatError) as caught:
        read_hand(json.dumps(data | {"flipped": 81}, indent=1))
    assert [(one.line, one.place) for one in caught.value.mistakes] == [
        (8, "tiles[0]"),
        (9, "tiles[1]"),
        (16, "flipped"),
    ]
    assert caught.value.mistakes[0].suggestions == ("stone-four",)
    with pytest.raises(FormatError) as caught:
        read_hand(json.dumps(data, indent=1))
    assert [(one.line, one.place) for one in caught.value.mistakes] == [
        (8, "tiles[0]"),
        (9, "tiles[1]"),
        (10, "tiles[2]"),
    ]
