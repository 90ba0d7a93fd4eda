"""Options and arguments that several commands share."""

from __future__ import annotations

import glob
import math
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import click
import msgspec
from click.core import ParameterSource

from caladale._io.atomic_files import STANDARD_OUTPUT, read_text
from caladale.cli.completion import complete_files, complete_readings
from caladale.cli.hints import in_words
from caladale.cli.output import Lines, shown
from caladale.cli.settings import SETTINGS, Settings, set_variable
from caladale.core.layout import Layout
from caladale.core.readings import READINGS, Readings
from caladale.core.soundness import MOST_SECONDS
from caladale.core.tiles import TileSet, load_tileset, shipped_tile_file
from caladale.errors import CaladaleError, FormatError
from caladale.notation import read_layout

Function = TypeVar("Function", bound=Callable[..., Any])

file_argument = click.argument("file", shell_complete=complete_files)


def expanded(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> tuple[str, ...]:
    """File names with those of ``*.txt`` and the like in their places, sorted.

    Most shells do that themselves; some do not, such as those of Windows. A file that has such a
    name means itself, and where none is found the name stays as it is, to be told as missing.
    """
    del ctx, param
    found: list[str] = []
    for name in value:
        is_pattern = glob.has_magic(name) and not os.path.lexists(name)
        files = sorted(glob.glob(name, recursive=True)) if is_pattern else []  # noqa: PTH207
        found += files or [name]
    return tuple(found)


files_argument = click.argument(
    "files",
    metavar="FILE...",
    nargs=-1,
    required=True,
    callback=expanded,
    shell_complete=complete_files,
)


class OutputFile(click.Path):
    """A file to write to; ``-`` is standard output, and ``./-`` a file of that name."""

    def __init__(self, *, dir_okay: bool = False) -> None:
        super().__init__(path_type=Path, dir_okay=dir_okay, allow_dash=True)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """The path; a file named - with its folder, which a path alone would forget."""
        path = Path(os.fsdecode(super().convert(value, param, ctx)))
        return path.absolute() if path == STANDARD_OUTPUT and str(value) != "-" else path


def _none_for_standard_output(
    ctx: click.Context, param: click.Parameter, value: Path | None
) -> Path | None:
    del ctx, param
    return None if value == STANDARD_OUTPUT else value


def output_option(help_: str) -> Callable[[Function], Function]:
    """The option for a file that is written instead of standard output; ``-`` leaves it at that."""
    return click.option(
        "-o", "--output", type=OutputFile(), callback=_none_for_standard_output, help=help_
    )


WRITE_TO = "Write to this file, whole or not at all, instead of standard output."
"""The help of `output_option` where there is no more to say."""


def castle_option(help_: str) -> Callable[[Function], Function]:
    """The option for a file that is written besides what a command prints."""
    return click.option("-o", "--output", type=OutputFile(), help=help_)


steps_option = click.option(
    "--steps",
    type=OutputFile(),
    help="Keep every better castle in this file, one on a line; 'caladale render' makes a page of "
    "them.",
)

picture_option = click.option(
    "--picture",
    metavar="OUT.svg",
    type=OutputFile(),
    help="Draw the castle before and after, side by side, as SVG.",
)


def format_option(default: str = "text") -> Callable[[Function], Function]:
    """The option for how a result is printed."""
    return click.option(
        "--format",
        "format_",
        type=click.Choice(["text", "json"]),
        default=default,
        show_default=True,
        help="How to print the result.",
    )


def answers_option() -> Callable[[Function], Function]:
    """The option for how the answers for one file or several are printed."""
    return click.option(
        "--format",
        "format_",
        type=click.Choice(["text", "json", "jsonl"]),
        default="text",
        show_default=True,
        help="How to print the result. json is an object for one file and a list for several, "
        "jsonl a line with an object for each, however many.",
    )


class Seconds(click.ParamType[float]):
    """A length of time; what is no number, not finite, negative or beyond all use is refused."""

    name = "seconds"

    def __init__(self, *, from_zero: bool = False) -> None:
        self._from_zero = from_zero

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number of seconds."""
        seconds = float(click.FLOAT.convert(value, param, ctx))
        if not (seconds > 0 or (self._from_zero and seconds == 0)) or seconds == math.inf:
            least = "from 0" if self._from_zero else "above 0"
            self.fail(f"{seconds:g} is not a number of seconds {least}", param, ctx)
        if seconds > MOST_SECONDS:
            self.fail(f"{seconds:g} is more than 10**9 seconds", param, ctx)
        return seconds


def time_limit_option(default: float) -> Callable[[Function], Function]:
    """The option for how long a search may take."""
    return click.option(
        "--time-limit",
        metavar="SECONDS",
        type=Seconds(),
        default=default,
        show_default=True,
        help="How long to search.",
    )


seed_option = click.option(
    "--seed",
    type=click.IntRange(0, 2**31 - 1),
    default=0,
    show_default=True,
    help="Seed of the search; with --workers 1, the same seed finds the same castle.",
)
workers_option = click.option(
    "--workers", type=click.IntRange(1, 256), help="Threads to search with; all cores by default."
)


def jobs_option(help_: str, default: int | None = None) -> Callable[[Function], Function]:
    """The option for how many things are done side by side, each in a process of its own."""
    return click.option(
        "--jobs",
        type=click.IntRange(1, 256),
        default=default,
        show_default=default is not None,
        help=help_,
    )


def deal_seed_option(help_: str, default: int | None = 0) -> Callable[[Function], Function]:
    """The option for the seed of a deal; without a default it is left to chance."""
    return click.option(
        "--seed",
        type=click.IntRange(min=0),
        default=default,
        show_default=default is not None,
        help=help_,
    )


all_tiles_option = click.option(
    "--all", "all_tiles", is_flag=True, help="With 2 players, use the tiles with a plus mark too."
)


def unreadable(name: str, error: CaladaleError | OSError) -> Lines:
    """Say why a file cannot be used: in one line, or in one more for each of several mistakes."""
    place = "standard input" if name == "-" else shown(name)
    reason = (error.strerror or str(error)) if isinstance(error, OSError) else in_words(error)
    return Lines(f"{place}: {reason}")


_TILE_FILE = "caladale.tile_file"
"""Where a context keeps which tile file the box was read from; not there for the published one."""


def tile_file_text(ctx: click.Context) -> str:
    """The text of the tile file that the box of a command was read from."""
    path = ctx.meta.get(_TILE_FILE)
    return shipped_tile_file() if path is None else read_text(path)


def _load_box(ctx: click.Context, param: click.Parameter, value: str | None) -> TileSet:
    if value is not None:
        ctx.meta[_TILE_FILE] = value
    try:
        return load_tileset(value)
    except (FormatError, OSError) as error:
        raise click.BadParameter(unreadable(value or "", error), param=param) from None


tileset_option = click.option(
    "--tileset",
    "box",
    metavar="PATH",
    is_eager=True,  # what completes tiles asks for it
    callback=_load_box,
    shell_complete=complete_files,
    help="A tile file to use instead of the published box.",
)


class ChosenReadings(dict[str, str]):
    """The readings chosen on the command line, by name; they go before those of any file.

    Attributes:
        usual: readings that the environment or the configuration file says: they stand in for the
            defaults, and a layout or a hand that says otherwise goes before them.
    """

    def __init__(self, chosen: dict[str, str], usual: dict[str, str]) -> None:
        super().__init__(chosen)
        self.usual = usual


def _choose(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> ChosenReadings:
    settings: Settings | None = ctx.meta.get(SETTINGS)
    usual = {} if settings is None else settings.readings
    said = os.environ.get(set_variable(ctx.info_name or "", param), "").split()
    try:
        usual = usual | _readings(param, said)
    except click.BadParameter as error:
        name = set_variable(ctx.info_name or "", param)
        raise click.ClickException(f"the environment variable {name}: {error.message}") from None
    is_given = ctx.get_parameter_source("chosen") is ParameterSource.COMMANDLINE
    return ChosenReadings(_readings(param, value if is_given else ()), usual)


def _readings(param: click.Parameter, value: Iterable[str]) -> dict[str, str]:
    """The readings that were said as NAME=VALUE."""
    values = {reading.name: reading.values for reading in READINGS}
    chosen: dict[str, str] = {}
    for text in value:
        name, _, choice = text.partition("=")
        if name not in values:
            names = ", ".join(values)
            raise click.BadParameter(f"there is no reading {name!r}, only {names}", param=param)
        if choice not in values[name]:
            message = f"{name} is one of {', '.join(values[name])}, not {choice!r}"
            raise click.BadParameter(message, param=param)
        if chosen.setdefault(name, choice) != choice:
            raise click.BadParameter(f"{name} is given twice", param=param)
    return chosen


rule_option = click.option(
    "--rule",
    "chosen",
    metavar="NAME=VALUE",
    multiple=True,
    callback=_choose,
    shell_complete=complete_readings,
    help="Choose a reading of the rules, in place of the default or of what the file says; "
    "repeatable. 'caladale rule' lists them.",
)


def with_readings(rules: Readings, chosen: dict[str, str]) -> Readings:
    """The readings of a file with those chosen on the command line in their place.

    What is usual here stands in for what is at its default in the file.
    """
    usual = chosen.usual if isinstance(chosen, ChosenReadings) else {}
    default = Readings()
    unsaid = {k: v for k, v in usual.items() if getattr(rules, k) == getattr(default, k)}
    return msgspec.structs.replace(rules, **(unsaid | chosen))


def load_layout(name: str, box: TileSet, chosen: dict[str, str]) -> Layout:
    """Read a layout from a file and lay the chosen readings over its own.

    Raises:
        FormatError: when the text is no layout.
        OSError: when the file cannot be read.
    """
    return under(read_layout(read_text(name), box), chosen)


def under(layout: Layout, chosen: dict[str, str]) -> Layout:
    """A layout with the readings chosen on the command line in place of its own."""
    rules = with_readings(layout.rules, chosen)
    return layout if rules == layout.rules else msgspec.structs.replace(layout, rules=rules)


def layout_or_exit(name: str, box: TileSet, chosen: dict[str, str]) -> Layout:
    """Read the one layout of a command, or end the command with a clear error."""
    try:
        return load_layout(name, box, chosen)
    except (FormatError, OSError) as error:
        raise click.ClickException(unreadable(name, error)) from None
