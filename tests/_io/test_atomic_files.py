"""Files are written whole or not at all."""

from __future__ import annotations

import errno
import itertools
import os
import shutil
import stat
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import pytest

from caladale._io.atomic_files import check_writable, is_stream, read_text, write_all, write_text
from caladale.errors import FormatError


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


@pytest.mark.parametrize(
    ("target", "exists"),
    [
        ("os.fsync", True),
        ("os.fsync", False),
        ("pathlib.Path.replace", True),
        ("pathlib.Path.replace", False),
        ("pathlib.Path.chmod", True),
    ],
)
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
def test_a_new_file_respects_the_umask(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mask: int
) -> None:
    path = tmp_path / "new.txt"
    before = os.umask(mask)
    try:
        with monkeypatch.context() as patch:
            # It belongs to the whole process, whose other threads make files too.
            patch.setattr("os.umask", failing)
            write_text(path, "new")
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


@pytest.mark.parametrize("name", ["n" * 240, "n" * 242, "n" * 255, "ß" * 127, "\U0001f3f0" * 63])
def test_a_name_may_be_as_long_as_the_system_allows(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    check_writable(path)
    for text in ("new", "newer"):
        write_text(path, text)
        assert path.read_text() == text
    assert [found.name for found in tmp_path.iterdir()] == [name]


def test_a_name_that_is_too_long_is_an_os_error(tmp_path: Path) -> None:
    for work in (check_writable, lambda path: write_text(path, "new")):
        with pytest.raises(OSError, match="too long"):
            work(tmp_path / ("n" * 256))
    assert list(tmp_path.iterdir()) == []


def test_a_path_may_be_as_long_as_the_system_allows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    most = os.pathconf(tmp_path, "PC_PATH_MAX") - 1
    folder = tmp_path.resolve()
    while len(str(folder)) + 200 < most:
        folder /= "d" * min(199, most - len(str(folder)) - 3)
        # Step by step, since no path may be longer on the way.
        folder.mkdir()
    path = folder / "n"
    path = path.with_name("n" * (most - len(str(folder)) - 1))
    assert len(str(path)) == most
    short = tmp_path / "link"
    short.symlink_to(path)
    for text in ("new", "newer"):
        check_writable(path)
        write_text(path, text)
        write_text(short, text)
        assert path.read_text() == text
    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", failing)
        with pytest.raises(OSError, match="No space left"):
            write_text(path, "lost")
    assert path.read_text() == "newer"
    path.unlink()
    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", failing)
        with pytest.raises(OSError, match="No space left"):
            write_text(path, "lost")
    assert list(folder.iterdir()) == []


# ---- files that no new one can stand in for


def linked(tmp_path: Path) -> tuple[Path, Path]:
    """A file with two names."""
    (tmp_path / "one.txt").write_text("an old text that is longer")
    (tmp_path / "two.txt").hardlink_to(tmp_path / "one.txt")
    return tmp_path / "one.txt", tmp_path / "two.txt"


@pytest.mark.parametrize("text", ["", "new", "a new text, and one that is longer than the old one"])
def test_hard_links_stay_links(tmp_path: Path, text: str) -> None:
    one, two = linked(tmp_path)
    check_writable(one)
    write_text(one, text)
    assert (one.read_text(), two.read_text()) == (text, text)
    assert one.samefile(two)
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.parametrize("text", ["", "new", "a new text, and one that is longer than the old one"])
@pytest.mark.parametrize("kind", [OSError, KeyboardInterrupt])
@pytest.mark.parametrize("after", [0, 1])
def test_a_failure_while_a_file_is_written_over_brings_the_old_text_back(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    text: str,
    kind: type[BaseException],
    after: int,
) -> None:
    one, two = linked(tmp_path)
    calls = itertools.count()

    def write_some(file: BinaryIO, data: bytes) -> None:
        if next(calls) == after:
            write_all(file, data[:5])
            raise kind
        write_all(file, data)

    monkeypatch.setattr("caladale._io.atomic_files.write_all", write_some)
    with pytest.raises(kind):
        write_text(one, text)
    assert two.read_text() == "an old text that is longer"


@pytest.mark.parametrize("code", [errno.EBUSY, errno.EXDEV, errno.EPERM, errno.EACCES])
def test_a_file_whose_name_cannot_be_taken_is_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(code, "no")

    path = tmp_path / "old.txt"
    path.write_text("old")
    number = path.stat().st_ino
    monkeypatch.setattr("pathlib.Path.replace", refuse)
    write_text(path, "new")
    assert (path.read_text(), path.stat().st_ino) == ("new", number)
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_is_mounted_is_written_over(tmp_path: Path) -> None:
    path, source = tmp_path / "mounted.txt", tmp_path / "source.txt"
    path.write_text("below")
    source.write_text("old")
    mount = shutil.which("mount")
    done = mount and subprocess.run([mount, "--bind", source, path], check=False)
    if not done or done.returncode:
        pytest.skip("nothing can be mounted here")
    try:
        check_writable(path)
        write_text(path, "new")
        assert source.read_text() == "new"
    finally:
        subprocess.run(["umount", path], check=True)
    assert path.read_text() == "below"
    assert sorted(found.name for found in tmp_path.iterdir()) == ["mounted.txt", "source.txt"]


@pytest.fixture
def no_rights() -> Iterator[Path]:
    """A folder to work in, as somebody whom the system may refuse something."""
    folder = Path(tempfile.mkdtemp())
    if os.geteuid() != 0:
        yield folder
        folder.chmod(0o700)
    else:
        os.chown(folder, 65534, 65534)
        os.setegid(65534)
        os.seteuid(65534)
        try:
            yield folder
        finally:
            os.seteuid(0)
            os.setegid(0)
    shutil.rmtree(folder)


def test_a_file_in_a_folder_that_takes_no_new_one_is_written_over(no_rights: Path) -> None:
    path = no_rights / "old.txt"
    path.write_text("old")
    path.chmod(0o640)
    no_rights.chmod(0o500)
    check_writable(path)
    write_text(path, "new")
    assert path.read_text() == "new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    for work in (check_writable, lambda path: write_text(path, "new")):
        with pytest.raises(PermissionError):
            work(no_rights / "none.txt")
    assert list(no_rights.iterdir()) == [path]


def test_a_file_that_may_not_be_written_to_is_left_as_it_is(no_rights: Path) -> None:
    path = no_rights / "old.txt"
    path.write_text("old")
    path.chmod(0o400)
    for work in (check_writable, lambda path: write_text(path, "new")):
        with pytest.raises(PermissionError):
            work(path)
    assert path.read_text() == "old"


@pytest.mark.skipif(os.geteuid() != 0, reason="only the administrator gives files away")
def test_the_owner_of_a_file_is_kept(tmp_path: Path, no_rights: Path) -> None:
    path = no_rights / "old.txt"
    path.write_text("old")
    os.seteuid(0)
    write_text(path, "new")
    assert (path.stat().st_uid, path.stat().st_gid) == (65534, 65534)
    shared = tmp_path / "shared.txt"
    shared.write_text("old")
    shared.chmod(0o666)
    no_rights.chmod(0o777)
    shared = shared.rename(no_rights / "shared.txt")
    os.seteuid(65534)
    write_text(shared, "new")
    assert (shared.read_text(), shared.stat().st_uid) == ("new", 0)


def test_nobody_else_can_read_what_is_about_to_replace_a_private_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    modes = []

    def look(handle: int) -> None:
        modes.append(stat.S_IMODE(os.fstat(handle).st_mode))

    path = tmp_path / "private.txt"
    path.write_text("old")
    path.chmod(0o600)
    monkeypatch.setattr("os.fsync", look)
    write_text(path, "new")
    assert modes == [0o600]


# ---- streams


def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    assert is_stream(path)
    check_writable(path)
    heard: list[str] = []
    reader = threading.Thread(target=lambda: heard.append(path.read_text()))
    reader.start()
    write_text(path, "new")
    reader.join(20)
    assert heard == ["new"]
    assert stat.S_ISFIFO(path.stat().st_mode)


@pytest.mark.parametrize("name", ["/dev/fd/{}", "/proc/self/fd/{}", "link"])
def test_what_is_open_is_written_on_from_where_it_is(tmp_path: Path, name: str) -> None:
    path = tmp_path / "log.txt"
    with path.open("w", buffering=1) as log:
        log.write("before\n")
        target = Path(name.format(log.fileno()))
        if name == "link":
            target = tmp_path / "link"
            target.symlink_to(f"/dev/fd/{log.fileno()}")
        if not Path("/dev/fd").exists() or not target.exists():
            pytest.skip("this system has no such names")
        assert is_stream(target)
        check_writable(target)
        write_text(target, "new\n")
        log.write("after\n")
    assert path.read_text() == "before\nnew\nafter\n"


def test_what_is_open_for_reading_only_or_not_at_all_is_an_os_error(tmp_path: Path) -> None:
    path = tmp_path / "old.txt"
    path.write_text("old")
    with path.open() as file:
        name = Path(f"/dev/fd/{file.fileno()}")
        if not name.exists():
            pytest.skip("this system has no such names")
        for work in (check_writable, lambda path: write_text(path, "new")):
            with pytest.raises(OSError, match="Bad file descriptor"):
                work(name)
    assert path.read_text() == "old"
    for work in (check_writable, lambda path: write_text(path, "new")):
        with pytest.raises(OSError, match="Bad file descriptor"):
            work(Path("/dev/fd/999"))


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
