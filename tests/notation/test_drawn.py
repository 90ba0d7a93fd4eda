"""Castles drawn in rows and in frames: lossless, forgiving, each mistake with its place."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caladale import read_layout, repair, score, validate, write_drawn, write_json, write_line
from caladale.core.layout import Grass, Layout, Placement, Variant
from caladale.core.readings import Readings
from caladale.core.tiles import TileSet
from caladale.errors import FormatError, LayoutError
from caladale.render.text import render_text
from tests.support.own_box import OWN_BOX
from tests.support.strategies import BOX, NEAR_COORDINATES, layouts

FAMILY = """. . . ut
. . . um
. . rt rumS st
. r2E r4 r4 srbW seE
u2E rua srcS sraE s3E
u3W u4 sua gs s2W
"""
"""A castle of 20 tiles, complete, as a family types it."""


NONE = "the box caladale has no tile"
FIELD = '"varient": there is no key'
TWO_TILES = '"halls" can be two tiles: write halls/n if halls is the name, '
TWO_TILES += "or hall/s for hall turned"
THREE = "stone-four-1, stone-four-2 or stone-four-3"


def same(one: Layout, other: Layout) -> bool:
    """Whether two castles are equal but for the order of their tiles."""

    def key(placed: Placement) -> tuple[object, ...]:
        return placed.tile, placed.x, placed.y, placed.turn, placed.side

    tiles = sorted(map(key, one.tiles)) == sorted(map(key, other.tiles))
    return tiles and one.replace(tiles=()) == other.replace(tiles=())


def mistakes(text: str, box: TileSet = BOX) -> list[str]:
    with pytest.raises(FormatError) as caught:
        read_layout(text, box)
    found = caught.value.mistakes
    assert all(one.line > 0 and one.column > 0 for one in found)
    lines = text.splitlines()
    for one in found:
        if one.token:
            assert lines[one.line - 1][one.column - 1 :].startswith(one.token)
    return [str(one) for one in found]


ANY = layouts() | layouts(NEAR_COORDINATES) | layouts(NEAR_COORDINATES, OWN_BOX)


@settings(max_examples=80)
@given(ANY)
def test_the_drawn_notation_is_lossless_but_for_the_order_of_tiles(layout: Layout) -> None:
    text = write_drawn(layout)
    again = read_layout(text, layout.tileset)
    assert same(again, layout)
    assert text.isascii()
    assert write_drawn(again) == text


@settings(max_examples=40)
@given(ANY)
def test_the_drawn_notation_goes_back_into_the_strict_forms(layout: Layout) -> None:
    again = read_layout(write_drawn(layout), layout.tileset)
    assert read_layout(write_line(again), layout.tileset) == again
    assert read_layout(write_json(again), layout.tileset) == again


@settings(max_examples=80)
@given(ANY, st.booleans(), st.booleans(), st.booleans())
def test_a_drawing_with_names_is_read_as_the_same_castle(
    layout: Layout, unicode: bool, coordinates: bool, legend: bool
) -> None:
    drawing = render_text(
        layout, unicode=unicode, coordinates=coordinates, legend=legend, names=True
    )
    assert same(read_layout(drawing.plain, layout.tileset), layout)


def test_a_drawing_with_colour_codes_is_read() -> None:
    castle = read_layout("speed timer\n" + FAMILY)
    plain = render_text(castle, names=True).plain
    coloured = "".join(f"\x1b[1;31m{c}\x1b[0m" if c in "┌♣g" else c for c in plain)
    assert coloured != plain
    assert same(read_layout(coloured), castle)
    assert same(read_layout("    " + plain.replace("\n", "\n    ")), castle)


def test_a_drawing_without_names_says_so() -> None:
    plain = render_text(read_layout(FAMILY), legend=False).plain
    assert any("this drawing does not name its tiles" in one for one in mistakes(plain))


def test_a_family_castle_of_20_tiles_is_typed_mended_scored_and_drawn() -> None:
    typed = FAMILY.replace("rumS", "rmuS").replace("srbW", "sbrW")
    assert len(typed) <= 120
    assert mistakes(typed) == [
        'line 3, column 8: "rmuS" is the name of no tile; did you mean rmS or rumS?',
        'line 4, column 13: "sbrW" is the name of no tile; did you mean srbW?',
    ]
    castle = read_layout(FAMILY)
    assert len(castle.tiles) == 20
    assert score(castle).total == 45
    drawing = render_text(castle, names=True).plain
    assert "│ rumS│" in drawing
    assert same(read_layout(drawing), castle)
    assert write_drawn(castle).split() == FAMILY.split()


def test_a_family_castle_that_breaks_two_rules_is_mended() -> None:
    typed = FAMILY.replace("seE", "seW").replace("s2W", "s2S")
    broken = read_layout(typed)
    found = validate(broken).violations
    assert [one.code for one in found] == ["C", "C", "D", "E", "F"]
    assert found[0].message == (
        "stone-two-1 at column 4, row 0 shows sky to the stone of stone-three-1 above it."
    )
    mended = repair(broken, time_limit=60, workers=1)
    assert mended.layout is not None
    assert [one.act.value for one in mended.changes] == ["turned", "turned"]
    assert score(mended.layout).total == score(read_layout(FAMILY)).total


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("gate-stone@1,0", "caladale standard 0+4 - - gate-stone@1,0"),
        ("GS@1,0, stone-EDGE@2,0e,", "caladale standard 0+4 - - gate-stone@1,0 stone-edge-1@2,0E"),
        (
            "# ours\nSpeed timer;\ngs@1,0 # the gate\n\nst@1,1, se@2,0e\n",
            "caladale speed 0+4 timer - gate-stone@1,0 stone-tower-1@1,1 stone-edge-1@2,0E",
        ),
        (
            "se@0,0 stone-edge-1@1,0 SE-3@2,0/s",
            "caladale standard 0+4 - - stone-edge-2@0,0 stone-edge-1@1,0 stone-edge-3@2,0S",
        ),
        ("gs:b/e", "caladale standard 0+4 - - gate-stone:back@0,0E"),
        (". gs\n====", "caladale standard 0+4 - - gate-stone@1,0"),
        ("seW gs\n.===", "caladale standard 0+3 - - stone-edge-1@-1,0W gate-stone@0,0"),
        ("gs\n==|== . =", "caladale standard 0+2,2+2,5+1 - - gate-stone@0,0"),
        ("-3+4\nst\ngs", "caladale standard -3+4 - - stone-tower-1@-3,1 gate-stone@-3,0"),
        ("-3+4\nse gs\n.=", "caladale standard -3+4 - - stone-edge-1@-4,0 gate-stone@-3,0"),
        ("grass=none wild=four_sides\ngs", "caladale standard - - wild=four_sides gate-stone@0,0"),
        ("..gs", None),
        (".. gs ..", "caladale standard 0+4 - - gate-stone@2,0"),
        (
            "box=caladale flipped=2,exchanges=1\n.",
            "caladale standard 0+4 flipped=2,exchanges=1 - -",
        ),
        (
            "all-tiles\n. st\ngs\nstone-edge@7,-2s",
            "caladale all-tiles 0+4 - - stone-tower-1@1,1 gate-stone@0,0 stone-edge-1@7,-2S",
        ),
    ],
)
def test_castles_in_words_may_be_written_in_many_ways(text: str, line: str | None) -> None:
    if line is None:
        assert mistakes(text)
    else:
        assert write_line(read_layout(text)) == line


@pytest.mark.parametrize(
    ("text", "line", "column", "told"),
    [
        ("stone-for", 1, 1, "is the name of no tile; did you mean stone-four?"),
        ("gs - s4", 1, 4, "is no tile; an empty cell is a dot"),
        ("gs 2*s4", 1, 4, "is a number of tiles, but each has its own cell"),
        ("gs\n====\nst", 3, 1, "stands below the ground line, which is the last of a drawing"),
        ("gs\n====\n===", 3, 1, "is a second ground line"),
        ("0+3\ngs\n====", 3, 1, "shows other grass than the strips that are given"),
        ("speed gs", 1, 1, "is a setting, and stands on a line without tiles"),
        ("speed solo1\ngs", 1, 7, "is a second word for the variant of this text"),
        ("timer timer\ngs", 1, 7, "stands here twice"),
        ("wild=cap wild=cap\ngs", 1, 10, "stands here twice"),
        ("sm sm", 1, 4, "is one too many: the box holds 1 of stone-mid"),
        ("st@1,1 gs", 1, 8, "has no place; write it as gs@X,Y"),
        ("wild=capp\ngs", 1, 1, "is none of wild=cap, wild=four_sides; did you mean cap?"),
        ("fliped=2\ngs", 1, 1, "is no setting; did you mean flipped?"),
        ("flipped=x\ngs", 1, 1, "is none of timer, flipped=N, exchanges=N; did you mean flipped?"),
        ("0+x\ngs", 1, 1, "is not a strip of grass such as 0+4"),
        ("speed", 1, 1, "there is no tile; a castle without tiles is a dot"),
        ("st:b", 1, 1, "stone-tower-1 has no back; only gates have one"),
        ("s4@1,9999999", 1, 1, "a whole number up to 1000000 is wanted here"),
        ("st@1,x", 1, 1, "is not a tile such as stone-edge-1@2,0E"),
        ("box=other\ngs", 1, 1, "this is for the box"),
    ],
)
def test_what_is_wrong_in_words_is_told(text: str, line: int, column: int, told: str) -> None:
    (found,) = mistakes(text)
    assert found.startswith(f"line {line}, column {column}: ")
    assert told in found


def test_every_mistake_of_a_castle_on_one_line_is_told() -> None:
    text = (
        "caladale standrd 0+4,x flipped=99 wilde=cap gate-ston@1,0 st@1,1 st:back@2,2\nwilld@3,3x"
    )
    found = mistakes(text)
    assert [one.partition(":")[0] for one in found] == [
        f"line {line}, column {column}"
        for line, column in ((1, 10), (1, 22), (1, 24), (1, 35), (1, 45), (1, 66), (2, 1))
    ]
    assert found[0].endswith("did you mean standard?")
    assert found[3].endswith("did you mean wild?")
    assert found[4].endswith("did you mean gate-stone?")


def test_every_mistake_of_several_castles_is_told() -> None:
    one = "caladale standard 0+4 - - gate-ston@1,0"
    with pytest.raises(FormatError, match="one is wanted"):
        read_layout(f"{one}\n{one}")


def test_every_mistake_of_a_layout_in_json_is_told_with_its_line() -> None:
    text = """{"format": "caladale-layout/1", "tileset": "caladale", "varient": "solo1",
 "rules": {"wild": "capp"}, "timer": 1,
 "tiles": [{"tile": "gate-ston", "x": 1, "y": 0.0},
  {"tile": "stone-towr-1", "x": 1, "y": 1}, {"tile": "stone-four", "x": 1, "y": 1, "turn": 7},
  {"tile": "stone-four", "x": 1, "y": 1}, {"tile": "wild-1", "side": "back", "x": 0, "y": 0}]}
"""
    found = [tuple(one.split(": ", maxsplit=1)) for one in mistakes(text)]
    meant = "did you mean"
    assert found == [
        ("line 1, column 56", f"{FIELD} 'varient' here; {meant} variant?"),
        ("line 2, column 20, rules.wild", f'"capp" is not one of cap, four_sides; {meant} cap?'),
        ("line 2, column 38, timer", "1: true or false is wanted here, not a whole number"),
        (
            "line 3, column 47, tiles[0].y",
            "0.0: a whole number is wanted here, not a number with a point",
        ),
        ("line 4, column 12, tiles[1].tile", f'{NONE} "stone-towr-1"; {meant} stone-tower-1?'),
        ("line 4, column 92, tiles[2].turn", "7: a whole number up to 3 is wanted here"),
        ("line 5, column 12, tiles[3].tile", f'{NONE} "stone-four"; {meant} {THREE}?'),
        ("line 5, column 70, tiles[4].side", '"back": wild-1 has no back; only gates have one'),
    ]


def test_a_word_that_can_be_two_tiles_is_refused_with_what_to_write() -> None:
    assert mistakes("halls gat", OWN_BOX) == [
        f"{place}: {told}" for place, told in [("line 1, column 1", TWO_TILES)]
    ]
    castle = read_layout("halls/n hall/s", OWN_BOX)
    assert [(p.tile, p.turn) for p in castle.tiles] == [("halls", 0), ("hall", 2)]


def test_an_error_of_a_layout_made_by_hand_is_as_before() -> None:
    with pytest.raises(LayoutError) as caught:
        Layout(tiles=(Placement("stone-for", 0, 0),))
    assert caught.value.place == "tiles[0].tile"


def test_what_cannot_stand_in_rows_is_placed_below_them() -> None:
    layout = Layout(
        tiles=(
            Placement("gate-stone", 0, 0),
            Placement("stone-edge-2", 0, 0, 1),
            Placement("stone-edge-1", 900, 3),
            Placement("wild-1", 1, -1, 2),
        ),
        grass=(Grass(0, 4), Grass(4, 4)),
        variant=Variant.ALL_TILES,
        rules=Readings(strips="side_by_side"),
    )
    assert write_drawn(layout) == (
        "all-tiles strips=side_by_side\ngs\n====|====\nse-2@0,0E\nse-1@900,3\nw@1,-1S\n"
    )
