"""Options that several commands share."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, TypeVar

import click

from castle_companions.conflict.players.greedy import GreedyPlayer
from castle_companions.conflict.players.player import Player, RandomPlayer
from castle_companions.conflict.players.searching import SearchingPlayer
from castle_companions.conflict.readings import CHOICES, DEFAULT, Readings, as_names, from_names
from castle_companions.records import did_you_mean, quoted

F = TypeVar("F", bound=Callable[..., Any])

PLAYERS: dict[str, Callable[[], Player]] = {
    "random": RandomPlayer,
    "greedy": GreedyPlayer,
    "searching": SearchingPlayer,
}
"""The computer players by name, the weakest first."""

_SEEDS = 2**32


def seed_option(function: F) -> F:
    """``--seed N``, as the argument `seed`; a random seed where none is given."""
    option = click.option(
        "--seed",
        type=click.IntRange(0, 2**53 - 1),
        callback=lambda _context, _option, value: (
            random.randrange(_SEEDS) if value is None else value
        ),
        help="What decides cards and dice; it is printed, so that a game can be had again.",
    )
    return option(function)


def readings_option(function: F) -> F:
    """``--rule NAME=VALUE``, several times, as the argument `readings`."""
    option = click.option(
        "--rule",
        "readings",
        multiple=True,
        metavar="NAME=VALUE",
        callback=_readings,
        help="Read a rule in another way; `castle-conflict readings` lists the ways.",
    )
    return option(function)


def _readings(
    _context: click.Context, _option: click.Parameter, given: tuple[str, ...]
) -> Readings:
    names = as_names(DEFAULT)
    mistakes = []
    for text in given:
        name, equals, value = text.partition("=")
        if name not in CHOICES:
            mistakes.append(f"there is no reading {quoted(name)}{did_you_mean(name, CHOICES)}")
            continue
        values = [choice.value for choice in CHOICES[name]]
        if not equals or value not in values:
            meant = did_you_mean(value, values)
            mistakes.append(f"{name} is {' or '.join(values)}, not {quoted(value)}{meant}")
            continue
        names[name] = value
    if mistakes:
        raise click.BadParameter("; ".join(mistakes))
    return from_names(names)
