"""The chart of the box: every kind in its turns, well-formed, and safe whatever a file says."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from caladale import Readings, render_box
from caladale.core.tile_file import tile_ids
from caladale.core.tile_names import names_of
from tests.support.own_box import OWN_BOX
from tests.support.strategies import BOX

SPACE = "{http://www.w3.org/2000/svg}"


def texts(picture: str) -> list[str]:
    return [node.text or "" for node in ET.fromstring(picture).iter(f"{SPACE}text")]  # noqa: S314


def test_every_kind_has_its_names_its_number_and_its_turns() -> None:
    picture = render_box(BOX)
    assert picture.isascii()
    found = texts(picture)
    assert "Castles of Caladale: 80 tiles" in found
    for entry in BOX.file.tile:
        first = tile_ids(entry)[0]
        short = names_of(BOX.file).short[entry.id]
        assert short in found
        assert any(one == first or one.startswith(f"{first} to -") for one in found)
        for turn in BOX.faces[first, "front"].orientations:
            assert short + "NESW"[turn] * (turn > 0) in found
        assert (f"{short}:b" in found) == ("back" in BOX.tiles[first].sides)


def test_what_is_used_in_the_picture_is_defined_in_it() -> None:
    root = ET.fromstring(render_box(BOX))  # noqa: S314 - our own picture
    defined = {node.get("id") for node in root.iter() if node.get("id")}
    used = {(node.get("href") or "").lstrip("#") for node in root.iter(f"{SPACE}use")}
    assert used
    assert used <= defined


def test_the_chart_follows_the_readings() -> None:
    assert texts(render_box(BOX, Readings(wild="four_sides"))).count("wE") == 0
    assert texts(render_box(BOX)).count("wE") == 1


def test_a_box_of_ones_own_is_drawn() -> None:
    found = texts(render_box(OWN_BOX))
    assert "aaa-bbb" in found
    assert "A box of one's own: 27 tiles" in found
