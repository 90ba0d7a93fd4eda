"""The box: its tiles, edges, marks and readings, and how a mistake in a tile file is told."""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caladale import load_tileset, read_layout, validate, write_line
from caladale.cli import run
from caladale.cli.hints import in_words
from caladale.core.edges import THEMES, Direction, Edge, fits, turned
from caladale.core.readings import Readings
from caladale.core.tile_file import Group, Provenance, parse_tilefile
from caladale.core.tiles import Side, TileSet, build_tileset, standard_tileset
from caladale.errors import FormatError, TileSetError
from tests.support.places import TILE_FILE
from tests.support.strategies import BOX, TILE_IDS

TEXT = TILE_FILE.read_text(encoding="utf-8")

SINGLE = {
    # role: (how many, how many with a plus, castle sides at turn 0, provenance)
    "four": (3, 1, "NESW", "rulebook"),
    "three": (3, 1, "ESW", "rulebook"),
    "two": (3, 1, "NE", "inferred"),
    "mid": (1, 0, "NS", "inferred"),
    "edge": (3, 1, "S", "rulebook"),
    "tower": (5, 2, "S", "rulebook"),
}
PAIRED = {
    # role: (how many, how many with a plus, sides of the first theme, of the second, provenance)
    "a": (2, 1, "NE", "SW", "assumed"),
    "b": (1, 0, "ESW", "N", "assumed"),
    "c": (1, 0, "N", "ESW", "assumed"),
    "mid": (2, 1, "N", "S", "inferred"),
}
PAIRS = (("stone", "tree"), ("stone", "tudor"), ("tree", "tudor"))
GATE_BACKS = {"stone": "tree", "tree": "tudor", "tudor": "stone"}


def sides(**themes: str) -> tuple[str, ...]:
    """Edges N, E, S, W from the sides of each theme; sky elsewhere."""
    return tuple(
        next((theme for theme, at in themes.items() if side in at), "sky") for side in "NESW"
    )


def expected_kinds() -> dict[str, tuple[int | None, int, tuple[str, ...], str]]:
    """The table of the rules page: kind to count, plus marks, front edges and provenance."""
    kinds: dict[str, tuple[int | None, int, tuple[str, ...], str]] = {}
    for theme in ("stone", "tree", "tudor"):
        for role, (count, plus, at, source) in SINGLE.items():
            kinds[f"{theme}-{role}"] = (count, plus, sides(**{theme: at}), source)
        kinds[f"gate-{theme}"] = (None, 0, (theme,) * 4, "assumed")
    for first, second in PAIRS:
        for role, (count, plus, one, other, source) in PAIRED.items():
            edges = sides(**{first: one, second: other})
            kinds[f"{first}-{second}-{role}"] = (count, plus, edges, source)
    kinds["gate-apprentice"] = (None, 0, ("stone",) * 4, "assumed")
    kinds["wild"] = (4, 0, ("sky", "sky", "wild", "sky"), "assumed")
    return kinds


KINDS = expected_kinds()


def printed(box: TileSet, tile: str, side: Side = "front") -> tuple[str, ...]:
    return tuple(edge.value for edge in box.faces[tile, side].edges)


def changed(old: str, new: str) -> str:
    """The shipped tile file with the first `old` replaced by `new`."""
    assert old in TEXT
    return TEXT.replace(old, new, 1)


def entry(name: str, old: str, new: str) -> str:
    """The shipped tile file with `old` replaced by `new` in the entry called `name`."""
    start = TEXT.index(f'id = "{name}"')
    return TEXT[:start] + TEXT[start:].replace(old, new, 1)


def fault(text: str) -> tuple[str, str]:
    with pytest.raises(TileSetError) as caught:
        parse_tilefile(text)
    assert caught.value.message
    return caught.value.place, caught.value.message


def test_the_box_holds_80_tiles_in_four_groups() -> None:
    groups = Counter(tile.group for tile in BOX.tiles.values())
    assert groups == {Group.STANDARD: 54, Group.GATE: 4, Group.ENCHANTED: 18, Group.WILD: 4}
    assert len(BOX.tiles) == 80


def test_72_tiles_are_drawn_and_48_without_the_plus_marks() -> None:
    assert len(BOX.supply()) == 72
    assert len(BOX.supply(plus=False)) == 48
    assert len(BOX.gates()) == 4
    assert len(BOX.wilds()) == 4


def test_there_are_no_kinds_but_those_of_the_rules_page() -> None:
    assert set(BOX.kinds) == set(KINDS)
    assert {tile.kind for tile in BOX.tiles.values()} == set(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_ids_edges_marks_and_provenance_are_those_of_the_rules_page(kind: str) -> None:
    count, plus, edges, provenance = KINDS[kind]
    ids = [kind] if count is None else [f"{kind}-{i}" for i in range(1, count + 1)]
    assert [tile.id for tile in BOX.tiles.values() if tile.kind == kind] == ids
    assert [printed(BOX, name) for name in ids] == [edges] * len(ids)
    # The plus marks are on the highest-numbered tiles.
    assert [BOX.tiles[name].plus for name in ids] == [False] * (len(ids) - plus) + [True] * plus
    assert BOX.kinds[kind].provenance is Provenance(provenance)
    assert BOX.kinds[kind].note
    role = (
        kind.split("-", maxsplit=1)[0]
        if kind.startswith(("gate", "wild"))
        else kind.rsplit("-", maxsplit=1)[-1]
    )
    assert BOX.tiles[ids[0]].role.value == role


def test_only_gates_have_a_back() -> None:
    backs = {name for name, side in BOX.faces if side == "back"}
    assert backs == {tile.id for tile in BOX.gates()}


@pytest.mark.parametrize(("own", "other"), GATE_BACKS.items())
def test_a_gates_back_has_the_next_theme_at_its_right(own: str, other: str) -> None:
    assert printed(BOX, f"gate-{own}", "back") == (own, other, own, own)


def test_the_apprentices_back_is_stone_with_tudor_at_its_right() -> None:
    assert printed(BOX, "gate-apprentice", "back") == ("stone", "tudor", "stone", "stone")


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_the_two_other_readings_of_enchanted_a(first: str, second: str) -> None:
    opposite = BOX.under(Readings(enchanted_a="opposite"))
    two_sided = BOX.under(Readings(enchanted_a="two_sided"))
    for number in (1, 2):
        name = f"{first}-{second}-a-{number}"
        assert printed(opposite, name) == (first, second, first, second)
        assert printed(two_sided, name) == (first, second, "sky", "sky")


@pytest.mark.parametrize(
    ("gate", "front", "back"),
    [
        ("gate-stone", "stone", "tree"),
        ("gate-tree", "tree", "tudor"),
        ("gate-tudor", "tudor", "stone"),
        ("gate-apprentice", "stone", "tudor"),
    ],
)
def test_gates_with_sky_at_their_sides(gate: str, front: str, back: str) -> None:
    read = BOX.under(Readings(gate_sides="sky"))
    assert printed(read, gate) == (front, "sky", front, "sky")
    assert printed(read, gate, "back") == (back, "sky", front, "sky")


def test_a_wild_of_four_sides() -> None:
    read = BOX.under(Readings(wild="four_sides"))
    assert {printed(read, tile.id) for tile in read.wilds()} == {("wild",) * 4}


def test_readings_of_the_printed_edges_change_nothing_else() -> None:
    touched = {"enchanted_a": "-a-", "gate_sides": "gate-", "wild": "wild-"}
    for overlay in BOX.file.overlay:
        read = BOX.under(Readings(**{overlay.reading: overlay.value}))  # type: ignore[arg-type]
        for name, side in BOX.faces:
            same = printed(read, name, side) == printed(BOX, name, side)
            assert same == (touched[overlay.reading] not in name)


def test_readings_are_laid_over_each_other_and_remembered() -> None:
    rules = Readings(enchanted_a="opposite", gate_sides="sky", wild="four_sides")
    read = BOX.under(rules)
    assert printed(read, "stone-tree-a-1") == ("stone", "tree", "stone", "tree")
    assert printed(read, "gate-tree") == ("tree", "sky", "tree", "sky")
    assert printed(read, "wild-1") == ("wild",) * 4
    assert BOX.under(rules) is read
    assert BOX.under(Readings()) is BOX
    assert BOX.under(Readings(bridge_tile="mid_only")) is BOX


# ---- turning


@given(st.tuples(*[st.sampled_from(Edge)] * 4), st.integers(-9, 9))
def test_four_turns_are_the_identity(edges: tuple[Edge, Edge, Edge, Edge], turn: int) -> None:
    assert turned(edges, 4) == edges
    assert turned(turned(edges, turn), -turn) == edges
    assert turned(edges, turn) == turned(edges, turn + 4)
    once = turned(edges, 1)
    assert all(once[(side + 1) % 4] is edges[side] for side in Direction)


@pytest.mark.parametrize(("tile", "side"), BOX.faces)
def test_every_attribute_survives_a_turn(tile: str, side: Side) -> None:
    face = BOX.faces[tile, side]
    assert face.turns[0] == face.edges
    for turn in range(4):
        assert face.turns[(turn + 1) % 4] == turned(face.turns[turn], 1)
        assert Counter(face.turns[turn]) == Counter(face.edges)
        line = f"caladale standard 0+4 - - {tile}{':back' * (side == 'back')}@1,0{' ESW'[turn]}"
        placed = read_layout(line).tiles[0]
        assert (placed.tile, placed.side, placed.turn) == (tile, side, turn)
        assert write_line(read_layout(line)) == line.rstrip()
        assert read_layout(line).faces() == (face,)


@pytest.mark.parametrize("tile", TILE_IDS)
def test_orientations_are_the_allowed_turns_that_look_different(tile: str) -> None:
    expected: tuple[int, ...] = (0, 1, 2, 3)
    if tile.startswith("gate") or "-tower-" in tile or "-four-" in tile:
        expected = (0,)
    elif tile in ("stone-mid-1", "tree-mid-1", "tudor-mid-1"):
        expected = (0, 1)
    for side in BOX.tiles[tile].sides:
        assert BOX.faces[tile, side].orientations == expected


def test_orientations_follow_the_readings() -> None:
    assert BOX.under(Readings(enchanted_a="opposite")).faces[
        "stone-tree-a-1", "front"
    ].orientations == (0, 1)
    assert BOX.under(Readings(wild="four_sides")).faces["wild-1", "front"].orientations == (0,)


def test_edges_fit_when_equal_or_wild_against_a_theme() -> None:
    for one in Edge:
        for other in Edge:
            wild = Edge.WILD in (one, other) and Edge.SKY not in (one, other)
            assert fits(one, other) == (one is other or wild)
    assert [edge.value for edge in THEMES] == ["stone", "tree", "tudor"]


# ---- mistakes in a tile file

MISTAKES = [
    # the entry ("" for the whole file), a piece of it, what it becomes, the place, a word of the
    # message
    ("", "standard = 54", "standard = 55", "counts.standard", "55"),
    ("", "gate = 4", "gate = 3", "counts.gate", "make 4"),
    ("", "enchanted = 18", "enchanted = 17", "counts.enchanted", "17"),
    ("", "wild = 4", "wild = 5", "counts.wild", "5"),
    ("", "supply = 72", "supply = 71", "counts.supply", "71"),
    ("", "_plus = 48", "_plus = 47", "counts.supply_without_plus", "47"),
    ("", "gate = 4\n", "", "counts", "'gate'"),
    ("", "\n[counts]", "\n[count]", "", "'count'"),
    ("", 'name = "caladale"', "# name", "", "'name'"),
    ("", 'name = "caladale"', 'name = "a b"', "name", "a name such as"),
    ("", 'title = "C', 'colour = 1\ntitle = "C', "", "'colour'"),
    ("", "caladale-tiles/1", "caladale-tiles/2", "format", "tiles/2"),
    ("", '"enchanted_a"', '"enchanted_d"', "overlay[0].reading", "enchanted_d"),
    ("", '"opposite"', '"slanted"', "overlay[0].value", "slanted"),
    ("", '"opposite"', '"corner_halves"', "overlay[0].value", "corner_halves"),
    ("", '{ id = "stone-tree-a"', '{ id = "odd"', "overlay[0].change[0].id", "odd"),
    ("", '["stone", "tree", "stone", "tree"]', '["sky"]', "overlay[0].change[0].edges", "4"),
    ("", '{ id = "wild"', '{ id = "wild", back = ["sky", "sky", "sky", "sky"]',
     "overlay[3].change[0].back", "wild has no back"),
    ("", '"two_sided"', '"opposite"', "overlay[1]", "overlay already"),
    ("", '{ id = "stone-tudor-a"', '{ id = "stone-tree-a"',
     "overlay[0].change[1].id", "changed already"),
    ("stone-mid", '"stone-mid"\n', '"stone-tower"\n', "tile[5]", "stone-tower-1"),
    ("stone-mid", 'id = "stone-mid"', 'id = "stone-tower-1"', "tile[5]", "stone-tower-1"),
    ("tree-two", "count = 3", "count = 4", "counts.standard", "55"),
    ("tree-two", "plus = 1", "plus = 2", "counts.supply_without_plus", "47"),
    ("stone-four", "plus = 1", "plus = 4", "tile[0].plus", "more plus"),
    ("gate-stone", "role", "plus = 2\nrole", "tile[30].plus", "more plus"),
    ("stone-three", '"sky"', '"brick"', "tile[1].edges[0]", "brick"),
    ("stone-three", '"sky", ', "", "tile[1].edges", "4"),
    ("gate-tree", 'back = ["tree"', 'back = ["trea"', "tile[31].back[0]", "trea"),
    ("stone-two", '"stone-two"', '"stone-four"', "tile[2]", "stone-four-1"),
    ("stone-mid", "role", 'back = ["sky", "sky", "sky", "sky"]\nrole', "tile[3].back", "back"),
    ("gate-tudor", "back =", "# back =", "tile[32].back", "gate has a back"),
    ("wild", 'role = "wild"', 'role = "edge"', "tile[34].role", "wild"),
    ("stone-edge", 'role = "edge"', 'role = "gate"', "tile[4].role", "gate"),
    ("stone-edge", 'role = "edge"', 'role = "moat"', "tile[4].role", "moat"),
    ("stone-edge", 'group = "standard"', 'group = "odd"', "tile[4].group", "odd"),
    ("stone-edge", "count = 3", "count = 0", "tile[4].count", "a whole number from 1 on"),
    ("stone-edge", "count = 3", "count = 3.0", "tile[4].count", "a whole number is wanted"),
    ("stone-edge", "count = 3", "count = true", "tile[4].count", "a whole number is wanted"),
    ("stone-edge", "count = 3", "count = 3\ncolour = 1", "tile[4]", "'colour'"),
    ("stone-edge", "plus = 1", "plus = -1", "tile[4].plus", "a whole number from 0 on"),
    ("stone-edge", '"rulebook"', '"sure"', "tile[4].provenance", "sure"),
    ("stone-edge", "provenance", "source", "tile[4]", "'source'"),
    ("stone-edge", "note =", "# note =", "tile[4]", "'note'"),
    ("stone-edge", '"stone-edge"', '"Stone Edge"', "tile[4].id", "a name such as"),
    ("stone-edge", '"stone-edge"', '"<b>"', "tile[4].id", "a name such as"),
    ("stone-edge", '"stone-edge"', '"e\\n"', "tile[4].id", "a name such as"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "old", "new", "place", "word"), MISTAKES)
def test_a_mistake_in_a_tile_file_is_told_with_its_place(
    kind: str, old: str, new: str, place: str, word: str
) -> None:
    with pytest.raises(TileSetError) as caught:
        parse_tilefile(entry(kind, old, new) if kind else changed(old, new))
    told = [one for one in caught.value.mistakes if one.place == place and word in one.message]
    assert told
    assert all(one.line for one in told) or not place


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("name = [", "end of document"),
        ("a = 1\nb = 2\nc 3\n", "line 3"),
        ("a = 1\na = 2\n", "line 2"),
        ("a = 2024-99-99\n", "line 1"),
        ("a = " + "[" * 5000, ""),
        ("a = " + "1" * 5000, ""),
        ("\x00", "line 1"),
    ],
    ids=["open", "no-equals", "doubled", "date", "deep", "digits", "nul"],
)
def test_bad_toml_is_told_with_its_line(text: str, words: str) -> None:
    place, message = fault(text)
    assert message.startswith("this is not TOML")
    assert words in f"{place} {message}"


@pytest.mark.parametrize("text", ["", "a = 1", "tile = 1", "format = 'caladale-tiles/1'"])
def test_toml_that_is_no_tile_file_is_refused(text: str) -> None:
    assert fault(text)[1]


@pytest.mark.parametrize("value", ["2024-01-01", "1979-05-27T07:32:00Z", "07:32:00", "inf", "nan"])
def test_toml_values_that_json_does_not_know_are_refused(value: str) -> None:
    assert fault(entry("stone-edge", "count = 3", f"count = {value}"))[0] == "tile[4].count"


def test_a_tile_file_that_is_no_utf8_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    path.write_bytes(b"\xef\xbb\xbf" + TEXT.encode())
    with pytest.raises(TileSetError, match="byte-order mark"):
        load_tileset(path)
    path.write_bytes(TEXT.encode("utf-16"))
    with pytest.raises(TileSetError, match="byte-order mark"):
        load_tileset(path)
    path.write_bytes(TEXT.encode() + b"# \xff\n")
    with pytest.raises(TileSetError, match=f"byte {len(TEXT.encode()) + 3}"):
        load_tileset(path)


def test_a_missing_tile_file_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        load_tileset(tmp_path / "none.toml")


# ---- a box of one's own


def test_without_a_path_the_published_box_is_loaded_once() -> None:
    assert load_tileset() is standard_tileset() is BOX


def test_a_copy_of_the_file_with_windows_line_ends_is_the_same_box(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    path.write_bytes(TEXT.replace("\n", "\r\n").encode())
    box = load_tileset(path)
    assert box.file == BOX.file
    assert box.tiles == BOX.tiles


def test_a_corrected_edge_changes_the_verdict(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = "caladale standard 0+4 - - gate-stone@1,0 tree-edge-1@2,0E"
    castle = tmp_path / "castle.txt"
    castle.write_text(line)
    path = tmp_path / "box.toml"
    path.write_text(entry("tree-edge", '"tree"', '"stone"'))
    assert run(["validate", str(castle), "--format", "json"]) == 1
    assert [v["code"] for v in json.loads(capsys.readouterr().out)["violations"]] == ["C"]
    assert run(["validate", str(castle), "--format", "json", "--tileset", str(path)]) == 0
    assert json.loads(capsys.readouterr().out)["valid"] is True
    assert validate(read_layout(line, load_tileset(path))).valid
    assert not validate(read_layout(line)).valid


def test_a_layout_for_another_box_is_refused_by_name() -> None:
    other = build_tileset(parse_tilefile(changed('name = "caladale"', 'name = "my-box"')))
    line = "my-box standard 0+4 - - gate-stone@1,0"
    assert read_layout(line, other).tileset is other
    assert write_line(read_layout(line, other)) == line
    for text, box, place in (
        (line, None, "line 1, column 1"),
        (line.replace("my-box", "caladale"), other, "line 1, column 1"),
        ('{"format": "caladale-layout/1", "tileset": "my-box", "tiles": []}', None, "tileset"),
    ):
        with pytest.raises(FormatError, match="the box at hand is") as caught:
            read_layout(text, box)
        assert caught.value.place == place
        assert in_words(caught.value).endswith("; name its tile file with --tileset")


def test_a_small_box_of_ones_own_is_playable() -> None:
    head: dict[str, Any] = tomllib.loads(TEXT)["counts"]
    assert head["supply"] == 72
    box = build_tileset(
        parse_tilefile("""
            format = "caladale-tiles/1"
            name = "tiny"
            title = "Two tiles"
            [counts]
            standard = 1
            gate = 1
            enchanted = 0
            wild = 0
            supply = 1
            supply_without_plus = 1
            [[tile]]
            id = "door"
            group = "gate"
            role = "gate"
            edges = ["tree", "sky", "tree", "sky"]
            back = ["tree", "sky", "tree", "sky"]
            provenance = "assumed"
            note = ""
            [[tile]]
            id = "cap"
            group = "standard"
            role = "edge"
            edges = ["sky", "sky", "tree", "sky"]
            provenance = "assumed"
            note = ""
        """)
    )
    verdict = validate(read_layout("tiny standard 0+4 - - door:back@0,0 cap@0,1", box))
    assert verdict.valid
    assert verdict.complete
