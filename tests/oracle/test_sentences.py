"""No sentence of an explanation is false, as an oracle says that shares nothing with caladale."""

from __future__ import annotations

import json
from typing import Any

import pytest

from caladale.notation.data import hand_from_data
from caladale.solve import best_castle
from caladale.solve.explanation import explain
from caladale.solve.result_data import result_to_data

pytest.importorskip("clingo")

from benchmarks.oracle import box_of
from tests.oracle.draws import READINGS, TILE_FILE, Problem, draw
from tests.oracle.explained import CheckedSentences, Explained
from tests.oracle.sentences import FORMS, check

TEXT = TILE_FILE.read_text(encoding="utf-8")


def explained(problem: Problem, *, time_limit: float | None) -> CheckedSentences:
    """Explain a hand, what a search of so many seconds found included, and check each sentence."""
    hand = hand_from_data(problem.hand, box_of(problem.text))
    if time_limit is None:
        return check(Explained(problem.hand, problem.text, seconds=5.0), explain(hand))
    result = best_castle(
        hand, time_limit=time_limit, workers=1, complete_only=problem.complete_only
    )
    answer = json.loads(json.dumps(result_to_data(result)))
    of = Explained(problem.hand, problem.text, answer, seconds=5.0)
    return check(of, explain(hand, result))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("sort", ["default", "mixed", "supply", "strips", "odd", *READINGS])
def test_no_sentence_about_a_drawn_hand_is_false(sort: str, seed: int) -> None:
    """Whatever the search finds in its time, so that this rests on no clock."""
    checked = explained(draw(sort, seed), time_limit=0.2)
    assert checked.faults == []


@pytest.mark.parametrize("sort", ["odd", "mixed", "supply"])
@pytest.mark.parametrize("chunk", range(4))
def test_no_sentence_about_a_drawn_hand_alone_is_false(sort: str, chunk: int) -> None:
    for seed in range(100 + 10 * chunk, 110 + 10 * chunk):
        assert explained(draw(sort, seed), time_limit=None).faults == []


def hand_of(*tiles: str, **more: Any) -> dict[str, Any]:
    return {
        "format": "caladale-hand/1",
        "tileset": "caladale",
        "variant": "standard",
        "rules": {},
        "gates": ["gate-stone:front"],
        "tiles": list(tiles),
        "wilds": 0,
        "grass": [4],
    } | more


STONES = hand_of("stone-edge-1", "stone-edge-2", "stone-tower-1", "stone-tower-2", wilds=1)
TUDORS = hand_of("tudor-two-1", "tudor-edge-1", "stone-edge-1", "stone-edge-2")
JOINED = TUDORS | {"wilds": 1, "rules": {"wild": "four_sides"}}
EDGES = hand_of("stone-edge-1", "stone-edge-2")
CROSSED = hand_of("stone-four-1", "stone-edge-1", "stone-edge-2", "stone-tower-1", wilds=1)
NONE = "No complete castle can be made of these tiles, however few are used"

LIES: list[tuple[dict[str, Any], str, str]] = [
    (
        TUDORS,
        (
            "No tile joins stone to tudor, so 2 tiles of tudor cannot be in one castle with the "
            "gate: tudor-two and tudor-edge."
        ),
        "No tile joins stone to tudor, so 3 tiles of tudor cannot be in one castle with the gate.",
    ),
    (
        JOINED,
        (
            "Without the wild: No tile joins stone to tudor, so 2 tiles of tudor cannot be in one "
            "castle with the gate: tudor-two and tudor-edge."
        ),
        (
            "No tile joins stone to tudor, so 2 tiles of tudor cannot be in one castle with the "
            "gate: tudor-two and tudor-edge."
        ),
    ),
    (
        EDGES,
        (
            f"{NONE}. The gate shows 3 stone sides off the grass, and the other tiles have only 2 "
            "to put against them."
        ),
        (
            f"{NONE}. The gate shows 3 stone sides off the grass, and the other tiles have only 1 "
            "to put against them."
        ),
    ),
    (
        EDGES | {"wilds": 1},
        (
            "There are 5 stone sides besides what the gate has on the grass, an odd number, and no "
            "other can lie there: one stays open, or a tile stays out, or the wild closes it."
        ),
        (
            "There are 5 stone sides besides what the gate has on the grass, an odd number, and no "
            "other can lie there: one stays open, or a tile stays out."
        ),
    ),
    (
        STONES,
        (
            "There are 7 stone sides besides what the gate has on the grass, an odd number, and no "
            "other can lie there: one stays open, or a tile stays out, or the wild closes it."
        ),
        (
            "There are 6 stone sides besides what the gate has on the grass, an odd number, and no "
            "other can lie there: one stays open, or a tile stays out, or the wild closes it."
        ),
    ),
    (
        CROSSED,
        (
            "Without the wild: Rows and columns of stone go on until a tile ends them. However the "
            "tiles are turned, these cross in 1 place at most, as with 1 row and 1 column, but at "
            "least 2 tiles lie in a row and a column at once."
        ),
        (
            "Without the wild: Rows and columns of stone go on until a tile ends them. However the "
            "tiles are turned, these cross in 1 place at most, as with 1 row and 1 column, but at "
            "least 3 tiles lie in a row and a column at once."
        ),
    ),
    (
        hand_of(),
        f"{NONE}: the castle sides that must face each other do not come out even.",
        f"{NONE}: the themes do not meet in the tiles at hand.",
    ),
    (
        hand_of("stone-edge-1", "stone-edge-2", "stone-tower-1", "stone-four-1"),
        "No complete castle has room for stone-four: too few tiles end its rows and columns.",
        "No complete castle has room for stone-tower: too few tiles end its rows and columns.",
    ),
]


@pytest.mark.parametrize(("hand", "truth", "lie"), LIES)
def test_a_false_sentence_is_noticed(hand: dict[str, Any], truth: str, lie: str) -> None:
    assert check(Explained(hand, TEXT), [truth]).faults == []
    assert check(Explained(hand, TEXT), [lie]).faults != []


def test_what_is_said_of_the_castle_found_is_checked() -> None:
    problem = Problem("default", 0, TEXT, STONES)
    hand = hand_from_data(problem.hand)
    result = best_castle(hand, time_limit=20.0, workers=1)
    of = Explained(problem.hand, TEXT, json.loads(json.dumps(result_to_data(result))))
    truth = "The castle found scores 3 points less than a perfect one: it leaves out stone-tower."
    assert truth in explain(hand, result)
    assert check(of, [truth]).faults == []
    for lie in (
        truth.replace("3", "2"),
        truth.replace("stone-tower", "stone-edge"),
        truth.replace(".", " and uses the wild."),
        truth.replace(".", " and leaves 1 edge open."),
        (
            "It uses every tile, closes every edge and leaves the wild in the box: nothing can "
            "score more."
        ),
        (
            "Counting does not rule out a complete castle of every tile without the wild, and "
            "neither did the search in its time."
        ),
    ):
        assert check(of, [lie]).faults != []


def test_a_sentence_of_no_known_form_is_a_fault() -> None:
    (fault,) = check(Explained(EDGES, TEXT), ["It is a pity."]).faults
    assert fault.startswith("a sentence of no known form")


def test_the_forms_are_told_apart() -> None:
    """A sentence is checked as what it is: none has two forms."""
    sentences = {claim for _, truth, lie in LIES for claim in (truth, lie)}
    for sentence in sentences:
        assert sum(form.pattern.fullmatch(sentence) is not None for form in FORMS.values()) == 1
