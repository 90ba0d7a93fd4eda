"""The log of results: written whole or not at all, read again, and never taken for another file."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path
from typing import Any

import msgspec
import pytest

from caladale.batch.result_log import ResultLog, is_finished, is_result_log
from caladale.batch.task import Task, task_of
from caladale.core.hand import Hand
from caladale.core.layout import Variant
from caladale.errors import FormatError
from caladale.solve.result_data import cut_short

SETTINGS: dict[str, Any] = {"time_limit": 60.0, "seed": 0, "workers": 1, "complete_only": False}
TASK = task_of(Hand(("gate-stone",), ("stone-edge-1",), variant=Variant.SOLO2), SETTINGS)
CASTLE = {"score": 4, "exchanges": [], "layout": {"tiles": [1, 2]}}
DONE = cut_short("proved", CASTLE, settings=SETTINGS)
OTHER = cut_short("time limit", None, settings=SETTINGS)


def with_settings(**changes: Any) -> Task:
    return msgspec.structs.replace(TASK, settings=SETTINGS | changes)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A log of two results."""
    path = tmp_path / "log.jsonl"
    with ResultLog(path) as log:
        log.add("a.json", TASK, DONE)
        log.add("b.json", TASK, OTHER)
    return path


def test_what_is_written_is_found_again(path: Path) -> None:
    with ResultLog(path) as log:
        assert log.find("a.json", TASK) == DONE
        assert log.find("b.json", TASK) == OTHER
        assert not log.torn
    lines = [json.loads(line) for line in path.read_text(encoding="ascii").splitlines()]
    head = {"format": "caladale-results/1", "file": "a.json"}
    assert lines[0] == head | {"hand": TASK.digest, "settings": SETTINGS} | DONE


def test_another_file_hand_or_setting_is_another_result(path: Path) -> None:
    hand = task_of(Hand(("gate-stone",), ("stone-edge-2",), variant=Variant.SOLO2), SETTINGS)
    with ResultLog(path) as log:
        assert log.find("c.json", TASK) is None
        assert log.find("a.json", hand) is None
        changes = ({"seed": 1}, {"time_limit": 61.0}, {"workers": None}, {"complete_only": True})
        for change in changes:
            assert log.find("a.json", with_settings(**change)) is None


def test_the_last_result_of_a_hand_counts_and_only_a_finished_one(path: Path) -> None:
    with ResultLog(path) as log:
        log.add("b.json", TASK, DONE)
        for stop in ("interrupted", "worker died", "error"):
            cut = cut_short(stop, CASTLE, settings=SETTINGS)
            assert not is_finished(cut)
            log.add("c.json", TASK, cut)
    with ResultLog(path) as log:
        assert log.find("b.json", TASK) == DONE
        assert log.find("c.json", TASK) is None


def test_a_line_torn_anywhere_is_cut_off_and_the_others_are_kept(path: Path) -> None:
    raw = path.read_bytes()
    first = raw.index(b"\n") + 1
    for end in (*range(first + 1, first + 60), *range(first + 60, len(raw) - 1, 97), len(raw) - 2):
        for tail in (b"", b"\0\0"):
            path.write_bytes(raw[:end] + tail)
            with ResultLog(path) as log:
                assert log.torn
                assert log.find("a.json", TASK) == DONE
                assert log.find("b.json", TASK) is None
                assert path.read_bytes() == raw[:first]
                log.add("b.json", TASK, OTHER)
            assert path.read_bytes() == raw


def test_a_last_line_that_lacks_only_its_end_is_whole(path: Path) -> None:
    raw = path.read_bytes()
    path.write_bytes(raw[:-1])
    with ResultLog(path) as log:
        assert not log.torn
        assert log.find("b.json", TASK) == OTHER
    assert path.read_bytes() == raw


def test_windows_line_ends_and_blank_lines_do_no_harm(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n") + b"\r\n")
    with ResultLog(path) as log:
        assert log.find("a.json", TASK) == DONE
        log.add("c.json", TASK, DONE)
    with ResultLog(path) as log:
        assert log.find("c.json", TASK) == DONE


@pytest.mark.parametrize(
    "content",
    [
        b"caladale standard 0+4 - - gate-stone@1,0",
        b'{\n "format": "caladale-layout/1"\n}\n',
        b'{"format": "caladale-layout/1"}',
        b'{"format": "caladale-results/1"}\n',
        b'{"format": "caladale-results/2", "file": "a"}\n',
        b"precious\n",
        b"\xff\xfe\n",
        b"[]\n",
        b"\xef\xbb\xbf",
        b"{" * 50_000,
    ],
    ids=range(10),
)
def test_what_is_no_log_is_refused_and_kept(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(content)
    with pytest.raises(FormatError, match="line 1: this is no log of results"):
        ResultLog(path)
    assert path.read_bytes() == content
    assert not is_result_log(path)


def test_a_log_with_a_bad_line_in_the_middle_is_refused(path: Path) -> None:
    raw = path.read_bytes()
    path.write_bytes(b"\n".join([raw[:100], raw]))
    with pytest.raises(FormatError, match="line 1"):
        ResultLog(path)
    path.write_bytes(raw + b"odd")
    with pytest.raises(FormatError, match="line 3"):
        ResultLog(path)
    assert path.read_bytes() == raw + b"odd"


def test_a_full_disk_leaves_the_file_as_it_was_and_nothing_is_forgotten(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    before = path.read_bytes()
    with ResultLog(path) as log:
        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", full)
            for name in ("c.json", "d.json"):
                with pytest.raises(OSError, match="No space"):
                    log.add(name, TASK, DONE)
            assert path.read_bytes() == before
        log.flush()
    with ResultLog(path) as log:
        assert log.find("c.json", TASK) == log.find("d.json", TASK) == DONE


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
def test_a_device_is_only_written_to() -> None:
    with ResultLog(Path("/dev/full")) as log, pytest.raises(OSError, match="No space"):
        log.add("a.json", TASK, DONE)
    with ResultLog(Path("/dev/null")) as log:
        log.add("a.json", TASK, DONE)


def test_file_names_of_any_bytes_are_found_again(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    names = ["a\udcff.json", "schloß-🏰.json", 'two\n"lines".json']
    with ResultLog(path) as log:
        for name in names:
            log.add(name, TASK, DONE)
    with ResultLog(path) as log:
        assert all(log.find(name, TASK) == DONE for name in names)


def test_a_log_is_known_by_how_it_begins(path: Path, tmp_path: Path) -> None:
    assert is_result_log(path)
    assert not is_result_log(tmp_path)
    assert not is_result_log(tmp_path / "none")
