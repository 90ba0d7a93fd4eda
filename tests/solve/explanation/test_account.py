"""What a hand cannot do is explained in words that are proved, and nothing else is."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caladale import solve
from caladale.cli import run
from caladale.core.hand import Hand
from caladale.core.layout import Variant
from caladale.core.readings import Readings
from caladale.core.tile_file import parse_tilefile
from caladale.core.tiles import TileSet, build_tileset, load_tileset
from caladale.games.deal import deal_hand
from caladale.notation import read_layout
from caladale.notation.data import hand_from_data, hand_to_data
from caladale.rules.verdict import validate
from caladale.solve import SolveResult, Status, best_castle
from caladale.solve.explanation import explain
from caladale.solve.hand.counting import counting_bound
from caladale.solve.models.stock import stock_of
from tests.support.places import CASES, DOCS
from tests.support.strategies import BOX, readings

CERTIFICATES = DOCS / "certificates" / "goals"


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


def test_what_is_said_of_the_other_side_holds_with_the_wild_too_or_says_so() -> None:
    """With the back up the wild closes the odd side of tudor, and all tiles are in one castle."""
    hand = owned("tudor-edge 1", "stone-two 1", gate="gate-tudor", wilds=1, variant=Variant.SOLO1)
    told = " ".join(explain(hand))
    assert "Without the wild, with the front up: No tile joins tudor to stone" in told
    closed = read_layout(
        "caladale solo1 0+3 - - tudor-edge-1@-1,0W gate-tudor:back@0,0 wild-1@0,1 stone-two-1@1,0S"
    )
    assert validate(closed).complete


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
    bound = counting_bound(stock, sum(hand.grass), hand.rules, most=perfect)
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


# --- each sentence is true of what it is said of ------------------------------------------------


def of_case(name: str, box: TileSet | None = None) -> Hand:
    return hand_from_data(json.loads((CASES / name).read_text(encoding="utf-8")), box)


def box_with(replaced: str, by: str) -> TileSet:
    """The box without theme edges, otherwise."""
    text = (CASES / "no-theme-edge-box.toml").read_text(encoding="utf-8")
    assert replaced in text
    return build_tileset(parse_tilefile(text.replace(replaced, by)))


def test_a_castle_that_exchanged_is_not_said_to_use_every_tile() -> None:
    hand = of_case("speed-explain-hand.json")
    result = solved(hand)
    assert len(result.exchanges) == 1
    assert explain(hand, result) == (
        (
            "After 1 exchange it uses as many tiles as are in hand and closes every edge: nothing "
            "can score more."
        ),
    )


def test_tiles_may_show_no_theme() -> None:
    box = load_tileset(CASES / "no-theme-edge-box.toml")
    hand = of_case("no-theme-edge-hand.json", box)
    result = solved(hand)
    assert (result.status, result.score) == (Status.OPTIMAL, 11)
    told = explain(hand, result)
    assert told[-1] == "The castle found scores 2 points less than a perfect one: it leaves out we."


def test_gates_may_be_counted() -> None:
    box = load_tileset(CASES / "gate-with-count-box.toml")
    hand = of_case("gate-with-count-hand.json", box)
    (told,) = explain(hand, solved(hand))
    assert told.startswith("It uses every tile and closes every edge")
    more = msgspec.structs.replace(hand, tiles=(*hand.tiles, "t-2"))
    told = explain(more, solved(more))[-1]
    assert told == "The castle found scores 3 points less than a perfect one: it leaves out t."


@pytest.mark.parametrize(
    ("hand", "box", "told"),
    [
        ("speed-explain-hand.json", "", "After 1 exchange it uses as many tiles as are in hand"),
        ("no-theme-edge-hand.json", "no-theme-edge-box.toml", "hold together by 4 joints"),
        ("gate-with-count-hand.json", "gate-with-count-box.toml", "It uses every tile and closes"),
    ],
)
def test_the_command_line_explains_a_case(
    hand: str, box: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    given = [str(CASES / hand), *(["--tileset", str(CASES / box)] if box else [])]
    assert run(["solve", *given, "--workers", "1", "--explain"]) == 0
    out, err = capsys.readouterr()
    assert told in out
    assert "Traceback" not in err


def test_a_gate_that_scores_nothing_may_stay_out() -> None:
    hand = Hand(
        ("gate-stone:front", "gate-tree:front"),
        ("stone-edge-1", "stone-edge-2", "stone-tower-1"),
        Variant.ALL_TILES,
        Readings(gate_counts="no"),
        wilds=0,
    )
    assert explain(hand, solved(hand)) == (
        (
            "It uses every tile but gate-tree, which scores nothing, and closes every edge: "
            "nothing can score more."
        ),
    )


def test_there_may_be_no_wild_in_the_box() -> None:
    """Then none is left in it, though the hand would allow one."""
    text = (CASES / "gate-with-count-box.toml").read_text(encoding="utf-8")
    without = text.partition('[[tile]]\nid="w"')[0].replace("wild=4", "wild=0")
    box = build_tileset(parse_tilefile(without))
    hand = Hand(("g-1",), ("e-1", "e-2", "t-1"), wilds=1, tileset=box)
    (told,) = explain(hand, solved(hand))
    assert told == "It uses every tile and closes every edge: nothing can score more."


def test_what_holds_without_the_wild_says_so() -> None:
    """With the wild all tiles are in one complete castle, and no sentence denies it."""
    hand = owned("stone-four 1", "stone-edge 2", "stone-tower 1")
    castle = best_castle(hand, complete_only=True, time_limit=20.0, workers=1)
    assert castle.layout is not None
    assert len(castle.layout.tiles) == 6
    (told,) = explain(hand)
    assert told.startswith("Without the wild: Rows and columns of stone go on")


def test_a_gate_that_shows_no_side_takes_no_tile() -> None:
    box = box_with(
        'edges=["stone", "stone", "stone", "stone"]', 'edges=["sky", "sky", "stone", "sky"]'
    )
    hand = Hand(("g:front",), ("e-1", "e-2"), tileset=box)
    assert explain(hand)[0] == (
        "The gate has no castle side off the grass, so no tile can be joined to it."
    )


def test_a_tile_without_a_castle_side_is_in_no_castle() -> None:
    box = box_with('edges=["sky", "sky", "wild", "sky"]', 'edges=["sky", "sky", "sky", "sky"]')
    hand = Hand(("g",), ("we-1", "we-2", "e-1"), tileset=box, wilds=0)
    told = explain(hand)
    assert "2 we have no castle side, so they cannot be in one castle with the gate." in told


def test_wild_sides_take_caps_of_any_theme() -> None:
    box = box_with('edges=["sky", "sky", "wild", "sky"]', 'edges=["tree", "tree", "tree", "wild"]')
    few = Hand(("g",), ("we-1", "we-2", *(f"e-{n}" for n in range(1, 6))), tileset=box, wilds=0)
    assert not any("nothing but one stone side" in sentence for sentence in explain(few))
    many = msgspec.structs.replace(few, tiles=(*few.tiles, "e-6"))
    assert (
        "6 tiles have nothing but one stone side, to be joined to a larger tile, but the larger "
        "tiles have only 3 stone sides and 2 wild sides off the grass."
    ) in explain(many)


def test_without_grass_there_is_no_castle() -> None:
    hand = owned("stone-edge 2", grass=())
    assert explain(hand)[0] == (
        "No castle can be made: a gate stands on the grass, and there is none."
    )


def test_a_supply_that_the_game_does_not_use_is_no_exchange() -> None:
    hand = owned("tudor-two 1", "stone-edge 2", supply=("tudor-edge-1",))
    told = explain(hand, solved(hand))
    assert not any("exchange" in sentence for sentence in told)
    assert told[-1].startswith("The castle found scores")


def test_a_reason_of_one_side_of_the_gate_says_which() -> None:
    """With its back the gate shows tudor too."""
    hand = owned("tudor-two 1", "tree-edge 1", gate="gate-stone", variant=Variant.SOLO1)
    assert any(
        sentence.startswith("With the front up: No tile joins stone to tree or tudor, so 2 tiles")
        for sentence in explain(hand)
    )


def test_ctrl_c_while_the_reasons_are_sought_costs_no_castle(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "hand.json"
    path.write_text(json.dumps(hand_to_data(PERFECT)))

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(solve, "explain", interrupted)
    assert run(["solve", str(path), "--workers", "1", "--explain", "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["score"], told["explain"]) == (11, [])


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
