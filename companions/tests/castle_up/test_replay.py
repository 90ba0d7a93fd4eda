"""Whole logs: rounds, eras, the order of turns, the end, and the program `castle-up score`."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from benchmarks.castle_up_logs import CARD_FILE, example_cards
from castle_companions.castle_up.cards import CardFile, read_cards
from castle_companions.castle_up.log import GameRecord
from castle_companions.castle_up.replay import Result, replay
from castle_companions.records import (
    BrokenRulesError,
    Exit,
    RecordError,
    parse_record,
    schema_text,
)

CARDS = example_cards()
PROGRAM = Path(sys.executable).with_name("castle-up")
EXAMPLE = CARD_FILE.with_name("up-game.toml")
Data = dict[str, Any]


def example() -> Data:
    return tomllib.loads(EXAMPLE.read_text(encoding="utf-8"))


def result_of(log: Data) -> Result:
    return replay(parse_record(GameRecord, json.dumps(log), "log"), CARDS, "log")


def mistakes_of(log: Data) -> list[str]:
    with pytest.raises(RecordError) as caught:
        result_of(log)
    return [str(one) for one in caught.value.mistakes]


def a_round(row: list[str], *players: str, **more: Any) -> Data:
    return {"row": row, "turns": [{"player": name} for name in players], **more}


def a_game(names: list[str], *rounds: Data, **more: Any) -> Data:
    players = [{"name": name} for name in names]
    return {"format": "castle-up/1", "players": players, "rounds": list(rounds), **more}


ROW_ONE = ["Market", "Mason", "Workshop"]


def test_the_example_of_the_docs() -> None:
    result = result_of(example())
    assert [(score.total, score.rank) for score in result.scores] == [(4, 2), (9, 1)]
    jane, hanna = result.game.players
    assert jane.held.numbers == {"supplies": 7, "food": 1, "gold": 1}
    assert hanna.held.numbers == {}


def test_who_takes_the_initiative_begins_the_next_round() -> None:
    first = a_round(ROW_ONE, "A", "B", discarded="Market#2")
    first["turns"][1]["entries"] = [{"do": "take", "card": "initiative"}]
    second = a_round(["Market#3", "Mason#2", "Mason#3"], "B", "A", discarded="Market#4")
    result = result_of(a_game(["A", "B"], first, second))
    assert result.game.initiative == 1
    assert result.game.players[1].held.gold == 1
    second["turns"].reverse()
    told = mistakes_of(a_game(["A", "B"], first, second))
    assert told == [
        "rounds[1].turns[0].player: it is the turn of B",
        "rounds[1].turns[1].player: it is the turn of A",
    ]


def test_eras_begin_with_their_first_card_and_never_go_back() -> None:
    first = a_round(["Market", "Mason", "Goldmine"], "A", "B", discarded="Statue")
    log = a_game(["A", "B"], first)
    assert result_of(log).game.era == 2
    log["readings"] = {"era_begins": "dealt"}
    assert result_of(log).game.era == 3
    first["row"].reverse()
    assert "rounds[0].row[1]: era 2 has begun, this is of era 1" in mistakes_of(log)


def test_how_many_cards_are_dealt() -> None:
    four = [*ROW_ONE, "Market#2"]
    assert mistakes_of(a_game(["A", "B"], a_round(four, "A", "B"))) == [
        "rounds[0].row: the trade row of two players has 3 buildings"
    ]
    three = a_round(ROW_ONE, "A", "B", "C", discarded="Market#2")
    assert mistakes_of(a_game(["A", "B", "C"], three)) == [
        "rounds[0].discarded: a card is discarded only in a game of two"
    ]
    short = a_round(ROW_ONE[:2], "A", "B", "C")
    assert result_of(a_game(["A", "B", "C"], short, deck=2, finished=True)).finished
    told = mistakes_of(a_game(["A", "B", "C"], short, deck=9, finished=True))
    assert told == [
        "rounds[0].row: 4 cards are dealt in this round, not 2",
        "finished: the deck still holds 7 cards, so there is another round",
    ]
    twice = a_round(["Market", "Market", "Castle"], "A", "B", discarded="Market#1")
    assert mistakes_of(a_game(["A", "B"], twice)) == [
        "rounds[0].row[1]: Market has been dealt before",
        "rounds[0].row[2]: a castle is not in the deck",
        "rounds[0].discarded: behind the # stands the number of the copy, 2 to 99",
    ]


def test_a_game_that_goes_on_may_end_within_a_round() -> None:
    begun = a_round(ROW_ONE, "A", discarded="Market#2")
    result = result_of(a_game(["A", "B"], begun))
    assert result.game.row == tuple(ROW_ONE)
    assert mistakes_of(a_game(["A", "B"], begun, finished=True)) == [
        "rounds[0].turns: B has had no turn"
    ]
    over = a_round(ROW_ONE, "A", "B", "A", discarded="Market#2")
    assert mistakes_of(a_game(["A", "B"], over)) == ["rounds[0].turns[2]: a round has 2 turns"]


def test_names_and_suits_that_do_not_fit() -> None:
    log = example()
    log["players"][1] = {"name": "Jane", "castle": "Market"}
    assert mistakes_of(log) == [
        "players[1].name: another player has this name",
        "players[1].castle: Market is no castle",
    ]
    log = example()
    log["counted_as"] += [
        {"player": "Hanna", "card": "Statue", "suit": "red"},
        {"player": "Hanna", "card": "Stone Wall", "suit": "red"},
        {"player": "Hana", "card": "Stone Wall", "suit": "red"},
    ]
    assert [one.partition(":")[0] for one in mistakes_of(log)] == [
        "counted_as[1].card",
        "counted_as[2].card",
        "counted_as[3].player",
    ]


def test_missing_numbers_are_bad_input_and_broken_rules_are_not() -> None:
    log = a_game(["A", "B"], a_round(["Markt", *ROW_ONE[1:]], "A", "B", discarded="Market"))
    with pytest.raises(RecordError) as caught:
        result_of(log)
    assert caught.value.code is Exit.BAD_INPUT
    log["rounds"][0]["turns"][0]["entries"] = [{"do": "repair", "card": "Castle"}]
    with pytest.raises(BrokenRulesError) as broken:
        result_of(log)
    assert broken.value.code is Exit.BREAKS_RULES
    assert len(broken.value.mistakes) == 2


def test_an_owners_file_names_a_building_once(tmp_path: Path) -> None:
    path = tmp_path / "cards.toml"
    text = 'format = "castle-up-cards/1"\n' + '[[buildings]]\nname = "Inn"\ncopies = 2\n' * 2
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RecordError, match=r"buildings\[1\].name"):
        read_cards(path)
    path.write_text(text.replace("Inn", "Pub", 1), encoding="utf-8")
    cards = read_cards(path)
    assert {"Inn", "Pub", "Workshop"} <= set(cards.buildings)


def test_the_schemas_take_the_examples() -> None:
    for kind, file in ((GameRecord, EXAMPLE), (CardFile, CARD_FILE)):
        data = tomllib.loads(file.read_text(encoding="utf-8"))
        jsonschema.validate(data, json.loads(schema_text(kind, "it")))
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate({**data, "odd": 1}, json.loads(schema_text(kind, "it")))


def run(*words: str, given: str = "") -> tuple[int, str, str]:
    done = subprocess.run(
        [str(PROGRAM), *words], capture_output=True, encoding="utf-8", check=False, input=given
    )
    return done.returncode, done.stdout, done.stderr


def test_the_program_scores_a_log() -> None:
    words = ("score", str(EXAMPLE), "--cards", str(CARD_FILE))
    code, printed, _ = run(*words)
    assert (code, printed.splitlines()[-1]) == (0, "Hanna wins.")
    code, printed, _ = run(*words, "--format", "json")
    told = json.loads(printed)
    assert [player["points"] for player in told["players"]] == [4, 9]
    log = example()
    del log["rounds"][1]["turns"][1]["entries"][1]
    code, printed, error = run("score", "-", "--cards", str(CARD_FILE), given=json.dumps(log))
    assert (code, printed) == (1, "")
    assert (
        "-: rounds[1].turns[1].entries[1]: Hanna has 1 gold, too little for 4 of any kind" in error
    )
    assert run("score", "-", given="{")[0] == 2
    assert run("schema", "cards")[0] == 0


def test_shared_victory_is_told() -> None:
    log = a_game(["A", "B"], a_round(ROW_ONE, "A", "B", discarded="Market#2"), finished=True)
    _, printed, _ = run("score", "-", "--cards", str(CARD_FILE), given=json.dumps(log))
    assert printed.splitlines()[-1] == "A and B share the victory."
