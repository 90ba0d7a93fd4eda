"""Random games keep what always holds; damaged logs are refused in words."""

from __future__ import annotations

import json
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.crush_damaged import crush_data, read_crush, tally
from benchmarks.crush_logs import random_log
from benchmarks.crush_places import Whereabouts, whereabouts
from castle_companions.crush.invariants import broken
from castle_companions.crush.ranking import ranking
from castle_companions.crush.record import Log
from castle_companions.crush.referee import judge
from castle_companions.crush.setup import set_up
from castle_companions.crush.state import Phase
from castle_companions.records import Mistake, parse_record, record_text


@settings(max_examples=40)
@given(st.integers(min_value=0, max_value=2**32))
def test_a_random_game_keeps_what_always_holds_after_every_entry(seed: int) -> None:
    log = random_log(Random(seed))
    start = set_up(log, "log")
    for number, played in enumerate(log.rounds):
        for part in ("attacks", "scoring", "allocation"):
            some = getattr(played, part)[:2]
            cut = {"scoring": (), "allocation": (), part: some}
            if part != "attacks":
                cut = {"allocation": (), **cut, part: some}
                cut.pop("scoring" if part == "allocation" else "attacks", None)
            last = played.model_copy(update=cut)
            partial = log.model_copy(update={"rounds": (*log.rounds[:number], last)})
            assert broken(start, judge(partial).table) == []
    table = judge(log).table
    assert broken(start, table) == []
    assert table.phase is Phase.OVER
    ranks = ranking(table)
    assert sorted(rank.player for rank in ranks) == sorted(table.names)
    assert [rank.place for rank in ranks] == sorted(rank.place for rank in ranks)
    if table.crowned is None:
        assert ranks[0].points == max(seat.points for seat in table.seats)


def test_a_random_game_is_the_same_when_written_and_read() -> None:
    log = random_log(Random(4))
    again = parse_record(Log, record_text(log), "log")
    assert again == log
    assert judge(again).table == judge(log).table


def test_damaged_logs_are_refused_in_words_at_their_place() -> None:
    found = tally(crush_data, read_crush, 160, 7)
    assert found.unclear == []
    assert set(found.kinds) == {"BAD_INPUT", "BREAKS_RULES"}
    assert min(found.kinds.values()) > 30
    assert found.astray == []
    at, later = (
        sum(number for (_, place), number in found.places.items() if place is one)
        for one in (Whereabouts.AT, Whereabouts.LATER)
    )
    assert at > 4 * later


def test_where_a_message_points_is_noticed() -> None:
    data = {"players": [{"name": "Ann"}], "rounds": [{"attacks": [{"at": "Ann"}, {"at": "Bob"}]}]}
    lie = json.dumps(data).replace("Bob", "Cat")
    for place, expected in (
        ("rounds[0].attacks[1].at", Whereabouts.AT),
        ("rounds[0].attacks[1]", Whereabouts.AT),
        ("rounds[0].scoring", Whereabouts.LATER),
        ("rounds[0].attacks[0].at", Whereabouts.ELSEWHERE),
        ("players[0].name", Whereabouts.ELSEWHERE),
        ("", Whereabouts.ELSEWHERE),
    ):
        assert whereabouts(data, lie, (Mistake(place, "what is wrong"),)) is expected
    cut = json.dumps(data)[:20]
    for column, expected in ((21, Whereabouts.AT), (3, Whereabouts.ELSEWHERE)):
        mistake = Mistake(f"line 1 column {column}", "what is wrong")
        assert whereabouts(data, cut, (mistake,)) is expected
