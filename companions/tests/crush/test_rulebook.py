"""Every figure and example of the rulebook, with its number."""

from __future__ import annotations

from dataclasses import replace

import pytest

from castle_companions.crush import points as tables
from castle_companions.crush.allocating import next_picker, pick
from castle_companions.crush.coins import COINS, split
from castle_companions.crush.faults import Faults
from castle_companions.crush.pieces import Expansion, Kingdom, Member, Stand, Treasure
from castle_companions.crush.pile import NOTHING, Pile
from castle_companions.crush.record import Fall, Log, Pick, Reaction, Trade
from castle_companions.crush.setup import set_up
from castle_companions.crush.state import Phase, Place, Table, Where
from castle_companions.records import BrokenRulesError
from tests.crush.games import NAMES, built, general, head, hit, king, points, scored

TREASURE, BUILDINGS, FAMILIES = Expansion.TREASURE, Expansion.BUILDINGS, Expansion.FAMILIES


def test_the_castle_of_the_figure_is_worth_11() -> None:
    # The figure has four blocks; either the two of level 1 stand, or one of them lies.
    assert tables.castle([2, 1, 1], 0) == 1 + 1 + 3 + 6 == 11
    assert tables.castle([1, 1, 1], 1) == 11


@pytest.mark.parametrize(
    ("blocks", "worth"), [(0, 0), (1, 1), (2, 2), (3, 4), (4, 7), (5, 12), (6, 20), (7, 20)]
)
def test_points_for_knocked_down_blocks(blocks: int, worth: int) -> None:
    box = {"roof": 1, "second": 1, "third": 1, "fourth": 1, "fifth": 1, "sixth": 1}
    taken = dict.fromkeys(list(box)[:blocks], 1) | ({"roof": 2} if blocks > 6 else {})
    table = hit(built(head(2)), "Ann", "Bob", Fall(castle="Bob", blocks=taken))
    assert points(table) == (worth, 0)


def test_levels_1_to_5_and_above_are_worth_1_3_6_10_16() -> None:
    assert [tables.castle([0] * n + [1], 0) for n in range(6)] == [1, 3, 6, 10, 16, 16]


def test_a_king_is_worth_5_and_a_general_3_knocked_down_7_and_5_surviving() -> None:
    table = hit(built(head(2)), "Ann", "Bob", characters=(king("Bob"), general("Bob")))
    assert points(table) == (8, 0)
    emptied = scored(table)
    assert points(emptied) == (8 + 12 + 12, 12)  # twelve lying blocks each, Ann's characters stand


def test_nobody_scores_by_his_own() -> None:
    own = Fall(castle="Ann", blocks={"roof": 2})
    table = hit(built(head(2)), "Ann", "Bob", own, characters=(king("Ann"),))
    assert points(table) == (0, 0)
    assert table.seat("Ann").castle["roof"] == 0


def test_one_attack_may_hit_several_castles() -> None:
    falls = (Fall(castle="Bob", blocks={"roof": 1}), Fall(castle="Cat", blocks={"fifth": 2}))
    assert points(hit(built(head(3)), "Ann", "Bob", *falls)) == (4, 0, 0)


@pytest.mark.parametrize(("number", "attacks"), [(2, 6), (3, 6), (4, 8)])
def test_two_turns_of_attacks_and_three_in_a_game_of_two(number: int, attacks: int) -> None:
    table = built(head(number))
    assert table.attackers == tuple(range(number)) * (attacks // number)


@pytest.mark.parametrize(("number", "each"), [(2, 12), (3, 8), (4, 6)])
def test_blocks_of_the_setup(number: int, each: int) -> None:
    table = set_up(head(number), "log")
    assert [seat.castle.total for seat in table.seats] == [each] * number
    assert table.supply.total == 30 - number * each


def test_the_coins_of_the_box() -> None:
    assert COINS == ((50, 4), (10, 10), (5, 30), (1, 30))
    assert sum(value * number for value, number in COINS) == 480
    assert split([87, 3]).coins == ((1, 3, 1, 2), (0, 0, 0, 3))
    assert split([200, 100, 100, 81]).short == (0, 0, 0, 1)


def test_compensation_to_three_then_one_piece_each_until_all_are_taken() -> None:
    table = built(head(2))
    table = hit(table, "Ann", "Bob", Fall(castle="Bob", blocks=dict(table.seats[1].castle.counts)))
    table = scored(table)
    assert table.banner == 1  # Bob has the fewest points
    takers = []
    while table.phase is Phase.ALLOCATION:
        name = next_picker(table)
        assert name is not None
        takers.append(name)
        kind = next(iter(table.supply))
        table = pick(table, Pick(player=name, takes=kind), Faults("log"))
    assert takers == ["Bob"] * 3 + ["Bob", "Ann"] * 7 + ["Bob"]
    assert (table.supply, table.round, table.phase) == (NOTHING, 2, Phase.BUILDING)


# Treasure cubes.


def test_curse_gives_the_defender_3_points_of_the_attacker() -> None:
    fall = Fall(castle="Bob", treasure={Treasure.CURSE: 1}, curses_paid=1)
    table = hit(built(head(3, TREASURE), points=10), "Ann", "Bob", fall)
    assert points(table) == (7, 13, 10)
    assert table.seat("Ann").looted == Pile.of({"curse": 1})


def test_a_pinned_cube_is_not_looted_but_its_curse_counts() -> None:
    fall = Fall(castle="Bob", pinned={Treasure.CURSE: 1, Treasure.JEWEL: 1}, curses_paid=1)
    table = hit(built(head(3, TREASURE), points=10), "Ann", "Bob", fall)
    assert points(table) == (7, 13, 10)
    assert table.seat("Ann").looted == NOTHING


def test_three_crowns_win_at_the_end_of_the_attacks() -> None:
    table = built(head(4, TREASURE))
    for name in ("Bob", "Cat"):
        table = hit(table, "Ann", name, Fall(castle=name, treasure={Treasure.CROWN: 1}))
    assert table.phase is Phase.ATTACK
    table = replace(table, attackers=())
    assert hit(table, "Dan", "Ann").crowned == "Ann"


@pytest.mark.parametrize(("jewels", "worth"), [(1, 2), (2, 5), (3, 10), (4, 16)])
def test_jewels(jewels: int, worth: int) -> None:
    table = built(head(4, TREASURE))
    ann = replace(table.seats[0], looted=Pile.of({"jewel": 3}))
    after = scored(table.put(ann), Ann={"jewels": jewels})
    assert points(after)[0] - points(after)[1] == worth
    assert after.supply["jewel"] == jewels


@pytest.mark.parametrize(("curses", "worth"), [(3, 5), (4, 7)])
def test_curses_are_traded_with_another_player(curses: int, worth: int) -> None:
    table = built(head(4, TREASURE), points=10)
    ann = replace(table.seats[0], looted=Pile.of({"curse": 3}))
    after = scored(table.put(ann), Ann={"trade": Trade(to="Cat", curses=curses)})
    assert points(after)[0] - points(after)[1] == worth
    assert points(after)[2] - points(after)[1] == -worth
    assert after.seat("Cat").treasure(Treasure.CURSE) == 1 + curses


def test_only_three_or_four_curses_are_traded() -> None:
    with pytest.raises(BrokenRulesError, match="3 or 4 curses"):
        scored(built(head(4, TREASURE)), Ann={"trade": Trade(to="Cat", curses=1)})


# Mini buildings.


def _captured() -> Table:
    return hit(built(head(4, BUILDINGS)), "Ann", "Bob", characters=(king("Bob", imprison=True),))


def test_a_prisoner_is_worth_5_more_to_the_captor_and_goes_home() -> None:
    table = _captured()
    assert points(table)[0] == 5
    assert table.seat("Ann").prisons == 0
    after = scored(table)
    assert points(after) == (5 + 6 + 12 + 5, 6 + 5, 18, 18)
    assert after.seat("Ann").prisons == 1
    assert after.seat("Bob").king == Place()


def test_who_knocks_down_his_own_imprisoned_king_frees_him_and_gains_the_prison() -> None:
    table = hit(_captured(), "Bob", "Ann", characters=(king("Bob"),))
    assert table.seat("Bob").king == Place()
    assert (table.seat("Ann").prisons, table.seat("Bob").prisons) == (0, 2)
    assert points(table) == (5, 0, 0, 0)


def test_who_knocks_down_another_ones_prisoner_takes_him_with_the_prison() -> None:
    table = hit(_captured(), "Cat", "Ann", characters=(king("Bob"),))
    assert table.seat("Bob").king == Place(Where.PRISON, "Cat")
    assert scored(table).seat("Cat").prisons == 2
    assert points(table) == (5, 0, 5, 0)


def test_a_prison_holds_one_king_and_a_pinned_king_is_not_imprisoned() -> None:
    with pytest.raises(BrokenRulesError, match="Ann has no prison"):
        hit(_captured(), "Ann", "Cat", characters=(king("Cat", imprison=True),))
    caught = (king("Bob", imprison=True, pinned=True),)
    with pytest.raises(BrokenRulesError, match="a block lies on him"):
        hit(built(head(4, BUILDINGS)), "Ann", "Bob", characters=caught)


def test_a_general_on_a_stronghold_scores_and_takes_it() -> None:
    table = hit(built(head(4, BUILDINGS)), "Ann", "Bob", stand=Stand.NEW_STRONGHOLD, occupy=True)
    assert table.seat("Ann").general == Place(Where.STRONGHOLD)
    with pytest.raises(BrokenRulesError, match="no empty stronghold"):
        hit(table, "Cat", "Bob", stand=Stand.EMPTY_STRONGHOLD)
    after = scored(hit(table, "Ann", "Bob", stand=Stand.OWN_STRONGHOLD))
    assert points(after)[0] == 6 + 12
    assert (after.seat("Ann").strongholds, after.supply["stronghold"]) == (1, 0)


def test_an_empty_stronghold_serves_all_and_goes_to_the_supply() -> None:
    table = hit(built(head(4, BUILDINGS)), "Ann", "Bob", stand=Stand.NEW_STRONGHOLD)
    table = hit(table, "Cat", "Bob", stand=Stand.EMPTY_STRONGHOLD)
    after = scored(table)
    assert (after.seat("Ann").strongholds, after.supply["stronghold"]) == (0, 1)


# Families.


def _family(member: Member, number: int = 4) -> Table:
    """Ann has the member's kingdom, the others whatever is left, with members that do nothing."""
    rest = [kingdom for kingdom in Kingdom if kingdom is not member.kingdom]
    kingdoms = (member.kingdom, *rest)
    idle = {
        Kingdom.RED: Member.HENRY,
        Kingdom.GREEN: Member.MICHAEL,
        Kingdom.YELLOW: Member.FRANZ,
    }
    members = {
        name: idle[kingdom]
        for name, kingdom in zip(NAMES[:number], kingdoms, strict=False)
        if kingdom in idle
    }
    if member.kingdom is not Kingdom.BLUE:
        members["Ann"] = member
    log = head(number, FAMILIES, kingdoms=kingdoms)
    hosts = {"Ann": "Bob"} if member is Member.ROBERT else None
    return built(log, hosts=hosts, points=20, **members)


def _gained(table: Table) -> int:
    return table.seat("Ann").points - 20


def test_the_red_family_does_not_score_its_castle() -> None:
    gained = scored(_family(Member.HENRY), Bob={"member": Member.CHARLES})
    assert _gained(gained) == 12


def test_henry_2_points_more_for_each_block() -> None:
    fall = Fall(castle="Bob", blocks={"roof": 1, "second": 1, "third": 1})
    assert _gained(hit(_family(Member.HENRY), "Ann", "Bob", fall)) == 4 + 3 * 2


def test_williams_attacks_twice_in_each_turn() -> None:
    assert _family(Member.WILLIAMS).attackers == (0, 0, 1, 2, 3) * 2


@pytest.mark.parametrize(
    ("number", "fallen", "worth"), [(4, 0, 0), (4, 1, 4), (4, 2, 10), (2, 1, 5), (2, 2, 12)]
)
def test_george(number: int, fallen: int, worth: int) -> None:
    characters = (king("Bob"), general("Bob"))[:fallen]
    base = (0, 5, 8)[fallen]
    table = hit(_family(Member.GEORGE, number), "Ann", "Bob", characters=characters, hammer=True)
    assert _gained(table) == base + worth
    with pytest.raises(BrokenRulesError, match="one attack of a round"):
        hit(table, "Ann", "Bob", hammer=True)


@pytest.mark.parametrize(
    ("member", "told", "worth"),
    [
        (Member.JOSEPH, {"windows": 4}, 3 + 2 * 4),
        (Member.LOUIS, {"upright": (3, 2, 1)}, 3 + 10 + 3 + 6 + 6 - 3),
        (Member.CHARLES, {}, 3 + 10),
    ],
)
def test_the_blue_family(member: Member, told: dict[str, object], worth: int) -> None:
    # A roof is 3 points, six blocks on the base 6, the two characters 12.
    after = scored(_family(member), Ann={"member": member, **told})
    assert _gained(after) == 6 + 12 + worth - (0 if member is not Member.LOUIS else 3)


def test_a_castle_of_four_is_no_mountain() -> None:
    fall = Fall(castle="Ann", blocks={"second": 1, "third": 1})
    table = hit(_family(Member.CHARLES), "Bob", "Ann", fall)
    assert _gained(scored(table, Ann={"member": Member.CHARLES})) == 4 + 12 + 3


@pytest.mark.parametrize(("ahead", "worth"), [(0, 0), (1, 2), (2, 5), (3, 9)])
def test_the_green_family_behind_others(ahead: int, worth: int) -> None:
    table = _family(Member.MICHAEL)
    for name in NAMES[1 : 1 + ahead]:
        table = table.put(replace(table.seat(name), points=200))
    for name in NAMES[1 + ahead :]:
        table = table.put(replace(table.seat(name), points=0))
    blue = next(seat.name for seat in table.seats if seat.kingdom is Kingdom.BLUE)
    assert _gained(scored(table, **{blue: {"member": Member.LOUIS}})) == 18 + worth


def test_the_rat_scores_by_his_host_unless_his_king_falls() -> None:
    table = _family(Member.ROBERT)
    blue = {"Cat": {"member": Member.JOSEPH}}
    untouched = scored(table, **blue)
    assert [line.points for line in untouched.lines if line.player == "Bob"] == [5, 12]
    fallen = hit(table, "Cat", "Ann", characters=(king("Ann"),))
    assert points(fallen) == (20, 13, 25, 20)
    after = scored(fallen, **blue)
    assert [line.points for line in after.lines if line.player == "Bob"] == [-7, 12]


def test_the_rat_cannot_attack_his_host() -> None:
    with pytest.raises(BrokenRulesError, match="cannot attack Bob"):
        hit(_family(Member.ROBERT), "Ann", "Bob")
    by_chance = Fall(castle="Bob", blocks={"roof": 1})
    assert _gained(hit(_family(Member.ROBERT), "Ann", "Cat", by_chance)) == 0


def test_who_hits_the_crow_loses_5_and_otherwise_all_others_earn_3() -> None:
    table = _family(Member.CRAIG)
    after = hit(table, "Bob", "Ann", characters=(general("Ann"),))
    assert points(after) == (20, 20 + 3 - 5, 20, 20)
    untouched = scored(table, Cat={"member": Member.JOSEPH})
    others = [line.points for line in untouched.lines if line.player == "Dan"]
    assert others == [3, 6, 12]


def test_the_mole_saves_one_character_in_a_round() -> None:
    table = hit(_family(Member.MICHAEL), "Bob", "Ann", characters=(king("Ann", mole=True),))
    assert table.seat("Ann").king == Place()
    assert table.seat("Bob").points == 25
    with pytest.raises(BrokenRulesError, match="once in a round"):
        hit(table, "Bob", "Ann", characters=(king("Ann", mole=True),))


def test_the_yellow_family_takes_two_pieces_at_a_time() -> None:
    table = _family(Member.FRANZ)
    table = scored(table, Cat={"member": Member.JOSEPH})
    takers = []
    for _ in range(5):
        name = next_picker(table)
        assert name is not None
        takers.append(name)
        table = pick(table, Pick(player=name, takes=next(iter(table.supply))), Faults("log"))
    assert takers.count("Ann") == 2


def test_karl_builds_a_sub_castle_that_is_worth_nothing_to_attackers() -> None:
    fall = Fall(castle="Ann", blocks={"roof": 1, "second": 1, "third": 1})
    taken = Reaction(by="Ann", does=Member.KARL, blocks={"roof": 1, "second": 1})
    table = hit(_family(Member.KARL), "Bob", "Ann", fall, reactions=(taken,))
    assert table.seat("Ann").sub_castle.total == 2
    before = table.seat("Bob").points
    sub = Fall(castle="Ann", sub_castle={"roof": 1})
    table = hit(table, "Bob", "Ann", sub)
    assert table.seat("Bob").points == before
    after = scored(table, Ann={"sub_upright": (1,), "sub_lying": 0}, Cat={"member": Member.JOSEPH})
    assert _gained(after) == 3 + 1 + 12
    assert after.seat("Ann").castle.total == 3


def test_franz_takes_a_block_back_and_leopold_steals_one() -> None:
    fall = Fall(castle="Ann", blocks={"roof": 1})
    back = Reaction(by="Ann", does=Member.FRANZ, blocks={"roof": 1})
    table = hit(_family(Member.FRANZ), "Bob", "Ann", fall, reactions=(back,))
    assert table.seat("Ann").castle.total == 6
    stolen = Reaction(by="Ann", does=Member.LEOPOLD, blocks={"roof": 1})
    table = hit(_family(Member.LEOPOLD), "Bob", "Ann", fall, reactions=(stolen,))
    assert table.seat("Ann").castle["roof"] == 1
    assert table.seat("Bob").castle["roof"] == 0
    many = Fall(castle="Ann", blocks={"roof": 1, "second": 1})
    with pytest.raises(BrokenRulesError, match="too many blocks"):
        hit(_family(Member.LEOPOLD), "Bob", "Ann", many, reactions=(stolen,))


def test_the_youngest_begins() -> None:
    log = head(3)
    turned = Log(**(dict(log) | {"players": log.players[1:] + log.players[:1]}))
    assert set_up(turned, "log").banner == 2
