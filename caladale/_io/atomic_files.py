"""Files: read whole, written whole or not at all.

How a text gets to its place depends on what is there:

- Nothing, or a file like any other: the text goes to a new file beside it, which then takes its
  name. At every moment the name leads to all of the old text or to all of the new one.
- A file that no new one can stand in for, since it has further names (hard links) or an owner or
  rights that a new one cannot have, is a mount of its own, or lies in a folder that takes no new
  file: it is written over. What goes wrong meanwhile, Ctrl-C included, brings the old text back;
  only where the process is killed or the power fails in the midst of it a part may be lost.
- A pipe, a terminal or a device: it is written to.
- What this process has open, by the names ``-`` (standard output), ``/dev/stdout`` or
  ``/dev/fd/3``, or since it is the very file that standard output or standard error goes to: it is
  written to through what is open, so that nothing written there before is lost.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, TypeAlias

from caladale._io.strict_json import decode_utf8

STANDARD_OUTPUT = Path("-")
"""Standard output as the name of a file; a file of that name is told from it by its folder."""

OnNewFile: TypeAlias = Callable[[int], None]
"""Called with the descriptor of a new file, written whole, just before it takes its name."""

_NO_STAND_IN = frozenset(
    {
        errno.EACCES,
        errno.EBUSY,
        errno.ENAMETOOLONG,
        errno.ENOTSUP,
        errno.EPERM,
        errno.EROFS,
        errno.EXDEV,
    }
)
"""The errors of making a new file beside another, or of giving it the other's name, after which
the other can be written to all the same."""

_OPEN = ("/dev/fd", "/proc/self/fd", "/proc/thread-self/fd")
"""The folders in which the files that this process has open go by their numbers."""
_MOST_LINKS = 40
_ACCESS_LIST = "system.posix_acl_access"
"""The attribute of a file that gives rights beyond its mode."""


def read_text(name: str) -> str:
    """Read a UTF-8 file, or standard input for ``-``.

    Raises:
        FormatError: when it is not UTF-8 without a byte-order mark.
        OSError: when it cannot be read.
    """
    raw = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    return decode_utf8(raw)


def write_text(path: Path, text: str) -> None:
    """Write `text` as UTF-8; see `write_bytes`.

    Raises:
        OSError: when it cannot be written; a file is then as it was.
    """
    write_bytes(path, text.encode("utf-8"))


def write_bytes(path: Path, data: bytes, *, on_new_file: OnNewFile | None = None) -> None:
    """Write `data` to `path`, in the way that the place asks for (see the module).

    A link stays a link, hard or symbolic. The mode and the owner of a file are kept; a new one has
    the mode that the process's file mode mask leaves it.

    Raises:
        OSError: when it cannot be written; a file is then as it was.
    """
    if is_stream(path):
        with open_stream(path) as stream:
            write_all(stream, data)
        return
    known = _status(path)
    target = Path(os.path.realpath(path))
    if known is not None and _is_unique(path, target, known):
        _write_over(path, data)
        return
    try:
        _replace(target, data, known, on_new_file)
    except OSError as error:
        if error.errno not in _NO_STAND_IN:
            raise
        if known is None:
            _create(target, data, on_new_file)
        else:
            _write_over(path, data)


def check_writable(path: Path) -> None:
    """Find out before long work, as far as can be known, whether `write_text` could write `path`.

    Raises:
        OSError: when it could not.
    """
    if _descriptor(path) is not None:
        with open_stream(path) as stream:
            stream.write(b"")  # refused by what is open for reading only
    elif is_stream(path):  # to open a pipe would be to wait for its reader
        if not os.access(path, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    elif _status(path) is None:
        try:
            handle, name = _new_file_beside(Path(os.path.realpath(path)), 0o600)
        except OSError as error:
            if error.errno != errno.ENAMETOOLONG:
                raise
        else:
            os.close(handle)
            name.unlink()


# ---- streams


def is_stream(path: Path) -> bool:
    """Whether what is written to `path` flows away: it can be added to, but not replaced."""
    if _descriptor(path) is not None:
        return True
    try:
        mode = path.stat().st_mode
    except OSError:
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def is_standard_output(path: Path) -> bool:
    """Whether what is written to `path` goes where standard output goes."""
    return _descriptor(path) == 1


def open_stream(path: Path) -> BinaryIO:
    """Open a stream (see `is_stream`) to write bytes to, unbuffered.

    What was printed before comes first. Closing it does not close what this process had open.

    Raises:
        OSError: when it cannot be opened.
    """
    descriptor = _descriptor(path)
    if descriptor is None:
        handle = os.open(path, os.O_WRONLY | getattr(os, "O_NOCTTY", 0))
    else:
        for printed in (sys.stdout, sys.stderr):
            if printed is not None:
                printed.flush()
        handle = os.dup(descriptor)
    return os.fdopen(handle, "wb", buffering=0)


def write_all(file: BinaryIO, data: bytes) -> None:
    """Write all of `data` to an unbuffered file."""
    left = memoryview(data)
    while left:
        left = left[file.write(left) or 0 :]


def _descriptor(path: Path) -> int | None:
    """The number of the open file that `path` stands for, or that goes to the file at `path`."""
    if path == STANDARD_OUTPUT:
        return 1
    named = _named_descriptor(os.fspath(path))
    if named is not None:
        return named
    with contextlib.suppress(OSError):
        found = path.stat()
        if stat.S_ISREG(found.st_mode):
            for number in (1, 2):
                with contextlib.suppress(OSError):
                    if os.path.samestat(os.fstat(number), found):
                        return number
    return None


def _named_descriptor(name: str) -> int | None:
    """The number of an open file that `name` leads to, link by link, such as ``/dev/stdout``.

    To open such a name afresh, as the system does, would write over what is there already.
    """
    folders = {os.path.realpath(folder) for folder in _OPEN}
    for _ in range(_MOST_LINKS):
        folder, last = os.path.split(name)
        folder = os.path.realpath(folder)
        if folder in folders and last.isascii() and last.isdecimal():
            return int(last)
        here = os.path.join(folder, last)  # noqa: PTH118 - a path would drop a last dot
        try:
            name = os.path.join(folder, os.readlink(here))  # noqa: PTH115, PTH118
        except OSError:
            return None
    return None


# ---- files


def _status(path: Path) -> os.stat_result | None:
    """What is known of the file at `path`; None if there is none.

    Raises:
        OSError: when it cannot be looked at or is no file, or when it may not be written to.
    """
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    os.close(os.open(path, os.O_WRONLY))
    return found


def _is_unique(path: Path, target: Path, known: os.stat_result) -> bool:
    """Whether a new file cannot stand in for the one at `path`, called `target` without links."""
    if known.st_nlink > 1:
        return True
    try:
        if not os.path.samestat(target.stat(), known):
            return True  # it has no name of its own any more
        return hasattr(os, "listxattr") and _ACCESS_LIST in os.listxattr(path)
    except OSError:
        return False


def _replace(
    target: Path, data: bytes, known: os.stat_result | None, on_new_file: OnNewFile | None
) -> None:
    """Write a new file beside `target` and let it take that name."""
    # Nobody else may read what replaces a file until it has the rights of that.
    handle, name = _new_file_beside(target, 0o666 if known is None else 0o600)
    try:
        with os.fdopen(handle, "wb", buffering=0) as file:
            write_all(file, data)
            os.fsync(handle)
            if known is not None:
                made = os.fstat(handle)
                if (made.st_uid, made.st_gid) != (known.st_uid, known.st_gid):
                    os.chown(handle, known.st_uid, known.st_gid)
                name.chmod(stat.S_IMODE(known.st_mode))
            if on_new_file is not None:
                on_new_file(handle)
            name.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            name.unlink()
        raise


def _new_file_beside(target: Path, mode: int) -> tuple[int, Path]:
    """Make an empty file in the folder of `target`; the file mode mask is taken off `mode`."""
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    while True:
        name = target.with_name(f".caladale-{os.urandom(6).hex()}.tmp")
        with contextlib.suppress(FileExistsError):
            return os.open(name, flags, mode), name


def _create(target: Path, data: bytes, on_new_file: OnNewFile | None) -> None:
    """Write a new file under its own name."""
    with target.open("xb", buffering=0) as file:
        try:
            write_all(file, data)
            os.fsync(file.fileno())
            if on_new_file is not None:
                on_new_file(file.fileno())
        except BaseException:
            target.unlink()
            raise


def _write_over(path: Path, data: bytes) -> None:
    """Write `data` over what the file at `path` holds, and that again if it fails."""
    with path.open("r+b", buffering=0) as file:
        before = file.read()
        size = len(before)
        try:
            # What makes it longer comes first: a full disk shows before anything is written over.
            for start, part in ((size, data[size:]), (0, data[:size])):
                file.seek(start)
                write_all(file, part)
            file.truncate(len(data))
            os.fsync(file.fileno())
        except BaseException:
            with contextlib.suppress(OSError):
                file.seek(0)
                write_all(file, before)
                file.truncate(size)
                os.fsync(file.fileno())
            raise
