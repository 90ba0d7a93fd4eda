"""No claim about a challenge is false to an oracle that shares nothing with the solver."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

pytest.importorskip("clingo")

from benchmarks.oracle_challenge import ask, outcome
from tests.oracle.challenge_claims import judge_answer
from tests.oracle.challenges import Quest, QuestCastles, draw_quest
from tests.oracle.exact import Wanted
from tests.oracle.referee import judge

CHUNKS, EACH = 12, 20
"""So many tests of so many drawn boxes."""


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_every_claim_about_drawn_boxes_is_true(chunk: int) -> None:
    told: Counter[str] = Counter()
    for seed in range(chunk * EACH, (chunk + 1) * EACH):
        row = outcome(seed, attempts=12, patience=0.5, find_best=False)
        assert row["false"] == [], seed
        told[row["status"]] += 1
    assert told["crashed"] == 0
    assert len(told) > 1


def test_the_drawn_boxes_are_of_all_sorts() -> None:
    quests = [draw_quest(seed) for seed in range(CHUNKS * EACH)]
    texts = [quest.text for quest in quests]
    assert sum("count = " in text for text in texts) > 50
    assert sum('"wild"' in text for text in texts) > 20
    assert sum(len(quest.gates) > 1 for quest in quests) > 50
    assert sum(len(quest.grass) > 1 for quest in quests) > 10
    assert len({name for quest in quests for name in quest.rules}) == 15


TEXT = """
format = "caladale-tiles/1"
name = "few"
title = "Few"
[counts]
standard = 3
gate = 1
enchanted = 0
wild = 0
supply = 3
supply_without_plus = 3
[[tile]]
id = "gate"
group = "gate"
role = "gate"
edges = ["stone", "stone", "stone", "stone"]
back = ["stone", "stone", "stone", "stone"]
provenance = "assumed"
note = "x"
[[tile]]
id = "edge"
group = "standard"
role = "edge"
count = 2
edges = ["sky", "sky", "stone", "sky"]
provenance = "assumed"
note = "x"
[[tile]]
id = "tower"
group = "standard"
role = "tower"
edges = ["sky", "sky", "stone", "sky"]
provenance = "assumed"
note = "x"
"""
FEW = Quest(0, TEXT, {}, ("gate",), ((0, 4),))
"""A gate, an edge at either side and a tower top: 11 points."""


def test_the_exact_solver_knows_the_castles_of_a_small_box() -> None:
    castles = QuestCastles(FEW)
    found = castles.castle(Wanted(complete=True, all_own=True))
    assert found.layout is not None
    assert judge(found.layout, TEXT).score == 11
    assert castles.best() == 11
    assert castles.castle(Wanted(least=12)).is_no


TRUE = {
    "status": "optimal",
    "score": 11,
    "bound": 11,
    "gap": 0,
    "proof": "Every tile is placed and every castle edge is closed.",
    "stop": "proved",
    "placed": 4,
    "wanted": 4,
    "obstacle": None,
    "cannot_be": None,
}


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({}, None),
        ({"status": "feasible", "proof": "", "stop": "attempts"}, "feasible at 11 of 11"),
        ({"bound": 10, "gap": -1}, "a castle above the bound 10"),
        ({"placed": 3}, "another number of tiles"),
        ({"proof": "One tile less than all, for all cannot be: x"}, "not one tile less"),
        ({"obstacle": "x", "cannot_be": "All 4 cannot be: x"}, "but complete with all"),
        (
            {"obstacle": "x", "cannot_be": "No complete castle has all 1 gates: x"},
            "cannot_be",
        ),
    ],
)
def test_what_is_false_is_noticed(changes: dict[str, Any], word: str | None) -> None:
    answer = ask(FEW, attempts=20)
    assert {name: answer[name] for name in TRUE} == TRUE
    false = judge_answer(FEW, answer | changes).false
    assert (word is None) == (false == [])
    assert word is None or word == "cannot_be" or any(word in wrong for wrong in false)
