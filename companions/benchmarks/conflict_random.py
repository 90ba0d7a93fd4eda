"""Random games to their end, with every state held against the invariants.

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
from castle_companions.conflict.state import State

MOST_ACTIONS = 50_000
"""Far more than a game by the default readings takes."""
SOME_ACTIONS = 2_000
"""Some other readings together let a castle become unassailable; such games are cut short here."""


def readings() -> st.SearchStrategy[Readings]:
    """Any reading of the rules."""
    names = {name: st.sampled_from([one.value for one in kind]) for name, kind in CHOICES.items()}
    return st.fixed_dictionaries(names).map(from_names)


def end_of_random_game(seed: int, read: Readings, most_actions: int) -> tuple[State, int]:
    """Play a game by chance and hold every state against the invariants.

    Returns:
        The last state, and how many actions led to it.

    Raises:
        AssertionError: when an invariant is broken.
    """
    rng = random.Random(seed)
    state = initial(deal(rng, Seat.ONE), read)
    chance = SeededChance(rng)
    taken = 0
    while state.winner is None and taken < most_actions:
        state = play(state, rng.choice(legal_actions(state)), chance)
        found = breaches(state)
        if found:
            raise AssertionError(found)
        taken += 1
    return state, taken


def _played(count: int, read: st.SearchStrategy[Readings], most_actions: int, name: str) -> int:
    """Let hypothesis play `count` games and print what came; how many did not end."""
    ends: Counter[str] = Counter()
    actions: list[int] = []

    @settings(
        max_examples=count,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(seed=st.integers(0, 2**32), chosen=read)
    def games(seed: int, chosen: Readings) -> None:
        state, taken = end_of_random_game(seed, chosen, most_actions)
        actions.append(taken)
        ends["no end" if state.winner is None else f"side {state.winner.number} won"] += 1

    start = time.perf_counter()
    games()
    actions.sort()
    print(
        f"{name}: {len(actions)} games, {sum(actions)} actions: {dict(sorted(ends.items()))}; "
        f"{actions[len(actions) // 2]} actions in the median, {actions[-1]} at most; "
        f"{time.perf_counter() - start:.0f} s",
        flush=True,
    )
    return ends["no end"]


def main() -> int:
    """Play, and print what was played.

    Returns:
        0 if every game by the default readings came to its end, otherwise 1.

    Raises:
        AssertionError: when an invariant is broken.
    """
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    count = parser.parse_args().games
    endless = _played(count, st.just(Readings()), MOST_ACTIONS, "default readings")
    _played(count // 10, readings(), SOME_ACTIONS, "any readings, cut short")
    return int(endless > 0)


if __name__ == "__main__":
    sys.exit(main())
