"""What a hand cannot do is explained in words that are proved, and nothing else is."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import BOX, readings

from caladale.cli import run
from caladale.games.deal import deal_hand
from caladale.hand import Hand
from caladale.layout import Variant
from caladale.notation import read_layout
from caladale.notation.data import hand_to_data
from caladale.readings import Readings
from caladale.solve import SolveResult, Status, best_castle
from caladale.solve.bound import score_bound
from caladale.solve.explanation import explain
from caladale.solve.stock import stock_of

CERTIFICATES = Path(__file__).parent.parent / "docs" / "certificates" / "goals"


def owned(*named: str, gate: str = "gate-stone:front", **other: object) -> Hand:
    """A hand of so many tiles of each kind, as in "stone-edge 2"."""
    counted = (name.split() for name in named)
    tiles = tuple(f"{kind}-{i + 1}" for kind, count in counted for i in range(int(count)))
    return msgspec.structs.replace(Hand((gate,), tiles), **other)


def solved(hand: Hand) -> SolveResult:
    return best_castle(hand, time_limit=20.0, workers=1)


PERFECT = owned("stone-edge 2", "stone-tower 1")


REASONS = [
    (
        owned("tudor-two 1", "tudor-edge 2"),
        (
            "No tile joins stone to tudor, so 3 tiles of tudor cannot be in one castle with the "
            "gate: tudor-two and 2 tudor-edge."
        ),
    ),
    (
        owned("stone-edge 2"),
        (
            "There are 5 stone sides besides what the gate has on the grass, an odd number, and no "
            "other can lie there: one stays open, or a tile stays out, or the wild closes it."
        ),
    ),
    (
        owned("stone-edge 2", wilds=0),
        (
            "The gate shows 3 stone sides off the grass, and the other tiles have only 2 to put "
            "against them."
        ),
    ),
    (
        owned("stone-four 1", "stone-edge 2", "tudor-four 1", "stone-tower 5"),
        "No tile joins stone to tudor, so 1 tile of tudor",
    ),
    (
        owned("stone-four 1", "stone-edge 2", "stone-tower 3"),
        (
            "There are 3 tower tops of stone, each of which stands on the top edge of another tile "
            "of that theme, but only 2 tiles could carry one."
        ),
    ),
    (
        owned("stone-edge 3", "stone-tower 1"),
        (
            "5 tiles hold together by 4 joints or more, which take 8 castle edges, and at least 2 "
            "lie on the ground; the tiles have only 8."
        ),
    ),
    (
        owned("stone-tree-mid 1", "tree-edge 2", "stone-four 2", "stone-edge 2", "stone-tower 1"),
        (
            "2 tiles have nothing but one tree side, to be joined to a larger tile, but the larger "
            "tiles have only 1 tree side off the grass."
        ),
    ),
    (
        owned("stone-two 1", "stone-edge 2", grass=(1,)),
        "the number on the ground is even",
    ),
    (
        owned("stone-four 1", "stone-edge 2", "stone-tower 1"),
        (
            "these cross in 1 place at most, as with 1 row and 1 column, but at least 2 tiles lie "
            "in a row and a column at once."
        ),
    ),
    (
        deal_hand(Variant.STANDARD, 4, own=25),
        (
            "Rows and columns of stone go on until a tile ends them. However the tiles are turned, "
            "these cross in 2 places at most,"
        ),
    ),
    (
        deal_hand(Variant.STANDARD, 9, own=25),
        "these cross in 10 places at most, as with",
    ),
    (
        deal_hand(Variant.STANDARD, 56, own=25),
        "No tile joins stone to tree or tudor, so 19 tiles of tree and tudor cannot",
    ),
]


@pytest.mark.parametrize(("hand", "told"), REASONS)
def test_the_reason_is_told_with_its_numbers(hand: Hand, told: str) -> None:
    assert told in " ".join(explain(hand))


def test_a_reason_holds_whichever_side_the_gate_shows() -> None:
    hand = owned("stone-edge 1", gate="gate-stone", wilds=0, variant=Variant.SOLO1)
    (told,) = explain(hand)
    assert told.startswith("No complete castle can be made of these tiles, however few are used.")
    assert told.endswith("The other side of the gate fares no better.")


def test_exchanges_are_left_out_of_the_reason() -> None:
    supply = ("stone-tower-1", "tree-edge-1")
    hand = owned("stone-edge 2", "tudor-two 1", variant=Variant.SOLO2, wilds=0, supply=supply)
    (told,) = explain(hand)
    assert told == (
        "Without an exchange: No tile joins stone to tudor, so 1 tile of tudor cannot be in one "
        "castle with the gate: tudor-two."
    )


def test_what_no_complete_castle_has_room_for_is_named() -> None:
    hand = owned("stone-edge 2", "stone-tower 1", "stone-four 3", wilds=0)
    told = explain(hand, solved(hand))
    assert any(s.startswith("No complete castle has room for stone-four: ") for s in told)


def test_the_castle_found_is_held_against_a_perfect_one() -> None:
    hand = owned("stone-edge 2", "stone-tower 2")
    told = explain(hand, solved(hand))
    assert told[-1] == (
        "The castle found scores 3 points less than a perfect one: it leaves out stone-tower."
    )
    hand = owned("stone-edge 2", wilds=0)
    told = explain(hand, solved(hand))
    assert told[-1].endswith("scores 4 points less than a perfect one: it leaves 1 edge open.")


def test_a_perfect_castle_needs_no_reason() -> None:
    assert explain(PERFECT) == ()
    told = "It uses every tile, closes every edge and leaves the wild in the box: nothing can"
    assert explain(PERFECT, solved(PERFECT)) == (f"{told} score more.",)


def test_what_only_the_search_knows_is_said_to_be_so() -> None:
    result = solved(PERFECT)
    short = msgspec.structs.replace(result, layout=None, score=None, bound=10)
    (told,) = explain(PERFECT, short)
    assert told.startswith("No short reason is known: only the search shows")
    (told,) = explain(PERFECT, msgspec.structs.replace(short, bound=11, status=Status.UNKNOWN))
    assert told.startswith("Counting does not rule out a complete castle of every tile")


@st.composite
def small_hands(draw: st.DrawFn) -> Hand:
    """Hands of one gate with up to twelve tiles of few kinds, so that many are nearly perfect."""
    kinds = draw(st.lists(st.sampled_from([*BOX.kinds]), unique=True, min_size=1, max_size=6))
    tiles = [tile.id for tile in BOX.supply() if tile.kind in kinds]
    gate = draw(st.sampled_from([tile.id for tile in BOX.gates()]))
    side = draw(st.sampled_from(("front", "back")))
    return Hand(
        gates=(f"{gate}:{side}",),
        tiles=tuple(draw(st.lists(st.sampled_from(tiles or ["stone-two-1"]), unique=True))[:12]),
        rules=draw(st.just(Readings()) | readings()),
        wilds=draw(st.integers(0, 1)),
        grass=draw(st.sampled_from(((4,), (1,), (2,)))),
    )


@settings(max_examples=60)
@given(small_hands())
def test_there_is_a_reason_just_where_counting_forbids_the_perfect_castle(hand: Hand) -> None:
    stock = stock_of(hand)
    perfect = 2 + sum(
        len(lot.own) * lot.points(hand.rules) for lot in stock.lots if not lot.is_wild
    )
    bound = score_bound(stock, sum(hand.grass), hand.rules, most=perfect)
    assert bool(explain(hand)) == (bound is None or bound < perfect)


@pytest.mark.parametrize("seed", range(4))
def test_the_tiles_of_a_complete_castle_are_never_explained_away(seed: int) -> None:
    dealt = msgspec.structs.replace(deal_hand(Variant.STANDARD, seed, own=9), wilds=0)
    found = best_castle(dealt, time_limit=3.0, workers=1, complete_only=True)
    if found.layout is not None:
        used = {placed.tile for placed in found.layout.tiles}
        tiles = tuple(name for name in dealt.tiles if name in used)
        hand = msgspec.structs.replace(dealt, tiles=tiles, wilds=1)
        assert explain(hand) == ()
        assert explain(hand, found)[0].startswith("It uses every tile")


def test_the_perfect_castle_of_all_tiles_is_not_explained_away() -> None:
    paths = sorted(CERTIFICATES.glob("no-holes*"))
    castle = read_layout(paths[0].read_text(encoding="utf-8"))
    gates = tuple(p.tile for p in castle.tiles if p.tile.startswith("gate"))
    tiles = tuple(p.tile for p in castle.tiles if not p.tile.startswith("gate"))
    hand = Hand(gates, tiles, Variant.ALL_TILES, wilds=0, grass=(4, 4))
    assert len(castle.tiles) == 76
    assert explain(hand) == ()


def test_the_command_line_explains(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "hand.json"
    path.write_text(json.dumps(hand_to_data(owned("stone-edge 2"))))
    assert run(["solve", str(path), "--workers", "1", "--explain"]) == 0
    assert "\nWhy:\n  There are 5 stone sides" in capsys.readouterr().out
    assert run(["solve", str(path), "--workers", "1", "--explain", "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)["explain"]
    assert told[0].startswith("There are 5 stone sides")
    assert run(["solve", str(path), str(path), "--explain"]) == 2
    assert "--explain belongs to a single hand" in capsys.readouterr().err
