"""``caladale solve``: the best castle from a hand, or from each of many."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from caladale import batch, solve
from caladale.cli.completion import complete_files
from caladale.cli.exits import FINE, NO_CASTLE, UNUSABLE
from caladale.cli.hands import Found, read_hands, solve_several
from caladale.cli.hints import in_words
from caladale.cli.options import (
    answers_option,
    castle_option,
    expanded,
    jobs_option,
    layout_or_exit,
    rule_option,
    seed_option,
    steps_option,
    tileset_option,
    time_limit_option,
    workers_option,
)
from caladale.cli.output import Lines, print_json, print_json_lines, report, shown
from caladale.cli.progress import SearchDisplay
from caladale.cli.results import (
    CastleFile,
    StepsFile,
    castle_in_words,
    print_reasons,
    print_result,
)
from caladale.core.hand import Hand
from caladale.core.layout import Layout
from caladale.core.tiles import TileSet
from caladale.errors import HandError

if TYPE_CHECKING:
    from caladale.solve import SolveResult


def _reasons(hand: Hand, result: SolveResult) -> list[str]:
    """Why the castle is no better; none if Ctrl-C ends the thinking, which must not cost it."""
    try:
        return list(solve.explain(hand, result))
    except KeyboardInterrupt:
        return []


def _solve_one(
    found: Found,
    output: Path | None,
    steps: Path | None,
    format_: str,
    settings: dict[str, Any],
    *,
    why: bool,
) -> int:
    hand = found.hand
    if hand is None:
        _print_answer({"file": found.name, "error": found.error}, format_)
        return UNUSABLE
    if output is not None and batch.is_result_log(output):
        raise click.ClickException(
            f"{shown(output)} holds the results of several hands, not a castle"
        )
    kept, better_ones = CastleFile(output), StepsFile(steps)
    with SearchDisplay() as search:

        def better(layout: Layout, total: int) -> None:
            kept.keep(layout)
            better_ones.add(layout)
            search.improved(castle_in_words(len(layout.tiles), total))

        try:
            result = solve.best_castle(
                hand, on_castle=better, on_progress=search.progress, **settings
            )
        except HandError as error:
            message = f"--fixed or --hint does not fit the hand: {in_words(error)}"
            raise click.ClickException(Lines(message)) from None
    told = {"explain": _reasons(hand, result)} if why else {}
    with report(output, steps):
        _print_answer({"file": found.name} | solve.result_to_data(result) | told, format_)
        if format_ == "text":
            print_result(result)
            print_reasons(told.get("explain", ()))
    kept.close(result.layout, printed=format_ != "text")
    better_ones.close()
    return NO_CASTLE if result.layout is None else FINE


def _print_answer(answer: dict[str, Any], format_: str) -> None:
    """Print the answer for a single hand where a program is to read it."""
    if format_ == "json":
        print_json(answer)
    elif format_ == "jsonl":
        print_json_lines([answer])


@click.command("solve", short_help="Find the best castle from a hand, or from each of many.")
@click.argument(
    "names",
    metavar="HAND...",
    nargs=-1,
    required=True,
    callback=expanded,
    shell_complete=complete_files,
)
@time_limit_option(60.0)
@seed_option
@workers_option
@click.option("--complete-only", is_flag=True, help="Look for complete castles only.")
@click.option(
    "--fixed",
    metavar="LAYOUT",
    shell_complete=complete_files,
    help="Keep the tiles of this layout where they lie.",
)
@click.option(
    "--hint",
    metavar="LAYOUT",
    shell_complete=complete_files,
    help="Start from the castle in this layout.",
)
@click.option(
    "--explain", is_flag=True, help="Tell why no castle uses every tile and closes every edge."
)
@jobs_option("Solve so many hands at once, each with 1 thread unless --workers says more.")
@click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Solve the hands on the dask cluster whose scheduler is there, such as "
    "tcp://192.0.2.1:8786.",
)
@castle_option(
    "Keep the best castle so far in this file, as a layout in JSON; of several hands, append the "
    "results, and go on after those that are there already."
)
@steps_option
@answers_option()
@rule_option
@tileset_option
def command(
    *,
    names: tuple[str, ...],
    time_limit: float,
    seed: int,
    workers: int | None,
    complete_only: bool,
    fixed: str | None,
    hint: str | None,
    explain: bool,
    jobs: int | None,
    cluster: str | None,
    output: Path | None,
    steps: Path | None,
    format_: str,
    chosen: dict[str, str],
    box: TileSet,
) -> int:
    """Find the castle with the highest score that the tiles of HAND can make.

    A hand is a file such as 'caladale deal' writes; "-" reads it from standard input.
    "optimal" is only said when it is proved. Ctrl-C ends the search and prints the best castle so
    far. Exit code 3 means that there is no castle to show.

    Several hands, or a dealt table, which stands for all of its hands, become a table of results.
    With -o each result is a JSON line in a file as soon as it is known; the same command again
    goes on from there. The time limit is that of each hand.
    """
    settings: dict[str, Any] = {
        "time_limit": time_limit,
        "seed": seed,
        "workers": workers,
        "complete_only": complete_only,
    }
    starts = {
        key: layout_or_exit(name, box, chosen)
        for key, name in (("fixed", fixed), ("hint", hint))
        if name is not None
    }
    if jobs is not None and cluster is not None:
        raise click.UsageError("--jobs is for this machine; a cluster has its own number")
    if explain and fixed is not None:
        raise click.UsageError("--explain is about all castles of the hand, so not for --fixed")
    found = read_hands(names, box, chosen)
    if len(names) == 1 and [one.name for one in found] == list(names):
        if cluster is not None:
            raise click.UsageError("--cluster is for several hands")
        return _solve_one(found[0], output, steps, format_, settings | starts, why=explain)
    alone = {"--fixed": fixed, "--hint": hint, "--explain": explain or None, "--steps": steps}
    for option, value in alone.items():
        if value is not None:
            raise click.UsageError(f"{option} belongs to a single hand")
    if workers is None and not (jobs is None and cluster is None):
        settings["workers"] = 1
    return solve_several(found, output, format_, settings, jobs=jobs or 1, cluster=cluster)
