"""``castle-conflict simulate``: computer players against each other."""

from __future__ import annotations

import json

import click

from castle_companions.conflict.cli.options import (
    PLAYERS,
    Form,
    format_option,
    readings_option,
    seed_option,
)
from castle_companions.conflict.readings import Readings, as_names
from castle_companions.conflict.simulate import MOST_TURNS, Interval, Timed, games, wilson
from castle_companions.records import echo, print_data

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
    game is won by nobody. The seed decides every game; the times depend on the machine.
    """
    players = (Timed(PLAYERS[first]()), Timed(PLAYERS[second]()))
    results = list(games(players, count, seed, readings, turn_limit))
    wins = [sum(result.winner == number for result in results) for number in (0, 1)]
    drawn = count - sum(wins)
    turns = sum(result.turns for result in results) / count
    shares = [wilson(won, count) for won in wins]
    if form is Form.JSON:
        data = {
            "seed": seed,
            "games": count,
            "turn_limit": turn_limit,
            "readings": as_names(readings),
            "players": [
                {
                    "player": name,
                    "wins": won,
                    "share": share.share,
                    "interval": [share.low, share.high],
                    "decisions": player.decisions,
                    "mean_seconds": player.total / max(player.decisions, 1),
                    "longest_seconds": player.longest,
                }
                for name, won, share, player in zip(
                    (first, second), wins, shares, players, strict=True
                )
            ],
            "drawn": drawn,
            "mean_turns": turns,
        }
        print_data(json.dumps(data, indent=2) + "\n")
        return
    echo(f"{count} games, seed {seed}: {drawn} drawn, {turns:.1f} turns on average")
    for name, won, share in zip((first, second), wins, shares, strict=True):
        echo(f"  {name:<10} won {won:>5}: {_interval(share)}")


def _interval(share: Interval) -> str:
    return f"{share.share:.1%}, 95 % interval {share.low:.1%} to {share.high:.1%}"
