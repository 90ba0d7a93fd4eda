"""Repair against brute force and the clock: ``python -m benchmarks.repair``.

*Small*: broken castles of up to 5 tiles with 3 spares, seeds from 0, in Standard and in Solo 2,
half of them under another reading of the rules. Brute force makes every single change within the
box around the tiles and one cell beyond, then every second one after it, and asks the referee of
each castle whether it is legal; the number of changes must be the one that `repair` proves in the
same box, or more than 2 for both.

*Large*: castles of 26 tiles, grown by random legal placements, with 1 to 3 faults: a tile that is
turned, laid elsewhere, or swapped with another. The seconds are those to the end of the search, on
the clock and of processor time, which a busy machine stretches less.

With ``--log FILE`` each answer is kept as a line of JSON, and the same command goes on from there.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

from benchmarks.answers import Answers
from benchmarks.castles import broken, grown
from benchmarks.report import Report, Series, seeds_told
from caladale.core.edges import Cell
from caladale.core.layout import Layout, Placement, Variant
from caladale.core.readings import READINGS, Readings
from caladale.core.tiles import standard_tileset
from caladale.rules.board import Board
from caladale.rules.catalogue import RULES
from caladale.rules.changes import CastleChange
from caladale.rules.verdict import validate
from caladale.solve.minimal_repair.search import repair

BOX = standard_tileset()


def small_problem(seed: int) -> tuple[Layout, tuple[str, ...]]:
    """A broken castle of up to 5 tiles, and 3 spares."""
    rng = random.Random(seed)
    chosen: dict[str, Any] = {}
    if seed % 2:
        reading = rng.choice(READINGS)
        chosen[reading.name] = rng.choice(reading.values)
    variant = rng.choice((Variant.STANDARD, Variant.SOLO2))
    legal = grown(rng, rng.randint(2, 4), Layout(variant=variant, rules=Readings(**chosen)))
    castle = broken(rng, legal, rng.randint(1, 3), ("double", "gate"))
    while len(castle.tiles) > 5:
        castle = broken(rng, legal, rng.randint(1, 3), ("double", "gate"))
    used = {placed.tile for placed in castle.tiles}
    spares = rng.sample([tile.id for tile in BOX.supply() if tile.id not in used], 3)
    return castle, tuple(spares)


def large_problem(seed: int, size: int = 26) -> Layout:
    """A broken castle of 26 tiles with 1 to 3 faults."""
    rng = random.Random(seed)
    while True:
        castle = grown(rng, size)
        if len(castle.tiles) == size:
            return broken(rng, castle, 1 + seed % 3)


class BruteForce:
    """Every castle that one or two changes make of another.

    Knows nothing of how `repair` counts: it makes the changes, and the referee judges. A second
    change is left out only when a breach that the first one left names tiles that all stay.
    """

    def __init__(self, layout: Layout, spares: Iterable[str]) -> None:
        self._layout = layout
        self._spares = tuple(spares)
        above = [placed.cell for placed in layout.tiles if placed.y >= 0]
        columns = [x for x, _ in above]
        self._cells = [
            (x, y)
            for x in range(min(columns) - 1, max(columns) + 2)
            for y in range(max(y for _, y in above) + 2)
        ]

    def fewest(self) -> int | None:
        """The number of changes to a legal castle; None when it is more than 2."""
        if _is_legal(self._layout):
            return 0
        first = list(self._changed(self._layout.tiles))
        if any(_is_legal(self._layout.replace(tiles=tiles)) for tiles in first):
            return 1
        for tiles in first:
            layout = self._layout.replace(tiles=tiles)
            touch = _to_be_touched(layout)
            for again in self._changed(tiles):
                kept = set(tiles).intersection(again)
                if not any(kept.issuperset(named) for named in touch) and _is_legal(
                    self._layout.replace(tiles=again)
                ):
                    return 2
        return None

    def _changed(self, tiles: tuple[Placement, ...]) -> Iterator[tuple[Placement, ...]]:
        """The tiles after every possible change."""
        for i, old in enumerate(tiles):
            others = tiles[:i] + tiles[i + 1 :]
            yield others
            for new in self._anywhere(old):
                yield (*others, new)
        used = {placed.tile for placed in tiles}
        for name in self._spares:
            if name not in used:
                for new in self._anywhere(Placement(name, 0, 0)):
                    yield (*tiles, new)
        for i, j in combinations(range(len(tiles)), 2):
            others = tiles[:i] + tiles[i + 1 : j] + tiles[j + 1 :]
            for there in self._ways(tiles[i], tiles[j].cell):
                for here in self._ways(tiles[j], tiles[i].cell):
                    yield (*others, there, here)

    def _anywhere(self, old: Placement) -> list[Placement]:
        return [new for cell in self._cells for new in self._ways(old, cell)]

    def _ways(self, old: Placement, cell: Cell) -> list[Placement]:
        """Every way to lay a tile in a cell; only in Standard does a gate keep its side."""
        box = self._layout.tileset.under(self._layout.rules)
        keeps = self._layout.variant is Variant.STANDARD
        return [
            Placement(old.tile, *cell, turn, side)
            for side in ((old.side,) if keeps else box.tiles[old.tile].sides)
            for turn in box.faces[old.tile, side].orientations
        ]


_ORDER = sorted(RULES, key=lambda rule: "DCFE".find(rule.code[0]) % 9)
"""The rules, those first that most castles break."""


def _is_legal(layout: Layout) -> bool:
    """What the referee's verdict says, without the sentences."""
    board = Board(layout)
    return (
        not any(
            any(True for _ in rule.check(board))
            for rule in _ORDER
            if not (board.crowded and rule.needs_edges)
        )
        and not board.crowded
    )


def _to_be_touched(layout: Layout) -> list[set[Placement]]:
    """Sets of tiles: while all tiles of one stay as they lie, the castle stays illegal."""
    local = ("B1", "B2", "C", "E", "T1", "T2")
    return [
        {placed for placed in layout.tiles if placed.cell in breach.cells}
        for breach in validate(layout).violations
        if breach.code in local
    ]


def _told(changes: Iterable[CastleChange]) -> list[str]:
    return [change.sentence for change in changes]


def agreement(seed: int) -> dict[str, Any]:
    """Brute force and `repair` on one small castle."""
    castle, spares = small_problem(seed)
    brute = BruteForce(castle, spares).fewest()
    found = repair(castle, spares, seed=seed, workers=1, margin=1)
    proved = found.status.value == "optimal"
    ours = len(found.changes)
    agrees = proved and (ours == brute if brute is not None else ours > 2)
    return {"tiles": len(castle.tiles), "brute": brute, "ours": ours, "agrees": agrees}


def timing(seed: int, workers: int, time_limit: float) -> dict[str, Any]:
    """The seconds of `repair` on one large castle."""
    castle = large_problem(seed)
    began = time.process_time()
    found = repair(castle, seed=seed, workers=workers, time_limit=time_limit)
    cpu = time.process_time() - began
    return {
        "faults": 1 + seed % 3,
        "changes": len(found.changes),
        "proved": found.status.value == "optimal",
        "best_score": found.best_score,
        "seconds": found.seconds,
        "cpu": round(cpu, 3),
        "told": _told(found.changes),
    }


def mended(
    small: range, large: range, *, time_limit: float, workers: int, log: Path | None = None
) -> Report:
    """Repair against brute force on small castles and against the clock on large ones.

    Args:
        small: seeds of castles of up to 5 tiles.
        large: seeds of castles of 26 tiles.
        time_limit: seconds for a large castle.
        workers: threads for a large castle.
        log: where answers are kept.
    """
    answers = Answers(log)

    def answer(key: str, work: Callable[[], Any]) -> Any:
        found = answers.ask(key, work)
        print(key, found, flush=True)
        return found

    agreed = [answer(f"small {seed}", partial(agreement, seed)) for seed in small]
    settings = f"{workers} workers, {time_limit:g} s"
    timed = [
        answer(f"large {seed}, {settings}", partial(timing, seed, workers, time_limit))
        for seed in large
    ]
    rows: list[dict[str, object]] = [
        {"castle": "small", "seed": seed, **row} for seed, row in zip(small, agreed, strict=True)
    ]
    rows += [
        {"castle": "large", "seed": seed, **row, "told": " ".join(row["told"])}
        for seed, row in zip(large, timed, strict=True)
    ]
    return Report(
        part="repair",
        title="Fewest changes that mend a castle of 26 tiles",
        unit="s",
        settings={
            "seeds of small castles": seeds_told(small),
            "of large ones": seeds_told(large),
            "time limit": f"{time_limit:g} s",
            "workers": workers,
        },
        rows=rows,
        series=_by_faults(timed, time_limit),
        limit=time_limit,
        remarks=("processor times are told as they are", *_agreement_told(agreed)),
    )


def _by_faults(timed: Sequence[dict[str, Any]], time_limit: float) -> list[Series]:
    """The seconds on the clock, then of processor time, for each number of faults."""
    series = []
    for name, clock in (("seconds", ""), ("cpu", ", processor time")):
        for faults in (1, 2, 3):
            some = [one for one in timed if one["faults"] == faults]
            if not some:
                continue
            proved = sum(one["proved"] for one in some)
            best = sum(one["best_score"] for one in some)
            note = f"{proved} of {len(some)} proved, the best score of {best}"
            # A busy machine stretches the clock, and threads add to the processor time.
            times = [one[name] if one["proved"] or clock else time_limit for one in some]
            told = f"{faults} fault{'s' if faults > 1 else ''}{clock}"
            series.append(Series(told, tuple(times), "" if clock else note))
    return series


def _agreement_told(agreed: Sequence[dict[str, Any]]) -> Iterator[str]:
    counts = [one["brute"] for one in agreed]
    told = ", ".join(f"{counts.count(n)} take {n}" for n in (1, 2))
    yield (
        f"small castles: {sum(one['agrees'] for one in agreed)} of {len(agreed)} agree with brute "
        f"force ({told}, {counts.count(None)} more)"
    )


def main() -> None:
    """Print a line a castle and a summary."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", type=int, default=200)
    parser.add_argument("--large", type=int, default=60)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--time-limit", type=float, default=10.0)
    parser.add_argument("--log", type=Path)
    options = parser.parse_args()
    report = mended(
        range(options.small),
        range(options.large),
        time_limit=options.time_limit,
        workers=options.workers,
        log=options.log,
    )
    print(report.text(), end="")


if __name__ == "__main__":
    main()
