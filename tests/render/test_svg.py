"""The castle drawn as an SVG picture."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caladale.core.edges import Edges
from caladale.core.layout import Grass, Layout, Placement
from caladale.core.readings import Readings
from caladale.core.tiles import standard_tileset
from caladale.notation import read_layout
from caladale.render.svg.picture import render_svg
from caladale.render.svg.png import PngError, render_png
from caladale.render.svg.silhouette import body, regions, theme_at
from caladale.rules.board import Board
from caladale.rules.catalogue import RULES
from caladale.rules.verdict import validate

HEAD = "caladale standard 0+4 - - "
CLOSED = HEAD + "gate-stone@1,0 stone-tower-1@1,1 stone-edge-1@2,0E stone-edge-2@0,0W"
CLASH = HEAD + "gate-stone@1,0 tree-tower-1@1,1"
CROWDED = HEAD + "gate-stone@0,0 stone-tower-1@0,1 stone-edge-1@0,1"
SVG = "{http://www.w3.org/2000/svg}"
TILES = sorted(standard_tileset().tiles)


@st.composite
def castles(draw: st.DrawFn) -> Layout:
    """Layouts of a few tiles thrown onto a small table, perhaps several in one cell."""
    cells = draw(st.lists(st.tuples(st.integers(-2, 4), st.integers(-1, 3)), max_size=20))
    tiles = [
        Placement(draw(st.sampled_from(TILES)), x, y, draw(st.integers(0, 3))) for x, y in cells
    ]
    return Layout(tuple(tiles), grass=(Grass(0, draw(st.integers(1, 5))),))


def parsed(svg: str) -> ET.Element:
    return ET.fromstring(svg)  # noqa: S314  (our own text)


def marked(root: ET.Element, name: str) -> list[ET.Element]:
    return [node for node in root.iter() if node.get("class") == f"caladale-{name}"]


def words(root: ET.Element) -> list[str]:
    return [node.text or "" for node in root.iter(f"{SVG}text")]


def text_of(root: ET.Element, tag: str) -> str:
    node = root.find(f"{SVG}{tag}")
    assert node is not None
    return node.text or ""


def place(tile: ET.Element) -> tuple[float, float]:
    return float(tile.attrib["x"]), float(tile.attrib["y"])


def identifiers(root: ET.Element) -> list[str]:
    return [node.attrib["id"] for node in root.iter() if "id" in node.attrib]


@settings(deadline=None)
@given(castles(), st.booleans(), st.booleans())
def test_picture_is_sound_and_shows_all(layout: Layout, coordinates: bool, ids: bool) -> None:
    svg = render_svg(layout, coordinates=coordinates, ids=ids)
    assert svg.isascii()
    root = parsed(svg)
    assert root.tag == f"{SVG}svg"
    cells = {placed.cell for placed in layout.tiles}
    violations = validate(layout).violations
    board = Board(layout)
    assert len(marked(root, "tile")) == len(cells)
    broken = {cell for breach in violations for cell in breach.cells}
    assert len(marked(root, "breach")) == len(broken)
    assert len(marked(root, "exposed")) == len(board.exposed)
    assert len(marked(root, "clash")) == len(board.clashes)
    names = identifiers(root)
    assert [name for name, count in Counter(names).items() if count > 1] == []
    wanted = set(re.findall(r'(?:url\(|href=")#([^)"]+)', svg))
    assert wanted <= set(names)
    # Whatever is defined is also used, so that files stay small.
    spoken = root.attrib["aria-labelledby"].split()
    assert set(names) == wanted | set(spoken)


@pytest.mark.parametrize("code", [rule.code for rule in RULES])
def test_every_rule_can_be_seen_broken(code: str) -> None:
    layout = read_layout(next(rule.bad for rule in RULES if rule.code == code))
    root = parsed(render_svg(layout))
    breaches = [v for v in validate(layout).violations if v.code == code]
    assert breaches
    cells = {cell for breach in breaches for cell in breach.cells}
    tags = [word for word in words(root) if code in word.split()]
    notes = [word for word in words(root) if word.startswith(f"{code}: ")]
    assert len(tags) == len(cells)
    assert len(notes) == sum(not breach.cells for breach in breaches)


def test_tiles_lie_where_they_belong() -> None:
    gate, tower, right, left = marked(parsed(render_svg(read_layout(CLOSED))), "tile")
    x, y = place(gate)
    assert place(tower) == (x, y - 100)
    assert place(right) == (x + 100, y)
    assert place(left) == (x - 100, y)
    assert [tile[0].text for tile in (gate, right)] == [
        "gate-stone, column 1, row 0, upright",
        "stone-edge-1, column 2, row 0, a quarter turn",
    ]


def test_equal_looks_share_one_symbol() -> None:
    line = HEAD + "tree-four-1@0,0 tree-four-2@1,0E tree-four-3@2,0 tree-edge-1@3,0"
    root = parsed(render_svg(read_layout(line)))
    assert len(marked(root, "tile")) == 4
    assert len(list(root.iter(f"{SVG}symbol"))) == 2


@pytest.mark.parametrize("tile", ["gate-tree", "stone-tower-1"])
def test_forbidden_turn_of_a_gate_or_tower_is_seen(tile: str) -> None:
    upright, turned = (
        parsed(render_svg(read_layout(f"{HEAD}{tile}@0,0{turn}"))) for turn in ("", "E")
    )
    drawings = [ET.tostring(next(root.iter(f"{SVG}symbol"))) for root in (upright, turned)]
    assert b"rotate(90 50 50)" not in drawings[0]
    assert b"rotate(90 50 50)" in drawings[1]


def test_tower_top_and_edge_tile_look_different() -> None:
    root = parsed(render_svg(read_layout(HEAD + "stone-tower-1@0,0 stone-edge-1@2,0")))
    assert len(list(root.iter(f"{SVG}symbol"))) == 2


def test_marks_can_be_left_out() -> None:
    layout = read_layout(CLASH)
    bare = parsed(render_svg(layout, breaches=False, exposed=False))
    for name in ("breach", "clash", "exposed"):
        assert marked(bare, name) == []
        assert len(marked(parsed(render_svg(layout)), name)) > 0
    only_breaches = parsed(render_svg(layout, exposed=False))
    assert marked(only_breaches, "exposed") == []
    assert len(marked(only_breaches, "breach")) == 2


def test_cell_with_two_tiles_tells_their_number() -> None:
    root = parsed(render_svg(read_layout(CROWDED)))
    assert len(marked(root, "tile")) == 2
    assert "T1 \N{MULTIPLICATION SIGN}2" in words(root)
    hints = [node.text or "" for node in root.iter(f"{SVG}title")]
    assert any(hint.endswith("; 1 more tile lies in this cell") for hint in hints)


def test_coordinates_and_ids_are_written() -> None:
    layout = read_layout("caladale standard -7+1 - - gate-stone@-7,0 stone-tower-1@-7,1")
    plain = words(parsed(render_svg(layout)))
    assert plain == []
    full = words(parsed(render_svg(layout, coordinates=True, ids=True)))
    assert sorted(full) == ["-7", "0", "1", "gate-stone", "stone-tower-1"]


def test_screen_readers_hear_title_and_verdict() -> None:
    root = parsed(render_svg(read_layout(CLOSED), title="Home"))
    name, description = root.attrib["aria-labelledby"].split()
    assert root.attrib["role"] == "img"
    assert [root[0].attrib["id"], root[1].attrib["id"]] == [name, description]
    assert text_of(root, "title") == "Home"
    assert text_of(root, "desc") == (
        "A castle of 4 tiles. It is legal. It is complete. It scores 11 points."
    )
    assert "Home" in words(root)
    broken = parsed(render_svg(read_layout(CLASH)))
    assert text_of(broken, "title") == "A castle of 2 tiles"
    assert text_of(broken, "desc") == (
        "A castle of 2 tiles. It is not legal: it breaks rule C. It is not complete: 2 castle "
        "edges are exposed. It has no score; as it stands it would have 1 point."
    )


def test_title_cannot_become_markup() -> None:
    title = '</title><script>alert("1")</script>]]> & <b onload="x">'
    svg = render_svg(read_layout(CLOSED), title=title)
    assert "<script" not in svg
    root = parsed(svg)
    assert text_of(root, "title") == title
    assert not list(root.iter(f"{SVG}script"))


@settings(deadline=None)
@given(st.text(st.characters(exclude_categories=()), max_size=60))
def test_any_title_gives_a_sound_picture(title: str) -> None:
    root = parsed(render_svg(Layout(), title=title))
    told = text_of(root, "title")
    forbidden = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
    expected = forbidden.sub("\ufffd", " ".join(title.split()))
    assert told == (expected or "A castle of 0 tiles")


def test_long_title_is_cut_short_in_the_picture_only() -> None:
    title = "a castle " * 500
    root = parsed(render_svg(read_layout(CLOSED), title=title))
    assert text_of(root, "title") == title.strip()
    heading = words(root)
    assert len(heading) == 3
    assert heading[-1].endswith("…")


def test_picture_loads_and_runs_nothing() -> None:
    root = parsed(render_svg(read_layout(CLASH), coordinates=True, ids=True))
    for node in root.iter():
        assert node.tag.removeprefix(SVG) not in {"script", "style", "image", "foreignObject"}
        for name, value in node.attrib.items():
            assert not name.startswith("on")
            assert name != "href" or value.startswith("#")
            assert "url(" not in value or value.startswith("url(#")


def test_two_pictures_in_one_page_share_no_id() -> None:
    pictures = [
        render_svg(read_layout(CLOSED)),
        render_svg(read_layout(CLASH)),
        render_svg(read_layout(CLOSED), title="Other"),
        render_svg(read_layout(CLOSED), coordinates=True),
        render_svg(read_layout(CLOSED.replace("0+4", "0+5"))),
        render_svg(read_layout(CLOSED.replace("standard", "speed").replace("- -", "timer -"))),
    ]
    names = [name for picture in pictures for name in identifiers(parsed(picture))]
    assert len(names) == len(set(names))


def test_same_castle_gives_the_same_picture_in_every_process() -> None:
    program = (
        "from caladale.notation import read_layout; "
        "from caladale.render.svg.picture import render_svg; "
        f"print(render_svg(read_layout({CLASH!r}), coordinates=True), end='')"
    )
    expected = render_svg(read_layout(CLASH), coordinates=True)
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", program],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout == expected


def test_far_apart_is_not_large() -> None:
    line = "caladale standard 0+4,900000+1000 - - gate-stone@0,0 wild-1@-1000000,1000000"
    svg = render_svg(read_layout(line), coordinates=True)
    root = parsed(svg)
    assert len(svg) < 40_000
    assert float(root.attrib["width"]) < 2000
    assert float(root.attrib["height"]) < 2000
    assert len(marked(root, "gap")) == 4
    told = words(root)
    assert "… 999999 rows …" in told
    assert {"… 999999 columns …", "… 899996 columns …", "… 998 columns …"} <= set(told)


def test_ten_thousand_tiles_make_no_giant() -> None:
    block = [Placement(TILES[n % 80], n % 100, n // 100) for n in range(10_000)]
    spread = [Placement(TILES[n % 80], n * 90 - 500_000, n * 90) for n in range(10_000)]
    for tiles, most in ((block, 12_000_000), (spread, 25_000_000)):
        svg = render_svg(Layout(tuple(tiles)))
        assert len(svg) < most
        root = parsed(svg)
        assert len(marked(root, "tile")) == 10_000
        assert max(float(root.attrib["width"]), float(root.attrib["height"])) <= 4000


def test_empty_table_is_a_meadow() -> None:
    root = parsed(render_svg(Layout(), breaches=False))
    assert marked(root, "tile") == []
    assert text_of(root, "desc").startswith("An empty table: no tile lies here.")
    assert float(root.attrib["width"]) > 0
    assert any(node.attrib["id"].endswith("-turf") for node in root.iter(f"{SVG}pattern"))


def _all_edges() -> list[Edges]:
    boxes = [
        standard_tileset().under(rules)
        for rules in (
            Readings(),
            Readings(wild="four_sides", enchanted_a="two_sided", gate_sides="sky"),
            Readings(enchanted_a="opposite"),
        )
    ]
    return sorted(
        {edges for box in boxes for face in box.faces.values() for edges in face.turns},
        key=lambda edges: [edge.value for edge in edges],
    )


@pytest.mark.parametrize("edges", _all_edges(), ids=lambda e: "-".join(x.value for x in e))
def test_each_castle_edge_is_reached_in_its_own_theme(edges: Edges) -> None:
    shape = body(edges)
    reached = (shape.top == 0, shape.right == 100, shape.bottom == 100, shape.left == 0)
    assert reached == tuple(edge.is_castle for edge in edges)
    for side, edge in enumerate(edges):
        if edge.is_castle:
            # All along the edge, from one corner to the other.
            assert {theme_at(edges, 2 * side + along) for along in (-0.9, 0, 0.9)} == {edge}
    themes = {edge for edge in edges if edge.is_castle}
    assert {region.theme for region in regions(edges)} == themes
    # Tiles of one theme are in one piece, so that no border is drawn within it.
    assert len(regions(edges)) >= len(themes)
    assert len(regions(edges)) == 1 or len(themes) > 1


def test_support_is_drawn_with_the_letter_of_its_mode() -> None:
    bridge = HEAD + "gate-stone@0,0 stone-mid-1@1,0E stone-two-1@2,0S stone-edge-1@-1,0W"
    assert marked(parsed(render_svg(read_layout(bridge))), "support") == []
    (layer,) = marked(parsed(render_svg(read_layout(bridge), support=True)), "support")
    letters = Counter(words(layer))
    assert letters == {"B": 2, "R": 2, "H": 1}
    assert marked(parsed(render_svg(read_layout(CROWDED), support=True)), "support") == []


def test_hints_tell_what_holds_a_tile_up() -> None:
    castle = read_layout(HEAD + "gate-stone@0,0 stone-mid-1@1,0E stone-two-1@2,0S tree-edge-1@3,2")
    tiles = marked(parsed(render_svg(castle, support=True)), "tile")
    told = {tile.attrib["data-cell"]: text_of(tile, "title").split("; ")[1:] for tile in tiles}
    assert told == {
        "0,0": ["held up by the grass (B)"],
        "1,0": [
            "held up by gate-stone at column 0, row 0 (R) and stone-two-1 at column 2, row 0 (R)"
        ],
        "2,0": ["held up by the grass (B)"],
        "3,2": ["nothing holds it up"],
    }
    crowded = marked(parsed(render_svg(read_layout(CROWDED), support=True)), "tile")
    assert not any("hold" in text_of(tile, "title") for tile in crowded)


@pytest.mark.parametrize("bad", [0, -1, 20_001, 10**30, 2.0, True, float("nan"), "3"])
def test_a_width_that_no_image_has_is_refused(bad: Any) -> None:
    with pytest.raises(ValueError, match="an image is 1 to 20000 pixels wide, not"):
        render_png(render_svg(Layout()), width=bad)


def test_an_image_that_no_memory_holds_is_refused() -> None:
    tower = [Placement("gate-stone", 0, 0)]
    tower += [Placement("stone-mid-1", 0, y) for y in range(1, 400)]
    picture = render_svg(Layout(tuple(tower)))
    with pytest.raises(PngError, match="pixels is too large"):
        render_png(picture, width=20_000)
