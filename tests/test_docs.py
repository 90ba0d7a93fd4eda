"""The docs say what the program does: generated pages are up to date, links lead somewhere."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def test_generated_pages_are_up_to_date() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "docs" / "build.py"), "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.returncode) == ("", 0)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_and_pictures_exist(page: Path) -> None:
    targets = re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8"))
    missing = [target for target in targets if not (page.parent / target).exists()]
    assert missing == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_castles_and_games_in_the_pages_can_be_read(page: Path) -> None:
    from caladale.games.record import read_game  # noqa: PLC0415
    from caladale.notation import read_layout  # noqa: PLC0415

    text = page.read_text(encoding="utf-8")
    for block in re.findall(r"```(?:text|json)\n(.*?)```", text, re.DOTALL):
        if '"caladale-game/1"' in block:
            read_game(block)
        elif block.startswith(("caladale ", "{")):
            read_layout(block)
