"""``caladale repair``: the fewest changes that make a castle legal."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from caladale import render, solve
from caladale._io.atomic_files import check_writable, read_text
from caladale._io.formats import HAND, refuse_others
from caladale._io.plural import counted
from caladale.cli.completion import complete_files, complete_tiles
from caladale.cli.drawing import print_castle
from caladale.cli.exits import FINE, NO_CASTLE
from caladale.cli.options import (
    castle_option,
    file_argument,
    format_option,
    layout_or_exit,
    picture_option,
    rule_option,
    seed_option,
    tileset_option,
    time_limit_option,
    unreadable,
    workers_option,
)
from caladale.cli.output import echo, print_json, print_text, report, unwritable
from caladale.cli.progress import SearchDisplay
from caladale.cli.results import circumstances
from caladale.core.layout import Layout
from caladale.core.tile_names import names_of
from caladale.core.tiles import TileSet
from caladale.errors import FormatError
from caladale.notation import read_hand, write_json
from caladale.notation.named_hand import named_tiles
from caladale.rules.dissolution import dissolve

if TYPE_CHECKING:
    from caladale.solve.minimal_repair.answer import RepairResult


_MEANING = {
    "optimal": "No fewer changes make this castle legal{where}.",
    "feasible": "These changes make this castle legal; fewer may do.",
    "infeasible": "No changes make this castle legal.",
    "unknown": "No way to make this castle legal was found in time.",
}


def _print_repair(result: RepairResult) -> None:
    if result.layout is not None:
        print_castle(result.layout)
        echo(f"\n{counted(len(result.changes), 'change', 'changes')}:")
        for number, change in enumerate(result.changes, start=1):
            echo(f"  {number}. {change.sentence}")
    proof = f" {result.proof}" if result.proof else ""
    where = "" if result.anywhere else " within the cells searched"
    meaning = _MEANING[result.status.value].format(where=where)
    echo(f"\n{result.status.value}: {meaning}{proof}")
    if result.changes and result.best_score:
        where = "" if result.best_anywhere else " in the cells searched"
        echo(f"No other castle{where} with so few changes scores more.")
    elif result.changes:
        echo("Another castle with so few changes may score more.")
    echo(circumstances(result))


def _spares(layout: Layout, named: tuple[str, ...], file: str | None) -> list[str]:
    """The spare tiles that are named one by one, and those of a hand or a list."""
    if file is None:
        return list(named)
    text = read_text(file)
    if not text.lstrip().startswith("{"):
        refuse_others(text, HAND)
        words = tuple(filter(None, re.split(r"[\s,]+", text)))
        laid = tuple(placed.tile for placed in layout.tiles)
        names = names_of(layout.tileset.file)
        return [*named, *named_tiles(names, laid=laid, spares=words).ids("spares")]
    hand = read_hand(text, layout.tileset)
    used = {placed.tile for placed in layout.tiles}
    wilds = [tile.id for tile in layout.tileset.wilds()]
    own_wilds = max(0, hand.wilds - sum(name in used for name in wilds))
    free_wilds = [name for name in wilds if name not in used][:own_wilds]
    found = [*hand.gates, *hand.tiles, *free_wilds]
    return [*named, *(name for name in found if name.partition(":")[0] not in used)]


@click.command("repair", short_help="Make a castle legal with the fewest changes.")
@file_argument
@click.option(
    "--spare",
    "named",
    metavar="TILE",
    multiple=True,
    shell_complete=complete_tiles,
    help="A tile that may be added; repeatable.",
)
@click.option(
    "--spares",
    "spares_file",
    metavar="FILE",
    shell_complete=complete_files,
    help="A hand, whose tiles that are not in the castle may be added, or a list of tile ids.",
)
@time_limit_option(10.0)
@seed_option
@workers_option
@click.option(
    "--margin",
    type=click.IntRange(0, 100),
    help="Search only the box around the tiles and so many cells beyond it.",
)
@castle_option("Write the castle after the changes to this file, as a layout in JSON.")
@picture_option
@format_option()
@rule_option
@tileset_option
def command(
    *,
    file: str,
    named: tuple[str, ...],
    spares_file: str | None,
    time_limit: float,
    seed: int,
    workers: int | None,
    margin: int | None,
    output: Path | None,
    picture: Path | None,
    format_: str,
    chosen: dict[str, str],
    box: TileSet,
) -> int:
    """Find the fewest changes that make the castle in FILE legal.

    A change is one tile removed, or moved and/or turned, or added from the spares; two cells that
    swap their tiles count one. Among castles that take as few, one with the highest score is looked
    for. "optimal" is only said when it is proved that no fewer changes do. Exit code 3 means that
    no castle was found.
    """
    if file == spares_file == "-":
        raise click.UsageError("the castle and the spares cannot both come from standard input")
    layout = layout_or_exit(file, box, chosen)
    try:
        spares = _spares(layout, named, spares_file)
    except (FormatError, OSError) as error:
        raise click.ClickException(unreadable(spares_file or "", error)) from None
    for path in (output, picture):
        if path is not None:
            try:
                check_writable(path)
            except OSError as error:
                raise unwritable(path, error) from None
    left = dissolve(layout)
    with SearchDisplay("looking for the fewest changes") as search:
        result = solve.repair(
            layout,
            spares,
            time_limit=time_limit,
            seed=seed,
            workers=workers,
            margin=margin,
            hint=left.layout if left.score.verdict.valid else None,
            on_progress=search.progress,
        )
    with report(output, picture):
        if format_ == "json":
            print_json({"file": file} | solve.repair_to_data(result))
        else:
            _print_repair(result)
    if result.layout is None:
        return NO_CASTLE
    if output is not None:
        print_text(write_json(result.layout), output)
    if picture is not None:
        print_text(render.render_changes(layout, result.layout, result.changes), picture)
    return FINE
