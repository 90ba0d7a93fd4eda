"""Ctrl-C during a search: the best castle so far is printed and written; nothing is lost."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from caladale.core.layout import Variant
from caladale.games.deal import deal_hand
from caladale.notation import read_layout
from caladale.notation.data import hand_to_data
from caladale.notation.json_text import to_json
from caladale.rules.score_sheet import score

pytestmark = pytest.mark.skipif(os.name != "posix", reason="sends a POSIX signal")


def interrupted(command: list[str], path: Path) -> dict[str, Any]:
    """Run a search, send it Ctrl-C once it has found a castle, and check what it leaves."""
    with subprocess.Popen(
        [sys.executable, "-m", "caladale", *command, "--format", "json", "-o", str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr is not None
        first = process.stderr.readline()
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate(timeout=100)
    assert "points" in first
    assert "Traceback" not in errors
    assert process.returncode == 0
    answer: dict[str, Any] = json.loads(out)
    assert (answer["status"], answer["stop"]) == ("feasible", "interrupted")
    saved = read_layout(path.read_text(encoding="utf-8"))
    assert score(saved).total == answer["score"]
    return answer


def test_a_solve_gives_the_best_castle_so_far(tmp_path: Path) -> None:
    # A hand with an early castle, without a chance to be proved before the signal comes.
    hand = tmp_path / "hand.json"
    dealt = deal_hand(Variant.STANDARD, 2, own=12)
    hand.write_text(to_json(hand_to_data(dealt)), encoding="utf-8")
    interrupted(["solve", str(hand), "--time-limit", "200"], tmp_path / "castle.json")


def test_the_challenge_gives_the_best_castle_so_far(tmp_path: Path) -> None:
    # Four rows hold far from all tiles, so the search goes on until it is told to stop.
    answer = interrupted(["challenge", "--max-height", "4"], tmp_path / "castle.json")
    assert 0 < answer["placed"] < 76
