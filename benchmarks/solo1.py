"""Solo 1, way against way: ``nice python -m benchmarks.solo1 --games 200 --jobs 2``.

The same dealt games (seeds from 0) are played four ways:

- random: any gate and any placement of a face-up tile or the wild, until nothing fits;
- greedy: the placement with the best score now, ties by fewest exposed edges, then by the place of
  the tile on the supply board, then without a slide first, then column, row, turn; until nothing
  fits;
- promising: the placement whose castle promises most, without looking ahead;
- adviser: what `caladale advise` says, until it says to stop.

Every move is made in the game itself, so the referee has judged each castle. Printed are means and
quartiles, the adviser's lead over greedy (paired by game) with its 95 % interval, the time of the
adviser's decisions, and the clairvoyant bound: the most points that counting castle edges allows
any castle of one gate, the 72 tiles and the wild. Whoever knows the stack builds from these same
tiles, whatever their order, so no play of any of these games can score more.

With ``--log FILE`` each game is kept as a line of JSON, and the same command goes on from there.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from benchmarks.report import Report, Series, seeds_told
from caladale.core.layout import Variant
from caladale.games.deal import deal_hand
from caladale.games.move import Done, Move, Place
from caladale.games.record import GameRecord
from caladale.games.setup import Setup
from caladale.games.solo1 import Solo1State
from caladale.players.lookahead import LOOKAHEAD, Lookahead
from caladale.players.solo1_adviser import choices
from caladale.rules.score_sheet import score

PROMISING = Lookahead(rounds=((1, 1),), depth=0, beam=0)
"""No look ahead: what promises most."""


def random_way(state: Solo1State, chance: random.Random) -> tuple[Move, ...] | None:
    """Any placement there is."""
    for tile in chance.sample(state.placeable(), len(state.placeable())):
        ways = state.ways(tile)
        if ways:
            return chance.choice(ways)
    return None


def greedy_way(state: Solo1State, _chance: random.Random) -> tuple[Move, ...] | None:
    """The placement with the best score now."""
    best: tuple[tuple[int, int], tuple[Move, ...]] | None = None
    for tile in state.placeable():
        for way in state.ways(tile):
            after = state
            for move in way:
                after = after.after(move)
            sheet = score(after.castle)
            exposed = next(item.count for item in sheet.items if item.name == "exposed")
            rank = sheet.total or 0, -exposed
            if best is None or rank > best[0]:
                best = rank, way
    return None if best is None else best[1]


def _advised(lookahead: Lookahead) -> Callable[..., tuple[Move, ...] | None]:
    def way(state: Solo1State, chance: random.Random) -> tuple[Move, ...] | None:
        moves = choices(state, chance, lookahead)[0].moves
        return None if moves == (Done(),) else moves

    return way


WAYS: dict[str, Callable[[Solo1State, random.Random], tuple[Move, ...] | None]] = {
    "random": random_way,
    "greedy": greedy_way,
    "promising": _advised(PROMISING),
    "adviser": _advised(LOOKAHEAD),
}


def play(task: tuple[str, int]) -> dict[str, Any]:
    """Play one game one way: its score, and each decision's seconds by wall clock and processor."""
    name, seed = task
    record = GameRecord(Setup(variant=Variant.SOLO1, seed=seed))
    seconds = []
    while True:
        state = record.state
        assert isinstance(state, Solo1State)  # noqa: S101 - what a record of Solo 1 holds
        chance = random.Random(f"{name} {seed} {len(record.moves)}")
        began = time.perf_counter(), time.process_time()
        moves = WAYS[name](state, chance)
        ended = time.perf_counter(), time.process_time()
        seconds.append([round(end - begin, 4) for begin, end in zip(began, ended, strict=True)])
        if moves is None:
            break
        for move in moves:
            record.push(move)
    castle = state.castle
    return {
        "way": name,
        "seed": seed,
        "score": score(castle).total,
        "tiles": sum(isinstance(move, Place) for move in record.moves),
        "seconds": seconds,
    }


def clairvoyant_bound() -> int:
    """The most that counting allows with any gate, either side up."""
    from caladale.solve.hand.counting import counting_bound  # noqa: PLC0415 - OR-Tools is large
    from caladale.solve.models.stock import stock_of  # noqa: PLC0415

    hand = deal_hand(Variant.SOLO1, 0)
    bounds = []
    for gate in hand.tileset.gates():
        for side in gate.sides:
            one = type(hand)((f"{gate.id}:{side}",), hand.tiles, hand.variant)
            bounds.append(counting_bound(stock_of(one), 4, one.rules))
    return max(bound for bound in bounds if bound is not None)


def interval(differences: list[int]) -> tuple[float, float, float]:
    """The mean of paired differences with its 95 % interval, by the normal distribution."""
    mean = statistics.mean(differences)
    half = 1.96 * statistics.stdev(differences) / len(differences) ** 0.5
    return mean, mean - half, mean + half


def played_games(
    seeds: range, *, jobs: int, log: Path | None = None
) -> dict[str, dict[int, dict[str, Any]]]:
    """The games of these seeds, by way and seed; those in the log are not played again."""
    known: list[dict[str, Any]] = []
    if log is not None and log.exists():
        known = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    by_way: dict[str, dict[int, dict[str, Any]]] = {name: {} for name in WAYS}
    for game in known:
        by_way[game["way"]][game["seed"]] = game
    tasks = [(name, seed) for name in WAYS for seed in seeds if seed not in by_way[name]]
    with ProcessPoolExecutor(jobs) as pool:
        for game in pool.map(play, tasks):
            by_way[game["way"]][game["seed"]] = game
            if log is not None:
                with log.open("a", encoding="utf-8") as lines:
                    lines.write(json.dumps(game) + "\n")
    return by_way


def solo1(seeds: range, *, jobs: int, log: Path | None = None) -> Report:
    """Play the games of these seeds all ways, and compare the points.

    Args:
        seeds: at least two.
        jobs: how many games are played side by side.
        log: where games are kept.
    """
    by_way = played_games(seeds, jobs=jobs, log=log)
    rows: list[dict[str, object]] = []
    series = []
    for name, played in by_way.items():
        games = [played[seed] for seed in seeds]
        scores = [game["score"] for game in games]
        tiles = statistics.mean(game["tiles"] for game in games)
        note = (
            f"mean {statistics.mean(scores):.1f}, least {min(scores)}, most {max(scores)}, "
            f"{tiles:.1f} tiles"
        )
        series.append(Series(name, tuple(scores), note))
        for game in games:
            row = {key: game[key] for key in ("way", "seed", "score", "tiles")}
            wall, processor = (sum(times) for times in zip(*game["seconds"], strict=True))
            rows.append({**row, "wall": round(wall, 3), "processor": round(processor, 3)})
    return Report(
        part="solo1",
        title="Points in Solo 1, by way to play",
        unit="points",
        settings={"seeds": seeds_told(seeds), "jobs": jobs},
        rows=rows,
        series=series,
        remarks=tuple(_compared(by_way, seeds)),
    )


def _compared(by_way: dict[str, dict[int, dict[str, Any]]], seeds: range) -> Iterator[str]:
    """The adviser's leads, the time that it takes, and the bound, in sentences."""
    for other in ("greedy", "random", "promising"):
        lead = [by_way["adviser"][s]["score"] - by_way[other][s]["score"] for s in seeds]
        mean, low, high = interval(lead)
        yield f"adviser over {other}: {mean:.1f} points, 95 % interval {low:.1f} to {high:.1f}"
    decisions = [pair for seed in seeds for pair in by_way["adviser"][seed]["seconds"]]
    for clock, seconds in zip(("wall", "processor"), zip(*decisions, strict=True), strict=True):
        yield (
            f"adviser, {clock} time of {len(seconds)} decisions: "
            f"median {statistics.median(seconds):.3f} s, worst {max(seconds):.3f} s"
        )
    yield f"clairvoyant bound: {clairvoyant_bound()} points"


def main() -> None:
    """Play what is not in the log yet, and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--log", type=Path)
    asked = parser.parse_args()
    if asked.games < 2:
        parser.error("an interval takes at least two games")
    seeds = range(asked.first, asked.first + asked.games)
    print(solo1(seeds, jobs=asked.jobs, log=asked.log).text(), end="")


if __name__ == "__main__":
    main()
