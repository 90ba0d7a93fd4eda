"""Every reading that is not the default changes what it says, and nothing else is needed for it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from castle_companions.crush.allocating import next_picker, pick
from castle_companions.crush.building import build
from castle_companions.crush.faults import Faults
from castle_companions.crush.pieces import Expansion, Kingdom, Member, Stand, Treasure
from castle_companions.crush.pile import NOTHING, Pile
from castle_companions.crush.readings import (
    AllocationEnds,
    BannerTie,
    CrowHit,
    CurseTrade,
    Debt,
    FallenCubes,
    Five,
    GreenCounts,
    HighestTie,
    MemberAgain,
    PrisonerHit,
    RatHits,
    Readings,
    SeveralCastles,
)
from castle_companions.crush.record import Building, Fall, Pick, Trade
from castle_companions.crush.setup import set_up
from castle_companions.crush.state import Phase, Table
from castle_companions.records import BrokenRulesError
from tests.crush.games import built, general, head, hit, king, points, scored

FAMILIES, TREASURE, BUILDINGS = Expansion.FAMILIES, Expansion.TREASURE, Expansion.BUILDINGS
GREEN_FIRST = (Kingdom.GREEN, Kingdom.RED, Kingdom.BLUE, Kingdom.YELLOW)
BLUE_FIRST = (Kingdom.BLUE, Kingdom.RED, Kingdom.GREEN, Kingdom.YELLOW)


def _green(member: Member, readings: Readings) -> Table:
    hosts = {"Ann": "Bob"} if member is Member.ROBERT else None
    log = head(4, FAMILIES, kingdoms=GREEN_FIRST, readings=readings)
    members = {"Ann": member, "Bob": Member.HENRY, "Dan": Member.FRANZ}
    return built(log, hosts=hosts, points=20, **members)


def _blue(readings: Readings) -> Table:
    log = head(4, FAMILIES, kingdoms=BLUE_FIRST, readings=readings)
    members = {"Bob": Member.HENRY, "Cat": Member.MICHAEL, "Dan": Member.FRANZ}
    return built(log, hosts={}, points=20, **members)


@pytest.mark.parametrize(
    ("reading", "worth"), [(SeveralCastles.TOGETHER, 4), (SeveralCastles.EACH, 3)]
)
def test_several_castles(reading: SeveralCastles, worth: int) -> None:
    table = built(head(3, readings=Readings(several_castles=reading)))
    falls = (Fall(castle="Bob", blocks={"roof": 1}), Fall(castle="Cat", blocks={"fifth": 2}))
    assert points(hit(table, "Ann", "Bob", *falls))[0] == worth


@pytest.mark.parametrize(
    ("reading", "left"), [(Debt.NONE, (0, 1, 0, 0)), (Debt.OWED, (-2, 3, 0, 0))]
)
def test_debt(reading: Debt, left: tuple[int, ...]) -> None:
    table = built(head(4, TREASURE, readings=Readings(debt=reading)))
    curse = Fall(castle="Bob", blocks={"roof": 1}, treasure={Treasure.CURSE: 1}, curses_paid=1)
    assert points(hit(table, "Ann", "Bob", curse)) == left


def test_rat_hits() -> None:
    by_chance = Fall(castle="Bob", blocks={"roof": 1})
    table = _green(Member.ROBERT, Readings(rat_hits=RatHits.NO_POINTS))
    assert points(hit(table, "Ann", "Cat", by_chance))[0] == 20
    table = _green(Member.ROBERT, Readings(rat_hits=RatHits.REFUSED))
    with pytest.raises(BrokenRulesError, match="cannot attack Bob"):
        hit(table, "Ann", "Cat", by_chance)
    with pytest.raises(BrokenRulesError, match="cannot attack Bob"):
        hit(table, "Ann", "Cat", characters=(general("Bob"),))


@pytest.mark.parametrize(("reading", "left"), [(CrowHit.SCORES, 18), (CrowHit.NO_POINTS, 15)])
def test_crow_hit(reading: CrowHit, left: int) -> None:
    table = _green(Member.CRAIG, Readings(crow_hit=reading))
    assert points(hit(table, "Cat", "Ann", characters=(general("Ann"),)))[2] == left


@pytest.mark.parametrize(("reading", "banner"), [(BannerTie.NEXT, 2), (BannerTie.YOUNGEST, 0)])
def test_banner_tie(reading: BannerTie, banner: int) -> None:
    table = built(head(4, readings=Readings(banner_tie=reading)))
    assert scored(replace(table, banner=2)).banner == banner


@pytest.mark.parametrize(
    ("reading", "back"), [(FallenCubes.OWNER, Pile.of({"jewel": 1})), (FallenCubes.SUPPLY, NOTHING)]
)
def test_fallen_cubes(reading: FallenCubes, back: Pile) -> None:
    table = built(head(4, TREASURE, readings=Readings(fallen_cubes=reading)))
    pinned = Fall(castle="Bob", pinned={Treasure.JEWEL: 1})
    after = scored(hit(table, "Ann", "Bob", pinned))
    assert after.seat("Bob").looted == back
    assert after.supply["jewel"] == 1 - back.total


@pytest.mark.parametrize(
    ("reading", "worth"), [(GreenCounts.BEFORE_ANNOUNCING, 0), (GreenCounts.AFTER_CASTLES, 2)]
)
def test_green_counts(reading: GreenCounts, worth: int) -> None:
    log = head(4, FAMILIES, TREASURE, kingdoms=GREEN_FIRST, readings=Readings(green_counts=reading))
    members = {"Ann": Member.MICHAEL, "Bob": Member.HENRY, "Dan": Member.FRANZ}
    table = built(log, hosts={}, points=20, **members)
    # Ann's jewels lift her above Cat, who has 3 points for a roof more than she.
    ann = replace(table.seat("Ann"), looted=Pile.of({"jewel": 2}))
    after = scored(table.put(ann), Ann={"jewels": 3}, Cat={"member": Member.JOSEPH})
    gained = [line.points for line in after.lines if line.player == "Ann"]
    assert sum(gained) == 6 + 12 + 10 + worth


@pytest.mark.parametrize(("reading", "worth"), [(Five.AT_LEAST, 10), (Five.EXACTLY, 0)])
def test_five(reading: Five, worth: int) -> None:
    after = scored(_blue(Readings(five=reading)), Ann={"member": Member.CHARLES})
    assert points(after)[0] == 20 + 6 + 12 + 3 + worth


@pytest.mark.parametrize(("reading", "worth"), [(HighestTie.SHARED, 10), (HighestTie.ALONE, 0)])
def test_highest_tie(reading: HighestTie, worth: int) -> None:
    after = scored(_blue(Readings(highest_tie=reading)), Ann={"member": Member.LOUIS})
    assert points(after)[0] == 20 + 6 + 12 + 3 + worth


def test_member_again() -> None:
    entries = (
        Building(player="Ann", member=Member.MICHAEL),
        Building(player="Bob", member=Member.HENRY),
    )
    for reading in MemberAgain:
        log = head(2, FAMILIES, kingdoms=GREEN_FIRST, readings=Readings(member_again=reading))
        table = build(set_up(log, "log"), entries, Faults("log"))
        again = replace(table, phase=Phase.BUILDING, round=2)
        if reading is MemberAgain.ALLOWED:
            assert build(again, entries, Faults("log")).phase is Phase.ATTACK
        else:
            with pytest.raises(BrokenRulesError, match="has chosen Michael"):
                build(again, entries, Faults("log"))


@pytest.mark.parametrize(("reading", "has"), [(CurseTrade.CUBES, 4), (CurseTrade.NOTHING, 1)])
def test_curse_trade(reading: CurseTrade, has: int) -> None:
    table = built(head(4, TREASURE, readings=Readings(curse_trade=reading)), points=10)
    ann = replace(table.seat("Ann"), looted=Pile.of({"curse": 2}))
    after = scored(table.put(ann), Ann={"trade": Trade(to="Bob", curses=3)})
    assert after.seat("Bob").treasure(Treasure.CURSE) == has
    assert points(after)[0] - points(after)[1] == 10


@pytest.mark.parametrize(
    ("reading", "worth"), [(PrisonerHit.SCORES, 5), (PrisonerHit.NO_POINTS, 0)]
)
def test_prisoner_hit(reading: PrisonerHit, worth: int) -> None:
    table = built(head(4, BUILDINGS, readings=Readings(prisoner_hit=reading)))
    table = hit(table, "Ann", "Bob", characters=(king("Bob", imprison=True),))
    assert points(hit(table, "Cat", "Ann", characters=(king("Bob"),))) == (5, 0, worth, 0)


@pytest.mark.parametrize(
    ("reading", "phase"),
    [
        (AllocationEnds.ALL_TAKEN, Phase.ALLOCATION),
        (AllocationEnds.BLOCKS_TAKEN, Phase.BUILDING),
    ],
)
def test_allocation_ends(reading: AllocationEnds, phase: Phase) -> None:
    table = built(head(4, BUILDINGS, readings=Readings(allocation_ends=reading)))
    table = scored(hit(table, "Ann", "Bob", stand=Stand.NEW_STRONGHOLD))
    while table.supply_blocks():
        name = next_picker(table)
        assert name is not None
        kind = next(kind for kind in table.supply if kind != "stronghold")
        table = pick(table, Pick(player=name, takes=kind), Faults("log"))
    assert (table.phase, table.supply["stronghold"]) == (phase, 1)
