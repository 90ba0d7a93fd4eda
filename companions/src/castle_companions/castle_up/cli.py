"""The program `castle-up`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import NoReturn

import click

from castle_companions import __version__
from castle_companions.castle_up.amounts import Amount
from castle_companions.castle_up.asking import (
    amount_asked,
    cost_asked,
    held_asked,
    offer_asked,
    points_asked,
    readings_asked,
)
from castle_companions.castle_up.battles import Outcome, fight
from castle_companions.castle_up.cards import FORMAT as CARDS_FORMAT
from castle_companions.castle_up.cards import CardFile, Cards, read_cards
from castle_companions.castle_up.facts import RefusedError, building_named, known
from castle_companions.castle_up.log import FORMAT as LOG_FORMAT
from castle_companions.castle_up.log import GameRecord
from castle_companions.castle_up.payment import weight
from castle_companions.castle_up.readings import EXPLAINED
from castle_companions.castle_up.refurbishing import Bill, cheapest_bill, halves
from castle_companions.castle_up.replay import replay
from castle_companions.castle_up.report import result_data, result_lines
from castle_companions.records import (
    Exit,
    Form,
    Mistake,
    RecordError,
    echo,
    format_option,
    one_line,
    print_data,
    read_record,
    run,
    schema_text,
)

cards_option = click.option(
    "--cards",
    "path",
    metavar="FILE",
    help="A file of cards (TOML or JSON) that goes before what the rulebook gives.",
)
reading_option = click.option(
    "--rule",
    "words",
    multiple=True,
    metavar="NAME=VALUE",
    help="How to read what the rulebook leaves open; may be repeated.",
)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="castle-up")
def cli() -> None:
    """Referee of Castle Up: payments, battles and whole games."""


@cli.command()
@click.argument("building", required=False)
@click.option("--cost", help="What is to be paid, such as supplies=5,manpower=1 or any=2,gold=1.")
@click.option("--held", default="", help="What the payer has, such as manpower=3,gold=1.")
@click.option("--repair", is_flag=True, help="Repair the building, for gold, instead of buying it.")
@click.option(
    "--refurbish",
    multiple=True,
    metavar="NAME[:damaged]",
    help="A building that is given up for the new one; may be repeated.",
)
@cards_option
@reading_option
@format_option
@click.pass_context
def pay(
    context: click.Context,
    *,
    building: str | None,
    cost: str | None,
    held: str,
    repair: bool,
    refurbish: tuple[str, ...],
    path: str | None,
    words: tuple[str, ...],
    form: Form,
) -> None:
    """Find the cheapest way to buy or repair BUILDING, or to pay a cost.

    The exit code is 1 when what is held does not suffice.
    """
    if (building is None) == (cost is None):
        raise click.UsageError("name a building, or give --cost")
    if repair and (cost is not None or refurbish):
        raise click.UsageError("--repair takes a building, and no other option of a purchase")
    readings, purse = readings_asked(words), held_asked(held, "--held")
    try:
        cards = read_cards(path)
        price = _price(cards, building, cost, repair=repair)
        offers = [offer_asked(cards, word) for word in refurbish]
    except RefusedError as error:
        raise _unusable(error) from None
    bill = cheapest_bill(price, purse, offers, readings)
    if bill is None:
        _show(form, {"possible": False, "cost": price.numbers}, [f"Not enough for {price.words}."])
        context.exit(Exit.BREAKS_RULES)
    _show_bill(form, price, purse, bill, weight(bill.payment.given_up, readings.cheapest))


def _show_bill(form: Form, price: Amount, purse: Amount, bill: Bill, worth: int) -> None:
    way = bill.payment
    left = (purse + Amount(gold=way.gold_made)).minus(way.paid + way.exchanged)
    data = {
        "possible": True,
        "cost": price.numbers,
        "credit": bill.credit.numbers,
        "due": bill.due.numbers,
        "exchanged": way.exchanged.numbers,
        "paid": way.paid.numbers,
        "left": left.numbers,
        "weight": worth,
    }
    lines = [f"Cost: {price.words}"]
    lines += (
        [f"Refurbished: {bill.credit.words}, so due: {bill.due.words}"] if bill.credit.total else []
    )
    lines += [f"Exchange: {way.exchanged.words} for {way.gold_made} gold"] * bool(way.gold_made)
    _show(form, data, [*lines, f"Pay: {way.paid.words}", f"Left: {left.words}"])


def _price(cards: Cards, building: str | None, cost: str | None, *, repair: bool) -> Amount:
    if cost is not None or building is None:
        return amount_asked(cost or "", "--cost")
    if repair:
        number = building_named(cards, building).repair
        return Amount(gold=known(number, f"the repair cost of {building}"))
    return cost_asked(cards, building)


points = click.IntRange(0, 1000)


@cli.command()
@click.argument("target", required=False)
@click.option("--attack", type=points, default=0, help="Attack points.")
@click.option("--with", "attackers", multiple=True, metavar="NAME", help="A building that attacks.")
@click.option("--defence", type=points, default=0, help="Defence points.")
@click.option("--against", multiple=True, metavar="NAME", help="A building that defends.")
@click.option("--endurance", type=click.IntRange(1, 1000), help="The endurance of the target.")
@click.option("--damaged", is_flag=True, help="The target is damaged already.")
@click.option("--cost", help="The cost of the target, for the compensation.")
@cards_option
@reading_option
@format_option
def battle(
    *,
    target: str | None,
    attack: int,
    attackers: tuple[str, ...],
    defence: int,
    against: tuple[str, ...],
    endurance: int | None,
    damaged: bool,
    cost: str | None,
    path: str | None,
    words: tuple[str, ...],
    form: Form,
) -> None:
    """Settle one battle against TARGET, or against a building of the given endurance."""
    readings = readings_asked(words)
    if target is None and endurance is None:
        raise click.UsageError("name a building as the target, or give --endurance")
    try:
        cards = read_cards(path)
        attack += points_asked(cards, attackers, "attack")
        defence += points_asked(cards, against, "defence")
        building = building_named(cards, target) if target else None
        if building is not None and building.castle:
            raise RefusedError("a castle cannot be attacked")
        if endurance is None and building is not None:
            endurance = known(building.endurance, f"the endurance of {building.name}")
    except RefusedError as error:
        raise _unusable(error) from None
    price = amount_asked(cost, "--cost") if cost is not None else None
    if price is None and building is not None and building.cost is not None:
        price = building.cost.amount
    fought = Fought(attack, defence, endurance or 1, damaged)
    compensation = halves(price, readings.half) if price is not None else frozenset()
    _show_battle(form, fought, compensation)


@dataclass(frozen=True)
class Fought:
    """A battle as it was asked about."""

    attack: int
    defence: int
    endurance: int
    damaged: bool


def _show_battle(form: Form, fought: Fought, compensation: frozenset[Amount]) -> None:
    result = fight(fought.attack, fought.defence, fought.endurance, damaged=fought.damaged)
    data: dict[str, object] = {
        "attack": fought.attack,
        "defence": fought.defence,
        "endurance": fought.endurance,
        "damage": result.damage,
        "wasted": result.wasted,
        "outcome": result.outcome.value,
    }
    lines = [
        f"Attack {fought.attack} against defence {fought.defence}: {result.damage} damage"
        + (f", {result.wasted} defence points wasted" if result.wasted else ""),
        f"Endurance {fought.endurance}, {'damaged' if fought.damaged else 'whole'}: "
        + _FATE[result.outcome],
    ]
    if result.outcome is Outcome.DESTROYED and compensation:
        choices = sorted((half.words, half.numbers) for half in compensation)
        data["compensation"] = [numbers for _, numbers in choices]
        lines.append("Compensation: " + " or ".join(said for said, _ in choices))
    _show(form, data, lines)


@cli.command("readings")
@format_option
def list_readings(*, form: Form) -> None:
    """List the ways to read what the rulebook leaves open; a star marks the default."""
    lines, data = [], {}
    for name, values in EXPLAINED.items():
        default = next(iter(values))
        data[name] = {"default": default, "values": values}
        for value, meaning in values.items():
            lines.append(f"{'*' if value == default else ' '} {name}={value}: {meaning}")
    _show(form, data, lines)


@cli.command()
@click.argument("log")
@cards_option
@format_option
def score(*, log: str, path: str | None, form: Form) -> None:
    """Referee the game of LOG (JSON or .toml, - for standard input) and count its points.

    The exit code is 1 when the game breaks rules; every mistake is told with its place.
    """
    record = read_record(GameRecord, log)
    result = replay(record, read_cards(path), one_line(log))
    _show(form, result_data(result), result_lines(result))


class Schema(Enum):
    """The formats that have a schema."""

    LOG = "log"
    CARDS = "cards"


@cli.command()
@click.argument("which", type=click.Choice(Schema, case_sensitive=False), default=Schema.LOG)
def schema(*, which: Schema) -> None:
    """Print the JSON Schema of logs, or of files of cards."""
    if which is Schema.LOG:
        print_data(schema_text(GameRecord, LOG_FORMAT))
    else:
        print_data(schema_text(CardFile, CARDS_FORMAT))


_FATE = {
    Outcome.NOTHING: "nothing happens to it",
    Outcome.DAMAGED: "it is damaged",
    Outcome.DESTROYED: "it is destroyed",
}


def _unusable(error: RefusedError) -> RecordError:
    return RecordError("castle-up", (Mistake(error.place, error.message),))


def _show(form: Form, data: Mapping[str, object], lines: list[str]) -> None:
    if form is Form.JSON:
        print_data(json.dumps(data, indent=2) + "\n")
    else:
        echo("\n".join(lines))


def main() -> NoReturn:
    """Run the program."""
    run(cli, "castle-up")
