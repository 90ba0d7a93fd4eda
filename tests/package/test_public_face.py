"""The public face: one import for all that a user needs, and nothing large before its time."""

from __future__ import annotations

import ast
import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

import caladale
from tests.support.places import DOCS

FRONTS = (
    "caladale",
    "caladale.batch",
    "caladale.cli.editor",
    "caladale.cli.repl",
    "caladale.cli.terminal",
    "caladale.games",
    "caladale.render",
    "caladale.solve",
)


@pytest.mark.parametrize("name", FRONTS)
def test_every_name_is_there_and_listed(name: str) -> None:
    module = importlib.import_module(name)
    assert dir(module) == sorted(module.__all__)
    assert len(set(module.__all__)) == len(module.__all__)
    for public in module.__all__:
        assert getattr(module, public) is not None


@pytest.mark.parametrize("name", FRONTS)
def test_what_a_type_checker_sees_is_what_is_there(name: str) -> None:
    path = importlib.import_module(name).__file__
    assert path is not None
    seen: dict[str, str] = {}
    homes: dict[str, str] = {}
    for node in ast.walk(ast.parse(Path(path).read_text(encoding="utf-8"))):
        if isinstance(node, ast.If):
            for line in node.body:
                assert isinstance(line, ast.ImportFrom)
                seen |= {one.name: str(line.module) for one in line.names}
        elif isinstance(node, ast.Dict):
            homes = ast.literal_eval(node)
    assert homes == seen


@pytest.mark.parametrize("name", FRONTS)
def test_no_name_is_that_of_its_module(name: str) -> None:
    module = importlib.import_module(name)
    for public in module.__all__:
        home = getattr(getattr(module, public), "__module__", "")
        assert home.rpartition(".")[2] != public


@pytest.mark.parametrize("name", FRONTS)
def test_an_unknown_name_is_an_attribute_error(name: str) -> None:
    with pytest.raises(AttributeError, match=f"module '{name}' has no attribute 'valdate'"):
        _ = importlib.import_module(name).valdate


def test_every_name_is_on_the_library_page() -> None:
    page = (DOCS / "library.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"^::: caladale\.(\w+)$", page, re.MULTILINE))
    apart = {"__version__", "games", "render", "solve"}
    assert set(caladale.__all__) - apart - listed == set()
    assert listed - set(caladale.__all__) - apart == set()


def test_the_type_checker_knows_the_public_face(tmp_path: Path) -> None:
    program, script = tmp_path / "user.py", tmp_path / "script.py"
    program.write_text(
        "import caladale\n"
        "castle = caladale.Layout('x')\n"
        "points: int | None = caladale.score(castle).total\n"
        "best: caladale.SolveResult = caladale.best_castle(caladale.read_hand('x'))\n"
        "picture: str = caladale.render_svg(castle)\n"
        "caladale.valdate(castle)\n"
        "caladale.render_swg(castle)\n"
        "caladale.solve.best_castel\n"
        "tiles: list[str] = [placed.tile for placed in castle if castle[1, 0] == placed]\n",
        encoding="utf-8",
    )
    readme = (DOCS.parent / "README.md").read_text(encoding="utf-8")
    _, _, text = readme.partition("<!-- script -->\n```python\n")
    script.write_text(text.partition("\n```")[0] + "\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", str(program), str(script)],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    wrong = re.findall(r'user.py:(\d+): error: Module has no attribute "(\w+)"', done.stdout)
    assert wrong == [("6", "valdate"), ("7", "render_swg"), ("8", "best_castel")], done.stdout
    assert done.stdout.count("user.py:") == 3, done.stdout
    assert "script.py" not in done.stdout, done.stdout


@pytest.mark.parametrize(
    ("code", "absent"),
    [
        ("import caladale", "ortools rich networkx numpy click"),
        ("import caladale; caladale.validate(caladale.read_layout(LINE))", "ortools rich numpy"),
        ("from caladale.players import tournament", "ortools"),
        ("from caladale.batch import processes, result_log, task", "ortools"),
        ("from caladale.solve.result_data import result_to_data", "ortools"),
    ],
)
def test_what_is_large_is_not_imported_before_its_time(code: str, absent: str) -> None:
    tail = f"\nimport sys; print([name for name in {absent.split()!r} if name in sys.modules])"
    head = "LINE = 'caladale standard 0+4 - - gate-stone@1,0'\n"
    done = subprocess.run(
        [sys.executable, "-c", head + code + tail], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"


def test_nothing_parses_the_tile_file_at_import() -> None:
    code = (
        "import caladale.cli, caladale.players.tournament, caladale.solve.all_tiles.search\n"
        "from caladale.core.tiles import standard_tileset\n"
        "print(standard_tileset.cache_info().misses)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "0\n"


def test_no_help_page_loads_the_solver() -> None:
    code = (
        "import sys\n"
        "from caladale.cli import COMMANDS, run\n"
        "for name in COMMANDS:\n"
        "    run([name, '--help'])\n"
        "    assert 'ortools' not in sys.modules, name\n"
        "    assert 'rich' not in sys.modules, name\n"
        "run(['simulate', '--help'])\n"
    )
    subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
