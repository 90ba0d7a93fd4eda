"""Dealing: the book's numbers, no tile twice, and the same again for the same seed."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caladale.cli import run
from caladale.core.hand import Hand, Table
from caladale.core.layout import Variant
from caladale.core.tile_file import parse_tilefile
from caladale.core.tiles import TileSet, build_tileset, load_tileset
from caladale.games.deal import PLAYERS, DealError, deal_hand, deal_table
from caladale.notation.data import hand_from_data, hand_to_data
from caladale.solve import Challenge
from tests.support.places import CASES
from tests.support.strategies import BOX

DRAWN = {tile.id for tile in BOX.supply()}
PLUS = {tile.id for tile in BOX.supply() if tile.plus}

SINGLE_GATES = {"gate-stone:front", "gate-tree:front", "gate-tudor:front"}
MIXED_GATES = {f"gate-{name}:back" for name in ("stone", "tree", "tudor", "apprentice")}

SMALL_BOX = """
format = "caladale-tiles/1"
name = "small"
title = "A small box"
[counts]
standard = {tiles}
gate = {gates}
enchanted = 0
wild = 0
supply = {tiles}
supply_without_plus = {tiles}
[[tile]]
id = "cap"
group = "standard"
role = "edge"
edges = ["sky", "sky", "tree", "sky"]
count = {tiles}
provenance = "assumed"
note = ""
"""
GATE = """
[[tile]]
id = "gate-{number}"
group = "gate"
role = "gate"
edges = ["tree", "tree", "tree", "tree"]
back = ["tree", "tree", "tree", "tree"]
provenance = "assumed"
note = ""
"""

WILDS = """
[[tile]]
id = "wild"
group = "wild"
role = "wild"
edges = ["sky", "sky", "wild", "sky"]
count = 2
provenance = "assumed"
note = ""
"""


def small_box(tiles: int, gates: int) -> TileSet:
    text = SMALL_BOX.format(tiles=tiles, gates=gates)
    text += "".join(GATE.format(number=i) for i in range(gates))
    return build_tileset(parse_tilefile(text))


def on_the_table(table: Table) -> list[str]:
    owned = [name for hand in table.hands for name in hand.tiles]
    return [*owned, *table.supply, *(name for stack in table.stacks for name in stack)]


def gates(*hands: Hand) -> set[str]:
    return {gate for hand in hands for gate in hand.gates}


FIVE_GATES = load_tileset(CASES / "five-gates.toml")

SEEDS = st.integers(0, 2**64)
TABLES = [(v, number, False) for v, numbers in PLAYERS.items() for number in numbers] + [
    (Variant.STANDARD, 2, True),
    (Variant.SPEED, 2, True),
]


def test_a_seed_deals_what_it_has_always_dealt() -> None:
    hand = deal_hand(Variant.SOLO2, 7)
    assert (hand.gates, hand.tiles[:4], hand.supply[:2]) == (
        ("gate-tree",),
        ("tree-two-1", "stone-tree-mid-1", "stone-tree-b-1", "tudor-edge-2"),
        ("stone-tree-a-1", "tudor-two-1"),
    )
    table = deal_table(Variant.STANDARD, 7, 3)
    assert [seat.gates[0] for seat in table.hands] == [
        "gate-tudor:front",
        "gate-stone:front",
        "gate-tree:front",
    ]
    assert (table.supply[:3], table.stacks[0][:2], table.stacks[2][-1]) == (
        ("stone-tree-a-1", "tudor-two-1", "tree-tower-2"),
        ("tree-two-1", "stone-tree-mid-1"),
        "tudor-three-3",
    )


@pytest.mark.parametrize("variant", Variant)
@given(seed=SEEDS)
def test_the_same_seed_deals_the_same_hand(variant: Variant, seed: int) -> None:
    assert deal_hand(variant, seed) == deal_hand(variant, seed)


@pytest.mark.parametrize("variant", [v for v in Variant if v is not Variant.ALL_TILES])
def test_other_seeds_deal_other_hands(variant: Variant) -> None:
    assert len({deal_hand(variant, seed).tiles for seed in range(20)}) == 20
    assert len({deal_hand(variant, seed).gates for seed in range(60)}) > 2


@pytest.mark.parametrize(
    ("variant", "own", "supply"),
    [
        (Variant.STANDARD, 24, 0),
        (Variant.SPEED, 21, 9),
        (Variant.SOLO1, 72, 0),
        (Variant.SOLO2, 25, 9),
        (Variant.ALL_TILES, 72, 0),
    ],
)
@given(seed=SEEDS)
def test_a_hand_has_the_books_numbers(variant: Variant, own: int, supply: int, seed: int) -> None:
    hand = deal_hand(variant, seed)
    assert (len(hand.tiles), len(hand.supply)) == (own, supply)
    assert len({*hand.tiles, *hand.supply}) == own + supply
    assert DRAWN.issuperset(hand.tiles)
    assert DRAWN.issuperset(hand.supply)
    challenge = variant is Variant.ALL_TILES
    assert hand.wilds == (0 if challenge else 1)
    assert hand.grass == ((4, 4) if challenge else (4,))
    assert len(hand.gates) == (4 if challenge else 1)
    if variant in (Variant.STANDARD, Variant.SPEED):
        assert SINGLE_GATES.issuperset(hand.gates)
    else:
        assert not any(":" in gate for gate in hand.gates)


@pytest.mark.parametrize("variant", Variant)
@pytest.mark.parametrize("own", [0, 1, 12, 60])
def test_a_hand_of_another_size_can_be_asked_for(variant: Variant, own: int) -> None:
    assert len(deal_hand(variant, 3, own=own).tiles) == own


def test_more_tiles_than_the_box_has_cannot_be_dealt() -> None:
    assert len(deal_hand(Variant.STANDARD, 3, own=72).tiles) == 72
    with pytest.raises(DealError, match="too few tiles"):
        deal_hand(Variant.STANDARD, 3, own=73)
    with pytest.raises(DealError, match="too few tiles"):
        deal_hand(Variant.SOLO2, 3, own=64)


@pytest.mark.parametrize(("variant", "players", "all_tiles"), TABLES)
@given(seed=SEEDS)
def test_a_table_uses_every_tile_once(
    variant: Variant, players: int, *, all_tiles: bool, seed: int
) -> None:
    table = deal_table(variant, seed, players, all_tiles=all_tiles)
    names = on_the_table(table)
    assert max(Counter(names).values()) == 1
    without_plus = players == 2 and not all_tiles
    in_play = DRAWN - PLUS if without_plus else DRAWN
    assert in_play.issuperset(names)
    if variant is not Variant.SOLO2 and variant is not Variant.SPEED:
        assert in_play == set(names)
    if variant is Variant.SPEED and players == 4:
        assert len(names) == 72


@pytest.mark.parametrize(
    ("players", "all_tiles", "stack"),
    [(2, False, 13), (2, True, 21), (3, False, 21), (4, False, 21)],
)
@given(seed=SEEDS)
def test_a_standard_table_has_9_face_up_and_three_equal_stacks(
    players: int, *, all_tiles: bool, stack: int, seed: int
) -> None:
    table = deal_table(Variant.STANDARD, seed, players, all_tiles=all_tiles)
    assert len(table.supply) == 9
    assert [len(pile) for pile in table.stacks] == [stack] * 3
    assert [(hand.tiles, hand.supply, hand.wilds, hand.grass) for hand in table.hands] == [
        ((), (), 1, (4,))
    ] * players


@pytest.mark.parametrize(
    ("players", "all_tiles", "up", "own"),
    [(2, False, 8, 20), (2, True, 8, 32), (3, False, 9, 21), (4, False, 8, 16)],
)
@given(seed=SEEDS)
def test_a_speed_table_has_the_books_numbers(
    players: int, *, all_tiles: bool, up: int, own: int, seed: int
) -> None:
    table = deal_table(Variant.SPEED, seed, players, all_tiles=all_tiles)
    assert len(table.supply) == up
    assert [len(hand.tiles) for hand in table.hands] == [own] * players
    assert all(hand.supply == table.supply for hand in table.hands)
    assert not any(table.stacks)


@given(seed=SEEDS)
def test_the_solo_tables(seed: int) -> None:
    one = deal_table(Variant.SOLO1, seed, 1)
    assert (len(one.supply), [len(stack) for stack in one.stacks]) == (9, [63])
    assert one.hands[0].tiles == ()
    two = deal_table(Variant.SOLO2, seed, 1)
    assert (len(two.hands[0].tiles), len(two.supply), two.stacks) == (25, 9, ())
    challenge = deal_table(Variant.ALL_TILES, seed, 1)
    assert len(challenge.hands[0].tiles) == 72
    assert len(challenge.hands[0].gates) == 4


@pytest.mark.parametrize("variant", [Variant.STANDARD, Variant.SPEED])
@given(seed=SEEDS)
def test_gates_are_single_themed_for_up_to_three_and_mixed_for_four(
    variant: Variant, seed: int
) -> None:
    for players in (2, 3, 4):
        shown = gates(*deal_table(variant, seed, players).hands)
        assert len(shown) == players
        assert shown <= (MIXED_GATES if players == 4 else SINGLE_GATES)


@pytest.mark.parametrize(
    ("variant", "players"),
    [
        (v, number)
        for v, numbers in PLAYERS.items()
        for number in range(-1, 6)
        if number not in numbers
    ],
)
def test_a_number_of_players_that_the_book_does_not_know_is_refused(
    variant: Variant, players: int
) -> None:
    with pytest.raises(DealError, match=f"not for {players}"):
        deal_table(variant, 0, players)


def test_a_box_that_is_too_small_is_refused() -> None:
    with pytest.raises(DealError, match="too few tiles"):
        deal_table(Variant.STANDARD, 0, 2, tileset=small_box(8, 2))
    with pytest.raises(DealError, match="too few tiles"):
        deal_table(Variant.SPEED, 0, 2, tileset=small_box(47, 2))
    with pytest.raises(DealError, match="too few gates"):
        deal_table(Variant.SPEED, 0, 3, tileset=small_box(72, 2))
    with pytest.raises(DealError, match="no gate"):
        deal_hand(Variant.STANDARD, 0, tileset=small_box(9, 0))


@pytest.mark.parametrize(
    ("variant", "players"), [(v, n) for v in (Variant.STANDARD, Variant.SPEED) for n in (2, 3, 4)]
)
@pytest.mark.parametrize("number", range(6))
def test_every_player_gets_a_gate_of_a_box_with_any_number_of_them(
    variant: Variant, players: int, number: int
) -> None:
    box = small_box(72, number)
    if number < players:
        with pytest.raises(DealError, match=f"too few gates: {players} players .* it has {number}"):
            deal_table(variant, 0, players, tileset=box)
        return
    for seed in range(20):
        table = deal_table(variant, seed, players, tileset=box)
        assert [len(hand.gates) for hand in table.hands] == [1] * players
        assert len(gates(*table.hands)) == players


@pytest.mark.parametrize("variant", [Variant.STANDARD, Variant.SPEED])
def test_five_gates_are_dealt_to_four(variant: Variant) -> None:
    seen = set()
    for seed in range(40):
        table = deal_table(variant, seed, 4, tileset=FIVE_GATES)
        assert len(table.hands) == 4
        mixed = gates(*table.hands)
        assert len(mixed) == 4
        assert "gate-apprentice:back" in mixed
        assert all(gate.endswith(":back") for gate in mixed)
        seen |= mixed
        assert len(on_the_table(table)) == 72
    assert len(seen) == 5
    for players in (2, 3):
        table = deal_table(variant, 0, players, tileset=FIVE_GATES)
        assert len(table.hands) == players
        assert not any("apprentice" in gate for gate in gates(*table.hands))


@pytest.mark.parametrize("box", [BOX, FIVE_GATES, small_box(3, 1), small_box(1, 7)])
def test_all_tiles_deals_what_the_challenge_is_about(box: TileSet) -> None:
    problem = Challenge(tileset=box)
    for hand in (
        deal_hand(Variant.ALL_TILES, 5, tileset=box),
        *deal_table(Variant.ALL_TILES, 5, 1, tileset=box).hands,
    ):
        offered = {**hand.gate_sides(), **dict.fromkeys(hand.tiles, ("front",))}
        assert offered == problem.offered()
        assert hand.grass == tuple(strip.width for strip in problem.grass) == (4, 4)
        assert (hand.wilds, hand.supply) == (0, ())
        assert hand_from_data(hand_to_data(hand), box) == hand


def test_all_tiles_of_a_box_without_gates_cannot_be_dealt() -> None:
    for deal in (deal_hand, lambda variant, seed, **box: deal_table(variant, seed, 1, **box)):
        with pytest.raises(DealError, match="no gate"):
            deal(Variant.ALL_TILES, 0, tileset=small_box(9, 0))


@pytest.mark.parametrize("bad", [-1, 1.0, 0.5, float("nan"), True, "1", None, 10**6 + 0.5])
def test_what_is_no_seed_is_refused(bad: Any) -> None:
    for variant in Variant:
        with pytest.raises(DealError, match="seed is a whole number from 0"):
            deal_hand(variant, bad)
        with pytest.raises(DealError, match="seed is a whole number from 0"):
            deal_table(variant, bad, PLAYERS[variant][0])


@pytest.mark.parametrize("bad", [-1, 2.0, float("nan"), True, "1"])
def test_what_is_no_number_of_tiles_is_refused(bad: Any) -> None:
    for variant in Variant:
        with pytest.raises(DealError, match="own is a whole number from 0"):
            deal_hand(variant, 0, own=bad)


@pytest.mark.parametrize("bad", [1.0, 2.0, True, "2", None, float("nan")])
def test_what_is_no_number_of_players_is_refused(bad: Any) -> None:
    for variant in Variant:
        with pytest.raises(DealError, match=f"not for {bad}"):
            deal_table(variant, 0, bad)


def test_what_is_no_variant_is_refused() -> None:
    bad: Any = "solo1"
    with pytest.raises(DealError, match="'solo1' is no variant"):
        deal_hand(bad, 0)
    with pytest.raises(DealError, match="'solo1' is no variant"):
        deal_table(bad, 0, 1)


def test_a_small_box_deals_what_it_has() -> None:
    table = deal_table(Variant.STANDARD, 0, 2, tileset=small_box(11, 2))
    assert [len(stack) for stack in table.stacks] == [1, 1]
    assert deal_table(Variant.STANDARD, 0, 2, tileset=small_box(9, 2)).stacks == ()
    assert len(deal_hand(Variant.STANDARD, 0, tileset=small_box(9, 1)).tiles) == 3


def test_five_gates_through_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    box = ["--tileset", str(CASES / "five-gates.toml")]
    for variant in ("standard", "speed"):
        assert run(["deal", variant, "--players", "4", *box]) == 0
        assert len(json.loads(capsys.readouterr().out)["hands"]) == 4
    assert run(["simulate", "standard", "--games", "1", "--policy", "easy", *box]) == 0
    assert "1 game of standard for 4" in capsys.readouterr().out
    hand = str(tmp_path / "hand.json")
    assert run(["deal", "all-tiles", "-o", hand, *box]) == 0
    assert run(["solve", hand, "--time-limit", "1", "--format", "json", *box]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["layout"]["variant"] == "all-tiles"
    assert found["score"] <= found["bound"] <= 171


def test_a_box_with_too_little_is_told_before_any_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = SMALL_BOX.format(tiles=72, gates=3) + "".join(GATE.format(number=i) for i in range(3))
    box = tmp_path / "box.toml"
    for wilds, words in ((2, "4 players need one each, it has 3"), (0, "has too few gates")):
        odd = text.replace("wild = 0", f"wild = {wilds}")
        box.write_text(odd + (WILDS if wilds else ""))
        assert run(["simulate", "standard", "--tileset", str(box)]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert words in err
    box.write_text(text.replace("wild = 0", "wild = 2") + WILDS)
    assert run(["simulate", "standard", "--players", "3", "--tileset", str(box)]) == 2
    assert capsys.readouterr() == ("", "Error: the box has too few wilds\n")
