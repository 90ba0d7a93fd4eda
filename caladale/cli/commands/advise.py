"""``caladale advise``: what to do next in a game, and why."""

from __future__ import annotations

from typing import Any

import click

from caladale._io.atomic_files import read_text
from caladale.cli.completion import complete_files
from caladale.cli.drawing import print_castle
from caladale.cli.exits import FINE
from caladale.cli.options import format_option, tileset_option, unreadable
from caladale.cli.output import echo, print_json
from caladale.core.tiles import TileSet
from caladale.errors import FormatError
from caladale.games.move import Build, move_in_words, move_to_data
from caladale.games.record import GameRecord, read_game
from caladale.games.standard import StandardState
from caladale.players.advice import Advice, AdvisedMoves
from caladale.players.advisers import advise


@click.command("advise", short_help="Say what to do next in a game, and why.")
@click.argument("log", shell_complete=complete_files)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**31 - 1),
    default=0,
    show_default=True,
    help="Seed of the adviser's own chance; the same seed gives the same advice.",
)
@format_option()
@tileset_option
def command(*, log: str, seed: int, format_: str, box: TileSet) -> int:
    """Say what to do next in the game of LOG, and why; the best comes first.

    A log is what 'caladale solo' keeps, or any game in the format caladale-game/1.
    """
    try:
        record = read_game(read_text(log), box)
    except (FormatError, OSError) as error:
        raise click.ClickException(unreadable(log, error)) from None
    advice = advise(record, seed=seed)
    if format_ == "json":
        print_json(_as_data(advice) | {"file": log, "variant": record.setup.variant.value})
        return FINE
    for number, option in enumerate(advice.options, start=1):
        echo(f"{number:2}. {option.value:5.1f}  {_in_words(option)}: {option.why}")
    echo(_how(advice))
    if advice.options:
        _print_building(record, advice.options[0])
    return FINE


def _in_words(option: AdvisedMoves) -> str:
    return ", then ".join(move_in_words(move) for move in option.moves)


def _how(advice: Advice) -> str:
    better = "; 'caladale solve' may find a better one." if advice.may_be_bettered else ""
    return advice.how.removesuffix(".") + better if better else advice.how


def _as_data(advice: Advice) -> dict[str, Any]:
    options = [
        {
            "moves": [move_to_data(move) for move in option.moves],
            "value": round(option.value, 3),
            "why": option.why,
        }
        for option in advice.options
    ]
    return {"how": _how(advice), "options": options}


def _print_building(record: GameRecord, option: AdvisedMoves) -> None:
    """Draw the castle that an option is to build."""
    state = record.state
    for move in option.moves:
        state = state.after(move)
        if isinstance(move, Build) and isinstance(state, StandardState):
            print_castle(state.builders[move.seat].castle)
