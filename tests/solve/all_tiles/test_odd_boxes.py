"""Challenges of odd boxes, on little ground and with gates left out: no word is more than true."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from caladale.cli import run
from caladale.core.layout import Grass, Layout, Variant
from caladale.core.readings import Readings
from caladale.core.tile_file import parse_tilefile
from caladale.core.tiles import TileSet, build_tileset, load_tileset
from caladale.errors import HandError
from caladale.notation import read_layout
from caladale.rules.score_sheet import score
from caladale.solve import Challenge, ChallengeResult, Status, Stop, challenge
from caladale.solve.all_tiles.leaving_out import prospects
from caladale.solve.all_tiles.misfit import fault_of
from caladale.solve.all_tiles.readings_survey import readings_to_try
from caladale.solve.models.parity import Bound
from tests.support.places import CASES
from tests.support.small_boxes import odd_box, odd_text


def castle(name: str, box: TileSet | None = None) -> Layout:
    return read_layout((CASES / name).read_text(encoding="utf-8"), box)


def search(problem: Challenge, **settings: Any) -> ChallengeResult:
    return challenge(problem, workers=1, time_limit=None, **({"attempts": 60} | settings))


def ask(capsys: pytest.CaptureFixture[str], *options: str, code: int = 0) -> dict[str, Any]:
    assert run(["challenge", "--workers", "1", "--format", "json", *options]) == code
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    return answer


# --- the cases ----------------------------------------------------------------------------------


def test_a_tower_top_may_stand_on_another(capsys: pytest.CaptureFixture[str]) -> None:
    path = CASES / "tower-with-castle-top-box.toml"
    box = load_tileset(path)
    known = castle("tower-with-castle-top-castle.txt", box)
    assert (score(known).total, fault_of(Challenge(tileset=box), known)) == (17, "")
    assert Challenge(tileset=box).obstacle() is None
    found = search(Challenge(tileset=box))
    assert (found.status, found.score, found.bound, found.placed) == (Status.OPTIMAL, 17, 17, 6)
    answer = ask(capsys, "--tileset", str(path))
    assert (answer["status"], answer["score"], answer["obstacle"]) == ("optimal", 17, None)


def test_a_wild_edge_on_an_ordinary_tile_takes_any_theme(
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = CASES / "no-theme-edge-box.toml"
    answer = ask(capsys, "--tileset", str(path), "--attempts", "200")
    assert answer["status"] == "feasible"
    assert answer["bound"] >= answer["score"] >= 11
    assert "16 tiles hold together by 15 joints or more" in answer["cannot_be"]


def test_a_gate_that_scores_nothing_may_be_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    known = castle("ground-4-castle.txt")
    assert (score(known).total, len(known.tiles)) == (161, 75)
    rules = Readings(gate_counts="no")
    found = search(Challenge(grass=(Grass(0, 4),), rules=rules), hint=known, attempts=0)
    assert (found.bound, found.status) == (161, Status.OPTIMAL)
    path = tmp_path / "best.txt"
    path.write_text((CASES / "ground-4-castle.txt").read_text(encoding="utf-8"), encoding="utf-8")
    options = ("--ground", "4", "--rule", "gate_counts=no", "--attempts", "1")
    answer = ask(capsys, *options, "--resume", "-o", str(path))
    assert (answer["status"], answer["score"], answer["bound"]) == ("optimal", 161, 161)


def test_all_gates_are_not_all_castles(capsys: pytest.CaptureFixture[str]) -> None:
    known = castle("one-gate-ground-3-castle.txt")
    problem = Challenge(grass=(Grass(0, 3),))
    assert fault_of(problem, known) == ""
    found = search(problem, hint=known, attempts=0)
    assert (found.status, found.stop, found.layout) == (Status.FEASIBLE, Stop.ATTEMPTS, known)
    assert found.bound == 167
    answer = ask(capsys, "--ground", "3", "--attempts", "1")
    assert answer["status"] == "feasible"
    assert answer["cannot_be"].startswith("No complete castle has all 4 gates: ")


# --- what counting says of odd tiles ------------------------------------------------------------

SOLVABLE = {
    "a wild edge takes the odd end of a theme": (odd_box("g gate s-s-", "e edge --w-"), 1, 2),
    "wild edges join themes that do not meet": (
        odd_box("g gate s-s-", "m mid w-w-", "t tower --t-"),
        1,
        3,
    ),
    "a gate with a wild bottom stands on it": (odd_box("g gate s-w-", "t tower --s-"), 1, 2),
    "a gate with a bottom of sky is a bridge": (odd_box("g gate -s-s", "c*2 two ss--"), 3, 3),
    "a tower top with a side stands on grass": (
        odd_box("g gate -ss-", "m mid s-s-", "t tower --ss"),
        3,
        2,
    ),
    "a gate carries a tower top of any theme with a wild top": (
        odd_box("g gate w-s-", "t tower --t-"),
        1,
        2,
    ),
    "a tower top that is wild below stands on any tile": (
        odd_box("g gate s-s-", "t tower --w-"),
        1,
        2,
    ),
    "gates that are castle at one side only need one neighbour": (
        odd_box("g gate s-ss", "h gate sss-", "t*2 tower --s-"),
        2,
        4,
    ),
}


@pytest.mark.parametrize("name", SOLVABLE)
def test_counting_forbids_no_castle_that_is_there(name: str) -> None:
    box, columns, placed = SOLVABLE[name]
    rules = Readings(mid_may_hang="yes") if "side stands" in name else Readings()
    problem = Challenge(tileset=box, grass=(Grass(0, columns),), rules=rules)
    assert problem.obstacle() is None
    if placed == len(box.tiles):
        found = search(problem)
        assert (found.placed, found.status) == (placed, Status.OPTIMAL)


FORBIDDEN = {
    "an odd end too many, wild or not": (
        odd_box("g gate ssss", "f four ssss", "m mid w-s-"),
        1,
        (
            "a joint has two halves. The tiles have 10 castle edges, so the number on the ground "
            "is even. The gate alone makes 1, so it is at least 2; the ground has 1 column."
        ),
    ),
    "more odd themes than wild edges": (
        odd_box("g gate ssss", "b three -ttt", "c three -uuu", "e edge --w-"),
        2,
        (
            "Of stone, tree, tudor an odd number of edges is left beside the gates' own on the "
            "ground, so one of each lies on the ground or is joined to a wild edge, of which "
            "there is only 1: at least 3 on the ground; the ground has 2 columns."
        ),
    ),
    "a tile without castle": (
        odd_box("g gate s-s-", "e edge --s-", "n edge ----"),
        4,
        "1 tile has no castle edge, so nothing can be joined to it.",
    ),
    "tower tops that are wild below": (
        odd_box("g gate ssss", "t*2 tower --w-"),
        4,
        (
            "There are 2 tower tops, each of which stands on the top edge of another tile, but "
            "only 1 tile could carry one."
        ),
    ),
    "a gate with a bottom of sky takes a column": (
        odd_box("g gate -s-s", "h gate ssss", "e*2 edge --s-"),
        2,
        (
            "The gates with a castle bottom make 1, so it is at least 2; the ground has 2 columns, "
            "of which 1 gate with a bottom of sky takes 1."
        ),
    ),
}


@pytest.mark.parametrize("name", FORBIDDEN)
def test_what_counting_forbids_is_told_of_odd_tiles(name: str) -> None:
    box, columns, told = FORBIDDEN[name]
    found = Challenge(tileset=box, grass=(Grass(0, columns),)).obstacle()
    assert found is not None
    assert told in found.reason


def test_each_choice_of_sides_has_an_obstacle_of_its_own() -> None:
    """The front has no room for what stands beside it, and the back joins nothing but stone."""
    box = odd_box("g gate -tst -ss-", "e edge --t-", "f edge --t-")
    problem = Challenge(tileset=box, grass=(Grass(0, 4),), max_width=2)
    found = problem.obstacle()
    assert found is not None
    assert found.reason.endswith("The other side of g fares no better.")
    assert not found.is_absolute
    assert prospects(problem)[0].points < problem.most_points()


def test_so_many_sorts_of_gates_are_not_counted_through() -> None:
    kinds = [f"g{name} gate sss- s-s{name}" for name in "stuw" * 4]
    gates = [kind.replace(" ", f"{n} ", 1) for n, kind in enumerate(kinds)]
    problem = Challenge(tileset=odd_box(*gates, "t tower --t-"), grass=(Grass(0, 20),))
    assert problem.obstacle() is None
    assert prospects(problem)[0].points == problem.most_points()


# --- gates and ground ---------------------------------------------------------------------------


def test_what_is_left_out_is_weighed_by_what_it_scores() -> None:
    every = prospects(Challenge(grass=(Grass(0, 4),)))
    assert [(p.gates, p.size, p.points) for p in every] == [
        (4, 75, 167),
        (3, 75, 167),
        (2, 74, 165),
        (1, 73, 163),
    ]
    free = prospects(Challenge(grass=(Grass(0, 4),), rules=Readings(gate_counts="no")))
    assert [(p.gates, p.points) for p in free] == [(3, 161), (2, 161), (1, 161), (4, 159)]


def test_only_tower_tops_to_leave_out_cost_three() -> None:
    box = odd_box("g gate s-s-", "t*2 tower --s-")
    problem = Challenge(tileset=box, grass=(Grass(0, 4),))
    assert problem.most_points() == 10
    found = search(problem)
    assert (found.bound, found.score, found.status) == (7, 7, Status.OPTIMAL)
    assert found.proof.startswith("All cannot be: 3 tiles hold together")


def test_a_castle_without_a_gate_is_none() -> None:
    problem = Challenge(gates=(), tiles=("stone-edge-1",))
    found = search(problem)
    assert (found.status, found.obstacle and found.obstacle.bound) == (
        Status.INFEASIBLE,
        Bound.GATES,
    )
    assert found.cannot_be == (
        "No complete castle can be: A castle needs a gate, and there is none."
    )


def test_strips_that_lie_apart_may_be_forbidden() -> None:
    apart = (Grass(0, 4), Grass(6, 4))
    problem = Challenge(grass=apart, rules=Readings(strips="side_by_side"))
    found = search(problem)
    assert (found.status, found.bound) == (Status.INFEASIBLE, None)
    assert "do not touch" in found.proof
    assert Challenge(grass=apart).obstacle() is None


def test_other_games_have_one_gate() -> None:
    gates = ("gate-stone", "gate-tree")
    tiles = ("stone-edge-1", "stone-edge-2", "stone-tower-1")
    problem = Challenge(gates=gates, tiles=tiles, variant=Variant.STANDARD)
    found = search(problem)
    assert found.cannot_be.startswith("No complete castle has all 2 gates: A castle of this game")
    assert (found.status, found.score, found.bound) == (Status.OPTIMAL, 11, 11)


def test_a_narrow_castle_is_told_what_ground_it_can_cover() -> None:
    found = Challenge(max_width=3, grass=(Grass(0, 8),)).obstacle()
    assert found is not None
    assert found.reason == (
        "4 gates stand on the ground, which offers a castle so narrow 3 columns at most (it has 8)."
    )
    gapped = Challenge(max_width=4, grass=(Grass(0, 2), Grass(5, 2)))
    assert gapped.most_gates() == 2


def test_a_castle_may_lean_to_the_left() -> None:
    box = odd_box("g gate s-st", "e edge --t-", "f edge --s-")
    problem = Challenge(tileset=box, grass=(Grass(1, 1),), max_width=2)
    assert search(problem).score == 8


# --- what is refused ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "word"),
    [
        ({"tiles": ("stone-edge-9",)}, "has no tile"),
        ({"tiles": ("gate-stone",)}, "does not belong here"),
        ({"tiles": ("wild-1",)}, "does not belong here"),
        ({"tiles": ("stone-edge-1", "stone-edge-1")}, "is there already"),
        ({"gates": ("gate-stone", "gate-stone:back")}, "is there already"),
        ({"gates": ("gate-stone:left",)}, "neither front nor back"),
    ],
)
def test_what_cannot_be_offered_is_refused(given: dict[str, Any], word: str) -> None:
    with pytest.raises(HandError, match=word):
        Challenge(**given)


@pytest.mark.parametrize(
    "terms",
    [
        {"time_limit": float("nan")},
        {"time_limit": -1.0},
        {"seed": -1},
        {"seed": 2**31},
        {"workers": 0},
        {"workers": 10**6},
        {"attempts": -1},
    ],
)
def test_terms_that_make_no_sense_are_refused(terms: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"is|are"):
        challenge(Challenge(), **terms)


@pytest.mark.parametrize("goals", [{"max_width": 0}, {"max_height": -3}])
def test_goals_that_make_no_sense_are_refused(goals: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="is 1 or more"):
        Challenge(**goals)


SMALL = "gate-stone@1,0 stone-tower-1@1,1 stone-edge-1@2,0E stone-edge-2@0,0W"
"""A complete castle on the first three columns."""


@pytest.mark.parametrize(
    ("content", "options", "word"),
    [
        (f"caladale all-tiles 0+4,4+4 - wild=four_sides {SMALL}", [], "wild=four_sides"),
        (f"caladale standard 0+4,4+4 - - {SMALL}", [], "another game, standard"),
        (f"caladale all-tiles 0+4 - - {SMALL}", [], "other ground, 0+4 and not 0+4,4+4"),
        (f"caladale all-tiles 0+4,4+4 - - {SMALL}", ["--max-width", "2"], "wider than 2"),
        (f"caladale all-tiles 0+4,4+4 - - {SMALL}", ["--max-height", "1"], "higher than 1"),
        (
            f"caladale all-tiles 0+4 - - {SMALL.replace('stone', 'tree')}",
            ["--two-player"],
            "gate-tree, which is not offered",
        ),
        (
            f"caladale all-tiles 0+4,4+4 - - {SMALL.replace('edge-2', 'edge-1')}",
            [],
            "breaks T3: The box holds one stone-edge-1",
        ),
        (
            f"caladale all-tiles 0+4,4+4 - - {SMALL.replace('stone-edge-2', 'wild-1')}",
            [],
            "wild-1, which is not offered",
        ),
        (f"odd all-tiles 0+4,4+4 - - {SMALL}", [], "odd"),
    ],
)
def test_what_is_not_of_the_problem_is_not_gone_on_from(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    content: str,
    options: list[str],
    word: str,
) -> None:
    path = tmp_path / "best.txt"
    path.write_text(content, encoding="utf-8")
    assert run(["challenge", "--resume", "-o", str(path), *options]) == 2
    assert word in capsys.readouterr().err
    assert path.read_text(encoding="utf-8") == content


def test_a_hand_that_scores_for_more_than_its_tiles_is_no_answer() -> None:
    line = f"caladale standard 0+4 - - {SMALL}"
    layout = read_layout(line)
    problem = Challenge(gates=("gate-stone",), variant=Variant.STANDARD, grass=(Grass(0, 4),))
    assert fault_of(problem, layout) == ""
    flipped = Layout(layout.tiles, layout.grass, layout.variant, layout.rules, flipped=2)
    assert fault_of(problem, flipped) == "it scores points for more than its tiles"
    with pytest.raises(ValueError, match="no answer to this challenge: it scores points"):
        challenge(problem, hint=flipped)


# --- the survey ---------------------------------------------------------------------------------


def test_a_reading_that_prints_other_edges_is_surveyed() -> None:
    plain = odd_text("g gate s-s-", "e edge --s-")
    overlay = '[[overlay]]\nreading = "wild"\nvalue = "four_sides"\nchange = [\n'
    overlay += '    { id = "e", edges = ["sky", "sky", "tree", "sky"] },\n]\n'
    names = []
    for text in (plain, plain + overlay):
        box = build_tileset(parse_tilefile(text))
        names.append([name for name, _ in readings_to_try(Challenge(tileset=box))])
    assert set(names[1]) - set(names[0]) == {"wild=four_sides"}
