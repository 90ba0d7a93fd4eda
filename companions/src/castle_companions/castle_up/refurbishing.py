"""What the buildings that are given up take off the cost of a new one."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from castle_companions.castle_up.amounts import NOTHING, Amount, Kind, of_kind
from castle_companions.castle_up.payment import Payment, cheapest_payment, weight
from castle_companions.castle_up.readings import Half, Readings

_ANY = "any"
_BASE_NAMES = (Kind.MANPOWER.value, Kind.SUPPLIES.value, Kind.FOOD.value)


@dataclass(frozen=True, slots=True)
class Offer:
    """A building that is given up: its cost, and whether it is damaged."""

    cost: Amount
    damaged: bool = False


@dataclass(frozen=True, slots=True)
class Bill:
    """What a purchase takes.

    Attributes:
        credit: the resources of given-up buildings that were chosen.
        due: what remains of the cost.
        payment: how that is paid.
    """

    credit: Amount
    due: Amount
    payment: Payment


def halves(cost: Amount, half: Half) -> frozenset[Amount]:
    """Everything that half of a cost, rounded down, can be by choice.

    Returns:
        One amount under `Half.EACH`, all choices of half of the tokens under `Half.TOTAL`.
    """
    numbers = (*cost.base, cost.any, cost.gold)
    if half is Half.EACH:
        return frozenset({Amount(*(number // 2 for number in numbers))})
    choices = itertools.product(*(range(number + 1) for number in numbers))
    wanted = cost.total // 2
    return frozenset(Amount(*choice) for choice in choices if sum(choice) == wanted)


def remainders(cost: Amount, offers: Iterable[Offer], half: Half) -> dict[Amount, Amount]:
    """What can be left to pay of a cost, each with the credit that leads to it."""
    found = {cost: NOTHING}
    for offer in offers:
        options = halves(offer.cost, half) if offer.damaged else frozenset({offer.cost})
        ordered = sorted(options, key=_numbers)
        after: dict[Amount, Amount] = {}
        for due, credit in found.items():
            for own in ordered:
                for left in sorted(reduced(due, own), key=_numbers):
                    after.setdefault(left, credit + own)
        found = after
    return found


@lru_cache(maxsize=10_000)
def reduced(cost: Amount, credit: Amount) -> frozenset[Amount]:
    """What can remain of a cost, whichever part each resource of the credit is used for.

    Gold of the credit is wild, as gold always is; a resource of free choice is any but gold.
    What fits nowhere is lost.
    """
    found = frozenset({cost})
    for name, number in credit.numbers.items():
        for _ in range(number):
            found = frozenset(left for one in found for left in _less(one, name))
    return found


def _less(cost: Amount, token: str) -> Iterator[Amount]:
    needs = cost.numbers
    if token == Kind.GOLD.value:
        fits = [*_BASE_NAMES, _ANY, token]
    elif token == _ANY:
        fits = [*_BASE_NAMES, _ANY]
    else:
        fits = [token, _ANY]
    usable = [name for name in fits if name in needs]
    for name in usable:
        yield cost.minus(Amount(any=1) if name == _ANY else of_kind(Kind(name)))
    if not usable:
        yield cost


def cheapest_bill(
    cost: Amount, held: Amount, offers: Iterable[Offer], readings: Readings
) -> Bill | None:
    """Find the cheapest way to buy for `cost` with `held` and the buildings that are given up.

    Returns:
        The bill, or None when even the best choice does not suffice.
    """
    bills = []
    for due, credit in remainders(cost, offers, readings.half).items():
        payment = cheapest_payment(due, held, readings.cheapest)
        if payment is not None:
            bills.append(Bill(credit, due, payment))
    by = readings.cheapest
    return min(bills, key=lambda bill: _rank(bill, weight(bill.payment.given_up, by)), default=None)


def _rank(bill: Bill, worth: int) -> tuple[int, ...]:
    return (worth, bill.payment.paid.gold, *_numbers(bill.payment.given_up))


def _numbers(amount: Amount) -> tuple[int, ...]:
    return (*amount.base, amount.any, amount.gold)
