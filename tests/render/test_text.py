"""The castle drawn for a terminal."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from caladale.core.layout import Grass, Layout, Placement
from caladale.core.tiles import standard_tileset
from caladale.notation import read_layout
from caladale.render.text import HEIGHT, MOST_BREACHES, MOST_CELLS, WIDTH, render_text
from caladale.rules.board import Board
from caladale.rules.verdict import validate

HEAD = "caladale standard 0+4 - - "
CLOSED = HEAD + "gate-stone@1,0 stone-tower-1@1,1 stone-edge-1@2,0E stone-edge-2@0,0W"
MIXED = HEAD + "gate-stone@1,0 stone-tree-mid-1@1,1S tree-tudor-a-1@1,2 wild-1@0,0W"
CLASH = HEAD + "gate-stone@1,0 tree-tower-1@1,1"
CROWDED = HEAD + "gate-stone@0,0 stone-tower-1@0,1 stone-edge-1@0,1"
TILES = sorted(standard_tileset().tiles)


@st.composite
def castles(draw: st.DrawFn) -> Layout:
    """Layouts of a few tiles thrown onto a small table, one in each cell."""
    cells = draw(st.lists(st.tuples(st.integers(-2, 4), st.integers(-1, 3)), unique=True))
    tiles = [
        Placement(draw(st.sampled_from(TILES)), x, y, draw(st.integers(0, 3))) for x, y in cells
    ]
    return Layout(tuple(tiles), grass=(Grass(0, draw(st.integers(1, 5))),))


def drawn(line: str, *, unicode: bool = True, coordinates: bool = False) -> list[str]:
    text = render_text(
        read_layout(line), unicode=unicode, color=False, coordinates=coordinates, legend=False
    )
    return text.plain.splitlines()


def test_closed_castle_looks_like_this() -> None:
    assert drawn(CLOSED) == [
        "       ┌─────┐",
        "       │ /⚑\\ │",
        "       └▒▒▒▒▒┘",
        "┌─────┐┌▒▒▒▒▒┐┌─────┐",
        "│ ▒▒▒▒▒▒▒[∩]▒▒▒▒▒▒▒ │",
        "└─────┘└▒▒▒▒▒┘└─────┘",
        "wvwWvwvwvwWvwvwvwWvwvwvwWvwv",
    ]


def test_closed_castle_in_ascii_with_coordinates_looks_like_this() -> None:
    assert drawn(CLOSED, unicode=False, coordinates=True) == [
        "         +-----+",
        "1        | /P\\ |",
        "         +#####+",
        "  +-----++#####++-----+",
        "0 | #######[n]####### |",
        "  +-----++#####++-----+",
        "  wvwWvwvwvwWvwvwvwWvwvwvwWvwv",
        "     0      1      2      3",
    ]


def test_each_theme_has_a_pattern_of_its_own() -> None:
    assert drawn(MIXED, unicode=False) == [
        "       @C%!%%@",
        "       !XXX%%!",
        "       @XXXXX@",
        "       @C%%%%@",
        "       | ### |",
        "       @#####@",
        "+-----++#####+",
        "| *****##[n]#!",
        "+-----++#####+",
        "wvwWvwvwvwWvwvwvwWvwvwvwWvwv",
    ]


def test_tile_of_two_themes_shows_both() -> None:
    """tree-tudor-a is tree at the top and right, Tudor at the bottom and left."""
    line = "caladale standard - - - tree-tudor-a-1@0,1 tree-four-1@1,1 tudor-four-1@-1,1"
    assert drawn(line, unicode=False)[1] == "!XXXXXXXXXX%%%%%%%%%!"


@given(castles())
def test_ascii_drawing_has_only_ascii(layout: Layout) -> None:
    text = render_text(layout, unicode=False, coordinates=True).plain
    assert text.isascii()
    assert text.replace("\n", "").isprintable()


@given(castles(), st.booleans())
def test_every_row_has_its_lines_and_the_grass_lies_below_row_0(
    layout: Layout, coordinates: bool
) -> None:
    text = render_text(layout, color=False, coordinates=coordinates, legend=False).plain
    lines = text.splitlines()
    rows = [placed.y for placed in layout.tiles] + [0]
    count = max(rows) - min(rows) + 1
    assert len(lines) == HEIGHT * count + 1 + coordinates
    assert "w" in lines[HEIGHT * (max(rows) + 1)]
    assert all(line == line.rstrip() for line in lines)
    columns = {placed.x for placed in layout.tiles} | {0, layout.grass[0].width - 1}
    if not coordinates:
        assert max(map(len, lines)) <= WIDTH * (max(columns) - min(columns) + 1)


@given(castles())
def test_every_exposed_edge_and_every_broken_cell_is_marked(layout: Layout) -> None:
    text = render_text(layout, color=False, legend=False).plain
    assert text.count("!") == len(Board(layout).exposed)
    broken = {cell for breach in validate(layout).violations for cell in breach.cells}
    assert text.count("╔") == len(broken)
    assert text.count("┌") == len(layout.tiles) - len(broken)


def test_rules_broken_stand_on_the_tile() -> None:
    assert drawn(CLASH)[:4] == [
        "       ╔C────╗",
        "       │ /⚑\\ │",
        "       ╚♣♣♣♣♣╝",
        "       ╔C▒▒▒▒╗",
    ]


def test_more_than_four_rules_broken_end_in_a_plus() -> None:
    # A second gate, turned, apart, held by nothing, beside the grass, on a tile that clashes.
    line = HEAD + "gate-stone@0,0 gate-tree@6,0E stone-mid-1@7,0 gate-tree@8,0"
    box = drawn(line)
    broken = validate(read_layout(line)).violations
    assert len({v.code for v in broken if (6, 0) in v.cells}) > 4
    assert "+" in "".join(box)


def test_two_tiles_in_one_cell_show_their_number() -> None:
    lines = drawn(CROWDED)
    assert lines[0] == "╔T1───╗"
    assert "\N{MULTIPLICATION SIGN}2" in lines[1]
    assert "x2" in drawn(CROWDED, unicode=False)[1]


def test_legend_tells_signs_breaches_and_verdict() -> None:
    text = render_text(read_layout(CLASH), color=False).plain
    assert "▒ stone   ♣ tree   ⚑ tower top   ∩ gate   ! exposed castle edge\n" in text
    assert "\nC gate-stone at column 1, row 0 shows stone to the tree of" in text
    assert "wild" not in text
    assert text.endswith("It has no score; as it stands it would have 1 point.\n")


def test_legend_counts_the_breaches_that_it_leaves_out() -> None:
    tiles = [Placement("stone-tower-1", x, 0, 1) for x in range(0, 100, 2)]
    layout = Layout(tuple(tiles))
    more = len(validate(layout).violations) - MOST_BREACHES
    assert more > 0
    assert f"\nand {more} more breaches\n" in render_text(layout).plain


def test_empty_table_is_grass_and_a_sentence() -> None:
    assert drawn(HEAD + "-") == ["", "", "", "wvwWvwv" * 4]
    nothing = render_text(read_layout("caladale standard - - - -")).plain
    assert "An empty table: no tile lies here." in nothing


def test_grass_lies_only_under_its_columns() -> None:
    assert drawn("caladale standard 0+1,2+1 - - gate-stone@0,0")[-1] == "wvwWvwv       wvwWvwv"


def test_colour_is_only_a_style() -> None:
    layout = read_layout(MIXED)
    plain, styled = render_text(layout, color=False), render_text(layout)
    assert plain.plain == styled.plain
    assert not plain.spans
    assert {"green", "dark_orange3", "magenta"} <= {str(span.style) for span in styled.spans}


@pytest.mark.parametrize("no_color", [False, True])
def test_console_decides_on_colour_and_keeps_lines_whole(no_color: bool) -> None:
    layout = Layout(tuple(Placement(tile, x, 0) for x, tile in enumerate(TILES[:30])))
    text = render_text(layout, legend=False)
    out = io.StringIO()
    console = Console(
        file=out, width=80, force_terminal=True, no_color=no_color, color_system="standard"
    )
    console.print(text, soft_wrap=True, end="")
    assert ("\x1b[32m" in out.getvalue()) is not no_color
    out = io.StringIO()
    Console(file=out, width=80).print(text, soft_wrap=True, end="")
    assert out.getvalue() == text.plain


def test_far_apart_is_not_wide() -> None:
    line = "caladale standard 0+4,900000+1000 - - gate-stone@0,0 wild-1@-1000000,1000000"
    lines = drawn(line, coordinates=True)
    assert len(lines) == 2 * HEIGHT + 3
    assert "… 999999 empty rows …" in lines[HEIGHT]
    assert "… 999999 …" in lines[1]
    assert "… 899996 …" in lines[1]
    assert max(map(len, lines)) < 120
    # A gap within a strip has grass, a gap beside it has none.
    inside, beside = lines[1].index("… 998 …"), lines[1].index("… 899996 …")
    grass = lines[-2]
    assert grass[inside] in "wvW"
    assert grass[beside] == " "


def test_ten_thousand_tiles_in_a_block() -> None:
    tiles = [Placement(TILES[n % 80], n % 100, n // 100) for n in range(10_000)]
    lines = render_text(Layout(tuple(tiles)), legend=False).plain.splitlines()
    assert len(lines) == 100 * HEIGHT + 1
    assert all(len(line) == 100 * WIDTH for line in lines[:-1])


def test_ten_thousand_scattered_tiles_become_a_list() -> None:
    tiles = [Placement(TILES[n % 80], n * 90 - 500_000, n * 90) for n in range(10_000)]
    layout = Layout(tuple(tiles), grass=())
    text = render_text(layout, legend=False).plain
    assert len(text) < 6 * MOST_CELLS
    assert f"row 0: {TILES[0]}@-500000[" in text
    assert text.count("\nrow ") == 10_000
