"""The picture of the house in ``docs/architecture.md``, drawn from the imports of the package.

A row for each room, uppermost first, and a dot in it below each room that it imports. As all dots
lie left of the diagonal, no import points upwards and none goes round in a circle.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from html import escape
from pathlib import Path

import networkx as nx

PACKAGE = Path(__file__).parent.parent / "caladale"

ROOMS = {
    "core": "values: edges, tiles, the box, layouts, hands, readings",
    "_io": "strict JSON, formats, whole files or none",
    "rules": "the referee",
    "notation": "the written forms",
    "render": "drawings for the terminal",
    "render.svg": "pictures",
    "render.html": "pages",
    "construct": "castles built quickly",
    "solve": "results of searches",
    "solve.engine": "CP-SAT, and the one loop of all searches",
    "solve.models": "castles as constraints",
    "solve.hand": "the best castle from a hand",
    "solve.all_tiles": "the all-tiles challenge",
    "solve.minimal_repair": "the fewest changes",
    "solve.explanation": "why a hand makes no more",
    "batch": "many hands at once",
    "games": "the games as states, and their logs",
    "players": "computer players and advice",
    "cli": "what commands share",
    "cli.repl": "games in the terminal",
    "cli.commands": "the commands",
}
"""Each room with what is in it; modules beside the rooms, such as the errors, are left out."""


def imports() -> nx.DiGraph[str]:
    """Which room imports which."""
    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_nodes_from(ROOMS)
    for path in PACKAGE.rglob("*.py"):
        module = ".".join(path.relative_to(PACKAGE).with_suffix("").parts)
        room = _room(module.removesuffix(".__init__"))
        for other in _imported(path, is_front=path.name == "__init__.py"):
            target = _room(other)
            if room and target and room != target:
                graph.add_edge(room, target)
    return graph


def _room(module: str) -> str | None:
    """The room that a module lies in; None for one that lies in none."""
    parts = module.split(".")
    names = (".".join(parts[:length]) for length in range(len(parts), 0, -1))
    return next((name for name in names if name in ROOMS), None)


def _imported(path: Path, *, is_front: bool) -> Iterator[str]:
    """The modules of the package that a file imports.

    A front hands on names of the rooms within it; that is no import of its own.
    """
    tree = ast.parse(path.read_text(encoding="utf-8"))
    nodes = tree.body if is_front else ast.walk(tree)
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and node.module == "caladale":
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("caladale."):
            yield (node.module or "").removeprefix("caladale.")


def order(graph: nx.DiGraph[str]) -> list[str]:
    """The rooms, each above all that it imports; ones that belong together side by side.

    Raises:
        networkx.NetworkXUnfeasible: when imports go round in a circle.
    """
    height: dict[str, int] = {}
    for room in reversed(list(nx.topological_sort(graph))):
        height[room] = max((height[other] + 1 for other in graph[room]), default=0)
    return sorted(ROOMS, key=lambda room: (-height[room], list(ROOMS).index(room)))


_ROW, _TOP, _NAME = 24, 10, 170
_STYLE = (
    "text{font:13px system-ui,sans-serif;fill:#333}"
    ".room{font-weight:600}.what{fill:#777;font-size:12px}"
    "circle{fill:#a3502f}.self{fill:none;stroke:#bbb}.line{stroke:#eee}"
    "@media(prefers-color-scheme:dark){text{fill:#ddd}.what{fill:#999}.line{stroke:#444}"
    "circle{fill:#e08a5f}.self{stroke:#777}}"
)


def house_picture() -> str:
    """The picture as SVG."""
    graph = imports()
    rooms = order(graph)
    width = _NAME + _ROW * len(rooms) + 340
    height = _TOP + _ROW * len(rooms) + 10
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">',
        "<title>Which room of caladale imports which</title>",
        f"<style>{_STYLE}</style>",
    ]
    for row, room in enumerate(rooms):
        y = _TOP + _ROW * row
        middle = y + _ROW // 2
        end = _NAME + 20 + _ROW * len(rooms)
        lines.append(f'<path class="line" d="M0 {y}H{width}"/>')
        lines.append(f'<text class="room" x="{_NAME}" y="{middle + 4}" text-anchor="end">')
        lines[-1] += f"{escape(room)}</text>"
        lines.append(f'<text class="what" x="{end}" y="{middle + 4}">{escape(ROOMS[room])}</text>')
        for column, other in enumerate(rooms):
            x = _NAME + 20 + _ROW * (len(rooms) - 1 - column)
            if other == room:
                lines.append(f'<circle class="self" cx="{x}" cy="{middle}" r="6"/>')
            elif graph.has_edge(room, other):
                lines.append(f'<circle cx="{x}" cy="{middle}" r="6">')
                lines[-1] += f"<title>{escape(room)} imports {escape(other)}</title></circle>"
    return "\n".join([*lines, "</svg>"]) + "\n"
