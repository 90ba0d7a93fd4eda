"""Tables on terminals of any width, and without one: the names of files stay whole."""

from __future__ import annotations

import os
import pty
import re
import subprocess
from pathlib import Path

import pytest

from caladale.core.layout import Variant
from caladale.games.deal import deal_hand
from caladale.notation.data import hand_to_data
from caladale.notation.json_text import to_json
from tests.support.command_process import MODULE, command, environment

GOOD = "caladale standard 0+4 - - gate-stone@1,0 stone-tower-1@1,1"
BETTER = GOOD + " stone-edge-1@2,0E stone-edge-2@0,0W"
BROKEN = "caladale standard 0+4 - - gate-stone@1,0 tree-tower-1@1,1"


def on_a_terminal(width: int, *arguments: str) -> str:
    """What a command prints on a terminal so many columns wide."""
    master, slave = pty.openpty()
    changes = {"COLUMNS": str(width), "TERM": "dumb", "NO_COLOR": "1"}
    process = subprocess.Popen(
        [*MODULE, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=slave,
        stderr=subprocess.PIPE,
        env=environment(**changes),
    )
    os.close(slave)
    found = b""
    with process:
        while True:
            try:
                more = os.read(master, 4096)
            except OSError:  # nobody is at the other end any more
                break
            if not more:
                break
            found += more
        assert process.stderr is not None
        process.stderr.read()
    os.close(master)
    return found.decode().replace("\r\n", "\n")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "castle-of-the-wizard.txt").write_text(GOOD)
    (tmp_path / "castle-of-the-gnomes.txt").write_text(GOOD)
    (tmp_path / "castle-of-the-fairies.txt").write_text(BETTER)
    (tmp_path / "castle-of-the-apprentice.txt").write_text(BROKEN)
    hand = to_json(hand_to_data(deal_hand(Variant.STANDARD, 1, own=0)))
    (tmp_path / "hand.json").write_text(hand)
    return tmp_path


@pytest.mark.parametrize("width", [60, 80, 100, 120, 200])
def test_the_table_of_scores_tells_names_at_any_width(folder: Path, width: int) -> None:
    names = sorted(path.name for path in folder.glob("*.txt"))
    out = on_a_terminal(width, "score", *names)
    assert all(name in out for name in names)
    assert "…" not in out
    assert max(map(len, out.splitlines())) <= width
    wizard = next(line for line in out.splitlines() if "wizard" in line)
    assert wizard.startswith("2=")
    assert re.search(r"\b1( point)?$", wizard)
    assert out.index("fairies") < out.index("wizard") < out.index("apprentice")
    for words in ("complete", "exposed", "not legal"):
        assert words in out.lower()


@pytest.mark.parametrize("width", [60, 80])
def test_items_that_score_nothing_are_left_out_of_a_list(folder: Path, width: int) -> None:
    names = sorted(path.name for path in folder.glob("*.txt"))
    assert on_a_terminal(width, "score", *names) == (
        "1     castle-of-the-fairies.txt: 11 points\n"
        "      tiles 8, complete 2, towers 1\n"
        "2=    castle-of-the-gnomes.txt: 1 point\n"
        "      tiles 4, towers 1, exposed -4\n"
        "2=    castle-of-the-wizard.txt: 1 point\n"
        "      tiles 4, towers 1, exposed -4\n"
        "-     castle-of-the-apprentice.txt: not legal\n"
    )


def test_a_pipe_gets_a_table_with_names_of_any_length(folder: Path) -> None:
    long = folder / ("n" * 240 + ".txt")
    long.write_text(GOOD)
    done = command("score", "castle-of-the-fairies.txt", long.name)
    lines = done.stdout.decode().splitlines()
    assert lines[0].split()[:2] == ["Rank", "File"]
    assert lines[0].endswith("  Exchanges  Total")
    assert long.name in lines[2]
    assert len(lines) == 3
    done = command("solve", "hand.json", long.name)
    assert long.name in done.stdout.decode().splitlines()[2]


@pytest.mark.parametrize("width", [60, 80])
def test_the_table_of_hands_folds_long_names(folder: Path, width: int) -> None:
    name = "a-" * 50 + "hand.json"
    (folder / "hand.json").rename(folder / name)
    out = on_a_terminal(width, "solve", name, name)
    lines = out[: out.index("\n\n")].splitlines()
    assert "…" not in out
    assert max(map(len, lines)) <= width
    assert "".join(line.split(" ")[0] for line in lines[1:]) == 2 * name
