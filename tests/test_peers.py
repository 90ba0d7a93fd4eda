"""The peers of the benchmarks are held against our solver on small hands."""

from __future__ import annotations

import random
from functools import cache

import pytest

from benchmarks.peers import annealing
from benchmarks.peers.answer import Problem, Terms
from benchmarks.peers.field import PEERS, version_of
from benchmarks.peers.flat import FlatModel
from caladale.games.deal import deal_hand
from caladale.hand import Hand
from caladale.layout import Variant
from caladale.solve import Status, best_castle

TERMS = Terms(time_limit=120)
HANDS = [(2, 0), (3, 1), (4, 1), (4, 2)]
"""Numbers of tiles, and seeds."""


@cache
def solved(tiles: int, seed: int) -> tuple[Hand, int]:
    """A hand and the score of its best castle."""
    hand = deal_hand(Variant.STANDARD, seed, own=tiles)
    result = best_castle(hand, time_limit=120, workers=1)
    assert result.status is Status.OPTIMAL
    assert result.score is not None
    return hand, result.score


@pytest.mark.parametrize(("tiles", "seed"), HANDS)
@pytest.mark.parametrize("name", [name for name, peer in PEERS.items() if peer.needs])
def test_a_peer_finds_the_best_castle(name: str, tiles: int, seed: int) -> None:
    if version_of(PEERS[name].needs) is None:
        pytest.skip(f"{PEERS[name].needs} is not installed")
    hand, best = solved(tiles, seed)
    score, _, seconds = PEERS[name].solve(hand, TERMS)
    assert score == best
    assert 0 < seconds < TERMS.time_limit


@pytest.mark.parametrize(("tiles", "seed"), HANDS)
def test_annealing_finds_the_best_castle(tiles: int, seed: int) -> None:
    hand, best = solved(tiles, seed)
    table = annealing.Annealing(Problem(hand, TERMS), hand.rules, random.Random(1))
    for _ in range(10):  # any run may freeze in a poor castle
        if table.best != best:
            table.run(6_000)
    assert table.best == best


def test_a_peer_stops_in_time() -> None:
    hand = deal_hand(Variant.STANDARD, 0, own=25)
    score, proved, seconds = annealing.solve(hand, Terms(time_limit=2))
    assert seconds < 30
    assert score is None or score > 0 or not proved


def test_the_flat_model_of_peers_exchanges_nothing() -> None:
    hand = deal_hand(Variant.SOLO2, 0, own=2)
    with pytest.raises(ValueError, match="exchanges nothing"):
        FlatModel(hand, Problem(hand, TERMS))
