"""Every argument of the solver that needs a reading or a kind of tile has a proof and a test."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

from caladale.hand import Hand
from caladale.notation import read_layout
from caladale.readings import Readings
from caladale.solve import arguments
from caladale.solve.explanation import explain
from caladale.tiles import Face, TileSet, load_tileset, standard_tileset
from caladale.validate import validate

CASES = Path(__file__).parent / "cases"
DOCS = Path(__file__).parent.parent / "docs"
NAMES = {
    name
    for name, function in inspect.getmembers(arguments, inspect.isfunction)
    if function.__module__ == arguments.__name__ and not name.startswith("_")
}


def test_every_argument_is_proved_in_the_docs_and_no_other() -> None:
    page = (DOCS / "proofs.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^### `(\w+)`$", page, flags=re.MULTILINE)) == NAMES


def test_every_argument_has_a_test_of_where_it_fails() -> None:
    assert {name for name in NAMES if f"test_{name}" not in Path(__file__).read_text()} == set()


def test_may_slide() -> None:
    """See whole-column-hand.json among the cases: moved to the first column, it breaks rule E."""


def faces(box: TileSet, *names: str) -> list[Face]:
    return [box.faces[name, "front"] for name in names]


def test_sides_pair_up() -> None:
    """An odd stone side is closed by the wild side of an ordinary tile."""
    box = load_tileset(CASES / "no-theme-edge-box.toml")
    castle = read_layout("odd standard 0+4 - - g@1,0 e-1@0,0W e-2@2,0E we-1@1,1", box)
    assert validate(castle).complete
    hand = Hand(("g",), ("e-1", "e-2", "we-1"), tileset=box)
    assert not arguments.sides_pair_up(faces(box, "g", *hand.tiles))
    assert explain(hand) == ()
    theirs = standard_tileset()
    assert arguments.sides_pair_up(faces(theirs, "gate-stone", "stone-edge-1"))


def test_themes_meet_only_in_tiles() -> None:
    """A tile with two wild sides joins stone to tree."""


def test_wild_only_closes() -> None:
    """A wild that is wild on all sides joins a tudor tile to a gate of stone."""
    rules = Readings(wild="four_sides")
    tiles = "gate-stone@1,0 wild-1@0,0 tudor-edge-1@0,1"
    castle = read_layout(f"caladale standard 0+4 - wild=four_sides {tiles}")
    assert validate(castle).valid
    box = castle.tileset.under(rules)
    assert not arguments.wild_only_closes(faces(box, "wild-1"))
    told = explain(Hand(("gate-stone",), ("tudor-edge-1",), rules=rules))
    assert any(reason.startswith("Without the wild: No tile joins stone to tudor") for reason in told)
    assert arguments.wild_only_closes(faces(castle.tileset, "wild-1"))
    told = explain(Hand(("gate-stone",), ("tudor-edge-1",)))
    assert any(reason.startswith("No tile joins stone to tudor") for reason in told)
