"""The picture of the house in ``docs/architecture.md``, drawn from the imports of the package.

A room stands below all that import it. An arrow is drawn where no way round over other rooms leads
to the same place, so that the arrows stay few; the description of the picture lists all imports.
"""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path

import networkx as nx

from caladale.render.svg import palette as c
from caladale.render.svg.markup import Node, Point, add, new, number, point, trace, written

PACKAGE = Path(__file__).parents[1] / "caladale"
HOUSE_WITHIN = "caladale.solve"
"""The room that is drawn with its own rooms inside."""

_WIDTH = 800.0
_ROOM, _ROOM_WITHIN = (152.0, 62.0), (122.0, 78.0)
_ASIDE, _BETWEEN, _LANE = 14.0, 36.0, 24.0
"""Between rooms side by side, between rows, and what an arrow needs that passes a row."""
_NAME, _WORDS = 15.5, 12.0


def house_picture() -> str:
    """The picture as the text of an SVG file.

    Raises:
        networkx.NetworkXUnfeasible: when rooms import each other in a circle.
    """
    modules = {_name(path): ast.parse(path.read_text(encoding="utf-8")) for path in _files()}
    imports = {(a, b) for a, tree in modules.items() for b in _imported(tree, modules) if a != b}
    says = {name: _purpose(tree) for name, tree in modules.items()}
    within = _Floors(_rooms(HOUSE_WITHIN, imports, modules), _ROOM_WITHIN)
    top = _Floors(
        _rooms("caladale", imports, modules),
        _ROOM,
        {HOUSE_WITHIN: (within.width + 2 * _ASIDE, within.height + 2 * _ASIDE + _NAME)},
    )
    margin = (_WIDTH - top.width) / 2
    height = top.height + 2 * _ASIDE
    root = new(
        "svg",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(_WIDTH)} {number(height)}",
        width=_WIDTH,
        height=height,
        role="img",
    )
    add(root, "title", "The rooms of caladale, each above those that it imports")
    add(root, "desc", " ".join(_sentences(top.graph, within.graph)))
    add(root, "rect", width=_WIDTH, height=height, fill=c.PAPER)
    _draw(root, top, (margin, _ASIDE), says)
    x, y = top.corner(HOUSE_WITHIN)
    _draw(root, within, (margin + x + _ASIDE, 2 * _ASIDE + y + _NAME), says)
    return written(root)


def _files() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def _name(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imported(tree: ast.Module, modules: Mapping[str, ast.Module]) -> Iterator[str]:
    """The modules of the package that a module imports, at once or when they are first used."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in modules)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                yield from [name for name in (whole, node.module) if name in modules][:1]


def _purpose(tree: ast.Module) -> str:
    """What a package is for: the first words of its docstring."""
    first = (ast.get_docstring(tree) or "").split("\n\n")[0]
    return re.split(r"[:,.]", " ".join(first.split()))[0]


def _rooms(
    house: str, imports: set[tuple[str, str]], modules: Mapping[str, ast.Module]
) -> nx.DiGraph[str]:
    """What the rooms of a house import of each other.

    Rooms are its packages, and modules of its own that packages of it import. What begins with an
    underscore is of no room but where it is a package.
    """
    depth = house.count(".") + 2
    packages = {
        _name(path) for path in PACKAGE.rglob("__init__.py") if _name(path).count(".") == depth - 1
    }
    packages = {name for name in packages if name.startswith(f"{house}.")}
    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_nodes_from(sorted(packages))
    for one, other in sorted(imports):
        a, b = (".".join(name.split(".")[:depth]) for name in (one, other))
        is_module = b in modules and b not in packages and b.startswith(f"{house}.")
        if is_module and b.rpartition(".")[2].startswith("_"):
            continue
        if a in packages and a != b and (b in packages or is_module):
            graph.add_edge(a, b)
    return graph


class _Floors:
    """Rooms in rows, each below all that import it, and the ways of the arrows between them.

    Args:
        graph: what imports what.
        size: the width and height of a room.
        sizes: the same for rooms of another size.

    Attributes:
        graph: as given.
        few: the graph without arrows that a way round makes needless.
        width: of all rows together.
        height: likewise.
    """

    def __init__(
        self,
        graph: nx.DiGraph[str],
        size: tuple[float, float],
        sizes: Mapping[str, tuple[float, float]] | None = None,
    ) -> None:
        self.graph = graph
        self.few: nx.DiGraph[str] = nx.transitive_reduction(graph)
        self._sizes = dict.fromkeys(graph, size) | dict(sizes or {})
        self._lanes: dict[tuple[str, str], list[str]] = {}
        self._rows = self._in_rows()
        heights = [max(self.size(name)[1] for name in row) for row in self._rows]
        widths = [
            sum(self.size(name)[0] for name in row) + _ASIDE * (len(row) - 1) for row in self._rows
        ]
        self.width = max(widths)
        self.height = sum(heights) + _BETWEEN * (len(heights) - 1)
        self._middle: dict[str, Point] = {}
        self._ends: dict[str, tuple[float, float]] = {}
        y = 0.0
        for row, height, width in zip(self._rows, heights, widths, strict=True):
            x, aside = 0.0, _ASIDE + (self.width - width) / len(row)
            x = (aside - _ASIDE) / 2
            for name in row:
                self._middle[name] = (x + self.size(name)[0] / 2, y + height / 2)
                self._ends[name] = (y, y + height)
                x += self.size(name)[0] + aside
            y += height + _BETWEEN

    def size(self, name: str) -> tuple[float, float]:
        """The width and height of a room, or of a lane."""
        return self._sizes.get(name, (_LANE, 0.0))

    def corner(self, name: str) -> Point:
        """The upper left corner of a room."""
        (x, y), (width, height) = self._middle[name], self.size(name)
        return x - width / 2, y - height / 2

    def ways(self) -> Iterator[str]:
        """The arrows as path data, each down through the gaps between rows."""
        leaving = {name: self._by_place(name, self.few.successors(name)) for name in self.graph}
        coming = {name: self._by_place(name, self.few.predecessors(name)) for name in self.graph}
        for one, other in sorted(self.few.edges):
            lanes = self._lanes.get((one, other), [])
            start = self._port(one, leaving[one].index(other), len(leaving[one]))
            end = self._port(other, coming[other].index(one), len(coming[other]))
            stops = [one, *lanes, other]
            across = [start, *(self._middle[lane][0] for lane in lanes), end]
            top, bottom = self.corner(one)[1] + self.size(one)[1], self.corner(other)[1]
            path = trace((start, top), (start, self._ends[one][1]))
            for (a, b), (name, below) in zip(pairwise(across), pairwise(stops), strict=True):
                y0, y1 = self._ends[name][1], self._ends[below][0]
                half = (y0 + y1) / 2
                path += f"C{point((a, half))} {point((b, half))} {point((b, y1))}"
                if below is not other:
                    path += f"V{number(self._ends[below][1])}"
            yield f"{path}V{number(bottom - _HEAD)}"
            yield trace((end - 5, bottom - 9), (end + 5, bottom - 9), (end, bottom), close=True)

    def _port(self, name: str, index: int, of: int) -> float:
        """Where an arrow leaves a room or comes to it, of several side by side."""
        reach = min(0.7 * self.size(name)[0], 44.0 * (of - 1))
        share = index / (of - 1) if of > 1 else 0.5
        return self._middle[name][0] + reach * (share - 0.5)

    def _by_place(self, name: str, others: Iterator[str]) -> list[str]:
        """The rooms at the other ends of arrows, in the order in which the arrows come in."""

        def stop(other: str) -> Point:
            leaving, coming = self._lanes.get((name, other)), self._lanes.get((other, name))
            return self._middle[leaving[0] if leaving else coming[-1] if coming else other]

        return sorted(others, key=stop)

    def _in_rows(self) -> list[list[str]]:
        """The rooms row by row, with a lane in each row that an arrow passes."""
        level: dict[str, int] = {}
        for name in nx.topological_sort(self.few):
            above = self.few.predecessors(name)
            level[name] = max((level[one] + 1 for one in above), default=0)
        # What nobody imports stands as low as what it imports allows.
        for name in self.few:
            if not self.few.pred[name] and self.few.succ[name]:
                level[name] = min(level[below] for below in self.few.successors(name)) - 1
        rows: list[list[str]] = [[] for _ in range(max(level.values()) + 1)]
        for name in sorted(level):
            rows[level[name]].append(name)
        links: nx.Graph[str] = nx.Graph()
        for one, other in sorted(self.few.edges):
            lanes = [f"{one} > {other} {row}" for row in range(level[one] + 1, level[other])]
            self._lanes[one, other] = lanes
            for place, lane in enumerate(lanes, level[one] + 1):
                rows[place].append(lane)
            nx.add_path(links, [one, *lanes, other])
        for _ in range(_SWEEPS):
            for order in (rows, rows[::-1]):
                for fixed, row in pairwise(order):
                    share = {name: i / len(fixed) for i, name in enumerate(fixed)}
                    row.sort(key=lambda name: _mean(share, links[name]))
        return rows


def _mean(place: Mapping[str, float], names: Mapping[str, object]) -> float:
    known = [place[name] for name in names if name in place]
    return sum(known) / len(known) if known else 0.5


_SWEEPS = 8
"""How often rows are put in the order of those above and below them."""
_HEAD = 6.0


def _draw(root: Node, floors: _Floors, corner: Point, says: Mapping[str, str]) -> None:
    x, y = corner
    group = add(root, "g", transform=f"translate({point((x, y))})")
    for way in floors.ways():
        is_head = way.endswith("Z")
        style = {"fill": c.BEAM} if is_head else {"fill": "none", "stroke": c.BEAM}
        add(group, "path", d=way, stroke_width=1.8, **style)
    for name in floors.graph:
        _draw_room(group, floors, name, says[name])


def _draw_room(group: Node, floors: _Floors, name: str, words: str) -> None:
    (x, y), (width, height) = floors.corner(name), floors.size(name)
    is_house = name == HOUSE_WITHIN
    add(
        group,
        "rect",
        x=x,
        y=y,
        width=width,
        height=height,
        rx=6.0,
        fill=c.SKY_BOTTOM if is_house else c.PLASTER,
        stroke=c.BEAM,
        stroke_width=2.0,
    )
    style = {"font_family": "sans-serif", "fill": c.INK, "text_anchor": "middle"}
    label = name.rpartition(".")[2]
    middle, top = x + width / 2, y + 1.3 * _NAME
    add(group, "text", label, x=middle, y=top, font_size=_NAME, font_weight="bold", **style)
    if is_house:
        return
    for n, line in enumerate(textwrap.wrap(words, round(width / (0.55 * _WORDS)))[:3]):
        baseline = top + (n + 1) * 1.35 * _WORDS
        add(group, "text", line, x=middle, y=baseline, font_size=_WORDS, **style)


def _sentences(*graphs: nx.DiGraph[str]) -> Iterator[str]:
    for graph in graphs:
        for name in sorted(graph):
            others = [other.partition(".")[2] for other in sorted(graph.successors(name))]
            yield f"{name.partition('.')[2]} imports {', '.join(others) or 'none of the others'}."
