"""The peers of the benchmarks are held against our solver on small hands."""

from __future__ import annotations

import multiprocessing
import random
import signal
import subprocess
import sys
import time
from functools import cache, partial
from pathlib import Path

import pytest

from benchmarks.peers import annealing, gecode, hard_stop
from benchmarks.peers.answer import Answer, Problem, Terms
from benchmarks.peers.field import PEERS, version_of
from benchmarks.peers.flat import FlatModel
from benchmarks.peers.hard_stop import in_time
from caladale.core.edges import Cell, Direction
from caladale.core.hand import Hand
from caladale.core.layout import Variant
from caladale.games.deal import deal_hand
from caladale.solve import Status, best_castle
from caladale.solve.models.stock import stock_of

TERMS = Terms(time_limit=200)
HANDS = [(1, 10), (2, 0), (3, 1), (3, 12), (4, 1)]
"""Numbers of tiles, and seeds; of some the first castle found is apt to lie in several parts."""


@cache
def solved(tiles: int, seed: int) -> tuple[Hand, int]:
    """A hand and the score of its best castle."""
    hand = deal_hand(Variant.STANDARD, seed, own=tiles)
    result = best_castle(hand, time_limit=200, workers=1)
    assert result.status is Status.OPTIMAL
    assert result.score is not None
    return hand, result.score


def asked(name: str, hand: Hand, terms: Terms) -> Answer:
    """The answer of a peer, if what it needs is installed."""
    needed = PEERS[name].needs
    if needed and version_of(needed) is None:
        pytest.skip(f"{needed} is not installed")
    return PEERS[name].solve(hand, terms)


@pytest.mark.parametrize(("tiles", "seed"), HANDS)
@pytest.mark.parametrize("name", [name for name in PEERS if name != "annealing"])
def test_a_peer_finds_the_best_castle(name: str, tiles: int, seed: int) -> None:
    hand, best = solved(tiles, seed)
    score, _, seconds = asked(name, hand, TERMS)
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


@pytest.mark.parametrize("name", PEERS)
def test_a_peer_stops_in_time_and_leaves_nothing_behind(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    hand = deal_hand(Variant.STANDARD, 0, own=12)
    score, proved, seconds = asked(name, hand, Terms(time_limit=1))
    assert seconds < 30
    assert score is not None or not proved
    assert not list(tmp_path.iterdir())
    running = [path.read_bytes() for path in Path("/proc").glob("[0-9]*/cmdline")]
    assert not [words for words in running if bytes(tmp_path) in words]


@pytest.mark.parametrize("name", PEERS)
def test_without_any_time_a_peer_says_so(name: str) -> None:
    score, proved, _ = asked(name, deal_hand(Variant.STANDARD, 1, own=2), Terms(time_limit=0))
    assert (score, proved) == (None, False)


def endless(folder: Path, _hand: Hand, _terms: Terms) -> Answer:
    """A peer that does not look at the clock, and puts away what it has made."""
    try:
        (folder / "begun").touch()
        while True:
            time.sleep(0.05)
    finally:
        (folder / "begun").rename(folder / "ended")


def stubborn(_hand: Hand, _terms: Terms) -> Answer:
    """A peer that does not hear, as one in a library."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    while True:
        time.sleep(0.05)


def broken(_hand: Hand, _terms: Terms) -> Answer:
    message = "no such castle"
    raise ArithmeticError(message)


HAND = deal_hand(Variant.STANDARD, 0, own=1)


def test_a_peer_that_overruns_is_asked_to_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hard_stop, "_TO_END", 120)
    score, proved, seconds = in_time(partial(endless, tmp_path), HAND, Terms(time_limit=0.1))
    assert (score, proved) == (None, False)
    assert seconds >= 0.1
    assert [path.name for path in tmp_path.iterdir()] == ["ended"]


def test_a_peer_that_does_not_hear_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hard_stop, "_TO_END", 0.1)
    assert in_time(stubborn, HAND, Terms(time_limit=0.1))[:2] == (None, False)
    assert not multiprocessing.active_children()


def test_a_peer_that_fails_is_no_time_out(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(RuntimeError, match="test_peers ended without an answer"):
        in_time(broken, HAND, TERMS)
    assert "ArithmeticError: no such castle" in capfd.readouterr().err


def test_what_gecode_finds_in_several_parts_is_cut_off() -> None:
    hand, _ = solved(4, 1)
    search = gecode._Search(hand, Problem(hand, TERMS), TERMS)
    pieces = list(enumerate(stock_of(hand).pieces(), 1))
    gate = next(number for number, piece in pieces if piece.is_gate)
    other = next(n for n, p in pieces if p.edges[Direction.S].is_castle and not p.is_gate)

    def take(lay: dict[Cell, int]) -> bool:
        return search._take(search._grid(lambda cell: lay.get(cell, 0)))

    assert not take({(0, 0): gate, (2, 0): other})
    assert search.best is None
    assert search._parts == [{(2, 0)}]
    assert take({(0, 0): gate})
    assert search.best is not None
    with pytest.raises(RuntimeError, match="referee does not"):
        take({(0, 1): gate})


def test_highs_says_nothing() -> None:
    code = """
from benchmarks.peers import mip
from benchmarks.peers.answer import Terms
from caladale.games.deal import deal_hand
from caladale.core.layout import Variant
assert mip.solve(deal_hand(Variant.STANDARD, 0, own=2), Terms(60))[0] is not None
"""
    words = [sys.executable, "-c", code]
    told = subprocess.run(words, capture_output=True, text=True, check=True)
    assert told.stdout == told.stderr == ""


def test_the_flat_model_of_peers_exchanges_nothing() -> None:
    hand = deal_hand(Variant.SOLO2, 0, own=2)
    with pytest.raises(ValueError, match="exchanges nothing"):
        FlatModel(hand, Problem(hand, TERMS))
