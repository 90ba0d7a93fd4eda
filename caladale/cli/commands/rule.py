"""``caladale rule``: what a rule says, why, and what keeping and breaking it look like."""

from __future__ import annotations

import textwrap
from typing import Any

import click
from click.shell_completion import CompletionItem

from caladale.cli.completion import beginning
from caladale.cli.drawing import print_castle
from caladale.cli.exits import FINE
from caladale.cli.options import format_option
from caladale.cli.output import echo, print_json
from caladale.core.readings import READINGS, Reading
from caladale.notation import read_layout
from caladale.rules.catalogue import RULE_BY_CODE, RULES, Rule


def _rule_to_data(rule: Rule) -> dict[str, Any]:
    return {
        "code": rule.code,
        "title": rule.title,
        "source": rule.source,
        "says": rule.says,
        "why": rule.why,
        "good": rule.good,
        "bad": rule.bad,
        "readings": list(rule.readings),
    }


def _reading_to_data(reading: Reading) -> dict[str, Any]:
    return {
        "name": reading.name,
        "question": reading.question,
        "values": list(reading.values),
        "default": reading.values[0],
    }


def _print_rule(rule: Rule) -> None:
    wrap = textwrap.TextWrapper(width=88)
    echo(f"{rule.code}: {rule.title}  ({rule.source})\n")
    echo(wrap.fill(rule.says) + "\n\n" + wrap.fill(rule.why) + "\n")
    if rule.readings:
        echo(wrap.fill(f"Readings that change it: {', '.join(rule.readings)}") + "\n")
    for label, line in (("Keeps the rule", rule.good), ("Breaks the rule", rule.bad)):
        echo(f"{label}: {line}\n")
        print_castle(read_layout(line))
        echo()


def _print_reading(reading: Reading) -> None:
    values = [f"{reading.values[0]} (the default)", *reading.values[1:]]
    echo(f"{reading.name}: {reading.question}\n  {', '.join(values)}")


def _complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Codes of rules, in any case, and names of readings."""
    del ctx, param
    codes = beginning(((rule.code, rule.title) for rule in RULES), incomplete.upper())
    return codes + beginning(((one.name, one.question) for one in READINGS), incomplete)


@click.command("rule", short_help="Explain a rule or a reading.")
@click.argument("code", required=False, shell_complete=_complete)
@format_option()
def command(*, code: str | None, format_: str) -> int:
    """Explain the rule or reading called CODE; without CODE, list them all.

    The codes are those of the breaches that 'caladale validate' tells; the readings are the
    switches of --rule.
    """
    readings = {reading.name: reading for reading in READINGS}
    if code is None:
        if format_ == "json":
            rules = [_rule_to_data(rule) for rule in RULES]
            print_json({"rules": rules, "readings": [_reading_to_data(r) for r in READINGS]})
            return FINE
        for rule in RULES:
            echo(f"{rule.code:2}  {rule.title}")
        echo("\nReadings, chosen with --rule NAME=VALUE:\n")
        for reading in READINGS:
            _print_reading(reading)
    elif code.upper() in RULE_BY_CODE:
        rule = RULE_BY_CODE[code.upper()]
        if format_ == "json":
            print_json(_rule_to_data(rule))
        else:
            _print_rule(rule)
    elif code in readings:
        if format_ == "json":
            print_json(_reading_to_data(readings[code]))
        else:
            _print_reading(readings[code])
    else:
        codes = ", ".join(RULE_BY_CODE)
        raise click.UsageError(
            f"there is no rule {code!r}, only {codes}; 'caladale rule' lists the readings too"
        )
    return FINE
