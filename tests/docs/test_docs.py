"""The docs say what the program does: pages are up to date, links lead somewhere, blocks run."""

from __future__ import annotations

import doctest
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click
import pytest

from caladale.cli import COMMANDS, cli
from caladale.games.record import read_game
from caladale.notation import read_layout
from tests.support.places import ROOT

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
NOT_RUN = ("slow", "typed", "run", "tests")
"""How a comment before a block begins that is not run here.

``tests/cli/test_solo.py`` plays what is typed; ``.ci/run`` runs the last two.
"""

each_page = pytest.mark.parametrize(
    "page", PAGES, ids=lambda page: str(page.relative_to(ROOT)).replace("docs/", "")
)


class Block(NamedTuple):
    """A block of code on a page.

    Attributes:
        language: what stands behind its first fence.
        text: what it holds.
        comment: the comment on the line before it, if there is one.
    """

    language: str
    text: str
    comment: str


def blocks(page: Path) -> Iterator[Block]:
    text = page.read_text(encoding="utf-8")
    pattern = r"(?:<!-- *(.*?) *-->\n)?^```(\w*)\n(.*?)^```$"
    for comment, language, inside in re.findall(pattern, text, re.DOTALL | re.MULTILINE):
        yield Block(language, inside, comment)


def commands(block: Block) -> Iterator[tuple[str, str]]:
    """The commands of a console block, each with what it is said to print."""
    assert block.text.startswith("$ "), "a console block begins with a command"
    for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield command, output


def test_generated_pages_are_up_to_date() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "docs" / "build.py"), "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.returncode) == ("", 0)


@each_page
def test_links_and_pictures_exist(page: Path) -> None:
    targets = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    missing = [target for target in targets if not (page.parent / target).exists()]
    assert missing == []


@each_page
def test_what_the_blocks_hold_can_be_read(page: Path) -> None:
    for block in blocks(page):
        if ">>> " in block.text:
            assert block.language == "python"
        elif '"caladale-game/1"' in block.text:
            read_game(block.text)
        elif block.text.startswith("caladale ") or '"caladale-layout/1"' in block.text:
            read_layout(block.text)
        elif block.language == "json":
            json.loads(block.text)
        elif block.language == "toml":
            tomllib.loads(block.text)
        elif block.language == "python":
            assert block.comment == "script", "only doctests are run, and the script"
        else:
            assert block.language in ("console", "text"), "nobody would run this block"


@each_page
def test_the_console_blocks_print_what_they_show(page: Path, tmp_path: Path) -> None:
    todo = [
        one
        for block in blocks(page)
        if block.language == "console" and not block.comment.startswith(NOT_RUN)
        for one in commands(block)
    ]
    if not todo:
        return
    folder = tmp_path / "folder"
    shutil.copytree(ROOT / "docs" / "examples", folder)
    kept = ("HOME", "LD_LIBRARY_PATH", "SYSTEMROOT", "TMPDIR")
    environment = {name: os.environ[name] for name in kept if name in os.environ}
    environment |= {
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
        "PYTHONIOENCODING": "utf-8",
    }
    for command, shown in todo:
        done = subprocess.run(
            ["sh", "-c", command],
            cwd=folder,
            env=environment,
            capture_output=True,
            encoding="utf-8",
            check=False,
            timeout=200,
        )
        assert done.returncode in (0, 1), f"{command}: {done.stderr}"
        printed = "".join(f"{line.rstrip()}\n" for line in done.stdout.splitlines())
        same = doctest.OutputChecker().check_output(shown, printed, doctest.ELLIPSIS)
        assert same, f"$ {command}\n{printed}is not what the page shows:\n{shown}"


@each_page
def test_the_commands_that_are_not_run_would_be_taken(
    page: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    for block in blocks(page):
        if block.language == "console" and block.comment.startswith(NOT_RUN):
            for command, _ in commands(block):
                for words in _programs(command):
                    if Path(words[0]).name == "caladale":
                        _take(words[1:])


def test_the_script_of_the_readme_does_what_it_says(tmp_path: Path) -> None:
    (script,) = [one.text for one in blocks(ROOT / "README.md") if one.comment == "script"]
    assert len(script.splitlines()) <= 26  # a line of them is empty between two parts
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=tmp_path,
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        check=True,
        timeout=100,
    )
    assert "optimal: 13 points" in done.stdout
    assert "It scores 8 points." in done.stdout
    castle = read_layout((tmp_path / "castle.json").read_text(encoding="utf-8"))
    assert f"13 points: {castle!r}" in done.stdout
    assert (tmp_path / "castle.svg").read_text(encoding="utf-8").startswith("<svg")
    assert len(read_game((tmp_path / "game.json").read_text(encoding="utf-8"))) == 4


def test_everything_on_the_library_page_has_an_example_that_names_it() -> None:
    page = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
    parts = re.split(r"^::: caladale\.(\w+)$", page, flags=re.MULTILINE)
    for name, text in zip(parts[1::2], parts[2::2], strict=True):
        (example,) = re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
        assert re.search(rf"\b{name}\b", example), name


def test_every_command_has_a_man_page_whose_text_is_no_request() -> None:
    folder = ROOT / "docs" / "man"
    names = {path.name for path in folder.iterdir()}
    assert names == {"caladale.1", *(f"caladale-{name}.1" for name in COMMANDS)}
    for path in folder.iterdir():
        for line in path.read_text(encoding="utf-8").splitlines():
            assert re.match(r"(?![.'])|\.(TH|SH|PP|TP|B)\b", line), line


def _programs(command: str) -> Iterator[list[str]]:
    """The words of each program in a command of the shell."""
    words: list[str] = []
    for word in [*shlex.split(command), "&&"]:
        if word in ("&&", "||", "|", ";"):
            if words:
                yield words
            words = []
        else:
            words.append(word)


def _take(arguments: list[str]) -> None:
    """Let click read the arguments of a command without running it."""
    name, *rest = arguments
    main = click.Context(cli, info_name="caladale")
    command = cli.get_command(main, name)
    assert command is not None, f"there is no command {name}"
    command.make_context(name, rest, parent=main)
