"""The package where it was never installed: from a source tree, a zip file, without metadata."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import caladale
from caladale.core.layout import Variant
from caladale.games.deal import deal_hand
from caladale.games.record import GameRecord
from caladale.games.setup import Setup
from caladale.notation.data import hand_to_data
from caladale.notation.json_text import to_json
from tests.support.places import ROOT

FORMS = ("source", "zipped source", "zipped package")
GOOD = "caladale standard 0+4 - - gate-stone@1,0 stone-tower-1@1,1"
BROKEN = "caladale standard 0+4 - - gate-stone@1,0 tree-tower-1@1,1"


@pytest.fixture(scope="session")
def dependencies(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What caladale needs, and all else that is installed, without caladale and its metadata."""
    folder = tmp_path_factory.mktemp("dependencies")
    for place in filter(Path.is_dir, map(Path, sys.path)):
        if place.name != "site-packages":
            continue
        for entry in place.iterdir():
            link = folder / entry.name
            left_out = entry.name.startswith(("caladale", "ortools-")) or entry.suffix == ".pth"
            if not left_out and not link.exists():
                link.symlink_to(entry)
    return folder


@pytest.fixture(scope="session")
def places(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Where the package is, in each form."""
    folder = tmp_path_factory.mktemp("forms")
    sources = [path for path in (ROOT / "caladale").rglob("*") if "__pycache__" not in path.parts]
    boxes = list((ROOT / "tiles").iterdir())
    with zipfile.ZipFile(folder / "source.zip", "w") as whole:
        for path in (*sources, *boxes):
            whole.write(path, path.relative_to(ROOT))
    with zipfile.ZipFile(folder / "package.zip", "w") as packed:
        for path in sources:
            packed.write(path, path.relative_to(ROOT))
        for path in boxes:
            packed.write(path, f"caladale/data/{path.name}")
    copy = folder / "copy"
    with zipfile.ZipFile(folder / "source.zip") as whole:
        whole.extractall(copy)
    return dict(zip(FORMS, (copy, folder / "source.zip", folder / "package.zip"), strict=True))


def python(
    dependencies: Path, place: Path, folder: Path, *arguments: str
) -> subprocess.CompletedProcess[str]:
    """Run a Python that finds the package in `place`, in a folder of its own."""
    done = subprocess.run(
        [sys.executable, "-S", *arguments],
        cwd=folder,
        env={"PYTHONPATH": f"{place}:{dependencies}", "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
        timeout=200,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done


@pytest.mark.parametrize("form", FORMS)
def test_there_is_no_metadata_to_lean_on(
    dependencies: Path, places: dict[str, Path], tmp_path: Path, form: str
) -> None:
    code = (
        "from importlib import metadata; import caladale;"
        "print(caladale.__file__, [d.name for d in metadata.distributions()])"
    )
    done = python(dependencies, places[form], tmp_path, "-c", code)
    assert done.stdout.startswith(str(places[form]))
    assert "'msgspec'" in done.stdout
    assert "'caladale'" not in done.stdout
    assert "'ortools'" not in done.stdout


COMMANDS = (
    "--version",
    "validate good.txt",
    "render good.txt -o page.html",
    "render good.txt -o castle.svg",
    "gallery . -o pages",
    "tiles",
    "schema tiles",
    "rule F",
    "deal solo2",
    "advise game.json",
    "simulate standard --games 1 --policy easy",
    "solve hand.json --workers 1 --format json",
    "solve hand.json hand.json --jobs 2",
    "repair broken.txt --workers 1 --format json",
    "challenge --attempts 1 --workers 1 --time-limit 20 --format json",
)


@pytest.mark.parametrize("form", FORMS)
def test_every_command_works(
    dependencies: Path, places: dict[str, Path], tmp_path: Path, form: str
) -> None:
    hand = to_json(hand_to_data(deal_hand(Variant.STANDARD, 1, own=1)))
    GameRecord(Setup(variant=Variant.SOLO1, seed=1)).save(tmp_path / "game.json")
    for name, text in (("good.txt", GOOD), ("broken.txt", BROKEN), ("hand.json", hand)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    for line in COMMANDS:
        done = python(dependencies, places[form], tmp_path, "-m", "caladale", *line.split())
        assert done.returncode == 0, (line, done.stderr)
        if line == "--version":
            assert done.stdout == f"caladale {caladale.__version__}\n"
        if line.endswith("--format json"):
            versions = json.loads(done.stdout).get("versions", {})
            assert versions.get("caladale") == caladale.__version__, line
            assert versions.get("ortools", "").startswith("9."), line
