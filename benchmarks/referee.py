"""How fast is the referee? ``python -m benchmarks.referee``.

- start-up: ``caladale validate`` on one file against ``python -c pass``, in the same run
- validating and scoring a parsed castle of 76 tiles, one core
- a layout of 10,000 tiles, supported from one end to the other
"""

from __future__ import annotations

import statistics
import tempfile
from pathlib import Path

from benchmarks.report import Report, Series
from benchmarks.timing import command_seconds, timed
from caladale.core.layout import Grass, Layout, Placement, Variant
from caladale.core.tiles import standard_tileset
from caladale.notation import write_json
from caladale.rules.score_sheet import score
from caladale.rules.verdict import validate


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


def start_up(runs: int = 15) -> Report:
    """Time the command against the empty Python program, taking turns."""
    seconds: dict[str, list[float]] = {"python -c pass": [], "caladale validate": []}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "castle.json"
        path.write_text(write_json(comb(25)), encoding="utf-8")
        for _ in range(runs):
            seconds["python -c pass"].append(command_seconds(["-c", "pass"]))
            seconds["caladale validate"].append(
                command_seconds(["-m", "benchmarks.quiet", "validate", str(path)])
            )
    allowed = 3 * statistics.median(seconds["python -c pass"]) + 0.15
    return Report(
        part="start-up",
        title="From start to end of a command",
        unit="ms",
        settings={"runs": runs, "tiles": len(comb(25).tiles)},
        rows=_rows("command", seconds),
        series=_in_milliseconds(seconds),
        remarks=(f"goal: 3 times the empty program + 150 ms = {allowed * 1e3:.0f} ms",),
    )


def verdicts(runs: int = 300, large_runs: int = 5) -> Report:
    """Time verdict and score together, as ``validate`` and ``score`` called one after the other.

    Args:
        runs: how often for a castle of the box's size.
        large_runs: how often for 10,000 tiles.
    """
    small = wall(9, 8, Variant.ALL_TILES).placing(
        *(Placement(f"stone-edge-{n}", n, 8) for n in (1, 2, 3)), Placement("tree-edge-1", 0, 8)
    )
    layouts = {
        "76 tiles, mostly broken rules": small,
        "76 tiles, legal but for numbers": comb(25),
        "10,000 tiles, a wall": wall(100, 100, Variant.ALL_TILES),
        "10,000 tiles, one tower": tall_tower(10_000),
    }
    seconds = {
        name: _judged(layout, runs if len(layout.tiles) < 100 else large_runs)
        for name, layout in layouts.items()
    }
    return Report(
        part="referee",
        title="Verdict and score of one castle",
        unit="ms",
        settings={"runs": runs, "runs with 10,000 tiles": large_runs, "cores used": 1},
        rows=_rows("castle", seconds),
        series=_in_milliseconds(seconds),
    )


def _judged(layout: Layout, runs: int) -> list[float]:
    def judge() -> None:
        validate(layout)
        score(layout)

    judge()
    return [timed(judge) for _ in range(runs)]


def _rows(what: str, seconds: dict[str, list[float]]) -> list[dict[str, object]]:
    return [
        {what: name, "run": run, "seconds": round(value, 6)}
        for name, values in seconds.items()
        for run, value in enumerate(values)
    ]


def _in_milliseconds(seconds: dict[str, list[float]]) -> list[Series]:
    return [
        Series(
            name,
            tuple(value * 1e3 for value in values),
            f"{1 / statistics.median(values):.0f} a second",
        )
        for name, values in seconds.items()
    ]


def main() -> None:
    """Print the figures."""
    print(start_up().text())
    print(verdicts().text(), end="")


if __name__ == "__main__":
    main()
