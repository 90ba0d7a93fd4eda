"""``castle-conflict simulate``: computer players against each other."""

from __future__ import annotations

import json

import click

from castle_companions.conflict.cli.options import (
    PLAYERS,
    readings_option,
    seed_option,
)
from castle_companions.conflict.readings import Readings, as_names
from castle_companions.conflict.simulate import (
    MOST_TURNS,
    Interval,
    Result,
    Timed,
    games,
    wilson,
)
from castle_companions.records import Form, echo, format_option, print_data

_player = click.Choice(list(PLAYERS))


@click.command()
@click.argument("first", type=_player)
@click.argument("second", type=_player)
@click.option("--games", "count", type=click.IntRange(1, 1_000_000), default=100, show_default=True)
@click.option(
    "--turn-limit",
    type=click.IntRange(1, 100_000),
    default=MOST_TURNS,
    show_default=True,
    help="After so many turns of both sides together a game is drawn.",
)
@readings_option
@seed_option
@format_option
def simulate(
    *,
    first: str,
    second: str,
    count: int,
    turn_limit: int,
    readings: Readings,
    seed: int,
    form: Form,
) -> None:
    """Let two computer players play many games, and tell who wins how often.

    The players begin in turns. A share of wins comes with its 95 % interval after Wilson; a drawn
    game is won by nobody. The seed decides every game; the times depend on the machine. Ctrl-C
    stops and tells of the games that were played.
    """
    players = (Timed(PLAYERS[first]()), Timed(PLAYERS[second]()))
    results: list[Result] = []
    stopped = False
    try:
        for result in games(players, count, seed, readings, turn_limit):
            results.append(result)  # noqa: PERF402 - what was played is kept on Ctrl-C
    except KeyboardInterrupt:
        stopped = True
    if results and form is Form.JSON:
        settings: dict[str, object] = {
            "seed": seed,
            "turn_limit": turn_limit,
            "readings": as_names(readings),
        }
        _print_json(settings, (first, second), players, results)
    elif results:
        _print_text(seed, (first, second), results)
    if stopped:
        raise KeyboardInterrupt


def _wins(results: list[Result]) -> list[int]:
    return [sum(result.winner == number for result in results) for number in (0, 1)]


def _mean_turns(results: list[Result]) -> float:
    return sum(result.turns for result in results) / len(results)


def _print_text(seed: int, names: tuple[str, str], results: list[Result]) -> None:
    wins, count = _wins(results), len(results)
    played = "1 game" if count == 1 else f"{count} games"
    turns = _mean_turns(results)
    echo(f"{played}, seed {seed}: {count - sum(wins)} drawn, {turns:.1f} turns on average")
    for name, won in zip(names, wins, strict=True):
        echo(f"  {name:<10} won {won:>5}: {_interval(wilson(won, count))}")


def _print_json(
    settings: dict[str, object],
    names: tuple[str, str],
    players: tuple[Timed, Timed],
    results: list[Result],
) -> None:
    wins, count = _wins(results), len(results)
    told = []
    for name, won, player in zip(names, wins, players, strict=True):
        share = wilson(won, count)
        told.append(
            {
                "player": name,
                "wins": won,
                "share": share.share,
                "interval": [share.low, share.high],
                "decisions": player.decisions,
                "mean_seconds": player.total / max(player.decisions, 1),
                "longest_seconds": player.longest,
            }
        )
    data = {
        **settings,
        "games": count,
        "players": told,
        "drawn": count - sum(wins),
        "mean_turns": _mean_turns(results),
    }
    print_data(json.dumps(data, indent=2) + "\n")


def _interval(share: Interval) -> str:
    return f"{share.share:.1%}, 95 % interval {share.low:.1%} to {share.high:.1%}"
