"""Fits what Solo 1's castles promise: ``python -m benchmarks.solo1_values -o value_function.json``.

Starting from nothing but random play, round after round of games is played, each move to the most
promising castle with now and then another of the best four. After each round the weights are fitted
(ridge regression) to what the castles of the last rounds still gained. The result is the mean of
the last rounds' weights, since single rounds go up and down. Test games have other seeds.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np
import numpy.typing as npt

from benchmarks.solo1_play import KINDS, dealt, gates, most_promising_gate, played, seeded
from benchmarks.timing import machine
from caladale._io.atomic_files import write_text
from caladale.players.lookahead import Position, PossiblePlacement, options
from caladale.players.value_function import (
    FEATURES,
    NODES,
    TilesToCome,
    ValueFunction,
    Weights,
    shares,
)

Rows = tuple[list[int], list[int], npt.NDArray[np.float32]]
"""Tiles left, points gained afterwards, features; of every castle of a game."""

_TRAINING, _TEST = 10**6, 2 * 10**6
"""Where the seeds of these games begin, far from those of the measured games."""


def learning_game(seed: int, expected: ValueFunction, other: float) -> tuple[int, Rows]:
    """Play a game in which a share of the moves is another of the best four; its score and rows."""
    chance = seeded("learning", seed)
    stack = dealt(seed)
    castles: list[tuple[int, int, list[float]]] = []

    def choose(position: Position) -> PossiblePlacement | None:
        found = options(position, expected)
        if not found:
            return None
        option = chance.choice(found[:4]) if chance.random() < other else found[0]
        up, wild = position.up.copy(), position.wild
        if option.kind == KINDS.count:
            wild = 0
        else:
            up[option.kind] -= 1
        to_come = TilesToCome(KINDS, up, position.unseen, wild)
        castles.append((to_come.left, option.board.total, to_come.features(option.board)))
        return option

    if chance.random() < 0.3:
        first = chance.choice(gates(stack))
    else:
        first = most_promising_gate(stack, expected)
    to_come = TilesToCome(KINDS, first.up, first.unseen, first.wild)
    castles.append((to_come.left, first.board.total, to_come.features(first.board)))
    played(first, stack, choose)
    best = -(10**9)
    gained = []
    for _, total, _ in reversed(castles):
        best = max(best, total)
        gained.append(best - total)
    table = np.array([row for _, _, row in castles], dtype=np.float32)
    return best, ([left for left, _, _ in castles], gained[::-1], table)


def test_game(seed: int, expected: ValueFunction) -> int:
    """The score of a game in which each move is the most promising one."""
    stack = dealt(seed)
    first = most_promising_gate(stack, expected)

    def choose(position: Position) -> PossiblePlacement | None:
        return next(iter(options(position, expected)), None)

    return max(position.board.total for position in played(first, stack, choose))


def fitted(rounds: list[list[Rows]], ridge: float) -> Weights:
    """The weights that explain best what the castles of these rounds still gained."""
    size = len(NODES) * FEATURES
    square, right = ridge * np.eye(size), np.zeros(size)
    for lefts, gained, table in (rows for games in rounds for rows in games):
        wide = np.zeros((len(lefts), size), dtype=np.float32)
        for i, left in enumerate(lefts):
            node, one, other = shares(left)
            begin = node * FEATURES
            wide[i, begin : begin + FEATURES] = one * table[i]
            wide[i, begin + FEATURES : begin + 2 * FEATURES] = other * table[i]
        square += wide.T @ wide
        right += wide.T @ np.array(gained)
    solved: Weights = np.linalg.solve(square, right).reshape(len(NODES), FEATURES).tolist()
    return solved


def main() -> None:
    """Play, fit, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=14)
    parser.add_argument("--games", type=int, default=400, help="games of a round")
    parser.add_argument("--memory", type=int, default=4, help="rounds that are fitted to")
    parser.add_argument("--mean-of", type=int, default=5, help="last rounds whose mean is taken")
    parser.add_argument("--other", type=float, default=0.1, help="share of other moves")
    parser.add_argument("--ridge", type=float, default=3.0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("-o", "--output", type=Path, required=True)
    asked = parser.parse_args()
    print(machine(), {key: str(value) for key, value in vars(asked).items()})
    began = time.perf_counter()
    rounds: list[list[Rows]] = []
    weights: list[Weights] = []
    expected = ValueFunction([[0.0] * FEATURES for _ in NODES])
    with ProcessPoolExecutor(asked.jobs) as pool:
        for number in range(asked.rounds):
            seeds = range(_TRAINING + number * asked.games, _TRAINING + (number + 1) * asked.games)
            other = asked.other if number else 1.0
            play = partial(learning_game, expected=expected, other=other)
            games = list(pool.map(play, seeds, chunksize=8))
            rounds.append([rows for _, rows in games])
            weights.append(fitted(rounds[-asked.memory :], asked.ridge))
            expected = ValueFunction(weights[-1])
            mean = statistics.mean(best for best, _ in games)
            seconds = time.perf_counter() - began
            print(f"round {number}: mean score {mean:.1f}, {seconds:.0f} s", flush=True)
        last = np.mean(np.array(weights[-asked.mean_of :]), axis=0).round(3).tolist()
        tested = list(
            pool.map(partial(test_game, expected=ValueFunction(last)), range(_TEST, _TEST + 200))
        )
    print(f"mean of the last {asked.mean_of}: {statistics.mean(tested):.1f} in 200 other games")
    rows = ",\n".join(f"  {json.dumps(row)}" for row in last)
    write_text(asked.output, f'{{\n "nodes": {json.dumps(NODES)},\n "weights": [\n{rows}\n ]\n}}\n')


if __name__ == "__main__":
    random.seed(0)
    main()
