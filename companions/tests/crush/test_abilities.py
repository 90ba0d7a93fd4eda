"""Abilities that are refused where the rules do not give them, and what they leave alone."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from castle_companions.crush.allocating import next_picker, pick
from castle_companions.crush.faults import Faults
from castle_companions.crush.pieces import Expansion, Kingdom, Member, Stand
from castle_companions.crush.pile import NOTHING
from castle_companions.crush.ranking import ranking
from castle_companions.crush.record import CharacterFall, Fall, Log, Pick, Reaction
from castle_companions.crush.setup import set_up
from castle_companions.crush.state import Phase, Table
from castle_companions.records import BrokenRulesError, record_text, typed_record
from tests.crush.games import built, general, head, hit, king, points, scored

BUILDINGS, FAMILIES = Expansion.BUILDINGS, Expansion.FAMILIES
GREEN_FIRST = (Kingdom.GREEN, Kingdom.YELLOW, Kingdom.RED, Kingdom.BLUE)
BLUE_LAST = {"Dan": {"member": Member.JOSEPH}}


def _table(green: Member = Member.MICHAEL, yellow: Member = Member.FRANZ) -> Table:
    log = head(4, FAMILIES, BUILDINGS, kingdoms=GREEN_FIRST)
    return built(log, points=20, Ann=green, Bob=yellow, Cat=Member.HENRY)


@pytest.mark.parametrize(
    ("falls", "said"),
    [
        ((king("Ann", mole=True, imprison=True),), "the Mole has saved him"),
        ((king("Ann", mole=True), general("Ann", mole=True)), "the Mole does so once in a round"),
        ((general("Ann", imprison=True),), "only Kings are imprisoned"),
        ((king("Bob", mole=True),), "Bob has not the Mole"),
    ],
)
def test_what_of_a_fall_is_refused(falls: tuple[CharacterFall, ...], said: str) -> None:
    with pytest.raises(BrokenRulesError, match=said):
        hit(_table(), "Cat", "Ann", characters=falls)


def test_prisoners_are_neither_saved_nor_imprisoned_again() -> None:
    table = hit(_table(), "Cat", "Ann", characters=(king("Ann", imprison=True),))
    with pytest.raises(BrokenRulesError, match="the Mole does not free prisoners"):
        hit(table, "Dan", "Cat", characters=(king("Ann", mole=True),))
    with pytest.raises(BrokenRulesError, match="he is a prisoner already"):
        hit(table, "Dan", "Cat", characters=(king("Ann", imprison=True),))


def test_strongholds_must_be_there() -> None:
    table = hit(_table(), "Cat", "Ann", stand=Stand.NEW_STRONGHOLD)
    with pytest.raises(BrokenRulesError, match="Cat has no stronghold to place"):
        hit(table, "Cat", "Ann", stand=Stand.NEW_STRONGHOLD)
    with pytest.raises(BrokenRulesError, match="Cat's General occupies no stronghold"):
        hit(table, "Cat", "Ann", stand=Stand.OWN_STRONGHOLD)


def test_who_knocks_down_his_own_crow_loses_nothing_and_nobody_earns_by_it() -> None:
    table = hit(_table(green=Member.CRAIG), "Ann", "Bob", characters=(general("Ann"),))
    assert points(table) == (20, 20, 20, 20)
    after = scored(table, **BLUE_LAST)
    assert [line.points for line in after.lines if line.player == "Bob"] == [6, 12]


@pytest.mark.parametrize(
    ("member", "taken", "said"),
    [
        (Member.FRANZ, ({"roof": 1}, {"second": 1}), "reacts once to an attack"),
        (Member.FRANZ, ({"roof": 1, "second": 1},), "the Grimoire takes one block"),
        (Member.KARL, ({"roof": 1},), "the Alchemist can take 2 blocks now"),
        (Member.KARL, ({"roof": 2},), "there are 1 roof, 1 second on the table"),
        (Member.LEOPOLD, ({"roof": 1},), "knocked down too many blocks"),
    ],
)
def test_what_the_yellow_family_may_not_do(
    member: Member, taken: tuple[dict[str, int], ...], said: str
) -> None:
    fall = Fall(castle="Bob", blocks={"roof": 1, "second": 1})
    reactions = tuple(Reaction(by="Bob", does=member, blocks=blocks) for blocks in taken)
    with pytest.raises(BrokenRulesError, match=said):
        hit(_table(yellow=member), "Cat", "Bob", fall, reactions=reactions)


def test_the_wizard_steals_what_the_attacker_has() -> None:
    own = Fall(castle="Cat", blocks={"roof": 1})
    stolen = Reaction(by="Bob", does=Member.LEOPOLD, blocks={"roof": 1})
    with pytest.raises(BrokenRulesError, match="Cat has 1 fifth"):
        hit(_table(yellow=Member.LEOPOLD), "Cat", "Bob", own, reactions=(stolen,))


def test_the_yellow_family_takes_two_pieces_and_then_the_next_one_does() -> None:
    table = replace(_table(), banner=1)
    table = replace(scored(table, **BLUE_LAST), banner=1)
    takers = []
    while table.phase is Phase.ALLOCATION:
        name = next_picker(table)
        assert name is not None
        takers.append(name)
        table = pick(table, Pick(player=name, takes=next(iter(table.supply))), Faults("log"))
    assert takers == ["Bob", "Bob", "Cat", "Dan", "Ann", "Bob"]


def test_windows_and_the_highest_castle_need_a_castle() -> None:
    table = _table()
    with pytest.raises(BrokenRulesError, match="6 blocks do not have so many windows"):
        scored(table, Dan={"member": Member.JOSEPH, "windows": 121})
    emptied = table
    for seat in table.seats:
        fall = Fall(castle=seat.name, blocks=dict(seat.castle.counts))
        emptied = hit(emptied, "Cat", "Ann", fall)
    assert all(seat.castle == NOTHING for seat in emptied.seats)
    after = scored(emptied, Dan={"member": Member.LOUIS})
    assert [line.points for line in after.lines if line.player == "Dan"] == [12]


def test_after_crowns_the_castles_of_an_earlier_round_break_no_tie() -> None:
    table = set_up(head(3), "log")
    ann, bob, cat = table.seats
    seats = (
        ann,
        replace(bob, points=5, height=(None, 1)),
        replace(cat, points=5, height=(None, 4)),
    )
    ranks = ranking(replace(table, seats=seats, crowned="Ann"))
    assert [(rank.player, rank.why) for rank in ranks] == [
        ("Ann", "three crowns"),
        ("Bob", "the younger"),
        ("Cat", ""),
    ]


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        ({"crown": 3, "curse": 1}, {"jewel": 3, "curse": 1}, "each player has at least one crown"),
        ({"crown": 1}, {"crown": 2, "jewel": 3, "curse": 2}, "the cubes are dealt evenly"),
    ],
)
def test_deals_that_are_no_deals(first: dict[str, int], second: dict[str, int], said: str) -> None:
    data = json.loads(record_text(head(2, Expansion.TREASURE)))
    data["players"][0]["treasure"], data["players"][1]["treasure"] = first, second
    with pytest.raises(BrokenRulesError, match=said):
        set_up(typed_record(Log, data, "log"), "log")


def test_a_kingdom_has_one_player() -> None:
    log = head(2, FAMILIES, kingdoms=(Kingdom.RED, Kingdom.RED))
    with pytest.raises(BrokenRulesError, match="somebody else has this kingdom"):
        set_up(log, "log")
