"""How fast is the referee? ``python -m benchmarks.referee``.

- start-up: ``caladale validate`` on one file against ``python -c pass``, in the same run
- validating and scoring a parsed castle of 76 tiles, one core
- a layout of 10,000 tiles, supported from one end to the other
"""

from __future__ import annotations

import statistics
import tempfile
from pathlib import Path

from benchmarks.timing import command_seconds, machine, summary, timed
from caladale.layout import Grass, Layout, Placement, Variant
from caladale.notation import write_json
from caladale.score import score
from caladale.tiles import standard_tileset
from caladale.validate import validate


def wall(width: int, height: int, variant: Variant) -> Layout:
    """A wall of the box's own tiles, row by row, upright, each used again when all are."""
    names = [t.id for t in standard_tileset().tiles.values() if t not in standard_tileset().wilds()]
    tiles = tuple(
        Placement(names[(x + y * width) % len(names)], x, y)
        for y in range(height)
        for x in range(width)
    )
    return Layout(tiles, (Grass(0, width),), variant)


def tall_tower(tiles: int) -> Layout:
    """One column of straight tiles: support has to travel from the grass to the very top."""
    column = [Placement("gate-stone", 0, 0)]
    column += [Placement("stone-mid-1", 0, y) for y in range(tiles - 1, 0, -1)]
    return Layout(tuple(column))


def comb(teeth: int) -> Layout:
    """A tower with a pair of hung tiles at each storey: four tiles a storey."""
    tiles = [Placement("gate-stone", 0, 0)]
    for y in range(1, teeth + 1):
        tiles.append(Placement("stone-four-1", 0, y))
        tiles.append(Placement("stone-edge-1", 1, y, 1))
        tiles.append(Placement("stone-edge-2", -1, y, 3))
    return Layout(tuple(tiles))


def main() -> None:
    """Print the figures."""
    print(machine())
    start_up()
    small = wall(9, 8, Variant.ALL_TILES).placing(
        *(Placement(f"stone-edge-{n}", n, 8) for n in (1, 2, 3)), Placement("tree-edge-1", 0, 8)
    )
    one_layout("76 tiles, mostly broken rules", small, 300)
    one_layout("76 tiles, legal but for numbers", comb(25), 300)
    one_layout("10,000 tiles, a wall", wall(100, 100, Variant.ALL_TILES), 5)
    one_layout("10,000 tiles, one tower", tall_tower(10_000), 5)


def start_up(runs: int = 15) -> None:
    """Time the command against the empty Python program, taking turns."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "castle.json"
        path.write_text(write_json(comb(25)), encoding="utf-8")
        empty, command = [], []
        for _ in range(runs):
            empty.append(command_seconds(["-c", "pass"]))
            command.append(command_seconds(["-m", "benchmarks.quiet", "validate", str(path)]))
    print(f"python -c pass            {summary(empty)}")
    print(f"caladale validate         {summary(command)}")
    allowed = 3 * statistics.median(empty) + 0.15
    print(f"  goal: 3 times the empty program + 150 ms = {allowed * 1e3:.0f} ms")


def one_layout(name: str, layout: Layout, runs: int) -> None:
    """Time verdict and score together, as ``validate`` and ``score`` called one after the other."""

    def judge() -> None:
        validate(layout)
        score(layout)

    judge()
    seconds = [timed(judge) for _ in range(runs)]
    rate = 1 / statistics.median(seconds)
    print(f"{name:32} {len(layout.tiles):6} tiles  {summary(seconds)}  {rate:.0f} a second")


if __name__ == "__main__":
    main()
