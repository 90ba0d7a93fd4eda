"""No claim of `repair` is false to an oracle that makes the changes, and counts what cannot be."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from caladale.notation import read_layout
from caladale.notation.data import layout_to_data
from tests.support.places import CASES

pytest.importorskip("clingo")

from benchmarks.oracle_repair import ask, main
from tests.oracle.broken import Broken, draw_broken
from tests.oracle.draws import SORTS, TILE_FILE
from tests.oracle.repair_claims import Judged
from tests.oracle.repairs import Repairs, faults_of_changes

TEXT = TILE_FILE.read_text(encoding="utf-8")
HEAD = "caladale standard 0+4 - - "


def problem_of(line: str, *spares: str) -> Broken:
    return Broken("", 0, TEXT, layout_to_data(read_layout(line)), spares)


@pytest.mark.parametrize("sort", SORTS)
def test_nothing_that_repair_says_of_a_drawn_castle_is_false(sort: str) -> None:
    for seed in range(10):
        problem = draw_broken(sort, seed)
        checked = Judged(problem, ask(problem, 3.0))
        assert (checked.false, checked.undecided) == ([], 0), f"{sort} {seed}"


@pytest.mark.parametrize("sort", SORTS)
def test_counted_changes_are_as_many_as_made_ones(sort: str) -> None:
    """The oracle says the same whether it makes the changes or asks each tile what it did."""
    for seed in range(2):
        problem = draw_broken(sort, seed, most_tiles=3, most_spares=1)
        repairs = Repairs(problem.layout, problem.spares, problem.text)
        for changes in range(1, min(repairs.most, 3) + 1):
            counted = repairs.castle(changes)
            assert counted.answer is repairs.castle(changes, step_by_step=True).answer


RING = "gate-stone@1,0 tudor-tower-1@1,1 stone-tree-mid-1@1,2S tree-tudor-mid-1@1,3S"
TWINS = "gate-stone@1,0 stone-edge-1@0,0E stone-edge-2@2,0W stone-tower-1@1,1"
CROWDED = "gate-stone@1,0 gate-tree@1,0 tree-tower-1@1,1"


@pytest.mark.parametrize(
    ("line", "spares", "fewest"),
    [
        (HEAD + RING + " stone-edge-1@0,0W stone-edge-2@2,0E", (), 2),
        (HEAD + TWINS, (), 1),
        (HEAD + CROWDED, (), 1),
        (HEAD + "stone-edge-1@1,0", ("gate-stone",), 2),
    ],
)
@pytest.mark.parametrize("step_by_step", [True, False])
def test_the_oracle_knows_what_a_change_is(
    line: str, spares: tuple[str, ...], fewest: int, *, step_by_step: bool
) -> None:
    problem = problem_of(line, *spares)
    repairs = Repairs(problem.layout, problem.spares, TEXT)
    for changes in range(fewest + 1):
        found = repairs.castle(changes, step_by_step=step_by_step)
        assert found.is_yes == (changes == fewest)


@pytest.mark.parametrize("tiles", [RING, TWINS, CROWDED, f"{RING} stone-edge-1@0,0W"])
@pytest.mark.parametrize("variant", ["standard", "speed", "solo1", "solo2", "all-tiles"])
def test_nothing_that_repair_says_of_rings_and_twins_is_false(tiles: str, variant: str) -> None:
    problem = problem_of(HEAD.replace("standard", variant) + tiles, "stone-edge-3")
    checked = Judged(problem, ask(problem, 60.0))
    assert (checked.false, checked.undecided) == ([], 0)


def with_answer(problem: Broken, **other: Any) -> list[str]:
    """What is false in an answer that says something else than `repair` does."""
    answer = ask(problem, 60.0)
    assert Judged(problem, answer).false == []
    return Judged(problem, answer | other).false


def removing_all_but_the_gate(layout: dict[str, Any]) -> dict[str, Any]:
    """The answer that was once given for a castle beyond the grass."""
    gate, *others = layout["tiles"]
    moved = gate | {"x": 0}
    changes = [{"before": [tile], "after": []} for tile in others]
    changes += [{"before": [gate], "after": [moved]}]
    return {"changes": changes, "layout": layout | {"tiles": [moved]}, "score": -4}


def test_the_oracle_sees_that_more_could_be_kept() -> None:
    problem = problem_of((CASES / "repair-far-castle.txt").read_text(encoding="utf-8"))
    (told,) = with_answer(problem, **removing_all_but_the_gate(problem.layout))
    assert told.startswith("as few changes score more")
    assert any(told.startswith("fewer changes do") for told in with_answer(problem, least=5))


def test_the_oracle_sees_a_change_that_cannot_be_made() -> None:
    problem = problem_of((CASES / "repair-crowded-castle.txt").read_text(encoding="utf-8"))
    answer = ask(problem, 60.0)
    changes, after = answer["changes"], answer["layout"]
    assert faults_of_changes(problem.layout, (), changes, after) == []
    told = faults_of_changes(problem.layout, (), changes[::-1], after)
    assert told == ["change 1 lays a tile in a cell that holds another"]
    assert "the changes cannot be made" in with_answer(problem, changes=changes[1:])
    assert "its castle is illegal or has another score" in with_answer(problem, score=99)


def test_the_oracle_sees_a_castle_where_there_is_said_to_be_none() -> None:
    problem = problem_of(HEAD + "stone-edge-1@1,0", "gate-stone")
    nothing = {"status": "infeasible", "changes": None, "layout": None, "score": None}
    (told,) = with_answer(problem, **nothing)
    assert told.startswith("it says that there is no castle")


def test_the_long_run_tells_what_came_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "log.jsonl"
    for _ in range(2):
        assert main(["--castles", "3", "--first-seed", "40", "--log", str(log)]) == 0
    assert len(log.read_text(encoding="utf-8").splitlines()) == 3
    assert capsys.readouterr().out.count(" all ") == 2
