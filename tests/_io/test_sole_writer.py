"""A file that one program at a time writes: others are kept off, or noticed."""

from __future__ import annotations

from pathlib import Path

import pytest

from caladale._io import sole_writer
from caladale._io.sole_writer import FileChangedError, FileTakenError, SoleWriter


def failing(*_: object) -> None:
    raise OSError(28, "No space left on device")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "log.txt"


def test_what_was_written_is_there(path: Path) -> None:
    with SoleWriter(path) as log:
        assert log.is_new
        assert log.text() is None
        for text in ("one", "two"):
            log.write(text)
            assert path.read_text() == log.text() == text
        assert not log.is_new
    with SoleWriter(path) as log:
        assert log.text() == "two"
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("writes", [0, 1, 2])
@pytest.mark.parametrize("way", ["replaced", "written over"])
def test_a_second_writer_is_refused_while_the_first_is_there(
    path: Path, writes: int, way: str
) -> None:
    path.write_text("old")
    if way == "written over":
        path.with_name("further").hardlink_to(path)
    with SoleWriter(path) as log:
        for number in range(writes):
            log.write(str(number))
        for _ in range(2):
            with pytest.raises(FileTakenError):
                SoleWriter(path)
        log.write("new")
    with SoleWriter(path) as other:
        assert other.text() == "new"


def test_a_second_writer_is_refused_from_the_first_text_on(path: Path) -> None:
    with SoleWriter(path) as log:
        log.write("new")
        with pytest.raises(FileTakenError):
            SoleWriter(path)


def test_two_that_begin_at_once_do_not_write_over_each_other(path: Path) -> None:
    with SoleWriter(path) as one, SoleWriter(path) as other:
        one.write("one")
        with pytest.raises(FileChangedError):
            other.write("other")
        one.write("one again")
    assert path.read_text() == "one again"


@pytest.mark.parametrize("locks", ["none", "refused"])
def test_without_locks_a_change_is_noticed(
    path: Path, monkeypatch: pytest.MonkeyPatch, locks: str
) -> None:
    if locks == "none":
        monkeypatch.setattr(sole_writer, "fcntl", None)
    else:
        monkeypatch.setattr("fcntl.flock", failing)
    path.write_text("old")
    with SoleWriter(path) as one, SoleWriter(path) as other:
        one.write("one")
        with pytest.raises(FileChangedError):
            other.write("other")
        assert path.read_text() == "one"
        path.write_text("by an editor")
        with pytest.raises(FileChangedError):
            one.write("one again")
    assert path.read_text() == "by an editor"


def test_a_file_that_was_taken_away_is_written_anew(path: Path) -> None:
    with SoleWriter(path) as log:
        log.write("one")
        path.unlink()
        log.write("two")
        assert path.read_text() == "two"
        with pytest.raises(FileTakenError):
            SoleWriter(path)


def test_a_full_disk_leaves_the_text_and_the_lock(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with SoleWriter(path) as log:
        log.write("one")
        for target in ("os.fsync", "pathlib.Path.replace"):
            with monkeypatch.context() as patch:
                patch.setattr(target, failing)
                with pytest.raises(OSError, match="No space left"):
                    log.write("two")
            assert path.read_text() == log.text() == "one"
            with pytest.raises(FileTakenError):
                SoleWriter(path)
        log.write("two")
    assert path.read_text() == "two"


def test_no_file_stays_open(path: Path) -> None:
    def opened() -> int:
        return len(list(Path("/dev/fd").iterdir()))

    if not Path("/dev/fd").exists():
        pytest.skip("this system does not tell")
    before = opened()
    with SoleWriter(path) as log:
        for number in range(5):
            log.write(str(number))
        assert opened() == before + 1
        with pytest.raises(FileTakenError):
            SoleWriter(path)
    assert opened() == before
    with pytest.raises(IsADirectoryError):
        SoleWriter(path.parent)
    assert opened() == before
