"""What every command has in common: ``--quiet``, and settings from outside the command line."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import click
from click.core import ParameterSource

from caladale.cli.help_page import CommandContext
from caladale.cli.hints import in_words
from caladale.cli.output import QUIET, shown
from caladale.cli.settings import (
    SETTINGS,
    Settings,
    defaults,
    is_setting,
    load_settings,
    option_name,
    place_of,
    set_variable,
    variables,
)
from caladale.errors import CaladaleError


def _be_quiet(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    del param
    if value:
        ctx.meta[QUIET] = True


quiet_option = click.option(
    "--quiet",
    is_flag=True,
    expose_value=False,
    callback=_be_quiet,
    help="Say nothing on standard error but errors.",
)


def prepared(command: click.Command, name: str) -> click.Command:
    """A command with what all commands have; the same again is left as it is."""
    if command.context_class is not CommandContext:
        command.context_class = CommandContext
        quiet_option(command)
        for param in command.params:
            if is_setting(param):
                param.envvar = variables(name, param)
    return command


def use_settings(group: click.Group, ctx: click.Context, name: str, rest: list[str]) -> None:
    """Give the options of a command the settings of the configuration file.

    A help page needs none, so it can be had whatever the file says.

    Raises:
        click.ClickException: for a file that cannot be used.
    """
    command = group.get_command(ctx, name)
    if command is None or ctx.resilient_parsing or any(w in ("-h", "--help") for w in rest):
        return
    try:
        settings = load_settings(group.list_commands(ctx), {name: command})
    except CaladaleError as error:
        raise click.ClickException(in_words(error)) from None
    except OSError as error:
        raise click.ClickException(f"{shown(str(error.filename))}: {error.strerror}") from None
    ctx.meta[SETTINGS] = settings
    ctx.default_map = {name: defaults(settings, name, command.params)}


@contextlib.contextmanager
def told_where_it_was_said(ctx: click.Context) -> Iterator[None]:
    """While a command runs: a value that is refused is told with where it was said.

    Raises:
        click.ClickException: where that was not on the command line.
    """
    try:
        yield
    except click.BadParameter as error:
        where = _said_where(ctx, error)
        if where:
            raise click.ClickException(f"{where}: {error.message}") from None
        raise


def _said_where(group: click.Context, error: click.BadParameter) -> str:
    """Where a value was said that click refuses; empty for the command line."""
    ctx, param = error.ctx, error.param
    settings: Settings | None = group.meta.get(SETTINGS)
    if ctx is None or param is None or param.name is None or not is_setting(param):
        return ""
    command, source = ctx.info_name or "", ctx.get_parameter_source(param.name)
    if source is ParameterSource.DEFAULT_MAP and settings is not None and settings.path is not None:
        return f"{shown(settings.path)}: {place_of(settings, command, option_name(param))}"
    if source is ParameterSource.ENVIRONMENT:
        found = set_variable(command, param)
        return f"the environment variable {found}" if found else ""
    return ""
