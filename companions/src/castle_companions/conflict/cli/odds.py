"""``castle-conflict odds``: the chance of every weapon and pair against every target number."""

from __future__ import annotations

import json
import math
import random
from fractions import Fraction

import click
from rich.table import Table

from castle_companions.conflict.cli.options import readings_option, seed_option
from castle_companions.conflict.odds import (
    ATTACKS,
    TARGETS,
    Armed,
    attack_name,
    deviations,
    odds_table,
)
from castle_companions.conflict.readings import Readings, as_names
from castle_companions.records import Form, console, echo, format_option, print_data


@click.command()
@click.option(
    "--check",
    type=click.IntRange(min=100, max=10_000_000),
    metavar="THROWS",
    help="Throw each attack so often, and tell how far the shares lie from the chances.",
)
@click.option("--exact", is_flag=True, help="Print fractions instead of per cent.")
@readings_option
@seed_option
@format_option
def odds(check: int | None, exact: bool, readings: Readings, seed: int, form: Form) -> None:
    """Print the exact chance of every weapon and pair to beat every target number.

    A castle has one keep, so that no two catapults attack together. Numbers above 30 cannot be
    beaten.
    """
    table = odds_table(readings)
    worst = deviations(table, readings, check, random.Random(seed)) if check else {}
    if form is Form.JSON:
        _print_json(table, worst, readings, seed, check)
        return
    _print_table(table, exact=exact)
    if check:
        echo(f"{check} throws of each attack, seed {seed}; the share that lies farthest off, in")
        echo("standard errors:")
        for attack in ATTACKS:
            target, deviation = worst[attack]
            echo(f"  {attack_name(attack):<19} {deviation:+.2f} at {target}")


def _print_table(table: dict[Armed, dict[int, Fraction]], *, exact: bool) -> None:
    shown = Table(box=None, pad_edge=False)
    shown.add_column("beat", justify="right")
    for attack in ATTACKS:
        shown.add_column(attack_name(attack).replace(" + ", "\n+ "), justify="right")
    for target in TARGETS:
        cells = [_cell(table[attack][target], exact=exact) for attack in ATTACKS]
        shown.add_row(str(target), *cells)
    console().print(shown)


def _cell(chance: Fraction, *, exact: bool) -> str:
    if exact:
        return str(chance)
    # What is neither certain nor impossible is not rounded to look so.
    percent = float(100 * chance)
    if 0 < chance < 1:
        percent = min(max(percent, 0.01), 99.99)
    return f"{percent:.2f}%"


def _print_json(
    table: dict[Armed, dict[int, Fraction]],
    worst: dict[Armed, tuple[int, float]],
    readings: Readings,
    seed: int,
    check: int | None,
) -> None:
    attacks = []
    for attack in ATTACKS:
        chances = {
            str(target): {"exact": str(chance), "chance": float(chance)}
            for target, chance in table[attack].items()
        }
        entry: dict[str, object] = {"attack": attack_name(attack), "beats": chances}
        if attack in worst:
            target, deviation = worst[attack]
            finite = deviation if math.isfinite(deviation) else None
            entry["worst"] = {"target": target, "standard_errors": finite}
        attacks.append(entry)
    data: dict[str, object] = {"readings": as_names(readings), "attacks": attacks}
    if check:
        data |= {"seed": seed, "throws": check}
    print_data(json.dumps(data, indent=2) + "\n")
