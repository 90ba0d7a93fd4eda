"""Random games to their end under random readings, with every state held against the invariants.

Run it with ``python -m benchmarks.conflict_random``; ``--games`` changes how many hypothesis plays.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from castle_companions.conflict.cards import Seat
from castle_companions.conflict.invariants import breaches
from castle_companions.conflict.legal import legal_actions
from castle_companions.conflict.play import play
from castle_companions.conflict.readings import CHOICES, Readings, from_names
from castle_companions.conflict.setup import SeededChance, deal, initial

MOST_ACTIONS = 200_000


def readings() -> st.SearchStrategy[Readings]:
    """Any reading of the rules."""
    names = {name: st.sampled_from([one.value for one in kind]) for name, kind in CHOICES.items()}
    return st.fixed_dictionaries(names).map(from_names)


def main() -> int:
    """Play, and print what was played; a breach ends it with an error."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    count = parser.parse_args().games
    ends: Counter[str] = Counter()
    actions: list[int] = []

    @settings(
        max_examples=count,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(seed=st.integers(0, 2**32), read=st.one_of(st.just(Readings()), readings()))
    def games(seed: int, read: Readings) -> None:
        rng = random.Random(seed)
        state = initial(deal(rng, Seat.ONE), read)
        chance = SeededChance(rng)
        taken = 0
        while state.winner is None and taken < MOST_ACTIONS:
            state = play(state, rng.choice(legal_actions(state)), chance)
            found = breaches(state)
            if found:
                raise AssertionError(found)
            taken += 1
        actions.append(taken)
        ends["no end" if state.winner is None else f"side {state.winner.number} won"] += 1

    start = time.perf_counter()
    games()
    actions.sort()
    print(
        f"{len(actions)} games, {sum(actions)} actions: {dict(sorted(ends.items()))}; "
        f"{actions[len(actions) // 2]} actions in the median, {actions[-1]} at most; "
        f"{time.perf_counter() - start:.0f} s"
    )
    return int(ends["no end"] > 0)


if __name__ == "__main__":
    sys.exit(main())
