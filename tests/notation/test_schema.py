"""The JSON Schemas: valid, kept by what is written, and never stricter than the parsers."""

from __future__ import annotations

import copy
import json
import random
import tomllib
from collections.abc import Callable, Iterator
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caladale import read_layout, write_json
from caladale._io.strict_json import convert
from caladale.cli.commands.schema import KINDS
from caladale.core.hand import Hand
from caladale.core.layout import Layout, Placement, Variant
from caladale.core.readings import Readings
from caladale.core.tile_file import TileFile
from caladale.errors import FormatError
from caladale.games.deal import PLAYERS, deal_hand, deal_table
from caladale.games.move import Build, Draw, Flip, Keep
from caladale.games.record import GameRecord, game_from_data, game_to_data
from caladale.games.setup import Setup
from caladale.notation.data import (
    hand_from_data,
    hand_to_data,
    layout_from_data,
    layout_to_data,
    table_from_data,
    table_to_data,
)
from caladale.notation.json_schema import SCHEMAS, schema, schema_of
from caladale.notation.json_text import to_json
from tests.support.places import TILE_FILE
from tests.support.strategies import hands, layouts

CHECKERS = {name: jsonschema.Draft202012Validator(schema_of(kind)) for name, kind in KINDS.items()}

LAYOUT = layout_to_data(
    read_layout(
        "caladale speed -1+4,3+2 flipped=2,timer,exchanges=3 wild=four_sides,strips=side_by_side "
        "gate-apprentice:back@1,0 stone-tower-1@1,1 stone-edge-1@2,0E"
    )
)
HAND = hand_to_data(deal_hand(Variant.SOLO2, 1)) | {"flipped": 1, "rules": {"wild": "cap"}}
TABLE = table_to_data(deal_table(Variant.SPEED, 1, 2))
TILES = tomllib.loads(TILE_FILE.read_text(encoding="utf-8"))

GAME = game_to_data(
    GameRecord(
        Setup(
            variant=Variant.STANDARD,
            players=2,
            seed=1,
            rules=Readings(wild="four_sides"),
            all_tiles=True,
            gates=("gate-tree:front", "gate-stone:front"),
        ),
        [
            Draw(tile="tree-tudor-a-2"),
            Keep(),
            Draw(),
            Flip(),
            Build(tiles=(Placement("gate-stone", 2, 0), Placement("wild-2", 2, 1)), seat=1),
        ],
    )
)


def _tiles(data: Any) -> TileFile:
    return convert(data, TileFile)


SAMPLES: dict[str, tuple[dict[str, Any], Callable[[Any], object]]] = {
    "layout": (LAYOUT, layout_from_data),
    "hand": (HAND, hand_from_data),
    "table": (TABLE, table_from_data),
    "tiles": (TILES, _tiles),
    "game": (GAME, game_from_data),
}
"""For each schema a file with as many members as can be, and its parser."""

ODD_VALUES: tuple[Any, ...] = (
    None, True, -1, 0, 1, 3, 4, 81, 1001, 10**6 + 1, -(10**6) - 1, 10**30, 0.5, "", "odd", "back",
    "gate-stone", [], ["odd"], {}, {"odd": 1}, [[]], [{}],
)  # fmt: skip


def _spots(data: Any) -> Iterator[tuple[Any, Any]]:
    """Every (container, key) inside plain data."""
    members = data.items() if isinstance(data, dict) else enumerate(data)
    for key, value in list(members):
        yield data, key
        if isinstance(value, dict | list):
            yield from _spots(value)


def _mutated(data: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """A copy of `data` with one to three members replaced, dropped or added."""
    data = copy.deepcopy(data)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        spots = list(_spots(data))
        if not spots:
            break
        container, key = rng.choice(spots)
        act = rng.choice(("replace", "replace", "drop", "add"))
        if act == "replace":
            container[key] = copy.deepcopy(rng.choice(ODD_VALUES))
        elif act == "drop":
            del container[key]
        elif isinstance(container, dict):
            container["odd"] = 1
        else:
            container.append(copy.deepcopy(rng.choice(ODD_VALUES)))
    return data


@pytest.mark.parametrize("name", KINDS)
def test_a_schema_is_a_valid_schema(name: str) -> None:
    body = schema_of(KINDS[name])
    jsonschema.Draft202012Validator.check_schema(body)
    assert body["$schema"] == "https://json-schema.org/draft/2020-12/schema"


def test_a_schema_can_be_asked_for_by_name() -> None:
    assert [schema(name) for name in SCHEMAS] == [schema_of(kind) for kind in SCHEMAS.values()]
    with pytest.raises(KeyError):
        schema("castle")


@pytest.mark.parametrize("name", KINDS)
def test_the_samples_pass_both_schema_and_parser(name: str) -> None:
    data, parse = SAMPLES[name]
    CHECKERS[name].validate(data)
    parse(data)


@given(layouts())
def test_a_written_layout_keeps_the_schema(layout: Layout) -> None:
    CHECKERS["layout"].validate(json.loads(write_json(layout)))


@given(hands())
def test_a_written_hand_keeps_the_schema(hand: Hand) -> None:
    CHECKERS["hand"].validate(json.loads(to_json(hand_to_data(hand))))


@pytest.mark.parametrize(
    ("variant", "players"), [(v, number) for v, numbers in PLAYERS.items() for number in numbers]
)
def test_a_written_table_keeps_the_schema(variant: Variant, players: int) -> None:
    CHECKERS["table"].validate(json.loads(to_json(table_to_data(deal_table(variant, 3, players)))))


def test_the_shipped_tile_file_keeps_the_schema() -> None:
    CHECKERS["tiles"].validate(TILES)


@pytest.mark.parametrize("name", KINDS)
def test_what_a_schema_refuses_the_parser_refuses_too(name: str) -> None:
    data, parse = SAMPLES[name]
    checker = CHECKERS[name]
    rng = random.Random(name)
    refused = 0
    for _ in range(600):
        spoilt = _mutated(data, rng)
        if checker.is_valid(spoilt):
            continue
        refused += 1
        with pytest.raises(FormatError) as caught:
            parse(spoilt)
        assert caught.value.message
    assert refused > 300


@pytest.mark.parametrize("name", KINDS)
def test_what_the_parser_takes_the_schema_takes_too(name: str) -> None:
    data, parse = SAMPLES[name]
    rng = random.Random(f"{name} again")
    for _ in range(600):
        spoilt = _mutated(data, rng)
        try:
            parse(spoilt)
        except FormatError:
            continue
        CHECKERS[name].validate(spoilt)


WHOLE = (0.0, -0.0, 1.0, 4.0, 1e6, -1e6, 1e30)
"""Numbers that a JSON Schema takes for integers."""
SCALARS = st.one_of(
    st.sampled_from(ODD_VALUES),
    st.sampled_from(WHOLE),
    st.sampled_from((2**31, 2**53 + 1, 2**63 - 1, 2**63, 2**64, -(2**63) - 1)),
    st.sampled_from(("a" * 40, "a" * 41, "a-b", "a\n", "yes", "no", "draw", "keep", "sky")),
    st.floats(allow_nan=False),
    st.integers(),
    st.text(max_size=5),
)
KEYS = st.sampled_from(
    ("odd", "turn", "side", "seat", "x", "y", "tile", "tiles", "rules", "grass", "count", "back")
)
SPOILS = st.lists(
    st.tuples(st.integers(0, 10**4), st.sampled_from(("replace", "drop", "add")), KEYS, SCALARS),
    min_size=1,
    max_size=3,
)


def _spoilt(data: dict[str, Any], spoils: list[tuple[int, str, str, Any]]) -> dict[str, Any]:
    """A copy of `data` with some members replaced, dropped or added."""
    data = copy.deepcopy(data)
    for number, act, key, value in spoils:
        spots = list(_spots(data))
        if not spots:
            break
        container, place = spots[number % len(spots)]
        if act == "replace":
            container[place] = copy.deepcopy(value)
        elif act == "drop":
            del container[place]
        elif isinstance(container, dict):
            container[key] = copy.deepcopy(value)
        else:
            container.append(copy.deepcopy(value))
    return data


def _in_integers(data: Any) -> Any:
    """The same data with whole numbers written as integers."""
    if isinstance(data, dict):
        return {key: _in_integers(value) for key, value in data.items()}
    if isinstance(data, list):
        return [_in_integers(value) for value in data]
    return int(data) if isinstance(data, float) and data.is_integer() else data


def _is_read(name: str, data: Any) -> bool:
    """Whether the parser takes the form of `data`, whatever it then says of the content."""
    try:
        convert(data, KINDS[name])
    except FormatError:
        return False
    return True


@pytest.mark.parametrize("name", KINDS)
@settings(max_examples=400)
@given(spoils=SPOILS)
def test_schema_and_parser_differ_in_whole_numbers_only(
    name: str, spoils: list[tuple[int, str, str, Any]]
) -> None:
    data = _spoilt(SAMPLES[name][0], spoils)
    plain = _in_integers(data)
    fits = CHECKERS[name].is_valid(data)
    assert fits == CHECKERS[name].is_valid(plain) == _is_read(name, plain)
    if json.dumps(data) == json.dumps(plain):
        assert fits == _is_read(name, data)
    else:
        assert fits or not _is_read(name, data)


@pytest.mark.parametrize("number", WHOLE)
def test_a_whole_number_with_a_point_is_refused_whatever_the_schema_takes(number: float) -> None:
    for name, member in (("layout", "exchanges"), ("hand", "flipped"), ("table", "seed")):
        data, parse = SAMPLES[name]
        with pytest.raises(FormatError) as caught:
            parse(data | {member: number})
        assert caught.value.place == member
    placed = '{"tile": "gate-stone", "x": 0, "y": 0.0}'
    text = f'{{"format": "caladale-layout/1", "tileset": "caladale", "tiles": [{placed}]}}'
    CHECKERS["layout"].validate(json.loads(text))
    for odd in (text, text.replace("0.0", "0e0"), text.replace("0.0", "-0.0")):
        with pytest.raises(FormatError, match="a whole number is wanted here"):
            read_layout(odd)
    read_layout(text.replace("0.0", "0"))


def test_every_schema_says_what_it_cannot_say() -> None:
    for kind in KINDS.values():
        assert "1.0 for an integer" in schema_of(kind)["description"]


@pytest.mark.parametrize(
    ("name", "member", "value"),
    [
        ("layout", "flipped", 81),
        ("layout", "flipped", True),
        ("layout", "exchanges", -1),
        ("layout", "variant", "solo3"),
        ("layout", "odd", 1),
        ("layout", "grass", [{"x": 0, "width": 1001}]),
        ("layout", "tiles", [{"tile": "gate-stone", "x": 0, "y": 0, "turn": 4}]),
        ("layout", "tiles", [{"tile": "gate-stone", "x": 0, "y": 10**6 + 1}]),
        ("layout", "rules", {"wild": "odd"}),
        ("hand", "gates", []),
        ("hand", "wilds", 2),
        ("hand", "wilds", None),
        ("hand", "grass", [0]),
        ("table", "seed", -1),
        ("table", "hands", [{}]),
        ("tiles", "name", "Odd Name"),
        ("tiles", "name", "odd\n"),
        ("tiles", "tile", []),
    ],
)
def test_a_schema_knows_the_bounds(name: str, member: str, value: object) -> None:
    data, parse = SAMPLES[name]
    spoilt = data | {member: value}
    assert not CHECKERS[name].is_valid(spoilt)
    with pytest.raises(FormatError):
        parse(spoilt)
