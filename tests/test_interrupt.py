"""Ctrl-C during a solve: the best castle so far is printed and written, and nothing is lost."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from caladale.games.deal import deal_hand
from caladale.layout import Variant
from caladale.notation import read_layout
from caladale.notation.data import hand_to_data
from caladale.notation.json_text import to_json
from caladale.score import score


@pytest.mark.skipif(os.name != "posix", reason="sends a POSIX signal")
def test_ctrl_c_gives_the_best_castle_so_far(tmp_path: Path) -> None:
    # 36 tiles, without a chance to be proved before the signal comes.
    hand, castle = tmp_path / "hand.json", tmp_path / "castle.json"
    dealt = deal_hand(Variant.SOLO2, 1, own=36)
    hand.write_text(to_json(hand_to_data(dealt)), encoding="utf-8")
    command = [sys.executable, "-m", "caladale", "solve", str(hand), "--time-limit", "200"]
    with subprocess.Popen(
        [*command, "--format", "json", "-o", str(castle)],
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
    result = json.loads(out)
    assert (result["status"], result["stop"]) == ("feasible", "interrupted")
    saved = read_layout(castle.read_text(encoding="utf-8"))
    assert score(saved).total == result["score"]
