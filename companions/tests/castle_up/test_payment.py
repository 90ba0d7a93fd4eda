"""Payments: the worked examples, and the search held against brute force."""

from __future__ import annotations

import itertools
from collections import deque

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from castle_companions.castle_up.amounts import Amount
from castle_companions.castle_up.cards import rulebook_cards
from castle_companions.castle_up.payment import cheapest_payment, weight
from castle_companions.castle_up.readings import DEFAULT, Cheapest, Half, Readings
from castle_companions.castle_up.refurbishing import Offer, cheapest_bill, halves, reduced


def cost_of(name: str) -> Amount:
    cost = rulebook_cards().buildings[name].cost
    assert cost is not None
    return cost.amount


def test_charles_gets_the_workshop_for_five_supplies() -> None:
    offers = [Offer(cost_of("Archery Range"))]
    bill = cheapest_bill(cost_of("Workshop"), Amount(supplies=5), offers, DEFAULT)
    assert bill is not None
    assert bill.due == bill.payment.paid == Amount(supplies=5)


def test_charles_has_gold_for_the_market_and_none_for_the_archery() -> None:
    buildings = rulebook_cards().buildings
    assert buildings["Market"].repair == buildings["Archery Range"].repair == 1
    held = Amount(manpower=3)
    way = cheapest_payment(Amount(gold=1), held, Cheapest.WORTH)
    assert way is not None
    assert way.exchanged == Amount(manpower=3)
    assert way.paid == Amount(gold=1)
    assert held.minus(way.given_up) == Amount()
    assert cheapest_payment(Amount(gold=2), held, Cheapest.WORTH) is None


def test_a_damaged_archery_range_pays_one_manpower() -> None:
    assert halves(cost_of("Archery Range"), Half.TOTAL) == {Amount(manpower=1)}
    assert halves(cost_of("Workshop"), Half.EACH) == {Amount(supplies=2)}
    assert halves(cost_of("Workshop"), Half.TOTAL) == {
        Amount(supplies=3),
        Amount(supplies=2, manpower=1),
    }


def test_two_buildings_pay_for_one_and_the_excess_is_lost() -> None:
    offers = [Offer(Amount(manpower=3)), Offer(Amount(supplies=2))]
    bill = cheapest_bill(Amount(manpower=1, supplies=3), Amount(supplies=1), offers, DEFAULT)
    assert bill is not None
    assert bill.due == Amount(supplies=1)


def test_a_resource_of_choice_and_gold_go_where_they_are_worth_most() -> None:
    assert reduced(Amount(manpower=1, food=1), Amount(any=1)) == {
        Amount(food=1),
        Amount(manpower=1),
    }
    offers = [Offer(Amount(gold=1))]
    bill = cheapest_bill(Amount(food=1, gold=1), Amount(food=1), offers, DEFAULT)
    assert bill is not None
    assert bill.payment.paid == Amount(food=1)


def test_what_is_cheapest_is_a_reading() -> None:
    held = Amount(manpower=3, supplies=3)
    cost = Amount(any=1, food=1)
    for by in Cheapest:
        way = cheapest_payment(cost, held, by)
        assert way is not None
        assert weight(way.given_up, by) == 4
    held = Amount(manpower=3, gold=1)
    tokens = cheapest_payment(Amount(food=1), held, Cheapest.TOKENS)
    assert tokens is not None
    assert tokens.paid == Amount(gold=1)
    assert tokens.exchanged == Amount()


small = st.integers(0, 3)
amounts = st.builds(Amount, small, small, small, small, st.integers(0, 2))
holdings = st.builds(
    Amount, st.integers(0, 6), st.integers(0, 6), st.integers(0, 6), st.just(0), st.integers(0, 3)
)
State = tuple[tuple[int, ...], tuple[int, ...]]


def brute_force(cost: Amount, held: Amount, by: Cheapest) -> int | None:
    """Walk through all that can be done a token at a time; the least weight of what is given up."""
    start: State = ((*held.base, held.gold), (*cost.base, cost.any, cost.gold))
    seen = {start}
    queue = deque([start])
    best: int | None = None
    while queue:
        have, due = queue.popleft()
        if not any(due):
            given = weight(held, by) - weight(Amount(have[0], have[1], have[2], gold=have[3]), by)
            best = given if best is None else min(best, given)
        for state in steps(have, due):
            if state not in seen:
                seen.add(state)
                queue.append(state)
    return best


def steps(have: tuple[int, ...], due: tuple[int, ...]) -> list[State]:
    found: list[State] = []
    for kind in range(3):
        if have[kind] >= 3:
            changed = list(have)
            changed[kind] -= 3
            changed[3] += 1
            found.append((tuple(changed), due))
    for kind in range(4):
        needs = range(5) if kind == 3 else (kind, 3)
        for need in needs:
            if have[kind] and due[need]:
                less, left = list(have), list(due)
                less[kind] -= 1
                left[need] -= 1
                found.append((tuple(less), tuple(left)))
    return found


@pytest.mark.parametrize("by", list(Cheapest))
@given(amounts, holdings)
def test_the_search_equals_brute_force(by: Cheapest, cost: Amount, held: Amount) -> None:
    way = cheapest_payment(cost, held, by)
    best = brute_force(cost, held, by)
    assert (way is None) == (best is None)
    if way is not None:
        held.minus(Amount(*way.exchanged.base))
        assert weight(way.given_up, by) == best


@given(amounts, holdings, st.lists(st.builds(Offer, amounts, st.booleans()), max_size=2))
def test_a_given_up_building_never_costs_more(
    cost: Amount, held: Amount, offers: list[Offer]
) -> None:
    readings = Readings()
    plain = cheapest_bill(cost, held, [], readings)
    bill = cheapest_bill(cost, held, offers, readings)
    if plain is not None:
        assert bill is not None
        by = readings.cheapest
        assert weight(bill.payment.given_up, by) <= weight(plain.payment.given_up, by)
    if bill is not None:
        assert bill.due.total >= cost.total - bill.credit.total
        cost.minus(bill.due)
        held.minus(Amount(*bill.payment.exchanged.base))


tiny = st.integers(0, 2)
tiny_costs = st.builds(Amount, tiny, tiny, tiny, st.integers(0, 1), st.integers(0, 1))


def brute_force_with_credit(
    cost: Amount, held: Amount, offers: list[Offer], half: Half
) -> int | None:
    """Try every choice of halves, and every use or loss of every given-up resource."""
    choices = [
        halves(offer.cost, half) if offer.damaged else frozenset({offer.cost}) for offer in offers
    ]
    dues: set[tuple[int, ...]] = set()
    for chosen in itertools.product(*choices):
        total = sum(chosen, Amount())
        reached: set[tuple[int, ...]] = {(*cost.base, cost.any, cost.gold)}
        for token, number in enumerate((*total.base, total.any, total.gold)):
            fits = {3: range(4), 4: range(5)}.get(token, (token, 3))
            for _ in range(number):
                spent = {
                    (*due[:need], due[need] - 1, *due[need + 1 :])
                    for due in reached
                    for need in fits
                    if due[need]
                }
                reached |= spent
        dues |= reached
    found = [brute_force(Amount(*due), held, Cheapest.WORTH) for due in dues]
    return min((weight for weight in found if weight is not None), default=None)


@pytest.mark.parametrize("half", list(Half))
@settings(max_examples=100)
@given(
    cost=tiny_costs,
    held=st.builds(Amount, tiny, tiny, st.integers(0, 4), st.just(0), st.integers(0, 1)),
    offers=st.lists(st.builds(Offer, tiny_costs, st.booleans()), max_size=2),
)
def test_the_search_with_given_up_buildings_equals_brute_force(
    half: Half, cost: Amount, held: Amount, offers: list[Offer]
) -> None:
    bill = cheapest_bill(cost, held, offers, Readings(half=half))
    best = brute_force_with_credit(cost, held, offers, half)
    found = None if bill is None else weight(bill.payment.given_up, Cheapest.WORTH)
    assert found == best
