"""Files are written whole or not at all; what is printed is only ever read."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import click
import pytest

from castle_companions.records import (
    BrokenRulesError,
    Exit,
    Mistake,
    RecordError,
    echo,
    printable,
    run,
    write_text,
)


def test_a_file_is_replaced_in_one_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.json"
    write_text(path, "old")
    path.chmod(0o600)
    write_text(path, "new")
    assert path.read_text(encoding="utf-8") == "new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600

    def fail(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(KeyboardInterrupt):
        write_text(path, "half")
    assert path.read_text(encoding="utf-8") == "new"
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    path, link = tmp_path / "game.json", tmp_path / "link.json"
    link.symlink_to(path)
    write_text(link, "text")
    assert link.is_symlink()
    assert path.read_text(encoding="utf-8") == "text"


def test_what_cannot_be_written_is_said(tmp_path: Path) -> None:
    for path in (tmp_path / "none" / "game.json", tmp_path):
        with pytest.raises(RecordError, match="cannot be written"):
            write_text(path, "text")


def test_nothing_acts_on_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    echo("a\x1b[31m\u202eb [red]é\r\ud800")
    assert capsys.readouterr().out == "a\\x1b[31m\\u202eb [red]é\\r\\ud800\n"
    assert printable("two\nlines") == "two\nlines"


def _ends(error: BaseException) -> int:
    @click.command()
    def command() -> None:
        raise error

    with pytest.raises(SystemExit) as left:
        run(command, "it")
    assert isinstance(left.value.code, int)
    return left.value.code


def test_every_error_has_its_exit_code(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["it"])
    mistakes = (Mistake("a[0]", "wrong"), Mistake("", "also wrong"))
    assert _ends(RecordError("f.json", mistakes)) == Exit.BAD_INPUT
    assert capsys.readouterr().err == "f.json: a[0]: wrong\nf.json: also wrong\n"
    assert _ends(BrokenRulesError("f.json", mistakes)) == Exit.BREAKS_RULES
    assert _ends(click.UsageError("no")) == Exit.BAD_INPUT
    assert _ends(KeyboardInterrupt()) == Exit.INTERRUPTED


def test_a_reader_that_goes_is_no_fault() -> None:
    program = (
        "import click\nfrom castle_companions.records import echo, run\n"
        "@click.command()\ndef much():\n  for i in range(100_000): echo('x' * 80)\n"
        "run(much, 'much')"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == Exit.FINE
