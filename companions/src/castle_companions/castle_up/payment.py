"""The cheapest legal payment: an exact search over what is handed over and what is exchanged."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

from castle_companions.castle_up.amounts import EXCHANGE, Amount
from castle_companions.castle_up.readings import Cheapest

_Three = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Payment:
    """One way to pay a cost.

    Attributes:
        paid: the tokens that are handed over; gold may stand for resources.
        exchanged: the resources that are turned into gold before, three of a kind for one.
    """

    paid: Amount
    exchanged: Amount

    @property
    def gold_made(self) -> int:
        """The gold that the exchanges give."""
        return self.exchanged.total // EXCHANGE

    @property
    def given_up(self) -> Amount:
        """What the payer has less afterwards; gold is negative if more is made than paid."""
        return self.paid + self.exchanged + Amount(gold=-self.gold_made)


def cheapest_payment(cost: Amount, held: Amount, by: Cheapest) -> Payment | None:
    """Find the cheapest way to pay `cost` out of `held`, with as few exchanges as it takes.

    By `Cheapest.WORTH` a gold weighs as much as the three resources that it is exchanged for, by
    `Cheapest.TOKENS` as much as one. Of equally cheap payments the one with the least gold paid is
    taken, then the one that leaves the scarcest resource highest, then the one with less manpower
    and less supplies given up.

    Returns:
        The payment, or None if `held` does not suffice.
    """
    ways = legal_payments(cost, held)
    return min(ways, key=lambda way: _rank(way, held, by), default=None)


def weight(amount: Amount, by: Cheapest) -> int:
    """What tokens count, in resources."""
    gold = EXCHANGE if by is Cheapest.WORTH else 1
    return sum(amount.base) + amount.gold * gold


def legal_payments(cost: Amount, held: Amount) -> Iterator[Payment]:
    """All ways to pay `cost` out of `held` that make no gold beyond what is paid."""
    # A kind is handed over for its own part of the cost and for the part that may be any kind.
    most = [min(have, need + cost.any) for have, need in zip(held.base, cost.base, strict=True)]
    for base in itertools.product(*(range(number + 1) for number in most)):
        paid = Amount(base[0], base[1], base[2], gold=cost.total - sum(base))
        if not covers(paid, cost):
            continue
        exchanges = max(0, paid.gold - held.gold)
        left = [have - spent for have, spent in zip(held.base, base, strict=True)]
        for counts in _splits(exchanges, [number // EXCHANGE for number in left]):
            yield Payment(paid, Amount(*counts).times(EXCHANGE))


def covers(paid: Amount, cost: Amount) -> bool:
    """Whether these tokens pay the cost exactly, gold standing for what is missing."""
    beyond = sum(max(0, have - need) for have, need in zip(paid.base, cost.base, strict=True))
    return paid.total == cost.total and paid.any == 0 and beyond <= cost.any


def _splits(total: int, most: list[int]) -> Iterator[_Three]:
    for first in range(min(total, most[0]) + 1):
        for second in range(min(total - first, most[1]) + 1):
            third = total - first - second
            if third <= most[2]:
                yield first, second, third


def _rank(way: Payment, held: Amount, by: Cheapest) -> tuple[int, ...]:
    given = way.given_up
    scarcest = min(have - less for have, less in zip(held.base, given.base, strict=True))
    return (weight(given, by), way.paid.gold, -scarcest, *given.base)
