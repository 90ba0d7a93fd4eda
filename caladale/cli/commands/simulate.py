"""``caladale simulate``: whole tables of computer players, and what they score."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterable
from typing import Any

import click
from msgspec import to_builtins

from caladale import solve
from caladale.cli import terminal
from caladale.cli.exits import FINE, INTERRUPTED
from caladale.cli.options import (
    Seconds,
    all_tiles_option,
    deal_seed_option,
    format_option,
    jobs_option,
    rule_option,
    tileset_option,
    with_readings,
)
from caladale.cli.output import cell, console, echo, print_json
from caladale.cli.progress import Bar
from caladale.core.layout import Variant
from caladale.core.readings import Readings
from caladale.core.tiles import TileSet
from caladale.errors import CaladaleError
from caladale.games.record import GameRecord
from caladale.games.setup import Setup
from caladale.players.policies import POLICIES
from caladale.players.tournament import (
    PlayedMatch,
    ScoreLine,
    SimulationTerms,
    mean_lead,
    plan_matches,
    scores_by_policy,
    scores_by_seat,
    simulate,
)


@click.command("simulate", short_help="Let computer players play whole tables.")
@click.argument("variant", metavar="VARIANT", type=click.Choice([Variant.STANDARD.value]))
@click.option(
    "--players", type=click.IntRange(2, 4), default=4, show_default=True, help="How many play."
)
@click.option(
    "--games", type=click.IntRange(1, 10**5), default=10, show_default=True, help="How many games."
)
@click.option(
    "--policy",
    "policies",
    type=click.Choice(list(POLICIES)),
    multiple=True,
    help="Who plays, repeatable: the policies take the seats in turn, and move on by a seat from "
    "game to game. By default good and easy.",
)
@deal_seed_option("Seed of the first game; each game has the next one.")
@jobs_option("Play so many games at once.", default=1)
@click.option(
    "--time-limit",
    metavar="SECONDS",
    type=Seconds(from_zero=True),
    default=0.0,
    show_default=True,
    help="How long the solver improves each last castle of a good player. With 0 it does not, and "
    "the scores are the same on every machine.",
)
@all_tiles_option
@format_option()
@rule_option
@tileset_option
def command(
    *,
    variant: str,
    players: int,
    games: int,
    policies: tuple[str, ...],
    seed: int,
    jobs: int,
    time_limit: float,
    all_tiles: bool,
    format_: str,
    chosen: dict[str, str],
    box: TileSet,
) -> int:
    """Let computer players play games of VARIANT, and tell what each seat and each policy scores.

    VARIANT is standard, the one game that computer players know how to play together.
    Ctrl-C ends it with a table of the games so far.
    """
    rules = with_readings(Readings(), chosen)
    # A game that is not possible is told before any process starts.
    GameRecord(
        Setup(
            variant=Variant(variant), players=players, rules=rules, all_tiles=all_tiles, tileset=box
        )
    )
    terms = SimulationTerms(box.file, rules, all_tiles, time_limit)
    planned = plan_matches(games, players, policies or ("good", "easy"), seed)
    played: list[PlayedMatch] = []
    broken: CaladaleError | None = None
    with (
        Bar(games) as bar,
        contextlib.closing(simulate(planned, terms, jobs=jobs)) as results,
    ):
        try:
            for one in results:
                played.append(one)
                bar.advance()
        except CaladaleError as error:
            broken = error  # what was played is told all the same
    played.sort(key=lambda one: one.match.game)
    settings: dict[str, Any] = {
        "variant": variant,
        "players": players,
        "all_tiles": all_tiles,
        "policies": list(policies or ("good", "easy")),
        "seed": seed,
        "time_limit": time_limit,
        "versions": solve.versions(),
    }
    if format_ == "json":
        print_json(_as_data(settings, games, played))
    else:
        _print_tables(settings, games, played)
    if broken is not None:
        raise broken
    return FINE if played else INTERRUPTED


def _as_data(settings: dict[str, Any], games: int, played: list[PlayedMatch]) -> dict[str, Any]:
    return settings | {
        "games": games,
        "played": len(played),
        "by_seat": [to_builtins(line) for line in scores_by_seat(played)],
        "by_policy": [to_builtins(line) for line in scores_by_policy(played)],
        "leads": [
            {"policy": one, "over": other, "mean": mean, "half_width": half}
            for one, other, mean, half in _leads(played)
        ],
        "scores": [
            to_builtins(one.match) | {"totals": list(one.totals), "winners": list(one.winners)}
            for one in played
        ],
    }


def _leads(played: list[PlayedMatch]) -> list[tuple[str, str, float, float | None]]:
    """Every two policies that met, the one that is ahead first."""
    names = [line.name for line in sorted(scores_by_policy(played), key=lambda line: -line.mean)]
    found = [
        (one, other, *mean_lead(played, one, other))
        for i, one in enumerate(names)
        for other in names[i + 1 :]
    ]
    return [entry for entry in found if not math.isnan(entry[2])]


def _print_tables(settings: dict[str, Any], games: int, played: list[PlayedMatch]) -> None:
    if played:
        _print_lines([*scores_by_seat(played), *scores_by_policy(played)])
        for one, other, mean, half in _leads(played):
            echo(f"{one} leads {other} by {mean:.1f}{_give_or_take(half)} points a game.")
    noun = "game" if games == 1 else "games"
    done = f"{games} {noun}" if len(played) == games else f"{len(played)} of {games} {noun}"
    limit = settings["time_limit"]
    last = f"{limit:g} s for each last castle" if limit else "no solver"
    told = ", ".join(f"{name} {number}" for name, number in settings["versions"].items())
    echo(
        f"{done} of {settings['variant']} for {settings['players']}, seeds from "
        f"{settings['seed']}, {last}, {told}"
    )


def _give_or_take(half_width: float | None) -> str:
    return "" if half_width is None else f" ± {half_width:.1f}"


def _print_lines(lines: Iterable[ScoreLine]) -> None:
    table = terminal.Table("", "games", "mean", "95 %", "least", "most", "won", box=None)
    for column in table.columns[1:]:
        column.justify = "right"
    for line in lines:
        table.add_row(
            line.name,
            str(line.games),
            f"{line.mean:.1f}",
            cell(_give_or_take(line.half_width).strip()),
            str(line.least),
            str(line.most),
            f"{line.won:.1f}",
        )
    console().print(table)
