"""The examples are what their table says, and the notebook runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from caladale import read_layout, score
from caladale._io.strict_json import load_json
from caladale.games.record import read_game
from caladale.notation.data import hand_from_data
from caladale.rules.catalogue import RULES
from caladale.solve import best_castle
from tests.support.places import DOCS

EXAMPLES = DOCS / "examples"
TABLE = (EXAMPLES / "README.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in TABLE.splitlines()
    if line.startswith("| [")
]
FOUND = {re.sub(r"\[(.*?)\].*", r"\1", row[0]): row[2:] for row in ROWS}
HANDS = [name for name in FOUND if name.startswith("hand-")]
BROKEN = [name for name in FOUND if name.startswith("breaks-")]
MISTAKES = [name for name in FOUND if name.startswith("mistakes-")]
GAMES = [name for name in FOUND if name.startswith("game-")]
SCORED = [name for name in FOUND if name not in HANDS + BROKEN + MISTAKES + GAMES]


def text(name: str) -> str:
    return (EXAMPLES / name).read_text(encoding="utf-8")


def test_the_tables_name_every_example_and_every_rule() -> None:
    files = {path.name for path in EXAMPLES.iterdir() if path.suffix in (".txt", ".json")}
    assert set(FOUND) == files
    assert [name[7:-4] for name in BROKEN] == [rule.code for rule in RULES]


@pytest.mark.parametrize("name", SCORED)
def test_a_castle_scores_what_the_table_says(name: str) -> None:
    sheet = score(read_layout(text(name)))
    told, points = FOUND[name]
    assert told == ("legal, complete" if sheet.verdict.complete else "legal")
    assert sheet.verdict.valid
    assert sheet.total == int(points)


def test_every_item_of_the_score_sheet_has_an_example() -> None:
    counted = [
        item.name
        for name in SCORED
        for item in score(read_layout(text(name))).items
        if item.points != 0
    ]
    assert set(counted) == {item.name for item in score(read_layout(text(SCORED[0]))).items}


def test_the_books_example_is_matched_line_by_line() -> None:
    sheet = score(read_layout(text("the-books-score.txt")))
    assert sheet.points() == {
        "tiles": 44,
        "complete": 0,
        "towers": 3,
        "flipped": 1,
        "timer": 0,
        "exposed": -4,
        "wild": -1,
        "exchanges": 0,
    }


@pytest.mark.parametrize("name", BROKEN + MISTAKES)
def test_a_castle_breaks_the_rules_that_the_table_says(name: str) -> None:
    sheet = score(read_layout(text(name)))
    codes = dict.fromkeys(breach.code for breach in sheet.verdict.violations)
    assert ", ".join(codes) == FOUND[name][0]
    assert sheet.total is None


@pytest.mark.parametrize("name", GAMES)
def test_a_game_can_go_on_from_its_log(name: str) -> None:
    record = read_game(text(name))
    assert [str(record.setup.players), str(len(record.moves))] == FOUND[name]
    assert not record.state.is_over


@pytest.mark.parametrize("name", HANDS)
def test_a_hand_is_worth_what_the_table_says(name: str) -> None:
    result = best_castle(hand_from_data(load_json(text(name))), time_limit=200, workers=1)
    assert [result.status.value, str(result.score)] == FOUND[name]


def test_the_notebook_runs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    # The kernel writes its history and connection files; not into anybody's home.
    for name in ("IPYTHONDIR", "JUPYTER_RUNTIME_DIR", "JUPYTER_CONFIG_DIR"):
        monkeypatch.setenv(name, str(tmp_path))
    notebook = nbformat.read(EXAMPLES / "castles.ipynb", as_version=4)
    nbclient.NotebookClient(notebook, timeout=200, kernel_name="python3").execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    pictures = [output for output in outputs if "image/svg+xml" in output.get("data", {})]
    printed = "".join(output.get("text", "") for output in outputs)
    assert len(pictures) == 5
    assert "optimal 15" in printed
