"""``caladale deal``: a reproducible hand, or a whole table."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from caladale.cli.exits import FINE
from caladale.cli.options import (
    WRITE_TO,
    all_tiles_option,
    deal_seed_option,
    format_option,
    output_option,
    rule_option,
    tileset_option,
    with_readings,
)
from caladale.cli.output import print_text
from caladale.core.hand import Hand
from caladale.core.layout import Variant
from caladale.core.tiles import TileSet
from caladale.games.deal import deal_hand, deal_table
from caladale.notation import write_json


def _reading(hand: Hand, chosen: dict[str, str]) -> Hand:
    """The hand with the chosen readings written into it."""
    return msgspec.structs.replace(hand, rules=with_readings(hand.rules, chosen))


@click.command("deal", short_help="Deal a hand, or a table of hands.")
@click.argument(
    "variant", metavar="VARIANT", type=click.Choice([variant.value for variant in Variant])
)
@deal_seed_option("Same seed, same deal.")
@click.option("--players", type=click.IntRange(1, 4), help="Deal a whole table for so many.")
@click.option(
    "--tiles", type=click.IntRange(0, 80), help="So many own tiles, not the book's number."
)
@all_tiles_option
@format_option("json")
@output_option(WRITE_TO)
@rule_option
@tileset_option
def command(
    *,
    variant: str,
    seed: int,
    players: int | None,
    tiles: int | None,
    all_tiles: bool,
    format_: str,
    output: Path | None,
    chosen: dict[str, str],
    box: TileSet,
) -> int:
    """Deal a hand of VARIANT to build from, or with --players a table as play starts.

    VARIANT is one of standard, speed, solo1, solo2 and all-tiles.

    A single hand has what one player ends up with: 24 tiles in Standard, 21 in Speed (with 9 to
    exchange), 25 in Solo 2 (with 9 to exchange), and the whole box in Solo 1 and the all-tiles
    challenge.
    """
    game = Variant(variant)
    if players is None:
        if all_tiles:
            raise click.UsageError("--all belongs to a table: say --players 2")
        hand = _reading(deal_hand(game, seed, own=tiles, tileset=box), chosen)
        text = write_json(hand) if format_ == "json" else f"{hand}\n"
    else:
        if tiles is not None:
            raise click.UsageError("--tiles belongs to a single hand: leave out --players")
        table = deal_table(game, seed, players, all_tiles=all_tiles, tileset=box)
        hands = tuple(_reading(hand, chosen) for hand in table.hands)
        table = msgspec.structs.replace(table, hands=hands)
        text = write_json(table) if format_ == "json" else f"{table}\n"
    print_text(text, output)
    return FINE
