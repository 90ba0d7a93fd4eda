"""Random legal logs keep their invariants; damaged ones get a clear error each."""

from __future__ import annotations

import json
import random
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from benchmarks.castle_up_damaged import measure, mistakes_of
from benchmarks.castle_up_logs import KINDS, example_cards, random_log
from castle_companions.castle_up.log import GameRecord
from castle_companions.castle_up.replay import replay
from castle_companions.castle_up.scoring import BASE_SUITS
from castle_companions.castle_up.state import CITY_LIMIT, Condition, Game
from castle_companions.records import parse_record

CARDS = example_cards()


def check(game: Game) -> None:
    places = [*game.row, *game.discard]
    for player in game.players:
        held = player.held
        assert min(*held.base, held.gold) >= held.any == 0
        assert len(player.city) <= CITY_LIMIT
        castles = [one for one in player.city if one.building.castle]
        assert all(one.condition is not Condition.DAMAGED for one in castles)
        places += [one.ref for one in player.city if not one.building.castle]
    assert len(places) == len(set(places))
    for card in {card for player in game.players for card in player.cards}:
        assert sum(card in player.cards for player in game.players) == 1
    assert min(game.turn.purchases, game.turn.battles, game.turn.repairs) >= 0


@given(st.integers(0, 2**32))
def test_random_legal_logs_keep_their_invariants(seed: int) -> None:
    made = random_log(random.Random(seed), CARDS)
    seen: frozenset[str] = frozenset()
    for game in made.games:
        check(game)
        assert seen <= game.in_play, "no building leaves the game"
        seen = game.in_play
    dealt = [ref for one in made.log["rounds"] for ref in one["row"]]
    dealt += [one["discarded"] for one in made.log["rounds"] if "discarded" in one]
    assert seen == set(dealt)
    record = parse_record(GameRecord, json.dumps(made.log), "log")
    result = replay(record, CARDS, "log")
    assert result.game == made.games[-1]
    for suit in BASE_SUITS:
        shares = [score.control[suit] for score in result.scores]
        assert max(shares) in (0, 1, 3)
        assert 3 not in shares or sum(shares) == 3
    totals = [score.total for score in result.scores]
    winners = [score.total for score in result.scores if score.rank == 1]
    assert winners
    assert set(winners) == {max(totals)}


def test_random_logs_hold_entries_of_every_kind() -> None:
    kinds: Counter[str] = Counter()
    for seed in range(40):
        log = random_log(random.Random(seed), CARDS).log
        kinds.update(
            entry["do"]
            for one in log["rounds"]
            for turn in one["turns"]
            for entry in turn["entries"]
        )
    assert set(kinds) == {
        "battle",
        "exchange",
        "loot",
        "promote",
        "purchase",
        "repair",
        "take",
        "use",
    }


def test_an_undamaged_log_has_no_mistake() -> None:
    log = random_log(random.Random(1), CARDS).log
    assert mistakes_of(json.dumps(log), CARDS) == ()


def test_300_damaged_logs_get_a_clear_error_each() -> None:
    tally = measure(300, 2)
    assert tally.tried.total() == tally.told.total() == tally.placed.total() == 300
    assert set(tally.tried) == set(KINDS)
