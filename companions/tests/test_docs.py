"""The docs say what the programs do: links lead somewhere, console blocks print what they show.

A block after a comment is not run here: ``<!-- run -->`` and ``<!-- tests -->`` are the two
commands of the README, ``<!-- typed -->`` shows what is typed, ``<!-- slow -->`` takes too long.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]

each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


def _blocks(page: Path) -> Iterator[tuple[str, str, str]]:
    """The comment, the language and the text of every block of code."""
    pattern = r"(?:<!-- *(\w+) *-->\n)?^```(\w*)\n(.*?)^```$"
    yield from re.findall(pattern, page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


@each_page
def test_links_lead_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    assert [target for target in targets if not (page.parent / target).exists()] == []


@each_page
def test_what_the_blocks_hold_can_be_read(page: Path) -> None:
    for _, language, text in _blocks(page):
        if language == "json":
            json.loads(text)
        elif language == "toml":
            tomllib.loads(text)
        else:
            assert language in ("console", "text"), "nobody would run this block"


@each_page
def test_the_console_blocks_print_what_they_show(page: Path, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    shutil.copytree(ROOT / "docs" / "examples", folder)
    environment = {
        "HOME": str(tmp_path),
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
        "PYTHONIOENCODING": "utf-8",
    }
    for comment, language, text in _blocks(page):
        if language != "console" or comment:
            continue
        assert text.startswith("$ "), "a console block begins with a command"
        for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
            command, _, shown = part.partition("\n")
            done = subprocess.run(
                ["bash", "-c", command],
                cwd=folder,
                env=environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                encoding="utf-8",
                check=False,
            )
            printed = "\n".join(line.rstrip() for line in done.stdout.splitlines())
            assert (command, printed) == (command, shown.rstrip("\n"))
