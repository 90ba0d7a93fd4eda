"""The command line ``castle-crush``: what it prints, what it keeps, and how it ends."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import jsonschema
import pytest

from benchmarks.crush_logs import random_log
from castle_companions import __version__
from castle_companions.crush.cli import cli
from castle_companions.crush.keeping.keeper import without_last
from castle_companions.crush.keeping.phrases import parse_blocks, parse_falls, parse_levels
from castle_companions.crush.keeping.talk import PhraseError
from castle_companions.crush.pieces import Character, Expansion, Kingdom, Treasure
from castle_companions.crush.readings import OPEN, Debt, Five, MemberAgain, Readings
from castle_companions.crush.record import Log
from castle_companions.crush.referee import judge
from castle_companions.crush.setup import set_up
from castle_companions.crush.sheet import sheet_of
from castle_companions.records import Exit, read_record, record_text, run
from tests.crush.games import head


class Crush:
    """Runs ``castle-crush`` in this process, in a folder of its own."""

    def __init__(self, patch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._patch, self._capsys = patch, capsys
        self.code, self.out, self.err = Exit.FINE, "", ""

    def __call__(self, *arguments: str, answer: Callable[[str], str] | None = None) -> Crush:
        if answer is not None:
            self._patch.setattr("builtins.input", answer)
        self._patch.setattr(sys, "argv", ["castle-crush", *arguments])
        with pytest.raises(SystemExit) as left:
            run(cli, "castle-crush")
        printed = self._capsys.readouterr()
        assert isinstance(left.value.code, int)
        self.code, self.out, self.err = Exit(left.value.code), printed.out, printed.err
        return self


@pytest.fixture
def crush(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Crush:
    monkeypatch.chdir(tmp_path)
    return Crush(monkeypatch, capsys)


def _typing(*lines: str) -> Callable[[str], str]:
    left = iter(lines)

    def answer(_prompt: str) -> str:
        try:
            return next(left)
        except StopIteration:
            raise EOFError from None

    return answer


def test_version_and_help(crush: Crush) -> None:
    assert crush("--version").out == f"castle-crush, version {__version__}\n"
    for command in ("keep", "score", "readings", "schema"):
        done = crush(command, "--help")
        assert (done.code, done.err) == (Exit.FINE, "")
        assert f"castle-crush {command}" in done.out
    assert crush().code is Exit.BAD_INPUT


@pytest.mark.parametrize("seed", [2, 3, 5])
def test_score_prints_text_and_data(crush: Crush, seed: int) -> None:
    log = random_log(Random(seed))
    Path("log.json").write_text(record_text(log), encoding="utf-8")
    text = crush("score", "log.json").out
    assert "Final ranking:" in text
    table = judge(log).table
    for seat in table.seats:
        assert f"{seat.name}, {seat.points} points" in text
    data = json.loads(crush("score", "log.json", "--format", "json").out)
    assert data["over"] is True
    last = {row["player"]: row["total"] for row in data["rows"]}
    assert last == {seat.name: seat.points for seat in table.seats}
    schema = json.loads(crush("schema", "sheet").out)
    jsonschema.validate(data, schema)


def test_the_schema_of_logs_is_the_one_of_the_docs_and_takes_logs(crush: Crush) -> None:
    kept = Path(__file__).parents[2] / "docs" / "schemas" / "castle-crush-1.json"
    text = crush("schema").out
    assert kept.read_text(encoding="utf-8") == text
    schema = json.loads(text)
    for seed in range(5):
        jsonschema.validate(json.loads(record_text(random_log(Random(seed)))), schema)


def test_readings_have_a_default_each(crush: Crush) -> None:
    out = crush("readings").out
    assert list(OPEN) == [name for name, _ in Readings()]
    for name, default in Readings():
        assert f"{name}: {OPEN[name]}\n  {default.value}, " in out
    data = json.loads(crush("readings", "--format", "json").out)
    assert {name: one["default"] for name, one in data.items()} == json.loads(
        Readings().model_dump_json()
    )
    assert all(one["default"] in one["values"] for one in data.values())


def test_broken_rules_and_unreadable_logs_have_their_exit_codes(crush: Crush) -> None:
    log = random_log(Random(2))
    data = json.loads(record_text(log))
    data["rounds"][0]["attacks"][0]["attacker"] = "Nobody"
    Path("log.json").write_text(json.dumps(data), encoding="utf-8")
    done = crush("score", "log.json")
    assert done.code is Exit.BREAKS_RULES
    assert done.err.startswith("log.json: rounds[0].attacks[0].attacker: it is ")
    data["rounds"][0]["attacks"][0]["attackr"] = 1
    data["players"][0]["age"] = "ten"
    Path("log.json").write_text(json.dumps(data), encoding="utf-8")
    done = crush("score", "log.json")
    assert done.code is Exit.BAD_INPUT
    assert 'attacks[0].attackr: there is no such key; did you mean "attacker"' in done.err
    assert "players[0].age: this must be a whole number" in done.err
    assert crush("score", "missing.json").code is Exit.BAD_INPUT
    assert crush("score").code is Exit.BAD_INPUT


def test_what_a_file_says_does_not_act_on_the_terminal(crush: Crush) -> None:
    data = json.loads(record_text(head(2)))
    data["players"][0]["name"] = "\u001b[2J"
    Path("log.json").write_text(json.dumps(data), encoding="utf-8")
    done = crush("score", "log.json")
    assert done.code is Exit.BREAKS_RULES
    assert "\u001b" not in done.out + done.err
    data["players"][0]["name"] = "[red]Ann"
    Path("log.json").write_text(json.dumps(data), encoding="utf-8")
    assert "[red]Ann, 0 points" in crush("score", "log.json").out


USUAL = ("", "", "no")
"""The usual kinds and numbers of blocks, and no other readings."""
BASE = ("2", "no", "no", "no", *USUAL, "Ann", "9", "Bob", "10")


def test_keep_asks_writes_and_goes_on(crush: Crush) -> None:
    done = crush("keep", "game.json", answer=_typing(*BASE, "", "Bob: 2 roof, king"))
    assert done.code is Exit.FINE
    assert "Ann +7 (attacks): 7" in done.out
    log = read_record(Log, "game.json")
    assert [attack.attacker for attack in log.rounds[0].attacks] == ["Ann"]
    assert log.rounds[0].attacks[0].falls[0].blocks == {"roof": 2}
    done = crush("keep", "game.json", answer=_typing("", "undo", "undo", "quit"))
    assert done.out.count("Ann attacks (6 attacks left") == 1
    assert "game.json has every entry so far." in done.out
    assert read_record(Log, "game.json").rounds[0].attacks == ()


def test_undo_takes_back_one_answer_and_then_the_entry_before(crush: Crush) -> None:
    ann = ("An", "undo", "Ann", "9", "3 roof", "2 roof")
    # Bob's extra blocks are taken back, and then his age.
    bob = ("Bob", "10", "roof, third", "second, third", "undo", "undo", "11", "2 second")
    head = ("3", "no", "no", "no", *USUAL, *ann, *bob)
    entries = ("Cat", "12", "2 third", "", "Bob", "undo", "Cat", "Cat: third")
    done = crush("keep", "game.json", answer=_typing(*head, *entries, "Ann", "undo", "undo"))
    assert done.out.count("Taken back.") == 1
    assert "What is left of these in the box: " in done.out
    log = read_record(Log, "game.json")
    assert [(player.name, player.age) for player in log.players] == [
        ("Ann", 9),
        ("Bob", 11),
        ("Cat", 12),
    ]
    assert log.players[1].extra == {"second": 2}
    assert log.rounds[0].attacks == ()


def test_keep_names_the_kinds_of_blocks_and_chooses_readings(crush: Crush) -> None:
    kinds = ("roof, arch", "roof, arch, arch, pillar, wall, cube", "a, b, c, d, e, jewel")
    box = (*kinds, "roof, arch, beam, pillar, wall, cube", "5 5", "3", "5 6 7 8 9 10")
    readings = ("yes", "debt", "owed", "below-zero", "five", "exactly", "")
    names = ("", "Ann", "9", "ann", "B:b", "Bob", "10")
    done = crush("keep", "game.json", answer=_typing("2", *["no"] * 3, *box, *readings, *names))
    assert '"jewel" cannot be the name' in done.out
    assert 'Somebody else is called "ann"' in done.out
    log = read_record(Log, "game.json")
    assert log.box == {"roof": 5, "arch": 6, "beam": 7, "pillar": 8, "wall": 9, "cube": 10}
    assert (log.readings.debt, log.readings.five) == (Debt.OWED, Five.EXACTLY)
    assert judge(log).table.supply["cube"] == 6


def test_keep_offers_only_members_who_may_be_chosen(crush: Crush) -> None:
    log = head(
        2,
        Expansion.FAMILIES,
        kingdoms=(Kingdom.RED, Kingdom.GREEN),
        readings=Readings(member_again=MemberAgain.ONCE),
    )
    Path("game.json").write_text(record_text(log), encoding="utf-8")
    attacks = ("henry", "craig", "", *[""] * 6)
    castles = ("0", "", "0", "", *["roof", "second", "third", "fourth", "fifth", "sixth"] * 20)
    prompts: list[str] = []
    typed = _typing(*attacks, *castles)

    def answer(prompt: str) -> str:
        prompts.append(prompt)
        return typed(prompt)

    crush("keep", "game.json", answer=answer)
    asked = [prompt for prompt in prompts if "Ann's member of the family?" in prompt]
    assert "(henry, williams, george)" in asked[0]
    assert "(williams, george)" in asked[-1]


def test_keep_deals_the_cubes_of_two_evenly(crush: Crush) -> None:
    head = ("2", "yes", "yes", "no", "no", *USUAL, "Ann", "9", "Bob", "10")
    done = crush("keep", "game.json", answer=_typing(*head, "2", "3", "1", "2", "1", "1"))
    assert "The 8 cubes are dealt evenly" in done.out
    assert "So Bob has 1 crown, 2 jewel, 1 curse." in done.out
    log = read_record(Log, "game.json")
    assert log.players[1].treasure == {Treasure.CROWN: 1, Treasure.JEWEL: 2, Treasure.CURSE: 1}


def test_keep_asks_for_curses_and_jewels_after_all_castles(crush: Crush) -> None:
    head = ("2", "yes", "yes", "no", "no", *USUAL, "Ann", "9", "Bob", "10", "1", "2", "1", "")
    attacks = ("", "Ann: curse", "0", "", "", "", "")
    castles = ("0", "", "12", "", "1", "undo", "2", "1")
    done = crush("keep", "game.json", answer=_typing(*head, *attacks, *castles))
    assert "With castles and characters: Ann 24, Bob 24." in done.out
    entries = read_record(Log, "game.json").rounds[0].scoring
    assert [(entry.player, entry.jewels) for entry in entries] == [("Ann", 2), ("Bob", 1)]


@pytest.mark.parametrize("name", ["-", "game.toml", "nowhere/game.json"])
def test_keep_refuses_at_once_where_no_game_can_be_kept(crush: Crush, name: str) -> None:
    assert crush("keep", name, answer=_typing()).code is Exit.BAD_INPUT


def test_keep_says_why_an_entry_cannot_stand_and_asks_again(crush: Crush) -> None:
    lines = ("nobody's", "Bob: 3 roof", "Bob: 2 roofs", "Bob: flag", "help", "sheet", "Bob: roof")
    done = crush("keep", "game.json", answer=_typing(*BASE, *lines))
    assert "Bob's castle has 2 fifth" in done.out
    assert 'There is no "flag" to fall' in done.out
    assert "A number stands before" in done.out
    assert len(read_record(Log, "game.json").rounds[0].attacks) == 1


def test_keep_plays_a_round_of_the_basic_game(crush: Crush) -> None:
    attacks = ("Bob: 6 nothing", "Bob: 2 roof", *[""] * 5)
    scoring = ("2 2", "150", "6 4 2", "", "6 4", "")
    picks = ["roof"] * 4
    done = crush(
        "keep", "game.json", answer=_typing(*BASE, "", *attacks, *scoring, *picks, "sheet")
    )
    assert done.code is Exit.FINE
    log = read_record(Log, "game.json")
    round_ = log.rounds[0]
    assert len(round_.attacks) == 6
    assert [(entry.player, entry.upright, entry.lying) for entry in round_.scoring] == [
        ("Ann", (2, 2), 8),
        ("Bob", (6, 4), 0),
    ]


def test_leaving_before_the_game_begins_writes_nothing(crush: Crush) -> None:
    done = crush("keep", "game.json", answer=_typing("3", "quit"))
    assert "Nothing was written." in done.out
    assert not Path("game.json").exists()


def test_ctrl_c_leaves_the_file_whole(crush: Crush) -> None:
    lines = iter((*BASE, "", "Bob: roof"))

    def answer(_prompt: str) -> str:
        try:
            return next(lines)
        except StopIteration:
            raise KeyboardInterrupt from None

    assert crush("keep", "game.json", answer=answer).code is Exit.INTERRUPTED
    assert len(read_record(Log, "game.json").rounds[0].attacks) == 1


def _anything(random: Random) -> Callable[[str], str]:
    """Answers as somebody might who reads the questions, and at times does not."""
    left = [600]
    names = iter(("Ann", "Bob", "Cat", "Dan") * 600)

    def answer(prompt: str) -> str:
        left[0] -= 1
        if not left[0]:
            raise EOFError
        if random.random() < 0.05:
            return random.choice(("undo", "sheet", "help", "", "x", "-1", "999999"))
        return next(names) if "name?" in prompt else _sensible(prompt, random)

    return answer


def _sensible(prompt: str, random: Random) -> str:
    fallen = ("Ann: roof", "Bob: king, 2 second, curse", "Cat: general", "Dan: pinned king, crown")
    options = re.search(r"\(([^()]*)\)", prompt)
    numbers = re.search(r"has (\d+) block", prompt)
    answer = ""
    if prompt.startswith("What fell"):
        answer = "; ".join(random.sample(fallen, random.randint(0, 2)))
    elif "s has " in prompt and "How many" in prompt:  # the deal of a game of two
        answer = {"crowns": "1", "jewels": "2", "curses": "1"}[prompt.split()[2]]
    elif "of each are in the box" in prompt:
        answer = random.choice(("", "7", "9 8 7 6 5 4"))
    elif "extra blocks" in prompt:
        answer = f"2 {random.choice(('roof', 'second', 'third', 'fourth'))}"
    elif numbers:
        answer = str(random.randint(0, int(numbers[1])))
    elif options and " to " in options[1]:
        answer = str(random.randint(0, min(3, int(options[1].split(" to ")[1]))))
    elif options and "nothing" not in options[1]:
        words: list[str] = options[1].split(", ")
        answer = random.choice(words)
    return answer


@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_typed_the_file_keeps_the_rules(crush: Crush, seed: int) -> None:
    done = crush("keep", "game.json", answer=_anything(Random(seed)))
    assert done.code is Exit.FINE
    assert done.err == ""
    table = judge(read_record(Log, "game.json")).table
    assert sheet_of(table).rows


def test_taking_back_leads_to_the_beginning() -> None:
    log = random_log(Random(8))
    steps = 0
    while log.rounds:
        log = without_last(log)
        judge(log)
        steps += 1
    assert steps > 20
    assert without_last(log) is log


def test_phrases() -> None:
    table = set_up(head(3), "log")
    (bob, cat) = parse_falls("b: 2 roof, 3x second, sub third; Cat: pinned king, crown", table)
    assert (bob.castle, bob.blocks, bob.sub_castle) == (
        "Bob",
        {"roof": 2, "second": 3},
        {"third": 1},
    )
    assert (cat.characters, cat.treasure) == ([(Character.KING, True)], {Treasure.CROWN: 1})
    (both,) = parse_falls("Bob: roof; bob: king, roof", table)
    assert (both.blocks, both.characters) == ({"roof": 2}, [(Character.KING, False)])
    assert parse_levels("2, 1 0", 4) == (2, 1, 0)
    for line in ("", "two", "1 -1", "3 2"):
        with pytest.raises(PhraseError):
            parse_levels(line, 4)
    assert parse_blocks("2 roof, roof", table.kinds)["roof"] == 3
    for line in ("roof", "Zed: roof", "Bob: sub king", "Bob: pinned roof", "Bob: 2 king", "Bob: 2"):
        with pytest.raises(PhraseError):
            parse_falls(line, table)
