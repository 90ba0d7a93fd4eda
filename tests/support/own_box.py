"""A box that nobody printed, whose names are as awkward as a tile file allows."""

from __future__ import annotations

from caladale.core.tile_file import parse_tilefile
from caladale.core.tiles import build_tileset

_ENTRY = """
[[tile]]
id = "{name}"
group = "standard"
role = "two"
{count}
edges = ["stone", "stone", "sky", "sky"]
provenance = "assumed"
note = "Made for tests."
"""

KINDS = {
    "w": 2,
    "w-s": 0,  # its short name is also the wild-like w turned to S
    "hall": 0,
    "halls": 0,  # hall turned to S
    "timer": 2,  # a setting too
    "speed": 0,
    "own": 3,  # the name of the box
    "two": 1,
    "two-2": 0,
    "stone-two": 3,
    "aaa-bbb": 2,
    "aab-bba": 2,
    "abab": 2,
    "ba": 1,  # no letter is left for it
    "supply": 1,
}
"""How many there are of each kind; 0 for a single tile without a number."""


def own_tile_file() -> str:
    """The text of the tile file."""
    tiles = sum(max(1, count) for count in KINDS.values())
    head = f"""format = "caladale-tiles/1"
name = "own"
title = "A box of one's own"

[counts]
standard = {tiles}
gate = 2
enchanted = 0
wild = 1
supply = {tiles}
supply_without_plus = {tiles}
"""
    entries = "".join(
        _ENTRY.format(name=name, count=f"count = {count}" if count else "")
        for name, count in KINDS.items()
    )
    gates = "".join(
        f"""
[[tile]]
id = "{name}"
group = "gate"
role = "gate"
edges = ["stone", "stone", "stone", "stone"]
back = ["stone", "tree", "stone", "stone"]
provenance = "assumed"
note = "Made for tests."
"""
        for name in ("gat", "gate")  # gat turned to E
    )
    wild = """
[[tile]]
id = "wil-d"
group = "wild"
role = "wild"
edges = ["sky", "sky", "wild", "sky"]
provenance = "assumed"
note = "Made for tests."
"""
    return head + entries + gates + wild


OWN_BOX = build_tileset(parse_tilefile(own_tile_file()))
