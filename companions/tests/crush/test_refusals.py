"""What a referee refuses, with the place and the reason."""

from __future__ import annotations

import json
from random import Random

import pytest

from benchmarks.crush_logs import random_log
from castle_companions.crush.pieces import Expansion, Member, Stand, Treasure
from castle_companions.crush.record import Attack, Fall, Log, Pick, Reaction, Round, Scoring
from castle_companions.crush.referee import judge
from castle_companions.crush.setup import set_up
from castle_companions.records import BrokenRulesError, record_text, typed_record
from castle_companions.records.plain import Plain
from tests.crush.games import built, general, head, hit, king, scored


def _refused(log: Log, **update: Plain) -> str:
    """What is said of a log with its head or its rounds changed."""
    with pytest.raises(BrokenRulesError) as refused:
        judge(log.model_copy(update=update), "log")
    return str(refused.value)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"banner": "Zed"}, 'banner: there is no player "Zed"'),
        ({"banner": "Bob"}, "banner: by their ages the youngest is Ann"),
        ({"box": dict.fromkeys("abcdef", 1)}, "box: the box does not hold"),
        ({"box": dict.fromkeys(("jewel", *"bcdef"), 5)}, '"jewel" cannot be the name'),
        ({"expansions": ["families"]}, "players[0].kingdom: with families"),
        ({"expansions": ["mini-buildings"] * 2}, "expansions: an expansion is named twice"),
    ],
)
def test_heads(changed: Plain, said: str) -> None:
    data = json.loads(record_text(head(2))) | changed
    with pytest.raises(BrokenRulesError) as refused:
        set_up(typed_record(Log, data, "log"), "log")
    assert said in str(refused.value)


@pytest.mark.parametrize(
    ("player", "said"),
    [
        ({"name": "ann"}, "players[1].name: players need different names"),
        ({"name": " Bob"}, "players[1].name: players need different names"),
        ({"kingdom": "red"}, "players[1].kingdom: there are no families"),
        ({"extra": {"roof": 1}}, "players[1].extra: in a game of 2 each player has 0"),
        ({"extra": {"rof": 1}}, 'players[1].extra: there are no such blocks as "rof"'),
        ({"treasure": {"crown": 1}}, "players[1].treasure: treasure is dealt"),
    ],
)
def test_players(player: Plain, said: str) -> None:
    data = json.loads(record_text(head(2)))
    data["players"][1] |= player
    with pytest.raises(BrokenRulesError) as refused:
        set_up(typed_record(Log, data, "log"), "log")
    assert said in str(refused.value)


def test_without_ages_the_banner_must_be_named() -> None:
    data = json.loads(record_text(head(2)))
    data["players"][1]["age"] = None
    with pytest.raises(BrokenRulesError, match="banner: name who has the banner"):
        set_up(typed_record(Log, data, "log"), "log")


@pytest.mark.parametrize("treasure", [{"crown": 3, "jewel": 3, "curse": 2}, {"jewel": 4}, {}])
def test_deals_of_two(treasure: Plain) -> None:
    data = json.loads(record_text(head(2, Expansion.TREASURE)))
    data["players"][0]["treasure"] = treasure
    with pytest.raises(BrokenRulesError, match="players: "):
        set_up(typed_record(Log, data, "log"), "log")


def test_phases_and_turns_have_their_order() -> None:
    log = head(2)
    attack = Attack(attacker="Ann", at="Bob")
    said = _refused(log, rounds=(Round(scoring=(Scoring(player="Ann"),)),))
    assert "rounds[0].scoring: this cannot be now: the attack of Ann in round 1 is next" in said
    said = _refused(log, rounds=(Round(attacks=(attack, attack)),))
    assert "rounds[0].attacks[1].attacker: it is Bob who attacks now" in said
    said = _refused(log, rounds=(Round(attacks=(attack,)), Round(attacks=(attack,))))
    assert "rounds[1]: no round can begin" in said
    said = _refused(log, rounds=(Round(allocation=(Pick(player="Ann", takes="roof"),)),))
    assert "rounds[0].allocation[0]: this cannot be now" in said


@pytest.mark.parametrize(
    ("attack", "said"),
    [
        ({"at": "Ann"}, "at: nobody attacks himself"),
        ({"at": None}, "at: name whom the attack is aimed at; Bob"),
        ({"at": "Bb"}, 'at: there is no player "Bb"; did you mean "Bob"'),
        ({"points": 3}, "points: the attack is worth 0 points, not 3"),
        ({"hammer": True}, "hammer: only George may"),
        ({"occupy": True}, "occupy: only after an attack from a stronghold"),
        ({"stand": "new-stronghold"}, "stand: there are no strongholds"),
        ({"falls": [{"castle": "Zed"}]}, "falls[0].castle: there is no player"),
        ({"falls": [{"castle": "Bob"}] * 2}, "falls[1].castle: this castle is here twice"),
        ({"falls": [{"castle": "Bob", "blocks": {"roof": 3}}]}, "falls[0].blocks: Bob's castle"),
        ({"falls": [{"castle": "Bob", "sub_castle": {"roof": 1}}]}, "falls[0].sub_castle"),
        ({"falls": [{"castle": "Bob", "treasure": {"crown": 1}}]}, "falls[0].treasure"),
        ({"falls": [{"castle": "Bob", "curses_paid": 1}]}, "falls[0].curses_paid: 0 curses"),
        ({"characters": [{"who": "king", "of": "Bob"}] * 2}, "characters[1]: this character"),
        (
            {"characters": [{"who": "king", "of": "Bob", "imprison": True}]},
            "characters[0].imprison: there are no prisons",
        ),
        (
            {"characters": [{"who": "king", "of": "Bob", "mole": True}]},
            "characters[0].mole: Bob has not the Mole",
        ),
        (
            {"reactions": [{"by": "Bob", "does": "franz", "blocks": {"roof": 1}}]},
            "reactions[0].does: Bob has not chosen Franz",
        ),
        (
            {"reactions": [{"by": "Bob", "does": "henry", "blocks": {"roof": 1}}]},
            "reactions[0].does: only the yellow family",
        ),
    ],
)
def test_attacks(attack: Plain, said: str) -> None:
    data = json.loads(record_text(head(2)))
    entry = {"attacker": "Ann", "at": "Bob"} | attack
    data["rounds"] = [{"attacks": [entry]}]
    with pytest.raises(BrokenRulesError) as refused:
        judge(typed_record(Log, data, "log"), "log")
    assert f"log: rounds[0].attacks[0].{said}" in str(refused.value)


def test_who_lies_on_the_table_cannot_fall_again() -> None:
    table = hit(built(head(2)), "Ann", "Bob", characters=(king("Bob"),))
    with pytest.raises(BrokenRulesError, match="Bob's King does not stand any more"):
        hit(table, "Ann", "Bob", characters=(king("Bob"),))


def test_a_general_who_fell_occupies_no_stronghold() -> None:
    table = built(head(4, Expansion.BUILDINGS))
    with pytest.raises(BrokenRulesError, match="occupy: Ann's General was knocked down"):
        hit(
            table,
            "Ann",
            "Bob",
            characters=(general("Ann"),),
            stand=Stand.NEW_STRONGHOLD,
            occupy=True,
        )


def test_own_curses_and_own_kings_bring_nothing() -> None:
    table = built(head(4, Expansion.TREASURE, Expansion.BUILDINGS))
    own = Fall(castle="Ann", treasure={Treasure.CURSE: 1}, curses_paid=1)
    with pytest.raises(BrokenRulesError, match="0 curses were knocked down by an opponent"):
        hit(table, "Ann", "Bob", own)
    with pytest.raises(BrokenRulesError, match="gains nothing here"):
        hit(table, "Ann", "Bob", characters=(king("Ann", imprison=True),))
    after = hit(table, "Ann", "Bob", own.model_copy(update={"curses_paid": 0}))
    assert after.seat("Ann").looted.total == 0
    assert scored(after).seat("Ann").looted.total == 1


@pytest.mark.parametrize(
    ("scoring", "said"),
    [
        ({"lying": 11}, "the castle has 12 blocks that do not lie on the table, not 11"),
        ({"upright": (0, 12), "lying": 0}, "blocks above a level at which there can be none"),
        ({"sub_lying": 1}, "the sub-castle has 0 blocks"),
        ({"windows": 1}, "only Joseph counts windows"),
        ({"member": Member.LOUIS}, "only the blue family"),
        ({"jewels": 1}, "Ann has 0 jewels"),
        ({"points": 1}, "castle and characters are worth 24 points, not 1"),
    ],
)
def test_scoring(scoring: dict[str, Plain], said: str) -> None:
    with pytest.raises(BrokenRulesError) as refused:
        scored(built(head(2)), Ann=scoring)
    assert said in str(refused.value)


def test_reactions_need_an_attack() -> None:
    log = random_log(Random(1))
    assert judge(log).log == log
    table = built(head(2))
    taken = Reaction(by="Zed", does=Member.KARL, blocks={"roof": 1})
    with pytest.raises(BrokenRulesError, match=r"reactions\[0\].by: there is no player"):
        hit(table, "Ann", "Bob", reactions=(taken,))
