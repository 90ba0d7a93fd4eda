"""``caladale solo``: the book's games for one player, in the terminal."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING

import click

from caladale._io.atomic_files import is_stream
from caladale._io.sole_writer import FileTakenError, SoleWriter
from caladale.cli import repl
from caladale.cli.completion import complete_gates
from caladale.cli.exits import FINE
from caladale.cli.names import free_name
from caladale.cli.options import (
    OutputFile,
    deal_seed_option,
    rule_option,
    tileset_option,
    unreadable,
    with_readings,
)
from caladale.cli.output import echo, shown
from caladale.core.layout import Variant
from caladale.core.readings import Readings
from caladale.core.tiles import TileSet
from caladale.errors import FormatError
from caladale.games.record import GameRecord, read_game
from caladale.games.setup import Setup

if TYPE_CHECKING:
    from caladale.cli.repl.session import Session

SOLO = (Variant.SOLO1, Variant.SOLO2)
_MOST_RANDOM_SEED = 10**6


@click.command("solo", short_help="Play Solo 1 or Solo 2 in the terminal.")
@click.option(
    "--variant",
    type=click.Choice([variant.value for variant in SOLO]),
    help="The game; by default solo1.",
)
@deal_seed_option("Seed of the deal; by default a new one.", default=None)
@click.option(
    "--gate",
    shell_complete=complete_gates,
    help="The gate of Solo 2, such as gate-tree:back; by default as dealt.",
)
@click.option(
    "--log",
    "path",
    type=OutputFile(),
    help="The game's log; a game in it goes on. By default a name of variant and seed.",
)
@click.option("--practice", is_flag=True, help="A game for practice: 'undo' takes back any move.")
@click.option("--ascii", "ascii_only", is_flag=True, help="Use plain ASCII characters.")
@rule_option
@tileset_option
def command(
    *,
    variant: str | None,
    seed: int | None,
    gate: str | None,
    path: Path | None,
    practice: bool,
    ascii_only: bool,
    chosen: dict[str, str],
    box: TileSet,
) -> int:
    """Play a game for one player: Solo 1 (the default), or Solo 2.

    Commands are typed line by line; 'help' lists them. Every move is in the log at once, so a game
    that ends in the middle (quit, Ctrl-C, a power cut) goes on with the same --log. On a terminal
    lines are edited, the arrow keys bring back earlier ones, and Tab completes commands and tiles.
    """
    if path is not None and is_stream(path):
        raise click.UsageError(f"{shown(path)} is no file that can be read again: name another")
    setup = Setup(
        variant=Variant(variant or "solo1"),
        seed=random.randrange(_MOST_RANDOM_SEED) if seed is None else seed,
        rules=with_readings(Readings(), chosen),
        gates=(gate,) if gate else (),
        practice=practice,
        tileset=box,
    )
    if path is None:
        path = free_name(Path(f"{setup.variant.value}-{setup.seed}.json"))
    given = {"--variant": variant, "--seed": seed, "--gate": gate, "--rule": chosen or None}
    given["--practice"] = practice or None
    with _log(path) as log:
        if log.is_new:
            record = _begun(setup)
        else:
            used = [name for name, value in given.items() if value is not None]
            record = _resumed(log, box, used)
        return _play(_session(record, log, ascii_only=ascii_only))


def _begun(setup: Setup) -> GameRecord:
    """A game before its first move."""
    try:
        return GameRecord(setup)
    except FormatError as error:
        raise click.ClickException(error.message) from None


def _log(path: Path) -> SoleWriter:
    """The log that nobody else writes while this game goes on."""
    try:
        return SoleWriter(path)
    except (FileTakenError, OSError) as error:
        raise click.ClickException(unreadable(str(path), error)) from None


def _play(session: Session) -> int:
    try:
        session.play()
    except (KeyboardInterrupt, click.Abort):
        echo()
    if not session.record.state.is_over:
        echo(f"The game is saved. Go on with: caladale solo --log {shown(session.log.path)}")
    return FINE


def _resumed(log: SoleWriter, box: TileSet, given: list[str]) -> GameRecord:
    """The game in a log."""
    path = log.path
    try:
        record = read_game(log.text() or "", box)
    except FormatError as error:
        raise click.ClickException(unreadable(str(path), error)) from None
    if given:
        raise click.UsageError(
            f"{shown(path)} holds a game already: leave out {' and '.join(given)}, "
            "or name another --log"
        )
    if record.setup.variant not in SOLO:
        raise click.ClickException(f"{shown(path)} is a game of {record.setup.variant.value}")
    return record


def _session(record: GameRecord, log: SoleWriter, *, ascii_only: bool) -> Session:
    if record.setup.variant is Variant.SOLO1:
        return repl.Solo1Session(record, log, ascii_only=ascii_only)
    return repl.Solo2Session(record, log, ascii_only=ascii_only)
