"""The commands `pay` and `battle`: what they print, and what they say no to."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(sys.executable).with_name("castle-up")


def run(*words: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [str(PROGRAM), *words], capture_output=True, encoding="utf-8", check=False
    )
    return done.returncode, done.stdout, done.stderr


def test_the_workshop_for_five_supplies() -> None:
    words = ("pay", "Workshop", "--held", "supplies=5", "--refurbish", "Archery Range")
    code, printed, _ = run(*words, "--format", "json")
    told = json.loads(printed)
    assert (code, told["due"], told["left"]) == (0, {"supplies": 5}, {})


def test_the_market_is_repaired_with_three_manpower() -> None:
    code, printed, _ = run("pay", "Market", "--repair", "--held", "manpower=3")
    assert code == 0
    assert "Exchange: 3 manpower for 1 gold" in printed


def test_too_little_is_told_with_exit_code_1() -> None:
    assert run("pay", "--cost", "gold=2", "--held", "manpower=3")[0] == 1


def test_the_first_attack_on_hanna_is_stopped() -> None:
    words = ("--with", "Soldiers Barracks", "--against", "Stone Wall", "--endurance", "3")
    code, printed, _ = run("battle", *words, "--format", "json")
    told = json.loads(printed)
    assert (code, told["damage"], told["wasted"], told["outcome"]) == (0, 0, 4, "nothing")


def test_a_destroyed_goldmine_is_compensated() -> None:
    code, printed, _ = run("battle", "Goldmine", "--attack", "8", "--cost", "supplies=3")
    assert code == 0
    assert "Compensation: 1 supplies" in printed


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["pay", "Worksop"], 'did you mean "Workshop"?'),
        (["pay", "Market"], "no card file gives the cost of Market"),
        (["pay"], "name a building, or give --cost"),
        (["pay", "--cost", "food"], "food: this must be name=number"),
        (["pay", "--cost", "food=1,food=2"], "food: this stands here twice"),
        (["pay", "--cost", "fod=3"], 'did you mean "food"?'),
        (["pay", "--cost", "food=3", "--rule", "half=eac"], 'did you mean "each"?'),
        (["pay", "--cost", "food=3", "--held", "any=3"], "any: there is no such key"),
        (["pay", "--cost", "food=20,any=1"], "more than 20 tokens"),
        (["battle", "--attack", "3"], "give --endurance"),
        (["battle", "Castle", "--attack", "3"], "a castle cannot be attacked"),
        (["battle", "Market", "--attack", "3"], "no card file gives the endurance"),
        (["battle", "Goldmine", "--with", "Market"], "gives attack points of Market"),
        (["battle", "Goldmine", "--cards", "nowhere.toml"], "cannot be read"),
    ],
)
def test_bad_usage_is_told_with_exit_code_2(words: list[str], told: str) -> None:
    code, printed, error = run(*words)
    assert (code, printed) == (2, "")
    assert told in error
