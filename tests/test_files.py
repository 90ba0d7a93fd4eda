"""Files are written whole or not at all."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from caladale.errors import FormatError
from caladale.files import read_text, write_text


def failing(*_: object) -> None:
    raise OSError(28, "No space left on device")


def interrupted(*_: object) -> None:
    raise KeyboardInterrupt


def test_a_new_file_holds_the_text_byte_for_byte(tmp_path: Path) -> None:
    path = tmp_path / "new.txt"
    write_text(path, "ä\r\nb\n")
    assert path.read_bytes() == "ä\r\nb\n".encode()
    assert list(tmp_path.iterdir()) == [path]
    assert read_text(str(path)) == "ä\r\nb\n"


def test_an_old_file_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "old.txt"
    path.write_text("old and longer")
    write_text(path, "new")
    assert path.read_text() == "new"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("target", ["os.fsync", "pathlib.Path.replace", "pathlib.Path.chmod"])
@pytest.mark.parametrize("exists", [True, False], ids=["old", "new"])
@pytest.mark.parametrize(
    ("fault", "kind"),
    [(failing, OSError), (interrupted, KeyboardInterrupt)],
    ids=["full", "ctrl-c"],
)
def test_a_failure_leaves_the_target_as_it_was_and_nothing_beside_it(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    target: str,
    fault: object,
    kind: type[BaseException],
    *,
    exists: bool,
) -> None:
    path = tmp_path / "castle.json"
    if exists:
        path.write_text("precious")
    with monkeypatch.context() as patch:
        patch.setattr(target, fault)
        with pytest.raises(kind):
            write_text(path, "new")
    assert [p.name for p in tmp_path.iterdir()] == (["castle.json"] if exists else [])
    if exists:
        assert path.read_text() == "precious"


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o755])
def test_the_mode_of_an_old_file_is_kept(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "old.txt"
    path.write_text("old")
    path.chmod(mode)
    write_text(path, "new")
    assert stat.S_IMODE(path.stat().st_mode) == mode


@pytest.mark.parametrize("mask", [0o000, 0o022, 0o027, 0o077])
def test_a_new_file_respects_the_umask(tmp_path: Path, mask: int) -> None:
    path = tmp_path / "new.txt"
    before = os.umask(mask)
    try:
        write_text(path, "new")
        assert os.umask(mask) == mask
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~mask


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    target = tmp_path / "deep" / "target.txt"
    target.write_text("old")
    link = tmp_path / "link.txt"
    link.symlink_to(Path("deep") / "target.txt")
    write_text(link, "new")
    assert link.is_symlink()
    assert target.read_text() == "new"
    assert sorted(p.name for p in tmp_path.rglob("*")) == ["deep", "link.txt", "target.txt"]


def test_a_dangling_link_gets_its_target(tmp_path: Path) -> None:
    link = tmp_path / "link.txt"
    link.symlink_to("target.txt")
    write_text(link, "new")
    assert link.is_symlink()
    assert (tmp_path / "target.txt").read_text() == "new"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
def test_a_full_device_is_an_os_error() -> None:
    with pytest.raises(OSError, match="No space left"):
        write_text(Path("/dev/full"), "new")


def test_a_device_is_written_to_and_stays_a_device() -> None:
    write_text(Path(os.devnull), "new")
    assert not Path(os.devnull).is_file()


def test_a_missing_directory_is_an_os_error_and_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        write_text(tmp_path / "none" / "new.txt", "new")
    assert list(tmp_path.iterdir()) == []


def test_a_directory_is_not_written_over(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        write_text(tmp_path, "new")
    with pytest.raises(IsADirectoryError):
        read_text(str(tmp_path))


def test_a_file_name_of_any_bytes_can_be_written_and_read(tmp_path: Path) -> None:
    for raw in (b"a\nb", b"\xff\xfe", b"-", b" ", "é".encode()):
        path = tmp_path / os.fsdecode(raw)
        write_text(path, "new")
        assert read_text(str(path)) == "new"


def test_a_file_that_is_no_utf8_is_refused_with_the_byte(tmp_path: Path) -> None:
    path = tmp_path / "latin.txt"
    path.write_bytes("Schloß".encode("latin-1"))
    with pytest.raises(FormatError) as caught:
        read_text(str(path))
    assert caught.value.place == "byte 6"
