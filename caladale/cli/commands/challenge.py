"""``caladale challenge``: can all tiles be used in one complete castle?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from caladale import solve
from caladale._io.atomic_files import is_stream
from caladale._io.plural import counted
from caladale.cli import terminal
from caladale.cli.exits import FINE, NO_CASTLE
from caladale.cli.options import (
    OutputFile,
    format_option,
    layout_or_exit,
    rule_option,
    seed_option,
    steps_option,
    tileset_option,
    time_limit_option,
    with_readings,
    workers_option,
)
from caladale.cli.output import console, echo, print_json, print_text, report, shown, unwritable
from caladale.cli.progress import SearchDisplay
from caladale.cli.results import (
    CastleFile,
    StepsFile,
    castle_in_words,
    circumstances,
    print_result,
)
from caladale.core.layout import Grass, Layout
from caladale.core.readings import Readings
from caladale.core.tiles import TileSet
from caladale.notation import write_line

if TYPE_CHECKING:
    from caladale.solve import Challenge, ChallengeProgress, ChallengeResult
    from caladale.solve.all_tiles.readings_survey import Finding


def _problem(
    box: TileSet,
    chosen: dict[str, str],
    *,
    ground: int | None,
    two_player: bool,
    goals: dict[str, Any],
) -> Challenge:
    """The problem that the options describe."""
    grass = solve.BOOK_GROUND if ground is None else _strips(ground)
    tiles = gates = None
    if two_player:
        tiles = tuple(tile.id for tile in box.supply(plus=False))
        gates = tuple(tile.id for tile in box.gates()[:1])
        grass = grass if ground else solve.BOOK_GROUND[:1]
    rules = with_readings(Readings(), chosen)
    return solve.Challenge(tileset=box, rules=rules, grass=grass, tiles=tiles, gates=gates, **goals)


def _strips(columns: int) -> tuple[Grass, ...]:
    """Ground of so many columns, in strips of four side by side and what is left."""
    starts = range(0, columns, 4)
    return tuple(Grass(x, min(4, columns - x)) for x in starts)


def _incumbent(path: Path, problem: Challenge) -> Layout | None:
    """The castle in `path` that a search is to go on from; None when there is no such file."""
    if not path.exists():
        return None
    layout = layout_or_exit(str(path), problem.tileset, {})
    fault = solve.fault_of(problem, layout)
    if fault:
        message = f"cannot go on from the castle in {shown(path)}: {fault}"
        raise click.ClickException(message)
    return layout


def _run(
    problem: Challenge,
    output: CastleFile,
    steps: StepsFile,
    incumbent: Layout | None,
    *,
    time_limit: float,
    seed: int,
    workers: int | None,
    attempts: int | None,
) -> ChallengeResult:
    with SearchDisplay() as search:

        def better(layout: Layout, total: int) -> None:
            output.keep(layout)
            steps.add(layout)
            search.improved(castle_in_words(len(layout.tiles), total))

        def working(progress: ChallengeProgress) -> None:
            search.working(
                f"{counted(progress.steps, 'attempt', 'attempts')}, {progress.placed} of "
                f"{counted(progress.wanted, 'tile', 'tiles')}, "
                f"{progress.seconds:.0f} s"
            )

        return solve.challenge(
            problem,
            seed=seed,
            workers=workers,
            time_limit=time_limit,
            attempts=attempts,
            hint=incumbent,
            on_castle=better,
            on_progress=working,
        )


def _print_challenge(result: ChallengeResult) -> None:
    print_result(result)
    tiles = counted(result.wanted, "tile", "tiles")
    echo(f"{result.placed} of {tiles}, {counted(result.attempts, 'attempt', 'attempts')}")
    if result.cannot_be and result.status.value != "infeasible":
        echo(result.cannot_be)


def _survey(problem: Challenge, output: Path | None, format_: str, **search: Any) -> int:
    findings: list[Finding] = []
    if output is not None:
        try:
            output.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise unwritable(output, error) from None
    with SearchDisplay() as progress:
        for finding in solve.survey(problem, **search):
            findings.append(finding)
            placed = counted(finding.result.placed, "tile", "tiles")
            progress.improved(f"{finding.name}: {finding.answer}, {placed}")
            if output is not None and finding.certificate is not None:
                name = finding.name.replace("=", "-")
                print_text(write_line(finding.certificate) + "\n", output / f"{name}.txt")
    if output is not None:
        print_text(solve.survey_to_markdown(findings), output / "table.md")
    if format_ == "json":
        print_json(
            [
                {"readings": f.name, "answer": f.answer, "remark": f.remark}
                | solve.challenge_to_data(f.result)
                for f in findings
            ]
        )
        return FINE
    table = terminal.Table("Readings", "Answer", box=None, pad_edge=False)
    for name in ("Tiles", "Points", "Seconds"):
        table.add_column(name, justify="right")
    table.add_column("Remark")
    for finding in findings:
        result = finding.result
        tiles = f"{result.placed} of {result.wanted}"
        points, seconds = str(result.score or ""), f"{result.seconds:.1f}"
        table.add_row(finding.name, finding.answer, tiles, points, seconds, finding.remark)
    console().print(table)
    echo(circumstances(findings[-1].result))
    return FINE


@click.command("challenge", short_help="Put all tiles into one complete castle.")
@time_limit_option(120.0)
@seed_option
@workers_option
@click.option(
    "--attempts",
    type=click.IntRange(1, 10**9),
    help="End after so many attempts, which unlike seconds are the same on every machine.",
)
@click.option(
    "-o",
    "--output",
    type=OutputFile(dir_okay=True),
    help="Keep the best castle so far in this file (with --all-readings: all castles in this "
    "folder, and the table).",
)
@steps_option
@click.option("--resume", is_flag=True, help="Go on from the castle in the output file.")
@click.option(
    "--all-readings",
    is_flag=True,
    help="Take the challenge under every reading that can change the answer, and print a table.",
)
@click.option(
    "--ground", type=click.IntRange(1, 1000), help="Lay so many columns of grass instead of 8."
)
@click.option("--within-columns", is_flag=True, help="Nothing may lie beyond the ground.")
@click.option("--max-width", type=click.IntRange(1, 1000), help="Span so many columns at most.")
@click.option("--max-height", type=click.IntRange(1, 1000), help="Have so many rows at most.")
@click.option("--no-holes", is_flag=True, help="Leave no hole in the castle.")
@click.option(
    "--two-player",
    is_flag=True,
    help="Use the 48 tiles without a plus mark, one gate and one strip.",
)
@format_option()
@rule_option
@tileset_option
def command(
    *,
    time_limit: float,
    seed: int,
    workers: int | None,
    attempts: int | None,
    output: Path | None,
    steps: Path | None,
    resume: bool,
    all_readings: bool,
    ground: int | None,
    two_player: bool,
    format_: str,
    chosen: dict[str, str],
    box: TileSet,
    **goals: Any,
) -> int:
    """Put all tiles but the wilds into one complete castle: four gates, two strips of grass.

    The rulebook's designer got all but two into one, and asks whether it can be done with all.
    Fewer tiles in a complete castle are an answer too. Ctrl-C ends the search with the best castle
    so far. --ground and the options after it ask for more.
    """
    if resume and (output is None or all_readings or is_stream(output)):
        raise click.UsageError("--resume goes on from the castle in the file that -o names")
    if output is not None and all_readings and is_stream(output):
        raise click.UsageError("--all-readings writes several files: -o names a folder for them")
    if output is not None and output.is_dir() and not all_readings:
        raise click.UsageError(f"{shown(output)} is a folder")
    problem = _problem(box, chosen, ground=ground, two_player=two_player, goals=goals)
    search = {"time_limit": time_limit, "seed": seed, "workers": workers}
    if all_readings:
        if attempts is not None:
            raise click.UsageError("--all-readings is limited by --time-limit, not by --attempts")
        if steps is not None:
            raise click.UsageError("--steps belongs to a single search, not to --all-readings")
        return _survey(problem, output, format_, **search)
    incumbent = _incumbent(output, problem) if output is not None and resume else None
    kept, better_ones = CastleFile(output, incumbent), StepsFile(steps)
    result = _run(
        problem,
        kept,
        better_ones,
        incumbent,
        time_limit=time_limit,
        seed=seed,
        workers=workers,
        attempts=attempts,
    )
    with report(output, steps):
        if format_ == "json":
            print_json(solve.challenge_to_data(result))
        else:
            _print_challenge(result)
    kept.close(result.layout, printed=format_ == "json")
    better_ones.close()
    return NO_CASTLE if result.layout is None else FINE
