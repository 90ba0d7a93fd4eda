"""Worked castles come out as written: verdicts, completeness and scores, library and command."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from caladale.cli import run
from caladale.core.layout import Layout, Placement
from caladale.core.readings import READINGS
from caladale.notation import read_layout
from caladale.rules.catalogue import RULE_BY_CODE, RULES, Rule
from caladale.rules.score_sheet import ranking, score
from caladale.rules.verdict import validate
from tests.support.places import CASES

WORKED: list[dict[str, Any]] = [
    case
    for name in ("rules.json", "readings.json")
    for case in json.loads((CASES / name).read_text(encoding="utf-8"))
]


def by_code(violations: list[dict[str, Any]]) -> dict[str, list[list[int]]]:
    cells: dict[str, set[tuple[int, ...]]] = {}
    for breach in violations:
        cells.setdefault(breach["code"], set()).update(tuple(cell) for cell in breach["cells"])
    return {code: sorted(list(cell) for cell in found) for code, found in cells.items()}


@pytest.mark.parametrize("case", WORKED, ids=lambda case: f"{case['id']} {case['title']}")
def test_worked_castle(
    case: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "castle.txt"
    path.write_text(case["castle"], encoding="utf-8")
    expected_code = 1 if case["violations"] else 0

    assert run(["validate", str(path), "--format", "json"]) == expected_code
    verdict = json.loads(capsys.readouterr().out)
    assert verdict["valid"] is not bool(case["violations"])
    assert by_code(verdict["violations"]) == case["violations"]
    assert verdict["complete"] == case.get("complete", verdict["complete"])

    assert run(["score", str(path), "--format", "json"]) == expected_code
    told = json.loads(capsys.readouterr().out)
    sheet = score(read_layout(case["castle"]))
    assert by_code(told.get("violations", [])) == case["violations"]
    if case["violations"]:
        assert told["score"] is None
        assert sheet.total is None
    else:
        total = case["score"]["total"] if "score" in case else case["total"]
        assert told["score"]["total"] == sheet.total == total
        assert told["score"] == case.get("score", told["score"])
        assert told["exposed"] == case.get("exposed", told["exposed"])


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_the_examples_of_a_rule_keep_and_break_it(rule: Rule) -> None:
    good, bad = validate(read_layout(rule.good)), validate(read_layout(rule.bad))
    assert good.valid
    assert rule.code in {breach.code for breach in bad.violations}
    assert RULE_BY_CODE[rule.code] is rule


def test_every_breach_is_told_and_sorted() -> None:
    line = (
        "caladale standard 0+4 - - wild-2@9,9 gate-stone@0,1E gate-tree@-1,0 stone-tower-1@3,0W "
        "stone-edge-1@0,-1 stone-edge-1@2,5"
    )
    violations = validate(read_layout(line)).violations
    assert {v.code for v in violations} == {"B1", "B2", "D", "E", "F", "T2", "T3", "T4"}
    order = [rule.code for rule in RULES]
    keys = [(order.index(v.code), v.cells) for v in violations]
    assert keys == sorted(keys)
    assert all(v.cells == tuple(sorted(v.cells)) for v in violations)
    assert all(v.message.endswith(".") for v in violations)


def test_two_tiles_in_a_cell_leave_only_the_table_rules() -> None:
    line = (
        "caladale standard 0+4 - - gate-stone@0,1 tree-edge-1@0,1 tree-edge-1@5,5 stone-four-1@0,-2"
    )
    sheet = score(read_layout(line))
    assert {v.code for v in sheet.verdict.violations} == {"T1", "T2", "T3"}
    assert not sheet.verdict.complete
    assert sheet.items == ()
    assert sheet.would_score is None


def test_an_illegal_castle_would_score_something() -> None:
    sheet = score(read_layout("caladale standard 0+4 - - gate-stone@0,0 tree-tower-1@0,1"))
    assert sheet.total is None
    assert sheet.would_score == 2 * 2 + 1 - 2 * 2


@pytest.mark.parametrize(
    ("grass", "variant", "odd"),
    [
        ("0+4", "standard", False),
        ("7+4", "standard", False),
        ("0+5", "standard", True),
        ("0+4,4+4", "standard", True),
        ("0+4,9+4", "all-tiles", False),
        ("0+8", "all-tiles", True),
        ("-", "standard", True),
    ],
)
def test_ground_that_is_not_the_books_is_told(grass: str, variant: str, odd: bool) -> None:
    layout = read_layout(f"caladale {variant} {grass} - - gate-stone@0,0")
    assert validate(layout).nonstandard_ground is odd


def test_items_sum_and_name_what_is_behind_them() -> None:
    castle = read_layout(
        "caladale standard 0+4 flipped=2 - gate-stone@1,0 stone-tower-1@1,1 wild-1@2,0E"
    )
    sheet = score(castle)
    items = {item.name: item for item in sheet.items}
    assert sheet.total == sum(item.points for item in sheet.items) == 4 + 1 + 2 - 2 - 1
    assert items["tiles"].cells == ((1, 0), (1, 1))
    assert items["towers"].cells == ((1, 1),)
    assert items["wild"].cells == ((2, 0),)
    assert [(x, y, side.name) for x, y, side in items["exposed"].edges] == [(1, 0, "W")]
    assert all(len(item.cells) in (0, item.count) for item in sheet.items)


def test_exposed_edges_are_told_column_by_column() -> None:
    castle = read_layout("caladale standard 0+4 - - gate-tree@2,0 gate-stone@1,0 stone-four-1@1,1")
    exposed = {item.name: item for item in score(castle).items}["exposed"].edges
    assert [(x, y, side.name) for x, y, side in exposed] == [
        (1, 0, "W"),
        (1, 1, "E"),
        (1, 1, "N"),
        (1, 1, "W"),
        (2, 0, "E"),
        (2, 0, "N"),
    ]


def test_equal_scores_share_a_rank() -> None:
    assert ranking([5, None, 9, 5, 1]) == [2, None, 1, 2, 4]
    assert ranking([]) == []


def test_the_order_of_placements_means_nothing() -> None:
    for case in WORKED:
        layout = read_layout(case["castle"])
        mirrored: Layout = layout.replace(tiles=reversed(layout.tiles))
        assert by_code_of(layout) == by_code_of(mirrored)
        assert score(layout).points() == score(mirrored).points()


def by_code_of(layout: Layout) -> set[tuple[str, tuple[tuple[int, int], ...]]]:
    return {(v.code, v.cells) for v in validate(layout).violations}


def test_a_castle_can_be_built_in_the_library() -> None:
    castle = Layout().placing(Placement("gate-stone", 1, 0), Placement("stone-tower-1", 1, 1))
    assert validate(castle).valid
    assert {tile.id for tile in castle.remaining()} == set(castle.tileset.tiles) - {
        "gate-stone",
        "stone-tower-1",
    }


def test_every_reading_changes_a_rule_or_the_score() -> None:
    named = {name for rule in RULES for name in rule.readings}
    only_scored = {"gate_counts", "hole_breaks_complete"}
    assert named | only_scored == {reading.name for reading in READINGS}
    assert named & only_scored == set()
