"""Whole tables of computer players: games side by side, and what seats and policies score."""

from __future__ import annotations

import functools
import math
import multiprocessing
import signal
import statistics
import threading
from collections.abc import Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool

from msgspec import Struct

from caladale._processes import Interrupts, end_with_parent, ignoring_interrupts
from caladale.core.layout import Variant
from caladale.core.readings import Readings
from caladale.core.soundness import as_tuple, check_kind, check_seconds, is_whole, told
from caladale.core.tile_file import TileFile
from caladale.core.tiles import TileSet, build_tileset
from caladale.errors import ArgumentError, CaladaleError
from caladale.games.setup import Setup
from caladale.players.policies import POLICIES, play

_MOST_GAMES = 10**6
_MOST_JOBS = 256

_TICK = 0.2
"""Seconds until a press of Ctrl-C is heard at the latest."""


class Match(Struct, frozen=True):
    """One game to simulate.

    Attributes:
        game: its number, from 0.
        seed: the seed of its deal and of its players.
        policies: the policy of each seat.
    """

    game: int
    seed: int
    policies: tuple[str, ...]


class PlayedMatch(Struct, frozen=True):
    """A match that was played.

    Attributes:
        match: the match.
        totals: the points of each seat.
        winners: the seats with the most points.
    """

    match: Match
    totals: tuple[int, ...]
    winners: tuple[int, ...]


class SimulationTerms(Struct, frozen=True):
    """What all games of a simulation have in common.

    Attributes:
        box: the tile file of the box.
        rules: the readings of the rules.
        all_tiles: with two players, use the tiles with a plus mark too.
        time_limit: seconds in which the solver improves each last castle of a policy that uses it;
            0 for none, and then every result is the same on every machine.

    Raises:
        ArgumentError: for a time limit that is none.
    """

    box: TileFile
    rules: Readings = Readings()
    all_tiles: bool = False
    time_limit: float = 0.0

    def __post_init__(self) -> None:
        check_kind(self.box, TileFile, "box", "the tile file of a box, such as box.file")
        check_kind(self.rules, Readings, "rules", "Readings(...)")
        check_kind(self.all_tiles, bool, "all_tiles", "True or False")
        check_seconds(self.time_limit, "a time limit")


def plan_matches(games: int, players: int, policies: Sequence[str], seed: int) -> list[Match]:
    """Plan games: policies take the seats in turn, and move on by one from game to game.

    Args:
        games: how many, 0 to a million.
        players: how many play each, 2 to 4.
        policies: names of `POLICIES`, one or more.
        seed: the seed of the first game, from 0; each game has the next one.

    Raises:
        ArgumentError: for a number or a policy that is none.
    """
    for what, number, least in (("games", games, 0), ("players", players, 2), ("a seed", seed, 0)):
        if not is_whole(number, least):
            message = f"{what}: a whole number from {least} is wanted, not {told(number)}"
            raise ArgumentError(message)
    if players > 4:
        raise ArgumentError(f"2 to 4 play, not {players}")
    if games > _MOST_GAMES:
        raise ArgumentError(f"{games} games are more than {_MOST_GAMES}")
    policies = as_tuple(policies, "policies", "a number of names, such as ['good', 'easy']")
    if not policies:
        raise ArgumentError("somebody has to play: name a policy")
    for name in policies:
        if name not in POLICIES:
            raise ArgumentError(f"there is no policy {name!r}, only {', '.join(POLICIES)}")
    seats = [policies[seat % len(policies)] for seat in range(players)]
    return [
        Match(game, seed + game, tuple(seats[(seat + game) % players] for seat in range(players)))
        for game in range(games)
    ]


@functools.cache
def _box(file: TileFile) -> TileSet:
    return build_tileset(file)


def play_match(match: Match, terms: SimulationTerms) -> PlayedMatch:
    """Play one match here and now."""
    setup = Setup(
        variant=Variant.STANDARD,
        players=len(match.policies),
        seed=match.seed,
        rules=terms.rules,
        all_tiles=terms.all_tiles,
        tileset=_box(terms.box),
    )
    result = play(setup, match.policies, match.seed, terms.time_limit).state.result()
    return PlayedMatch(match, result.totals(), result.winners())


def simulate(
    planned: Sequence[Match], terms: SimulationTerms, *, jobs: int = 1
) -> Generator[PlayedMatch, None, None]:
    """Play matches, up to `jobs` at once in processes, and give each as soon as it is over.

    Ctrl-C ends it: games under way are lost, those before are not.

    Raises:
        ArgumentError: when `jobs` is no whole number from 1 to 256.
        CaladaleError: when there is no such deal, or a process was killed.
    """
    if not is_whole(jobs, 1, _MOST_JOBS):
        message = f"jobs: a whole number from 1 to {_MOST_JOBS} is wanted, not {told(jobs)}"
        raise ArgumentError(message)
    others = multiprocessing.active_children()
    context = multiprocessing.get_context("spawn")  # a fork would copy the locks of threads
    with Interrupts() as interrupts:
        pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_begin_worker)
        try:
            with ignoring_interrupts():
                waiting = {pool.submit(play_match, match, terms) for match in planned}
            while waiting and not interrupts.count:
                done, waiting = wait(waiting, _TICK, return_when=FIRST_COMPLETED)
                for future in done:
                    yield future.result()
        except BrokenProcessPool:
            raise CaladaleError("a process that played was killed") from None
        finally:
            for process in multiprocessing.active_children():
                if process not in others:
                    process.kill()
            pool.shutdown(cancel_futures=True)


def _begin_worker() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with_parent, daemon=True).start()


class ScoreLine(Struct, frozen=True):
    """What a seat or a policy scored.

    Attributes:
        name: the seat or the policy.
        games: how many games it played in.
        mean: its mean score.
        half_width: half the width of the 95 % interval of that mean; None for a single game, and
            where all are alike.
        least: its least score.
        most: its most.
        won: the games that it won, where a tie of two counts half for each.
    """

    name: str
    games: int
    mean: float
    half_width: float | None
    least: int
    most: int
    won: float


def scores_by_seat(played: Sequence[PlayedMatch]) -> list[ScoreLine]:
    """The scores of each seat."""
    seats = range(len(played[0].totals)) if played else ()
    return [_line(f"seat {seat}", [(game, [seat]) for game in played]) for seat in seats]


def scores_by_policy(played: Sequence[PlayedMatch]) -> list[ScoreLine]:
    """The scores of each policy; where it had several seats in a game, their mean counts once."""
    names = dict.fromkeys(name for game in played for name in sorted(game.match.policies))
    lines = []
    for name in sorted(names):
        seats = [
            (game, [seat for seat, other in enumerate(game.match.policies) if other == name])
            for game in played
        ]
        lines.append(_line(name, [(game, own) for game, own in seats if own]))
    return lines


def _line(name: str, seats: Sequence[tuple[PlayedMatch, list[int]]]) -> ScoreLine:
    scores = [[game.totals[seat] for seat in own] for game, own in seats]
    mean, half_width = interval([statistics.fmean(own) for own in scores])
    won = sum(len(set(game.winners) & set(own)) / len(game.winners) for game, own in seats)
    flat = [total for own in scores for total in own]
    return ScoreLine(name, len(seats), mean, half_width, min(flat), max(flat), won)


def mean_lead(played: Sequence[PlayedMatch], one: str, other: str) -> tuple[float, float | None]:
    """How many points `one` is ahead of `other` in games that both play, with its half width."""
    leads = []
    for game in played:
        means = {
            name: statistics.fmean(
                total
                for total, policy in zip(game.totals, game.match.policies, strict=True)
                if policy == name
            )
            for name in (one, other)
            if name in game.match.policies
        }
        if len(means) == 2:
            leads.append(means[one] - means[other])
    return interval(leads)


def interval(values: Sequence[float]) -> tuple[float, float | None]:
    """The mean of `values`, and half the width of its 95 % interval by the normal distribution.

    There is none for fewer than two values, nor where all are alike: they do not tell how far the
    next one may lie from them, least of all that it will not.
    """
    if not values:
        return math.nan, None
    mean = statistics.fmean(values)
    if len(values) < 2 or min(values) == max(values):
        return mean, None
    z = statistics.NormalDist().inv_cdf(0.975)
    return mean, z * statistics.stdev(values) / math.sqrt(len(values))
