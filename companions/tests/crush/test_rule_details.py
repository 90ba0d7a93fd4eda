"""Sentences of the rulebook that have no figures: order, places, what may not be."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from benchmarks.crush_logs import random_log
from castle_companions.crush.allocating import choices, next_picker, pick
from castle_companions.crush.building import build
from castle_companions.crush.faults import Faults
from castle_companions.crush.pieces import Expansion, Kingdom, Member, Stand, Treasure
from castle_companions.crush.pile import NOTHING, Pile
from castle_companions.crush.record import Building, Fall, Pick, Reaction
from castle_companions.crush.referee import judge
from castle_companions.crush.setup import set_up
from castle_companions.crush.state import Phase, Place, Where
from castle_companions.records import BrokenRulesError
from tests.crush.games import built, general, head, hit, king, points, scored

BUILDINGS, FAMILIES = Expansion.BUILDINGS, Expansion.FAMILIES
YELLOW_LAST = (Kingdom.GREEN, Kingdom.YELLOW, Kingdom.RED, Kingdom.BLUE)


def test_a_game_lasts_three_rounds_unless_crowns_end_it() -> None:
    for seed in range(8):
        log = random_log(Random(seed))
        table = judge(log).table
        assert table.phase is Phase.OVER
        assert len(log.rounds) == 3 or table.crowned is not None


def test_whoever_has_the_banner_attacks_first_and_the_others_clockwise() -> None:
    table = replace(set_up(head(4), "log"), banner=2)
    assert build(table, (), Faults("log")).attackers == (2, 3, 0, 1) * 2


def test_a_king_without_a_place_is_not_scored_and_cannot_fall() -> None:
    table = build(set_up(head(2), "log"), (Building(player="Ann", king="left-out"),), Faults("log"))
    with pytest.raises(BrokenRulesError, match="Ann's King does not stand"):
        hit(table, "Bob", "Ann", characters=(king("Ann"),))
    assert points(scored(table)) == (12 + 5, 12 + 5 + 7)


def test_whoever_is_compensated_cannot_choose_cubes() -> None:
    table = built(head(4, BUILDINGS))
    table = hit(table, "Ann", "Bob", stand=Stand.NEW_STRONGHOLD)
    table = hit(table, "Ann", "Bob", Fall(castle="Bob", blocks={"roof": 1, "second": 1}))
    table = hit(table, "Ann", "Bob", Fall(castle="Bob", blocks={"third": 1, "fourth": 1}))
    table = scored(table)
    assert next_picker(table) == "Bob"
    assert "stronghold" not in choices(table, "Bob")
    assert "stronghold" in choices(table, "Ann")
    table = pick(table, Pick(player="Bob", takes="roof"), Faults("log"))
    assert "stronghold" in choices(table, "Bob")
    table = pick(table, Pick(player="Bob", takes="stronghold"), Faults("log"))
    assert table.seat("Bob").strongholds == 2


def test_the_first_game_has_crowns_and_curses_only() -> None:
    table = set_up(head(3, Expansion.TREASURE_FIRST_GAME), "log")
    assert table.seat("Ann").looted == Pile.of({"crown": 1, "curse": 1})


def test_loot_is_built_into_the_castle_of_the_next_round() -> None:
    table = built(head(3, Expansion.TREASURE))
    loot = Fall(castle="Bob", treasure={Treasure.JEWEL: 1})
    after = scored(hit(table, "Ann", "Bob", loot), Cat={"jewels": 1})
    assert after.seat("Ann").looted == Pile.of({"jewel": 1})
    while after.phase is Phase.ALLOCATION:
        name = next_picker(after)
        assert name is not None
        kind = "jewel" if after.supply["jewel"] else next(iter(after.supply))
        after = pick(after, Pick(player=name, takes=kind), Faults("log"))
    again = build(after, (), Faults("log"))
    jewels = [(seat.built["jewel"], seat.looted["jewel"]) for seat in again.seats]
    # The jewel that Cat exchanged was the first pick, of whoever has the banner.
    assert sum(number for number, _ in jewels) == 3
    assert all(looted == 0 for _, looted in jewels)


def test_a_general_who_falls_leaves_the_stronghold_to_all() -> None:
    table = hit(built(head(4, BUILDINGS)), "Ann", "Bob", stand=Stand.NEW_STRONGHOLD, occupy=True)
    table = hit(table, "Cat", "Ann", characters=(general("Ann"),))
    assert points(table) == (0, 0, 3, 0)
    table = hit(table, "Dan", "Ann", stand=Stand.EMPTY_STRONGHOLD, occupy=True)
    assert table.seat("Dan").general == Place(Where.STRONGHOLD)
    after = scored(table)
    assert [seat.strongholds for seat in after.seats] == [0, 1, 1, 2]


def test_a_general_leaves_one_stronghold_for_another() -> None:
    table = hit(built(head(4, BUILDINGS)), "Ann", "Bob", stand=Stand.NEW_STRONGHOLD, occupy=True)
    table = hit(table, "Bob", "Ann", stand=Stand.NEW_STRONGHOLD)
    table = hit(table, "Ann", "Bob", stand=Stand.EMPTY_STRONGHOLD, occupy=True)
    assert table.empty_strongholds == 1


def test_the_mole_s_king_who_falls_again_is_not_scored() -> None:
    table = built(
        head(2, FAMILIES, kingdoms=YELLOW_LAST), points=20, Ann=Member.MICHAEL, Bob=Member.FRANZ
    )
    table = hit(table, "Bob", "Ann", characters=(king("Ann", mole=True),))
    table = hit(table, "Bob", "Ann", characters=(king("Ann"),))
    assert points(table) == (20, 30)
    assert points(scored(table)) == (20 + 12 + 5 + 2, 30 + 12 + 12)


def test_a_sub_castle_is_removed_after_scoring() -> None:
    table = built(head(2, FAMILIES, kingdoms=YELLOW_LAST), Ann=Member.MICHAEL, Bob=Member.KARL)
    fall = Fall(castle="Bob", blocks={"roof": 2})
    taken = Reaction(by="Bob", does=Member.KARL, blocks={"roof": 2})
    table = hit(table, "Ann", "Bob", fall, reactions=(taken,))
    before = table.supply["roof"]
    after = scored(table, Bob={"sub_upright": (1, 1), "sub_lying": 0})
    assert points(after)[1] == 10 + 4 + 12
    assert after.seat("Bob").sub_castle == NOTHING
    assert after.supply["roof"] == before + 2


def test_the_wizard_steals_no_treasure() -> None:
    log = head(2, FAMILIES, Expansion.TREASURE, kingdoms=YELLOW_LAST)
    stolen = Reaction(by="Bob", does=Member.LEOPOLD, blocks={"crown": 1})
    with pytest.raises(BrokenRulesError, match='no such blocks as "crown"'):
        hit(built(log, Ann=Member.MICHAEL, Bob=Member.LEOPOLD), "Ann", "Bob", reactions=(stolen,))


def test_whose_guest_falls_was_attacked() -> None:
    table = built(
        head(4, FAMILIES, kingdoms=YELLOW_LAST),
        hosts={"Ann": "Bob"},
        Ann=Member.ROBERT,
        Bob=Member.FRANZ,
        Cat=Member.HENRY,
    )
    table = replace(table, down=Pile.of({"roof": 1}), supply=table.supply - Pile.of({"roof": 1}))
    back = Reaction(by="Bob", does=Member.FRANZ, blocks={"roof": 1})
    table = hit(table, "Cat", "Dan", characters=(king("Ann"),), reactions=(back,))
    assert table.seat("Bob").castle["roof"] == 2
    with pytest.raises(BrokenRulesError, match="Bob was not attacked"):
        hit(table, "Cat", "Dan", reactions=(back,))


def test_a_rat_who_can_attack_nobody_uses_no_stronghold() -> None:
    log = head(2, FAMILIES, BUILDINGS, kingdoms=YELLOW_LAST)
    table = built(log, hosts={"Ann": "Bob"}, Ann=Member.ROBERT, Bob=Member.FRANZ)
    with pytest.raises(BrokenRulesError, match="no stronghold is used"):
        hit(table, "Ann", None, stand=Stand.NEW_STRONGHOLD)
    assert hit(table, "Ann", None).empty_strongholds == 0
