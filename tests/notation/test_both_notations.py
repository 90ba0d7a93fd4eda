"""Both notations: lossless, tidy, strict, and each error with its place."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given

from caladale import read_layout, validate, write_json, write_line
from caladale.core.layout import FAR, Grass, Layout, Placement, Variant
from caladale.core.readings import READINGS, Reading, Readings
from caladale.errors import FormatError, LayoutError
from caladale.notation import read_layouts
from tests.support.strategies import BOX, TILE_IDS, layouts

HEAD = "caladale standard 0+4 - - "
SMALL = (
    "caladale standard 0+4 - - gate-stone@1,0 stone-tower-1@1,1 stone-edge-1@2,0E stone-edge-2@0,0W"
)


def plain(*tiles: object, **members: Any) -> dict[str, Any]:
    """A layout as plain data, ready to be spoilt."""
    return {"format": "caladale-layout/1", "tileset": "caladale", "tiles": list(tiles)} | members


def tile(**members: Any) -> dict[str, Any]:
    return {"tile": "gate-stone", "x": 1, "y": 0} | members


def fault(text: str) -> tuple[str, str]:
    """The place and the message of the one error that reading `text` ends in."""
    with pytest.raises(FormatError) as caught:
        read_layout(text)
    assert caught.value.message
    assert all(str(one).isprintable() for one in caught.value.mistakes)
    return caught.value.place, caught.value.message


@given(layouts())
def test_json_is_lossless(layout: Layout) -> None:
    assert read_layout(write_json(layout)) == layout


@given(layouts())
def test_one_line_is_lossless(layout: Layout) -> None:
    line = write_line(layout)
    assert len(line.splitlines()) == 1
    assert line.isascii()
    assert read_layout(line) == layout


@given(layouts())
def test_json_to_line_to_json_gives_the_same_text(layout: Layout) -> None:
    text = write_json(layout)
    line = write_line(read_layout(text))
    assert write_json(read_layout(line)) == text
    assert write_line(read_layout(write_json(read_layout(line)))) == line


@given(layouts())
def test_windows_line_ends_change_nothing(layout: Layout) -> None:
    assert read_layout(write_json(layout).replace("\n", "\r\n")) == layout
    assert read_layout(write_line(layout) + "\r\n") == layout


@given(layouts())
def test_json_leaves_out_what_is_at_its_default(layout: Layout) -> None:
    data = json.loads(write_json(layout))
    kept = {
        "variant": layout.variant is not Variant.STANDARD,
        "rules": layout.rules != Readings(),
        "grass": layout.grass != (Grass(0, 4),),
        "flipped": layout.flipped != 0,
        "timer": layout.timer,
        "exchanges": layout.exchanges != 0,
    }
    assert set(data) == {"format", "tileset", "tiles"} | {
        name for name, keep in kept.items() if keep
    }
    default = Readings()
    assert all(value != getattr(default, name) for name, value in data.get("rules", {}).items())
    for placed, written in zip(layout.tiles, data["tiles"], strict=True):
        extra = {"turn": placed.turn != 0, "side": placed.side != "front"}
        assert set(written) == {"tile", "x", "y"} | {name for name, keep in extra.items() if keep}


def test_json_is_written_a_tile_a_line_and_ends_in_a_line_feed() -> None:
    text = write_json(read_layout(SMALL))
    assert text.endswith("}\n")
    assert text.isascii()
    assert sum('"tile"' in line for line in text.splitlines()) == 4
    assert max(line.count('"tile"') for line in text.splitlines()) == 1


@pytest.mark.parametrize(
    ("line", "layout"),
    [
        ("caladale standard 0+4 - - -", Layout()),
        ("caladale solo1 - - - -", Layout(grass=(), variant=Variant.SOLO1)),
        (
            "caladale standard 0+4 flipped=2 - gate-stone@1,0 stone-tower-1@1,1 stone-edge-1@2,0E",
            Layout(
                tiles=(
                    Placement("gate-stone", 1, 0),
                    Placement("stone-tower-1", 1, 1),
                    Placement("stone-edge-1", 2, 0, 1),
                ),
                flipped=2,
            ),
        ),
        (
            "caladale all-tiles -3+4,6+4 - - gate-tree:back@-2,0 tree-two-1@-2,1S tree-two-2@7,0W",
            Layout(
                tiles=(
                    Placement("gate-tree", -2, 0, 0, "back"),
                    Placement("tree-two-1", -2, 1, 2),
                    Placement("tree-two-2", 7, 0, 3),
                ),
                grass=(Grass(-3, 4), Grass(6, 4)),
                variant=Variant.ALL_TILES,
            ),
        ),
        pytest.param(
            "caladale speed 0+4 flipped=80,timer,exchanges=1000000 "
            "wild=four_sides,strips=side_by_side gate-apprentice:back@0,0E",
            Layout(
                tiles=(Placement("gate-apprentice", 0, 0, 1, "back"),),
                variant=Variant.SPEED,
                rules=Readings(wild="four_sides", strips="side_by_side"),
                flipped=80,
                timer=True,
                exchanges=10**6,
            ),
        ),
    ],
)
def test_the_documented_one_line_form(line: str, layout: Layout) -> None:
    assert write_line(layout) == line
    assert read_layout(line) == layout


@pytest.mark.parametrize(
    ("text", "tidy"),
    [
        ("caladale  standard\t0+4 - -  -  ", "caladale standard 0+4 - - -"),
        ("caladale standard 0+4 flipped=0 wild=cap -", "caladale standard 0+4 - - -"),
        ("caladale standard 0+4 - -  gate-tree@0,0\n\n", "caladale standard 0+4 - - gate-tree@0,0"),
        (
            "caladale speed 0+4 exchanges=1,timer - -",
            "caladale speed 0+4 timer,exchanges=1 - -",
        ),
    ],
)
def test_one_line_may_be_written_less_tidily(text: str, tidy: str) -> None:
    assert write_line(read_layout(text)) == tidy


def test_the_example_of_the_format_page_is_read_and_written_back() -> None:
    text = """{"format": "caladale-layout/1", "tileset": "caladale", "variant": "standard",
      "rules": {"wild_may_hang": "no"},
      "grass": [{"x": 0, "width": 4}],
      "tiles": [{"tile": "gate-stone", "side": "front", "x": 1, "y": 0, "turn": 0},
                {"tile": "stone-tower-1", "x": 1, "y": 1, "turn": 0}],
      "flipped": 0, "timer": false, "exchanges": 0}"""
    layout = read_layout(text)
    assert validate(layout).valid
    assert json.loads(write_json(layout)) == plain(
        tile(),
        {"tile": "stone-tower-1", "x": 1, "y": 1},
        rules={"wild_may_hang": "no"},
    )


def test_leading_white_space_before_json_is_fine() -> None:
    assert read_layout("\n \t" + json.dumps(plain())) == Layout()


@pytest.mark.parametrize(
    ("data", "place", "key"),
    [
        (plain(colour="red"), "", "colour"),
        (plain(Tiles=[]), "", "Tiles"),
        (plain(tile(), tile(colour="red")), "tiles[1]", "colour"),
        (plain(grass=[{"x": 0, "width": 4, "height": 1}]), "grass[0]", "height"),
        (plain(rules={"wilds": "cap"}), "rules", "wilds"),
    ],
)
def test_an_unknown_key_is_refused(data: dict[str, Any], place: str, key: str) -> None:
    assert fault(json.dumps(data)) == (place, f"there is no key '{key}' here")


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('"flipped": 1, "flipped": 1', "flipped"),
        ('"tiles": []', "tiles"),
        ('"format": "caladale-layout/1"', "format"),
        ('"rules": {"wild": "cap", "strips": "anywhere", "wild": "cap"}', "rules.wild"),
        ('"grass": [{"x": 0, "width": 4}, {"x": 0, "x": 1, "width": 4}]', "grass[1].x"),
    ],
)
def test_a_doubled_key_is_refused(text: str, place: str) -> None:
    whole = '{"format": "caladale-layout/1", "tileset": "caladale", "tiles": [], ' + text + "}"
    assert fault(whole) == (place, "this key stands here twice")


def test_a_doubled_key_of_a_tile_is_refused() -> None:
    text = json.dumps(plain(tile(), tile())).replace('"y": 0}]', '"y": 0, "y": 0}]')
    assert fault(text) == ("tiles[1].y", "this key stands here twice")


@pytest.mark.parametrize("wrong", [1.0, True, "1", None, [1], {"one": 1}])
@pytest.mark.parametrize(
    ("place", "build"),
    [
        ("flipped", lambda value: plain(flipped=value)),
        ("exchanges", lambda value: plain(exchanges=value)),
        ("tiles[0].x", lambda value: plain(tile(x=value))),
        ("tiles[1].y", lambda value: plain(tile(), tile(y=value))),
        ("tiles[0].turn", lambda value: plain(tile(turn=value))),
        ("grass[1].x", lambda value: plain(grass=[{"x": 0, "width": 4}, {"x": value, "width": 1}])),
        ("grass[0].width", lambda value: plain(grass=[{"x": 0, "width": value}])),
    ],
)
def test_what_is_no_integer_is_refused(place: str, build: Any, wrong: object) -> None:
    where, message = fault(json.dumps(build(wrong)))
    assert where == place
    assert message.startswith("a whole number is wanted here, not ")


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (plain(timer=0), "timer"),
        (plain(timer="true"), "timer"),
        (plain(variant=None), "variant"),
        (plain(variant="Standard"), "variant"),
        (plain(variant="standard\n"), "variant"),
        (plain(rules=[]), "rules"),
        (plain(rules=None), "rules"),
        (plain(rules={"wild": True}), "rules.wild"),
        (plain(rules={"gate_counts": "maybe"}), "rules.gate_counts"),
        (plain(grass={"x": 0, "width": 4}), "grass"),
        (plain(grass=[4]), "grass[0]"),
        (plain(grass=[{"x": 0}]), "grass[0]"),
        (plain(tiles=None), "tiles"),
        (plain(tiles="gate-stone"), "tiles"),
        (plain("gate-stone"), "tiles[0]"),
        (plain(tile(), {"tile": "gate-tree", "x": 0}), "tiles[1]"),
        (plain(tile(tile=3)), "tiles[0].tile"),
        (plain(tile(side="left")), "tiles[0].side"),
        (plain(tile(side=None)), "tiles[0].side"),
        (plain(format="caladale-layout/2"), "format"),
        (plain(format="caladale-hand/1"), "format"),
        (plain(tileset="other-box"), "tileset"),
        (plain(tileset=None), "tileset"),
        ({"tileset": "caladale", "tiles": []}, ""),
        ({"format": "caladale-layout/1", "tiles": []}, ""),
        ({"format": "caladale-layout/1", "tileset": "caladale"}, ""),
        ([], ""),
        ([plain()], ""),
    ],
)
def test_a_wrong_type_or_value_is_refused(data: Any, place: str) -> None:
    assert fault(json.dumps(data))[0] == place


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (plain(tile(tile="stone-four-4")), "tiles[0].tile"),
        (plain(tile(), tile(tile="stone-four")), "tiles[1].tile"),
        (plain(tile(tile="")), "tiles[0].tile"),
        (plain(tile(tile="GATE-STONE")), "tiles[0].tile"),
        (plain(tile(), tile(tile="stone-tower-1", side="back")), "tiles[1].side"),
        (plain(tile(tile="wild-1", side="back")), "tiles[0].side"),
    ],
)
def test_a_tile_or_side_that_the_box_does_not_hold_is_refused(
    data: dict[str, Any], place: str
) -> None:
    assert fault(json.dumps(data))[0] == place


BOUNDED: dict[str, tuple[int, int, Callable[[int], dict[str, Any]]]] = {
    "tiles[0].x": (-FAR, FAR, lambda value: plain(tile(x=value))),
    "tiles[0].y": (-FAR, FAR, lambda value: plain(tile(y=value))),
    "tiles[0].turn": (0, 3, lambda value: plain(tile(turn=value))),
    "grass[0].x": (-FAR, FAR, lambda value: plain(grass=[{"x": value, "width": 1}])),
    "grass[0].width": (1, 1000, lambda value: plain(grass=[{"x": 0, "width": value}])),
    "flipped": (0, 80, lambda value: plain(flipped=value)),
    "exchanges": (0, 10**6, lambda value: plain(exchanges=value)),
}
"""Every number of a layout file with its least and greatest value."""


@pytest.mark.parametrize("place", BOUNDED)
def test_numbers_are_accepted_up_to_their_bounds_and_not_beyond(place: str) -> None:
    least, most, build = BOUNDED[place]
    for value in (least, most):
        layout = read_layout(json.dumps(build(value)))
        assert read_layout(write_line(layout)) == layout
        assert read_layout(write_json(layout)) == layout
    for value in (least - 1, most + 1, -(2**63) - 1, 2**63, 2**64, 10**299):
        assert fault(json.dumps(build(value)))[0] == place


@pytest.mark.parametrize("place", BOUNDED)
def test_an_integer_of_5000_digits_is_refused_with_its_place(place: str) -> None:
    _, _, build = BOUNDED[place]
    text = json.dumps(build(77)).replace("77", "7" * 5000)
    assert fault(text) == (place, "this number has too many digits")


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity", "1e999", "-1e999", "1E1"])
def test_nan_and_infinity_are_refused_with_their_place(word: str) -> None:
    assert fault(json.dumps(plain(tile(x=77))).replace("77", word))[0] == "tiles[0].x"


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (plain(tile(tile="\ud800")), "tiles[0].tile"),
        (plain(tile(side="\udfff")), "tiles[0].side"),
        (plain(tile(**{"\ud800": 1})), 'tiles[0]["\\ud800"]'),
        (plain(variant="\ud800"), "variant"),
        (plain(tileset="\ud800"), "tileset"),
        (plain(format="\ud800"), "format"),
        (plain(rules={"\udc00": "no"}), 'rules["\\udc00"]'),
        (plain(rules={"wild": "ca\ud83d"}), "rules.wild"),
        (plain(**{"\ud800\n": 1}), '["\\ud800\\n"]'),
    ],
)
def test_half_a_surrogate_pair_is_refused_with_its_place(data: dict[str, Any], place: str) -> None:
    assert fault(json.dumps(data))[0] == place


@pytest.mark.parametrize("text", ["", " ", "\n", "\r\n\r\n", "\t"])
def test_an_empty_text_is_refused(text: str) -> None:
    assert "empty" in fault(text)[1]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("5", "line 1, column 1"),
        ("null", "line 1, column 1"),
        ('"text"', "line 1, column 1"),
        ("one two three", "line 1, column 1"),
        (json.dumps(plain()) + "x", "line 1 column 68"),
        (json.dumps(plain()) + "\n" + json.dumps(plain()), "line 2 column 1"),
        (json.dumps(plain())[:-1], "line 1 column 67"),
        (SMALL + "\n" + SMALL, ""),
        ("\ufeff" + SMALL, "line 1, column 1"),
        ("\ufeff" + json.dumps(plain()), "line 1, column 1"),
        ("\x00" * 10, "line 1, column 1"),
    ],
)
def test_a_text_that_is_neither_notation_is_refused(text: str, place: str) -> None:
    assert fault(text)[0] == place


@pytest.mark.parametrize("piece", ["[", '{"tiles":', '{"tiles":['])
def test_deep_nesting_is_refused(piece: str) -> None:
    assert fault(piece * 100_000) == ("", "this is nested too deeply")


def test_a_coordinate_of_5000_digits_is_refused_with_its_column() -> None:
    assert fault(f"caladale standard 0+4 - - gate-stone@{'1' * 5000},0")[0] == "line 1, column 27"


@pytest.mark.parametrize("name", [reading.name for reading in READINGS])
def test_a_wrong_reading_is_refused_with_the_choices(name: str) -> None:
    values = next(reading.values for reading in READINGS if reading.name == name)
    place, message = fault(json.dumps(plain(rules={name: "perhaps"})))
    assert place == f"rules.{name}"
    assert all(value in message for value in values)
    where, message = fault(f"caladale standard 0+4 - {name}=perhaps -")
    assert where == "line 1, column 25"
    assert all(value in message for value in values)


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ("other standard 0+4 - - -", 1),
        ("caladale classic 0+4 - - -", 10),
        ("caladale standard 4 - - -", 19),
        ("caladale standard 0+0 - - -", 19),
        ("caladale standard 0+1001 - - -", 19),
        ("caladale standard 1000001+4 - - -", 19),
        ("caladale standard 0+4,x - - -", 23),
        ("caladale standard 00+4 - - -", 19),
        ("caladale standard ٣+4 - - -", 19),
        ("caladale standard 0+4 flipped - -", 23),
        ("caladale standard 0+4 flipped=81 - -", 23),
        ("caladale standard 0+4 flipped=-1 - -", 23),
        ("caladale standard 0+4 flipped=1,flipped=1 - -", 33),
        ("caladale standard 0+4 timer,timer - -", 29),
        ("caladale standard 0+4 timer=1 - -", 23),
        ("caladale standard 0+4 exchanges=1000001 - -", 23),
        ("caladale standard 0+4 exchanges=1.0 - -", 23),
        ("caladale standard 0+4 - wild -", 25),
        ("caladale standard 0+4 - wild=cap,wild=cap -", 34),
        ("caladale standard 0+4 - wilder=cap -", 25),
        ("caladale standard 0+4 - - gate-stone@1,0 -", 42),
        ("caladale standard 0+4 - - gate-stone", 27),
        ("caladale standard 0+4 - - gate-stone@1", 27),
        ("caladale standard 0+4 - - gate-stone@1,0X", 27),
        ("caladale standard 0+4 - - gate-stone:top@1,0", 27),
        ("caladale standard 0+4 - - gate-stone@1,0 stone-four-9@1,1", 42),
        ("caladale standard 0+4 - - gate-stone@1,0 stone-four-1:back@1,1", 42),
        ("caladale standard 0+4 - - gate-stone@1000001,0", 27),
        ("caladale standard 0+4 - - gate-stone@0,-1000001", 27),
        ("caladale standard 0+4 - - gate-stone@-0,0", 27),
        ("caladale standard 0+4 - - gate-stone@01,0", 27),
        ("caladale standard 0+4 - - gate-stone@1.0,0", 27),
        ("caladale standard 0+4 - -", 25),
        ("caladale   standard 0+4 - - \ud800@0,0", 29),
    ],
)
def test_a_fault_of_one_line_is_told_with_its_column(line: str, column: int) -> None:
    assert fault(line)[0] == f"line 1, column {column}"


@pytest.mark.parametrize("name", TILE_IDS)
def test_every_tile_of_the_box_goes_through_both_notations(name: str) -> None:
    for side in BOX.tiles[name].sides:
        layout = Layout(tiles=tuple(Placement(name, turn, -turn, turn, side) for turn in range(4)))
        assert read_layout(write_line(layout)) == layout
        assert read_layout(write_json(layout)) == layout


def test_several_castles_stand_one_on_a_line() -> None:
    one, other = HEAD + "gate-stone@1,0", HEAD + "gate-tree@0,0"

    def lines(text: str) -> list[str]:
        return [write_line(castle) for castle in read_layouts(text)]

    assert lines(f"{one}\r\n\n{other}\n") == [one, other]
    assert lines(one) == [one]
    assert lines(write_json(read_layout(other))) == [other]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (HEAD + "gate-stone@1,0\n" + HEAD + "gate-stone@1", "line 2, column 27"),
        (HEAD + "gate-stone@1", "line 1, column 27"),
        ("", ""),
        ("{}\n{}\n", "line 2 column 1"),
    ],
)
def test_several_castles_with_a_mistake_tell_its_place(text: str, place: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_layouts(text)
    assert caught.value.place == place


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"flipped": -1}, "flipped"),
        ({"flipped": 81}, "flipped"),
        ({"flipped": float("nan")}, "flipped"),
        ({"exchanges": -1}, "exchanges"),
        ({"exchanges": 10**6 + 1}, "exchanges"),
        ({"flipped": True}, "flipped"),
        ({"timer": 1}, "timer"),
        ({"variant": "solo2"}, "variant"),
        ({"rules": {}}, "rules"),
        ({"tiles": 3}, "tiles"),
        ({"tiles": ["gate-stone"]}, "tiles[0]"),
        ({"grass": [(0, 4)]}, "grass[0]"),
        ({"tileset": "caladale"}, "tileset"),
    ],
)
def test_numbers_that_could_not_be_read_again_are_refused(
    change: dict[str, Any], place: str
) -> None:
    with pytest.raises(LayoutError) as caught:
        Layout(**change)
    assert caught.value.place == place


@pytest.mark.parametrize("reading", READINGS, ids=lambda reading: reading.name)
def test_a_value_that_a_reading_does_not_have_is_refused(reading: Reading) -> None:
    for bad in ("odd", "", None, True):
        change: dict[str, Any] = {reading.name: bad}
        with pytest.raises(ValueError, match=f"{reading.name} is one of {reading.values[0]}, "):
            Readings(**change)
