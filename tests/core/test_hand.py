"""Hands and tables: round trips, defaults, gate sides, and every error with its place."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given

from caladale._io.strict_json import load_json
from caladale.core.hand import Hand
from caladale.core.layout import Variant
from caladale.errors import FormatError, HandError
from caladale.games.deal import PLAYERS, deal_hand, deal_table
from caladale.notation.data import hand_from_data, hand_to_data, table_from_data, table_to_data
from caladale.notation.json_text import to_json
from tests.support.strategies import hands


def plain(**members: Any) -> dict[str, Any]:
    """A hand as plain data, ready to be spoilt."""
    return {
        "format": "caladale-hand/1",
        "tileset": "caladale",
        "variant": "solo2",
        "gates": ["gate-stone"],
        "tiles": ["stone-four-1", "tree-two-2"],
    } | members


def table(**members: Any) -> dict[str, Any]:
    """A table of two as plain data, ready to be spoilt."""
    hand = plain(variant="speed")
    return {
        "format": "caladale-table/1",
        "tileset": "caladale",
        "variant": "speed",
        "seed": 1,
        "hands": [hand, hand | {"gates": ["gate-tree:front"], "tiles": ["stone-four-2"]}],
        "supply": ["tudor-two-1"],
        "stacks": [["tudor-two-2"], ["tudor-two-3"]],
    } | members


@given(hands())
def test_a_hand_is_written_without_loss(hand: Hand) -> None:
    assert hand_from_data(load_json(to_json(hand_to_data(hand)))) == hand


@pytest.mark.parametrize(
    ("variant", "players"), [(v, number) for v, numbers in PLAYERS.items() for number in numbers]
)
def test_a_table_is_written_without_loss(variant: Variant, players: int) -> None:
    dealt = deal_table(variant, 2**70, players)
    assert table_from_data(load_json(to_json(table_to_data(dealt)))) == dealt


@pytest.mark.parametrize("variant", Variant)
def test_a_dealt_hand_is_written_without_loss(variant: Variant) -> None:
    hand = deal_hand(variant, 5)
    assert hand_from_data(load_json(to_json(hand_to_data(hand)))) == hand


def test_what_is_left_out_of_a_hand_has_its_default() -> None:
    data = plain()
    del data["variant"]
    hand = hand_from_data(data)
    assert hand == Hand(("gate-stone",), ("stone-four-1", "tree-two-2"))
    assert (hand.wilds, hand.grass, hand.flipped, hand.supply) == (1, (4,), 0, ())
    assert hand_from_data(plain(variant="all-tiles", grass=[4, 4])).wilds == 0


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (plain(odd=1), ""),
        (plain(format="caladale-layout/1"), "format"),
        (plain(tileset="other"), "tileset"),
        (plain(variant="solo"), "variant"),
        (plain(rules={"wild": 1}), "rules.wild"),
        (plain(gates=[]), "gates"),
        (plain(gates="gate-stone"), "gates"),
        (plain(gates=[1]), "gates[0]"),
        (plain(gates=["gate-stone"] * 5), "gates"),
        (plain(gates=["gate-stone", "gate-tree"]), "gates"),
        (plain(gates=["gate-odd"]), "gates[0]"),
        (plain(gates=["gate-stone:"]), "gates[0]"),
        (plain(gates=["gate-stone:side"]), "gates[0]"),
        (plain(gates=["gate-stone:back:back"]), "gates[0]"),
        (plain(gates=["stone-four-2"]), "gates[0]"),
        (plain(gates=["wild-1"]), "gates[0]"),
        (plain(gates=["\ud800"]), "gates[0]"),
        (
            plain(variant="all-tiles", gates=["gate-tree", "gate-stone:back", "gate-tree:front"]),
            "gates[2]",
        ),
        (plain(variant="all-tiles", wilds=1), "wilds"),
        (plain(wilds=2), "wilds"),
        (plain(wilds=-1), "wilds"),
        (plain(wilds=True), "wilds"),
        (plain(wilds=None), "wilds"),
        (plain(grass=[0]), "grass[0]"),
        (plain(grass=[4, 1001]), "grass[1]"),
        (plain(grass=4), "grass"),
        (plain(flipped=81), "flipped"),
        (plain(flipped=1.0), "flipped"),
        (plain(tiles=["stone-four-1", "stone-four-4"]), "tiles[1]"),
        (plain(tiles=["stone-four-1", "stone-four-1"]), "tiles[1]"),
        (plain(tiles=["gate-tree"]), "tiles[0]"),
        (plain(tiles=["wild-2"]), "tiles[0]"),
        (plain(tiles=["stone-four-1:front"]), "tiles[0]"),
        (plain(tiles=[{"tile": "stone-four-1"}]), "tiles[0]"),
        (plain(supply=["tree-four-1", "stone-four-1"]), "supply[1]"),
        (plain(supply=["wild-1"]), "supply[0]"),
        (plain(supply=["gate-tree"]), "supply[0]"),
        (plain(supply=["odd"]), "supply[0]"),
        ({"format": "caladale-hand/1"}, ""),
        ([], ""),
    ],
)
def test_a_hand_that_cannot_be_is_refused_with_the_place(data: Any, place: str) -> None:
    with pytest.raises(FormatError) as caught:
        hand_from_data(json.loads(json.dumps(data)))
    assert caught.value.place == place
    assert caught.value.message


def test_a_hand_made_in_python_is_checked_too() -> None:
    with pytest.raises(HandError, match="only standard and enchanted tiles") as caught:
        Hand(("gate-stone",), ("gate-tree",))
    assert caught.value.place == "tiles[0]"


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (table(seed=-1), "seed"),
        (table(seed=1.0), "seed"),
        (table(odd=1), ""),
        (table(tileset="other"), "tileset"),
        (table(variant="odd"), "variant"),
        (table(hands=[plain(tileset="other")]), "hands[0].tileset"),
        (table(hands=[plain(), plain(gates=[])]), "hands[1].gates"),
        (table(hands=[plain(tiles=["odd"])]), "hands[0].tiles[0]"),
        (table(hands=[plain(), plain(gates=["gate-tree"])]), "hands[1].tiles[0]"),
        (table(hands=[plain(), plain(gates=["gate-stone:back"])]), "hands[1].gates[0]"),
        (table(hands=[plain(odd=1)]), "hands[0]"),
        (table(supply=["odd"]), "supply[0]"),
        (table(supply=["gate-tudor"]), "supply[0]"),
        (table(supply=["tudor-two-1", "wild-1"]), "supply[1]"),
        (table(supply=["stone-four-1"]), "supply[0]"),
        (table(stacks=[["tudor-two-2"], ["tudor-two-3", "tudor-two-2"]]), "stacks[1][1]"),
        (table(stacks=[["tudor-two-9"]]), "stacks[0][0]"),
        (table(stacks=["tudor-two-2"]), "stacks[0]"),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_the_place(data: Any, place: str) -> None:
    table_from_data(table())
    with pytest.raises(FormatError) as caught:
        table_from_data(data)
    assert caught.value.place == place
    assert caught.value.message


@pytest.mark.parametrize("variant", Variant)
@pytest.mark.parametrize("gate", ["gate-stone", "gate-apprentice"])
def test_a_bare_gate_is_free_alone_and_settled_in_company(variant: Variant, gate: str) -> None:
    hand = Hand((gate,), (), variant, wilds=0)
    if variant in (Variant.STANDARD, Variant.SPEED):
        expected: tuple[str, ...] = ("back",) if gate == "gate-apprentice" else ("front",)
    else:
        expected = ("front", "back")
    assert hand.gate_sides() == {gate: expected}


@pytest.mark.parametrize("variant", Variant)
@pytest.mark.parametrize("gate", ["gate-stone", "gate-apprentice"])
@pytest.mark.parametrize("side", ["front", "back"])
def test_a_gate_with_a_side_shows_that_side(variant: Variant, gate: str, side: str) -> None:
    assert Hand((f"{gate}:{side}",), (), variant, wilds=0).gate_sides() == {gate: (side,)}


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"wilds": 2}, "wilds"),
        ({"wilds": -1}, "wilds"),
        ({"grass": (4, 0)}, "grass"),
        ({"grass": (1001,)}, "grass"),
        ({"flipped": -1}, "flipped"),
        ({"flipped": 81}, "flipped"),
        ({"flipped": float("nan")}, "flipped"),
    ],
)
def test_numbers_that_no_hand_has_are_refused(change: dict[str, Any], place: str) -> None:
    with pytest.raises(HandError) as caught:
        Hand(gates=("gate-stone",), tiles=(), **change)
    assert caught.value.place == place
