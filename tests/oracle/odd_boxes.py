"""Odd boxes: tile files that nobody printed, and whose tiles are unlike those of the game."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.oracle.tiles import SKY, WILD, Edges, turned

THEMES = ("stone", "tree", "tudor")
"""The format knows these three."""

_USUAL = {
    "four": (1, 1, 1, 1),
    "three": (0, 1, 1, 1),
    "two": (1, 1, 0, 0),
    "mid": (1, 0, 1, 0),
    "edge": (0, 0, 1, 0),
    "tower": (0, 0, 1, 0),
    "a": (1, 1, 2, 2),
    "b": (2, 1, 1, 1),
    "c": (1, 2, 2, 2),
}
"""The sides of the usual tiles: sky, the first theme, the second."""

_TITLES = {"standard": "standard", "gate": "gate", "enchanted": "enchanted", "wild": "wild"}


@dataclass
class _Kind:
    id: str
    group: str
    role: str
    edges: Edges
    back: Edges | None = None
    count: int | None = None

    @property
    def number(self) -> int:
        return self.count or 1


@dataclass
class OddBox:
    """A tile file in the making.

    Attributes:
        kinds: its entries.
        overlays: by reading and value, the kinds whose edges it changes, with those edges.
    """

    kinds: list[_Kind] = field(default_factory=list)
    overlays: dict[tuple[str, str], dict[str, Edges]] = field(default_factory=dict)

    def text(self) -> str:
        """The tile file."""
        lines = ['format = "caladale-tiles/1"', 'name = "odd"', 'title = "Odd"', "[counts]"]
        numbers = {
            group: sum(kind.number for kind in self.kinds if kind.group == group)
            for group in _TITLES
        }
        drawn = numbers["standard"] + numbers["enchanted"]
        numbers |= {"supply": drawn, "supply_without_plus": drawn}
        lines += [f"{name} = {number}" for name, number in numbers.items()]
        for kind in self.kinds:
            lines += ["[[tile]]", f'id = "{kind.id}"']
            lines += [f'group = "{kind.group}"', f'role = "{kind.role}"']
            if kind.count is not None:
                lines.append(f"count = {kind.count}")
            lines.append(f"edges = {_listed(kind.edges)}")
            if kind.back is not None:
                lines.append(f"back = {_listed(kind.back)}")
            lines += ['provenance = "assumed"', 'note = "Odd."']
        for (reading, value), changes in self.overlays.items():
            lines += ["[[overlay]]", f'reading = "{reading}"', f'value = "{value}"', "change = ["]
            for kind_id, edges in changes.items():
                lines.append(f'    {{ id = "{kind_id}", edges = {_listed(edges)} }},')
            lines.append("]")
        return "\n".join(lines) + "\n"


def _listed(edges: Edges) -> str:
    return "[" + ", ".join(f'"{edge}"' for edge in edges) + "]"


def odd_box(rng: random.Random) -> str:
    """The tile file of an odd box.

    It is a mixture of what no box of the game has: a single theme or two, wild or sky edges where
    they do not belong, counted gates, no towers or towers that are castle on top, gates that show
    sky below or at their sides, edge tiles of odd shapes.
    """
    box = OddBox()
    themes = rng.sample(THEMES, rng.choices((1, 2, 3), (4, 4, 2))[0])
    oddity = rng.choice((0.1, 0.3, 0.6))
    for number in range(rng.choices((1, 2, 3), (6, 3, 1))[0]):
        box.kinds.append(_gate(rng, f"g{'abc'[number]}", themes, oddity))
    roles = ["four", "three", "two", "mid", "edge", "edge", "tower", "tower", "a", "b", "c"]
    if rng.random() < 0.2:
        roles = [role for role in roles if role != "tower"]
    for number in range(rng.randint(3, 6)):
        role = rng.choice(roles)
        kind = _Kind(
            f"{role}{number}",
            rng.choice(("standard", "enchanted")) if role in "abc" else "standard",
            role,
            _edges(rng, _USUAL[role], themes, oddity),
            count=rng.choice((None, 1, 2, 3, 4)),
        )
        if role == "mid" or rng.random() < 0.1:
            kind.group = rng.choice(("standard", "enchanted"))
        box.kinds.append(kind)
    if rng.random() < 0.8:
        cap = (SKY, SKY, WILD, SKY)
        edges = cap if rng.random() < 0.7 else _edges(rng, (0, 0, 1, 0), [*themes, WILD], 0.5)
        box.kinds.append(_Kind("w", "wild", "wild", edges, count=rng.choice((None, 1, 4))))
    _overlay(rng, box)
    return box.text()


def _gate(rng: random.Random, name: str, themes: Sequence[str], oddity: float) -> _Kind:
    def side() -> Edges:
        usual = rng.choice(((1, 1, 1, 1), (1, 2, 1, 1), (1, 0, 1, 0)))
        return _edges(rng, usual, themes, oddity / 2)

    return _Kind(name, "gate", "gate", side(), side(), rng.choice((None, None, 1, 2)))


def _edges(rng: random.Random, usual: Sequence[int], themes: Sequence[str], oddity: float) -> Edges:
    """Edges of a usual shape, some of them changed, perhaps turned."""
    first, second = rng.choice(themes), rng.choice(themes)
    north, east, south, west = (
        rng.choice((SKY, WILD, *themes)) if rng.random() < oddity else (SKY, first, second)[mark]
        for mark in usual
    )
    edges = (north, east, south, west)
    return turned(edges, rng.randrange(4)) if rng.random() < oddity / 3 else edges


def _overlay(rng: random.Random, box: OddBox) -> None:
    """Sometimes, what the readings of printed edges change."""
    for kind in box.kinds:
        if kind.group == "wild" and rng.random() < 0.5:
            box.overlays["wild", "four_sides"] = {kind.id: (WILD, WILD, WILD, WILD)}
    gates = [kind for kind in box.kinds if kind.group == "gate"]
    if rng.random() < 0.5:
        box.overlays["gate_sides", "sky"] = {
            gate.id: (gate.edges[0], SKY, gate.edges[2], SKY) for gate in gates
        }
    halves = [kind for kind in box.kinds if kind.role == "a"]
    if halves and rng.random() < 0.5:
        box.overlays["enchanted_a", "two_sided"] = {
            kind.id: (kind.edges[0], kind.edges[2], SKY, SKY) for kind in halves
        }
