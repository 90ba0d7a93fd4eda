"""Small boxes for tests: a tile file from a few words a kind."""

from __future__ import annotations

from collections import Counter

from caladale.core.tile_file import parse_tilefile
from caladale.core.tiles import TileSet, build_tileset

_EDGES = {"-": "sky", "s": "stone", "t": "tree", "u": "tudor", "w": "wild"}


def odd_text(*kinds: str) -> str:
    """The tile file of a box: each kind as ``id role edges``, or ``id gate edges back``.

    Edges are four letters, N E S W: ``-`` sky, ``s`` stone, ``t`` tree, ``u`` tudor, ``w`` wild. A
    number after the id, as in ``edge*3``, says how many there are.
    """
    groups: Counter[str] = Counter()
    lines = []
    for kind in kinds:
        name, role, edges, *back = kind.split()
        name, _, count = name.partition("*")
        group = "gate" if role == "gate" else "enchanted" if role in "abc" else "standard"
        groups[group] += int(count or 1)
        lines += ["[[tile]]", f'id = "{name}"', f'group = "{group}"', f'role = "{role}"']
        lines += [f"count = {count}"] if count else []
        lines += [f"edges = {_listed(edges)}"]
        lines += [f"back = {_listed((back or [edges])[0])}"] if role == "gate" else []
        lines += ['provenance = "assumed"', 'note = "Odd."']
    drawn = groups["standard"] + groups["enchanted"]
    counts = [f"{group} = {groups[group]}" for group in ("standard", "gate", "enchanted", "wild")]
    counts += [f"supply = {drawn}", f"supply_without_plus = {drawn}"]
    head = ['format = "caladale-tiles/1"', 'name = "odd"', 'title = "Odd"', "[counts]"]
    return "\n".join([*head, *counts, *lines]) + "\n"


def _listed(edges: str) -> str:
    return "[" + ", ".join(f'"{_EDGES[edge]}"' for edge in edges) + "]"


def odd_box(*kinds: str) -> TileSet:
    """The box itself; see `odd_text`."""
    return build_tileset(parse_tilefile(odd_text(*kinds)))
