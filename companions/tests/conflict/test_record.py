"""Games as records: played again alike, refused when damaged, taken back where dice allow it."""

from __future__ import annotations

import json
import random
from typing import Any

import jsonschema
import pytest

from castle_companions.conflict.actions import Action, Arm, Attack, Build, Discard, Draw
from castle_companions.conflict.cards import Seat
from castle_companions.conflict.legal import legal_actions
from castle_companions.conflict.readings import DEFAULT, Readings, WallBar
from castle_companions.conflict.record import FORMAT, GameRecord
from castle_companions.conflict.session import Session, new_session, resumed
from castle_companions.records import (
    BrokenRulesError,
    RecordError,
    parse_record,
    record_text,
    schema_text,
)


def played(seed: int, most_moves: int = 5000, readings: Readings = DEFAULT) -> Session:
    session = new_session(("you", "random"), seed, Seat.ONE, readings)
    rng = random.Random(seed)
    while session.state.winner is None and len(session.record.moves) < most_moves:
        session = session.taking(rng.choice(legal_actions(session.state)))
    return session


def told(data: Any) -> list[str]:
    """What is said of a damaged record."""
    with pytest.raises(RecordError) as caught:
        resumed(parse_record(GameRecord, json.dumps(data), "it"), "it")
    return [str(mistake) for mistake in caught.value.mistakes]


def data_of(session: Session) -> Any:
    return json.loads(record_text(session.record))


@pytest.mark.parametrize("seed", [1, 2])
def test_a_whole_game_is_read_and_played_again(seed: int) -> None:
    session = played(seed, readings=Readings(wall_bar=WallBar.SEGMENTS))
    assert session.state.winner is not None
    record = parse_record(GameRecord, record_text(session.record), "it")
    assert record == session.record
    assert resumed(record, "it").states == session.states
    jsonschema.validate(data_of(session), json.loads(schema_text(GameRecord, FORMAT)))


def test_a_resumed_game_has_the_same_dice() -> None:
    session = played(3, 30)
    again = resumed(parse_record(GameRecord, record_text(session.record), "it"), "it")
    for action in legal_actions(session.state):
        assert session.taking(action) == again.taking(action)


def test_what_is_wrong_with_the_cards_is_told_at_once() -> None:
    data = data_of(played(1, 3))
    one, two = data["sides"]
    one["ruler"] = "5H/1"
    two["deck"][4] = two["deck"][3]
    two["deck"][7] = "AS/1"
    data["moves"] = []
    found = told(data)
    assert "sides[0].ruler: the ruler is a king or queen of deck 1, not 5H/1" in found
    assert f"sides[1].deck[4]: {two['deck'][3]} stands here twice" in found
    assert "sides[1].deck[7]: AS/1 is no card of deck 2" in found


def test_readings_that_there_are_not() -> None:
    data = data_of(played(1, 0))
    data["readings"] |= {"armin": "segment", "passing": "allow"}
    passing, armin = told(data)
    assert passing == (
        'readings.passing: this must be when-stuck or allowed, not "allow"; did you mean "allowed"?'
    )
    assert armin == 'readings: there is no reading "armin"; did you mean "arming"?'


def test_a_move_against_the_rules_breaks_them() -> None:
    session = played(4, 40)
    data = data_of(session)
    data["moves"][0] = {"action": "attack", "weapons": ["keep"], "target": "ruler", "dice": [1]}
    with pytest.raises(BrokenRulesError) as caught:
        resumed(parse_record(GameRecord, json.dumps(data), "it"), "it")
    assert str(caught.value) == "it: moves[0]: attack: keep is not armed"


def _move(session: Session, action: str) -> int:
    return next(n for n, move in enumerate(session.record.moves) if move.action == action)


def test_dice_and_piles_must_fit() -> None:
    session = played(4)
    attack, shuffle = _move(session, "attack"), _move(session, "reshuffle")
    data = data_of(session)
    data["moves"][attack]["dice"] += [1] * 5
    assert told(data) == [f"moves[{attack}]: attack: there are too many dice here"]
    data = data_of(session)
    data["moves"][shuffle]["pile"] = data["moves"][shuffle]["pile"][1:]
    assert told(data)[0].startswith(f"moves[{shuffle}]: reshuffle: the pile does not hold")
    data = data_of(session)
    data["moves"][attack]["dice"] = [7]
    assert told(data) == [f"moves[{attack}].dice[0]: this must be 6 or less"]


def _places(data: Any) -> list[tuple[Any, Any]]:
    """Every container in a record with every key or index of it."""
    found = []
    stack = [data]
    while stack:
        here = stack.pop()
        keys = list(here) if isinstance(here, dict) else list(range(len(here)))
        for key in keys:
            found.append((here, key))
            if isinstance(here[key], dict | list):
                stack.append(here[key])
    return found


def test_300_damaged_records_are_read_or_refused_with_words() -> None:
    text = record_text(played(6, 60).record)
    rng = random.Random(1)
    refused = 0
    for _ in range(300):
        data = json.loads(text)
        here, key = rng.choice(_places(data))
        match rng.randrange(4):
            case 0:
                del here[key]
            case 1:
                here[key] = rng.choice([None, -1, 7, "5H/1", "wal 1", [], {}, 1.5, True])
            case 2:
                there, other = rng.choice(_places(data))
                here[key] = json.loads(json.dumps(there[other]))
            case _:
                if isinstance(here, list):
                    here.append(here[key])
                else:
                    here["odd"] = here[key]
        try:
            resumed(parse_record(GameRecord, json.dumps(data), "it"), "it")
        except RecordError as error:
            refused += 1
            lines = str(error).splitlines()
            assert len(lines) == len(error.mistakes)  # noqa: PT017
            assert all(line.startswith("it: ") and line.isprintable() for line in lines)
    assert refused > 200


# ---- taking back


def first_of(session: Session, kind: type[Action]) -> Action:
    return next(action for action in legal_actions(session.state) if isinstance(action, kind))


def test_what_dice_have_not_decided_is_taken_back() -> None:
    start = new_session(("you", "random"), 3, Seat.ONE, DEFAULT)
    built = start.taking(first_of(start, Build))
    assert built.undone(Seat.ONE) == start
    assert start.undone(Seat.ONE) is None
    drawn = built.taking(Draw())
    assert drawn.undone(Seat.ONE) is None


def test_the_enemy_s_moves_are_taken_back_with_one_s_own() -> None:
    start = new_session(("you", "random"), 3, Seat.ONE, DEFAULT)
    once = start.taking(first_of(start, Discard))
    twice = once.taking(first_of(once, Discard))
    answered = twice.taking(first_of(twice, Discard))
    assert answered.undone(Seat.ONE) == once
    assert twice.taking(first_of(twice, Discard)).undone(Seat.TWO) == twice


def test_an_attack_is_never_taken_back() -> None:
    for seed in range(20):
        session = new_session(("you", "random"), seed, Seat.ONE, DEFAULT)
        hand = session.state.own.hand
        if all(not card.red for card in hand) or all(card.red for card in hand):
            continue
        session = session.taking(first_of(session, Build))
        session = session.taking(first_of(session, Arm))
        for _ in range(2):
            session = session.taking(first_of(session, Discard))
        session = session.taking(first_of(session, Attack))
        assert session.undone(Seat.ONE) is None
        return
    pytest.fail("no hand with both colours among twenty")
