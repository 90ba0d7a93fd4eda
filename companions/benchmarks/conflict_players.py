"""Who is better: searching against greedy, greedy against random, 400 games each.

Run it with ``python -m benchmarks.conflict_players``; ``--games`` and ``--seed`` change the rest.
"""

from __future__ import annotations

import argparse
import sys
import time

from castle_companions.conflict.cli.options import PLAYERS
from castle_companions.conflict.readings import DEFAULT
from castle_companions.conflict.simulate import MOST_TURNS, Timed, games, wilson

PAIRS = (("greedy", "random"), ("searching", "greedy"))


def main() -> int:
    """Print a line for each pair.

    Returns:
        0 if each first player's interval lies above one half and no decision took more than a
        second, otherwise 1.
    """
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    print(f"{given.games} games each, seed {given.seed}")
    missed = False
    for better, worse in PAIRS:
        start = time.perf_counter()
        players = Timed(PLAYERS[better]()), Timed(PLAYERS[worse]())
        results = list(games(players, given.games, given.seed, DEFAULT, MOST_TURNS))
        wins = [sum(result.winner == number for result in results) for number in (0, 1)]
        share = wilson(wins[0], given.games)
        turns = sum(result.turns for result in results) / given.games
        print(
            f"{better} against {worse}: {wins[0]} won, {wins[1]} lost, "
            f"{given.games - sum(wins)} drawn; {share.share:.1%} "
            f"({share.low:.1%} to {share.high:.1%}); {turns:.0f} turns a game; "
            f"{better} {1000 * players[0].total / players[0].decisions:.1f} ms a decision, "
            f"{1000 * players[0].longest:.0f} ms at most; {time.perf_counter() - start:.0f} s",
            flush=True,
        )
        missed = missed or share.low <= 0.5 or players[0].longest > 1
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
